"""The SQLite schema as migrations. Released migrations are never edited; new ones are added."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlite_utils import Database

Migration = Callable[["Database"], None]
MIGRATIONS: dict[str, Migration] = {}
SET = "herald"


def migrate(connection: sqlite3.Connection) -> None:
    """Applies the missing migrations in order, each in a transaction of its own."""
    if MIGRATIONS.keys() <= applied(connection):
        return
    # Imported only here, because the import takes a quarter of the start.
    from sqlite_utils import Database, Migrations

    migrations = Migrations(SET)
    for change in MIGRATIONS.values():
        migrations()(change)
    migrations.apply(Database(connection))


def applied(connection: sqlite3.Connection) -> set[str]:
    with suppress(sqlite3.OperationalError):  # an empty file has no list of applied migrations
        query = "SELECT name FROM _sqlite_migrations WHERE migration_set = ?"
        return {name for (name,) in connection.execute(query, (SET,))}
    return set()


def migration(change: Migration) -> Migration:
    MIGRATIONS[change.__name__] = change
    return change


@migration
def m001_tables_and_log(db: Database) -> None:
    """The append-only log, and the tables it belongs to."""
    db.execute("""
        CREATE TABLE tables (
            code TEXT PRIMARY KEY,
            game TEXT NOT NULL,
            opened TEXT NOT NULL,
            box INTEGER,
            rematch TEXT,
            deleted INTEGER NOT NULL DEFAULT 0
        ) STRICT""")
    db.execute("""
        CREATE TABLE log (
            code TEXT NOT NULL REFERENCES tables(code),
            seq INTEGER NOT NULL,
            at TEXT NOT NULL,
            by INTEGER,
            ask TEXT NOT NULL,
            event TEXT NOT NULL,
            v INTEGER NOT NULL,
            data TEXT NOT NULL,
            PRIMARY KEY (code, seq)
        ) STRICT, WITHOUT ROWID""")
    db.execute("CREATE INDEX log_ask ON log (code, ask)")
    db.execute("""
        CREATE TRIGGER log_no_update BEFORE UPDATE ON log
        BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END""")
    db.execute("""
        CREATE TRIGGER log_no_delete BEFORE DELETE ON log
        WHEN NOT (SELECT deleted FROM tables WHERE code = OLD.code)
        BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END""")


@migration
def m002_devices(db: Database) -> None:
    """Which device holds which seat, and seat links. Only token hashes are stored."""
    db.execute("""
        CREATE TABLE claims (
            code TEXT NOT NULL REFERENCES tables(code),
            device TEXT NOT NULL,
            seat INTEGER,
            host INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (code, device)
        ) STRICT, WITHOUT ROWID""")
    db.execute("""
        CREATE TABLE seat_links (
            hash TEXT PRIMARY KEY,
            code TEXT NOT NULL REFERENCES tables(code),
            seat INTEGER NOT NULL,
            expires TEXT NOT NULL
        ) STRICT, WITHOUT ROWID""")


@migration
def m003_boxes_and_settings(db: Database) -> None:
    """Printed values of the boxes, and settings (Wi-Fi, the address in the QR code)."""
    db.execute("""
        CREATE TABLE boxes (
            id INTEGER PRIMARY KEY,
            game TEXT NOT NULL,
            name TEXT NOT NULL
        ) STRICT""")
    db.execute("""
        CREATE TABLE box_values (
            box INTEGER NOT NULL REFERENCES boxes(id),
            field TEXT NOT NULL,
            value TEXT NOT NULL,
            PRIMARY KEY (box, field)
        ) STRICT, WITHOUT ROWID""")
    db.execute("CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID")


@migration
def m004_log_no_replace(db: Database) -> None:
    """Blocks INSERT OR REPLACE, which deletes rows without firing the DELETE trigger."""
    db.execute("""
        CREATE TRIGGER log_no_replace BEFORE INSERT ON log
        WHEN EXISTS (SELECT 1 FROM log WHERE code = NEW.code AND seq = NEW.seq)
        BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END""")


@migration
def m005_people(db: Database) -> None:
    """Display names: a permanent new name, or none at tables opened until the given time."""
    db.execute("""
        CREATE TABLE people (
            key TEXT NOT NULL,
            name TEXT NOT NULL,
            until TEXT NOT NULL DEFAULT '',
            PRIMARY KEY (key, until)
        ) STRICT, WITHOUT ROWID""")


@migration
def m006_household(db: Database) -> None:
    """Devices that the laptop has let in: they may import files and use the household's boxes."""
    db.execute("CREATE TABLE household (device TEXT PRIMARY KEY) STRICT, WITHOUT ROWID")


@migration
def m007_boxes_are_shared(db: Database) -> None:
    """The edition of a box and who has read it, both shared with the box."""
    db.execute("ALTER TABLE boxes ADD COLUMN edition TEXT NOT NULL DEFAULT ''")
    db.execute("ALTER TABLE boxes ADD COLUMN read_by TEXT NOT NULL DEFAULT ''")


@migration
def m008_summaries(db: Database) -> None:
    """Public facts of a table after `seq`, and the version of the rules that computed them."""
    db.execute("""
        CREATE TABLE summaries (
            code TEXT PRIMARY KEY REFERENCES tables(code),
            seq INTEGER NOT NULL,
            made_by TEXT NOT NULL,
            data TEXT NOT NULL
        ) STRICT, WITHOUT ROWID""")
