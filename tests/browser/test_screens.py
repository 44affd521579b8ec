"""Screenshots of every screen of an evening, on a phone and on the table screen, dark and light."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.accessibility import picture
from tests.browser.evening import Evening
from tests.browser.prepared import NAMES, START_AREAS, file_before_bonus_votes, file_before_coronation, start_dispute

# `test_for_everybody.py` and `test_pages_for_everybody.py` visit these screens too.
pytestmark = pytest.mark.repeats


def test_pages_without_a_table(evening: Evening) -> None:
    table, phone = evening.table_screen(), evening.phone("Anna")
    evening.may_complain("status of 404")
    for name, path in (
        ("start", "/"),
        ("new", "/new/lang-lebe"),
        ("network", "/help/network"),
        ("found", "/phone"),
        ("error", "/t/XXXX/table"),
    ):
        for screen in (table, phone):
            screen.open(path)
        picture(name, table, phone)


def test_from_the_lobby_to_the_end_of_a_dispute(evening: Evening) -> None:
    table, phone = evening.table_screen(), evening.phone("Anna")
    table.open_table()
    for screen in (table, phone):
        screen.open(f"/j/{table.code}")
    picture("join", table, phone)
    table.open(table.path)
    anna, ben = evening.seated(table, "Anna", "Ben")
    table.seat_without_phone("Dora")
    anna.should_see("Dora")
    picture("lobby", table, anna)

    table.tap("Start the game")
    anna.should_see("Which area is on your start card?")
    picture("set-up", table, anna)
    for seat, area in enumerate(START_AREAS):
        table.submit("take-start-area", seat, area=area)
    table.should_see("Anna moves or stays.")
    expect(anna.area("Oxeneford")).to_be_visible()
    picture("turn", table, anna)
    anna.tap(anna.link("Fix a mistake"))
    picture("corrections", anna)
    anna.tap(anna.link("Done"))

    start_dispute(anna, ben)
    table.should_see("0 of 3 in")
    anna.choose(x1=1, x2=1)
    picture("sealing", table, anna)
    anna.tap("Seal my stake")
    anna.should_see("Your stake is sealed.")
    picture("sealed", anna)

    for screen in (table, anna):
        screen.tap(screen.link("Play for Dora"))
    picture("curtain", table, anna)
    for screen in (table, anna):
        screen.hold_open()
        expect(screen.staked("x1")).to_be_visible()
    picture("curtain-open", table, anna)
    table.seal(x2=1)
    anna.tap(anna.link("Close private screen"))
    ben.submit("seal-stake", x1=1, x3=1)
    anna.should_see("Ben, Dora and Anna roll.")
    table.should_see("Ben, Dora and Anna roll.")
    picture("revealed", table, anna)

    for rolling, dice in {"Ben, Dora and Anna roll.": "56", "Dora and Anna roll.": "3", "Anna rolls.": "14"}.items():
        table.should_see(rolling)
        table.type_dice(dice)
    table.should_see("won the dispute")
    anna.should_see("won the dispute")
    picture("won", table, anna)

    for name in ("history", "box", "invite"):
        for screen in (table, anna):
            screen.open(f"/t/{table.code}/{name}")
        picture(name, table, anna)


def test_election_and_end(evening: Evening) -> None:
    table = evening.table_screen()
    for name, file in (("election", file_before_bonus_votes()), ("end", file_before_coronation())):
        table.import_table(file)
        anna = evening.phone("Anna")
        anna.take_over(table.seat_link("Anna"), seat=0)
        table.open(table.path)
        picture(f"{name}-check", table, anna)
        table.tap("The board is correct – count")
        picture(f"{name}-count", table, anna)
        table.should_see("is king" if name == "end" else "No king yet")
        anna.wait_until_current()
        picture(name, table, anna)
    table.should_show_the_end(len(NAMES))
