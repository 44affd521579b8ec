"""Recorded games, replayed: same results, consistent prefixes, and every property used."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scoring.kernel import EVERY_MOVE, Event
from scoring.recording import export, load, places
from scoring.replay import Projection, replay
from scoring.saga import GAME
from scoring.saga.components import SET_CARDS, Property
from scoring.saga.phases import BoardEntry, SetUp
from scoring.saga.resuming import HandEntry
from scoring.saga.turn import KnightRecruited
from scoring.table import Table, apply_event
from tests.endings import endings_of
from tests.saga.ledger import Ledger
from tests.saga.recorder import RECORDED, used_properties

PATHS = sorted(RECORDED.glob("*.jsonl"))
EVERY = pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)


def projection_in(path: Path) -> Projection:
    return load(path.read_text(encoding="utf-8"))


@EVERY
def test_recorded_game_still_has_the_same_result(path: Path) -> None:
    projection = projection_in(path)
    lines = path.read_text(encoding="utf-8").splitlines()
    assert places(projection)["places"] == json.loads(lines[-1])["standings"]["places"]
    assert export(projection).splitlines()[1:-1] == lines[1:-1]


@EVERY
def test_every_prefix_of_a_recording_is_consistent(path: Path) -> None:
    records = projection_in(path).records
    for length in range(1, len(records) + 1, 7):
        table = replay(records[:length]).table
        unknown = (SetUp, BoardEntry, HandEntry)  # not all knights have been entered yet
        if not table.started or isinstance(table.state.phase, unknown) or table.state.tracking_mode != EVERY_MOVE:
            continue
        state = table.state
        seats = range(state.seats)
        table_knights = sum(len(army.knights) for army in state.armies.values())
        table_knights += sum(len(land.knights) for land in state.lands.values()) + len(state.free)
        hidden = sum(len(state.face_down_knights(seat)) for seat in seats)
        in_hands = sum(state.hand_cards(seat) for seat in seats)
        assert table_knights + hidden + in_hands == SET_CARDS * (state.seats + 1)
        assert all(table.game.view(state, seat).headline for seat in (None, *seats))


def test_there_is_a_recording_for_every_player_count() -> None:
    assert {len(projection_in(path).table.seats) for path in PATHS} == set(GAME.players)


def test_every_property_is_used_in_a_recording() -> None:
    assert set().union(*(used_properties(projection_in(path)) for path in PATHS)) == set(Property)


def test_every_optional_interpretation_is_in_a_recording() -> None:
    assert {"conquest-may", "turned-over", "equal-armies"} <= set().union(
        *(endings_of(projection_in(path)) for path in PATHS)
    )


def test_the_reminder_is_on_in_one_recording_and_off_in_another() -> None:
    assert {projection_in(path).table.options["reminder"] for path in PATHS} == {"on", "off"}


def test_the_ledger_detects_a_knight_from_nowhere() -> None:
    """Booked without the recruiting, the next check must fail."""
    projection = projection_in(next(path for path in PATHS if path.stem == "4-last-knight"))
    assert any(isinstance(record.event, KnightRecruited) for record in projection.effective)
    with pytest.raises(AssertionError):
        booked(projection, leave_out=KnightRecruited)
    booked(projection, leave_out=None)


def booked(projection: Projection, leave_out: type[Event] | None) -> None:
    table: Table | None = None
    ledger = Ledger(len(projection.table.seats))
    for record in projection.effective:
        table = apply_event(table, record.event)
        if leave_out is None or not isinstance(record.event, leave_out):
            ledger.book(record.event)
        if table.started:
            ledger.check(table.state)
