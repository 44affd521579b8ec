"""Places and ties: higher keys rank first, equal keys share a place, and seat order does not matter."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.standings import (
    POINTS,
    Category,
    ScoreLine,
    Standing,
    Standings,
    categories,
    places,
    ranked,
    tied,
    totals,
)
from scoring.words import T, Who, render

KEYS = st.dictionaries(st.integers(0, 5), st.tuples(st.integers(0, 3), st.integers(0, 2)), max_size=6)
Keys = dict[int, tuple[int, int]]


@pytest.mark.parametrize(
    ("keys", "groups", "by_seat"),
    [
        ({}, (), {}),
        ({0: (5,), 1: (7,), 2: (6,)}, ((1,), (2,), (0,)), {1: 1, 2: 2, 0: 3}),
        ({0: (5,), 1: (5,), 2: (9,), 3: (1,)}, ((2,), (0, 1), (3,)), {2: 1, 0: 2, 1: 2, 3: 4}),
        ({0: (5, 1), 1: (5, 2), 2: (4, 9)}, ((1,), (0,), (2,)), {1: 1, 0: 2, 2: 3}),
        ({3: (2,), 1: (2,), 0: (2,)}, ((0, 1, 3),), {0: 1, 1: 1, 3: 1}),
    ],
    ids=["nobody", "all apart", "a shared place skips the next", "the tie-break comes second", "all equal"],
)
def test_highest_key_is_first_and_equal_keys_share_a_place(
    keys: dict[int, tuple[int, ...]], groups: tuple[tuple[int, ...], ...], by_seat: dict[int, int]
) -> None:
    assert ranked(keys) == groups
    assert places(keys) == by_seat


@given(KEYS)
def test_place_is_one_more_than_the_number_of_better_seats(keys: Keys) -> None:
    assert places(keys) == {seat: 1 + sum(other > key for other in keys.values()) for seat, key in keys.items()}


@given(KEYS)
def test_every_seat_is_ranked_once_with_its_equals(keys: Keys) -> None:
    groups = ranked(keys)
    assert sorted(seat for group in groups for seat in group) == sorted(keys)
    assert all(len({keys[seat] for seat in group}) == 1 for group in groups)
    order = [keys[group[0]] for group in groups]
    assert order == sorted(set(keys.values()), reverse=True)


@given(KEYS)
def test_ties_are_groups_of_more_than_one(keys: Keys) -> None:
    alone = {seat for seat, key in keys.items() if list(keys.values()).count(key) == 1}
    assert {seat for group in tied(keys) for seat in group} == keys.keys() - alone
    assert all(len(group) > 1 for group in tied(keys))


@given(KEYS, st.permutations(range(6)))
def test_renaming_the_seats_renames_the_result(keys: Keys, new: list[int]) -> None:
    renamed = {new[seat]: key for seat, key in keys.items()}
    assert places(renamed) == {new[seat]: place for seat, place in places(keys).items()}
    assert ranked(renamed) == tuple(tuple(sorted(new[seat] for seat in group)) for group in ranked(keys))
    assert {frozenset(group) for group in tied(renamed)} == {frozenset(new[s] for s in group) for group in tied(keys)}


@given(KEYS, st.integers(0, 5))
def test_higher_key_never_worsens_a_place(keys: Keys, seat: int) -> None:
    if seat in keys:
        better = {**keys, seat: (keys[seat][0] + 1, keys[seat][1])}
        assert places(better)[seat] <= places(keys)[seat]


def test_place_is_found_by_seat() -> None:
    found = Standings((Standing(1, 2, 9), Standing(2, 0, 5), Standing(3, 1, 4)), T("Over"))
    assert [found.place_of(seat) for seat in range(3)] == [2, 3, 1]


def test_score_sheet_rows_are_ordered_and_empty_ones_left_out() -> None:
    votes, bonus = T("Votes"), T("Bonus")
    lines = [
        ScoreLine(1, T("A bonus"), 3, "nl 1", category=bonus),
        ScoreLine(0, T("An area"), 2, "nl 2", category=votes),
        ScoreLine(0, T("Another area"), 4, "nl 2", category=votes),
        ScoreLine(1, T("Something else"), 1, "nl 3"),
    ]
    found = categories(lines, 2, (votes, T("Nothing"), bonus))
    assert found == (Category(votes, (6, 0)), Category(bonus, (0, 3)), Category(POINTS, (0, 1)))


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(-9, 9)), max_size=12))
def test_totals_are_the_sums_of_the_lines(points: list[tuple[int, int]]) -> None:
    lines = [ScoreLine(seat, T("Votes"), number, "nl 164") for seat, number in points]
    assert sum(totals(lines, 4)) == sum(number for _, number in points)
    assert totals(lines, 4)[2] == sum(number for seat, number in points if seat == 2)


def test_shared_first_place_has_several_winners() -> None:
    shared = Standings((Standing(1, 2, 9), Standing(1, 0, 9), Standing(3, 1, 4)), T("The end."))
    assert shared.winners == (2, 0)


REASON = T("{who} wins with {points} points.", who=Who(1), points=9)
CHEER, EMPRESS = T("Long live {who}!", who=Who(1)), T("The empress returns.")


@pytest.mark.parametrize(
    ("standings", "said"),
    [
        (Standings((Standing(1, 1, 9), Standing(2, 0, 7)), REASON), "Ben wins with 9 points."),
        (Standings((Standing(1, 1, 9), Standing(2, 0, 7)), REASON, CHEER), "Long live Ben!"),
        (Standings((Standing(1, 0, 9), Standing(1, 1, 9)), T("Both have 9."), CHEER), "Both have 9."),
        (Standings((Standing(1, 0, 9), Standing(1, 1, 9)), EMPRESS, CHEER, EMPRESS), "Anna and Ben share the win!"),
    ],
    ids=["no title", "a title to give", "a title for one is not shared", "what is told after it does not say who"],
)
def test_winner_is_announced_in_one_sentence(standings: Standings, said: str) -> None:
    assert render(standings.headline, ("Anna", "Ben")) == said
