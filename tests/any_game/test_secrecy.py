"""Pairs of tables that differ only in swapped choices, or in a purse and all that rests on it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from scoring.any_game.examples import NIGHT_FERRY
from scoring.any_game.state import SHEET
from scoring.any_game.tools import StartTool
from scoring.games import GAMES
from tests.recorder import Recording
from tests.secrecy import HISTORY, SCREENS, SECRET, Room, differences

PAGES_SEEN = (*SCREENS, *HISTORY, "/export", "/game-sheet", "/tables")

# A purse, and what rests on it: a majority, formulas, and a tie-break at the end.
PURSES = """\
{"herald": "sheet 1", "title": "Purses", "players": [3, 3], "rounds": 2, "tie_breaks": ["coins"], "rows": [
 {"id": "points", "label": "Points", "kind": "points", "when": "each-round"},
 {"id": "coins", "label": "Coins", "kind": "track", "start": 40, "private": true},
 {"id": "richest", "label": "Richest", "kind": "majority", "over": "coins", "prizes": [6, 3], "ties": "split"},
 {"id": "interest", "label": "Interest", "kind": "formula", "when": "each-round", "expression": "floor(coins / 5)"},
 {"id": "both", "label": "Both", "kind": "formula", "expression": "max(richest, interest)"}]}
"""


@pytest.fixture
def pair(tmp_path: Path, table: Recording) -> Iterator[tuple[Room, Room]]:
    made = tuple(Room(tmp_path / name, list(table.projection.records)) for name in ("one", "two"))
    yield made  # type: ignore[misc]
    for room in made:
        room.close()


def crew() -> Recording:
    """The Night Ferry, as four of five players are asked; only the numbers of their answers are revealed."""
    table = Recording(GAMES["any-game"], 5, {}, {SHEET: NIGHT_FERRY})
    table.act(0, StartTool("watch", {"0": 1, "1": 1, "2": 1, "4": 1}))
    return table


def purses() -> Recording:
    return Recording(GAMES["any-game"], 3, {}, {SHEET: PURSES})


@pytest.mark.parametrize("table", [crew()], ids=["crew"])
@pytest.mark.parametrize("order", [(1, 2, 4, 0), (4, 2, 0, 1)], ids=["swapped first", "one swapped last"])
def test_swapped_choices_look_the_same_to_others(pair: tuple[Room, Room], order: tuple[int, ...]) -> None:
    for room in pair:
        room.hiding = frozenset({1, 2})
    row, drift = "0", "1"
    for seat in order:
        for room, answer in zip(pair, {1: (row, drift), 2: (drift, row)}.get(seat, (row, row)), strict=True):
            room.submit(seat, "seal-answer", {"amounts.answer": answer}, {})
        assert differences(*pair, PAGES_SEEN) == [], f"once {seat} has answered"
    one, two = (room.projection.table.state.results[-1].answers for room in pair)
    assert one != two
    for room in pair:
        room.submit(0, "start-tool", {"tool": "crew"}, {})
    assert differences(*pair) == [], "at the next question"


@pytest.mark.parametrize("table", [purses()], ids=["purses"])
def test_rows_that_rest_on_a_purse_look_the_same_to_others(pair: tuple[Room, Room]) -> None:
    for room, coins in zip(pair, ("40", "7"), strict=True):
        room.submit(SECRET, "move-own-marker", {"row": "coins", "to": coins}, {})
    assert differences(*pair) == [], "once the purse differs"
    for number in (1, 2):
        for room in pair:
            room.submit(0, "count-round", {}, {})
        for seat in range(3):
            assert differences(*pair, PAGES_SEEN) == [], f"round {number}, before seat {seat} has entered"
            if not (number == 2 and seat == 2):
                for room in pair:
                    room.submit(seat, "enter-amounts", {"amounts.points": "5"}, {})
    for room in pair:
        room.submit(2, "enter-amounts", {"amounts.points": "5"}, {})
    one, two = (room.projection.table.game.score(room.projection.table.state) for room in pair)
    assert one != two, "the end shows it"
