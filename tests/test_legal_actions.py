"""A rule is written once: what is offered is what nothing is against, and nothing else is taken."""

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
from tests.games import recorded, story_in

EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
CHANCE = Rng(random.Random(1))


def moments(game: Game[Any], every: int = 5) -> Iterator[Any]:
    """States between two asks, from the shortest recording of each number of players."""
    for players in game.players:
        stories = (story_in(path) for path in recorded(game.key).glob(f"{players}-*.jsonl"))
        projection, table = min(stories, key=lambda projection: projection.seq), None
        for number, (_, records) in enumerate(groupby(projection.effective, key=lambda record: record.action_id)):
            for record in records:
                table = apply_event(table, record.event)
            if table is not None and table.started and number % every == 0:
                yield table.state


def all_offers(game: Game[Any], state: Any) -> list[LegalAction]:
    return [one for kind in game.actions for one in game.all_legal_actions(state, kind)]


@EVERY_GAME
def test_what_something_is_against_is_not_offered(game: Game[Any]) -> None:
    for state in moments(game):
        for kind in game.actions:
            offered = {one.seat for one in game.all_legal_actions(state, kind)}
            refused = {seat for seat in range(state.seats) if action_refusal(kind, state, seat)}
            assert not offered & refused, stored_name(kind)


@EVERY_GAME
def test_an_ask_says_what_it_does_or_what_happens(game: Game[Any]) -> None:
    """An event that is all that happens takes the values of its ask, each of the same kind, and perhaps the seat."""
    for kind in game.actions:
        if kind.decide is Action.decide:
            assert kind.event in game.events, stored_name(kind)
            asked, happens = ([(one.name, one.type) for one in fields(of)] for of in (kind, kind.event))
            if len(happens) > len(asked):
                assert happens.pop(0) == ("seat", "int"), stored_name(kind)
            elif happens and happens[0][0] == "seat":  # of somebody the ask names
                assert asked.pop(0)[1] == happens.pop(0)[1] == "int", stored_name(kind)
            assert asked == happens, stored_name(kind)


@EVERY_GAME
def test_what_a_phase_states_is_what_it_says(game: Game[Any]) -> None:
    """A headline that is always the same, why others wait, whether it can be put right: no method says otherwise."""
    ways = {"heading": Phase.headline, "wait": Phase.busy, "correctable": Phase.may_correct}
    for phase in registered_in(type(game).__module__, Phase):
        for stated, said in ways.items():
            if stated in vars(phase):
                assert getattr(phase, said.__name__) is said, f"{phase.__name__}: {stated}"


# A correction names two things that are chosen apart – which piece, and where it really is – and not every two of them
# go together: of so many ways to fill in its form, one at least has to be taken.
WAYS_TO_PUT_RIGHT = 40


@EVERY_GAME
def test_whatever_is_offered_is_taken(game: Game[Any]) -> None:
    for state in moments(game):
        for one in all_offers(game, state):
            kind = game.action_named(one.action)
            assert kind is not None
            assert is_taken(game, state, one, kind), one


def is_taken(game: Game[Any], state: Any, one: LegalAction, kind: type[Action]) -> bool:
    """At once, or a correction in one way of many; none of them is outside what is offered."""
    for _ in range(WAYS_TO_PUT_RIGHT if issubclass(kind, Correction) else 1):
        reason = reason_against(game, state, one, kind)
        assert reason != "not-offered", one
        if not reason:
            return True
    return False


def reason_against(game: Game[Any], state: Any, one: LegalAction, kind: type[Action]) -> str:
    """Why the offered form is refused, filled in at random; printed numbers that come along with it are left out."""
    refusal = game.refusal(state, one.seat, from_form(kind, fill_in(one, CHANCE)))
    return refusal.code if refusal and refusal.code != "box-needed" else ""


def outside(one: LegalAction) -> dict[str, str] | None:
    """The form with one value that it does not offer."""
    values = fill_in(one, CHANCE)
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
def test_nothing_outside_an_offer_is_taken(game: Game[Any]) -> None:
    """Unless an ask says that it may go beyond its offers (`fits`)."""
    tried = 0
    for state in moments(game):
        for one in all_offers(game, state):
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
def test_the_reason_of_an_own_ask_is_for_its_seat_alone(game: Game[Any]) -> None:
    """Nobody else is offered it, so nobody else is told why not."""
    for state in moments(game):
        for seat in (None, *range(state.seats)):
            seen = visible_to(seat, all_offers(game, state))
            assert {one.seat for one in seen if one.private} <= {seat}


# --- the bounds of a form --------------------------------------------------------------------------------------------


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
def test_a_field_allows_what_it_offers(field: Any, inside: list[Any], out: list[Any]) -> None:
    assert all(field.allows(value) for value in inside)
    assert not any(field.allows(value) for value in out)


def test_counts_are_bounded_together() -> None:
    legal_action = LegalAction(
        0, "seal", (Count("a", 0, 3), Count("b", 0, 3)), total=(1, 4), limits=(Limit(("b",), 1, ("a", 1)),)
    )
    assert legal_action.allows({"a": 2, "b": 2})
    assert not legal_action.allows({"a": 0, "b": 0}), "at least one in all"
    assert not legal_action.allows({"a": 3, "b": 3}), "at most four in all"
    assert not legal_action.allows({"a": 0, "b": 2}), "b is at most one more than a"


def test_a_refusal_is_raised_as_it_is() -> None:
    game = GAMES["lang-lebe"]
    state = next(moments(game))
    with pytest.raises(Refusal):
        game.decide(state, 0, next(kind for kind in game.actions if stored_name(kind) == "end-turn")(), CHANCE)
