"""The log, replayed: the table as it stands, its history in words, and what going back would undo."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from scoring.kernel import Event, Refusal
from scoring.seating import GameStarted, Undone, UndoProposed
from scoring.table import Actor, Table, fold, tell
from scoring.words import T, Text


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

    @property
    def seq(self) -> int:
        return self.records[-1].seq


def effective(records: Iterable[Record]) -> tuple[Record, ...]:
    """The undo filter: the records that still count, in order."""
    live: list[Record] = []
    for record in records:
        if isinstance(record.event, Undone):
            back = record.event.to
            live = [r for r in live if r.seq <= back or r.event.lasting]
        live.append(record)
    return tuple(live)


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
        return Story(opened, (record,), (record,), _line(None, record), record.seq)
    records = (*story.records, record)
    lines = (*story.lines, *_line(story.table, record))
    moment = story.moment if record.event.quiet else record.seq
    if isinstance(record.event, Undone):
        live = effective(records)
        kept = {r.seq for r in live}
        struck = tuple(line if line.seq in kept else replace(line, undone=True) for line in lines)
        return Story(_folded(live), records, live, struck, moment)
    return Story(fold(story.table, record.event), records, (*story.live, record), lines, moment)


def _folded(live: Sequence[Record]) -> Table:
    table: Table | None = None
    for record in live:
        table = fold(table, record.event)
    assert table is not None
    return table


def _line(table: Table | None, record: Record) -> tuple[Line, ...]:
    text = tell(table, record.event)
    return (Line(record.seq, record.at, record.by, text),) if text else ()


# --- going back ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Step:
    """Going back to just after `to`; behind a reveal the host has to confirm it."""

    to: int
    behind_reveal: bool


def steps_back(story: Story) -> dict[int, Step]:
    """For each record that can be undone: the step that takes away its ask and all that came after."""
    start = next((r.seq for r in story.live if isinstance(r.event, GameStarted)), story.seq)
    undoable = [r for r in story.live if r.seq > start and not r.event.lasting]
    steps: dict[int, Step] = {}
    reveal = False
    for _, group in groupby(reversed(undoable), key=lambda record: record.ask):
        records = list(group)
        reveal = reveal or any(record.event.reveals for record in records)
        steps |= {record.seq: Step(records[-1].seq - 1, reveal) for record in records}
    return steps


def last_step(story: Story) -> Step | None:
    """Undo of the last thing."""
    return next(iter(steps_back(story).values()), None)


def undo(story: Story, actor: Actor, to: int) -> list[Event]:
    """Goes back; behind a reveal only the host can, others propose it."""
    step = next((step for step in steps_back(story).values() if step.to == to), None)
    if step is None:
        raise Refusal("undo", T("There is nothing to undo there any more."))
    return [UndoProposed(to)] if step.behind_reveal and not actor.host else [Undone(to)]
