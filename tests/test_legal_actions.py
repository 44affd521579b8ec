"""Legal actions and refusals agree: legal actions are accepted, everything else is refused."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import fields
from itertools import groupby
from typing import Any

import pytest

from scoring.bots import fill_in
from scoring.codec import from_form
from scoring.games import GAMES
from scoring.kernel import (
    Action,
    Correction,
    Game,
    Phase,
    Refusal,
    Rng,
    action_refusal,
    registered_in,
    stored_name,
    visible_to,
)
from scoring.legal_actions import Count, Dice, LegalAction, Limit, Pick, filled_in
from scoring.table import apply_event
from tests.games import projection_in, recordings_folder

EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
RNG = Rng(random.Random(1))


def moments(game: Game[Any], every: int = 5) -> Iterator[Any]:
    """States between two actions, from the shortest recording of each player count."""
    for players in game.players:
        projections = (projection_in(path) for path in recordings_folder(game.key).glob(f"{players}-*.jsonl"))
        projection, table = min(projections, key=lambda projection: projection.seq), None
        for number, (_, records) in enumerate(groupby(projection.effective, key=lambda record: record.action_id)):
            for record in records:
                table = apply_event(table, record.event)
            if table is not None and table.started and number % every == 0:
                yield table.state


def all_legal_actions(game: Game[Any], state: Any) -> list[LegalAction]:
    return [one for kind in game.actions for one in game.all_legal_actions(state, kind)]


@EVERY_GAME
def test_action_with_a_refusal_is_not_legal(game: Game[Any]) -> None:
    for state in moments(game):
        for kind in game.actions:
            offered = {one.seat for one in game.all_legal_actions(state, kind)}
            refused = {seat for seat in range(state.seats) if action_refusal(kind, state, seat)}
            assert not offered & refused, stored_name(kind)


@EVERY_GAME
def test_action_has_decide_or_an_event(game: Game[Any]) -> None:
    """An action with only an event has the same fields as that event, except an optional seat."""
    for kind in game.actions:
        if kind.decide is Action.decide:
            assert kind.event in game.events, stored_name(kind)
            asked, happens = ([(one.name, one.type) for one in fields(of)] for of in (kind, kind.event))
            if len(happens) > len(asked):
                assert happens.pop(0) == ("seat", "int"), stored_name(kind)
            elif happens and happens[0][0] == "seat":  # the seat is a field of the action
                assert asked.pop(0)[1] == happens.pop(0)[1] == "int", stored_name(kind)
            assert asked == happens, stored_name(kind)


@EVERY_GAME
def test_phase_does_not_override_what_its_attributes_state(game: Game[Any]) -> None:
    """A constant heading, wait text or correctable flag rules out the method of the same purpose."""
    ways = {"heading": Phase.headline, "wait": Phase.busy, "correctable": Phase.may_correct}
    for phase in registered_in(type(game).__module__, Phase):
        for stated, said in ways.items():
            if stated in vars(phase):
                assert getattr(phase, said.__name__) is said, f"{phase.__name__}: {stated}"


# Attempts per correction. Its two fields, the piece and its real place, are chosen independently and not all pairs fit.
# One attempt at least must be accepted.
WAYS_TO_PUT_RIGHT = 40


@EVERY_GAME
def test_every_legal_action_is_accepted(game: Game[Any]) -> None:
    for state in moments(game):
        for one in all_legal_actions(game, state):
            kind = game.action_named(one.action)
            assert kind is not None
            assert is_taken(game, state, one, kind), one


def is_taken(game: Game[Any], state: Any, one: LegalAction, kind: type[Action]) -> bool:
    """True if the action is accepted at once, or a correction in one of several attempts. No attempt may be refused as
    not offered."""
    for _ in range(WAYS_TO_PUT_RIGHT if issubclass(kind, Correction) else 1):
        reason = reason_against(game, state, one, kind)
        assert reason != "not-offered", one
        if not reason:
            return True
    return False


def reason_against(game: Game[Any], state: Any, one: LegalAction, kind: type[Action]) -> str:
    """Returns the refusal code of the randomly filled form; empty if it is accepted or lacks only printed values."""
    refusal = game.refusal(state, one.seat, from_form(kind, fill_in(one, RNG)))
    return refusal.code if refusal and refusal.code != "box-needed" else ""


def outside(one: LegalAction) -> dict[str, str] | None:
    """Returns the form with one illegal value; None if no field can have one."""
    values = fill_in(one, RNG)
    for field in one.fields:
        match field:
            case Count(name, _, high):
                return {**values, name: str(high + 1)}
            case Pick(name, options) if all(isinstance(option, int) for option in options):
                return {**values, name: str(max(map(int, options)) + 1)}
            case Pick(name):
                return {**values, name: "nowhere"}
            case Dice(name, count):
                return {**values, name: "7" * count}
    return None


@EVERY_GAME
def test_values_outside_a_legal_action_are_refused(game: Game[Any]) -> None:
    """Except actions that override `fits`."""
    tried = 0
    for state in moments(game):
        for one in all_legal_actions(game, state):
            form, kind = outside(one), game.action_named(one.action)
            assert kind is not None
            if form is None or kind.fits is not Action.fits:
                continue
            action = from_form(kind, form)
            if not any(like.allows(filled_in(action)) for like in game.all_legal_actions(state, kind)):
                tried += 1
                assert game.refusal(state, one.seat, action), one
    assert tried, f"no offer of {game.key} has anything outside it to try"


@EVERY_GAME
def test_private_actions_are_visible_to_their_seat_alone(game: Game[Any]) -> None:
    """Other seats see neither the action nor the reason of its refusal."""
    for state in moments(game):
        for seat in (None, *range(state.seats)):
            seen = visible_to(seat, tuple(all_legal_actions(game, state)))
            assert {one.seat for one in seen if one.private} <= {seat}


# --- form limits -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "inside", "out"),
    [
        (Pick("area", ("Man", "Lincolia")), ["Man"], ["Wight", "", None]),
        (Pick("card", (1, 3)), [1, 3], [2, None]),
        (Count("coins", 1, 3), [1, 3], [0, 4, None]),
        (Count("coins", 0, 3), [0, None], [-1, 4]),
        (Dice("dice", 2), [(1, 6)], [(1,), (0, 6), (1, 7), None]),
        (Dice("die", 1), [4, (4,)], [0, 7, None]),
    ],
)
def test_field_allows_exactly_its_values(field: Any, inside: list[Any], out: list[Any]) -> None:
    assert all(field.allows(value) for value in inside)
    assert not any(field.allows(value) for value in out)


def test_counts_share_a_total_and_limits() -> None:
    legal_action = LegalAction(
        0, "seal", (Count("a", 0, 3), Count("b", 0, 3)), total=(1, 4), limits=(Limit(("b",), 1, ("a", 1)),)
    )
    assert legal_action.allows({"a": 2, "b": 2})
    assert not legal_action.allows({"a": 0, "b": 0}), "at least one in all"
    assert not legal_action.allows({"a": 3, "b": 3}), "at most four in all"
    assert not legal_action.allows({"a": 0, "b": 2}), "b is at most one more than a"


def test_refusal_is_raised_unchanged() -> None:
    game = GAMES["lang-lebe"]
    state = next(moments(game))
    with pytest.raises(Refusal):
        game.decide(state, 0, next(kind for kind in game.actions if stored_name(kind) == "end-turn")(), RNG)
