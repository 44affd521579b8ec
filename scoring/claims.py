"""Everybody taps on the drawn board what is theirs, all at once; where two say the same, the table settles it."""

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
    """Whose each place is said to be. What was known before this round is taken over by whoever says so; what two
    have said in this round is a contradiction."""

    said: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    # Said in this round.
    fresh: frozenset[str] = frozenset()
    # Whose a place was before somebody took it over in this round.
    before: Mapping[str, int] = field(default_factory=dict)
    # Seats of which something was said in this round.
    heard: frozenset[int] = frozenset()

    @classmethod
    def known(cls, owners: Mapping[str, int]) -> Claims:
        """A new round, which begins with the board as it was last known."""
        return cls({place: (seat,) for place, seat in owners.items()})

    def of(self, seat: int) -> tuple[str, ...]:
        return tuple(place for place, said in self.said.items() if seat in said)

    def by(self, place: str) -> tuple[int, ...]:
        return self.said.get(place, ())

    @property
    def contradictions(self) -> tuple[str, ...]:
        return tuple(place for place, said in self.said.items() if len(said) > 1)

    @property
    def owners(self) -> dict[str, int]:
        """Whose each place is, where nobody contradicts."""
        return {place: said[0] for place, said in self.said.items() if len(said) == 1}

    def claimed(self, seat: int, place: str) -> Claims:
        others = tuple(one for one in self.by(place) if one != seat)
        heard = replace(self, heard=self.heard | {seat})
        if place in self.fresh:
            return replace(heard, said={**self.said, place: (*others, seat)})
        before = {**self.before, place: others[0]} if others else self.before
        return replace(heard, said={**self.said, place: (seat,)}, fresh=self.fresh | {place}, before=before)

    def given_up(self, seat: int, place: str) -> Claims:
        """Nobody's then; but a place taken over by mistake is again whose it was."""
        others = tuple(one for one in self.by(place) if one != seat)
        former = self.before.get(place, seat)
        heard = replace(self, heard=self.heard | {seat}, before=without(self.before, place))
        if others or former == seat:
            return heard.settled(place, *others)
        return replace(heard, said={**self.said, place: (former,)}, fresh=self.fresh - {place})

    def settled(self, place: str, *owners: int) -> Claims:
        """Whose it is after all; nobody's without owners."""
        said = {**self.said, place: owners} if owners else without(self.said, place)
        return replace(self, said=said, fresh=self.fresh | {place})


class ClaimPhase(Phase, abstract=True):
    """A phase in which everybody taps what is theirs. Its `claims` are the board as it is said to be."""

    claims: Claims

    def places(self, state: Any, seat: int) -> tuple[str, ...]:
        """All that may be this seat's."""
        raise NotImplementedError

    def to_give_up(self, state: Any, seat: int) -> tuple[str, ...]:
        """What this seat has said, or Herald has known, to be its own and may not be."""
        there = self.places(state, seat)
        return tuple(place for place in self.claims.of(seat) if place in there)

    def place_name(self, state: Any, place: str) -> Text | str:
        raise NotImplementedError

    def finished(self, state: Any, seat: int) -> bool:
        """True if the seat has entered everything: its board stands until it takes that back."""
        return False

    def contradicted(self, state: Any) -> Refusal | None:
        """Why nothing can be counted yet."""
        for place in self.claims.contradictions:
            who, name = seats(self.claims.by(place)), self.place_name(state, place)
            return Refusal("contradiction", T("{who} each marked {place} as theirs. Whose is it?", who=who, place=name))
        return None


class OwnBoard(Action, abstract=True, rejects_stale=False, phases=(ClaimPhase,)):
    """What a seat says of its own places, until it has finished."""

    @classmethod
    def refusal(cls, state: Any, seat: int) -> Refusal | None:
        text = T("{who} has already entered everything. Take that back first.", who=Who(seat))
        return refused_if(state.phase.finished(state, seat), "finished", text)


class ClaimPlace(OwnBoard):
    """That is mine."""

    place: str

    @classmethod
    def legal_actions(cls, state: Any, seat: int) -> Iterable[LegalAction]:
        mine = state.phase.claims.of(seat)
        rest = tuple(place for place in state.phase.places(state, seat) if place not in mine)
        return (legal_action(cls, seat, Pick("place", rest)),) if rest else ()

    def decide(self, batch: Batch[Any], seat: int, rng: Rng) -> None:
        batch.emit(PlaceClaimed(seat, self.place))


class GiveUpPlace(OwnBoard):
    """That is not mine after all."""

    place: str

    @classmethod
    def legal_actions(cls, state: Any, seat: int) -> Iterable[LegalAction]:
        mine = state.phase.to_give_up(state, seat)
        return (legal_action(cls, seat, Pick("place", mine)),) if mine else ()

    def decide(self, batch: Batch[Any], seat: int, rng: Rng) -> None:
        batch.emit(PlaceGivenUp(seat, self.place))


class SettlePlace(Action, rejects_stale=False, phases=(ClaimPhase,)):
    """Two say that a place is theirs: it is this seat's. Anybody may say so for the seat."""

    place: str

    @classmethod
    def legal_actions(cls, state: Any, seat: int) -> Iterable[LegalAction]:
        claims = state.phase.claims
        mine = tuple(place for place in claims.contradictions if seat in claims.by(place))
        return (legal_action(cls, seat, Pick("place", mine)),) if mine else ()

    def decide(self, batch: Batch[Any], seat: int, rng: Rng) -> None:
        batch.emit(PlaceSettled(seat, self.place))


class ClaimEvent(Event, abstract=True, phases=(ClaimPhase,)):
    """Somebody said whose a place is."""

    seat: int
    place: str

    def claims(self, before: Claims) -> Claims:
        raise NotImplementedError

    def apply(self, state: Any) -> Any:
        phase = state.phase
        if not isinstance(phase, ClaimPhase):
            return state
        return replace(state, phase=replace(phase, claims=self.claims(phase.claims)))


class PlaceClaimed(ClaimEvent):
    def claims(self, before: Claims) -> Claims:
        return before.claimed(self.seat, self.place)

    def history_line(self, state: Any) -> Text:
        return T("{who} marked {place} as theirs.", who=Who(self.seat), place=state.phase.place_name(state, self.place))


class PlaceGivenUp(ClaimEvent):
    def claims(self, before: Claims) -> Claims:
        return before.given_up(self.seat, self.place)

    def history_line(self, state: Any) -> Text:
        return T("{who} unmarked {place}.", who=Who(self.seat), place=state.phase.place_name(state, self.place))


class PlaceSettled(ClaimEvent):
    def claims(self, before: Claims) -> Claims:
        return before.settled(self.place, self.seat)

    def history_line(self, state: Any) -> Text:
        place = state.phase.place_name(state, self.place)
        return T("The table agreed: {who} has {place}.", who=Who(self.seat), place=place)
