"""Injected randomness."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

Thing = TypeVar("Thing")


class Rng:
    """Injected randomness; every outcome is recorded in an event."""

    def __init__(self, source: random.Random) -> None:
        self._source = source

    def roll(self, count: int) -> tuple[int, ...]:
        return tuple(self._source.randint(1, 6) for _ in range(count))

    def shuffled(self, things: Sequence[Thing]) -> tuple[Thing, ...]:
        return tuple(self._source.sample(things, len(things)))

    def choice(self, things: Sequence[Thing]) -> Thing:
        return self._source.choice(things)

    def randint(self, low: int, high: int) -> int:
        return self._source.randint(low, high)
