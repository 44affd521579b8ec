"""Backup and restore of an instance, with SQLite's online backup and a check of the written file."""

from __future__ import annotations

import argparse
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path

from companion.config import HeraldError
from companion.instance_lock import instance_lock
from companion.schema import MIGRATIONS
from companion.store import FILE_NAME, Store

# Suffixes of a database file and its side files in WAL mode.
SIDE_FILES = ("", "-wal", "-shm")


class UnusableBackup(HeraldError):
    """The file is not a complete Herald database, or it cannot be written."""


def backup(chosen: argparse.Namespace) -> int:
    """Writes all tables, boxes and devices to one file, whether or not Herald is running."""
    source, target = chosen.instance / FILE_NAME, chosen.file
    if not source.is_file():
        raise UnusableBackup(f"There is nothing to back up in the folder {chosen.instance}.")
    if target.exists():
        # Only an older backup may be overwritten, no other file.
        check(target)
        if target.samefile(source):
            raise UnusableBackup(f"{target} is what is to be backed up: choose another file.")
    tables = copy(source, target)
    print(f"Saved {tables_in_words(tables)} to {target} and checked the file.")
    return 0


def restore(chosen: argparse.Namespace) -> int:
    """Replaces the instance with a backup; the previous data is kept in a folder beside it."""
    folder: Path = chosen.instance
    check(chosen.file)
    with reporting_write_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
    with instance_lock(folder), reporting_write_errors(folder):
        fresh = folder / f"{FILE_NAME}.restored"
        tables = copy(chosen.file, fresh)
        kept = move_aside(folder)
        fresh.replace(folder / FILE_NAME)
        Store(folder).close()  # migrates backups of older versions
    print(f"Restored {tables_in_words(tables)} from {chosen.file}.")
    if kept:
        print(f"The tables that were here before are in {kept}.")
    return 0


def copy(source: Path, target: Path) -> int:
    """Writes a checked copy of the database to `target` atomically. Returns its number of tables."""
    part = target.with_name(f"{target.name}.part")
    with reporting_write_errors(target):
        part.unlink(missing_ok=True)
        try:
            with open_read_only(source) as source_database, closing(sqlite3.connect(part)) as target_database:
                source_database.backup(target_database)
                # A copy in WAL mode would need its side files; this makes it a single file.
                target_database.execute("PRAGMA journal_mode = DELETE")
            tables = check(part)
            sync(part)
            part.replace(target)
        except sqlite3.Error as error:
            raise UnusableBackup(f"{source} cannot be copied: {error}.") from error
        finally:
            part.unlink(missing_ok=True)
    return tables


def check(file: Path) -> int:
    """Returns the number of tables in a Herald database. Raises UnusableBackup if the file is damaged, or is no Herald
    database."""
    if not file.is_file():
        raise UnusableBackup(f"There is no file {file}.")
    try:
        with open_read_only(file) as database:
            found = [row[0] for row in database.execute("PRAGMA integrity_check")]
            if found != ["ok"]:
                raise UnusableBackup(f"{file} is damaged: {found[0]}.")
            applied = {row[0] for row in database.execute("SELECT name FROM _sqlite_migrations")}
            if applied - MIGRATIONS.keys():
                raise UnusableBackup(f"{file} is of a newer Herald: update this one first.")
            return int(database.execute("SELECT count(*) FROM tables WHERE NOT deleted").fetchone()[0])
    except sqlite3.Error as error:
        raise UnusableBackup(f"{file} is no Herald backup: {error}.") from error


def move_aside(folder: Path) -> Path | None:
    """Moves the database, even a damaged one, into a new folder. Returns the folder, or None without a database."""
    if not (folder / FILE_NAME).exists():
        return None
    kept = folder / f"before-restore-{datetime.now():%Y%m%d-%H%M%S-%f}"
    kept.mkdir()
    for suffix in SIDE_FILES:
        if (side := folder / f"{FILE_NAME}{suffix}").exists():
            side.replace(kept / side.name)
    return kept


@contextmanager
def open_read_only(file: Path) -> Iterator[sqlite3.Connection]:
    """Opens a database read-only, without creating one."""
    with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as database:
        yield database


@contextmanager
def reporting_write_errors(place: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise UnusableBackup(f"{place} cannot be written: {error.strerror}.") from error


def sync(file: Path) -> None:
    """Flushes the file to disk, so that a rename never takes effect before the content."""
    with file.open("rb+") as written:
        os.fsync(written.fileno())


def tables_in_words(tables: int) -> str:
    return f"{tables} table" if tables == 1 else f"{tables} tables"
