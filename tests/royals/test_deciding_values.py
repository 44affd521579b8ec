"""Scoring with an unread box: only the printed values that decide markers have to be read."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.kernel import KEY_MOMENTS, GameConfig
from scoring.royals import GAME
from scoring.royals.components import (
    CITIES,
    COUNTRIES,
    EXAMPLE,
    NO_POSITION,
    POSITIONS,
    TITLES,
    city_marker,
    influence_key,
    title_key,
)
from scoring.royals.epoch import BoardClaims
from scoring.royals.influence import deciding_values, tie_to_settle, winners
from scoring.royals.state import State
from tests.release_gates import LONG

EXAMPLES = settings(max_examples=round(10_000 * LONG) or 200, deadline=None)
FEWER_EXAMPLES = settings(max_examples=round(1000 * LONG) or 40, deadline=None)
SEEDS = st.integers(0, 10**9)


def board(rng: random.Random, absent: float = 0.2) -> State:
    """Returns a board with many equal values and cubes on some positions, including some that do not exist."""
    seats = rng.randint(2, 5)
    influence = {influence_key(at): str(rng.choice((1, 2, 2, 3, 8, 20))) for at in POSITIONS}
    titles = {title_key(at): rng.choice(tuple(TITLES)[-rng.randint(1, 7) :]) for at in POSITIONS}
    cities = {city_marker(city): str(rng.choice((2, 3, 3, 40))) for city in CITIES}
    nowhere = [at for at in POSITIONS if rng.random() < absent]
    nothing = {key: NO_POSITION for at in nowhere for key in (title_key(at), influence_key(at))}
    box = {**EXAMPLE, **influence, **titles, **cities, **nothing}
    there = rng.random()
    holders = {at: rng.randrange(seats) for at in POSITIONS if rng.random() < there}
    state = GAME.start(GameConfig(seats, {"follow": KEY_MOMENTS}, box))
    return replace(state, holders=holders, phase=BoardClaims())


def partly_read(state: State, rng: random.Random, titles: bool = True) -> State:
    """Clears a random share of the printed values, including titles if `titles`. Positions that do not exist stay
    marked as such."""
    read = rng.random()
    hidden = [*map(influence_key, POSITIONS), *map(city_marker, CITIES)]
    hidden += map(title_key, POSITIONS if titles else ())
    unread = {key: "" for key in hidden if rng.random() > read and state.printed_values[key] != NO_POSITION}
    return replace(state, printed_values={**state.printed_values, **unread})


def with_values(state: State, box: Mapping[str, str]) -> State:
    return replace(state, printed_values={**state.printed_values, **box})


def result(state: State, country: str) -> object:
    """Returns the marker winners and the tie that the table has to settle, if any."""
    return tie_to_settle(state, country), winners(state, country)


def read_deciding_values(state: State, truth: Mapping[str, str], country: str) -> tuple[State, set[str]]:
    read = set[str]()
    while wanted := set(deciding_values(state, country)):
        assert not wanted & read, "nothing is asked for twice"
        state, read = with_values(state, {key: truth[key] for key in wanted}), read | wanted
    return state, read


@given(SEEDS)
@pytest.mark.long
@EXAMPLES
def test_values_that_are_not_asked_for_do_not_change_the_result(seed: int) -> None:
    rng = random.Random(seed)
    whole = board(rng)
    for country in COUNTRIES:
        known, _ = read_deciding_values(partly_read(whole, rng), whole.printed_values, country)
        assert result(known, country) == result(whole, country)


@given(SEEDS)
@pytest.mark.long
@FEWER_EXAMPLES
def test_every_value_asked_for_can_change_a_marker(seed: int) -> None:
    """Searches for two boards that differ only in that value and in their result. Titles are known where positions are
    claimed."""
    rng = random.Random(seed)
    state = partly_read(board(rng), rng, titles=False)
    wanted = [(key, country) for country in COUNTRIES for key in deciding_values(state, country)]
    if not wanted:
        return
    key, country = rng.choice(wanted)
    assert any(_decides(state, key, country, rng) for _ in range(500)), key


def _decides(state: State, key: str, country: str, rng: random.Random) -> bool:
    """True if this value can change the result. The other unread values are random, of a different size per seat."""
    drawn = _random_values(map(city_marker, CITIES), rng)
    for seat in range(state.seats):
        drawn |= _random_values(map(influence_key, state.held_in(country, seat)), rng)
    whole = with_values(state, {unread: value for unread, value in drawn.items() if not state.printed_values[unread]})
    return len({result(with_values(whole, {key: str(value)}), country) for value in range(1, 200)}) > 1


def _random_values(keys: Iterable[str], rng: random.Random) -> dict[str, str]:
    highest = rng.choice((1, 3, 30, 90))
    return {key: str(rng.randint(1, highest)) for key in keys}


def test_seat_alone_in_a_country_needs_no_values() -> None:
    state = replace(board(random.Random(1)), holders=dict.fromkeys(POSITIONS, 1))
    unread = with_values(state, dict.fromkeys(map(influence_key, POSITIONS), ""))
    assert [list(deciding_values(unread, country)) for country in COUNTRIES] == [[], [], [], []]
    assert [winners(unread, country) for country in COUNTRIES] == [(1,)] * 4


def test_nonexistent_position_has_no_influence() -> None:
    """de 159"""
    state = replace(board(random.Random(1)), seats=2, holders={"France.1.a": 0, "France.1.b": 1})
    there = {title_key("France.1.a"): "King", influence_key("France.1.a"): ""}
    gone = {title_key("France.1.b"): NO_POSITION, influence_key("France.1.b"): NO_POSITION}
    assert list(deciding_values(with_values(state, {**there, **gone}), "France")) == []
    assert winners(with_values(state, {**there, **gone}), "France") == (0,)
    read_before = {**there, **gone, influence_key("France.1.b"): "3"}
    assert winners(with_values(state, read_before), "France") == (0,), "whatever was read there before"
    not_named = {**there, **gone, title_key("France.1.b"): ""}
    assert winners(with_values(state, not_named), "France") == (0,)


def test_shared_city_is_needed_only_if_another_city_may_decide() -> None:
    """de 255-257"""
    state = replace(board(random.Random(1), 0), seats=2, holders={"Spain.2.a": 0, "Spain.2.b": 1})
    places = ("Spain.2.a", "Spain.2.b", "Spain.3.a", "Spain.4.a")
    titles = {title_key(at): "King" for at in places} | {influence_key(at): "2" for at in places}
    unread = with_values(state, {**titles, "city.Spain.2": "", "city.Spain.3": "3", "city.Spain.4": "3"})
    assert list(deciding_values(unread, "Spain")) == []
    assert tie_to_settle(unread, "Spain") == (0, 1)
    as_good = {**state.holders, "Spain.3.a": 0, "Spain.4.a": 1}
    assert list(deciding_values(replace(unread, holders=as_good), "Spain")) == []
    better = with_values(replace(unread, holders=as_good), {"city.Spain.4": "4"})
    assert list(deciding_values(better, "Spain")) == ["city.Spain.2"], "it may be less than four"


def test_third_seat_needs_no_values_once_two_are_certainly_ahead() -> None:
    state = replace(board(random.Random(1), 0), seats=3, holders={"Spain.1.a": 0, "Spain.2.a": 1, "Spain.3.a": 2})
    known = {influence_key("Spain.1.a"): "8", influence_key("Spain.2.a"): "7", influence_key("Spain.3.a"): ""}
    assert list(deciding_values(with_values(state, known), "Spain")) == [influence_key("Spain.3.a")] * 2
    third = {**known, influence_key("Spain.3.a"): "2", influence_key("Spain.2.a"): ""}
    assert set(deciding_values(with_values(state, third), "Spain")) == {influence_key("Spain.2.a")}
    four = {**state.holders, "Spain.4.a": 2, "Spain.4.b": 2}
    ahead = {**known, influence_key("Spain.3.a"): "9", influence_key("Spain.2.a"): "8", influence_key("Spain.4.a"): ""}
    held = replace(with_values(state, {**ahead, influence_key("Spain.4.b"): ""}), holders=four)
    assert set(deciding_values(held, "Spain")) == set(), "at least eleven are more than eight and eight"
