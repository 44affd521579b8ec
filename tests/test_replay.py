"""Replay: a state is a fold over events, undo is a prefix, and no record is ever lost."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import groupby
from unittest.mock import patch

import pytest
from hypothesis import given, settings

from scoring.games import GAMES
from scoring.kernel import Event, PrintedValueEntered, Refusal, Rng, UndoPolicy
from scoring.lang_lebe.setup import TakeStartArea
from scoring.recording import from_json, to_json
from scoring.replay import (
    HistoryLine,
    Projection,
    Record,
    UndoStep,
    apply_record,
    effective,
    last_undo_step,
    replay,
    undo,
    undo_steps,
)
from scoring.table import Actor, Table, apply_event, decide, history_line
from scoring.table_events import GameStarted, SeatChanged, Undone, UndoProposed
from scoring.words import T, Text, render
from tests.bench.rules import bots_play
from tests.strategies import AT, begun, projections, with_records

SOME = settings(max_examples=15)
GAME = GAMES["lang-lebe"]
RNG = Rng(random.Random(1))


def started_table() -> Projection:
    return begun(GAME, 3, {})


def folded_table(records: tuple[Record, ...]) -> Table:
    table: Table | None = None
    for record in records:
        table = apply_event(table, record.event)
    assert table is not None
    return table


# --- always -------------------------------------------------------------------------------------------------------


@given(projections())
@SOME
def test_projection_equals_its_replayed_log(projection: Projection) -> None:
    assert replay(projection.records) == projection
    assert replay([from_json(projection.table.game, to_json(record)) for record in projection.records]) == projection
    assert projection.table == folded_table(projection.effective)
    assert projection.effective == effective(projection.records) == effective_after_undo(projection.records)
    newest = next((line for line in reversed(projection.lines) if not line.undone), None)
    assert projection.last == (newest and first_line(projection.records, newest))
    assert [record.seq for record in projection.records] == list(range(1, projection.seq + 1))
    # A history line is struck through exactly if its record is not effective.
    live = {record.seq for record in projection.effective}
    assert all(line.undone == (line.seq not in live) for line in projection.lines)
    assert [line.seq for line in projection.lines] == sorted({line.seq for line in projection.lines})
    # A page must have seen the last event that is not stale-safe.
    assert projection.required_seq == max(record.seq for record in projection.records if not record.event.stale_safe)


def first_line(records: tuple[Record, ...], line: HistoryLine) -> Text | None:
    """Returns the line as first shown; the history of a running game may say less."""
    event = records[line.seq - 1].event
    if isinstance(event, Undone) or line.seq == 1:
        return line.text
    return history_line(replay(records[: line.seq - 1]).table, event)


def effective_after_undo(records: tuple[Record, ...]) -> tuple[Record, ...]:
    """Applies undo to the records in a reference implementation without regard to speed."""
    live: list[Record] = []
    for record in records:
        if isinstance(record.event, Undone):
            groups = [list(group) for _, group in groupby(live, key=lambda one: one.action_id)]
            live = [one for group in groups for one in group if one.seq <= record.event.to or is_kept(one, group)]
        live.append(record)
    return tuple(live)


def is_kept(record: Record, group: list[Record]) -> bool:
    alone = all(one.event.undo_policy is not UndoPolicy.REMOVED for one in group)
    undone = record.event.undo_policy
    return undone is UndoPolicy.KEPT or (alone and undone is UndoPolicy.KEPT_IF_ALONE)


@given(projections(undos=False, most=30))
@SOME
def test_undo_is_replaying_the_prefix(projection: Projection) -> None:
    for to in {step.to for step in undo_steps(projection).values()}:
        back = with_records(projection, [Undone(to)], "undo")
        assert back.table == with_numbers(projection, to)
        assert back.records[:-1] == projection.records, "what was undone stays in the log"


@given(projections())
@SOME
def test_every_undo_removes_whole_actions_and_reports_reveals(projection: Projection) -> None:
    for seq, step in undo_steps(projection).items():
        gone = [
            record for record in projection.effective if record.seq > step.to and not is_permanent(record, projection)
        ]
        kept = [record for record in projection.effective if record.seq <= step.to]
        assert seq in {record.seq for record in gone}
        assert {record.action_id for record in gone}.isdisjoint(record.action_id for record in kept)
        assert step.needs_host == any(
            record.event.reveals or (record.event.sealed and record.by is not None) for record in gone
        )
        assert gone[0].action_id == next(record.action_id for record in projection.effective if record.seq == seq)


@given(projections(most=30))
@SOME
def test_repeated_undo_leads_to_the_start_and_no_further(projection: Projection) -> None:
    steps = [projection]
    while (step := last_undo_step(steps[-1])) is not None:
        steps.append(with_records(steps[-1], [Undone(step.to)], f"undo-{len(steps)}"))
    left = [len(undo_steps(projection)) for projection in steps]
    assert left == sorted(set(left), reverse=True), "every undo takes something away"
    undone = steps[-1]
    begins = next(record.seq for record in projection.records if isinstance(record.event, GameStarted))
    assert [r for r in undone.effective if r.seq > begins and not is_permanent(r, undone)] == []
    assert undone.table.state == started_state(undone)
    with pytest.raises(Refusal):
        undo(undone, Actor(host=True), begins - 1)


def is_permanent(record: Record, projection: Projection) -> bool:
    """True for seating, and for printed values entered on their own."""
    event, together = record.event, [r.event for r in projection.effective if r.action_id == record.action_id]
    return event.undo_policy is UndoPolicy.KEPT or all(isinstance(other, PrintedValueEntered) for other in together)


def started_state(projection: Projection) -> object:
    """Returns the state at the start, with all printed values known by now."""
    return with_numbers(projection, next(r.seq for r in projection.records if isinstance(r.event, GameStarted))).state


def with_numbers(projection: Projection, to: int) -> Table:
    """Returns the table after `to`, with later printed values that undo keeps."""
    table = replay(projection.records[:to]).table
    for record in projection.effective:
        if record.seq > to and isinstance(record.event, PrintedValueEntered) and is_permanent(record, projection):
            table = apply_event(table, record.event)
    return table


# --- one by one ----------------------------------------------------------------------------------------------------


class Spoken(Event, stale_safe=True):
    pass


class Shown(Event, reveals=True):
    pass


class Done(Event):
    pass


def with_events(*actions: list[Event]) -> Projection:
    """Returns a started table with these events, one list per action; the game state ignores them."""
    projection = started_table()
    with (
        patch("scoring.replay.apply_event", lambda table, _: table),
        patch("scoring.replay.history_line", lambda *_: None),
    ):
        for number, events in enumerate(actions):
            projection = with_records(projection, events, f"ask-{number}", 0)
    return projection


def test_action_with_several_events_is_one_undo_step() -> None:
    projection = with_events([Done()], [Done(), Spoken(), Done()])
    assert undo_steps(projection) == {6: UndoStep(5, False), **dict.fromkeys((7, 8, 9), UndoStep(6, False))}
    assert last_undo_step(projection) == UndoStep(6, False)


def test_undo_behind_a_reveal_needs_the_host() -> None:
    projection = with_events([Done()], [Shown()], [Done()])
    first, shown, last = (projection.seq - 2, projection.seq - 1, projection.seq)
    assert {seq: step.needs_host for seq, step in undo_steps(projection).items()} == {
        last: False,
        shown: True,
        first: True,
    }
    assert undo(projection, Actor(0), shown) == [Undone(shown)]
    assert undo(projection, Actor(0), first) == [UndoProposed(first)]
    assert undo(projection, Actor(host=True), first) == [Undone(first)]


@pytest.mark.parametrize("to", [-1, 0, 1, 3, 99])
def test_undo_before_the_game_or_into_the_future_is_refused(to: int) -> None:
    with pytest.raises(Refusal) as refused:
        undo(with_events([Done()]), Actor(host=True), to)
    assert refused.value.code == "undo"


def test_undo_keeps_the_seating() -> None:
    projection = started_table()
    before = projection.seq
    projection = with_records(projection, [SeatChanged(1, "Benno", "blue", False)], "rename")
    projection = with_records(projection, [Undone(before)], "undo")
    assert projection.table.names == ("Anna", "Benno", "Carla")
    assert not any(line.undone for line in projection.lines)


def test_undo_settles_an_undo_proposal() -> None:
    projection = with_records(started_table(), [UndoProposed(3)], "wish")
    assert projection.table.proposal == 3
    assert with_records(projection, [Undone(4)], "undo").table.proposal is None


def test_log_must_begin_with_an_opened_table() -> None:
    with pytest.raises(AssertionError, match="opened the table"):
        replay([])
    with pytest.raises(AssertionError, match="opens the table"):
        apply_record(None, Record(1, "", None, "", GameStarted()))


class Whispered(Event, sealed=True):
    pass


def test_undo_of_another_seats_sealed_choice_needs_the_host() -> None:
    projection = with_events([Done()], [Whispered()])  # by seat 0
    assert last_undo_step(projection, 0) == UndoStep(projection.seq - 1, needs_host=False)
    for other in (1, None):
        assert last_undo_step(projection, other) == UndoStep(projection.seq - 1, needs_host=True)
    assert undo(projection, Actor(0), projection.seq - 1) == [Undone(projection.seq - 1)]
    assert undo(projection, Actor(1), projection.seq - 1) == [UndoProposed(projection.seq - 1)]
    assert undo(projection, Actor(1, host=True), projection.seq - 1) == [Undone(projection.seq - 1)]


def test_undo_removes_a_printed_value_only_with_its_move() -> None:
    number = PrintedValueEntered("votes.Wigemor", "4")
    projection = with_events([Done()], [number], [PrintedValueEntered("votes.Man", "2"), Done()])
    assert set(undo_steps(projection)) == {projection.seq - 3, projection.seq - 1, projection.seq}
    back = effective([*projection.records, Record(projection.seq + 1, "", None, "undo", Undone(projection.seq - 4))])
    assert [record.event for record in back if isinstance(record.event, PrintedValueEntered)] == [number]


def test_undo_is_described_by_the_first_undone_line() -> None:
    projection = started_table()
    to = projection.seq
    once = with_records(projection, decide(projection.table, Actor(0), 0, TakeStartArea("Lincolia"), RNG), "first")
    twice = with_records(once, decide(once.table, Actor(1), 1, TakeStartArea("Lideforde"), RNG), "second")
    assert history_text(with_records(once, [Undone(to)], "undo")) == "Undone: " + history_text(once)
    assert history_text(
        with_records(twice, [Undone(to)], "undo")
    ) == "Undone, with everything after it: " + history_text(once)


def history_text(projection: Projection) -> str:
    return render(projection.lines[-1].text, projection.table.names)


# --- long evenings -------------------------------------------------------------------------------------------------


@dataclass
class FoldCount:
    """Cost of a long log: records applied and records read."""

    folds: int = 0
    looks: int = 0


def fold_count(log: list[tuple[str, Event]]) -> tuple[Projection, FoldCount]:
    """Replays this log on a new table, counting the work. Whether a record can be undone depends only on its event."""
    work, projection = FoldCount(), started_table()

    def count_apply(table: Table | None, event: Event) -> Table:
        work.folds += 1
        return table if table is not None and isinstance(event, Done) else apply_event(table, event)

    fates = {kind: kind.undo_policy for kind in (Done, PrintedValueEntered, SeatChanged, UndoProposed)}

    def count_lookup(event: Event) -> UndoPolicy:
        work.looks += 1
        return fates[type(event)]

    with ExitStack() as patches:
        patches.enter_context(patch("scoring.replay.apply_event", count_apply))
        tells = patch("scoring.replay.history_line", lambda _, event: T("Done.") if isinstance(event, Done) else None)
        patches.enter_context(tells)
        for kind in fates:
            patches.enter_context(patch.object(kind, "undo_policy", property(count_lookup)))
        for action, event in log:
            projection = apply_record(projection, Record(projection.seq + 1, AT, 0, action, event))
            last_undo_step(projection, 1)
            assert projection.last is not None
    return projection, work


def log_undoing_every_third(steps: int) -> list[tuple[str, Event]]:
    """Returns a log in which every third action is undone at once."""
    log: list[tuple[str, Event]] = []
    for n in range(steps):
        log.append((f"ask-{n}", Undone(4 + n - 1) if n % 3 == 2 else Done()))
    return log


def log_undoing_everything(steps: int) -> list[tuple[str, Event]]:
    """Returns a log whose first half are actions, which are then undone one by one."""
    forth: list[tuple[str, Event]] = [(f"ask-{n}", Done()) for n in range(steps // 2)]
    back: list[tuple[str, Event]] = [(f"back-{n}", Undone(4 + n)) for n in reversed(range(1, steps // 2))]
    return forth + back


def log_undoing_ninety_of_a_hundred(steps: int) -> list[tuple[str, Event]]:
    """Returns a log in which ninety of a hundred actions are undone at once, repeatedly."""
    log: list[tuple[str, Event]] = []
    while len(log) < steps:
        before = 5 + len(log)
        log += [(f"ask-{before}-{n}", Done()) for n in range(100)]
        log.append((f"back-{before}", Undone(before + 10)))
    return log


def log_of_kept_records(steps: int) -> list[tuple[str, Event]]:
    """Returns a log with many records that undo keeps, on top of ones that it can remove."""
    one: list[Event] = [
        PrintedValueEntered("votes.Wigemor", "4"),
        SeatChanged(1, "Benno", "blue", True),
        UndoProposed(5),
    ]
    return [("ask", Done()), *((f"ask-{n}", one[n % 3]) for n in range(steps))]


def log_undoing_below_kept_records(steps: int) -> list[tuple[str, Event]]:
    """Returns a log of renamed seats, which undo keeps, followed by repeated undos below all of them."""
    names: list[Event] = [SeatChanged(1, f"Ben {n}", "blue", True) for n in range(steps // 2)]
    return [(f"ask-{n}", event) for n, event in enumerate([*names, *[Undone(4)] * (steps // 2)])]


def log_undoing_below_kept_records_twice(steps: int) -> list[tuple[str, Event]]:
    """Returns the same log with one action between the undos."""
    names: list[Event] = [SeatChanged(1, f"Ben {n}", "blue", True) for n in range(steps // 3)]
    return [(f"ask-{n}", event) for n, event in enumerate([*names, *[Done(), Undone(4)] * (steps // 3)])]


LONG = [
    log_undoing_every_third,
    log_undoing_everything,
    log_undoing_ninety_of_a_hundred,
    log_of_kept_records,
    log_undoing_below_kept_records,
    log_undoing_below_kept_records_twice,
]


@pytest.mark.parametrize("log", LONG)
def test_work_is_linear_in_the_log(log: Callable[[int], list[tuple[str, Event]]]) -> None:
    projection, short = fold_count(log(1000))
    longer, long = fold_count(log(10_000))
    assert long.folds <= 11 * short.folds
    assert long.looks <= 11 * short.looks
    assert longer.effective == effective(longer.records)
    assert projection.effective == effective_after_undo(projection.records)


def test_undo_beyond_the_cached_tables_gives_the_same_table() -> None:
    projection = bots_play(GAME, 3)
    for to in sorted({step.to for step in undo_steps(projection).values()})[::40]:
        back = apply_record(projection, Record(projection.seq + 1, AT, None, "undo", Undone(to)))
        assert back.table == folded_table(back.effective)
