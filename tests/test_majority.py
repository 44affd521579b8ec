"""Majorities, and ties that must be resolved before prizes are awarded."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.majority import most, open_tie


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


@given(st.dictionaries(st.integers(0, 5), st.integers(0, 4)))
def test_seats_with_most_have_no_fewer_than_others(counts: dict[int, int]) -> None:
    for seat in most(counts):
        assert all(counts[seat] >= other for other in counts.values())
