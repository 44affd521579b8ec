"""Invariants of whole games between players that know only their view."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.codec import decode, encode
from scoring.kernel import FINAL_SCORING, KEY_MOMENTS, Action, PrintedValueEntered, Refusal
from scoring.lang_lebe import GAME
from scoring.lang_lebe.components import COURTIERS, EXAMPLE, TARGET, cards_in_game, total_of, votes_in
from scoring.lang_lebe.dispute import Dispute
from scoring.lang_lebe.election import GameOver, KingCrowned
from scoring.lang_lebe.entering import BanishFigure
from scoring.lang_lebe.setup import SetUp, TakeStartArea
from scoring.lang_lebe.state import State
from scoring.words import render
from tests.lang_lebe.play import (
    STARTS,
    Play,
    all_legal_actions,
    every_action,
    matching_legal_action,
    new_game,
    random_action,
)
from tests.release_gates import LONG, amount

NAMES = ("Anna", "Ben", "Carla", "David", "Eva")
MAX_ACTIONS = 8000
EVERY_ACTION = every_action()

games = st.fixed_dictionaries(
    {
        "players": st.sampled_from([3, 4, 5]),
        "cards": st.sampled_from(["phones", "box"]),
        "dice": st.sampled_from(["typed", "herald"]),
        "box": st.sampled_from([EXAMPLE, {}]),
        "seed": st.integers(0, 10**6),
    }
)
slow = settings(max_examples=amount(5, 100), deadline=None, suppress_health_check=list(HealthCheck))


def play_on(play: Play, rng: random.Random, most: int = MAX_ACTIONS) -> Play:
    """Plays random legal actions until there is a king or `most` actions were taken."""
    for _ in range(most):
        if isinstance(play.state.phase, GameOver):
            break
        seat, action, printed_values = random_action(play.state, rng)
        play.act(seat, action, **printed_values)
    return play


# --- invariants ------------------------------------------------------------------------------------------


def check(state: State) -> None:
    phase = state.phase
    staked = phase.stakes if isinstance(phase, Dispute) else ()
    assert all(min(hand.by_kind) >= 0 for hand in state.hands)
    in_hands = total_of((*state.hands, *staked))
    assert in_hands.within(cards_in_game(state.seats)), "20 cards a player, and never more of a kind"
    if not isinstance(phase, SetUp):
        check_board(state)


def check_board(state: State) -> None:
    disputed = state.phase.area if isinstance(state.phase, Dispute) else None
    for seat in range(state.seats):
        on_board = sum(count for owner, count in state.courtiers.values() if owner == seat)
        assert on_board + state.supply(seat) == COURTIERS
        assert state.supply(seat) >= 0
        assert state.areas_of(seat) or disputed, "the figure alone is an area"
    for area in state.areas:
        owner, courtiers = state.courtiers.get(area, (None, 0))
        known = votes_in(state.printed_values, area)
        assert courtiers <= (known or 4)
        there = {*state.figures_in(area), *(() if owner is None else (owner,))}
        assert len(there) <= 1 or area == disputed, "one player an area, but for a dispute"
    assert set(state.figures) <= set(state.areas)
    assert all(0 <= number <= 15 for number in state.bonus)


@pytest.mark.long
@slow
@given(games)
def test_cards_courtiers_and_limits_always_hold(game: dict[str, Any]) -> None:
    play, rng = new_game(**game), random.Random(game["seed"])
    while not isinstance(play.state.phase, GameOver):
        seat, action, printed_values = random_action(play.state, rng)
        play.act(seat, action, **printed_values)
        check(play.state)
        assert len(play.events) < 5 * MAX_ACTIONS, "a game ends"


@pytest.mark.long
@slow
@given(games)
def test_state_equals_the_replay_of_its_stored_events(game: dict[str, Any]) -> None:
    start = new_game(**game)
    first = start.state
    play = play_on(start, random.Random(game["seed"]))
    replayed = first
    for event in play.events:
        stored = json.loads(json.dumps(encode(event)))
        again = decode(type(event), stored)
        assert again == event
        text = None if isinstance(event, PrintedValueEntered) else GAME.history_line(replayed, event)
        assert text is None or render(text, NAMES)
        replayed = GAME.apply(replayed, again)
    assert replayed == play.state
    assert not isinstance(play.state.phase, GameOver) or sum(isinstance(e, KingCrowned) for e in play.events) == 1


@pytest.mark.long
@slow
@given(games)
def test_game_ends_with_a_king_who_has_enough_votes(game: dict[str, Any]) -> None:
    play = play_on(new_game(**game), random.Random(game["seed"]))
    standings = GAME.standings(play.state)
    assert standings is not None
    assert len(standings.winners) == 1
    assert standings.places[0].points >= TARGET[game["players"]]
    assert sorted(place.seat for place in standings.places) == list(range(game["players"]))
    after = [place.points for place in standings.places[1:]]
    assert after == sorted(after, reverse=True)
    assert [p.points for p in sorted(standings.places, key=lambda p: p.seat)] == [
        sum(line.points for line in GAME.score(play.state) if line.seat == seat) for seat in range(game["players"])
    ]


# --- legal actions and decide agree -----------------------------------------------------------------------


def refusal_code(state: State, seat: int, action: Action, play: Play) -> str:
    try:
        GAME.decide(state, seat, action, play.rng)
    except Refusal as refusal:
        return refusal.code if render(refusal.message, NAMES) else "without words"
    return ""


def check_legal_actions(play: Play) -> None:
    """Checks that every action is accepted if and only if it is legal in the view of its seat."""
    state = play.state
    for seat in range(state.seats):
        shown = play.view(seat).legal_actions
        for action in EVERY_ACTION:
            legal_action = matching_legal_action(shown, seat, action)
            code = refusal_code(state, seat, action, play)
            if legal_action is None:
                assert code, (seat, action)
            elif legal_action.missing_values:
                assert code == "box-needed"
                for number in ("2", "3", "4"):
                    assert not refusal_code(
                        with_numbers(state, legal_action.missing_values, number), seat, action, play
                    )
            else:
                assert not code, (seat, action, code)


def with_numbers(state: State, keys: tuple[str, ...], number: str) -> State:
    for key in keys:
        state = GAME.apply(state, PrintedValueEntered(key, number))
    return state


@pytest.mark.long
@pytest.mark.parametrize("dice", ["typed", "herald"])
@pytest.mark.parametrize("cards", ["phones", "box"])
@pytest.mark.parametrize("players", [3, 4, 5] if LONG else [4])
def test_exactly_the_legal_actions_are_accepted(players: int, cards: str, dice: str) -> None:
    rng = random.Random(players)
    play = new_game(players, cards, dice, EXAMPLE if dice == "typed" else {}, seed=players)
    seen: set[str] = set()
    while not isinstance(play.state.phase, GameOver):
        moment = f"{play.view().phase} {play.view().step}"
        if moment not in seen or rng.random() < 0.01:
            seen.add(moment)
            check_legal_actions(play)
        seat, action, printed_values = random_action(play.state, rng)
        play.act(seat, action, **printed_values)
    check_legal_actions(play)
    assert {"set-up ", "turn start", "turn placing", "dispute sealing", "dispute rolling"} <= seen


@pytest.mark.parametrize("tracking_mode", [KEY_MOMENTS, FINAL_SCORING])
def test_exactly_the_legal_actions_are_accepted_in_other_modes(tracking_mode: str) -> None:
    rng, play = random.Random(0), new_game(4, tracking_mode=tracking_mode, seed=0)
    seen: set[str] = set()
    for _ in range(4000):
        if isinstance(play.state.phase, GameOver) or {"election-entry", "untracked"} <= seen:
            break
        if play.view().phase not in seen:
            seen.add(play.view().phase)
            check_legal_actions(play)
        seat, action, printed_values = random_action(play.state, rng)
        play.act(seat, action, **printed_values)
    assert {"election-entry", "untracked"} <= seen


# --- renaming seats ---------------------------------------------------------------------------------------


def rotate_seats(action: Action, by: int, players: int) -> Action:
    return replace(action, figure=(action.figure + by) % players) if isinstance(action, BanishFigure) else action


def rotate(values: tuple[Any, ...], by: int) -> tuple[Any, ...]:
    return values[-by:] + values[:-by]


@pytest.mark.long
@slow
@given(st.sampled_from([3, 4, 5]), st.integers(1, 4), st.integers(0, 10**6))
def test_rotating_the_seats_rotates_the_result(players: int, by: int, seed: int) -> None:
    by = by % players or 1
    rng = random.Random(seed)
    one = new_game(players, "box", box={k: v for k, v in EXAMPLE.items() if k.startswith("votes")})
    two = new_game(players, "box", box=one.state.printed_values)
    for seat, area in enumerate(STARTS[players]):
        one.act(seat, TakeStartArea(area))
        two.act((seat + by) % players, TakeStartArea(area))
    while not isinstance(one.state.phase, GameOver):
        seat, action, printed_values = random_action(one.state, rng)
        one.act(seat, action, **printed_values)
        two.act((seat + by) % players, rotate_seats(action, by, players), **printed_values)
    assert two.state.hands == rotate(one.state.hands, by)
    assert two.state.figures == rotate(one.state.figures, by)
    assert two.state.bonus == rotate(one.state.bonus, by)
    first, second = GAME.standings(one.state), GAME.standings(two.state)
    assert first is not None
    assert second is not None
    placed = {(place.place, (place.seat + by) % players, place.points) for place in first.places}
    assert placed == {(place.place, place.seat, place.points) for place in second.places}


# --- details in every game --------------------------------------------------------------------------------


def test_every_action_survives_being_stored() -> None:
    for action in EVERY_ACTION:
        assert decode(type(action), json.loads(json.dumps(encode(action)))) == action


def test_views_of_all_seats_together_have_all_legal_actions() -> None:
    rng, play = random.Random(7), new_game(4, seed=7)
    for _ in range(150):
        mine = [
            legal_action
            for seat in range(4)
            for legal_action in play.view(seat).legal_actions
            if legal_action.seat == seat
        ]
        assert sorted(map(repr, mine)) == sorted(map(repr, all_legal_actions(play.state)))
        seat, action, printed_values = random_action(play.state, rng)
        play.act(seat, action, **printed_values)
