"""A box read on several phones at once: each has a place of its own on the board, and no number is read twice."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Sequence

from scoring.printed_values import PrintedField

# A place at which nothing was read for so long is anybody's again.
BUSY_SECONDS = 60.0
# A page of a box on which nothing was read for so long is on a phone that sleeps.
AWAKE_SECONDS = 180.0


class BoxAssignments:
    def __init__(self, steady: Callable[[], float] = time.monotonic) -> None:
        self._steady = steady
        # By what is read (a table or a box of the house): the field at which each device is, and until when.
        self._at: defaultdict[str, dict[str, tuple[str, float]]] = defaultdict(dict)
        # The devices that have its page before them, with numbers to read or without, and until when.
        self._open: defaultdict[str, dict[str, float]] = defaultdict(dict)

    def next(
        self, what: str, device: str, fields: Sequence[PrintedField], unread: Sequence[PrintedField]
    ) -> PrintedField | None:
        """The number that this device reads: the one it is at, or the next that nobody else is at."""
        now = self._now(what)
        here, taken = now.pop(device, ""), set(now.values())
        order = {field.key: number for number, field in enumerate(fields)}
        free = {field.key: field for field in unread if field.key not in taken}
        if not free or here in free:
            return free.get(here)
        if here in order:
            return _after(tuple(free.values()), order, order[here])
        return _apart(tuple(free.values()), order, taken)

    def go_on(
        self, what: str, device: str, fields: Sequence[PrintedField], unread: Sequence[PrintedField], here: str = ""
    ) -> None:
        """The device is at its next number from now on; `here` is what it has just read, where that is known."""
        if here:
            self.take(what, device, here)
        field = self.next(what, device, fields, unread)
        if field is None:
            self.leave(what, device)
        else:
            self.take(what, device, field.key)

    def take(self, what: str, device: str, key: str) -> None:
        """The device is at this number from now on, and nobody else is sent there."""
        self._at[what][device] = (key, self._steady() + BUSY_SECONDS)

    def leave(self, what: str, device: str) -> None:
        self._at[what].pop(device, None)

    def reading(self, what: str) -> int:
        """How many devices are at it."""
        return len(self._now(what))

    def opens(self, what: str, device: str) -> None:
        self._open[what][device] = self._steady() + AWAKE_SECONDS

    def closes(self, what: str, device: str) -> None:
        self._open[what].pop(device, None)

    def awake(self, what: str) -> frozenset[str]:
        """The devices that have the page of the box before them."""
        return frozenset(device for device, until in tuple(self._open[what].items()) if self._steady() < until)

    def _now(self, what: str) -> dict[str, str]:
        return {device: key for device, (key, until) in self._at[what].items() if self._steady() < until}


def _after(free: Sequence[PrintedField], order: dict[str, int], here: int) -> PrintedField:
    """The next one on the board, and from the end back to its beginning."""
    return min(free, key=lambda field: (order[field.key] <= here, order[field.key]))


def _apart(free: Sequence[PrintedField], order: dict[str, int], taken: set[str]) -> PrintedField:
    """Far from where the others are, so that everybody has a stretch of the board."""
    others = [order[key] for key in taken if key in order]
    if not others:
        return free[0]
    return max(free, key=lambda field: min(abs(order[field.key] - other) for other in others))
