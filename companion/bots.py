"""Bots at a table: they play the seats that no phone holds, at a pace people can follow, while somebody looks."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field

from companion.hub import Hub
from companion.tables import ActionRequest, LiveTable, Tables
from scoring.bots import beginner_ask
from scoring.kernel import Refusal, Rng
from scoring.table_events import Actor

# Between two moves, so that everybody sees who did what.
THINKING = 1.2
# A page without scripts is looked at every now and then.
PATIENCE = 30.0
# More tables with bots at once would slow down those where people play.
MOST_TABLES = 12


def bot_seats(live: LiveTable) -> tuple[int, ...]:
    """The seats that Herald has to play: bots, as long as no phone has taken over."""
    held = {claim.seat_key for claim in live.claims.values()}
    return tuple(n for n, seat in enumerate(live.projection.table.seats) if seat.bot and seat.key not in held)


def is_demo(live: LiveTable) -> bool:
    """Bots among themselves."""
    seats = live.projection.table.seats
    return bool(seats) and all(seat.bot for seat in seats)


@dataclass
class Bots:
    tables: Tables
    hub: Hub
    rng: Rng
    seconds: float = THINKING
    # When each table at which they play was looked at last.
    looked_at: dict[str, float] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)
    stopped: threading.Event = field(default_factory=threading.Event)

    def stop(self) -> None:
        """No bot moves any more, at any table."""
        self.stopped.set()

    def look(self, live: LiveTable) -> None:
        """Somebody looks at the table: its bots, if it has any, go on."""
        if self.stopped.is_set() or not self._has_to_play(live):
            return
        with self.lock:
            begins = live.code not in self.looked_at
            if begins and len(self.looked_at) >= MOST_TABLES:
                return
            self.looked_at[live.code] = time.monotonic()
        if begins:
            threading.Thread(target=self.play, args=(live,), daemon=True).start()

    def play(self, live: LiveTable) -> None:
        """Until the game is over or nobody has looked for a while."""
        while self._goes_on(live) and not self.stopped.wait(self.seconds):
            self.move(live)

    def move(self, live: LiveTable) -> bool:
        """One thing that a bot does; False if none is to do anything now."""
        table = live.projection.table
        if not self._has_to_play(live):
            return False
        asked = beginner_ask(table, self.rng, bot_seats(live))
        if asked is None:
            return False
        seat, action, printed_values = asked
        try:
            self.tables.submit(live, ActionRequest(Actor(seat), action, seat, printed_values=printed_values))
        except Refusal:
            return False  # a person was faster
        return True

    def _has_to_play(self, live: LiveTable) -> bool:
        table = live.projection.table
        has_bots = any(seat.bot for seat in table.seats)
        return has_bots and table.started and table.standings is None and bool(bot_seats(live))

    def _goes_on(self, live: LiveTable) -> bool:
        with self.lock:
            lately = time.monotonic() - self.looked_at.get(live.code, 0) < PATIENCE
            if self._has_to_play(live) and (lately or self.hub.is_watched(live.code)):
                return True
            self.looked_at.pop(live.code, None)
            return False
