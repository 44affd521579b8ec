"""Wakes the streams of a table that has changed; each stream computes its own changes."""

from __future__ import annotations

import threading
from collections import Counter, defaultdict
from dataclasses import dataclass, field


@dataclass
class _Channel:
    version: int = 0
    changed: threading.Event = field(default_factory=threading.Event)
    # Open streams by seat key (None: screens without a seat).
    listeners: Counter[int | None] = field(default_factory=Counter)
    # Open streams of table screens, with or without a seat.
    table_screens: int = 0


class Hub:
    """One channel per table. Waiters see only the latest version, so slow clients queue nothing."""

    def __init__(self) -> None:
        self._channels: defaultdict[str, _Channel] = defaultdict(_Channel)

    def version(self, code: str) -> int:
        return self._channels[code].version

    def publish(self, code: str) -> None:
        channel = self._channels[code]
        # Version first, then the wake-up: a waiter that starts in between sees the new version and misses nothing.
        channel.version += 1
        moved, channel.changed = channel.changed, threading.Event()
        moved.set()

    def wait(self, code: str, seen: int, seconds: float) -> int:
        """Waits for a version other than `seen` and returns it, or returns `seen` after the timeout."""
        channel = self._channels[code]
        moved = channel.changed
        if channel.version == seen:
            moved.wait(seconds)
        return channel.version

    def subscribe(self, code: str, seat: int | None, page: str = "") -> None:
        self._count(code, seat, page, +1)

    def unsubscribe(self, code: str, seat: int | None, page: str = "") -> None:
        self._count(code, seat, page, -1)

    def has_table_screen(self, code: str) -> bool:
        return self._channels[code].table_screens > 0

    def is_watched(self, code: str) -> bool:
        """True if any screen of the table is connected."""
        return any(count > 0 for count in self._channels[code].listeners.values())

    def connected_seats(self, code: str) -> frozenset[int]:
        """Returns the seat keys with an open stream."""
        listeners = self._channels[code].listeners
        return frozenset(seat for seat, count in listeners.items() if seat is not None and count > 0)

    def _count(self, code: str, seat: int | None, page: str, by: int) -> None:
        before = self.connected_seats(code)
        self._channels[code].listeners[seat] += by
        self._channels[code].table_screens += by * (page == "table")
        if self.connected_seats(code) != before:
            self.publish(code)
