"""The log, replayed: the table as it stands, its history in words, and what going back would undo."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, takewhile

from scoring.kernel import BoxFilled, Event, Refusal
from scoring.seating import GameStarted, Undone, UndoProposed
from scoring.table import Actor, Table, fold, tell
from scoring.words import T, Text

# How many tables of the past are kept for going back; further back is folded again from the first record.
RECENT = 50


@dataclass(frozen=True)
class Record:
    """An event as it stands in the log. `ask` names the ask that caused it: one ask, one step back."""

    seq: int
    at: str
    by: int | None
    ask: str
    event: Event


@dataclass(frozen=True)
class Line:
    """One line of the history."""

    seq: int
    at: str
    by: int | None
    text: Text
    undone: bool = False


@dataclass(frozen=True)
class Story:
    """Everything the log says. `live` leaves out what was undone; `records` never does."""

    table: Table
    records: tuple[Record, ...]
    live: tuple[Record, ...]
    lines: tuple[Line, ...]
    # The last event that a page must have seen before it may contradict anybody.
    moment: int
    # The table after each of the latest `live` records: going back to one of them folds nothing again.
    recent: tuple[Table, ...] = field(default=(), repr=False, compare=False)

    @property
    def seq(self) -> int:
        return self.records[-1].seq


def effective(records: Iterable[Record]) -> tuple[Record, ...]:
    """The undo filter: the records that still count, in order."""
    live: list[Record] = []
    for record in records:
        if isinstance(record.event, Undone):
            live = _left(live, record.event)
        live.append(record)
    return tuple(live)


def _left(live: Sequence[Record], undone: Undone) -> list[Record]:
    left: list[Record] = []
    for _, group in groupby(live, key=lambda record: record.ask):
        records = list(group)
        stays = _stays(records)
        left += (r for r in records if r.seq <= undone.to or r.event.lasting or (stays and r.event.lasting_alone))
    return left


def _stays(records: Sequence[Record]) -> bool:
    """True if undo leaves this ask alone: who sits where, or a printed number with what follows from it."""
    return all(r.event.lasting or r.event.lasting_alone or r.event.follows for r in records)


def replay(records: Sequence[Record]) -> Story:
    """The story from the first record on."""
    story: Story | None = None
    for record in records:
        story = advance(story, record)
    assert story is not None, "a log has at least the event that opened the table"
    return story


def advance(story: Story | None, record: Record) -> Story:
    """The story one record later."""
    if story is None:
        opened = fold(None, record.event)
        return Story(opened, (record,), (record,), _line(None, record), record.seq, (opened,))
    records = (*story.records, record)
    moment = story.moment if record.event.quiet else record.seq
    if isinstance(record.event, Undone):
        live = (*_left(story.live, record.event), record)
        recent = _folded(story, live, record.event.to)
        kept = {r.seq for r in live}
        gone = [line for line in story.lines if not line.undone and line.seq not in kept]
        lines = tuple(replace(line, undone=True) if line in gone else line for line in story.lines)
        lines = (*lines, Line(record.seq, record.at, record.by, _taken_back(gone)))
    else:
        live = (*story.live, record)
        recent = (*story.recent[1 - RECENT :], fold(story.table, record.event))
        lines = (*story.lines, *_line(story.table, record))
    return Story(recent[-1], records, live, lines, moment, recent)


def _folded(story: Story, live: Sequence[Record], back: int) -> tuple[Table, ...]:
    """The tables after the latest of the records left, folded on from where going back changes nothing."""
    untouched = sum(record.seq <= back for record in story.live)
    forgotten = len(story.live) - len(story.recent)
    tables: list[Table] = list(story.recent[: max(0, untouched - forgotten)])
    for record in live[untouched if tables else 0 :]:
        tables.append(fold(tables[-1] if tables else None, record.event))
    return tuple(tables[-RECENT:])


def _line(table: Table | None, record: Record) -> tuple[Line, ...]:
    text = tell(table, record.event)
    return (Line(record.seq, record.at, record.by, text),) if text else ()


def _taken_back(gone: Sequence[Line]) -> Text:
    if not gone:
        return T("One step back.")
    if len(gone) == 1:
        return T("Taken back: {what}", what=gone[0].text)
    return T("Taken back, with all that followed: {what}", what=gone[0].text)


# --- going back ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Step:
    """Going back to just after `to`; behind a reveal or somebody else's sealed choice the host has to confirm it."""

    to: int
    needs_host: bool


def steps_back(story: Story, seat: int | None = None) -> dict[int, Step]:
    """For each record that can be undone: the step, for this seat, that takes away its ask and all that came after."""
    return dict(_newest_first(story, seat))


def last_step(story: Story, seat: int | None = None) -> Step | None:
    """Undo of the last thing."""
    return next((step for _, step in _newest_first(story, seat)), None)


def _newest_first(story: Story, seat: int | None) -> Iterator[tuple[int, Step]]:
    """One after the other: every screen wants the first one, and an evening has a thousand."""
    if not story.table.started:
        return
    since_start = takewhile(lambda record: not isinstance(record.event, GameStarted), reversed(story.live))
    needs_host = False
    for _, group in groupby(since_start, key=lambda record: record.ask):
        records = list(group)
        if _stays(records):
            continue
        records = [record for record in records if not record.event.lasting]
        needs_host = needs_host or any(r.event.reveals or (r.event.sealed and r.by != seat) for r in records)
        step = Step(records[-1].seq - 1, needs_host)
        yield from ((record.seq, step) for record in records)


def undo(story: Story, actor: Actor, to: int) -> list[Event]:
    """Goes back; where it needs the host, others propose it."""
    step = next((step for _, step in _newest_first(story, actor.seat) if step.to == to), None)
    if step is None:
        raise Refusal("undo", T("There is nothing to undo there any more."))
    return [UndoProposed(to)] if step.needs_host and not actor.host else [Undone(to), *_anew(story, to)]


def _anew(story: Story, to: int) -> Iterator[Event]:
    """What follows, so far back, from the printed numbers that stay."""
    left = _left(story.live, Undone(to))
    before = [record for record in left if record.seq <= to]
    table = _folded(story, before, to)[-1]
    for record in left[len(before) :]:
        follows = table.game.after_filled(table.state, record.event) if isinstance(record.event, BoxFilled) else ()
        for event in (record.event, *follows):
            table = fold(table, event)
        yield from follows
