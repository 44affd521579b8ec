"""Replays logs in small time slices, so that running tables stay responsive, and within a CPU budget."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from scoring.replay import Projection, Record, apply_record

Item = TypeVar("Item")
# Seconds of replay before yielding to other requests.
SLICE = 0.005
# Seconds. The longest evening takes one, or ten on a small machine.
MOST_SECONDS = 15.0


class OverBudget(Exception):
    """Replaying the log exceeded its CPU budget."""


def yield_to_others() -> None:
    """Sleeps for a moment; after a sleep of zero seconds, the server would not poll for requests."""
    time.sleep(0.001)


class Budget:
    """CPU budget of one replay, in seconds of this thread alone; waiting costs nothing."""

    def __init__(
        self,
        seconds: float = MOST_SECONDS,
        clock: Callable[[], float] = time.thread_time,
        pause: Callable[[], None] = yield_to_others,
    ) -> None:
        self._left, self._clock, self._pause = seconds, clock, pause
        self._since = clock()

    def each(self, items: Iterable[Item]) -> Iterator[Item]:
        """Yields the items and charges the work on each to the budget."""
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


def replay_in_slices(records: Iterable[Record], budget: Budget) -> Projection:
    """Runs `scoring.replay.replay` in time slices."""
    projection: Projection | None = None
    for record in budget.each(records):
        projection = apply_record(projection, record)
    assert projection is not None, "a log has at least the event that opened the table"
    return projection
