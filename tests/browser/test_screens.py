"""A picture of every screen, on a phone and on the table screen, dark and light, into tests/shots (git-ignored).
No screen scrolls sideways, not even on the smallest phone."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.actors import TableScreen
from tests.browser.evening import Evening
from tests.browser.prepared import NAMES, START_AREAS, before_bonus_votes, before_the_crown, into_dispute
from tests.browser.screen import PHONE_SIZE, Screen

SHOTS = Path(__file__).parent.parent / "shots"
SMALLEST = {"width": 320, "height": 640}
# If the page is wider than the screen: whatever reaches over the edge.
TOO_WIDE = """() => {
    const room = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= room) return [];
    return [...document.querySelectorAll('body *')]
        .filter(e => e.getBoundingClientRect().right > room).map(e => e.outerHTML.slice(0, 100));
}"""


@pytest.fixture(scope="module", autouse=True)
def shots() -> None:
    SHOTS.mkdir(exist_ok=True)


def picture(name: str, *screens: Screen) -> None:
    for screen in screens:
        device = "table" if isinstance(screen, TableScreen) else "phone"
        expect(screen.main).to_be_visible()
        for theme in ("dark", "light"):
            screen.page.emulate_media(color_scheme=theme)
            screen.page.screenshot(path=SHOTS / f"{name}-{device}-{theme}.png", animations="disabled")
        fits(screen, name)


def fits(screen: Screen, name: str) -> None:
    page, size = screen.page, screen.page.viewport_size
    assert size is not None
    for viewport in (size, SMALLEST) if size == PHONE_SIZE else (size,):
        page.set_viewport_size(viewport)
        assert page.evaluate(TOO_WIDE) == [], f"{name} at {viewport['width']} px"
    page.set_viewport_size(size)


def test_pages_without_a_table(evening: Evening) -> None:
    table, phone = evening.table_screen(), evening.phone("Anna")
    evening.may_complain("status of 404")
    for name, path in (("start", "/"), ("new", "/new/lang-lebe"), ("error", "/t/XXXX/table")):
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
        table.asks("take-start-area", seat, area=area)
    table.sees("Anna moves, or stays.")
    expect(anna.area("Oxeneford")).to_be_visible()
    picture("turn", table, anna)
    anna.tap(anna.summary("Put something right"))
    fits(anna, "put something right")
    anna.tap(anna.summary("Put something right"))

    into_dispute(anna, ben)
    table.sees("0 of 3 in")
    anna.chooses(x1=1, x2=1)
    picture("sealing", table, anna)
    anna.tap("Seal my stake")
    anna.sees("Your stake is sealed.")
    picture("sealed", anna)

    for screen in (table, anna):
        screen.tap(screen.link("Answer for Dora"))
    picture("curtain", table, anna)
    for screen in (table, anna):
        screen.holds_open()
        expect(screen.staked("x1")).to_be_visible()
    picture("curtain-open", table, anna)
    table.seals(x2=1)
    anna.tap(anna.link("Close the curtain"))
    ben.asks("seal-stake", x1=1, x3=1)
    anna.sees("Ben rolls.")
    table.sees("Ben rolls.")
    picture("revealed", table, anna)

    for name, dice in {"Ben": "56", "Dora": "3", "Anna": "14"}.items():
        table.sees(f"{name} rolls.")
        table.types_dice(dice)
    table.sees("wins the dispute")
    anna.sees("wins the dispute")
    picture("won", table, anna)

    for name in ("history", "box", "invite"):
        for screen in (table, anna):
            screen.opens(f"/t/{table.code}/{name}")
        picture(name, table, anna)


def test_an_election_and_the_end(evening: Evening) -> None:
    table = evening.table_screen()
    for name, file in (("election", before_bonus_votes()), ("end", before_the_crown())):
        table.brings(file)
        anna = evening.phone("Anna")
        anna.takes_over(table.seat_link("Anna"), seat=0)
        table.opens(table.path)
        picture(f"{name}-check", table, anna)
        table.tap("The board is right: count")
        table.tap("Next")
        for screen in (table, anna):
            expect(screen.counted).to_have_count(1)
        picture(f"{name}-count", table, anna)
        table.tap("Show all")
        table.sees("is king" if name == "end" else "Nobody is king yet")
        anna.is_current()
        picture(name, table, anna)
    table.shows_the_end(len(NAMES))
