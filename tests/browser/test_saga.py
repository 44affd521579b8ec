"""Saga on a table screen and two phones: a set-up, a conquest shown to everybody, a secret knight."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.actors import Phone, TableScreen
from tests.browser.evening import Evening
from tests.browser.screen import all_see


@pytest.fixture
def table(evening: Evening) -> TableScreen:
    """A newly opened Saga table with two phones."""
    screen = evening.table_screen()
    screen.open_without_taps("saga")
    return screen


def begun(evening: Evening, table: TableScreen) -> list[Phone]:
    phones = evening.seated(table, "Anna", "Ben")
    table.tap("Start the game")
    table.tap("All crown sides up")
    table.tap("Use the rulebook layout")
    table.tap("Anna")
    all_see([table, phones[0]], "With real pieces, you’d now:")
    phones[1].should_see("With real pieces, you’d now:")
    return phones


def play_knight(phone: Phone, army: str, knight: str) -> None:
    if army:
        phone.tap(phone.page.get_by_role("radio", name=re.compile(army)).first)
    phone.tap(
        phone.main.get_by_role("group", name="Which knight?").first.get_by_role("button", name=knight, exact=True)
    )


@pytest.mark.repeats
def test_conquest_with_two_phones(evening: Evening, table: TableScreen) -> None:
    anna, ben = begun(evening, table)
    play_knight(anna, "", "green 4")
    all_see([table, ben], "Ben plays a knight.")
    play_knight(ben, "", "yellow 1")
    anna.should_see("Your turn: play a knight.")
    before = anna.taps
    play_knight(anna, "3 more", "blue 3")
    assert anna.taps - before == 2
    forest = table.page.locator("#land-green")
    expect(forest).to_contain_text("Anna")
    expect(forest).to_contain_text("8 to take it")
    table.should_see("Put Green 4, Yellow 2 from under Forest Land on the table as free knights.")
    ben.should_see("Anna: put Forest Land on the army that took it.")


def test_typical_turn_takes_at_most_four_taps(evening: Evening, table: TableScreen) -> None:
    """Fame, an army, a knight, and the end of a turn in which a free knight could still be recruited."""
    anna, ben = begun(evening, table)
    play_knight(anna, "", "purple 4")  # takes Treasure Land: its knights become free
    play_knight(ben, "", "yellow 1")
    anna.should_see("Your turn: play a knight.")
    play_knight(anna, "", "red 1")
    play_knight(ben, "^New army", "yellow 1")
    anna.should_see("Your turn: play a knight.")
    before = anna.taps
    anna.tap("Take fame")
    play_knight(anna, "6 more", "blue 1")
    anna.tap("End turn")
    assert anna.taps - before == 4
    ben.should_see("Your turn: play a knight.")


@pytest.mark.repeats
def test_army_colour_cannot_be_tapped_once_the_army_is_chosen(evening: Evening, table: TableScreen) -> None:
    anna, ben = begun(evening, table)
    play_knight(anna, "", "green 4")
    play_knight(ben, "", "yellow 1")
    anna.should_see("Your turn: play a knight.")
    pad = anna.main.get_by_role("group", name="Which knight?").first
    green = pad.get_by_role("button", name="green 1", exact=True)
    expect(green).to_be_enabled()
    anna.tap(anna.page.get_by_role("radio", name=re.compile("3 more")))
    expect(green).to_be_disabled()
    expect(pad.get_by_role("button", name="blue 1", exact=True)).to_be_enabled()


@pytest.mark.repeats
def test_knight_or_army_can_be_tapped_first(evening: Evening, table: TableScreen) -> None:
    """From the first turn on. With the knight first, armies that cannot take it are disabled, and the army submits."""
    anna, ben = begun(evening, table)
    play_knight(anna, "", "green 4")
    play_knight(ben, "", "yellow 1")
    anna.should_see("Your turn: play a knight.")
    play_knight(anna, "", "green 1")
    expect(anna.page.locator(".missing")).to_have_text("Now tap a land.")
    expect(anna.page.locator(".missing")).to_have_class("missing is-next")
    expect(anna.page.get_by_role("radio", name=re.compile("3 more"))).to_be_disabled()
    before = anna.taps
    play_knight(anna, "", "blue 3")  # another knight instead
    expect(anna.page.get_by_role("radio", name=re.compile("Lake Land"))).to_be_enabled()
    anna.tap(anna.page.get_by_role("radio", name=re.compile("3 more")))
    table.should_see("Ben plays a knight.")
    assert anna.taps - before == 2, "see docs/taps.md"
    expect(table.page.locator("#land-green")).to_contain_text("Anna")
