"""A king election: the board is checked, then the votes are read out line by line on all screens at once."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.actors import Phone, TableScreen
from tests.browser.evening import Evening
from tests.browser.prepared import NAMES, before_bonus_votes, before_the_crown
from tests.browser.screen import all_see


def resumed(evening: Evening, file: str) -> tuple[TableScreen, Phone, Phone]:
    """A table from a file; two of its three seats come in with new phones."""
    table = evening.table_screen()
    table.is_brought(file)
    anna, ben = (evening.phone(name) for name in NAMES[:2])
    for seat, phone in enumerate((anna, ben)):
        phone.posts(table.new_link(seat))
        phone.seat = seat
    for screen in (table, anna, ben):
        screen.opens(screen.path)
    return table, anna, ben


def test_the_votes_are_read_out_line_by_line_and_bonus_votes_follow(evening: Evening) -> None:
    screens = resumed(evening, before_bonus_votes())
    table = screens[0]
    all_see(screens, "King election")
    table.sees("Tap anything that’s wrong.")
    for screen in screens:
        expect(screen.counted).to_have_count(0)

    table.tap("The board is correct: count")
    all_see(screens, "King election")
    for lines in range(1, len(NAMES) + 1):
        table.tap("Next")
        for screen in screens:
            expect(screen.counted).to_have_count(lines)
            assert screen.read_out() == table.read_out()
    all_see(screens, "No king yet: bonus votes")
    table.tap("Next")
    all_see(screens, "moves or stays.")
    table.tap(table.link("History"))
    table.sees("No one became king. Bonus votes:")


def test_before_the_count_a_wrong_area_is_put_right_where_it_stands(evening: Evening) -> None:
    screens = resumed(evening, before_bonus_votes())
    table = screens[0]
    all_see(screens, "King election")
    table.tap(table.page.locator("a.correction-spot").filter(has_text="Oxeneford"))
    form = table.page.locator(".correction-form").first
    courtiers = form.get_by_role("spinbutton")
    form.get_by_role("radio", name="Carla").check(force=True)
    courtiers.fill("1")
    expect(form.locator(".correction-changes")).to_contain_text("Corrected: Carla has 1 courtier in Oxeneford.")
    table.tap(form.get_by_role("button", name="Save"))
    all_see(screens, "King election")
    table.sees("Corrected: Carla has 1 courtier in Oxeneford.")


def test_an_election_ends_in_the_crown_and_the_end_is_on_all_screens(evening: Evening) -> None:
    screens = resumed(evening, before_the_crown())
    table, anna, _ = screens
    table.tap("The board is correct: count")
    anna.sees("King election")
    table.tap("Show all")
    for screen in screens:
        screen.shows_the_end(len(NAMES))

    table.tap("Rematch")
    table.sees("Take a seat", *NAMES)
    # Nobody has to do anything: the phones go along.
    anna.sees("You’re in.")
