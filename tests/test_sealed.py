"""Sealed choices and step-by-step reveals: nothing is visible before the last choice, then line by line."""

from __future__ import annotations

from dataclasses import fields

from hypothesis import given
from hypothesis import strategies as st

from scoring.reveal_phases import LineReveal
from scoring.sealed import Sealed, SealedView, sealed_view

SEATS = st.lists(st.integers(0, 5), min_size=1, max_size=6, unique=True).map(tuple)


@st.composite
def entries(draw: st.DrawFn) -> tuple[tuple[int, ...], list[tuple[int, int]]]:
    """Returns seats that choose, and a sequence of choices with some changes."""
    asked = draw(SEATS)
    return asked, draw(st.lists(st.tuples(st.sampled_from(asked), st.integers()), max_size=12))


def test_choices_can_change_and_the_last_missing_one_is_detected() -> None:
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


def test_withdrawn_choice_is_remembered_until_sealed_again() -> None:
    bids: Sealed[int] = Sealed((0, 1)).seal(0, 5).open(0).seal(1, 2)
    assert (bids.waiting_for, bids.complete, bids.of(0), bids.last(0)) == ((0,), False, None, 5)
    assert (bids.asking((0, 1), anew=0).last(0), bids.asking((0, 1), anew=1).last(0)) == (None, 5)
    bids = bids.seal(0, 4)
    assert (bids.complete, bids.of(0), bids.last(0), dict(bids.opened)) == (True, 4, 4, {})


def test_table_screen_has_no_choice_of_its_own() -> None:
    assert Sealed((0,)).seal(0, 7).of(None) is None


def test_single_seat_is_the_last_at_once() -> None:
    assert Sealed((3,)).is_last(3)


def test_without_seats_none_is_missing() -> None:
    assert Sealed(()).complete


@given(entries())
def test_missing_seats_are_those_without_a_choice_in_order(
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
def test_view_shows_who_has_sealed_but_no_content(
    played: tuple[tuple[int, ...], list[tuple[int, int]]], other: int
) -> None:
    asked, choices = played
    mine = yours = Sealed[int](asked)
    for seat, choice in choices:
        mine, yours = mine.seal(seat, choice), yours.seal(seat, other)
    assert sealed_view(mine) == sealed_view(yours)
    assert {field.name for field in fields(SealedView)} == {"asked", "waiting_for"}


@given(st.lists(st.integers(), max_size=6).map(tuple), st.integers(0, 8))
def test_reveal_shows_the_first_lines_or_all_of_them(lines: tuple[int, ...], shown: int) -> None:
    reveal = LineReveal(lines, shown)
    assert reveal.visible == lines[:shown]
    assert reveal.finished == (shown >= len(lines))
    assert (reveal.skip().visible, reveal.skip().finished) == (lines, True)
