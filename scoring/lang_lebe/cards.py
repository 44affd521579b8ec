"""Influence cards: how many of each kind somebody holds, stakes or gets."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

# A card is its factor: the die on it counts once, twice or three times (nl 128).
KINDS = (1, 2, 3)


@dataclass(frozen=True)
class Cards:
    """So many x1, x2 and x3 cards."""

    x1: int = 0
    x2: int = 0
    x3: int = 0

    @property
    def by_kind(self) -> tuple[int, int, int]:
        return (self.x1, self.x2, self.x3)

    @property
    def count(self) -> int:
        return sum(self.by_kind)

    @property
    def kinds(self) -> tuple[int, ...]:
        """The kinds held, lowest first."""
        return tuple(kind for kind in KINDS if self.of(kind))

    @property
    def listed(self) -> tuple[int, ...]:
        """Card by card, lowest first: (1, 1, 2)."""
        return tuple(kind for kind in KINDS for _ in range(self.of(kind)))

    def of(self, kind: int) -> int:
        return self.by_kind[kind - 1] if kind in KINDS else 0

    def lowest(self, count: int) -> Cards:
        return cards(self.listed[: max(count, 0)])

    def within(self, other: Cards) -> bool:
        """True if these are whole cards that can be taken out of `other`."""
        return all(0 <= mine <= theirs for mine, theirs in zip(self.by_kind, other.by_kind, strict=True))

    def times(self, factor: int) -> Cards:
        return Cards(*(number * factor for number in self.by_kind))

    def __add__(self, other: Cards) -> Cards:
        return Cards(*(mine + theirs for mine, theirs in zip(self.by_kind, other.by_kind, strict=True)))

    def __sub__(self, other: Cards) -> Cards:
        return Cards(*(mine - theirs for mine, theirs in zip(self.by_kind, other.by_kind, strict=True)))


def cards(kinds: Iterable[int]) -> Cards:
    """The cards of such a list: (1, 1, 2) is two x1 and one x2."""
    listed = tuple(kinds)
    return Cards(*(listed.count(kind) for kind in KINDS))


def together(hands: Iterable[Cards]) -> Cards:
    return sum(hands, Cards())
