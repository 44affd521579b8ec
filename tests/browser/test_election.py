"""A king election: the board is checked, then all screens reveal the votes line by line."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.actors import Phone, TableScreen
from tests.browser.evening import Evening
from tests.browser.prepared import NAMES, file_before_bonus_votes, file_before_coronation
from tests.browser.screen import all_see, film_at


def resume_table(evening: Evening, file: str) -> tuple[TableScreen, Phone, Phone]:
    """Imports a table from a file; two of its three seats join with new phones."""
    table = evening.table_screen()
    table.import_without_taps(file)
    anna, ben = (evening.phone(name) for name in NAMES[:2])
    for seat, phone in enumerate((anna, ben)):
        phone.post(table.new_link(seat))
        phone.seat = seat
    for screen in (table, anna, ben):
        screen.open(screen.path)
    return table, anna, ben


@pytest.mark.moving
def test_votes_are_counted_by_themselves_on_all_screens(evening: Evening) -> None:
    screens = resume_table(evening, file_before_bonus_votes())
    table = screens[0]
    all_see(screens, "King election")
    table.should_see("Tap anything that’s wrong.")

    table.tap("The board is correct – count")
    table.wait_until_current()
    film_at(table, 0)
    layer = table.page.locator(".highlight-layer:not(.is-leaving)")
    rows = layer.locator(".highlight-row.is-here, .highlight-row:not([data-beat])")
    scenes = table.page.locator("#highlights [data-from]")
    for lines in range(1, len(NAMES) + 1):
        told = int(scenes.nth(lines - 1).get_attribute("data-from") or 0) + 2000
        film_at(table, told)
        expect(rows).to_have_count(lines)
        widths = layer.locator(".highlight-bar").evaluate_all("all => all.map(e => Math.round(e.clientWidth))")
        assert len(set(widths)) == 1, "the mark of the votes needed is at the same place"
        for phone in screens[1:]:
            expect(phone.page.locator(".is-cover")).to_contain_text("King election")
    film_at(table, 999_999, paused=False)
    expect(layer).to_have_count(0)
    all_see(screens, "moves or stays.")
    table.tap(table.link("History"))
    table.should_see("No one became king. Bonus votes:")


def test_wrong_area_is_corrected_in_place_before_the_count(evening: Evening) -> None:
    screens = resume_table(evening, file_before_bonus_votes())
    table = screens[0]
    all_see(screens, "King election")
    table.tap(table.page.locator("a.correction-spot").filter(has_text="Oxeneford"))
    courtiers = table.page.locator("#courtiers")
    courtiers.get_by_role("radio", name="Carla").check(force=True)
    table.tap(courtiers.get_by_role("button", name="1", exact=True))
    table.should_see("Corrected: Carla has 1 courtier in Oxeneford.")
    table.tap(table.link("Done"))
    all_see(screens, "King election")


def test_election_crowns_the_king_and_all_screens_show_the_end(evening: Evening) -> None:
    screens = resume_table(evening, file_before_coronation())
    table, anna, _ = screens
    table.tap("The board is correct – count")
    table.wait_until_current()
    table.skip()  # the count
    for screen in screens:
        screen.should_show_the_end(len(NAMES))

    table.tap("Rematch")
    table.should_see("Take a seat", *NAMES)
    # The phones follow without a tap.
    anna.should_see("You’re in.")
