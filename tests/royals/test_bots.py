"""Bots play whole games from their views alone, with a box they know and with one they have to read first."""

from __future__ import annotations

import random
from itertools import product

import pytest

from scoring.bots import play_game
from scoring.box import built_in
from scoring.kernel import Chance
from scoring.recording import export, load
from scoring.royals import GAME
from tests.games import one_for_all


@pytest.mark.parametrize(
    ("seats", "edition"),
    one_for_all(product(GAME.players, ("abacus", "arcane")), lambda case: case in ((2, "abacus"), (3, "arcane"))),
)
def test_bots_play_to_the_last_marker(seats: int, edition: str) -> None:
    story = play_game(GAME, seats, Chance(random.Random(seats)), {"edition": edition})
    assert story.table.standings is not None
    assert load(export(story)) == story


@pytest.mark.parametrize("seats", one_for_all([2, 4], lambda seats: seats == 2))
def test_bots_bring_along_the_printed_numbers_that_they_are_asked_for(seats: int) -> None:
    story = play_game(GAME, seats, Chance(random.Random(7)), box=built_in(GAME.box))
    assert story.table.standings is not None
    missing = [marker.key for marker in story.table.state.markers if not story.table.box.get(marker.key)]
    assert missing == []
    asked = {key.split(".")[0] for key in story.table.box}
    assert "name" not in asked and "cards" not in asked, "what no rule rests on is never asked for"  # noqa: PT018
