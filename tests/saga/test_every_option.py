"""Every option of the game: bots finish, and shorter ways of entering the same facts give the same result."""

from __future__ import annotations

import random
from itertools import product

import pytest

from scoring.bots import play_game
from scoring.kernel import FINAL_SCORING, KEY_MOMENTS, GameConfig, Rng
from scoring.saga import GAME
from scoring.saga.final_count import BeginCount, FinalCount, GameOver
from scoring.saga.state import State
from scoring.saga.turn import Turn
from scoring.standings import totals
from scoring.tracking_modes import ChangeTrackingMode
from tests.release_gates import amount
from tests.saga.play import Play, entries
from tests.saga.test_random_games import games

VALUES = {option.key: tuple(value for value, _ in option.values) for option in GAME.options}
EVERY = [dict(zip(VALUES, chosen, strict=True)) for chosen in product(*VALUES.values())]
# All options except the tracking mode, for games with tracked moves.
TABLES = [
    {key: value for key, value in options.items() if key != "follow"}
    for options in EVERY
    if options["follow"] == VALUES["follow"][0]
]


def named(options: dict[str, str]) -> str:
    return " ".join(options.values())


@pytest.mark.long
@pytest.mark.parametrize("options", EVERY, ids=named)
def test_bots_finish(options: dict[str, str]) -> None:
    for seed in range(amount(1, 12)):
        players = 2 + (EVERY.index(options) + seed) % 3
        box = GAME.example if seed % 2 else {}
        projection = play_game(GAME, players, Rng(random.Random(seed)), options, box, beginners=seed % 3 == 2)
        assert projection.table.options == options
        assert projection.table.standings is not None


# --- the same game, tracked and untracked --------------------------------------------------------------


def tracked_states(seed: int, players: int, options: dict[str, str]) -> tuple[State, State, State]:
    """Plays a random game; returns its state at some turn, before the count, and at the end."""
    turns, before = [], None
    for play in games(seed, players, options=options):
        if isinstance(play.state.phase, Turn):
            turns.append(play.state)
        if isinstance(play.state.phase, FinalCount) and not play.state.phase.counting:
            before = play.state
    assert before is not None
    return random.Random(seed).choice(turns), before, play.state


def enter(play: Play, before: State, over: State) -> None:
    """Enters the belongings of all seats and scores them."""
    assert isinstance(over.phase, GameOver)
    for seat, action in entries(before, over.phase, play.state.tracking_mode, play.state.printed_values):
        play.act(seat, action)
    play.act(over.phase.turn, BeginCount())


def result(state: State) -> tuple[object, ...]:
    return totals(GAME.score(state), state.seats), GAME.standings(state)


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("options", TABLES, ids=named)
def test_entering_only_the_end_gives_the_same_points_and_places(options: dict[str, str], players: int) -> None:
    for seed in range(amount(2, 60)):
        _, before, over = tracked_states(seed, players, options)
        for tracking_mode, box in product((KEY_MOMENTS, FINAL_SCORING), (before.printed_values, {})):
            play = Play(GAME.start(GameConfig(players, {**options, "follow": tracking_mode}, box)))
            enter(play, before, over)
            assert result(play.state) == result(over), (seed, tracking_mode, bool(box))


@pytest.mark.long
@pytest.mark.parametrize("options", TABLES, ids=named)
def test_switching_to_key_moments_gives_the_same_points_and_places(options: dict[str, str]) -> None:
    for seed in range(amount(3, 60)):
        middle, before, over = tracked_states(seed, 2 + seed % 3, options)
        play = Play(middle)
        play.act(0, ChangeTrackingMode(KEY_MOMENTS))
        enter(play, before, over)
        assert result(play.state) == result(over), seed
