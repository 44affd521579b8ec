"""Curtains: which devices may open them, and which are open now."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable

from flask import g
from werkzeug.exceptions import Forbidden

from companion.hub import Hub
from companion.tables import LiveTable, Tables
from scoring.table_events import CurtainOpened

# Seconds without a request after which a curtain counts as closed. Pages with scripts close it much earlier.
OPEN_SECONDS = 600.0


class NotOnThisDevice(Forbidden):
    """The host has not allowed this device to open curtains."""


def may_open(live: LiveTable, device: str) -> bool:
    """True if the device has a role here and is the laptop, the host's device, or allowed by the host."""
    trusted = g.laptop or live.is_host(device) or live.projection.table.curtains_everywhere
    return trusted and device in live.claims


class Curtains:
    """The open curtains. Each opening is stored in the history, and table screens show open curtains."""

    def __init__(self, tables: Tables, hub: Hub, steady: Callable[[], float] = time.monotonic) -> None:
        self._tables, self._hub, self._steady = tables, hub, steady
        # Table, device and seat of curtains just opened: the device's next request shows the seat's screen.
        self._revealed: set[tuple[str, str, int]] = set()
        # By table and device: the opened curtain, and until when it counts as open.
        self._open: defaultdict[str, dict[str, tuple[CurtainOpened, float]]] = defaultdict(dict)

    def open(self, live: LiveTable, device: str, seat: int) -> None:
        """Stores that the curtain was opened. Called before anything is shown; repeated calls store nothing more."""
        if live.projection.table.standings is not None:
            return  # nothing is hidden after the game
        opened = CurtainOpened(seat, live.seat_of(device), live.is_host(device))
        with live.lock:
            is_new = opened not in self._open_curtains(live.code, device)
            if is_new:
                self._tables.note(live, opened)
            self._open[live.code][device] = (opened, self._steady() + OPEN_SECONDS)
        if is_new:
            self._hub.publish(live.code)

    def ask(self, live: LiveTable, device: str, seat: int) -> None:
        """Lets the device's next request show the seat behind the curtain. A reload after that shows the closed
        curtain."""
        self._revealed.add((live.code, device, seat))

    def is_revealed(self, live: LiveTable, device: str, seat: int) -> bool:
        try:
            self._revealed.remove((live.code, device, seat))
        except KeyError:
            return False
        return True

    def close(self, live: LiveTable, device: str) -> None:
        """Closes the device's curtain, because the device now shows another page."""
        self._revealed -= {one for one in self._revealed if one[:2] == (live.code, device)}
        if self._open[live.code].pop(device, None) is not None:
            self._hub.publish(live.code)

    def open_at(self, code: str) -> tuple[CurtainOpened, ...]:
        return tuple(opened for device in list(self._open[code]) for opened in self._open_curtains(code, device))

    def _open_curtains(self, code: str, device: str) -> tuple[CurtainOpened, ...]:
        opened, until = self._open[code].get(device, (None, 0.0))
        return (opened,) if opened is not None and self._steady() < until else ()
