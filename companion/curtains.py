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

# A page with scripts closes its curtain long before; one of which nothing was heard for so long counts as closed.
OPEN_SECONDS = 600.0


class NotOnThisDevice(Forbidden):
    """The host has not let this device open curtains."""


def may_open(live: LiveTable, device: str) -> bool:
    """The laptop and the host's device may, and others if the host lets them."""
    trusted = g.laptop or live.is_host(device) or live.projection.table.curtains_everywhere
    return trusted and device in live.claims


class Curtains:
    """Opening one is kept in the history; while it is open, table screens say so."""

    def __init__(self, tables: Tables, hub: Hub, steady: Callable[[], float] = time.monotonic) -> None:
        self._tables, self._hub, self._steady = tables, hub, steady
        # Devices whose next look goes behind the curtain of that seat: it has just been opened there.
        self._asked: set[tuple[str, str, int]] = set()
        # By table and device: what was opened, and until when it counts as open.
        self._open: defaultdict[str, dict[str, tuple[CurtainOpened, float]]] = defaultdict(dict)

    def open(self, live: LiveTable, device: str, seat: int) -> None:
        """Told before anything is shown; told once while it stays open."""
        if live.projection.table.standings is not None:
            return  # nothing is hidden any more
        opened = CurtainOpened(seat, live.seat_of(device), live.is_host(device))
        with live.lock:
            is_new = opened not in self._now(live.code, device)
            if is_new:
                self._tables.note(live, opened)
            self._open[live.code][device] = (opened, self._steady() + OPEN_SECONDS)
        if is_new:
            self._hub.publish(live.code)

    def ask(self, live: LiveTable, device: str, seat: int) -> None:
        """The device's next look shows what is behind; one look, so that a reload finds the curtain closed."""
        self._asked.add((live.code, device, seat))

    def is_asked(self, live: LiveTable, device: str, seat: int) -> bool:
        try:
            self._asked.remove((live.code, device, seat))
        except KeyError:
            return False
        return True

    def close(self, live: LiveTable, device: str) -> None:
        """The device shows something else."""
        self._asked -= {one for one in self._asked if one[:2] == (live.code, device)}
        if self._open[live.code].pop(device, None) is not None:
            self._hub.publish(live.code)

    def now_open(self, code: str) -> tuple[CurtainOpened, ...]:
        return tuple(opened for device in list(self._open[code]) for opened in self._now(code, device))

    def _now(self, code: str, device: str) -> tuple[CurtainOpened, ...]:
        opened, until = self._open[code].get(device, (None, 0.0))
        return (opened,) if opened is not None and self._steady() < until else ()
