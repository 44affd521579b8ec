"""Bots play the seats that no phone holds, at a pace people can follow, while somebody watches the table."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from companion.hub import Hub
from companion.tables import ActionRequest, LiveTable, Tables
from scoring.bots import beginner_action
from scoring.kernel import Refusal, Rng
from scoring.table_events import Actor

# Seconds between two moves, so that everybody sees who did what.
MOVE_SECONDS = 1.2
# Seconds between the moves of a demo up to its first highlight: OPENING_SECONDS for OPENING_MOVES moves, then
# LAPSE_SECONDS. The highlight thereby comes within ten seconds.
OPENING_SECONDS, OPENING_MOVES = 0.35, 10
LAPSE_SECONDS = 0.12
# Seconds for which bots keep playing after a page view, since pages without scripts have no stream.
IDLE_SECONDS = 30.0
# Maximum number of tables where bots play at the same time, since bots slow down the other tables.
MOST_TABLES = 12


def bot_seats(live: LiveTable) -> tuple[int, ...]:
    """Returns the seats that Herald plays: bots whose seat no phone has taken over."""
    held = {claim.seat_key for claim in live.claims.values()}
    return tuple(n for n, seat in enumerate(live.projection.table.seats) if seat.bot and seat.key not in held)


def is_demo(live: LiveTable) -> bool:
    """True if every seat is a bot."""
    seats = live.projection.table.seats
    return bool(seats) and all(seat.bot for seat in seats)


@dataclass
class Bots:
    tables: Tables
    hub: Hub
    rng: Rng
    # True while a film plays at that table.
    is_busy: Callable[[LiveTable], bool] = lambda live: False
    seconds: float = MOVE_SECONDS
    # Time of the last page view, by code of each table where bots are playing.
    last_viewed: dict[str, float] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)
    stopped: threading.Event = field(default_factory=threading.Event)

    def stop(self) -> None:
        """Stops the bots at all tables."""
        self.stopped.set()

    def keep_playing(self, live: LiveTable) -> None:
        """Starts the table's bots, or extends their idle timeout."""
        if self.stopped.is_set() or not self._has_to_play(live):
            return
        with self.lock:
            begins = live.code not in self.last_viewed
            if begins and len(self.last_viewed) >= MOST_TABLES:
                return
            self.last_viewed[live.code] = time.monotonic()
        if begins:
            threading.Thread(target=self.play, args=(live,), daemon=True).start()

    def play(self, live: LiveTable) -> None:
        """Plays until the game is over, the bots are stopped, or nobody has watched for IDLE_SECONDS seconds."""
        moves, lapses = 0, is_demo(live)
        while self._continues(live) and not self.stopped.wait(self._seconds_before(moves, lapses)):
            if not self.is_busy(live):
                self.move(live)
                moves, lapses = moves + 1, lapses and not live.projection.highlights

    def _seconds_before(self, moves: int, lapses: bool) -> float:
        """Seconds before the next move, after this number of moves; fewer while a demo is in fast motion (`lapses`)."""
        if not lapses:
            return self.seconds
        return min(self.seconds, OPENING_SECONDS if moves < OPENING_MOVES else LAPSE_SECONDS)

    def move(self, live: LiveTable) -> bool:
        """Submits one bot action; returns False if no bot can act now."""
        table = live.projection.table
        if not self._has_to_play(live):
            return False
        chosen = beginner_action(table, self.rng, bot_seats(live))
        if chosen is None:
            return False
        seat, action, printed_values = chosen
        try:
            self.tables.submit(live, ActionRequest(Actor(seat), action, seat, printed_values=printed_values))
        except Refusal:
            return False  # a person acted first
        return True

    def _has_to_play(self, live: LiveTable) -> bool:
        table = live.projection.table
        has_bots = any(seat.bot for seat in table.seats)
        return has_bots and table.started and table.standings is None and bool(bot_seats(live))

    def _continues(self, live: LiveTable) -> bool:
        with self.lock:
            viewed = time.monotonic() - self.last_viewed.get(live.code, 0) < IDLE_SECONDS
            if self._has_to_play(live) and (viewed or self.hub.is_watched(live.code)):
                return True
            self.last_viewed.pop(live.code, None)
            return False
