"""The log replayed: state is a fold, going back is a prefix, and nothing that happened is ever lost."""

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
from scoring.replay import Record, StepBack, Story, advance, effective, last_step, replay, steps_back, undo
from scoring.seating import GameStarted, SeatChanged, Undone, UndoProposed
from scoring.table import Actor, Table, apply_event, decide
from scoring.words import T, say
from tests.bench.rules import bots_play
from tests.strategies import AT, begun, stories, told

SOME = settings(max_examples=15)
GAME = GAMES["lang-lebe"]
CHANCE = Rng(random.Random(1))


def started() -> Story:
    return begun(GAME, 3, {})


def folded(records: tuple[Record, ...]) -> Table:
    table: Table | None = None
    for record in records:
        table = apply_event(table, record.event)
    assert table is not None
    return table


# --- always -------------------------------------------------------------------------------------------------------


@given(stories())
@SOME
def test_the_story_is_what_its_log_says_whatever_happened(story: Story) -> None:
    assert replay(story.records) == story
    assert replay([from_json(story.table.game, to_json(record)) for record in story.records]) == story
    assert story.table == folded(story.live)
    assert story.live == effective(story.records) == left_by_undo(story.records)
    assert story.last == next((line.text for line in reversed(story.lines) if not line.undone), None)
    assert [record.seq for record in story.records] == list(range(1, story.seq + 1))
    # A line is struck through exactly when its step no longer counts.
    live = {record.seq for record in story.live}
    assert all(line.undone == (line.seq not in live) for line in story.lines)
    assert [line.seq for line in story.lines] == sorted({line.seq for line in story.lines})
    # A page must have seen the last step that is not quiet.
    assert story.moment == max(record.seq for record in story.records if not record.event.stale_safe)


def left_by_undo(records: tuple[Record, ...]) -> tuple[Record, ...]:
    """The undo filter as it is meant, however long it takes."""
    live: list[Record] = []
    for record in records:
        if isinstance(record.event, Undone):
            groups = [list(group) for _, group in groupby(live, key=lambda one: one.action_id)]
            live = [one for group in groups for one in group if one.seq <= record.event.to or left_alone(one, group)]
        live.append(record)
    return tuple(live)


def left_alone(record: Record, group: list[Record]) -> bool:
    alone = all(one.event.undo_policy is not UndoPolicy.REMOVED for one in group)
    undone = record.event.undo_policy
    return undone is UndoPolicy.KEPT or (alone and undone is UndoPolicy.KEPT_IF_ALONE)


@given(stories(undos=False, most=30))
@SOME
def test_going_back_is_replaying_the_prefix(story: Story) -> None:
    for to in {step.to for step in steps_back(story).values()}:
        back = told(story, [Undone(to)], "undo")
        assert back.table == with_numbers(story, to)
        assert back.records[:-1] == story.records, "what was undone stays in the log"


@given(stories())
@SOME
def test_every_step_back_takes_away_whole_asks_and_says_if_something_was_revealed(story: Story) -> None:
    for seq, step in steps_back(story).items():
        gone = [record for record in story.live if record.seq > step.to and not stays(record, story)]
        kept = [record for record in story.live if record.seq <= step.to]
        assert seq in {record.seq for record in gone}
        assert {record.action_id for record in gone}.isdisjoint(record.action_id for record in kept)
        assert step.needs_host == any(
            record.event.reveals or (record.event.sealed and record.by is not None) for record in gone
        )
        assert gone[0].action_id == next(record.action_id for record in story.live if record.seq == seq)


@given(stories(most=30))
@SOME
def test_undo_of_undo_of_undo_leads_back_to_the_start_and_no_further(story: Story) -> None:
    steps = [story]
    while (step := last_step(steps[-1])) is not None:
        steps.append(told(steps[-1], [Undone(step.to)], f"undo-{len(steps)}"))
    left = [len(steps_back(story)) for story in steps]
    assert left == sorted(set(left), reverse=True), "every undo takes something away"
    undone = steps[-1]
    begins = next(record.seq for record in story.records if isinstance(record.event, GameStarted))
    assert [r for r in undone.live if r.seq > begins and not stays(r, undone)] == []
    assert undone.table.state == started_state(undone)
    with pytest.raises(Refusal):
        undo(undone, Actor(host=True), begins - 1)


def stays(record: Record, story: Story) -> bool:
    """Who sits where, and printed numbers that came with nothing else."""
    event, together = record.event, [r.event for r in story.live if r.action_id == record.action_id]
    return event.undo_policy is UndoPolicy.KEPT or all(isinstance(other, PrintedValueEntered) for other in together)


def started_state(story: Story) -> object:
    """As the game began, with all printed numbers that are known by now."""
    return with_numbers(story, next(r.seq for r in story.records if isinstance(r.event, GameStarted))).state


def with_numbers(story: Story, to: int) -> Table:
    """The table just after `to`, with the printed numbers that were entered later and stay."""
    table = replay(story.records[:to]).table
    for record in story.live:
        if record.seq > to and isinstance(record.event, PrintedValueEntered) and stays(record, story):
            table = apply_event(table, record.event)
    return table


# --- one by one ----------------------------------------------------------------------------------------------------


class Spoken(Event, stale_safe=True):
    pass


class Shown(Event, reveals=True):
    pass


class Done(Event):
    pass


def with_events(*actions: list[Event]) -> Story:
    """A started table on which these happened, ask by ask; the game does not know them and stays as it is."""
    story = started()
    with (
        patch("scoring.replay.apply_event", lambda table, _: table),
        patch("scoring.replay.history_line", lambda *_: None),
    ):
        for number, events in enumerate(actions):
            story = told(story, events, f"ask-{number}", 0)
    return story


def test_one_ask_is_one_step_back_however_many_events_it_caused() -> None:
    story = with_events([Done()], [Done(), Spoken(), Done()])
    assert steps_back(story) == {6: StepBack(5, False), **dict.fromkeys((7, 8, 9), StepBack(6, False))}
    assert last_step(story) == StepBack(6, False)


def test_going_back_behind_a_reveal_needs_the_host() -> None:
    story = with_events([Done()], [Shown()], [Done()])
    first, shown, last = (story.seq - 2, story.seq - 1, story.seq)
    assert {seq: step.needs_host for seq, step in steps_back(story).items()} == {
        last: False,
        shown: True,
        first: True,
    }
    assert undo(story, Actor(0), shown) == [Undone(shown)]
    assert undo(story, Actor(0), first) == [UndoProposed(first)]
    assert undo(story, Actor(host=True), first) == [Undone(first)]


@pytest.mark.parametrize("to", [-1, 0, 1, 3, 99])
def test_there_is_nothing_to_undo_before_the_game_or_in_the_future(to: int) -> None:
    with pytest.raises(Refusal) as refused:
        undo(with_events([Done()]), Actor(host=True), to)
    assert refused.value.code == "undo"


def test_who_sits_where_outlasts_going_back() -> None:
    story = started()
    before = story.seq
    story = told(story, [SeatChanged(1, "Benno", "blue", False)], "rename")
    story = told(story, [Undone(before)], "undo")
    assert story.table.names == ("Anna", "Benno", "Carla")
    assert not any(line.undone for line in story.lines)


def test_a_proposal_to_go_back_is_settled_by_going_back() -> None:
    story = told(started(), [UndoProposed(3)], "wish")
    assert story.table.proposal == 3
    assert told(story, [Undone(4)], "undo").table.proposal is None


def test_a_log_needs_a_table() -> None:
    with pytest.raises(AssertionError, match="opened the table"):
        replay([])
    with pytest.raises(AssertionError, match="opens the table"):
        advance(None, Record(1, "", None, "", GameStarted()))


class Whispered(Event, sealed=True):
    pass


def test_somebody_elses_sealed_choice_is_taken_back_only_with_the_host() -> None:
    story = with_events([Done()], [Whispered()])  # by seat 0
    assert last_step(story, 0) == StepBack(story.seq - 1, needs_host=False)
    for other in (1, None):
        assert last_step(story, other) == StepBack(story.seq - 1, needs_host=True)
    assert undo(story, Actor(0), story.seq - 1) == [Undone(story.seq - 1)]
    assert undo(story, Actor(1), story.seq - 1) == [UndoProposed(story.seq - 1)]
    assert undo(story, Actor(1, host=True), story.seq - 1) == [Undone(story.seq - 1)]


def test_a_printed_number_is_forgotten_only_with_the_move_that_asked_for_it() -> None:
    number = PrintedValueEntered("votes.Wigemor", "4")
    story = with_events([Done()], [number], [PrintedValueEntered("votes.Man", "2"), Done()])
    assert set(steps_back(story)) == {story.seq - 3, story.seq - 1, story.seq}
    back = effective([*story.records, Record(story.seq + 1, "", None, "undo", Undone(story.seq - 4))])
    assert [record.event for record in back if isinstance(record.event, PrintedValueEntered)] == [number]


def test_what_was_taken_back_is_told_by_its_first_line() -> None:
    story = started()
    to = story.seq
    once = told(story, decide(story.table, Actor(0), 0, TakeStartArea("Lincolia"), CHANCE), "first")
    twice = told(once, decide(once.table, Actor(1), 1, TakeStartArea("Lideforde"), CHANCE), "second")
    assert said(told(once, [Undone(to)], "undo")) == "Undone: " + said(once)
    assert said(told(twice, [Undone(to)], "undo")) == "Undone, with everything after it: " + said(once)


def said(story: Story) -> str:
    return say(story.lines[-1].text, story.table.names)


# --- an evening gets long ------------------------------------------------------------------------------------------


@dataclass
class Work:
    """What a long log costs, counted: records folded and records looked at."""

    folds: int = 0
    looks: int = 0


def work_of(log: list[tuple[str, Event]]) -> tuple[Story, Work]:
    """This log, ask by ask, after a table was begun; every record is undoable or not by its event alone."""
    work, story = Work(), started()

    def counted(table: Table | None, event: Event) -> Table:
        work.folds += 1
        return table if table is not None and isinstance(event, Done) else apply_event(table, event)

    fates = {kind: kind.undo_policy for kind in (Done, PrintedValueEntered, SeatChanged, UndoProposed)}

    def looked_at(event: Event) -> UndoPolicy:
        work.looks += 1
        return fates[type(event)]

    with ExitStack() as patches:
        patches.enter_context(patch("scoring.replay.apply_event", counted))
        tells = patch("scoring.replay.history_line", lambda _, event: T("Done.") if isinstance(event, Done) else None)
        patches.enter_context(tells)
        for kind in fates:
            patches.enter_context(patch.object(kind, "undo_policy", property(looked_at)))
        for action, event in log:
            story = advance(story, Record(story.seq + 1, AT, 0, action, event))
            last_step(story, 1)
            assert story.last is not None
    return story, work


def steps_forth_and_back(steps: int) -> list[tuple[str, Event]]:
    """Every third step is taken back at once."""
    log: list[tuple[str, Event]] = []
    for n in range(steps):
        log.append((f"ask-{n}", Undone(4 + n - 1) if n % 3 == 2 else Done()))
    return log


def all_the_way_back(steps: int) -> list[tuple[str, Event]]:
    """The first half of the steps, and then all of it taken back one by one."""
    forth: list[tuple[str, Event]] = [(f"ask-{n}", Done()) for n in range(steps // 2)]
    back: list[tuple[str, Event]] = [(f"back-{n}", Undone(4 + n)) for n in reversed(range(1, steps // 2))]
    return forth + back


def far_back_and_forth(steps: int) -> list[tuple[str, Event]]:
    """A hundred steps, ninety of them taken back at once, and again."""
    log: list[tuple[str, Event]] = []
    while len(log) < steps:
        before = 5 + len(log)
        log += [(f"ask-{before}-{n}", Done()) for n in range(100)]
        log.append((f"back-{before}", Undone(before + 10)))
    return log


def numbers_and_names(steps: int) -> list[tuple[str, Event]]:
    """Much that nobody can undo stands on top of what can be undone."""
    one: list[Event] = [
        PrintedValueEntered("votes.Wigemor", "4"),
        SeatChanged(1, "Benno", "blue", True),
        UndoProposed(5),
    ]
    return [("ask", Done()), *((f"ask-{n}", one[n % 3]) for n in range(steps))]


def back_below_what_stays(steps: int) -> list[tuple[str, Event]]:
    """Half the log is names, which stay, and then somebody goes back below all of them again and again."""
    names: list[Event] = [SeatChanged(1, f"Ben {n}", "blue", True) for n in range(steps // 2)]
    return [(f"ask-{n}", event) for n, event in enumerate([*names, *[Undone(4)] * (steps // 2)])]


def a_step_back_below_what_stays(steps: int) -> list[tuple[str, Event]]:
    """The same with a step in between that is taken back each time."""
    names: list[Event] = [SeatChanged(1, f"Ben {n}", "blue", True) for n in range(steps // 3)]
    return [(f"ask-{n}", event) for n, event in enumerate([*names, *[Done(), Undone(4)] * (steps // 3)])]


LONG = [
    steps_forth_and_back,
    all_the_way_back,
    far_back_and_forth,
    numbers_and_names,
    back_below_what_stays,
    a_step_back_below_what_stays,
]


@pytest.mark.parametrize("log", LONG)
def test_ten_times_the_log_is_ten_times_the_work(log: Callable[[int], list[tuple[str, Event]]]) -> None:
    story, short = work_of(log(1000))
    longer, long = work_of(log(10_000))
    assert long.folds <= 11 * short.folds
    assert long.looks <= 11 * short.looks
    assert longer.live == effective(longer.records)
    assert story.live == left_by_undo(story.records)


def test_a_step_back_far_behind_what_is_kept_leads_to_the_same_table() -> None:
    story = bots_play(GAME, 3)
    for to in sorted({step.to for step in steps_back(story).values()})[::40]:
        back = advance(story, Record(story.seq + 1, AT, None, "undo", Undone(to)))
        assert back.table == folded(back.live)
