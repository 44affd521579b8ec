"""Royals with two phones and a table screen: moves, a take-over, printed values of a new box, an epoch scoring."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.actors import Phone
from tests.browser.evening import Evening
from tests.browser.screen import Screen, all_see

# A server where they played before would preselect their colours.
OWN_SERVER = True


def position(screen: Screen, key: str) -> Locator:
    return screen.main.locator(f'button.position[value="{key}"]')


def take_position(phone: Phone, key: str) -> int:
    """Makes a whole move; returns the number of taps."""
    before = phone.taps
    phone.tap(position(phone, key))
    expect(position(phone, key)).to_have_count(0)
    return phone.taps - before


def test_two_phones_play_into_an_epoch_scoring(evening: Evening) -> None:
    table = evening.table_screen()
    table.open_without_taps("royals")
    anna, ben = evening.seated(table, "Anna", "Ben")
    screens = [table, anna, ben]
    table.tap("Start the game")
    table.should_see("Set up the board", "46 each", "back in the box: 16, 12")
    table.tap(table.main.get_by_role("button", name="Anna"))
    all_see(screens, "Anna draws cards and takes positions.")

    # A position is one tap on the map, and a whole turn two.
    assert take_position(anna, "Spain.1.a") == 1
    assert take_position(anna, "Spain.2.a") == 1
    expect(table.main.locator(".position.seat-black")).to_have_count(2)
    expect(table.main.locator(".land-black")).to_have_count(2)  # Spain, and its light
    expect(table.main.locator(".bars li")).to_contain_text("12")
    anna.should_see("Anna: take the city marker for Valencia.")
    anna.tap("End my turn")
    ben.should_see("Your turn")

    # Ben takes over Valencia and sees the effects beforehand.
    expect(position(ben, "Spain.2.a")).to_contain_text("from Anna, Anna 8, you 4")
    ben.tap(position(ben, "Spain.2.a"))
    all_see(screens, "Ben took Duke of Valencia from Anna.")
    ben.should_see("Anna: move your cube to the city field of Valencia.")

    # The epoch ends with Ben's turn; anybody can confirm the board.
    ben.tap(ben.summary("Epoch 1648 is over"))
    ben.tap("Yes, it’s over")
    all_see(screens, "Scoring 1648: is the board correct?")
    table.tap("The board is correct – score 1648")
    all_see(screens, "Anna: take the higher 1648 marker for Spain.", "Ben: take the lower 1648 marker for Spain.")
    all_see(screens, "Remove the higher 1648 marker for France from the game.")
    anna.should_see("Your turn")

    # Own markers are visible while held, on one's own phone only: 6 + 3 for the cities, 5 for the epoch.
    total = anna.page.locator("#my-markers .score-points")
    expect(total).to_be_hidden()
    with anna.holding("Hold to see my markers"):
        expect(total).to_be_visible()
        expect(total).to_have_text("14")
    expect(total).to_be_hidden()
    expect(table.page.locator("#my-markers")).to_have_count(0)


@pytest.mark.repeats
def test_new_box_is_read_move_by_move_and_country_by_country(evening: Evening) -> None:
    table = evening.table_screen()
    table.open("/")
    table.tap(table.link("Royals"))
    table.page.get_by_role("radio", name=re.compile("^Our copy")).check()
    table.tap("Open the table")
    table.read_code()
    anna, ben = evening.seated(table, "Anna", "Ben")
    table.tap(table.main.get_by_role("button", name="Track every move"))
    table.tap("Start the game")
    table.should_see("Set up the board")
    table.tap(table.main.get_by_role("button", name="Anna"))
    anna.should_see("Your turn")

    # City and title are asked for after the tap on the move; the city bonus can wait.
    anna.tap(anna.page.locator('button[name="position"][value="France.1.a"]'))
    anna.tap(anna.page.locator(".question").get_by_role("button", name="Paris"))
    anna.tap(anna.page.locator(".question").get_by_role("button", name="Duke"))
    table.should_see("Anna: take the city marker for Paris.")

    # Ben enters Spain while Anna enters France: neither overwrites the other.
    for phone, field in ((ben, "name.Spain.1"), (anna, "name.France.2")):
        phone.open(f"/t/{phone.code}/box?at={field}")
    for phone, value in ((ben, "Madrid"), (anna, "Lyon"), (ben, "6"), (anna, "4")):
        phone.tap(phone.page.locator(f'.sheet-ask button[name="value"][value="{value}"]'))
    table.open(f"/t/{table.code}/table")
    table.should_see("Lyon")
    expect(table.page.locator("#city-Spain-1 .hex-points")).to_have_text("6")
