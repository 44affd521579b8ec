"""Majorities, and ties that must be resolved before prizes are awarded."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.majority import TIES, Decision, most, open_tie, prizes, settled
from scoring.standings import ranked


@pytest.mark.parametrize(
    ("counts", "first"),
    [
        ({0: 2, 1: 1}, (0,)),
        ({0: 2, 1: 2, 2: 1}, (0, 1)),
        ({2: 3, 0: 3, 1: 3}, (0, 1, 2)),
        ({0: 1, 1: 0}, (0,)),
        ({0: 0, 1: 0}, ()),
        ({}, ()),
    ],
)
def test_most(counts: dict[int, int], first: tuple[int, ...]) -> None:
    assert most(counts) == first


@pytest.mark.parametrize(
    ("groups", "prizes", "open_"),
    [
        ([(0,), (1,), (2,)], 2, ()),
        ([(0, 1), (2,)], 2, (0, 1)),
        ([(0,), (1, 2)], 2, (1, 2)),
        ([(0,), (1,), (2, 3)], 2, ()),
        ([(0, 1)], 0, ()),
        ([], 2, ()),
    ],
)
def test_tie_matters_only_if_it_decides_a_prize(
    groups: list[tuple[int, ...]], prizes: int, open_: tuple[int, ...]
) -> None:
    assert open_tie(groups, prizes) == open_


@pytest.mark.parametrize(
    ("tied", "decisions", "groups"),
    [
        ((0, 1, 2), [], [(0, 1, 2)]),
        ((0, 1, 2), [Decision(1, (0, 1, 2))], [(1,), (0, 2)]),
        ((0, 1, 2), [Decision(1, (0, 1, 2)), Decision(2, (0, 2))], [(1,), (2,), (0,)]),
        ((0, 1), [Decision(0, (0, 1)), Decision(1, (0, 1))], [(1,), (0,)]),
        ((0, 1), [Decision(0, (0, 1, 2))], [(0,), (1,)]),
        ((0, 1, 3), [Decision(1, (0, 1, 2))], [(0, 1, 3)]),
        ((0, 1), [Decision(2, (0, 1, 2))], [(0, 1)]),
        ((1,), [], [(1,)]),
        ((), [], []),
    ],
    ids=[
        "open",
        "one put first",
        "all in order",
        "decided again",
        "one no longer tied",
        "another one tied",
        "first is ahead anyway",
        "one seat",
        "none",
    ],
)
def test_decisions_split_a_tie(tied: tuple[int, ...], decisions: list[Decision], groups: list[tuple[int, ...]]) -> None:
    assert [*settled(tied, decisions)] == groups


@given(st.dictionaries(st.integers(0, 5), st.integers(0, 4)))
def test_seats_with_most_have_no_fewer_than_others(counts: dict[int, int]) -> None:
    for seat in most(counts):
        assert all(counts[seat] >= other for other in counts.values())


# Prizes 9, 5 and 2 for these pieces, under each rule.
TIED = [
    ("5 3 1 0", "9 5 2 0", "9 5 2 0", "9 5 2 0", "9 5 2 0", "9 5 2 0", "9 5 2 0"),
    ("4 4 2 1", "9 9 2 0", "9 9 5 2", "7 7 2 0", "5 5 2 0", "0 0 2 0", "0 0 9 5"),
    ("3 3 3 1", "9 9 9 0", "9 9 9 5", "5 5 5 0", "5 5 5 0", "0 0 0 0", "0 0 0 9"),
    ("2 2 2 2", "9 9 9 9", "9 9 9 9", "4 4 4 4", "5 5 5 5", "0 0 0 0", "0 0 0 0"),
    ("5 3 3 1", "9 5 5 0", "9 5 5 2", "9 3 3 0", "9 2 2 0", "9 0 0 0", "9 0 0 5"),
    ("5 4 2 2", "9 5 2 2", "9 5 2 2", "9 5 1 1", "9 5 0 0", "9 5 0 0", "9 5 0 0"),
    ("4 4 1 1", "9 9 2 2", "9 9 5 5", "7 7 1 1", "5 5 0 0", "0 0 0 0", "0 0 0 0"),
]


def prizes_won(pieces: list[int], values: tuple[int, ...], ties: str) -> list[int]:
    """Returns the prizes by seat; seats without pieces take part only in a longer list of groups."""
    found = prizes(ranked({seat: (count,) for seat, count in enumerate(pieces) if count}), values, ties)
    return [found.get(seat, 0) for seat in range(len(pieces))]


@pytest.mark.parametrize(
    ("pieces", "ties", "points"),
    [(pieces, ties, points) for pieces, *rows in TIED for ties, points in zip(TIES, rows, strict=True)],
)
def test_prizes_of_tied_players(pieces: str, ties: str, points: str) -> None:
    assert prizes_won([*map(int, pieces.split())], (9, 5, 2), ties) == [*map(int, points.split())]


COUNTS = st.lists(st.integers(0, 4), min_size=1, max_size=6)
FALLING = st.lists(st.integers(0, 12), min_size=1, max_size=4).map(lambda values: tuple(sorted(values, reverse=True)))


@given(COUNTS, FALLING, st.sampled_from(TIES), st.randoms())
def test_renumbered_seats_get_the_same_prizes(counts: list[int], values: tuple[int, ...], ties: str, rng: Any) -> None:
    order = rng.sample(range(len(counts)), len(counts))
    before = prizes_won(counts, values, ties)
    assert prizes_won([counts[seat] for seat in order], values, ties) == [before[seat] for seat in order]


@given(COUNTS, FALLING)
def test_split_prizes_never_exceed_the_prizes(counts: list[int], values: tuple[int, ...]) -> None:
    assert sum(prizes_won(counts, values, "split")) <= sum(values)


@given(COUNTS, FALLING, st.sampled_from(("all", "dense", "split", "lower")))
def test_more_pieces_never_score_less(counts: list[int], values: tuple[int, ...], ties: str) -> None:
    found = prizes_won(counts, values, ties)
    assert all(found[a] >= found[b] for a in range(len(counts)) for b in range(len(counts)) if counts[a] > counts[b])
