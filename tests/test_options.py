"""Random whole games under every option: pairwise over options, player counts, tracking modes and printed values."""

from __future__ import annotations

import random
from functools import cache
from itertools import combinations

import pytest

from scoring.bots import play_game
from scoring.games import GAMES
from scoring.kernel import Refusal, Rng
from scoring.replay import Projection, effective
from tests.games import one_for_all
from tests.pairwise import Setting, bot_settings, first_uses, pairs, settings, values
from tests.real_cards import RealCards
from tests.release_gates import amount
from tests.test_recordings import check, check_pieces

SEEDS = range(amount(1, 20))
CASES = [(key, setting) for key, game in GAMES.items() for setting in settings(game)]
BOTS = [(key, setting) for key, game in GAMES.items() for setting in bot_settings(game)]
FIRST_BOTS = {(key, setting) for key, game in GAMES.items() for setting in first_uses(bot_settings(game))}
MOST_ACTIONS = 8000


def played(key: str, setting: Setting, seed: int, beginners: bool = False) -> Projection:
    """Plays a whole game. Retries with another seed if the bots invented contradictory printed values."""
    game = GAMES[key]
    box = {} if setting.is_unread else game.example
    for source in (seed, seed + 1000, seed + 2000):
        rng = Rng(random.Random(source))
        try:
            return play_game(
                game, setting.seats, rng, setting.options, box, most=MOST_ACTIONS, real=RealCards(), beginners=beginners
            )
        except Refusal as refusal:
            if not setting.is_unread or refusal.code != "box-contradicts":
                raise
    raise AssertionError("three times in a row the invented values contradicted each other")


@cache
def first_game(key: str, setting: Setting) -> Projection:
    return played(key, setting, SEEDS[0])


@pytest.mark.long
@pytest.mark.parametrize(("key", "setting"), CASES, ids=lambda part: str(part))
def test_random_game_ends_and_loses_no_piece(key: str, setting: Setting) -> None:
    for seed in SEEDS:
        projection = first_game(key, setting) if seed == SEEDS[0] else played(key, setting, seed)
        check(projection.table)
        check_pieces(effective(projection.records))


@pytest.mark.parametrize(("key", "setting"), one_for_all(BOTS, FIRST_BOTS.__contains__), ids=lambda part: str(part))
def test_bots_finish_the_game(key: str, setting: Setting) -> None:
    assert played(key, setting, seed=1, beginners=True).table.standings is not None


@pytest.mark.parametrize("key", GAMES)
def test_every_option_value_is_used_by_a_random_game(key: str) -> None:
    tables = [first_game(key, setting).table for game, setting in CASES if game == key]
    used = {choice for table in tables for choice in table.options.items()}
    assert values(GAMES[key]) - used == set()
    assert {len(table.seats) for table in tables} == set(GAMES[key].players)


@pytest.mark.parametrize("key", GAMES)
def test_every_pair_of_choices_is_in_a_setting(key: str) -> None:
    game = GAMES[key]
    covered = {frozenset(pair) for setting in settings(game) for pair in combinations(setting.choices, 2)}
    assert pairs(game) - covered == set()
