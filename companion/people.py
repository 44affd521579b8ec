"""People across all evenings, identified by name. Two spellings can be merged, and anybody can be removed.

The log never changes. After a game, its names are replaced on every screen and in every file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import groupby

from companion.replay_budget import Budget, replay_in_slices
from companion.store import NameRow, Store
from companion.tables import LiveTable
from scoring.names import key_of
from scoring.replay import Projection, Record
from scoring.table_events import SeatChanged, SeatLeft, SeatsOrdered, SeatTaken

# Displayed for removed names in every language ("nomen nescio").
NAMELESS = "N. N."
# Later than every time in a log.
LATER = "9999"
KEPT_PROJECTIONS = 20


def is_nameless(name: str) -> bool:
    return name.startswith(NAMELESS)


class People:
    """Name corrections, and the projections that use them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._shown: dict[str, tuple[Projection, Projection]] = {}
        self._read()

    def _read(self) -> None:
        self._rows = self._store.names()
        self._rows_by_key = {key: list(rows) for key, rows in groupby(self._rows, key=lambda row: row.key)}
        self._shown.clear()

    # --- entering names ---------------------------------------------------------------------------------

    def with_display_names(self, live: LiveTable) -> Projection:
        """Returns the projection with current names; while the game runs, with the names under which people took their
        seats.
        """
        told = live.projection
        if not self._rows or told.table.standings is None:
            return told
        kept = self._shown.get(live.code)
        if kept is None or kept[0] is not told:
            if len(self._shown) >= KEPT_PROJECTIONS:
                self._shown.clear()
            kept = self._shown[live.code] = (told, self._with_current_names(told))
        return kept[1]

    def _with_current_names(self, projection: Projection) -> Projection:
        said = self.display_names(names_in(projection.records), projection.records[0].at)
        renamed = tuple(with_names(projection.records, said))
        return projection if renamed == projection.records else replay_in_slices(renamed, Budget())

    def display_names(self, names: Mapping[int, str], opened: str) -> dict[int, str]:
        """Returns display names by seat key. They are unique within a table."""
        if not self._rows:
            return dict(names)
        now = {seat: self.display_name(name, opened) for seat, name in names.items()}
        said = {seat: name for seat, name in names.items() if now[seat] == name}
        for seat in names.keys() - said.keys():
            if now[seat] == NAMELESS:
                number = sum(map(is_nameless, said.values())) + 1
                said[seat] = NAMELESS if number == 1 else f"{NAMELESS} {number}"
            else:
                said[seat] = names[seat] if key_of(now[seat]) in map(key_of, said.values()) else now[seat]
        return said

    def display_name(self, name: str, opened: str) -> str:
        """Returns how this name is displayed at a table opened at that time."""
        rows = self._rows_by_key.get(key_of(name), [])
        if any(row.until and opened <= row.until for row in rows):
            return NAMELESS
        return next((row.name for row in rows if not row.until), name)

    # --- correcting them --------------------------------------------------------------------------------

    def rename(self, old: str, new: str) -> None:
        """Changes a person's name at all tables; if another person has it, the two become one."""
        keys = self._keys_of(old)
        if key_of(new) not in keys:
            new = self.display_name(new, LATER)
        self._store.set_names(keys, [NameRow(key, new) for key in keys])
        self._read()

    def remove(self, name: str, now: str) -> None:
        """Anonymises the name at all tables so far; later tables may use it again."""
        keys = self._keys_of(name)
        self._store.set_names(keys, [NameRow(key, "", now) for key in keys])
        self._read()

    def _keys_of(self, name: str) -> list[str]:
        """Keys of all names that are displayed as this one."""
        also = (row.key for row in self._rows if not row.until and key_of(row.name) == key_of(name))
        return list(dict.fromkeys((key_of(name), *also)))


def names_in(records: Iterable[Record]) -> dict[int, str]:
    """Returns the last name of each seat by its key, including players who left before the game."""
    return {key: name for _, key, name in _seatings(records)}


def with_names(records: Iterable[Record], said: Mapping[int, str]) -> Iterator[Record]:
    """Yields the same records with these names, as if everybody had taken their seat under them."""
    keys = {record.seq: key for record, key, _ in _seatings(records)}
    for record in records:
        if isinstance(record.event, SeatTaken | SeatChanged):
            yield replace(record, event=replace(record.event, name=said[keys[record.seq]]))
        else:
            yield record


def _seatings(records: Iterable[Record]) -> Iterator[tuple[Record, int, str]]:
    """Yields each record that names a seat, with the seat's key and the name."""
    seats: list[int] = []
    for record in records:
        match record.event:
            case SeatTaken(key, name):
                seats.append(key)
                yield record, key, name
            case SeatChanged(number, name):
                yield record, seats[number], name
            case SeatLeft(number):
                seats.pop(number)
            case SeatsOrdered(order):
                seats = [seats[number] for number in order]
