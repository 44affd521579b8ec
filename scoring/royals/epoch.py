"""How turns and epochs end, and the scoring of an epoch: a check of the board, ties for the table, the markers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, replace
from typing import ClassVar

from scoring.ceremony import BoardConfirmed, Checking
from scoring.kernel import Chance, Draft, Event, Refusal, TableStep, offer
from scoring.offers import Offer, Pick
from scoring.royals import printed
from scoring.royals.ending import Titles
from scoring.royals.influence import epoch_awards, tie_to_settle
from scoring.royals.markers import MarkerRemoved, MarkerTaken
from scoring.royals.printed import COUNTRIES, LAST_EPOCH, YEARS
from scoring.royals.state import NextMove, RoyalsPhase, State
from scoring.royals.turn import InTurn, TurnBegan
from scoring.words import T, Text, Who, seats

# --- how a turn and an epoch end -----------------------------------------------------------------------


class EndTurn(InTurn):
    """The left neighbour is next (de 215); once the last round is complete, the third epoch is scored (de 249)."""

    def decide(self, draft: Draft[State], seat: int, chance: Chance) -> None:
        draft.happen(TurnEnded(seat))
        _go_on(draft, seat, scored=draft.state.last_round and not draft.state.still_to_play(seat))


class EndEpoch(InTurn):
    """The turn is over and the cards have run out with it (de 245).

    The epoch is scored before the next turn (de 247); the third time the round is played to its end (de 249).
    """

    @classmethod
    def why_not(cls, state: State, seat: int) -> Refusal | None:
        if (refusal := super().why_not(state, seat)) or not state.last_round:
            return refusal
        return Refusal("last-round", T("This is the last round already: end the turn."), "de 249")

    def decide(self, draft: Draft[State], seat: int, chance: Chance) -> None:
        state = draft.state
        draft.happen(TurnEnded(seat))
        draft.happen(EpochEnded(state.epoch))
        _go_on(draft, seat, scored=state.epoch < LAST_EPOCH or not state.still_to_play(seat))


def _go_on(draft: Draft[State], seat: int, scored: bool) -> None:
    draft.happen(ScoringBegan(draft.state.epoch) if scored else TurnBegan(draft.state.next_seat(seat)))


class TurnEnded(NextMove):
    seat: int

    def fold(self, state: State) -> State:
        return replace(state, on_show=None)


class EpochEnded(Event):
    """The cards ran out; after the third time the round is played to its end."""

    epoch: int

    def fold(self, state: State) -> State:
        return replace(state, last_round=self.epoch == LAST_EPOCH)

    def tell(self, state: State) -> Text:
        return T("The epoch {year} is over.", year=YEARS[self.epoch])

    def to_do(self, state: State) -> tuple[Text, ...]:
        """de 245, unless nobody draws any more."""
        if self.epoch == LAST_EPOCH and not state.still_to_play(state.for_table):
            return ()
        return (T("Shuffle the discarded country cards as the new pile and lay out three."),)


# --- the check of the board ----------------------------------------------------------------------------


class Scoring(Checking, RoyalsPhase):
    """After the turn of `turn`. `settled`: by country, who was put before equals, in that order."""

    confirming_clears_to_do: ClassVar[bool] = False
    turn: int
    checked: bool = False
    settled: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    def headline(self, state: State) -> Text:
        if not self.checked:
            return T("Scoring of {year}: is the board right?", year=YEARS[state.epoch])
        for country, tied in ties_to_settle(state).items():
            name = COUNTRIES[country].name
            return T("{country}: {who} are equal in everything. Who comes first?", country=name, who=seats(tied))
        return T("The epoch is scored.")

    def busy(self, state: State) -> Refusal:
        return Refusal("not-now", T("The epoch is being scored: play goes on after it."), "de 247")

    def may_correct(self) -> bool:
        return not self.checked

    def put_first(self, country: str) -> tuple[int, ...]:
        return self.settled.get(country, ())

    def why_not_confirm(self, state: State) -> Refusal | None:
        if not self.checked:
            return None
        return Refusal("not-now", T("The board is confirmed: settle the tie first."), "de 255")

    def numbers_to_confirm(self, state: State) -> tuple[str, ...]:
        return state.unknown(key for country in COUNTRIES for key in _numbers_that_count(state, country))

    def confirm(self, draft: Draft[State], chance: Chance) -> None:
        draft.happen(BoardConfirmed())
        _score_epoch(draft)

    def confirmed(self, state: State) -> State:
        return replace(state, phase=replace(self, checked=True))

    def confirmation(self, state: State) -> Text:
        return T("The board is checked: influence is compared.")


def _numbers_that_count(state: State, country: str) -> Iterator[str]:
    """Printed numbers without which this epoch cannot be scored."""
    held = state.held_in(country)
    for position in held:
        yield printed.title_key(position)
        yield printed.influence_key(position)
    for position in held:
        yield printed.city_marker(printed.city_of(position))
    present = {state.holders[position] for position in held}
    yield from printed.epoch_markers(country, state.epoch)[: len(present)]


class ScoringBegan(Event):
    epoch: int

    def fold(self, state: State) -> State:
        return replace(state, phase=Scoring(state.for_table), on_show=None)


# --- ties and markers ----------------------------------------------------------------------------------


def ties_to_settle(state: State) -> dict[str, tuple[int, ...]]:
    return {country: tied for country in COUNTRIES if (tied := tie_to_settle(state, country))}


class SettleTie(TableStep, phases=(Scoring,)):
    """Equal in influence, title and city: the rulebook knows no third tie-break, the table says who comes first."""

    country: str
    ahead: int

    @classmethod
    def why_not(cls, state: State, seat: int) -> Refusal | None:
        checked = isinstance(state.phase, Scoring) and state.phase.checked
        if (refusal := super().why_not(state, seat)) or checked:
            return refusal
        return Refusal("not-now", T("First check the board and confirm it."), "de 253")

    @classmethod
    def offers(cls, state: State, seat: int) -> Iterable[Offer]:
        for country, tied in ties_to_settle(state).items():
            yield offer(cls, seat, Pick("country", (country,)), Pick("ahead", tied))

    def decide(self, draft: Draft[State], seat: int, chance: Chance) -> None:
        draft.happen(TieSettled(self.country, self.ahead))
        _score_epoch(draft)


class TieSettled(Event):
    """The table put this seat before the others that are equal to it."""

    country: str
    seat: int

    def fold(self, state: State) -> State:
        if not isinstance(state.phase, Scoring):
            return state
        settled = {**state.phase.settled, self.country: (*state.phase.put_first(self.country), self.seat)}
        return replace(state, phase=replace(state.phase, settled=settled))

    def tell(self, state: State) -> Text:
        name = COUNTRIES[self.country].name
        return T("{country}: all equal; the table puts {who} first.", country=name, who=Who(self.seat))


def _score_epoch(draft: Draft[State]) -> None:
    """When no tie is left open: markers, then the next turn (de 261) or the titles (de 267)."""
    state = draft.state
    if ties_to_settle(state):
        return
    for marker, seat in epoch_awards(state):
        draft.happen(MarkerRemoved(marker) if seat is None else MarkerTaken(seat, marker))
    draft.happen(EpochScored(state.epoch))
    if state.epoch < LAST_EPOCH:
        draft.happen(TurnBegan(state.next_seat(state.for_table)))


class EpochScored(Event, chapter=T("Epoch")):
    """All markers of the epoch have found their owners, or left the game."""

    epoch: int

    def fold(self, state: State) -> State:
        return replace(
            state,
            phase=Titles(state.for_table) if self.epoch == LAST_EPOCH else state.phase,
            epoch=min(self.epoch + 1, LAST_EPOCH),
            scored={**state.scored, self.epoch: state},
            on_show=self.epoch,
        )

    def tell(self, state: State) -> Text:
        return T("The epoch {year} is scored.", year=YEARS[self.epoch])
