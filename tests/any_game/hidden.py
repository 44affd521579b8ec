"""Secrets of a seat with a game sheet: see tests/games.py."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.any_game.examples import LANTERN_MARKET
from scoring.any_game.rounds import MoveOwnMarker
from scoring.any_game.state import SHEET
from scoring.games import GAMES
from tests.recorder import Recording

if TYPE_CHECKING:
    from tests.secrecy import Log

PROBES = (
    {"action_name": "seal-answer", "amounts.answer": "1"},
    {"action_name": "move-own-marker", "row": "coins", "to": "1"},
)
REVEALS_EARLY = frozenset({"continue-without"})
# Bots ask few questions before the last count.
SEALED_ONCE = 3
# A move sets the purse, whatever was in it.
RESTS_ON_IT = frozenset({"move-own-marker"})
# The example has no private track; `twins` has.
NO_TWINS = frozenset({"own-marker-moved"})
# The final count shows all purses.
REVEALS = frozenset({"game-ended"})


def twins() -> tuple[Log, Log]:
    """Lantern Market with another purse of the seat; bids, tie-breaks and a formula rest on it."""
    from tests.secrecy import SECRET

    logs = []
    for coins in (40, 31):
        table = Recording(GAMES["any-game"], 3, {}, {SHEET: LANTERN_MARKET})
        table.act(SECRET, MoveOwnMarker("coins", coins - 1))
        logs.append(list(table.projection.records))
    return logs[0], logs[1]


def alike(values: dict[str, str]) -> dict[str, str]:
    """Bids that both purses can pay, to the last lot."""
    return {name: str(min(int(value), 2)) if name == "amounts.answer" else value for name, value in values.items()}
