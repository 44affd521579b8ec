"""The set-up and a turn: positions taken, bonuses that follow, and how turns and epochs end."""

from __future__ import annotations

from scoring.kernel import Draft, Offer, Pick, Refusal, offer
from scoring.royals import bonuses, printed
from scoring.royals.asks import ChooseStartPlayer, EndEpoch, EndTurn, TakePosition
from scoring.royals.events import (
    EpochEnded,
    MarkerTaken,
    PositionOccupied,
    PositionTakenOver,
    ScoringBegan,
    StartPlayerChosen,
    TurnBegan,
    TurnEnded,
)
from scoring.royals.printed import CUBES_A_MOVE, LAST_EPOCH, POSITIONS
from scoring.royals.state import (
    State,
    Turn,
    city_name,
    exists,
    holder,
    next_seat,
    still_to_play,
    supply,
    title_of,
    with_cube,
)
from scoring.words import T

# --- what may be asked ---------------------------------------------------------------------------------


def set_up_offers(state: State) -> tuple[Offer, ...]:
    return (offer(ChooseStartPlayer, 0, Pick("first", tuple(range(state.seats)))),)


def offers(state: State, turn: Turn) -> tuple[Offer, ...]:
    """One offer a position, so that each brings along the printed numbers it needs."""
    seat = turn.turn
    moves = (
        offer(TakePosition, seat, Pick("position", (position,)), needs=numbers_needed(state, seat, position))
        for position in positions_to_take(state, seat)
    )
    ends = () if state.last_round else (offer(EndEpoch, seat),)
    return (*moves, offer(EndTurn, seat), *ends)


def positions_to_take(state: State, seat: int) -> tuple[str, ...]:
    if supply(state, seat) < CUBES_A_MOVE:
        return ()
    return tuple(p for p in POSITIONS if exists(state, p) and holder(state, p) != seat)


def numbers_needed(state: State, seat: int, position: str) -> tuple[str, ...]:
    """The title that counts, and the values of the markers this move would win."""
    won = bonuses.earned(with_cube(state, seat, position), seat, printed.city_of(position))
    return tuple(key for key in (printed.title_key(position), *won) if not state.box.get(key))


# --- what follows --------------------------------------------------------------------------------------


def choose_start_player(draft: Draft[State], first: int) -> None:
    if first not in range(draft.state.seats):
        raise Refusal("no-seat", T("There is no such seat at this table."))
    draft.happen(StartPlayerChosen(first))
    draft.happen(TurnBegan(first))


def take_position(draft: Draft[State], seat: int, position: str) -> None:
    _check_position(draft.state, seat, position)
    loser = holder(draft.state, position)
    if loser is None:
        draft.happen(PositionOccupied(seat, position))
    else:
        draft.happen(PositionTakenOver(seat, position, loser))
    award_bonuses(draft, seat, printed.city_of(position))


def award_bonuses(draft: Draft[State], seat: int, city: str) -> None:
    for marker in bonuses.earned(draft.state, seat, city):
        draft.happen(MarkerTaken(seat, marker))


def end_turn(draft: Draft[State], seat: int) -> None:
    """The left neighbour is next; once the last round is complete, the third epoch is scored (de 249)."""
    draft.happen(TurnEnded(seat))
    _go_on(draft, seat, scored=draft.state.last_round and not still_to_play(draft.state, seat))


def end_epoch(draft: Draft[State], seat: int) -> None:
    """At once before the next turn (de 247); the third time the round is played to its end (de 249)."""
    state = draft.state
    if state.last_round:
        raise Refusal("last-round", T("This is the last round already: end the turn."), "de 249")
    draft.happen(TurnEnded(seat))
    draft.happen(EpochEnded(state.epoch))
    _go_on(draft, seat, scored=state.epoch < LAST_EPOCH or not still_to_play(state, seat))


def _go_on(draft: Draft[State], seat: int, scored: bool) -> None:
    draft.happen(ScoringBegan(draft.state.epoch) if scored else TurnBegan(next_seat(draft.state, seat)))


# --- refusals ------------------------------------------------------------------------------------------


def _check_position(state: State, seat: int, position: str) -> None:
    if position not in POSITIONS:
        raise Refusal("no-position", T("There is no such position on the board."), "de 159")
    city = city_name(state, printed.city_of(position))
    if not exists(state, position):
        raise Refusal("no-position", T("{city} has only one position.", city=city), "de 159")
    if holder(state, position) == seat:
        raise Refusal("own", T("You hold this position already: take another one."), "de 185")
    if supply(state, seat) < CUBES_A_MOVE:
        text = T("A move needs two cubes, and you have fewer left: end your turn.")
        raise Refusal("supply", text, "de 157")
    if title_of(state, position) is None:
        raise Refusal("box-needed", T("Say first which title this position in {city} has.", city=city), "de 159")
