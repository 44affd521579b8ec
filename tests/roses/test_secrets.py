"""Plans, purses and French aid are visible to their owner only: in views, pages, lengths and files."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.codec import encode
from scoring.replay import Record
from scoring.roses import GAME
from scoring.roses.corrections import PurseCorrected
from scoring.roses.plan import Plan, Planning
from scoring.roses.planning import PlanOpened, PlanSealed
from tests.recorder import play
from tests.roses.play import board, orders
from tests.roses.test_planning import OWNERS
from tests.roses.test_properties import random_board, random_plans
from tests.secrecy import SECRET, Room, changed, differences

OTHERS = (None, 0, 2, 3)


def shown_view(state: object, seat: int | None) -> str:
    return json.dumps(encode(GAME.view(state, seat)), sort_keys=True, default=str)  # type: ignore[arg-type]


@given(st.integers(0, 2**32), st.integers(0, 2**32))
@settings(max_examples=20, deadline=None)
def test_no_other_view_depends_on_a_plan(one: int, two: int) -> None:
    first, second = random_board(one), random_board(one)
    first.act(SECRET, random_plans(first, one)[SECRET])
    second.act(SECRET, random_plans(second, two)[SECRET])
    for seat in OTHERS:
        assert GAME.view(first.state, seat) == GAME.view(second.state, seat)


def test_empty_and_a_full_plan_look_the_same_to_others() -> None:
    play_one, play_two = board(OWNERS), board(OWNERS)
    play_one.act(SECRET, orders())
    play_two.act(SECRET, orders(bid=30, calais="midlands", troops={"castle.midlands": 9}, white=("noble.wales.1",)))
    for seat in OTHERS:
        assert shown_view(play_one.state, seat) == shown_view(play_two.state, seat)
    assert shown_view(play_one.state, SECRET) != shown_view(play_two.state, SECRET), "the owner does see it"


@given(st.integers(0, 300))
@settings(max_examples=20, deadline=None)
def test_purse_is_in_no_other_view(pounds: int) -> None:
    state = board(OWNERS).state
    other = replace(state, money=(state.money[0], pounds, *state.money[2:]))
    for seat in OTHERS:
        assert GAME.view(state, seat) == GAME.view(other, seat)
    assert GAME.view(other, SECRET).purse == pounds
    assert GAME.view(other, None).purse is None


def test_leaked_plan_would_be_found() -> None:
    """The comparison above would detect a plan in another seat's view."""
    state = board(OWNERS).state
    assert isinstance(state.phase, Planning)
    sealed = replace(state, phase=Planning(state.phase.sealed.seal(SECRET, Plan(bid=3, calais="midlands"))))
    assert GAME.view(sealed, SECRET) != GAME.view(state, SECRET)
    assert GAME.view(sealed, None) != GAME.view(state, None), "that a plan is in, everybody sees"


def test_events_declare_plans_and_purses_secret() -> None:
    assert PlanSealed.secret == {"plan"}
    assert PurseCorrected.secret == {"pounds"}
    assert {action.__name__ for action in GAME.actions if action.private} == {"SealPlan", "ChangePlan", "CorrectPurse"}


# --- the same through the web, byte for byte -------------------------------------------------------------------------


def log() -> tuple[list[Record], int]:
    """Returns a four-player log up to one seat's sealed plan, while others are still planning."""
    projection = play(GAME, 4, 3)
    assert projection is not None
    for place, record in enumerate(projection.records):
        if isinstance(record.event, PlanSealed) and record.event.seat == SECRET:
            after = projection.records[place + 1].event
            if isinstance(after, PlanSealed):
                return list(projection.records[: place + 1]), place
    raise AssertionError("nobody plans before the others")


@pytest.mark.parametrize(
    "plan",
    [
        Plan(),
        Plan(bid=1, calais="midlands"),
        Plan(troops={"castle.north": 20}, white=("noble.north.1", "bishop.north")),
    ],
    ids=["empty", "a bid", "troops and cubes"],
)
def test_no_other_screen_shows_a_byte_of_a_plan(tmp_path: Path, plan: Plan) -> None:
    records, place = log()
    sealed = records[place].event
    assert isinstance(sealed, PlanSealed)
    rooms = [Room(tmp_path / "1", records), Room(tmp_path / "2", changed(records, place, replace(sealed, plan=plan)))]
    try:
        assert differences(*rooms) == []
        assert rooms[0].view(SECRET) != rooms[1].view(SECRET)
    finally:
        for room in rooms:
            room.close()


def test_no_other_screen_shows_a_byte_of_a_reopened_plan(tmp_path: Path) -> None:
    records, place = log()
    sealed = records[place].event
    assert isinstance(sealed, PlanSealed)
    opened = replace(records[-1], seq=records[-1].seq + 1, action_id="change", event=PlanOpened(SECRET))
    other = changed(records, place, replace(sealed, plan=Plan(bid=1, calais="midlands")))
    rooms = [Room(tmp_path / "1", [*records, opened]), Room(tmp_path / "2", [*other, opened])]
    try:
        assert differences(*rooms) == []
        assert rooms[0].view(SECRET) != rooms[1].view(SECRET), "the owner goes on from it"
        assert SECRET in rooms[0].view(None).waiting_for
    finally:
        for room in rooms:
            room.close()


def test_no_other_screen_shows_a_byte_of_a_purse(tmp_path: Path) -> None:
    records, _ = log()
    rooms = []
    for number, pounds in enumerate((7, 133)):
        last = replace(records[-1], seq=records[-1].seq + 1, action_id="purse", event=PurseCorrected(SECRET, pounds))
        rooms.append(Room(tmp_path / str(number), [*records, last]))
    try:
        assert differences(*rooms) == []
        assert rooms[0].view(SECRET) != rooms[1].view(SECRET)
    finally:
        for room in rooms:
            room.close()
