"""Marks on a track that a moving marker reaches."""

from __future__ import annotations

from collections.abc import Iterable


def reached(marks: Iterable[int], before: int, after: int) -> tuple[int, ...]:
    """Returns the marks that a move lands on or jumps over, forwards or backwards; not the one it starts from."""
    low, high = min(before, after), max(before, after)
    return tuple(mark for mark in marks if low <= mark <= high and mark != before)
