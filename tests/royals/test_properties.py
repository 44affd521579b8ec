"""Invariants of every game, however it is played."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.kernel import Action, Event, GameConfig, Refusal, Rng
from scoring.reveal_phases import ConfirmBoard
from scoring.royals import GAME, influence
from scoring.royals.components import COUNTRIES, EXAMPLE, POSITIONS, TITLES
from scoring.royals.ending import GameOver
from scoring.royals.epoch import EndEpoch, EndTurn, Scoring, SettleTie, ties_to_settle
from scoring.royals.markers import MarkerRemoved, MarkerTaken
from scoring.royals.state import State
from scoring.royals.titles import ConfirmTitles
from scoring.royals.turn import ChooseStartPlayer, PositionOccupied, PositionTakenOver
from scoring.royals.turn import TakePosition as Take
from scoring.standings import totals

RNG = Rng(random.Random(1))
# The number of players, the start player, and one number per decision.
GAMES_PLAYED = st.tuples(
    st.integers(2, 5), st.integers(0, 4), st.lists(st.integers(0, 10_000), min_size=4, max_size=60)
)
EXAMPLES = settings(max_examples=40, deadline=None)


def next_action(state: State, number: int, hurry: bool) -> Action:
    """Returns the next action of the table, derived from a number."""
    match state.phase:
        case Scoring(checked=False):
            return ConfirmBoard()
        case Scoring():
            country, tied = next(iter(ties_to_settle(state).items()))
            return SettleTie(country, min(tied))
    if state.phase.__class__.__name__ == "Titles":
        return ConfirmTitles()
    if hurry or number % 9 == 0:
        return EndTurn() if state.last_round else EndEpoch()
    return EndTurn() if number % 4 == 0 else Take(POSITIONS[number % len(POSITIONS)])


def play_game(seats: int, first: int, numbers: list[int], shift: int = 0) -> tuple[State, list[Event]]:
    """Plays a whole game; with a shift, the same game with all seats moved on by that number."""
    state = GAME.start(GameConfig(seats, {}, EXAMPLE))
    events: list[Event] = []
    actions: list[Action] = [ChooseStartPlayer((first + shift) % seats)]
    left = list(numbers)
    while not isinstance(state.phase, GameOver):
        action = actions.pop() if actions else next_action(state, left.pop() if left else 0, hurry=not left)
        if isinstance(action, SettleTie):  # the same player at another seat
            tied = ties_to_settle(state)[action.country]
            action = SettleTie(action.country, min(tied, key=lambda seat: (seat - shift) % seats))
        try:
            new = GAME.decide(state, state.turn or 0, action, RNG)
        except Refusal:
            continue
        for event in new:
            state = GAME.apply(state, event)
        events += new
    return state, events


@given(GAMES_PLAYED)
@EXAMPLES
def test_no_marker_is_awarded_twice_or_without_being_in_the_box(game: tuple[int, int, list[int]]) -> None:
    seats, first, numbers = game
    state, _ = play_game(seats, first % seats, numbers)
    given_out = Counter([marker.key for marker in state.markers] + list(state.removed))
    for key, count in given_out.items():
        assert GAME.field(key) is not None
        assert count == (2 if key.endswith(".half") else 1), key
    for title in TITLES:
        assert not {f"value.{title}.full", f"value.{title}.half"} <= given_out.keys()
    # All 24 epoch markers and all 7 portraits are awarded or removed.
    assert sum(key.startswith("epoch.") for key in given_out) == 24
    assert sum(key.startswith("value.") for key in given_out) == 7


@given(GAMES_PLAYED)
@EXAMPLES
def test_no_cubes_are_lost(game: tuple[int, int, list[int]]) -> None:
    seats, first, numbers = game
    state, events = play_game(seats, first % seats, numbers)
    moves = Counter(e.seat for e in events if isinstance(e, PositionOccupied | PositionTakenOver))
    for seat in range(seats):
        assert state.supply(seat) == state.cubes[seat] - 2 * moves[seat] >= state.cubes[seat] - 46
        assert sum(state.cubes_on(title)[seat] for title in TITLES) == moves[seat]
    assert all(state.exists(position) for position in state.holders)


@given(GAMES_PLAYED, st.integers(1, 4))
@EXAMPLES
def test_renaming_the_seats_renames_the_result(game: tuple[int, int, list[int]], shift: int) -> None:
    seats, first, numbers = game
    one, _ = play_game(seats, first % seats, numbers)
    other, _ = play_game(seats, first % seats, numbers, shift)
    here, there = totals(GAME.score(one), seats), totals(GAME.score(other), seats)
    assert [there[(seat + shift) % seats] for seat in range(seats)] == list(here)
    winners = GAME.standings(one), GAME.standings(other)
    assert winners[0] is not None
    assert winners[1] is not None
    assert {(seat + shift) % seats for seat in winners[0].winners} == set(winners[1].winners)


@given(GAMES_PLAYED, st.permutations(range(5)))
@EXAMPLES
def test_seat_numbers_give_no_advantage(game: tuple[int, int, list[int]], order: list[int]) -> None:
    """Any permutation of seats on the same board permutes influence, order and portraits."""
    seats, first, numbers = game
    state, _ = play_game(seats, first % seats, numbers)
    new = {old: [n for n in order if n < seats].index(old) for old in range(seats)}
    moved = replace(
        state,
        holders={position: new[seat] for position, seat in state.holders.items()},
        occupied=tuple((new[seat], position) for seat, position in state.occupied),
    )
    for country in COUNTRIES:
        renamed = [tuple(sorted(new[seat] for seat in group)) for group in influence.ranking(state, country)]
        assert renamed == list(influence.ranking(moved, country))
    for title in TITLES:
        assert {new[seat] for seat in influence.leaders(state, title)} == set(influence.leaders(moved, title))


@given(GAMES_PLAYED)
@EXAMPLES
def test_bonuses_follow_the_moves_that_earn_them(game: tuple[int, int, list[int]]) -> None:
    seats, first, numbers = game
    _, events = play_game(seats, first % seats, numbers)
    mover, kinds = -1, 0
    order = ("city", "country", "noble")
    for event in events:
        if isinstance(event, PositionOccupied | PositionTakenOver):
            mover, kinds = event.seat, -1
        elif isinstance(event, MarkerTaken) and event.marker.split(".")[0] in order:
            kind = order.index(event.marker.split(".")[0])
            assert event.seat == mover
            assert kind > kinds
            kinds = kind
        elif not isinstance(event, MarkerRemoved | MarkerTaken):
            mover = -1


@given(GAMES_PLAYED)
@EXAMPLES
def test_points_equal_the_values_of_the_markers(game: tuple[int, int, list[int]]) -> None:
    seats, first, numbers = game
    state, _ = play_game(seats, first % seats, numbers)
    assert sum(totals(GAME.score(state), seats)) == sum(int(EXAMPLE[marker.key]) for marker in state.markers)
