"""Put right at the table, not yet in Herald: a knight that nobody entered, and a hand that is empty."""

from __future__ import annotations

from scoring.kernel import Draft, Offer, Pick, Refusal, offer
from scoring.saga.asks import CallLastKnight, EnterForgotten
from scoring.saga.checks import check_lies_with
from scoring.saga.conquest import settle
from scoring.saga.events import ForgottenEntered, HandEmptied, LastKnightPlayed
from scoring.saga.knights import ALL_KNIGHTS, knight
from scoring.saga.reckoning import go_on
from scoring.saga.state import NEW, State, Turn, hand_cards, knights_at, missing, places_of
from scoring.words import T, Who


def offers(state: State, seat: int) -> list[Offer]:
    found, keys = [], tuple(one.key for one in ALL_KNIGHTS)
    if to := tuple(place for owner in _from(state, seat) if _has(state, owner) for place in destinations(state, owner)):
        found.append(offer(EnterForgotten, seat, Pick("knight", keys), Pick("to", to)))
    if isinstance(state.phase, Turn):
        likely = seat if state.phase.played else seat - 1
        found.append(offer(CallLastKnight, seat, Pick("whose", _from(state, likely))))
    return found


def _from(state: State, seat: int) -> tuple[int, ...]:
    """All seats, this one first."""
    return tuple((seat + further) % state.seats for further in range(state.seats))


def _has(state: State, seat: int) -> bool:
    """True if the seat can have laid another knight."""
    return hand_cards(state, seat) + missing(state, seat) > 0


def destinations(state: State, seat: int) -> tuple[str, ...]:
    return (*places_of(state, seat), new_army_of(seat))


def new_army_of(seat: int) -> str:
    return f"{NEW}-{seat}"


# --- what follows --------------------------------------------------------------------------------------


def enter_forgotten(draft: Draft[State], key: str, to: str) -> None:
    """The colour rule by what lies open, as for every correction."""
    state, one = draft.state, knight(key)
    owner = next((seat for seat in range(state.seats) if to in destinations(state, seat)), None)
    if owner is None:
        raise Refusal("no-army", T("It can lie in an army of a player, or be a new one."))
    if not _has(state, owner):
        raise Refusal("hand", T("{who} has no knight left that could lie there.", who=Who(owner)), "nl 38")
    place = NEW if to == new_army_of(owner) else to
    check_lies_with(one, knights_at(state, place))
    draft.happen(ForgottenEntered(owner, place, one))
    if not isinstance(draft.state.phase, Turn):
        go_on(draft)  # the last knight is played, no land changes hands any more
    elif hand_cards(draft.state, owner):
        settle(draft)
    else:
        settle(draft, free_knight=False)
        _end(draft, owner)


def call_last_knight(draft: Draft[State], whose: int) -> None:
    if not isinstance(draft.state.phase, Turn):
        raise Refusal("not-now", T("The last knight is played: only the count is left."), "nl 195")
    if whose not in range(draft.state.seats):
        raise Refusal("no-seat", T("There is no such seat at this table."))
    draft.happen(HandEmptied(whose))
    _end(draft, whose)


def _end(draft: Draft[State], seat: int) -> None:
    draft.happen(LastKnightPlayed(seat))
    go_on(draft)
