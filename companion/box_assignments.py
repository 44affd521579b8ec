"""Assigns printed fields to phones that read a box at the same time, so that no value is read twice."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Sequence

from scoring.printed_values import PrintedField

# Seconds without an entry after which a field is free for other devices.
BUSY_SECONDS = 60.0
# Seconds without activity after which a device with an open box page counts as asleep.
AWAKE_SECONDS = 180.0


class BoxAssignments:
    def __init__(self, steady: Callable[[], float] = time.monotonic) -> None:
        self._steady = steady
        # By table or household box: each device's current field, and when that assignment expires.
        self._at: defaultdict[str, dict[str, tuple[str, float]]] = defaultdict(dict)
        # By table or household box: devices with the page open, reading or not, and when each counts as asleep.
        self._open: defaultdict[str, dict[str, float]] = defaultdict(dict)

    def next(
        self, what: str, device: str, fields: Sequence[PrintedField], unread: Sequence[PrintedField]
    ) -> PrintedField | None:
        """The device's current field, else the next one that no other device has; None if there is none. Each device
        keeps to its own part of the board (a country, an area) while there are enough parts."""
        now = self._now(what)
        here, taken = now.pop(device, ""), set(now.values())
        order = {field.key: number for number, field in enumerate(fields)}
        free = {field.key: field for field in unread if field.key not in taken}
        if not free or here in free:
            return free.get(here)
        groups = {field.key: field.group for field in fields}
        alone = [field for field in free.values() if groups.get(here) == field.group]
        if not alone:  # go on with a part that no other device is reading
            others = {groups.get(key) for key in taken}
            alone = [field for field in free.values() if field.group not in others]
        near = tuple(alone) or tuple(free.values())
        return _after(near, order, order[here]) if here in order else _apart(near, order, taken)

    def go_on(
        self, what: str, device: str, fields: Sequence[PrintedField], unread: Sequence[PrintedField], here: str = ""
    ) -> None:
        """Assigns the device its next field; `here` is the field it has just read, if known."""
        if here:
            self.take(what, device, here)
        field = self.next(what, device, fields, unread)
        if field is None:
            self.leave(what, device)
        else:
            self.take(what, device, field.key)

    def take(self, what: str, device: str, key: str) -> None:
        """Assigns this field to the device, so that no other device gets it."""
        self._at[what][device] = (key, self._steady() + BUSY_SECONDS)

    def leave(self, what: str, device: str) -> None:
        self._at[what].pop(device, None)

    def reading(self, what: str) -> int:
        """Number of devices that are reading now."""
        return len(self._now(what))

    def opens(self, what: str, device: str) -> None:
        self._open[what][device] = self._steady() + AWAKE_SECONDS

    def closes(self, what: str, device: str) -> None:
        self._open[what].pop(device, None)

    def awake(self, what: str) -> frozenset[str]:
        """Devices that have the box page open."""
        return frozenset(device for device, until in tuple(self._open[what].items()) if self._steady() < until)

    def _now(self, what: str) -> dict[str, str]:
        return {device: key for device, (key, until) in self._at[what].items() if self._steady() < until}


def _after(free: Sequence[PrintedField], order: dict[str, int], here: int) -> PrintedField:
    """The next free field in board order; after the last field, the search continues with the first."""
    return min(free, key=lambda field: (order[field.key] <= here, order[field.key]))


def _apart(free: Sequence[PrintedField], order: dict[str, int], taken: set[str]) -> PrintedField:
    """The free field furthest from all assigned ones, so that each device gets its own part of the board."""
    others = [order[key] for key in taken if key in order]
    if not others:
        return free[0]
    return max(free, key=lambda field: min(abs(order[field.key] - other) for other in others))
