"""The sealed choice and the staged reveal: nothing shows before the last one is in, then line by line."""

from __future__ import annotations

from dataclasses import fields

from hypothesis import given
from hypothesis import strategies as st

from scoring.reveal_phases import LineReveal
from scoring.sealed import Sealed, SealedView, sealed_view

SEATS = st.lists(st.integers(0, 5), min_size=1, max_size=6, unique=True).map(tuple)


@st.composite
def entries(draw: st.DrawFn) -> tuple[tuple[int, ...], list[tuple[int, int]]]:
    """Who is asked, and choices that come in, some of them changed."""
    asked = draw(SEATS)
    return asked, draw(st.lists(st.tuples(st.sampled_from(asked), st.integers()), max_size=12))


def test_a_choice_goes_in_changes_and_the_last_one_is_known_to_be_the_last() -> None:
    bids: Sealed[int] = Sealed((2, 0, 1))
    assert bids.waiting_for == (2, 0, 1)
    assert not bids.is_last(0)
    bids = bids.seal(0, 5).seal(2, 3)
    assert (bids.waiting_for, bids.is_last(1), bids.is_last(0)) == ((1,), True, False)
    bids = bids.seal(0, 4)
    assert (bids.of(0), bids.waiting_for, bids.complete) == (4, (1,), False)
    bids = bids.seal(1, 0)
    assert bids.complete
    assert not bids.is_last(1)
    assert dict(bids.choices) == {0: 4, 1: 0, 2: 3}


def test_a_choice_that_is_taken_back_is_missing_until_it_is_sealed_again_and_is_not_forgotten() -> None:
    bids: Sealed[int] = Sealed((0, 1)).seal(0, 5).open(0).seal(1, 2)
    assert (bids.waiting_for, bids.complete, bids.of(0), bids.last(0)) == ((0,), False, None, 5)
    assert (bids.asking((0, 1), anew=0).last(0), bids.asking((0, 1), anew=1).last(0)) == (None, 5)
    bids = bids.seal(0, 4)
    assert (bids.complete, bids.of(0), bids.last(0), dict(bids.opened)) == (True, 4, 4, {})


def test_the_table_screen_has_no_choice_of_its_own() -> None:
    assert Sealed((0,)).seal(0, 7).of(None) is None


def test_a_single_player_is_the_last_at_once() -> None:
    assert Sealed((3,)).is_last(3)


def test_where_nobody_is_asked_nobody_is_missing() -> None:
    assert Sealed(()).complete


@given(entries())
def test_the_missing_are_those_asked_who_have_not_chosen_in_the_order_asked(
    played: tuple[tuple[int, ...], list[tuple[int, int]]],
) -> None:
    asked, choices = played
    sealed: Sealed[int] = Sealed(asked)
    for seat, choice in choices:
        is_last, waiting = sealed.is_last(seat), sealed.waiting_for
        before, sealed = sealed, sealed.seal(seat, choice)
        assert before.waiting_for == waiting, "sealing changes nothing that was there"
        assert is_last == (sealed.complete and not before.complete)
    assert sealed.waiting_for == tuple(seat for seat in asked if seat not in dict(choices))
    assert dict(sealed.choices) == dict(choices)
    assert all(sealed.of(seat) == choice for seat, choice in dict(choices).items())


@given(entries(), st.integers())
def test_a_screen_learns_who_is_in_and_nothing_of_what(
    played: tuple[tuple[int, ...], list[tuple[int, int]]], other: int
) -> None:
    asked, choices = played
    mine = yours = Sealed[int](asked)
    for seat, choice in choices:
        mine, yours = mine.seal(seat, choice), yours.seal(seat, other)
    assert sealed_view(mine) == sealed_view(yours)
    assert {field.name for field in fields(SealedView)} == {"asked", "waiting_for"}


@given(st.lists(st.integers(), max_size=6).map(tuple), st.integers(0, 8))
def test_a_ceremony_shows_its_lines_one_by_one_and_then_stays(lines: tuple[int, ...], steps: int) -> None:
    ceremony = LineReveal(lines)
    for step in range(steps):
        assert ceremony.visible == lines[:step]
        assert ceremony.finished == (step >= len(lines))
        ceremony = ceremony.next()
    assert ceremony.skip().visible == lines
    assert ceremony.skip().finished
    assert ceremony.skip().next() == ceremony.skip()
