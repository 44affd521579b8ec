"""The end of turns and epochs, and the scoring of an epoch: the board, ties for the table, the markers.

The board is tracked and checked once more, or everybody taps their own positions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import ClassVar

from scoring.claims import ClaimPhase, Claims
from scoring.highlights import Highlight, Row
from scoring.kernel import (
    EVERY_MOVE,
    KEY_MOMENTS,
    Action,
    Anecdote,
    AnecdoteKind,
    Batch,
    BusyReason,
    Event,
    Help,
    Refusal,
    Rng,
    TableAction,
    legal_action,
    refused_if,
)
from scoring.legal_actions import Count, LegalAction, Pick
from scoring.majority import Decision
from scoring.memo import memoize_by_identity
from scoring.reveal_phases import BoardCheckPhase, BoardConfirmed
from scoring.royals import components
from scoring.royals.components import COUNTRIES, LAST_EPOCH, POSITIONS, RANKS, YEARS, MarkerKey
from scoring.royals.influence import (
    deciding_values,
    epoch_awards,
    influence,
    is_known,
    ranking,
    tie_to_settle,
    what_decided,
    winners,
)
from scoring.royals.markers import MarkerRemoved, MarkerTaken
from scoring.royals.state import RoyalsPhase, State
from scoring.royals.titles import Titles
from scoring.royals.turn import (
    Turn,
    TurnAction,
    TurnBegan,
    TurnCalledOff,
    TurnEnded,
    UntrackedEpoch,
    cubes_refusal,
    warn_of_supply,
)
from scoring.sealed import Sealed
from scoring.words import T, Text, TextList, Who, seats

# --- how a turn and an epoch end -----------------------------------------------------------------------


class EndTurn(TurnAction):
    """Ends the turn. The left neighbour is next (de 215); after the last round, the third epoch is scored (de 249)."""

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        batch.emit(TurnEnded(seat))
        _continue(batch, seat, scored=batch.state.last_round and not batch.state.still_to_play(seat))


class EndEpoch(TurnAction):
    """Ends the turn and the epoch, because the cards have run out (de 245).

    The epoch is scored before the next turn (de 247); the third time, the round is first completed (de 249). Before
    the first move of a turn, players may enter that the epoch already ended with the previous turn, that of `after`.
    """

    after: int | None = None

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        if (refusal := super().refusal(state, seat)) or not state.last_round:
            return refusal
        return Refusal("last-round", T("It’s already the last round. End the turn instead."), "de 249")

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        before = state.phase.before if isinstance(state.phase, Turn) else None
        return (legal_action(cls, seat, *(() if before is None else (Pick("after", (seat, before)),))),)

    def fits(self, legal_action: LegalAction) -> bool:
        return self.after in (None, legal_action.seat) or (bool(legal_action.fields) and super().fits(legal_action))

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        ended, epoch = seat if self.after is None else self.after, batch.state.epoch
        batch.emit(TurnEnded(seat) if ended == seat else TurnCalledOff(seat, ended))
        batch.emit(EpochEnded(epoch))
        _continue(batch, ended, scored=epoch < LAST_EPOCH or not batch.state.still_to_play(ended))


class CallEpoch(TableAction, phases=(UntrackedEpoch,)):
    """Ends an untracked epoch; everybody taps their own positions (de 245-249). If titles are unread, seats enter their
    influence instead, unless Herald knows part of the board."""

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        return (legal_action(cls, seat, missing_values=() if state.is_unseen else state.unread_titles),)

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        if not batch.state.last_round:  # the epoch already ended while moves were tracked
            batch.emit(EpochEnded(batch.state.epoch))
        batch.emit(ScoringBegan(batch.state.epoch))
        if batch.state.unread_titles:
            batch.emit(InfluenceAsked())


def _continue(batch: Batch[State], seat: int, scored: bool) -> None:
    batch.emit(ScoringBegan(batch.state.epoch) if scored else TurnBegan(batch.state.next_seat(seat)))


class EpochEnded(Event):
    """The cards ran out, which ends the epoch. In the third epoch, the round is then completed."""

    epoch: int

    def apply(self, state: State) -> State:
        return replace(state, last_round=self.epoch == LAST_EPOCH)

    def clears_to_do(self, state: State) -> bool:
        """True in KEY_MOMENTS mode, where no end of a turn has cleared the list."""
        return state.tracking_mode == KEY_MOMENTS

    def history_line(self, state: State) -> Text:
        return T("Epoch {year} ended.", year=YEARS[self.epoch])

    def to_do(self, state: State) -> tuple[Text, ...]:
        """Returns the line about the reshuffle (de 245), unless no more cards are drawn."""
        if self.epoch == LAST_EPOCH and (
            state.tracking_mode == KEY_MOMENTS or not state.still_to_play(state.table_action_seat)
        ):
            return ()
        return (T("Shuffle the discarded country cards into a new pile and lay out three."),)


# --- the board -----------------------------------------------------------------------------------------


class EpochScoring(BoardCheckPhase, RoyalsPhase, abstract=True):
    """Base class for epoch scoring: the board is confirmed, then ties are settled. `settled`: the table's decisions by
    country, in order."""

    confirming_clears_to_do: ClassVar[bool] = False
    busy_reason = BusyReason(T("The epoch is being scored. Play continues afterwards."), "de 247")
    checked: bool = False
    settled: Mapping[str, tuple[Decision, ...]] = field(default_factory=dict)

    def task(self, state: State) -> Text:
        """Returns what the table must do before the epoch is scored."""
        raise NotImplementedError

    def scored(self, state: State) -> RoyalsPhase:
        """Returns the phase after this epoch, unless it was the last."""
        raise NotImplementedError

    def headline(self, state: State) -> Text:
        if not self.checked:
            return self.task(state)
        for country, tied in ties_to_settle(state).items():
            return self.tie(COUNTRIES[country].name, tied)
        return T("The epoch is scored.")

    def tie(self, country: Text, tied: Sequence[int]) -> Text:
        return T("{country}: {who} are tied on everything. Who’s ahead?", country=country, who=seats(tied))

    def decisions(self, country: str) -> tuple[Decision, ...]:
        return self.settled.get(country, ())

    def confirm_refusal(self, state: State) -> Refusal | None:
        if not self.checked:
            return None
        return Refusal("not-now", T("The board is confirmed. Settle the tie first."), "de 255")

    def values_to_confirm(self, state: State) -> tuple[str, ...]:
        board = self.on_board(state)
        return state.unknown(key for country in COUNTRIES for key in _values_needed(board, country))

    def confirm(self, batch: Batch[State], rng: Rng) -> None:
        batch.emit(BoardConfirmed())
        score_epoch(batch)

    def confirmed(self, state: State) -> State:
        return replace(state, phase=replace(self, checked=True))

    def confirmation(self, state: State) -> Text:
        return T("The board was checked and influence compared.")


class Scoring(EpochScoring):
    """Scoring of a tracked epoch. `turn`: the seat whose turn came last."""

    help = Help(
        (
            T("In each country, the two players with the most influence take the epoch’s markers."),
            T("If tied, the higher title there wins, then the city with the higher bonus."),
            T("First compare the board with the screen and fix any differences."),
        ),
        "de 253",
    )
    turn: int = 0

    def task(self, state: State) -> Text:
        return T("Scoring {year}: is the board correct?", year=YEARS[state.epoch])

    def may_correct(self, state: State) -> bool:
        return not self.checked

    def scored(self, state: State) -> RoyalsPhase:
        return self


class BoardClaims(EpochScoring, ClaimPhase):
    """Scoring of an untracked epoch: players tap their positions, starting from the previous epoch's board."""

    help = Help(
        (
            T("Everyone taps the positions they hold now."),
            T(
                "In each country, the two players with the most influence take its markers. If tied, the higher title "
                "wins."
            ),
        ),
        "de 253",
    )
    claims: Claims = Claims()

    def task(self, state: State) -> Text:
        return T("Everyone taps their own positions.")

    def waiting_for(self, state: State) -> tuple[int, ...]:
        return () if self.checked else tuple(range(state.seats))

    def scored(self, state: State) -> RoyalsPhase:
        return UntrackedEpoch()

    def places(self, state: State, seat: int) -> tuple[str, ...]:
        return () if self.checked else tuple(filter(state.exists, POSITIONS))

    def place_name(self, state: State, place: str) -> Text:
        return state.position_name(place)

    def on_board(self, state: State) -> State:
        return state if self.checked else _tapped_board(state)

    def confirm_refusal(self, state: State) -> Refusal | None:
        return super().confirm_refusal(state) or self.contradiction_refusal(state) or _tapped_cubes_refusal(state)

    def confirm(self, batch: Batch[State], rng: Rng) -> None:
        before = batch.state
        super().confirm(batch, rng)
        warn_of_supply(batch, before)

    def confirmed(self, state: State) -> State:
        return replace(self.on_board(state), phase=replace(self, checked=True, claims=Claims()))


def _tapped_cubes_refusal(state: State) -> Refusal | None:
    """Returns the refusal for positions that need more cubes than a seat has; each new one takes two (de 157)."""
    tapped = _tapped_board(state)
    new = ((seat, tapped.cubes_laid(seat) - state.cubes_laid(seat)) for seat in range(state.seats))
    return next(filter(None, (cubes_refusal(state, seat, more) for seat, more in new)), None)


def _values_needed(state: State, country: str) -> Iterator[str]:
    """Yields the printed values needed to score this epoch and, if moves are tracked, the values of its markers."""
    yield from deciding_values(state, country)
    if state.tracked:
        present = {state.holders[position] for position in state.held_in(country)}
        yield from components.epoch_markers(country, state.epoch)[: len(present)]


@memoize_by_identity
def _tapped_board(state: State) -> State:
    return state.with_board(BoardClaims.current(state).claims.owners)


@memoize_by_identity
def contested(state: State) -> Mapping[str, tuple[int, ...]]:
    """Returns the positions claimed by more than one seat."""
    claims = state.phase.claims if isinstance(state.phase, ClaimPhase) else Claims()
    return {place: claims.by(place) for place in claims.contradictions}


class ScoringBegan(Event):
    epoch: int

    def apply(self, state: State) -> State:
        tapped = BoardClaims(claims=Claims.known(state.holders))
        return replace(
            state,
            phase=Scoring(turn=state.table_action_seat) if state.tracking_mode == EVERY_MOVE else tapped,
            on_show=None,
        )


class InfluenceAsked(Event):
    """Titles are unread, so seats enter their influence instead of tapping the board."""

    def apply(self, state: State) -> State:
        return replace(state, phase=InfluenceEntry(entered=Sealed(tuple(range(state.seats)))))


# --- unread boards -------------------------------------------------------------------------------------


class InfluenceEntry(EpochScoring):
    """Scoring of an unread board: every seat enters its influence in each country, which is enough (de 253)."""

    help = Help(
        (
            T("Add up the influence of your positions in each country. Leave 0 where you have none."),
            T("In each country, the two players with the most influence take its markers."),
        ),
        "de 253",
    )
    entered: Sealed[Mapping[str, int]] = Sealed(())

    def task(self, state: State) -> Text:
        return T("Everyone adds up their influence in each country.")

    def tie(self, country: Text, tied: Sequence[int]) -> Text:
        return T(
            "{country}: {who} are tied on influence. Who has the higher title there – or, if that’s tied too, the "
            "city with the higher bonus?",
            country=country,
            who=seats(tied),
        )

    def waiting_for(self, state: State) -> tuple[int, ...]:
        return self.entered.waiting_for

    def scored(self, state: State) -> RoyalsPhase:
        return UntrackedEpoch()

    def entered_influence(self, country: str, seat: int) -> int | None:
        return self.entered.choices.get(seat, {}).get(country, 0)

    def confirm_refusal(self, state: State) -> Refusal | None:
        wait = Refusal("not-now", T("First everyone has to enter their influence."), "de 253")
        return super().confirm_refusal(state) or wait

    def confirmation(self, state: State) -> Text:
        return T("Everyone’s influence was entered and compared.")


def _tie_open_refusal(state: State) -> Refusal | None:
    checked = InfluenceEntry.current(state).checked
    return refused_if(checked, "not-now", T("Everyone’s influence is in. Settle the tie first."), "de 255")


class EnterInfluence(Action, rejects_stale=False, phases=(InfluenceEntry,)):
    """Enters the seat's influence in each country. It can be changed until the last seat has entered; then the epoch is
    scored."""

    points: Mapping[str, int]

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        return _tie_open_refusal(state)

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        entered = (Count(f"points.{country}", 0, components.most_influence(country), 0) for country in COUNTRIES)
        return (legal_action(cls, seat, *entered),)

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        last = InfluenceEntry.current(batch.state).entered.is_last(seat)
        batch.emit(InfluenceEntered(seat, {country: self.points.get(country, 0) for country in COUNTRIES}))
        if last:
            InfluenceEntry.current(batch.state).confirm(batch, rng)


class InfluenceEntered(Event, stored="influence-told"):
    seat: int
    points: Mapping[str, int]

    def apply(self, state: State) -> State:
        return state.with_phase(entered=InfluenceEntry.current(state).entered.seal(self.seat, self.points))

    def history_line(self, state: State) -> Text:
        there = ((COUNTRIES[country].name, points) for country, points in self.points.items() if points)
        entered = tuple(T("{country} {points}", country=country, points=points) for country, points in there)
        if not entered:
            return T("{who} had no influence anywhere.", who=Who(self.seat))
        return T("{who}’s influence: {points}.", who=Who(self.seat), points=TextList(entered))


class TapBoard(TableAction, phases=(InfluenceEntry,)):
    """Switches to reading and tapping the board, in this epoch and the next."""

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        return super().refusal(state, seat) or _tie_open_refusal(state)

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        return (legal_action(cls, seat, missing_values=state.unread_titles),)

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        batch.emit(ScoringBegan(batch.state.epoch))


# --- ties and markers ----------------------------------------------------------------------------------


def ties_to_settle(state: State) -> dict[str, tuple[int, ...]]:
    return {country: tied for country in COUNTRIES if (tied := tie_to_settle(state, country))}


class SettleTie(TableAction, phases=(EpochScoring,)):
    """Settles a tie in influence, title and city. The rulebook has no third tie-break, so the table decides."""

    country: str
    ahead: int

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        if (refusal := super().refusal(state, seat)) or EpochScoring.current(state).checked:
            return refusal
        return Refusal("not-now", T("Check and confirm the board first."), "de 253")

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        for country, tied in ties_to_settle(state).items():
            yield legal_action(cls, seat, Pick("country", (country,)), Pick("ahead", tied))

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        batch.emit(TieSettled(self.country, self.ahead))
        score_epoch(batch)


class TieSettled(Event):
    """The table put this seat ahead of those tied with it."""

    country: str
    seat: int

    def apply(self, state: State) -> State:
        if not isinstance(state.phase, EpochScoring):
            return state
        decided = Decision(self.seat, tie_to_settle(state, self.country))
        before = state.phase.decisions(self.country)
        return state.with_phase(settled={**state.phase.settled, self.country: (*before, decided)})

    def history_line(self, state: State) -> Text:
        name, who = COUNTRIES[self.country].name, Who(self.seat)
        if isinstance(state.phase, InfluenceEntry):
            return T("{country}: tied on influence; {who} won the tie-break.", country=name, who=who)
        return T("{country}: all tied; the table put {who} ahead.", country=name, who=who)

    def anecdote(self, state: State) -> Anecdote:
        name, who, year = COUNTRIES[self.country].name, Who(self.seat), YEARS[state.epoch]
        text = T("all tied in {country} in {year}, and {who} was put ahead", country=name, year=year, who=who)
        return Anecdote(AnecdoteKind.TIE, 1, text)


def score_epoch(batch: Batch[State]) -> None:
    """Once no tie is open, awards the markers. Then play continues (de 261), or titles are scored (de 267)."""
    state = batch.state
    if ties_to_settle(state):
        return
    for marker, seat in epoch_awards(state):
        batch.emit(MarkerRemoved(marker) if seat is None else MarkerTaken(seat, marker))
    batch.emit(EpochScored(state.epoch))
    if state.epoch < LAST_EPOCH and state.tracking_mode == EVERY_MOVE:
        batch.emit(TurnBegan(state.next_seat(state.table_action_seat)))


class EpochScored(Event, chapter=T("Epoch")):
    """All markers of the epoch were awarded or removed from the game."""

    epoch: int

    def apply(self, state: State) -> State:
        phase = state.phase.scored(state) if isinstance(state.phase, EpochScoring) else state.phase
        return replace(
            state,
            phase=Titles(state.turn) if self.epoch == LAST_EPOCH else phase,
            epoch=min(self.epoch + 1, LAST_EPOCH),
            scored={**state.scored, self.epoch: state},
            on_show=self.epoch,
        )

    def history_line(self, state: State) -> Text:
        return T("Epoch {year} was scored.", year=YEARS[self.epoch])

    def highlights(self, state: State, after: State, then: Sequence[Event]) -> Iterator[Highlight]:
        """Yields one highlight per country; none if nobody has influence there."""
        for country in COUNTRIES:
            if ranks := [seat for group in ranking(state, country) for seat in group]:
                yield _country_highlight(state, country, ranks)


def _country_highlight(state: State, country: str, ranks: Sequence[int]) -> Highlight:
    first = winners(state, country)
    points = {seat: influence(state, country, seat) for seat in ranks if is_known(state, country, seat)}
    markers = dict(zip(first, components.epoch_markers(country, state.epoch), strict=False))
    rows = tuple(
        Row(
            seat,
            number=points.get(seat),
            most=max(points.values()) if seat in points else 0,
            note=what_decided(state, country, seat) if seat in first else None,
            prize=_prize(state, markers[seat]) if seat in markers else None,
            wins=seat == first[0],
        )
        for seat in reversed(ranks)
    )
    own = tuple((seat, T("You took the {marker}.", marker=state.marker_name(one))) for seat, one in markers.items())
    name = COUNTRIES[country].name
    title = T("{country}, {year}", country=name, year=YEARS[state.epoch])
    part = T("Epoch {year}", year=YEARS[state.epoch])
    verdict = _marker_verdict(state, markers)
    return Highlight("country", title, verdict, rows, first[:1], own, places=(country.lower(),), part=part)


def _prize(state: State, marker: MarkerKey) -> Text:
    """Returns the marker's points, or its rank if unread."""
    points = state.value(marker)
    if points is not None:
        return T("+{points}", points=points)
    return T("higher marker") if marker.endswith(RANKS[0]) else T("lower marker")


def _marker_verdict(state: State, markers: Mapping[int, MarkerKey]) -> Text:
    """Returns who takes the higher and the lower marker, or their points if they are known."""
    first, *others = map(Who, markers)
    high, *low = (state.value(marker) for marker in markers.values())
    if high is None or None in low:
        if others:
            return T("{who} takes the higher marker, {other} the lower.", who=first, other=others[0])
        return T("{who} takes the higher marker.", who=first)
    if others and low[0] is not None:
        return T("{who} takes {points} points, {other} {less}.", who=first, points=high, other=others[0], less=low[0])
    return T("{who} takes {points} points.", who=first, points=high)
