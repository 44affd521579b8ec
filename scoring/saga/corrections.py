"""Putting right what Herald believes, when the table or a hand says otherwise."""

from __future__ import annotations

from scoring.kernel import Count, Draft, Offer, Pick, Refusal, offer
from scoring.once import once
from scoring.saga import late
from scoring.saga.asks import CorrectFame, CorrectHand, CorrectKnight, CorrectPlace
from scoring.saga.checks import check_lies_with
from scoring.saga.conquest import settle
from scoring.saga.events import AimCorrected, FameCorrected, HandCorrected, HandStood, KnightCorrected, PlaceCorrected
from scoring.saga.knights import ALL_KNIGHTS, VALUES, Knight, can_be, knight, without
from scoring.saga.state import (
    FREE,
    HAND,
    Reckoning,
    State,
    Turn,
    army_at,
    army_place,
    counts_as_told,
    hand_cards,
    hand_points,
    knights_at,
    land_place,
    owner_of,
    places_of,
    turn_of,
)
from scoring.words import T

MOST_FAME = 320  # nl 24: 32 chips; the largest that reviews agree on is a 10


def may_correct(state: State) -> bool:
    """During a turn, and at the end until the count begins; later there is undo."""
    phase = state.phase
    return isinstance(phase, Turn) or (isinstance(phase, Reckoning) and phase.count is None)


@once
def corrections(state: State) -> tuple[Offer, ...]:
    """Kept apart from the moves. Any seat may put the table right; a hand only its owner."""
    seat = turn_of(state)
    if seat is None or not may_correct(state):
        return ()
    lying, knights = all_lying(state), tuple(one.key for one in ALL_KNIGHTS)
    held = tuple(which for which in lying if owner_of(state, _split(which)[0]) is not None)
    found = [_fame(state, seat, owner) for owner in range(state.seats)]
    if lying:
        found.append(offer(CorrectKnight, seat, Pick("which", lying), Pick("really", knights)))
    if held and isinstance(state.phase, Turn):
        found.append(offer(CorrectPlace, seat, Pick("which", held), Pick("to", (HAND, *_places(state)))))
    found += late.offers(state, seat)
    return (*found, *(_hand(state, owner) for owner in range(state.seats) if isinstance(state.phase, Turn)))


def _fame(state: State, seat: int, owner: int) -> Offer:
    """One for each owner: it starts at what Herald believes."""
    return offer(CorrectFame, seat, Pick("whose", (owner,)), Count("fame", 0, MOST_FAME, state.fame[owner]))


def _hand(state: State, seat: int) -> Offer:
    cards = hand_cards(state, seat)
    low, high = VALUES[0] * cards, VALUES[-1] * cards
    return offer(CorrectHand, seat, Count("points", low, high, max(low, min(high, hand_points(state, seat)))))


def _places(state: State) -> tuple[str, ...]:
    return tuple(place for seat in range(state.seats) for place in places_of(state, seat))


def all_lying(state: State) -> tuple[str, ...]:
    """Every open knight on the table as `place:knight`."""
    armies = (army_place(number) for number in state.armies)
    places = (*armies, *(land_place(land) for land in state.lands), FREE)
    return tuple(dict.fromkeys(f"{place}:{one.key}" for place in places for one in knights_at(state, place)))


def _split(which: str) -> tuple[str, str]:
    place, _, key = which.partition(":")
    return place, key


# --- what follows --------------------------------------------------------------------------------------


def correct_fame(draft: Draft[State], whose: int, fame: int) -> None:
    _check_moment(draft.state)
    if whose not in range(draft.state.seats):
        raise Refusal("no-seat", T("There is no such seat at this table."))
    if fame not in range(MOST_FAME + 1):
        raise Refusal("fame", T("There is not that much fame in the box."), "nl 24")
    draft.happen(FameCorrected(whose, fame))


def correct_knight(draft: Draft[State], which: str, really: str) -> None:
    """The colour rule by what lies open: a face-down colour is nobody else's business."""
    place, old, new = *_lying(draft.state, which), knight(really)
    if place != FREE:
        check_lies_with(new, without(knights_at(draft.state, place), old))
    stands = counts_as_told(draft.state, place, old)
    draft.happen(KnightCorrected(place, old, new))
    if stands:
        _hand_stands(draft, place, new.value - old.value)
    _aim(draft, place, new)
    _settle(draft)


def correct_place(draft: Draft[State], which: str, to: str) -> None:
    place, one = _lying(draft.state, which)
    owner = owner_of(draft.state, place)
    if not isinstance(draft.state.phase, Turn):
        raise Refusal("not-now", T("The last knight is played: go back with undo instead."))
    if owner is None or (to != HAND and to not in places_of(draft.state, owner)) or to == place:
        raise Refusal("no-army", T("It can lie in another army of the same player, or be in the hand."))
    if to != HAND:
        check_lies_with(one, knights_at(draft.state, to))
    if to == HAND and counts_as_told(draft.state, place, one):
        _hand_stands(draft, place, -one.value)
    draft.happen(PlaceCorrected(place, one, to))
    _settle(draft)


def _hand_stands(draft: Draft[State], place: str, by: int) -> None:
    """What its owner counted in the hand does not change because something on the table is put right."""
    owner = owner_of(draft.state, place)
    if owner is not None and by:
        draft.happen(HandStood(owner, by))


def _aim(draft: Draft[State], place: str, first: Knight) -> None:
    """An army is against the land of the knight that began it (nl 125)."""
    number = army_at(draft.state, place)
    if number is None:
        return
    army = draft.state.armies[number]
    if army.led and army.knights[0] == first and army.land != first.colour:
        draft.happen(AimCorrected(number, first.colour))


def correct_hand(draft: Draft[State], seat: int, points: int) -> None:
    _check_moment(draft.state)
    cards = hand_cards(draft.state, seat)
    if not can_be(cards, points):
        text = T(
            "{cards} knights are worth {low} to {high}: count again.",
            cards=cards,
            low=VALUES[0] * cards,
            high=VALUES[-1] * cards,
        )
        raise Refusal("hand", text, "nl 205")
    draft.happen(HandCorrected(seat, points))


def enter_forgotten(draft: Draft[State], key: str, to: str) -> None:
    _check_moment(draft.state)
    late.enter_forgotten(draft, key, to)


def call_last_knight(draft: Draft[State], whose: int) -> None:
    _check_moment(draft.state)
    late.call_last_knight(draft, whose)


def _settle(draft: Draft[State]) -> None:
    """What is put right can decide who holds a land; the last knight is played, no land changes hands any more."""
    if isinstance(draft.state.phase, Turn):
        settle(draft)


# --- refusals ------------------------------------------------------------------------------------------


def _check_moment(state: State) -> None:
    if not may_correct(state):
        text = T("Corrections are for a turn, or for the check before the count; otherwise go back with undo.")
        raise Refusal("not-now", text)


def _lying(state: State, which: str) -> tuple[str, Knight]:
    _check_moment(state)
    place, key = _split(which)
    if which not in all_lying(state):
        raise Refusal("not-there", T("No such knight lies there."))
    return place, knight(key)
