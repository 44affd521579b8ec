"""Bots play whole games from their views alone, with known and with unread printed values."""

from __future__ import annotations

import random
from itertools import product

import pytest

from scoring.bots import play_game
from scoring.kernel import Rng
from scoring.printed_values import PrintedValues, built_in
from scoring.recording import export, load
from scoring.royals import GAME
from tests.games import one_for_all
from tests.release_gates import amount


@pytest.mark.parametrize(
    ("seats", "edition"),
    one_for_all(product(GAME.players, ("abacus", "arcane")), lambda case: case in ((2, "abacus"), (3, "arcane"))),
)
def test_bots_play_to_the_last_marker(seats: int, edition: str) -> None:
    projection = play_game(GAME, seats, Rng(random.Random(seats)), {"edition": edition})
    assert projection.table.standings is not None
    assert load(export(projection)) == projection


EVERY_OPTION = [
    dict(zip((option.key for option in GAME.options), values, strict=True))
    for values in product(*([value for value, _ in option.values] for option in GAME.options))
]


@pytest.mark.long
@pytest.mark.parametrize("options", EVERY_OPTION, ids=lambda options: "-".join(options.values()))
@pytest.mark.parametrize("box", [GAME.example, built_in(GAME.printed_fields)], ids=["read", "unread"])
def test_bots_finish_games_under_every_option(options: dict[str, str], box: PrintedValues) -> None:
    for seats in random.Random(str(options)).sample(GAME.players, amount(2, len(GAME.players))):
        projection = play_game(GAME, seats, Rng(random.Random(seats)), options, box=box)
        assert projection.table.standings is not None
        assert projection.table.options == options


@pytest.mark.parametrize("seats", one_for_all([2, 4], lambda seats: seats == 2))
def test_bots_supply_the_printed_values_they_are_asked_for(seats: int) -> None:
    projection = play_game(GAME, seats, Rng(random.Random(7)), box=built_in(GAME.printed_fields))
    assert projection.table.standings is not None
    missing = [
        marker.key for marker in projection.table.state.markers if not projection.table.printed_values.get(marker.key)
    ]
    assert missing == []
    asked = {key.split(".")[0] for key in projection.table.printed_values}
    assert "name" not in asked and "cards" not in asked, "what no rule rests on is never asked for"  # noqa: PT018
