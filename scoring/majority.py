"""Majorities, and ties that must be resolved before prizes are awarded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass


def most(counts: Mapping[int, int]) -> tuple[int, ...]:
    """Returns the seats with the highest count; empty if no count is positive."""
    high = max(counts.values(), default=0)
    return tuple(sorted(seat for seat, count in counts.items() if count == high)) if high > 0 else ()


def open_tie(groups: Sequence[tuple[int, ...]], prizes: int) -> tuple[int, ...]:
    """Returns the first tied group that must be resolved before `prizes` can be awarded; empty if none.

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


@dataclass(frozen=True)
class Decision:
    """A tie decision of the table: the seat put first, and the tied seats it was chosen from."""

    first: int
    among: tuple[int, ...]


def settled(tied: tuple[int, ...], decisions: Sequence[Decision]) -> Iterator[tuple[int, ...]]:
    """Splits tied seats by the table's last decision among them. If a correction adds a tied seat, the tie is open
    again."""
    while (first := _put_first(tied, decisions)) is not None:
        yield (first,)
        tied = tuple(seat for seat in tied if seat != first)
    if tied:
        yield tied


def _put_first(tied: tuple[int, ...], decisions: Sequence[Decision]) -> int | None:
    found = (one.first for one in reversed(decisions) if one.first in tied and {*tied} <= {*one.among})
    return next(found, None)


# Rules for tied players. They get: the full prize, and the next prizes are skipped (all) or not (dense); an equal share
# of the tied prizes (split); the next lower prize (lower); nothing, and the prize lapses (nothing) or goes to the next
# player (cancel).
TIES = ("all", "dense", "split", "lower", "nothing", "cancel")


def prizes(groups: Sequence[tuple[int, ...]], values: Sequence[int], ties: str) -> dict[int, int]:
    """Returns the prize of each seat. `groups` and `values` are ordered best first; tied seats share a group."""
    won: dict[int, int] = {}
    place = 0
    for group in groups:
        won |= dict.fromkeys(group, _prize(values[place:], len(group), ties))
        place += {"dense": 1, "cancel": len(group) == 1}.get(ties, len(group))
    return won


def _prize(left: Sequence[int], tied: int, ties: str) -> int:
    """Returns the prize of each of `tied` seats, given the values left."""
    if ties == "split":
        return sum(left[:tied]) // tied
    if tied > 1 and ties in ("nothing", "cancel"):
        return 0
    place = 1 if tied > 1 and ties == "lower" else 0
    return left[place] if place < len(left) else 0
