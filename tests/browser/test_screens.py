"""Screenshots of every screen of an evening, on a phone and on the table screen, dark and light."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.accessibility import picture
from tests.browser.evening import Evening
from tests.browser.prepared import NAMES, START_AREAS, before_bonus_votes, before_the_crown, into_dispute

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
            screen.opens(path)
        picture(name, table, phone)


def test_from_the_lobby_to_the_end_of_a_dispute(evening: Evening) -> None:
    table, phone = evening.table_screen(), evening.phone("Anna")
    table.opens_a_table()
    for screen in (table, phone):
        screen.opens(f"/j/{table.code}")
    picture("join", table, phone)
    table.opens(table.path)
    anna, ben = evening.seated(table, "Anna", "Ben")
    table.seats_without_a_phone("Dora")
    anna.sees("Dora")
    picture("lobby", table, anna)

    table.tap("Start the game")
    anna.sees("Which area is on your start card?")
    picture("set-up", table, anna)
    for seat, area in enumerate(START_AREAS):
        table.submits("take-start-area", seat, area=area)
    table.sees("Anna moves or stays.")
    expect(anna.area("Oxeneford")).to_be_visible()
    picture("turn", table, anna)
    anna.tap(anna.link("Fix a mistake"))
    picture("corrections", anna)
    anna.tap(anna.link("Done"))

    into_dispute(anna, ben)
    table.sees("0 of 3 in")
    anna.chooses(x1=1, x2=1)
    picture("sealing", table, anna)
    anna.tap("Seal my stake")
    anna.sees("Your stake is sealed.")
    picture("sealed", anna)

    for screen in (table, anna):
        screen.tap(screen.link("Play for Dora"))
    picture("curtain", table, anna)
    for screen in (table, anna):
        screen.holds_open()
        expect(screen.staked("x1")).to_be_visible()
    picture("curtain-open", table, anna)
    table.seals(x2=1)
    anna.tap(anna.link("Close private screen"))
    ben.submits("seal-stake", x1=1, x3=1)
    anna.sees("Ben, Dora and Anna roll.")
    table.sees("Ben, Dora and Anna roll.")
    picture("revealed", table, anna)

    for rolling, dice in {"Ben, Dora and Anna roll.": "56", "Dora and Anna roll.": "3", "Anna rolls.": "14"}.items():
        table.sees(rolling)
        table.types_dice(dice)
    table.sees("won the dispute")
    anna.sees("won the dispute")
    picture("won", table, anna)

    for name in ("history", "box", "invite"):
        for screen in (table, anna):
            screen.opens(f"/t/{table.code}/{name}")
        picture(name, table, anna)


def test_election_and_end(evening: Evening) -> None:
    table = evening.table_screen()
    for name, file in (("election", before_bonus_votes()), ("end", before_the_crown())):
        table.brings(file)
        anna = evening.phone("Anna")
        anna.takes_over(table.seat_link("Anna"), seat=0)
        table.opens(table.path)
        picture(f"{name}-check", table, anna)
        table.tap("The board is correct – count")
        picture(f"{name}-count", table, anna)
        table.sees("is king" if name == "end" else "No king yet")
        anna.is_current()
        picture(name, table, anna)
    table.shows_the_end(len(NAMES))
