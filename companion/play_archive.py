"""Summaries of all finished tables, computed once, since finished logs do not change."""

from __future__ import annotations

from companion.people import People, is_nameless
from companion.store import Store
from companion.tables import LiveTable, Tables
from scoring.names import key_of
from scoring.recap import furthest_behind
from scoring.replay import Projection
from scoring.statistics import Play, Result
from scoring.timeline import Timeline, ended_at, timeline

KEPT_TIMELINES = 20


class PlayArchive:
    def __init__(self, store: Store, tables: Tables, people: People) -> None:
        self._store, self._tables, self._people = store, tables, people
        self._played: dict[str, tuple[Projection, Play]] = {}
        self._told: dict[str, tuple[Projection, Timeline]] = {}

    def all(self) -> list[tuple[LiveTable, Play]]:
        """Finished tables, newest first; unreadable ones are left out."""
        tables = self._tables.read(self._store.tables())
        found = [(live, self.of(live)) for live in tables if live.projection.table.standings is not None]
        return sorted(found, key=lambda pair: pair[1].ended, reverse=True)

    def of(self, live: LiveTable) -> Play:
        projection = self._people.with_display_names(live)
        kept = self._played.get(live.code)
        if kept is None or kept[0] is not projection:
            kept = self._played[live.code] = (projection, played(live.code, projection))
        return kept[1]

    def timeline(self, live: LiveTable) -> Timeline:
        projection = self._people.with_display_names(live)
        kept = self._told.get(live.code)
        if kept is None or kept[0] is not projection:
            if len(self._told) >= KEPT_TIMELINES:
                self._told.clear()
            kept = self._told[live.code] = (projection, timeline(projection))
        return kept[1]


def played(code: str, projection: Projection) -> Play:
    table = projection.table
    assert table.standings is not None
    results = (
        Result(
            key_of(table.names[place.seat]),
            table.names[place.seat],
            place.place,
            place.points,
            table.seats[place.seat].colour,
        )
        for place in table.standings.places
    )
    named = tuple(one for one in results if not is_nameless(one.name))
    behind = furthest_behind(timeline(projection), table.standings.winners[0])
    return Play(code, table.game_key, ended_at(projection), named, behind)
