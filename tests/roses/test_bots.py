"""Bots play whole games from their views alone, with known and with unread printed values."""

from __future__ import annotations

import random

import pytest

from scoring.bots import play_game
from scoring.kernel import Rng
from scoring.printed_values import built_in
from scoring.recording import export, load
from scoring.replay import effective
from scoring.roses import GAME
from scoring.table import apply_event
from tests.games import one_for_all
from tests.roses.ledger import Ledger


@pytest.mark.parametrize("seats", one_for_all(GAME.players, lambda seats: seats == 4))
def test_bots_play_five_rounds_and_the_ledger_balances(seats: int) -> None:
    projection = play_game(GAME, seats, Rng(random.Random(seats)), {"glass": "3"})
    assert projection.table.standings is not None
    assert projection.table.state.round == 5
    assert load(export(projection)) == projection
    table, ledger = None, Ledger(seats)
    for record in effective(projection.records):
        table = apply_event(table, record.event)
        if table.started:
            ledger.book(record.event)
            ledger.check(table.state)


@pytest.mark.parametrize("seats", one_for_all([2, 4], lambda seats: seats == 2))
def test_bots_supply_the_printed_values_they_are_asked_for(seats: int) -> None:
    projection = play_game(GAME, seats, Rng(random.Random(7)), box=built_in(GAME.printed_fields))
    assert projection.table.standings is not None
    asked = {key.split(".")[0] for key in projection.table.printed_values.keys() - built_in(GAME.printed_fields).keys()}
    assert {"income", "value", "most"} <= asked <= {"income", "value", "most", "second", "cathedral", "coast"}
