"""The story of an evening, told when it is over: points over time, who led, what decided it, and the open book."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, pairwise

from scoring.kernel import Event, PrintedValueEntered
from scoring.replay import Projection, Record
from scoring.standings import totals
from scoring.table import Table, apply_event, history_text
from scoring.table_events import GameStarted
from scoring.words import T, Text

MOST_SWINGS = 5
# Points that have changed less often tell no story: Herald was there only when it was counted.
WATCHED = 3
BEGINNING = T("The game began.")
Points = tuple[int, ...]


@dataclass(frozen=True)
class Chapter:
    """What came to an end or began there ("Epoch"), and its number: 2 for the second one."""

    name: Text
    number: int


@dataclass(frozen=True)
class Moment:
    """Everybody's points after one step of the game."""

    step: int
    seq: int
    at: str
    points: Points
    chapter: Chapter | None = None


@dataclass(frozen=True)
class Swing:
    """Something that moved the points: the sentence of the history, and by how much for each seat."""

    seq: int
    at: str
    text: Text
    changes: Points
    # As somebody would tell it, if it is worth it.
    recap: Text | None = None

    @property
    def size(self) -> int:
        """How far it moved the seats apart or together."""
        return max(self.changes) - min(self.changes)


@dataclass(frozen=True)
class Lead:
    """From here on this seat led alone, and what brought it there."""

    seat: int
    swing: Swing


@dataclass(frozen=True)
class SecretHistoryLine:
    """A hidden thing, told now."""

    seq: int
    at: str
    text: Text


@dataclass(frozen=True)
class Timeline:
    began: str
    ended: str
    first: int | None
    # The start, every step that moved the points, every chapter, the end.
    moments: tuple[Moment, ...]
    leads: tuple[Lead, ...]
    # The largest, the largest first; and all of them, as they came.
    swings: tuple[Swing, ...]
    all_swings: tuple[Swing, ...]
    book: tuple[SecretHistoryLine, ...]

    @property
    def watched(self) -> bool:
        """Whether Herald saw the points grow, or only what they were in the end."""
        return sum(before.points != after.points for before, after in pairwise(self.moments)) >= WATCHED

    @property
    def chapters(self) -> tuple[Moment, ...]:
        """What a table of the evening has as rows: the chapters, and the end."""
        last = self.moments[-1:]
        return tuple(moment for moment in self.moments if moment.chapter and moment not in last) + last


def timeline(projection: Projection) -> Timeline:
    """Of what still counts of the log. Printed numbers count from the start, whenever somebody typed them in."""
    telling = _Telling(projection.table)
    for step, (_, records) in enumerate(groupby(_counting(projection), key=lambda record: record.action_id)):
        telling.take(step, list(records))
    return telling.told(ended_at(projection))


def ended_at(projection: Projection) -> str:
    """When the last thing of the game itself happened; names and printed numbers can be put right for ever."""
    events = projection.table.game.events
    return next(record.at for record in reversed(projection.effective) if type(record.event) in events)


def _counting(projection: Projection) -> Iterator[Record]:
    return (record for record in projection.effective if not isinstance(record.event, PrintedValueEntered))


@dataclass
class _Telling:
    final: Table
    table: Table | None = None
    points: Points = ()
    leader: int | None = None
    first: int | None = None
    sentence: Text | None = None
    moments: list[Moment] = field(default_factory=list)
    swings: list[Swing] = field(default_factory=list)
    leads: list[Lead] = field(default_factory=list)
    book: list[SecretHistoryLine] = field(default_factory=list)
    chapters: dict[Text, int] = field(default_factory=dict)

    def take(self, step: int, records: Sequence[Record]) -> None:
        """All that one ask brought about."""
        before, last = self.points, records[-1]
        done = [(record, *self._happen(record)) for record in records]
        if self.table is None or not self.table.started:
            return
        told = [text for _, text, _, _ in done]
        swings = [
            Swing(record.seq, record.at, self._cause(told, place), changes, retold)
            for place, (record, _, retold, changes) in enumerate(done)
            if any(changes)
        ]
        self.sentence = next((text for text in reversed(told) if text), self.sentence)
        self.swings += swings
        if swings:
            self._who_leads(swings)
        chapter = next((c for record in records if (c := self._chapter(record.event))), None)
        if chapter or self.points != before:
            self.moments.append(Moment(step, last.seq, last.at, self.points, chapter))

    def _happen(self, record: Record) -> tuple[Text | None, Text | None, Points]:
        """The event in words, if it has any, as history and as a story, and what it did to the points."""
        event, text, retold = record.event, None, None
        if isinstance(event, GameStarted):
            assert self.table is not None
            self.table = replace(self.table, box=self.final.box)
        elif self.table is not None and self.table.started:
            text = history_text(self.table, event, over=self.final.standings is not None)
            retold = event.recap(self.table.state) if type(event) in self.table.game.events else None
            self._remember(self.table, record)
        self.table = apply_event(self.table, event)
        before = self.points
        if self.table.started:
            self.points = totals(self.table.game.score(self.table.state), len(self.table.seats))
        return text, retold, tuple(now - then for now, then in zip(self.points, before, strict=False))

    def _remember(self, table: Table, record: Record) -> None:
        event = record.event
        if event.beginner and self.first is None:
            self.first = getattr(event, event.beginner)
        if type(event) in table.game.events and (text := table.game.secret_history_line(table.state, event)):
            self.book.append(SecretHistoryLine(record.seq, record.at, text))

    def _cause(self, told: Sequence[Text | None], place: int) -> Text:
        """What the history says of that event; of one that it passes over, what follows or what came before."""
        near = (*told[place:], *reversed(told[:place]), self.sentence)
        return next((text for text in near if text), BEGINNING)

    def _chapter(self, event: Event) -> Chapter | None:
        if event.chapter is None:
            return None
        number = self.chapters[event.chapter] = self.chapters.get(event.chapter, 0) + 1
        return Chapter(event.chapter, number)

    def _who_leads(self, swings: Sequence[Swing]) -> None:
        ahead = [seat for seat, points in enumerate(self.points) if points == max(self.points)]
        if len(ahead) == 1 and ahead[0] != self.leader:
            self.leader = seat = ahead[0]
            self.leads.append(Lead(seat, max(swings, key=lambda swing: swing.changes[seat] - min(swing.changes))))

    def told(self, ended: str) -> Timeline:
        decisive = sorted((swing for swing in self.swings if swing.size), key=lambda swing: -swing.size)
        return Timeline(
            began=self.moments[0].at,
            ended=ended,
            first=self.first,
            moments=tuple(self.moments),
            leads=tuple(self.leads),
            swings=tuple(decisive[:MOST_SWINGS]),
            all_swings=tuple(self.swings),
            book=tuple(self.book),
        )
