"""Saga with four players and names as long as they can be: every screen fits, from the smallest phone to the table."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from functools import cache
from itertools import count, groupby
from typing import Any

import pytest
from playwright.sync_api import expect

from scoring.bots import NAMES, play_game
from scoring.kernel import Chance
from scoring.recording import export_whole
from scoring.replay import Story, advance
from scoring.saga import GAME
from scoring.saga.printed import EXAMPLE, SIDES, side_key
from scoring.saga.state import Over, Reckoning, SetUp, State, Turn
from tests.browser.actors import Phone, TableScreen
from tests.browser.evening import TABLE_SIZE, Evening
from tests.browser.screen import PHONE_SIZE, Screen
from tests.browser.test_screens import TOO_WIDE
from tests.saga.recorder import SHOWN

LONG = ("Wilhelmina Josephine", "Bartholomeus Janssen", "Margaretha Elisabeth", "Constantijn van Dyck")
PHONES = ({"width": 320, "height": 640}, PHONE_SIZE)
TABLES = ({"width": 1280, "height": 800}, TABLE_SIZE)
# Whatever reaches over the edge of the card of a land.
OVER_THE_EDGE = """() => [...document.querySelectorAll('.land')].flatMap(card => {
    const room = card.getBoundingClientRect();
    return [...card.querySelectorAll('h3, p, .knights, .roll-total, .fame, .property')]
        .filter(e => e.getBoundingClientRect().right > room.right || e.scrollWidth > e.clientWidth + 1 && e.clientWidth)
        .filter(e => getComputedStyle(e).overflowX === 'visible').map(e => e.outerHTML.slice(0, 100));
})"""
# Each moment is brought as a table of its own: one that is here already would show where it has got to.
EVENINGS = count()
OPEN_ALL = "open => document.querySelectorAll('details').forEach(one => { one.open = open; })"
# What lies on top in the middle of an element.
ON_TOP = """e => {
    const at = e.getBoundingClientRect();
    return e.contains(document.elementFromPoint(at.x + at.width / 2, at.y + at.height / 2));
}"""


@cache
def game(known: bool) -> tuple[Story, ...]:
    """A game of four bots after every ask; if its box is known, with all properties there are."""
    shown = {side_key(land, side): value for land, value in SHOWN[4].items() for side in SIDES}
    box = {**EXAMPLE, **shown} if known else {}
    records = play_game(GAME, 4, Chance(random.Random(0)), {"reminder": "on"}, box).records
    after: list[Story] = []
    story: Story | None = None
    for _, asked in groupby(records, key=lambda record: record.ask):
        for record in asked:
            story = advance(story, record)
        assert story is not None
        after.append(story)
    return tuple(story for story in after if story.table.started)


def crowded(state: State) -> int:
    held = [land for land in state.lands.values() if land.holder is not None]
    free_to_play = isinstance(state.phase, Turn) and not state.phase.played and not state.phase.choosers
    return (len(state.armies) + 3 * len(held) + len(state.free)) * free_to_play


def first(fits: Callable[[State], Any], known: bool = True) -> Story:
    return next(story for story in game(known) if fits(story.table.state))


MOMENTS: dict[str, Callable[[], Story]] = {
    "nothing-laid": lambda: game(False)[0],
    "half-laid": lambda: first(lambda s: isinstance(s.phase, SetUp) and len(s.phase.sides) == 3, known=False),
    "knights": lambda: first(lambda s: isinstance(s.phase, SetUp) and len(s.phase.sides) == 6 != len(s.phase.knights)),
    "turn": lambda: max(game(True), key=lambda story: crowded(story.table.state)),
    "end": lambda: first(lambda s: isinstance(s.phase, Reckoning)),
    "count": lambda: first(lambda s: isinstance(s.phase, Reckoning) and s.phase.count is not None),
    "over": lambda: first(lambda s: isinstance(s.phase, Over)),
}


def at(evening: Evening, moment: str) -> tuple[TableScreen, Phone]:
    """The table screen, and the phone of somebody who has something to do."""
    story = MOMENTS[moment]()
    waited = story.table.game.view(story.table.state, None).waiting_for
    seat = waited[0] if waited else 0
    file = export_whole(story).replace("2026-01-01T20:00:00", f"2026-01-01T20:00:{next(EVENINGS):02}")
    for short, long in zip(NAMES, LONG, strict=False):
        file = re.sub(rf"\b{short}\b", long, file)
    table = evening.table_screen()
    table.brings(file)
    phone = evening.phone(LONG[seat])
    phone.takes_over(table.seat_link(LONG[seat]), seat)
    table.opens(table.path)
    return table, phone


def fits(screen: Screen, sizes: tuple[Any, ...]) -> None:
    before = screen.page.viewport_size
    for size in sizes:
        screen.page.set_viewport_size(size)
        for opened in (False, True):
            screen.page.evaluate(OPEN_ALL, opened)
            assert screen.page.evaluate(TOO_WIDE) == [], (size, opened)
            assert screen.page.evaluate(OVER_THE_EDGE) == [], (size, opened)
        screen.page.evaluate(OPEN_ALL, False)
    assert before is not None
    screen.page.set_viewport_size(before)


@pytest.mark.parametrize("moment", MOMENTS)
def test_no_screen_scrolls_sideways_and_nothing_leaves_its_card(evening: Evening, moment: str) -> None:
    table, phone = at(evening, moment)
    fits(table, TABLES)
    fits(phone, PHONES)


@pytest.mark.parametrize("moment", ["turn", "end"])
def test_the_way_to_put_something_right_is_not_covered(evening: Evening, moment: str) -> None:
    table, _ = at(evening, moment)
    for size in TABLES:
        table.page.set_viewport_size(size)
        expect(table.summary("Put something right")).to_be_visible()
        assert table.summary("Put something right").evaluate(ON_TOP), size
    table.page.set_viewport_size(TABLE_SIZE)


def test_a_phone_shows_what_lies_already_and_the_next_land(evening: Evening) -> None:
    _, phone = at(evening, "half-laid")
    lying = phone.page.get_by_role("region", name="On the table already")
    set_up = MOMENTS["half-laid"]().table.state.phase
    expect(lying.get_by_role("article")).to_have_count(len(set_up.sides.keys() | set_up.knights.keys()))
    expect(phone.button(re.compile("crown side")).first).to_be_visible()
