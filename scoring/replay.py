"""Replay of the log: the current table, its history lines, and the possible undo steps.

A projection is advanced record by record and never copied: each record links to the previous one. Properties that need
the whole log (`records`, `effective`, `lines`) are computed on demand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import takewhile

from scoring.film import Film, Step, build_film
from scoring.highlights import Highlight
from scoring.kernel import Event, PrintedValueEntered, Refusal, UndoPolicy
from scoring.memo import ById, cached_property
from scoring.table import Table, apply_event, consequences, history_line, history_text
from scoring.table_events import Actor, GameStarted, UndoDeclined, Undone, UndoProposed
from scoring.words import T, Text

# The latest RECENT tables are kept for undo, and every RECENT-th one for good. To go back further, the records since
# the last kept table are applied again.
RECENT = 50
# Number of latest moves whose films may still be running.
MOVES = 3
# Number of cached films, for all tables in total.
FILMS = 64
# Undo events change only the proposed undo, and every undo clears it, so they are never applied again.
UNDO_EVENTS = (Undone, UndoProposed, UndoDeclined)


@dataclass(frozen=True)
class Record:
    """An event in the log. `action_id` names the action that caused it; undo removes whole actions."""

    seq: int
    at: str
    by: int | None
    action_id: str
    event: Event


@dataclass(frozen=True)
class HistoryLine:
    """One line of the public history, with the seq, time and seat of its record."""

    seq: int
    at: str
    by: int | None
    text: Text
    undone: bool = False


@dataclass(frozen=True, slots=True)
class _Logged:
    """A record, its news line and its history line while the game runs; links to the previous record."""

    record: Record
    line: HistoryLine | None
    while_running: Text | None
    before: _Logged | None

    def history_line(self, over: bool) -> HistoryLine | None:
        if over or self.line is None or self.while_running is None:
            return self.line
        return replace(self.line, text=self.while_running)


@dataclass(frozen=True, slots=True)
class _Effective:
    """An effective record, linked to the previous one, with the undo data of its action so far."""

    logged: _Logged
    below: _Effective | None
    depth: int
    # Table after the record; dropped for most records.
    table: Table | None
    # Last history line in effect.
    line: HistoryLine | None
    # Last record of the previous action.
    under: _Effective | None
    # Not removed by undo: a table event such as a seat change, or a printed value with its consequences.
    stays: bool
    # Undoing this action goes back to just after this seq.
    to: int
    reveals: bool
    sealed_by: frozenset[int | None]
    # Last earlier action that undo can remove.
    undoable: _Effective | None

    @property
    def seq(self) -> int:
        return self.logged.record.seq


@dataclass(frozen=True, slots=True)
class _Move:
    """The steps of an action, the seq of its last record, and its time."""

    steps: tuple[Step, ...]
    seq: int
    at: str


@dataclass(frozen=True, slots=True)
class _LatestAction:
    """Steps of the latest action, and the latest actions that were moves, newest first.

    A move has an event that is neither `stale_safe` nor `not_a_move`.
    """

    action_id: str = ""
    steps: tuple[Step, ...] = ()
    moves: tuple[_Move, ...] = ()

    def after(self, record: Record, before: Table, after: Table) -> _LatestAction:
        step, same = Step(record.event, before, after), record.action_id == self.action_id
        steps = (*self.steps, step) if same else (step,)
        if all(one.event.stale_safe or one.event.not_a_move for one in steps):
            return _LatestAction(record.action_id, steps, self.moves)
        earlier = self.moves[1:] if same and self.moves and self.moves[0].steps is self.steps else self.moves
        moves = (_Move(steps, record.seq, record.at), *earlier)[:MOVES]
        return _LatestAction(record.action_id, steps, moves)


@lru_cache(maxsize=FILMS)
def _film(move: ById) -> Film:
    return build_film(move.state.seq, move.state.at, move.state.steps)


@dataclass(frozen=True, eq=False)
class Projection:
    """A replayed log. `effective` leaves out undone records; `records` has all."""

    table: Table
    # Last event that a page must have seen to be up to date.
    required_seq: int
    # Seq of the start of the game; 0: not started.
    began: int
    _log: _Logged = field(repr=False)
    _top: _Effective | None = field(repr=False)
    # Last history line about an undo or its proposal.
    _undo_line: HistoryLine | None = field(repr=False)
    # Tables after the latest effective records, by seq.
    _recent: tuple[tuple[int, Table], ...] = field(repr=False)
    _latest_action: _LatestAction = field(default=_LatestAction(), repr=False)

    @property
    def seq(self) -> int:
        return self._log.record.seq

    @property
    def _last(self) -> HistoryLine | None:
        lines = [line for line in (self._top.line if self._top else None, self._undo_line) if line]
        return max(lines, key=lambda line: line.seq, default=None)

    @property
    def last(self) -> Text | None:
        """Text of the newest history line that was not undone."""
        return self._last.text if self._last else None

    @property
    def has_newer_line(self) -> bool:
        """True if a history line is newer than the latest move."""
        return self._last is not None and self._last.seq > self.highlights_seq

    @cached_property
    def films(self) -> tuple[Film, ...]:
        """Films of the latest moves, newest first; a move without highlights has a film without scenes."""
        return tuple(_film(ById(move)) for move in self._latest_action.moves)

    @property
    def highlights(self) -> tuple[Highlight, ...]:
        """Highlights of the latest action that was a move."""
        return self.films[0].highlights if self.films else ()

    @property
    def highlights_seq(self) -> int:
        """Seq of the latest action that was a move."""
        return self._latest_action.moves[0].seq if self._latest_action.moves else 0

    @cached_property
    def records(self) -> tuple[Record, ...]:
        return tuple(logged.record for logged in self._logged)

    @cached_property
    def effective(self) -> tuple[Record, ...]:
        """Returns the records that undo has not removed, in order."""
        return _effective_records(self.records, self._top)

    @cached_property
    def lines(self) -> tuple[HistoryLine, ...]:
        """The public history, used by every page and file that shows it.

        While the game runs, a line may hide part of the news (`Event.short_history_line`).
        """
        live, over = {record.seq for record in self.effective}, self.table.standings is not None
        lines = (line for logged in self._logged if (line := logged.history_line(over)))
        return tuple(line if line.seq in live else replace(line, undone=True) for line in lines)

    @property
    def _logged(self) -> list[_Logged]:
        logged = [self._log]
        while (before := logged[-1].before) is not None:
            logged.append(before)
        return logged[::-1]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Projection):
            return NotImplemented
        said = (self.table, self.required_seq, self.records, self.effective, self.lines)
        return said == (other.table, other.required_seq, other.records, other.effective, other.lines)

    __hash__ = None  # type: ignore[assignment]


def effective(records: Iterable[Record]) -> tuple[Record, ...]:
    """Returns the effective records, in order: the undo filter."""
    records = tuple(records)
    top: _Effective | None = None
    for record in records:
        if isinstance(record.event, Undone):
            top, above = _rewind(top, record.event.to)
            for logged, stays in above:
                top = _push(top, logged, None) if stays else top
        elif not isinstance(record.event, UNDO_EVENTS):
            top = _push(top, _Logged(record, None, None, None), None)
    return _effective_records(records, top)


def _effective_records(records: Iterable[Record], top: _Effective | None) -> tuple[Record, ...]:
    seqs = set()
    while top is not None:
        seqs.add(top.seq)
        top = top.below
    return tuple(r for r in records if r.seq in seqs or isinstance(r.event, UNDO_EVENTS))


def _push(top: _Effective | None, logged: _Logged, table: Table | None) -> _Effective:
    """Returns the stack of effective records with one more on top."""
    record, event = logged.record, logged.record.event
    lasting = event.undo_policy is UndoPolicy.KEPT
    same = top if top is not None and top.logged.record.action_id == record.action_id else None
    under = same.under if same else top
    depth = top.depth + 1 if top else 1
    sealed_by = same.sealed_by if same else frozenset()
    return _Effective(
        logged=logged,
        below=top,
        depth=depth,
        table=table if depth % RECENT == 0 else None,
        line=(None if event.not_a_move else logged.line) or (top.line if top else None),
        under=under,
        stays=event.undo_policy is not UndoPolicy.REMOVED and (same is None or same.stays),
        to=(same.to if same else 0) or (0 if lasting else record.seq - 1),
        reveals=(same is not None and same.reveals) or (event.reveals and not lasting),
        sealed_by=sealed_by | {record.by} if event.sealed and not lasting else sealed_by,
        undoable=_undoable(under),
    )


def _undoable(top: _Effective | None) -> _Effective | None:
    """Returns the last action that undo can remove."""
    return top.undoable if top is not None and top.stays else top


def _rewind(top: _Effective | None, to: int) -> tuple[_Effective | None, list[tuple[_Logged, bool]]]:
    """Returns the last effective record at `to`, and the later records, each with whether undo keeps it.

    Kept records right above `to` stay on the stack, so that repeated undo does not apply them again.
    """
    ground = max(to, _unchanged_up_to(top, to))
    above, together = [], top is not None and top.stays
    while top is not None and top.seq > ground:
        undone = top.logged.record.event.undo_policy
        above.append((top.logged, undone is UndoPolicy.KEPT or (together and undone is UndoPolicy.KEPT_IF_ALONE)))
        if top.below is top.under:
            together = top.below is not None and top.below.stays
        top = top.below
    return top, above[::-1]


def _unchanged_up_to(top: _Effective | None, to: int) -> int:
    """Returns the last seq before the first action that an undo to `to` removes."""
    ground, action = (top.seq if top else 0), _undoable(top)
    while action is not None and action.seq > to:
        ground, action = (action.under.seq if action.under else 0), action.undoable
    return ground


def replay(records: Sequence[Record]) -> Projection:
    """Returns the projection of a whole log."""
    projection: Projection | None = None
    for record in records:
        projection = apply_record(projection, record)
    assert projection is not None, "a log has at least the event that opened the table"
    return projection


def apply_record(projection: Projection | None, record: Record) -> Projection:
    """Returns the projection after one more record."""
    if projection is None:
        opened = apply_event(None, record.event)
        logged = _logged(None, record, None)
        return Projection(opened, record.seq, 0, logged, _push(None, logged, opened), None, ((record.seq, opened),))
    moment = projection.required_seq if record.event.stale_safe else record.seq
    if isinstance(record.event, Undone):
        return _after_undo(projection, record, record.event.to, moment)
    table, logged = apply_event(projection.table, record.event), _logged(projection.table, record, projection._log)
    if isinstance(record.event, UNDO_EVENTS):
        before = projection._top, logged.line or projection._undo_line, projection._recent, projection._latest_action
        return Projection(table, moment, projection.began, logged, *before)
    began = record.seq if isinstance(record.event, GameStarted) else projection.began
    recent = (*projection._recent[1 - RECENT :], (record.seq, table))
    latest_action = projection._latest_action.after(record, projection.table, table)
    return Projection(
        table,
        moment,
        began,
        logged,
        _push(projection._top, logged, table),
        projection._undo_line,
        recent,
        latest_action,
    )


def _after_undo(projection: Projection, record: Record, to: int, moment: int) -> Projection:
    top, above = _rewind(projection._top, to)
    recent = _tables_at(projection, top)
    gone = []
    for logged, stays in above:
        if stays:
            table = apply_event(recent[-1][1] if recent else None, logged.record.event)
            recent.append((logged.record.seq, table))
            top = _push(top, logged, table)
        elif logged.line:
            gone.append(logged)
    line = HistoryLine(record.seq, record.at, record.by, _undo_text(gone))
    table = apply_event(recent[-1][1], record.event)
    logged = _Logged(record, line, None, projection._log)
    return Projection(table, moment, projection.began, logged, top, line, tuple(recent[-RECENT:]))


def _tables_at(projection: Projection, top: _Effective | None) -> list[tuple[int, Table]]:
    """Returns the latest tables up to this record. Those no longer kept are computed from the
    last kept one.
    """
    if top is None:
        return []
    recent = [(seq, table) for seq, table in projection._recent if seq <= top.seq]
    if recent:
        return recent
    again: list[_Effective] = []
    kept: _Effective | None = top
    while kept is not None and kept.table is None:
        again.append(kept)
        kept = kept.below
    table = kept.table if kept else None
    recent = [(kept.seq, kept.table)] if kept and kept.table else []
    for one in reversed(again):
        table = apply_event(table, one.logged.record.event)
        recent.append((one.seq, table))
    return recent


def _logged(table: Table | None, record: Record, before: _Logged | None) -> _Logged:
    text = history_line(table, record.event)
    line = HistoryLine(record.seq, record.at, record.by, text) if text else None
    return _Logged(record, line, history_text(table, record.event, over=False), before)


def _undo_text(gone: Sequence[_Logged]) -> Text:
    """Returns the history line of an undo. It quotes only what the history of a running game may show."""
    what = next((line.text for logged in gone if (line := logged.history_line(over=False))), None)
    if what is None:
        return T("Went back one step.")
    if len(gone) == 1:
        return T("Undone: {what}", what=what)
    return T("Undone, with everything after it: {what}", what=what)


# --- undo ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class UndoStep:
    """An undo to just after seq `to`. The host has to confirm one that goes past a reveal or another seat's sealed
    choice.
    """

    to: int
    needs_host: bool


def undo_steps(projection: Projection, seat: int | None = None, down_to: int = 0) -> dict[int, UndoStep]:
    """Returns, by seq of each undoable record, the step that removes its action and all later ones, for this seat.

    Actions that end before `down_to` are left out.
    """
    newest = takewhile(lambda pair: pair[1].seq >= down_to, _newest_first(projection, seat))
    return {seq: step for step, action in newest for seq in _undoable_seqs(action)}


def last_undo_step(projection: Projection, seat: int | None = None) -> UndoStep | None:
    """Returns the step that undoes the last action; None if nothing can be undone."""
    return next((step for step, _ in _newest_first(projection, seat)), None)


def _newest_first(projection: Projection, seat: int | None) -> Iterator[tuple[UndoStep, _Effective]]:
    """Yields undo steps lazily, newest first: every screen needs the first, and a game has about a thousand."""
    action, needs_host = _undoable(projection._top), False
    while projection.began and action is not None and action.to >= projection.began:
        needs_host = needs_host or action.reveals or bool(action.sealed_by - {seat})
        yield UndoStep(action.to, needs_host), action
        action = action.undoable


def _undoable_seqs(action: _Effective) -> Iterator[int]:
    """Yields the seqs of an action's records that undo removes."""
    one: _Effective | None = action
    while one is not None and one is not action.under:
        if one.logged.record.event.undo_policy is not UndoPolicy.KEPT:
            yield one.seq
        one = one.below


def undo(projection: Projection, actor: Actor, to: int) -> list[Event]:
    """Returns the events of the undo, or of its proposal if it needs the host and another device asks for it."""
    step = next((step for step, _ in _newest_first(projection, actor.seat) if step.to <= to), None)
    if step is None or step.to != to:
        raise Refusal("undo", T("There’s nothing left to undo there."))
    return (
        [UndoProposed(to)] if step.needs_host and not actor.host else [Undone(to), *_recomputed_events(projection, to)]
    )


def _recomputed_events(projection: Projection, to: int) -> Iterator[Event]:
    """Yields the events that follow from the kept printed values after an undo to `to`."""
    top, above = _rewind(projection._top, to)
    table = _tables_at(projection, top)[-1][1]
    for event in (logged.record.event for logged, stays in above if stays):
        follows = consequences(table, event) if isinstance(event, PrintedValueEntered) else ()
        for one in (event, *follows):
            table = apply_event(table, one)
        yield from follows
