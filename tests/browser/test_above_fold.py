"""Everything asked is in view without scrolling, on every phone; `test_for_everybody.py` checks one of them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scoring.game_info import GAME_INFOS
from scoring.replay import Projection, replay
from tests.browser.above_fold import below, waiting
from tests.browser.evening import Evening
from tests.browser.moments import beginning, brought, contested, moments
from tests.games import one_for_all


def with_a_box(projection: Projection) -> Projection:
    """Returns the game with a physical box, which has a to-do list; without a box it is collapsed."""
    opened, *rest = projection.records
    return replay([replace(opened, event=replace(opened.event, example=False)), *rest])  # type: ignore[call-arg,type-var]


def found_at(evening: Evening, projection: Projection) -> list[str]:
    _, phones = brought(evening, with_a_box(projection), *range(len(projection.table.seats)))
    phase = type(projection.table.state.phase).__name__
    return [
        f"{phase} at {projection.seq}, seat {phone.seat}, {said}"
        for phone in phones
        for said in below(phone, phone.seat in waiting(projection))
    ]


@pytest.mark.repeats
@pytest.mark.parametrize("game", GAME_INFOS)
def test_everything_asked_is_above_the_fold(evening: Evening, game: str) -> None:
    assert [said for projection in (beginning(game), *moments(game)) for said in found_at(evening, projection)] == []


@pytest.mark.parametrize("players", one_for_all([3, 4, 5], lambda players: players == 5))
def test_election_with_contested_areas_is_above_the_fold(evening: Evening, players: int) -> None:
    assert found_at(evening, contested(players)) == []
