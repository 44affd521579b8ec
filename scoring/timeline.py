"""Timeline of a finished game: points over time, leads, swings, and the secret history."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, pairwise

from scoring.kernel import Anecdote, Event, PrintedValueEntered
from scoring.replay import Projection, Record
from scoring.standings import totals
from scoring.table import Table, apply_event, history_text
from scoring.table_events import GameStarted
from scoring.words import T, Text

MOST_SWINGS = 5
# With fewer changes of points, Herald was used only for scoring.
WATCHED = 3
BEGINNING = T("The game began.")
Points = tuple[int, ...]


@dataclass(frozen=True)
class Chapter:
    """A chapter that ended or began ("Epoch"), and its number: 2 for the second one."""

    name: Text
    number: int


@dataclass(frozen=True)
class Moment:
    """Everybody's points after one action."""

    step: int
    seq: int
    at: str
    points: Points
    chapter: Chapter | None = None


@dataclass(frozen=True)
class Swing:
    """An event that changed the points: its history line, and the change for each seat."""

    seq: int
    at: str
    text: Text
    changes: Points
    # Recap of the event; None if it is left out.
    recap: Text | None = None

    @property
    def size(self) -> int:
        """Difference between the largest and the smallest change."""
        return max(self.changes) - min(self.changes)


@dataclass(frozen=True)
class Lead:
    """The beginning of a seat's sole lead, and the swing that caused it."""

    seat: int
    swing: Swing


@dataclass(frozen=True)
class SecretHistoryLine:
    """A secret, shown after the game."""

    seq: int
    at: str
    text: Text


@dataclass(frozen=True)
class Timeline:
    began: str
    ended: str
    first: int | None
    # The start, every action that changed the points, every chapter, the end.
    moments: tuple[Moment, ...]
    leads: tuple[Lead, ...]
    # The MOST_SWINGS largest swings, largest first; and all swings, in order.
    swings: tuple[Swing, ...]
    all_swings: tuple[Swing, ...]
    secret_lines: tuple[SecretHistoryLine, ...]
    # The largest of each kind, in order.
    anecdotes: tuple[Anecdote, ...] = ()
    lowest_wins: bool = False

    @property
    def watched(self) -> bool:
        """True if the points were tracked during the game, not only entered at the end."""
        return sum(before.points != after.points for before, after in pairwise(self.moments)) >= WATCHED

    @property
    def chapters(self) -> tuple[Moment, ...]:
        """The moments that end a chapter, and the end: rows for a table of the game."""
        last = self.moments[-1:]
        return tuple(moment for moment in self.moments if moment.chapter and moment not in last) + last

    @property
    def positions(self) -> tuple[float, ...]:
        """Position of each moment on a time axis on which all chapters have the same length."""
        return tuple(_positions(self.moments, [moment.step for moment in self.chapters]))


def _positions(moments: Sequence[Moment], ends: Sequence[int]) -> Iterator[float]:
    for moment in moments:
        place = next((n for n, end in enumerate(ends) if moment.step <= end), len(ends) - 1)
        began = ends[place - 1] if place else moments[0].step
        yield place + (moment.step - began) / (ends[place] - began or 1)


def timeline(projection: Projection, each: Callable[[Iterable[Record]], Iterator[Record]] = iter) -> Timeline:
    """Returns the timeline of the effective log. Printed values count from the start, even if entered later. The caller
    can pause between records with `each`."""
    builder, counted = _TimelineBuilder(projection.table), _counted_records(projection)
    for step, (_, records) in enumerate(groupby(each(counted), key=lambda record: record.action_id)):
        builder.take(step, list(records))
    return builder.timeline(ended_at(projection))


def ended_at(projection: Projection) -> str:
    """Returns the time of the last event of the game itself, since names and printed values can be corrected later."""
    events = projection.table.game.events
    return next(record.at for record in reversed(projection.effective) if type(record.event) in events)


def _counted_records(projection: Projection) -> Iterator[Record]:
    return (record for record in projection.effective if not isinstance(record.event, PrintedValueEntered))


@dataclass
class _TimelineBuilder:
    final: Table
    table: Table | None = None
    points: Points = ()
    leader: int | None = None
    first: int | None = None
    sentence: Text | None = None
    moments: list[Moment] = field(default_factory=list)
    swings: list[Swing] = field(default_factory=list)
    leads: list[Lead] = field(default_factory=list)
    secret_lines: list[SecretHistoryLine] = field(default_factory=list)
    anecdotes: list[Anecdote] = field(default_factory=list)
    chapters: dict[Text, int] = field(default_factory=dict)

    def take(self, step: int, records: Sequence[Record]) -> None:
        """Adds all records of one action."""
        before, last = self.points, records[-1]
        done = [(record, *self._apply(record)) for record in records]
        if self.table is None or not self.table.started:
            return
        texts = [text for _, text, _, _ in done]
        swings = [
            Swing(record.seq, record.at, self._cause_text(texts, place), changes, recap)
            for place, (record, _, recap, changes) in enumerate(done)
            if any(changes)
        ]
        self.sentence = next((text for text in reversed(texts) if text), self.sentence)
        self.swings += swings
        if swings:
            self._update_leads(swings)
        chapter = next((c for record in records if (c := self._chapter(record.event))), None)
        if chapter or self.points != before:
            self.moments.append(Moment(step, last.seq, last.at, self.points, chapter))

    def _apply(self, record: Record) -> tuple[Text | None, Text | None, Points]:
        """Applies a record; returns its history line, its recap and its point changes."""
        event, text, recap = record.event, None, None
        if isinstance(event, GameStarted):
            assert self.table is not None
            self.table = replace(self.table, printed_values=self.final.printed_values)
        elif self.table is not None and self.table.started:
            text = history_text(self.table, event, over=self.final.standings is not None)
            recap = event.recap(self.table.state) if type(event) in self.table.game.events else None
            self._add_secret_line(self.table, record)
            self._add_anecdote(self.table, event)
        self.table = apply_event(self.table, event)
        before = self.points
        if self.table.started:
            self.points = totals(self.table.game.score(self.table.state), len(self.table.seats))
        return text, recap, tuple(now - then for now, then in zip(self.points, before, strict=False))

    def _add_secret_line(self, table: Table, record: Record) -> None:
        event = record.event
        if event.beginner and self.first is None:
            self.first = getattr(event, event.beginner)
        if type(event) in table.game.events and (text := table.game.secret_history_line(table.state, event)):
            self.secret_lines.append(SecretHistoryLine(record.seq, record.at, text))

    def _add_anecdote(self, table: Table, event: Event) -> None:
        """Keeps the largest anecdote of each kind; the first of equally large ones."""
        found = event.anecdote(table.state) if type(event) in table.game.events else None
        if found is None or any(one.kind is found.kind and one.size >= found.size for one in self.anecdotes):
            return
        self.anecdotes = [*(one for one in self.anecdotes if one.kind is not found.kind), found]

    def _cause_text(self, texts: Sequence[Text | None], place: int) -> Text:
        """Returns the history line at that place; failing that, the next line, or else the previous one."""
        near = (*texts[place:], *reversed(texts[:place]), self.sentence)
        return next((text for text in near if text), BEGINNING)

    def _chapter(self, event: Event) -> Chapter | None:
        if event.chapter is None:
            return None
        number = self.chapters[event.chapter] = self.chapters.get(event.chapter, 0) + 1
        return Chapter(event.chapter, number)

    def _update_leads(self, swings: Sequence[Swing]) -> None:
        best = (min if self.final.game.lowest_wins else max)(self.points)
        ahead = [seat for seat, points in enumerate(self.points) if points == best]
        if len(ahead) == 1 and ahead[0] != self.leader:
            self.leader = seat = ahead[0]
            self.leads.append(Lead(seat, max(swings, key=lambda swing: swing.changes[seat] - min(swing.changes))))

    def timeline(self, ended: str) -> Timeline:
        decisive = sorted((swing for swing in self.swings if swing.size), key=lambda swing: -swing.size)
        return Timeline(
            began=self.moments[0].at,
            ended=ended,
            first=self.first,
            moments=tuple(self.moments),
            leads=tuple(self.leads),
            swings=tuple(decisive[:MOST_SWINGS]),
            all_swings=tuple(self.swings),
            secret_lines=tuple(self.secret_lines),
            anecdotes=tuple(self.anecdotes),
            lowest_wins=self.final.game.lowest_wins,
        )
