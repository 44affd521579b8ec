"""Stored summaries of all tables, so that lists and statistics replay no log. Also keeps the timelines and playbacks
viewed last in memory."""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import inf
from pathlib import Path
from typing import Any

import scoring
from companion.people import People, is_nameless, names_in
from companion.replay_budget import Budget, OverBudget
from companion.store import Store, StoredSummary, StoreFailed, TableRow
from companion.tables import LiveTable, ReplayOverBudget, Tables, UnknownTable, UnreadableTable
from scoring.game_info import GAME_INFOS
from scoring.memo import cached_property
from scoring.names import key_of
from scoring.playback import Playback, playback
from scoring.recap import furthest_behind
from scoring.replay import Projection
from scoring.standings import Standing
from scoring.statistics import Play, Result
from scoring.table_events import Seat
from scoring.timeline import Timeline, ended_at, timeline

KEPT_TIMELINES = 20
# Each playback holds the states of a whole game.
KEPT_PLAYBACKS = 4
RULES = Path(scoring.__file__).parent


@dataclass(frozen=True)
class ListedTable:
    """A table as lists and statistics show it, with current names."""

    row: TableRow
    # Times of the first record and of the end (empty while it runs).
    opened: str
    ended: str
    example: bool
    started: bool
    title: str
    # The key under which it is counted in the statistics.
    key: str
    lowest_wins: bool
    seats: tuple[Seat, ...]
    # Empty while the game runs.
    places: tuple[Standing, ...]
    # The winner's largest distance behind the leader.
    behind: int

    @property
    def code(self) -> str:
        return self.row.code

    @property
    def over(self) -> bool:
        return bool(self.places)

    @cached_property
    def play(self) -> Play:
        """Results for the statistics, without those of people whose names were removed."""
        results = tuple(self._result(place) for place in self.places if not is_nameless(self.seats[place.seat].name))
        return Play(self.code, self.key, self.ended, results, self.behind, self.title, self.lowest_wins)

    def _result(self, place: Standing) -> Result:
        seat = self.seats[place.seat]
        return Result(key_of(seat.name), seat.name, place.place, place.points, seat.colour)


class PlayArchive:
    def __init__(self, store: Store, tables: Tables, people: People) -> None:
        self._store, self._tables, self._people = store, tables, people
        self._told: dict[str, tuple[Projection, Timeline]] = {}
        self._played: dict[str, tuple[Projection, Playback]] = {}

    def all(self, device: str | None = None) -> list[ListedTable]:
        """Returns finished tables, newest first: all, or those where this device has a role."""
        finished = (table for table in self.listed(self._store.tables(device)) if table.over)
        return sorted(finished, key=lambda table: table.ended, reverse=True)

    def listed(self, rows: Sequence[TableRow]) -> Iterator[ListedTable]:
        """Yields these tables, without unreadable ones."""
        stored = self._store.summaries([row.code for row in rows])
        for row in Budget(inf).each(rows):
            with contextlib.suppress(UnreadableTable, UnknownTable, OverBudget):
                yield self._with_names(row, self._summary(row, stored.get(row.code)))

    def of(self, live: LiveTable) -> ListedTable:
        return next(self.listed([live.row]))

    def keep(self, live: LiveTable) -> None:
        """Stores the summary of a table that is over. If that fails, a later request replays the log."""
        with contextlib.suppress(OverBudget, StoreFailed):
            self._keep(live.row, live.projection)

    def add_missing_summaries(self) -> None:
        """Stores the summaries that are missing or were made by another version of the rules."""
        for _ in self.listed(self._store.tables()):
            pass

    def _summary(self, row: TableRow, stored: StoredSummary | None) -> Mapping[str, Any]:
        if stored and stored.seq == stored.last_seq and stored.made_by == rules_version(row.game):
            found: dict[str, Any] = json.loads(stored.data)
            return found
        live = self._tables.in_memory(row.code)
        if live and live.projection.table.standings is None:
            return summary(live.projection)
        return self._keep(row, live.projection if live else self._tables.replay_log(row))

    def _keep(self, row: TableRow, projection: Projection) -> Mapping[str, Any]:
        made = summary(projection)
        with contextlib.suppress(StoreFailed):
            self._store.keep_summary(row.code, projection.seq, rules_version(row.game), json.dumps(made))
        return made

    def _with_names(self, row: TableRow, made: Mapping[str, Any]) -> ListedTable:
        seats = tuple(Seat(*seat) for seat in made["seats"])
        places = tuple(Standing(*place) for place in made["places"])
        if places:
            names = self._people.display_names({int(key): name for key, name in made["names"].items()}, made["opened"])
            seats = tuple(Seat(s.key, names.get(s.key, s.name), s.colour, s.phone, s.bot) for s in seats)
        same = ("opened", "ended", "example", "started", "title", "key", "lowest_wins", "behind")
        return ListedTable(row=row, seats=seats, places=places, **{name: made[name] for name in same})

    def timeline(self, live: LiveTable) -> Timeline:
        projection = self._people.with_display_names(live)
        kept = self._told.get(live.code)
        if kept is None or kept[0] is not projection:
            if len(self._told) >= KEPT_TIMELINES:
                self._told.clear()
            kept = self._told[live.code] = (projection, timeline(projection))
        return kept[1]

    def playback(self, live: LiveTable) -> Playback:
        """Returns the playback of a finished game, computed in time slices. Raises ReplayOverBudget."""
        projection = self._people.with_display_names(live)
        kept = self._played.pop(live.code, None)
        if kept is None or kept[0] is not projection:
            try:
                kept = projection, playback(projection, self._tables.budget().each)
            except OverBudget:
                raise ReplayOverBudget(live.code) from None
        self._played[live.code] = kept  # the latest is last
        while len(self._played) > KEPT_PLAYBACKS:
            self._played.pop(next(iter(self._played)), None)
        return kept[1]


def summary(projection: Projection) -> dict[str, Any]:
    """Returns the public facts of a table as plain values, with the names as entered."""
    table, standings = projection.table, projection.table.standings
    return {
        "opened": projection.records[0].at,
        "example": table.example,
        "started": table.started,
        "title": table.game.title,
        "key": table.game.statistics_key,
        "lowest_wins": table.game.lowest_wins,
        "names": names_in(projection.records),
        "seats": [[seat.key, seat.name, seat.colour, seat.phone, seat.bot] for seat in table.seats],
        "places": [[place.place, place.seat, place.points] for place in standings.places] if standings else [],
        "ended": ended_at(projection) if standings else "",
        "behind": furthest_behind(timeline(projection, Budget().each), standings.winners[0]) if standings else 0,
    }


@cache
def rules_version(game: str) -> str:
    """Returns a hash of the code behind a summary: the shared rules and the game's own."""
    folders = (RULES, RULES / "kernel", RULES / GAME_INFOS[game].folder)
    files = [Path(__file__), *(file for folder in folders for file in sorted(folder.glob("*.py")))]
    return hashlib.blake2s(b"".join(file.read_bytes() for file in files), digest_size=8).hexdigest()
