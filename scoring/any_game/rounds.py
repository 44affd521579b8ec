"""Rounds: play without taps, the count after a round and at the end, markers on tracks, and the end of the game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from scoring.any_game.answers import AnswerPhase
from scoring.any_game.counting import areas, awards, groups, has_points, open_ties, public_score, value
from scoring.any_game.sheet import Choose, Count, Counted, Holder, Majority, Points, Row, Scale, Sheet, Track
from scoring.any_game.state import LAST, Answer, State
from scoring.highlights import Highlight
from scoring.highlights import Row as Shown
from scoring.kernel import (
    Action,
    Batch,
    BusyReason,
    Event,
    Help,
    Phase,
    Refusal,
    Rng,
    TableAction,
    legal_action,
    refused_if,
)
from scoring.legal_actions import Count as Field
from scoring.legal_actions import LegalAction, Pick
from scoring.majority import Decision, settled
from scoring.reveal_phases import BoardCheckPhase
from scoring.sealed import Sealed
from scoring.standings import totals
from scoring.words import TN, T, Text, TextList, Value, Who, seats, signed


class Playing(Phase, needs_no_taps=True, correctable=True):
    """The group plays; tools, tracks and the count are a tap away."""

    help = Help((T("Play your game. Tap when you need a tool, or when a round is over."),))

    def headline(self, state: State) -> Text:
        won = totals(public_score(state), state.seats)
        order = sorted(won, reverse=state.sheet.wins != "lowest")
        leads = state.sheet.open_scores and len(won) > 1 and order[0] != order[1]
        if leads and state.sheet.wins != "table":
            return T("{who} leads by {points}", who=Who(won.index(order[0])), points=abs(order[0] - order[1]))
        return state.of_round(min(state.round, state.sheet.rounds or state.round))


# --- counting ------------------------------------------------------------------------------------------


class Counting(AnswerPhase, BoardCheckPhase):
    """Everybody enters the rows that are due after these rounds; then the table checks pieces and settles ties."""

    help = Help((T("Everyone enters what they have."),))
    busy_reason = BusyReason(T("Finish the count first. You can do that next."))
    numbers: tuple[int, ...]
    sealed: Sealed[Answer]

    def headline(self, state: State) -> Text:
        if not self.sealed.complete:
            return T("What did you score?")
        for place, tied in open_ties(self.entered(state), self.numbers).items():
            return T("{place}: {who} are tied. Who’s ahead?", place=place_name(state.sheet, place), who=seats(tied))
        return T("Is everything correct?")

    def prompt(self, state: State, seat: int) -> Text:
        return T("What did you score?")

    def answer_text(self, state: State, answer: Answer) -> Value:
        parts = (T("{row}: {number}", row=place_name(state.sheet, name), number=n) for name, n in answer.items())
        return TextList(tuple(parts))

    def is_private(self, state: State) -> bool:
        return any(getattr(row, "private", False) for row in state.due(self.numbers))

    def form_fields(self, state: State, seat: int) -> Sequence[Field]:
        own = self.sealed.last(seat) or {}
        found = (field for row in state.due(self.numbers) for field in fields_of(state, row, seat, self.numbers[0]))
        return [replace(field, value=own.get(field.name.partition(".")[2], field.value)) for field in found]

    def finish(self, batch: Batch[State], rng: Rng) -> None:
        counted = any(isinstance(row, Majority) and row.areas for row in batch.state.due(self.numbers))
        phase = Counting.current(batch.state)
        if not counted and phase.confirm_refusal(batch.state) is None:
            phase.confirm(batch, rng)

    def contradicts(self, state: State) -> bool:
        return self.sealed.complete and any(_impossible(self.entered(state), self.numbers))

    def may_correct(self, state: State) -> bool:
        return self.sealed.complete and not self.is_private(state)

    def entered(self, state: State) -> State:
        """Returns the state as if the amounts entered so far were confirmed."""
        amounts = dict(state.amounts)
        for row in state.due(self.numbers):
            number = next(number for number in self.numbers if isinstance(row, Counted) and row.is_due(number))
            for field in fields_of(state, row, 0, number):
                name = field.name.partition(".")[2]
                had = [self.sealed.choices.get(seat, {}).get(name, 0) for seat in range(state.seats)]
                if isinstance(row, Holder):
                    claims = tuple(seat for seat in range(state.seats) if had[seat])
                    holder = next(settled(claims, state.decided.get((name, number), ())), ())
                    had = [int(seat in holder) for seat in range(state.seats)]
                amounts[name, number] = tuple(had)
        return replace(state, amounts=amounts, scored=(*state.scored, *self.numbers))

    def confirm_refusal(self, state: State) -> Refusal | None:
        after = self.entered(state)
        wait = refused_if(not self.sealed.complete, "not-now", T("First everyone has to enter what they have."))
        ties = refused_if(open_ties(after, self.numbers), "tie", T("Decide the ties first."))
        return wait or next(_impossible(after, self.numbers), None) or ties

    def confirm(self, batch: Batch[State], rng: Rng) -> None:
        batch.emit(RoundScored(self.numbers))
        go_on(batch)


def fields_of(state: State, row: Row, seat: int, number: int) -> Sequence[Field]:
    """Returns the form fields of a row: one, or one per area. Pieces in areas start from the last count."""
    bounds = {
        Points: (getattr(row, "min", 0), getattr(row, "max", 0)),
        Count: (0, getattr(row, "max", 0)),
        Scale: (0, getattr(row, "max", 0)),
        Choose: (0, len(getattr(row, "options", ()))),
        Holder: (0, 1),
    }
    if isinstance(row, Majority):
        places = [f"{row.id}.{place}" for place in range(len(row.areas))]
        return [Field(f"amounts.{place}", 0, row.max, state.amount(place, number - 1, seat)) for place in places]
    low, high = bounds.get(type(row), (0, -1))
    return [Field(f"amounts.{row.id}", low, high, max(low, 0))] if low <= high else []


def _impossible(after: State, numbers: tuple[int, ...]) -> Iterator[Refusal]:
    """Yields impossible entries: more pieces than there are."""
    for row in after.due(numbers):
        have = [value(after, row, seat, numbers[0]) for seat in range(after.seats)]
        if isinstance(row, Count) and row.supply is not None and sum(have) > row.supply:
            text = T(
                "You entered {sum} {row} in total, but there are {all}.", sum=sum(have), row=row.label, all=row.supply
            )
            yield Refusal("supply", text)


def place_name(sheet: Sheet, place: str) -> Text:
    """Returns the name of a row or area."""
    id_, _, number = place.partition(".")
    row = sheet.row(id_)
    if isinstance(row, Majority) and number and int(number) < len(row.areas):
        return T("{label}", label=row.areas[int(number)][0])
    return T("{label}", label=row.label if row else id_)


class CountRound(TableAction, phases=(Playing,)):
    """Ends the round and counts the rows that are due."""

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        end_round(batch)


class EndGame(TableAction, phases=(Playing,), people_only=True):
    """Counts the rows at the end of the game."""

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        begin_count(batch, (LAST,))


class SettlePlace(TableAction, phases=(Counting,)):
    """Decides which of the seats tied in an area is ahead."""

    place: str
    ahead: int

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        wait = refused_if(not Counting.current(state).sealed.complete, "not-now", T("Wait until everyone’s in."))
        return super().refusal(state, seat) or wait

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        phase = Counting.current(state)
        for place, tied in open_ties(phase.entered(state), phase.numbers).items():
            yield legal_action(cls, seat, Pick("place", (place,)), Pick("ahead", tied))

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        batch.emit(PlaceDecided(self.place, self.ahead))


class PlaceDecided(Event):
    place: str
    seat: int

    def apply(self, state: State) -> State:
        row = state.sheet.row(self.place.partition(".")[0])
        if not isinstance(state.phase, Counting) or not isinstance(row, Counted):
            return state
        numbers = state.phase.numbers
        place = self.place, next(filter(row.is_due, numbers), LAST)
        tied = open_ties(state.phase.entered(state), numbers).get(self.place, ())
        decisions = (*state.decided.get(place, ()), Decision(self.seat, tied))
        return replace(state, decided={**state.decided, place: decisions})

    def history_line(self, state: State) -> Text:
        return T("{place}: the table put {who} ahead.", place=place_name(state.sheet, self.place), who=Who(self.seat))


class CountingBegan(Event, clears=True):
    numbers: tuple[int, ...]

    def apply(self, state: State) -> State:
        return replace(state, phase=Counting(Sealed(tuple(range(state.seats))), self.numbers))

    def history_line(self, state: State) -> Text:
        return T("Everyone counts their points.")


class RoundScored(Event, chapter=T("Round"), reveals=True):
    numbers: tuple[int, ...]

    def apply(self, state: State) -> State:
        if isinstance(state.phase, Counting):
            state = state.phase.entered(state)
        else:
            state = replace(state, scored=(*state.scored, *self.numbers))
        return replace(state, round=max(state.round, *self.numbers) + 1, timer=(state.timer[0], 0), phase=Playing())

    def history_line(self, state: State) -> Text:
        if self.numbers == (LAST,):
            return T("The final count is in.")
        return T("{round} is over.", round=state.of_round(self.numbers[0]))

    def highlights(self, state: State, after: State, then: Sequence[Event]) -> Iterator[Highlight]:
        """Yields each area with its pieces and prizes."""
        counted = state.phase.entered(state) if isinstance(state.phase, Counting) else state
        for row in state.due(self.numbers):
            if isinstance(row, Majority) and row.id not in state.sheet.hidden:
                number = next(number for number in self.numbers if row.is_due(number))
                for (place, name, pieces, _), (_, won) in zip(
                    areas(counted, row, number), awards(counted, row, number), strict=True
                ):
                    order = [seat for group in groups(counted, row, place, number, pieces) for seat in group]
                    if order:
                        yield _area_shown(row, name, pieces, won, order)


# Players shown with their pieces in an area, and those that its verdict names.
MOST_ROWS, MOST_NAMED = 4, 3


def _area_shown(row: Majority, name: str, pieces: Any, won: Any, order: Sequence[int]) -> Highlight:
    most, gains = max(pieces.values()), {seat: signed(points) for seat, points in won.items() if points}
    rows = tuple(
        Shown(seat, number=pieces[seat], most=most, prize=gains.get(seat), wins=seat == order[0])
        for seat in order[:MOST_ROWS]
    )
    gained = tuple(
        T("{who} {points}", who=Who(seat), points=points) for seat, points in list(gains.items())[:MOST_NAMED]
    )
    first = [seat for seat in order if pieces[seat] == most]
    verdict = T("{gained}.", gained=TextList(gained)) if gained else T("No points.")
    if 1 < len(first) <= MOST_NAMED and gained:
        verdict = T("{who} are tied: {gained}.", who=seats(first), gained=TextList(gained))
    return Highlight("area", T("{label}", label=name), verdict, rows, tuple(first[:1] if len(first) == 1 else ()))


# --- the course of the game ----------------------------------------------------------------------------


def end_round(batch: Batch[State]) -> None:
    """Counts the round and, after the last one, the rows that are due at the end of the game."""
    numbers = next_count(batch.state)
    if text := ending(batch.state, False):
        batch.emit(EndReached(text))
    begin_count(batch, numbers)


def next_count(state: State) -> tuple[int, ...]:
    """Returns the round that ends next, and the end of the game if it is the last one."""
    last = state.round == state.sheet.rounds or ending(state, False)
    return (state.round, LAST) if last else (state.round,)


def is_entered(state: State, numbers: tuple[int, ...]) -> bool:
    """True if players enter something after these rounds."""
    return any(fields_of(state, row, 0, numbers[0]) for row in state.due(numbers))


def begin_count(batch: Batch[State], numbers: tuple[int, ...]) -> None:
    if is_entered(batch.state, numbers):
        batch.emit(CountingBegan(numbers))
        return
    batch.emit(RoundScored(numbers))
    go_on(batch)


def go_on(batch: Batch[State]) -> None:
    """Continues after a count: the next round, or the end."""
    state = batch.state
    if LAST in state.scored:
        batch.emit(WinnersAsked() if not has_points(state) else GameEnded())
    elif text := ending(state, False):
        batch.emit(EndReached(text))
        begin_count(batch, (LAST,))


def ending(state: State, now: bool) -> str:
    """Returns the text of the first condition that ends the game, at once or after the round."""
    for end in state.sheet.ends:
        row = state.sheet.row(end.row)
        everybody = range(state.seats)
        amounts = [value(state, row, seat) for seat in everybody] if row else totals(public_score(state), state.seats)
        falling = isinstance(row, Track) and end.at < row.start
        if end.now in (now, True) and (min(amounts) <= end.at if falling else max(amounts) >= end.at):
            return end.text or state.sheet.title
    return ""


class EndReached(Event):
    text: str

    def apply(self, state: State) -> State:
        return replace(state, ending=self.text)

    def history_line(self, state: State) -> Text:
        return T("{label}", label=self.text)


class NamingWinners(Phase):
    help = Help((T("Herald counted no points here, so you say who won."),))
    heading = T("Who won?")
    busy_reason = BusyReason(T("First say who won."))


class WinnersAsked(Event):
    def apply(self, state: State) -> State:
        return replace(state, phase=NamingWinners())


class NameWinners(TableAction, phases=(NamingWinners,)):
    """Names the winners: one, several, everybody or nobody."""

    won: Mapping[str, int]

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        fields = (Field(f"won.{number}", 0, 1) for number in range(state.seats))
        yield legal_action(cls, seat, *fields, total=(1, state.seats))

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        batch.emit(WinnersNamed(tuple(one for one in range(batch.state.seats) if self.won.get(str(one)))))
        batch.emit(GameEnded())


class WinnersNamed(Event):
    won: tuple[int, ...]

    def apply(self, state: State) -> State:
        return replace(state, named=self.won)

    def history_line(self, state: State) -> Text:
        many = TN("{who} won.", "{who} won together.", len(self.won), who=seats(self.won))
        return many if self.won else T("Nobody won.")


class Over(Phase, over=True):
    help = Help((T("The game is over. See the story of the evening, or play again."),))
    heading = T("The game is over.")
    busy_reason = BusyReason(T("The game is over."), code="over")


class GameEnded(Event):
    def apply(self, state: State) -> State:
        return replace(state, phase=Over())

    def history_line(self, state: State) -> Text:
        return T("The game is over.")


# --- tracks --------------------------------------------------------------------------------------------


class TrackAction(Action, abstract=True, phases=(Playing,), rejects_stale=False):
    """Moves a marker to a space."""

    row: str
    to: int

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        for row in state.sheet.rows:
            if (
                isinstance(row, Track)
                and row.private is cls.private
                and (seat == state.table_action_seat or not row.of_table)
            ):
                yield legal_action(
                    cls, seat, Pick("row", (row.id,)), Field("to", row.min, row.max, state.marker(row, seat))
                )

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        track = batch.state.sheet.row(self.row)
        if isinstance(track, Track):
            move_marker(batch, track, seat, self.to)
        if text := ending(batch.state, True):
            batch.emit(EndReached(text))
            begin_count(batch, (LAST,))


class MoveMarker(TrackAction):
    """Moves a marker that everybody sees."""


class MoveOwnMarker(TrackAction, private=True, people_only=True):
    """Moves a private marker."""


def move_marker(batch: Batch[State], track: Track, seat: int, to: int) -> None:
    to = max(track.min, min(track.max, to))
    batch.emit((OwnMarkerMoved if track.private else MarkerMoved)(seat, track.id, to))


class MarkerMoved(Event):
    seat: int
    row: str
    to: int

    def apply(self, state: State) -> State:
        track = state.sheet.row(self.row)
        return state.moved(track, self.seat, self.to) if isinstance(track, Track) else state

    def _marks(self, state: State) -> Iterator[tuple[Track, str]]:
        """Yields the marks that are reached for the first time, or by this seat."""
        track = state.sheet.row(self.row)
        after = self.apply(state)
        for mark in track.marks if isinstance(track, Track) else ():
            if after.reached.get((self.row, mark[0])) != state.reached.get((self.row, mark[0])):
                yield track, str(mark[-1])  # type: ignore[misc]

    def history_line(self, state: State) -> Text:
        track = state.sheet.row(self.row)
        label = track.label if track else self.row
        marks = ", ".join(text for _, text in self._marks(state))
        if isinstance(track, Track) and track.of_table:
            return T("{row}: {number}. {marks}", row=label, number=self.to, marks=marks)
        return T("{who}: {row} {number}. {marks}", who=Who(self.seat), row=label, number=self.to, marks=marks)

    def to_do(self, state: State) -> Iterator[Text]:
        for track, text in self._marks(state):
            yield T("{text}", text=text) if track.of_table else T("{who}: {text}", who=Who(self.seat), text=text)


class OwnMarkerMoved(MarkerMoved, secret={"to"}, stale_safe=True):
    def history_line(self, state: State) -> Text:
        track = state.sheet.row(self.row)
        return T("{who} moved {row}.", who=Who(self.seat), row=track.label if track else self.row)

    def secret_history_line(self, state: State) -> Text:
        return super().history_line(state)

    def to_do(self, state: State) -> Iterator[Text]:
        return iter(())
