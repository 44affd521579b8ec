"""Corrections of the table and hands, including knights that were not entered."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from scoring.kernel import (
    Batch,
    Event,
    Refusal,
    Rng,
    SeatCorrection,
    StateCorrection,
    at_seat,
    legal_action,
    refused_if,
)
from scoring.legal_actions import Count, LegalAction, Pick
from scoring.saga.components import ALL_KNIGHTS, BY_KEY, LANDS, MOST_FAME, Knight, colours, keys, without_one
from scoring.saga.conquest import after_laying, settle
from scoring.saga.final_count import EnterHandValue, FinalCount, HandValueEntered, settle_choices
from scoring.saga.state import FREE, HAND, Army, State, army_place, colour_refusal, land_place, named_by
from scoring.saga.turn import Turn
from scoring.values import replaced
from scoring.words import T, Text, Who

NEW = "new"


class TurnCorrection(StateCorrection, abstract=True):
    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        at_end, text = isinstance(state.phase, FinalCount), T("The last knight has been played. Use Undo instead.")
        return super().refusal(state, seat) or refused_if(at_end, "not-now", text)


def _settle(batch: Batch[State]) -> None:
    """Carries out conquests that follow from a correction; none after the last knight, when no land changes hands."""
    if isinstance(batch.state.phase, Turn):
        settle(batch)


# --- fame ----------------------------------------------------------------------------------------------


class FameCorrected(Event):
    seat: int
    fame: int

    def apply(self, state: State) -> State:
        return state.with_fame(self.seat, self.fame)

    def history_line(self, state: State) -> Text:
        return T("Corrected: {who} has {fame} fame.", who=Who(self.seat), fame=self.fame)


class CorrectFame(SeatCorrection, event=FameCorrected):
    """Corrects a seat's fame."""

    fame: int

    @classmethod
    def tracked_fields(cls, state: State) -> Iterable[Count]:
        return (Count("fame", 0, MOST_FAME, fame) for fame in state.fame)


# --- knights on the table ------------------------------------------------------------------------------


def open_knights_on_table(state: State) -> tuple[str, ...]:
    """Returns every open knight on the table as `place:knight`."""
    places = (*map(army_place, state.armies), *map(land_place, state.lands), FREE)
    return tuple(f"{place}:{key}" for place in places for key in keys(state.knights_at(place)))


def place_and_knight(which: str) -> tuple[str, Knight]:
    """Returns the place and the knight of a form value such as `army-3:green-4`."""
    place, _, key = which.partition(":")
    return place, BY_KEY[key]


def _entered_since_played(state: State, place: str, one: Knight) -> bool:
    """True if the owner entered the hand's value after playing this knight. Correcting the knight then leaves it
    unchanged."""
    owner = state.owner_of(place)
    return owner is not None and state.amended[owner] is not None and not state.since_entered(place, one)


def _keep_hand_value(batch: Batch[State], place: str, by: int) -> None:
    """Keeps the entered value of the hand when a knight on the table is corrected."""
    owner = batch.state.owner_of(place)
    if owner is not None and by:
        batch.emit(HandValueKept(owner, by))


class CorrectKnight(StateCorrection):
    """Corrects the knight in a place: `which` is `army-3:green-4`, `really` the right knight."""

    which: str
    really: str

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        for which in open_knights_on_table(state):
            really = Pick("really", keys(ALL_KNIGHTS), place_and_knight(which)[1].key)
            yield legal_action(cls, seat, Pick("which", (which,)), really, at=which)

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        if self.which not in open_knights_on_table(state):
            return None
        place, old = place_and_knight(self.which)
        others = without_one(state.knights_at(place), old) if place != FREE else ()
        return colour_refusal(self.really, colours(others))

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        (place, old), new = place_and_knight(self.which), BY_KEY[self.really]
        stands = _entered_since_played(batch.state, place, old)
        batch.emit(KnightCorrected(place, old, new))
        if stands:
            _keep_hand_value(batch, place, new.value - old.value)
        _retarget_army(batch, place, new)
        _settle(batch)


def _retarget_army(batch: Batch[State], place: str, first: Knight) -> None:
    """Lets the army attack the land of its first knight (nl 125)."""
    army = batch.state.at(place)
    if isinstance(army, Army) and army.led and army.knights[0] == first and army.land != first.colour:
        batch.emit(AimCorrected(int(named_by(place)), first.colour))


class KnightCorrected(Event):
    """The knight in `place` (`army-3`, `land-red` or `free`) is in fact `really`."""

    place: str
    knight: Knight
    really: Knight

    def apply(self, state: State) -> State:
        knights, since = state.knights_at(self.place), state.since_entered(self.place, self.knight)
        after = state.with_knights(self.place, replaced(knights, knights.index(self.knight), self.really))
        return after.with_since(self.place, self.knight, False).with_since(self.place, self.really, since)

    def history_line(self, state: State) -> Text:
        old, new, there = self.knight.name, self.really.name, state.place_named(self.place)
        return T("Corrected: {old} is really {new} ({place}).", old=old, new=new, place=there)


class AimCorrected(Event):
    """The first knight of that attacking army was corrected, so it attacks another land."""

    army: int
    land: str

    def apply(self, state: State) -> State:
        return state.with_army(army_place(self.army), replace(state.armies[self.army], land=self.land))

    def history_line(self, state: State) -> Text:
        who = Who(state.armies[self.army].owner)
        return T("Corrected: one of {who}’s armies is against {land}.", who=who, land=LANDS[self.land].name)


class HandValueKept(Event, stored="hand-stood"):
    """The seat's knights on the table were corrected by `by` points; its hand keeps the entered value."""

    seat: int
    by: int

    def apply(self, state: State) -> State:
        return state.with_amended(self.seat, self.by)

    def history_line(self, state: State) -> Text:
        return T("{who}’s hand was worth what {who} entered.", who=Who(self.seat))


class CorrectPlace(TurnCorrection):
    """Moves a knight to another army of the same seat, or to its hand."""

    which: str
    to: str

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        for which in open_knights_on_table(state):
            here, _ = place_and_knight(which)
            owner = state.owner_of(here)
            if owner is not None:
                to = (HAND, *(place for place in state.places_of(owner) if place != here))
                yield legal_action(cls, seat, Pick("which", (which,)), Pick("to", to), at=which)

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        if self.which not in open_knights_on_table(state):
            return None
        place, one = place_and_knight(self.which)
        owner = state.owner_of(place)
        if owner is None or self.to == place or self.to not in (HAND, *state.places_of(owner)):
            return Refusal("no-army", T("It can only be in another army of the same player or in their hand."))
        return colour_refusal(one.key, colours(state.knights_at(self.to)))

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        place, one = place_and_knight(self.which)
        if self.to == HAND and _entered_since_played(batch.state, place, one):
            _keep_hand_value(batch, place, -one.value)
        batch.emit(PlaceCorrected(place, one, self.to))
        _settle(batch)


class PlaceCorrected(Event):
    """A knight was moved to another place of the same seat, or to its `hand`."""

    place: str
    knight: Knight
    to: str

    def apply(self, state: State) -> State:
        away = state.without_knight(self.place, self.knight)
        since = state.since_entered(self.place, self.knight)
        return away if self.to == HAND else away.with_knight(self.to, self.knight, since)

    def history_line(self, state: State) -> Text:
        here, there = state.place_named(self.place), state.place_named(self.to)
        knight = self.knight.name
        return T("Corrected: {knight} is in {there}, not {here}.", knight=knight, here=here, there=there)


# --- placed but not entered ----------------------------------------------------------------------------


def new_army_of(seat: int) -> str:
    """Returns the form value for a new army of the seat."""
    return f"{NEW}-{seat}"


def _can_have_laid(state: State, seat: int) -> bool:
    """True if the seat has a knight in hand, or one whose place is unknown."""
    return state.hand_cards(seat) + state.missing.get(seat, 0) > 0


class EnterMissedMove(StateCorrection):
    """Enters a knight that was played but not entered, in army `to` (`new-2`: a new army of seat 2)."""

    knight: str
    to: str

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        for owner in (owner for owner in state.clockwise(seat) if _can_have_laid(state, owner)):
            for place in (*state.places_of(owner), new_army_of(owner)):
                at = at_seat(owner) if place == new_army_of(owner) else place
                yield legal_action(cls, seat, Pick("knight", keys(ALL_KNIGHTS)), Pick("to", (place,)), at=at)

    def owner(self, state: State) -> int | None:
        new = {new_army_of(seat): seat for seat in range(state.seats)}
        return new.get(self.to, state.owner_of(self.to))

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        owner = self.owner(state)
        if owner is None or self.knight not in BY_KEY:
            return None
        text = T("{who} has no knight left that could be there.", who=Who(owner))
        return refused_if(not _can_have_laid(state, owner), "hand", text, "nl 38") or colour_refusal(
            self.knight, colours(state.knights_at(self.to))
        )

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        owner = self.owner(batch.state)
        assert owner is not None, "every place that is offered has an owner"
        place = NEW if self.to == new_army_of(owner) else self.to
        batch.emit(MissedMoveEntered(owner, place, BY_KEY[self.knight]))
        if isinstance(batch.state.phase, Turn):
            after_laying(batch, owner)
        else:
            settle_choices(batch)  # after the last knight, no land changes hands


class MissedMoveEntered(Event, stored="forgotten-entered"):
    """A knight of that seat was played earlier without being entered; `new`: it started an army."""

    seat: int
    place: str
    knight: Knight

    def apply(self, state: State) -> State:
        state = self._hand(state)
        if self.place == NEW:
            state = state.new_army(state.armies_made + 1, self.seat, self.knight)
        else:
            state = state.with_knight(self.place, self.knight)
        end = state.phase
        if isinstance(end, FinalCount) and end.counted in state.armies_of(self.seat):  # choose again which army counts
            return state.with_phase(counted=None)
        return state

    def _hand(self, state: State) -> State:
        if missing := state.missing.get(self.seat, 0):
            found = {**state.missing, self.seat: missing - 1}
            return replace(state, missing=found).with_amended(self.seat, self.knight.value)
        entered = state.amended[self.seat] is not None
        return replace(state, unsure=state.unsure | {self.seat}) if entered else state

    def history_line(self, state: State) -> Text:
        who, knight = Who(self.seat), self.knight.name
        if self.place == NEW:
            land = LANDS[self.knight.colour].name
            return T(
                "Corrected: {who} played {knight} as a new army against {land}.", who=who, knight=knight, land=land
            )
        there = state.place_named(self.place)
        return T("Corrected: {who} played {knight} to {place}.", who=who, knight=knight, place=there)


class CallLastKnight(TurnCorrection):
    """Enters that the hand is empty, although Herald expects knights in it; this ends the game (nl 195)."""

    whose: int

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        for owner in range(state.seats):
            yield legal_action(cls, seat, Pick("whose", (owner,)), at=at_seat(owner))

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        batch.emit(HandEmptied(self.whose))
        settle(batch, last=self.whose)


class HandEmptied(Event):
    """The hand is empty although Herald expected knights in it; where they are is unknown."""

    seat: int

    def apply(self, state: State) -> State:
        gone = state.missing.get(self.seat, 0) + state.hand_cards(self.seat)
        after = state.with_amended(self.seat, -state.hand_points(self.seat))
        return replace(after, missing={**state.missing, self.seat: gone})

    def history_line(self, state: State) -> Text:
        return T("Corrected: {who} has no knights left in hand.", who=Who(self.seat))


# --- the player's own hand ----------------------------------------------------------------------------


class HandCorrected(HandValueEntered, secret={"points"}):
    """A hand value corrected during the game, and therefore secret."""

    def history_line(self, state: State) -> Text:
        return T("{who} corrected their hand.", who=Who(self.seat))

    def secret_history_line(self, state: State) -> Text:
        return T("{who} had knights worth {points} in hand.", who=Who(self.seat), points=self.points)


class CorrectHand(EnterHandValue, TurnCorrection, event=HandCorrected):
    """Corrects the value of the seat's own hand."""

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        return (replace(one, at=at_seat(seat)) for one in super().legal_actions(state, seat))
