"""Enters the board before the last parliament in FINAL_SCORING mode, as players would."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.claims import ClaimPlace
from scoring.kernel import FINAL_SCORING, Action, Rng
from scoring.replay import Projection
from scoring.reveal_phases import ConfirmBoard
from scoring.roses import GAME
from scoring.roses.components import MOVERS, entry_place
from scoring.roses.last_parliament import (
    EnterCaptain,
    EnterKings,
    EnterPieceLocation,
    EnterPoints,
    HoldAward,
    StandFirst,
)
from scoring.roses.resolution import BattlesEnded
from scoring.roses.state import State, most_of
from scoring.table import Actor, Table, apply_event, decide
from tests.strategies import begun, with_records


def entry_actions(state: State) -> Iterator[tuple[int, Action]]:
    """Yields the actions that enter a board, with their seats. Omits a turn order or award that follows from the
    rest."""
    points = state.victory_points
    for seat in range(state.seats):
        yield seat, EnterPoints(points[seat], state.houses[seat] if state.with_houses else "")
    if state.with_houses:
        yield 0, EnterKings(state.kings.count("lancaster"), state.kings.count("york"))
    for piece, seat in state.owners.items():
        yield seat, ClaimPlace(piece)
        if piece in MOVERS and state.stands[piece] != entry_place(state.printed_values, piece):
            yield seat, EnterPieceLocation(piece, state.stands[piece])
    if state.calais:
        yield state.calais[0], EnterCaptain(state.calais[1])
    for place, seat in enumerate(state.order):
        if any(points[other] == points[seat] for other in state.order[place + 1 :]):
            yield seat, StandFirst()
    for award, seat in state.awards.items():
        if len(most_of(state, award)) > 1:
            yield seat, HoldAward(award)


def state_before_last_parliament(projection: Projection) -> State:
    """Returns the state of a tracked game after all battles of the last round."""
    table: Table | None = None
    last: State | None = None
    for record in projection.effective:
        table = apply_event(table, record.event)
        if isinstance(record.event, BattlesEnded):
            last = table.state
    assert last is not None
    assert last.round == 5
    return last


def entered_at_the_end(projection: Projection, rng: Rng) -> Projection:
    """Returns the same game in FINAL_SCORING mode, with only its end entered."""
    state, table = state_before_last_parliament(projection), projection.table
    new = begun(
        GAME, state.seats, {**table.options, "follow": FINAL_SCORING}, None if table.example else table.printed_values
    )

    def submitted(seat: int, action: Action) -> Projection:
        return with_records(new, decide(new.table, Actor(seat), seat, action, rng), f"ask-{new.seq}", seat)

    for seat, action in entry_actions(state):
        new = submitted(seat, action)
    return submitted(0, ConfirmBoard())
