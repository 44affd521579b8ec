"""Claims: all players tap their own places on the board at once; the table settles double claims."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from scoring.kernel import Action, Batch, Event, Phase, Refusal, Rng, legal_action, refused_if
from scoring.legal_actions import LegalAction, Pick
from scoring.values import without
from scoring.words import T, Text, Who, seats


@dataclass(frozen=True)
class Claims:
    """Claimed owners of each place. A claim takes over a place from an owner known from an earlier round; two claims
    to one place in the same round are a contradiction.
    """

    claimants: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    # Places claimed, given up or settled in this round.
    changed: frozenset[str] = frozenset()
    # Place -> owner before it was taken over in this round.
    before: Mapping[str, int] = field(default_factory=dict)
    # Seats that claimed or gave up a place in this round.
    seats_entered: frozenset[int] = frozenset()

    @classmethod
    def known(cls, owners: Mapping[str, int]) -> Claims:
        """Returns the claims of a new round, which start with the last known owners."""
        return cls({place: (seat,) for place, seat in owners.items()})

    def of(self, seat: int) -> tuple[str, ...]:
        """Returns the places that this seat claims."""
        return tuple(place for place, claimants in self.claimants.items() if seat in claimants)

    def by(self, place: str) -> tuple[int, ...]:
        """Returns the seats that claim this place."""
        return self.claimants.get(place, ())

    @property
    def contradictions(self) -> tuple[str, ...]:
        """Places that several seats claim."""
        return tuple(place for place, claimants in self.claimants.items() if len(claimants) > 1)

    @property
    def owners(self) -> dict[str, int]:
        """Owner of each place that exactly one seat claims."""
        return {place: claimants[0] for place, claimants in self.claimants.items() if len(claimants) == 1}

    def with_claim(self, seat: int, place: str) -> Claims:
        """Returns the claims with this one added."""
        others = tuple(one for one in self.by(place) if one != seat)
        entered = replace(self, seats_entered=self.seats_entered | {seat})
        if place in self.changed:
            return replace(entered, claimants={**self.claimants, place: (*others, seat)})
        before = {**self.before, place: others[0]} if others else self.before
        return replace(
            entered, claimants={**self.claimants, place: (seat,)}, changed=self.changed | {place}, before=before
        )

    def without_claim(self, seat: int, place: str) -> Claims:
        """Returns the claims without this one. If this claim took the place over, the former owner gets it back."""
        others = tuple(one for one in self.by(place) if one != seat)
        former = self.before.get(place, seat)
        entered = replace(self, seats_entered=self.seats_entered | {seat}, before=without(self.before, place))
        if others or former == seat:
            return entered.with_owners(place, *others)
        return replace(entered, claimants={**self.claimants, place: (former,)}, changed=self.changed - {place})

    def with_owners(self, place: str, *owners: int) -> Claims:
        """Returns the claims with the place's owners settled; without owners the place is free."""
        claimants = {**self.claimants, place: owners} if owners else without(self.claimants, place)
        return replace(self, claimants=claimants, changed=self.changed | {place})


class ClaimPhase(Phase, abstract=True):
    """A phase in which all players tap their own places; `claims` is the board as entered so far."""

    claims: Claims

    def places(self, state: Any, seat: int) -> tuple[str, ...]:
        """Returns all places that this seat may own."""
        raise NotImplementedError

    def to_give_up(self, state: Any, seat: int) -> tuple[str, ...]:
        """Returns the places whose claims the seat may withdraw, whether claimed now or known before."""
        there = self.places(state, seat)
        return tuple(place for place in self.claims.of(seat) if place in there)

    def place_name(self, state: Any, place: str) -> Text | str:
        raise NotImplementedError

    def finished(self, state: Any, seat: int) -> bool:
        """True if the seat has finished its entry. The entry stays locked until the seat reopens it."""
        return False

    def contradiction_refusal(self, state: Any) -> Refusal | None:
        """Returns why the table cannot count yet: a place has several claims. None if no place has."""
        for place in self.claims.contradictions:
            who, name = seats(self.claims.by(place)), self.place_name(state, place)
            return Refusal("contradiction", T("{who} each marked {place} as theirs. Whose is it?", who=who, place=name))
        return None


class OwnBoard(Action, abstract=True, rejects_stale=False, phases=(ClaimPhase,)):
    """Base class for actions on a seat's own places; refused once the seat has finished."""

    @classmethod
    def refusal(cls, state: Any, seat: int) -> Refusal | None:
        text = T("{who} has already entered everything. Take that back first.", who=Who(seat))
        return refused_if(state.phase.finished(state, seat), "finished", text)


class ClaimPlace(OwnBoard):
    """Marks a place as this seat's own."""

    place: str

    @classmethod
    def legal_actions(cls, state: Any, seat: int) -> Iterable[LegalAction]:
        mine = state.phase.claims.of(seat)
        rest = tuple(place for place in state.phase.places(state, seat) if place not in mine)
        return (legal_action(cls, seat, Pick("place", rest)),) if rest else ()

    def decide(self, batch: Batch[Any], seat: int, rng: Rng) -> None:
        batch.emit(PlaceClaimed(seat, self.place))


class GiveUpPlace(OwnBoard):
    """Withdraws this seat's claim to a place."""

    place: str

    @classmethod
    def legal_actions(cls, state: Any, seat: int) -> Iterable[LegalAction]:
        mine = state.phase.to_give_up(state, seat)
        return (legal_action(cls, seat, Pick("place", mine)),) if mine else ()

    def decide(self, batch: Batch[Any], seat: int, rng: Rng) -> None:
        batch.emit(PlaceGivenUp(seat, self.place))


class SettlePlace(Action, rejects_stale=False, phases=(ClaimPhase,)):
    """Settles a double claim in favour of this seat. Any device may do so for the seat."""

    place: str

    @classmethod
    def legal_actions(cls, state: Any, seat: int) -> Iterable[LegalAction]:
        claims = state.phase.claims
        mine = tuple(place for place in claims.contradictions if seat in claims.by(place))
        return (legal_action(cls, seat, Pick("place", mine)),) if mine else ()

    def decide(self, batch: Batch[Any], seat: int, rng: Rng) -> None:
        batch.emit(PlaceSettled(seat, self.place))


class ClaimEvent(Event, abstract=True, phases=(ClaimPhase,)):
    """Base class for events that change who claims a place."""

    seat: int
    place: str

    def claims(self, before: Claims) -> Claims:
        """Returns the claims after this event."""
        raise NotImplementedError

    def apply(self, state: Any) -> Any:
        phase = state.phase
        if not isinstance(phase, ClaimPhase):
            return state
        return replace(state, phase=replace(phase, claims=self.claims(phase.claims)))


class PlaceClaimed(ClaimEvent):
    def claims(self, before: Claims) -> Claims:
        return before.with_claim(self.seat, self.place)

    def history_line(self, state: Any) -> Text:
        return T("{who} marked {place} as theirs.", who=Who(self.seat), place=state.phase.place_name(state, self.place))


class PlaceGivenUp(ClaimEvent):
    def claims(self, before: Claims) -> Claims:
        return before.without_claim(self.seat, self.place)

    def history_line(self, state: Any) -> Text:
        return T("{who} unmarked {place}.", who=Who(self.seat), place=state.phase.place_name(state, self.place))


class PlaceSettled(ClaimEvent):
    def claims(self, before: Claims) -> Claims:
        return before.with_owners(self.place, self.seat)

    def history_line(self, state: Any) -> Text:
        place = state.phase.place_name(state, self.place)
        return T("The table agreed: {who} has {place}.", who=Who(self.seat), place=place)
