"""Logs are read in small slices of work, with the tables of tonight in between, and up to a budget."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from scoring.replay import Projection, Record, apply_record

Item = TypeVar("Item")
# Nobody notices a screen that comes so much later.
SLICE = 0.005
# The longest evening takes a second; ten times that on a small machine.
MOST_SECONDS = 15.0


class OverBudget(Exception):
    """Reading this takes longer than any evening would."""


def let_others() -> None:
    """With a moment of its own: the server looks whether somebody has sent something."""
    time.sleep(0.001)


class Budget:
    """How much work one reading may be, in seconds of this thread alone: waiting for others costs nothing."""

    def __init__(
        self,
        seconds: float = MOST_SECONDS,
        clock: Callable[[], float] = time.thread_time,
        pause: Callable[[], None] = let_others,
    ) -> None:
        self._left, self._clock, self._pause = seconds, clock, pause
        self._since = clock()

    def each(self, items: Iterable[Item]) -> Iterator[Item]:
        """The same items; the work on each of them is counted."""
        for item in items:
            yield item
            self.yield_if_due()

    def yield_if_due(self) -> None:
        worked = self._clock() - self._since
        if worked < SLICE:
            return
        self._left -= worked
        if self._left < 0:
            raise OverBudget
        self._pause()
        self._since = self._clock()


def replayed(records: Iterable[Record], budget: Budget) -> Projection:
    """`scoring.replay.replay`, slice by slice."""
    projection: Projection | None = None
    for record in budget.each(records):
        projection = apply_record(projection, record)
    assert projection is not None, "a log has at least the event that opened the table"
    return projection
