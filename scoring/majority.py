"""Majorities, and ties that must be resolved before prizes are awarded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def most(counts: Mapping[int, int]) -> tuple[int, ...]:
    """Return the seats with the highest count; empty if no count is positive."""
    high = max(counts.values(), default=0)
    return tuple(sorted(seat for seat, count in counts.items() if count == high)) if high > 0 else ()


def open_tie(groups: Sequence[tuple[int, ...]], prizes: int) -> tuple[int, ...]:
    """Return the first tied group that must be resolved before `prizes` can be awarded; empty if none.

    `groups` and prizes are ordered best first.
    """
    before = 0
    for group in groups:
        if before >= prizes:
            return ()
        if len(group) > 1:
            return group
        before += len(group)
    return ()
