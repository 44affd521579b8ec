"""Saga in KEY_MOMENTS mode: only the end is entered, on four phones and a table screen, in few taps."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from playwright.sync_api import expect

from tests.browser.accessibility import shot
from tests.browser.actors import Phone, TableScreen
from tests.browser.evening import Evening
from tests.browser.screen import all_see

MOST_TAPS = 40


def opened(evening: Evening) -> TableScreen:
    screen = evening.table_screen()
    screen.open_without_taps("saga", box="new", follow="counts")
    return screen


def number(phone: Phone, question: str, value: int) -> None:
    """Taps a number as the answer to this question."""
    expect(phone.main.get_by_role("heading", name=question)).to_be_visible()
    phone.tap(phone.main.get_by_role("group", name=question).get_by_role("button", name=str(value), exact=True))


def enter_land(phone: Phone, land: str, shown: str, army: int) -> None:
    phone.tap(phone.button(f"{land}: {shown}"))
    number(phone, f"What’s the army under {land} worth?", army)


def enter_hand(phone: Phone, hand: int) -> None:
    number(phone, "What’s your hand worth?", hand)


def count_taps(screens: Sequence[Phone | TableScreen]) -> int:
    return sum(screen.taps for screen in screens)


@pytest.mark.repeats  # the same questions on one device: test_final_scoring.py
def test_game_of_four_takes_at_most_forty_taps(evening: Evening) -> None:
    table = opened(evening)
    phones = evening.seated(table, "Anna", "Ben", "Carla", "David")
    anna, ben, carla, david = phones
    table.tap("Start the game")
    all_see([table, *phones], "Play at the table. Herald scores the end.")
    before = count_taps([table, *phones])
    shot(anna.page, "saga-end-phone-away")
    shot(table.page, "saga-end-table-away")

    ben.tap("I played my last knight")
    anna.should_see("On each of your lands, tap what its right box shows.")
    shot(anna.page, "saga-end-phone-board")
    enter_land(anna, "Corn Land", "+5 fame", 11)
    shot(anna.page, "saga-end-phone-claimed")
    enter_land(anna, "Castle Land", "Mine", 9)
    number(anna, "How much fame do you have?", 23)
    shot(anna.page, "saga-end-phone-knights")
    enter_hand(anna, 2)
    anna.should_see("You’ve entered everything.")
    shot(anna.page, "saga-end-phone-in")
    enter_land(ben, "Lake Land", "an army scores", 7)
    number(ben, "How much does the attacking army score?", 5)
    enter_land(ben, "Gold Land", "army counts as 0", 8)
    shot(table.page, "saga-end-table-entering")
    number(ben, "How much fame do you have?", 17)
    ben.tap("I’ve entered everything")  # the hand is empty
    enter_land(carla, "Treasure Land", "add a knight", 12)
    carla.should_see("you may add one knight from your hand to an army")
    number(carla, "How much fame do you have?", 9)
    enter_hand(carla, 4)
    enter_land(david, "Forest Land", "no hand penalty", 10)
    number(david, "How much fame do you have?", 12)
    david.tap("I’ve entered everything")  # Forest Land spares the hand
    table.should_see("Everything has been entered. Check the table, then score.")
    shot(table.page, "saga-end-table-check")
    table.tap("Everything is correct – score")

    all_see([table, *phones], "Anna")
    told = count_taps([table, *phones]) - before
    print(f"taps in a game of four: {told}")
    assert told <= MOST_TAPS
    assert told == 23, "see docs/taps.md"
    totals = table.page.locator(".count .roll-total")
    expect(totals).to_have_text(["17", "22", "29", "46"])


@pytest.mark.repeats
def test_every_move_is_the_default_for_saga(evening: Evening) -> None:
    table = evening.table_screen()
    table.open("/new/saga")
    expect(table.page.get_by_role("radio", name=re.compile("^Track every move"))).to_be_checked()


@pytest.mark.repeats
def test_land_claimed_by_two_players_is_settled_by_a_tap(evening: Evening) -> None:
    table = opened(evening)
    anna, ben = evening.seated(table, "Anna", "Ben")
    table.tap("Start the game")
    anna.tap("I played my last knight")
    anna.tap(anna.button("Corn Land: army counts as 15"))
    corn = ben.main.get_by_role("article").filter(has_text="Corn Land")
    expect(corn).to_contain_text("Anna")
    ben.tap(ben.button("Corn Land: army counts as 15"))
    expect(anna.main.get_by_role("article").filter(has_text="Corn Land")).to_contain_text("Ben")
    anna.tap(anna.button("Corn Land: It’s mine"))
    expect(corn).not_to_contain_text("Ben")
    number(anna, "What’s the army under Corn Land worth?", 9)


@pytest.mark.repeats
def test_comparing_armies_shows_whether_the_land_falls(evening: Evening) -> None:
    table = opened(evening)
    anna, _ben = evening.seated(table, "Anna", "Ben")
    table.tap("Start the game")
    anna.tap(anna.summary(re.escape("Is this enough to take it?")))
    defence = anna.main.get_by_role("group", name="The army under the land")
    anna.tap(defence.get_by_role("radio", name="6", exact=True))
    anna.tap(anna.page.get_by_role("radio", name="Defence +1"))
    anna.tap(anna.main.get_by_role("group", name="The attacking army").get_by_role("button", name="7", exact=True))
    anna.should_see("No: 7 against 7. You need 1 more.")


@pytest.mark.repeats
def test_game_played_without_herald_is_counted_on_one_device(evening: Evening) -> None:
    table = evening.table_screen()
    table.open("/new/saga/end")
    for place, name in enumerate(("Anna", "Ben"), 1):
        table.page.get_by_label(f"Player {place}", exact=True).fill(name)
    table.tap("Start scoring")
    table.should_see("Who played the last knight?")
    table.tap("Ben")
    table.tap(table.button("Corn Land: +5 fame"))
    shot(table.page, "saga-end-table-played")
    for label, value in (("What’s the army under Corn Land worth?", 11), ("How much fame does Anna have?", 20)):
        table.tap(table.main.get_by_role("group", name=label).get_by_role("button", name=str(value), exact=True))
    hand = table.main.get_by_role("group", name="What’s Anna’s hand worth?")
    table.tap(hand.get_by_role("button", name="4", exact=True))
    fame = table.main.get_by_role("group", name="How much fame does Ben have?")
    table.tap(fame.get_by_role("button", name="12", exact=True))
    table.tap("Everything has been entered")
    table.tap("Everything is correct – score")
    expect(table.page.locator(".count .roll-total")).to_have_text(["12", "32"])
