"""Saga with four players and names of maximum length: land cards, a new box, and elements that must not be covered."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import expect

from scoring.bots import play_game
from scoring.kernel import Rng
from scoring.replay import Projection
from scoring.saga import GAME
from scoring.saga.final_count import FinalCount
from scoring.saga.phases import SetUp
from scoring.saga.state import State
from scoring.saga.turn import Turn
from tests.browser.accessibility import LAPTOP, OPEN_ALL, SMALLEST, findings, resized
from tests.browser.actors import Phone, TableScreen
from tests.browser.evening import TABLE_SIZE, Evening
from tests.browser.moments import import_game, stages, waited_for, with_long_names
from tests.browser.screen import PHONE_SIZE
from tests.saga.recorder import box_of

TABLES = (LAPTOP, TABLE_SIZE)
# Elements that overflow a land card.
OVER_THE_EDGE = """() => [...document.querySelectorAll('.land')].flatMap(card => {
    const room = card.getBoundingClientRect();
    if (card.closest('.highlights')) return [];
    return [...card.querySelectorAll('h2, p, .knights, .land-shield, .army-needs, .property')]
        .filter(e => e.getBoundingClientRect().right > room.right || e.scrollWidth > e.clientWidth + 1 && e.clientWidth)
        .filter(e => getComputedStyle(e).overflowX === 'visible').map(e => e.outerHTML.slice(0, 100));
})"""
# True if the centre of an element is not covered by another.
ON_TOP = """e => {
    const at = e.getBoundingClientRect();
    return e.contains(document.elementFromPoint(at.x + at.width / 2, at.y + at.height / 2));
}"""


@cache
def game(known: bool) -> tuple[Projection, ...]:
    """A game of four bots after every action; with a known box it includes all land properties."""
    box = box_of(4) if known else {}
    return tuple(stages(play_game(GAME, 4, Rng(random.Random(0)), {"reminder": "on"}, box)))


def crowdedness(state: State) -> int:
    held = [land for land in state.lands.values() if land.holder is not None]
    free_to_play = isinstance(state.phase, Turn) and not state.phase.played and not state.phase.choosers
    return (len(state.armies) + 3 * len(held) + len(state.free)) * free_to_play


def first_moment(fits: Callable[[State], Any], known: bool = True) -> Projection:
    return next(projection for projection in game(known) if fits(projection.table.state))


MOMENTS: dict[str, Callable[[], Projection]] = {
    "nothing-laid": lambda: game(False)[0],
    "half-laid": lambda: first_moment(lambda s: isinstance(s.phase, SetUp) and len(s.phase.sides) == 3, known=False),
    "turn": lambda: max(game(True), key=lambda projection: crowdedness(projection.table.state)),
    "end": lambda: first_moment(lambda s: isinstance(s.phase, FinalCount)),
}


def screens_at(evening: Evening, moment: str) -> tuple[TableScreen, Phone]:
    """The table screen, and the phone of an awaited player."""
    projection = with_long_names(MOMENTS[moment]())
    table, (phone,) = import_game(evening, projection, waited_for(projection))
    return table, phone


@pytest.mark.repeats
@pytest.mark.parametrize("moment", ["nothing-laid", "half-laid"])
def test_new_box_is_accessible(evening: Evening, moment: str) -> None:
    for screen in screens_at(evening, moment):
        assert findings(screen) == []


@pytest.mark.repeats
@pytest.mark.parametrize("moment", ["turn", "end"])
def test_nothing_overflows_its_card(evening: Evening, moment: str) -> None:
    for screen in screens_at(evening, moment):
        screen.page.evaluate(OPEN_ALL, True)
        for size in (SMALLEST, PHONE_SIZE, *TABLES):
            with resized(screen.page, size):
                assert screen.page.evaluate(OVER_THE_EDGE) == [], size


@pytest.mark.repeats
@pytest.mark.parametrize("moment", ["turn", "end"])
def test_correction_link_is_not_covered(evening: Evening, moment: str) -> None:
    table, _ = screens_at(evening, moment)
    for size in TABLES:
        table.page.set_viewport_size(size)
        expect(table.link("Fix a mistake")).to_be_visible()
        assert table.link("Fix a mistake").evaluate(ON_TOP), size
    table.page.set_viewport_size(TABLE_SIZE)


@pytest.mark.repeats
def test_phone_shows_the_lands_laid_so_far_and_the_next_one(evening: Evening) -> None:
    _, phone = screens_at(evening, "half-laid")
    lands = phone.page.get_by_role("region", name="The lands").get_by_role("article")
    expect(lands).to_have_count(6)
    expect(lands.filter(has_text="Not laid out yet")).to_have_count(3)
    expect(phone.button(re.compile("crown side")).first).to_be_visible()
