"""The SQLite file: the append-only log, devices, boxes, settings and names. A write returns once it is on disk."""

from __future__ import annotations

import json
import sqlite3
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from companion.config import HeraldError
from companion.disk_thread import DiskThread
from companion.schema import migrate
from scoring.printed_values import PrintedValues

Result = TypeVar("Result")
FILE_NAME = "herald.sqlite3"
EMPTY: PrintedValues = {}
# Box number of a table without printed values; the box's row is added with its first value.
NEW_BOX = 0
# Another process may lock the file: short timeout, several retries.
BUSY_TIMEOUT = 0.1
BUSY_RETRIES = 30


class StoreFailed(HeraldError):
    """The file cannot be read or written; the message is for the user."""


class PlaceTaken(Exception):
    """Another process has appended to the log after it was read."""


@dataclass(frozen=True)
class TableRow:
    code: str
    game: str
    opened: str
    box: int | None
    rematch: str | None


@dataclass(frozen=True)
class DeviceRole:
    """A device's role at a table: its seat key (None: a table screen), and whether it is the host."""

    seat_key: int | None = None
    host: bool = False


@dataclass(frozen=True)
class NameRow:
    """The display name for a key of `scoring.names.key_of`; with `until`, only at tables opened by then."""

    key: str
    name: str
    until: str = ""


@dataclass(frozen=True)
class StoredSummary:
    """The summary of a table after `seq`; out of date unless `seq` is the table's last one."""

    seq: int
    last_seq: int
    made_by: str
    data: str


@dataclass(frozen=True)
class BoxRow:
    id: int
    game: str
    name: str
    values: PrintedValues
    # Empty if unknown.
    edition: str = ""
    read_by: str = ""


class Store:
    """The database. It has one writer at a time and one transaction per write; reads never wait for a write."""

    def __init__(self, folder: Path) -> None:
        self._writing, self._reading, self._disk = threading.RLock(), threading.RLock(), DiskThread()
        try:
            self._connection = _connect(folder / FILE_NAME)
            migrate(self._connection)
            self._reader = _connect(folder / FILE_NAME)
        except sqlite3.Error as error:
            raise StoreFailed(f"The file {folder / FILE_NAME} cannot be used: {error}.") from error

    def close(self) -> None:
        self._reader.close()
        self._connection.close()

    def checkpoint(self) -> None:
        """Moves the write-ahead log into the database file, so that a copy of this file alone is complete."""
        with self._writing, suppress(sqlite3.Error):
            self._execute("PRAGMA wal_checkpoint(PASSIVE)")

    # --- tables and their log --------------------------------------------------------------------------

    def open_table(self, row: TableRow, records: Sequence[Mapping[str, Any]]) -> None:
        def write() -> None:
            self._execute(
                "INSERT INTO tables (code, game, opened, box, rematch) VALUES (?, ?, ?, ?, ?)",
                (row.code, row.game, row.opened, row.box, row.rematch),
            )
            self._insert(row.code, records)

        self._write(write)

    def append(
        self, code: str, records: Sequence[Mapping[str, Any]], box: int | None = None, learned: PrintedValues = EMPTY
    ) -> None:
        """Appends to the log and writes learned values to the box. Raises PlaceTaken if a (code, seq) exists."""

        def write() -> None:
            self._insert(code, records)
            if box is not None:
                self._fill(box, learned)

        try:
            self._write(write)
        except sqlite3.IntegrityError as error:
            raise PlaceTaken(code) from error

    def log(self, code: str) -> list[dict[str, Any]]:
        rows = self._rows("SELECT seq, at, by, ask, event, v, data FROM log WHERE code = ? ORDER BY seq", (code,))
        return [{**row, "data": _data(row["data"])} for row in rows]

    def openings(self) -> dict[str, dict[str, Any]]:
        """Returns the first record of every table, by code."""
        rows = self._rows("SELECT code, seq, at, by, ask, event, v, data FROM log WHERE seq = 1 ORDER BY code")
        plain = ({**row, "data": _data(row["data"])} for row in rows)
        return {row.pop("code"): row for row in plain}

    def table(self, code: str) -> TableRow | None:
        return next(iter(self._tables("code = ?", (code,))), None)

    def is_taken(self, code: str) -> bool:
        """True if a table has the code, or had it before it was deleted."""
        return bool(self._rows("SELECT 1 FROM tables WHERE code = ?", (code,)))

    def tables(self, device: str | None = None) -> list[TableRow]:
        """Returns all tables, or those where this device has a role; newest first."""
        claimed = "code IN (SELECT code FROM claims WHERE device = ?)"
        return self._tables("1", ()) if device is None else self._tables(claimed, (device,))

    def _tables(self, where: str, values: tuple[Any, ...]) -> list[TableRow]:
        query = f"SELECT code, game, opened, box, rematch FROM tables WHERE deleted = 0 AND {where}"
        return [TableRow(**row) for row in self._rows(query + " ORDER BY opened DESC, rowid DESC", values)]

    def set_rematch(self, code: str, rematch: str) -> None:
        self._write(lambda: self._execute("UPDATE tables SET rematch = ? WHERE code = ?", (rematch, code)))

    def delete_table(self, code: str) -> None:
        def write() -> None:
            self._execute("UPDATE tables SET deleted = 1 WHERE code = ?", (code,))
            self._execute("UPDATE tables SET rematch = NULL WHERE rematch = ?", (code,))
            for table in ("log", "claims", "seat_links", "summaries"):
                self._execute(f"DELETE FROM {table} WHERE code = ?", (code,))

        self._write(write)

    def summaries(self, codes: Sequence[str]) -> dict[str, StoredSummary]:
        """Returns the stored summaries of these tables, by code."""
        last = "(SELECT MAX(seq) FROM log WHERE log.code = summaries.code) AS last_seq"
        wanted = "code IN (SELECT value FROM json_each(?))"
        rows = self._rows(
            f"SELECT code, seq, {last}, made_by, data FROM summaries WHERE {wanted}", (json.dumps(codes),)
        )
        return {row["code"]: StoredSummary(*row[1:]) for row in rows}

    def keep_summary(self, code: str, seq: int, made_by: str, data: str) -> None:
        """Stores the summary of a table, unless the table was deleted meanwhile."""
        query = "INSERT OR REPLACE INTO summaries SELECT code, ?, ?, ? FROM tables WHERE code = ? AND deleted = 0"
        self._write(lambda: self._execute(query, (seq, made_by, data, code)))

    def hosted_tables(self, device: str) -> frozenset[str]:
        """Returns the codes of the tables where this device is host."""
        return frozenset(
            row["code"] for row in self._rows("SELECT code FROM claims WHERE device = ? AND host", (device,))
        )

    # --- devices ---------------------------------------------------------------------------------------

    def claims(self, code: str) -> dict[str, DeviceRole]:
        rows = self._rows("SELECT device, seat, host FROM claims WHERE code = ?", (code,))
        return {row["device"]: DeviceRole(row["seat"], bool(row["host"])) for row in rows}

    def set_claim(self, code: str, device: str, claim: DeviceRole) -> None:
        """Sets the device's role. A seat belongs to one device, so any other device loses it."""

        def write() -> None:
            if claim.seat_key is not None:
                self._execute(
                    "UPDATE claims SET seat = NULL WHERE code = ? AND seat = ? AND device <> ?",
                    (code, claim.seat_key, device),
                )
            self._execute(
                "INSERT OR REPLACE INTO claims (code, device, seat, host) VALUES (?, ?, ?, ?)",
                (code, device, claim.seat_key, int(claim.host)),
            )

        self._write(write)

    def add_seat_link(self, token_hash: str, code: str, seat: int, expires: str) -> None:
        """Stores a seat link, replacing an older one for the same seat."""

        def write() -> None:
            self._execute("DELETE FROM seat_links WHERE code = ? AND seat = ?", (code, seat))
            self._execute("INSERT INTO seat_links VALUES (?, ?, ?, ?)", (token_hash, code, seat, expires))

        self._write(write)

    def seat_link(self, token_hash: str, now: str) -> tuple[str, int] | None:
        rows = self._rows("SELECT code, seat FROM seat_links WHERE hash = ? AND expires > ?", (token_hash, now))
        return (rows[0]["code"], rows[0]["seat"]) if rows else None

    def use_seat_link(self, token_hash: str) -> bool:
        """Uses the link up; True only the first time."""
        used = self._write(lambda: self._execute("DELETE FROM seat_links WHERE hash = ?", (token_hash,)).rowcount)
        return used == 1

    def add_to_household(self, device: str) -> None:
        self._write(lambda: self._execute("INSERT OR IGNORE INTO household VALUES (?)", (device,)))

    def is_in_household(self, device: str) -> bool:
        return bool(self._rows("SELECT 1 FROM household WHERE device = ?", (device,)))

    def is_known(self, device: str) -> bool:
        """True if the device has a role at some table, or in the household."""
        return self.is_in_household(device) or bool(
            self._rows("SELECT 1 FROM claims WHERE device = ? LIMIT 1", (device,))
        )

    # --- boxes and settings ----------------------------------------------------------------------------

    def boxes(self, game: str | None = None) -> list[BoxRow]:
        """Returns the boxes with values, the fullest first; of equally full ones, the one used last first."""
        known = "(SELECT COUNT(*) FROM box_values WHERE box = boxes.id)"
        used = "(SELECT MAX(rowid) FROM tables WHERE box = boxes.id)"
        query = f"""SELECT id, game, name, edition, read_by FROM boxes WHERE {known} AND (game = ? OR ? IS NULL)
            ORDER BY {known} DESC, {used} DESC, id"""
        return [self._box_row(row) for row in self._rows(query, (game, game))]

    def box(self, number: int) -> BoxRow | None:
        rows = self._rows("SELECT id, game, name, edition, read_by FROM boxes WHERE id = ?", (number,))
        return self._box_row(rows[0]) if rows else None

    def _box_row(self, row: sqlite3.Row) -> BoxRow:
        values = self._rows("SELECT field, value FROM box_values WHERE box = ?", (row["id"],))
        known = {v["field"]: v["value"] for v in values}
        return BoxRow(row["id"], row["game"], row["name"], known, row["edition"], row["read_by"])

    def add_box(self, game: str, name: str, edition: str = "", read_by: str = "") -> BoxRow:
        number = self._write(lambda: self._add_box(game, name, edition, read_by))
        return BoxRow(number, game, name, {}, edition, read_by)

    def add_box_of(self, row: TableRow, name: str, edition: str = "") -> TableRow:
        """Adds the box of this table; returns the table's row with it."""

        def write() -> int:
            number = self._add_box(row.game, name, edition)
            self._execute("UPDATE tables SET box = ? WHERE code = ?", (number, row.code))
            return number

        return replace(row, box=self._write(write))

    def describe_box(self, number: int, name: str, edition: str, read_by: str) -> None:
        told = (name, edition, read_by, number)
        self._write(lambda: self._execute("UPDATE boxes SET name = ?, edition = ?, read_by = ? WHERE id = ?", told))

    def fill_box(self, number: int, values: Mapping[str, str]) -> None:
        """Writes printed values; an empty one is deleted."""
        self._write(lambda: self._fill(number, values))

    def setting(self, key: str, default: str = "") -> str:
        rows = self._rows("SELECT value FROM settings WHERE key = ?", (key,))
        return rows[0]["value"] if rows else default

    def set_setting(self, key: str, value: str) -> None:
        self._write(lambda: self._execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", (key, value)))

    # --- people ----------------------------------------------------------------------------------------

    def names(self) -> list[NameRow]:
        return [NameRow(**row) for row in self._rows("SELECT key, name, until FROM people ORDER BY key, until")]

    def set_names(self, gone: Sequence[str], rows: Sequence[NameRow]) -> None:
        """Deletes the permanent names of the keys in `gone`, then writes the rows."""

        def write() -> None:
            for key in gone:
                self._execute("DELETE FROM people WHERE key = ? AND until = ''", (key,))
            for row in rows:
                self._execute("INSERT OR REPLACE INTO people VALUES (?, ?, ?)", (row.key, row.name, row.until))

        self._write(write)

    # --- queries and transactions -----------------------------------------------------------------------

    def _insert(self, code: str, records: Sequence[Mapping[str, Any]]) -> None:
        self._connection.executemany(
            "INSERT INTO log (code, seq, at, by, ask, event, v, data) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [(code, r["seq"], r["at"], r["by"], r["ask"], r["event"], r["v"], json.dumps(r["data"])) for r in records],
        )

    def _add_box(self, game: str, name: str, edition: str, read_by: str = "") -> int:
        insert = "INSERT INTO boxes (game, name, edition, read_by) VALUES (?, ?, ?, ?)"
        return int(self._execute(insert, (game, name, edition, read_by)).lastrowid or 0)

    def _fill(self, number: int, values: Mapping[str, str]) -> None:
        for field, value in values.items():
            if value:
                self._execute("INSERT OR REPLACE INTO box_values VALUES (?, ?, ?)", (number, field, value))
            else:
                self._execute("DELETE FROM box_values WHERE box = ? AND field = ?", (number, field))

    def _execute(self, query: str, values: tuple[Any, ...] = ()) -> sqlite3.Cursor:
        return self._connection.execute(query, values)

    def _rows(self, query: str, values: tuple[Any, ...] = ()) -> list[sqlite3.Row]:
        with self._reading:
            return _with_retries(lambda: self._reader.execute(query, values).fetchall())

    def _write(self, work: Callable[[], Result]) -> Result:
        """Runs the work in a transaction that is on disk when this returns, or is rolled back."""

        def transaction() -> Result:
            self._execute("BEGIN IMMEDIATE")
            try:
                result = work()
                self._disk.run(lambda: self._execute("COMMIT"))
            except BaseException:
                if self._connection.in_transaction:
                    self._execute("ROLLBACK")
                raise
            return result

        with self._writing:
            return _with_retries(transaction)


def _data(text: str) -> Any:
    """Returns the data of an event; None if it is damaged, so that other tables stay readable."""
    try:
        return json.loads(text)
    except ValueError:
        return None


def _text(raw: bytes) -> str:
    """Decodes text, even if it is damaged: an error message would quote it, although it may be secret."""
    return raw.decode(errors="replace")


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=BUSY_TIMEOUT, check_same_thread=False, isolation_level=None)
    connection.row_factory = sqlite3.Row
    connection.text_factory = _text
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def _with_retries(work: Callable[[], Result]) -> Result:
    """Retries while another process locks the file. Raises StoreFailed with a sentence for the user."""
    for attempt in range(BUSY_RETRIES):
        try:
            return work()
        except sqlite3.IntegrityError:
            raise
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or attempt == BUSY_RETRIES - 1:
                raise StoreFailed(f"Herald’s file cannot be used right now: {error}.") from error
            time.sleep(0.05)
        except sqlite3.DatabaseError as error:
            raise StoreFailed(f"Herald's file is damaged: {error}.") from error
    raise AssertionError("unreachable")
