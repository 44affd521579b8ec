"""Who has most, and whether a tie still has to be settled before prizes can be handed out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def most(counts: Mapping[int, int]) -> tuple[int, ...]:
    """The seats with the highest count; nobody where there is nothing."""
    high = max(counts.values(), default=0)
    return tuple(sorted(seat for seat, count in counts.items() if count == high)) if high > 0 else ()


def open_tie(groups: Sequence[tuple[int, ...]], prizes: int) -> tuple[int, ...]:
    """The first group of equals that has to be put in order before so many prizes, best first, find their owners."""
    before = 0
    for group in groups:
        if before >= prizes:
            return ()
        if len(group) > 1:
            return group
        before += len(group)
    return ()
