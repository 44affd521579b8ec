"""`herald backup` and `herald restore`: backups are complete, and damaged files are rejected."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.hub import Hub
from companion.instance_lock import instance_lock
from companion.store import FILE_NAME, Store
from companion.tables import Tables
from scoring.kernel import Rng


def open_tables(folder: Path, number: int) -> list[str]:
    folder.mkdir(exist_ok=True)
    with closing(Store(folder)) as store:
        tables = Tables(store, Hub(), Rng(random.Random(1)), lambda: "2026-01-01T20:00:00+00:00")
        return [tables.open("lang-lebe", {}, None).code for _ in range(number)]


def codes_in(folder: Path) -> set[str]:
    with closing(Store(folder)) as store:
        return {row.code for row in store.tables()}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "instance"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "backup.sqlite3"


def run(command: str, file: Path, folder: Path) -> int:
    return main([command, str(file), "--instance", str(folder)])


def test_restored_instance_has_the_tables_of_the_backup(
    folder: Path, file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    codes = set(open_tables(folder, 2))
    assert run("backup", file, folder) == 0
    assert capsys.readouterr().out == f"Saved 2 tables to {file} and checked the file.\n"
    elsewhere = tmp_path / "new" / "instance"
    assert run("restore", file, elsewhere) == 0
    assert codes_in(elsewhere) == codes


def test_backup_of_a_running_herald_includes_the_wal(folder: Path, file: Path) -> None:
    folder.mkdir()
    with instance_lock(folder), closing(Store(folder)) as store:
        tables = Tables(store, Hub(), Rng(random.Random(1)), lambda: "2026-01-01T20:00:00+00:00")
        code = tables.open("lang-lebe", {}, None).code
        assert run("backup", file, folder) == 0
    assert [path.name for path in file.parent.glob("backup*")] == [file.name], "one file, without side files"
    with closing(sqlite3.connect(file)) as database:
        assert database.execute("SELECT code FROM tables").fetchall() == [(code,)]


def test_restore_keeps_the_previous_file(folder: Path, file: Path) -> None:
    saved = set(open_tables(folder, 1))
    assert run("backup", file, folder) == 0
    later = set(open_tables(folder, 1))
    assert run("restore", file, folder) == 0
    assert codes_in(folder) == saved
    (kept,) = folder.glob("before-restore-*")
    assert codes_in(kept) == saved | later


def test_restore_replaces_a_damaged_instance(folder: Path, file: Path) -> None:
    saved = set(open_tables(folder, 1))
    assert run("backup", file, folder) == 0
    (folder / FILE_NAME).write_bytes(b"not a database" * 1000)
    assert run("restore", file, folder) == 0
    assert codes_in(folder) == saved


def test_restore_refuses_a_running_instance(folder: Path, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    open_tables(folder, 1)
    assert run("backup", file, folder) == 0
    later = set(open_tables(folder, 1))
    with instance_lock(folder):
        assert run("restore", file, folder) == 1
    assert "already running" in capsys.readouterr().err
    assert later < codes_in(folder)


def damage_page(file: Path) -> None:
    """Overwrites the middle of the file; its head still looks like SQLite."""
    raw = bytearray(file.read_bytes())
    raw[len(raw) // 3 : len(raw) // 2] = b"\xff" * (len(raw) // 2 - len(raw) // 3)
    file.write_bytes(raw)


def truncate(file: Path) -> None:
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def make_empty(file: Path) -> None:
    file.write_bytes(b"")


def write_prose(file: Path) -> None:
    file.write_text("Dear diary, today we played.\n" * 100)


def other_database(file: Path) -> None:
    file.unlink()
    with closing(sqlite3.connect(file)) as database:
        database.execute("CREATE TABLE recipes (name TEXT)")


def make_newer(file: Path) -> None:
    with closing(sqlite3.connect(file)) as database:
        database.execute(
            "INSERT INTO _sqlite_migrations"
            " SELECT 99, migration_set, 'm999', applied_at FROM _sqlite_migrations LIMIT 1"
        )
        database.commit()


@pytest.mark.parametrize("spoil", [damage_page, truncate, make_empty, write_prose, other_database, make_newer])
def test_unusable_backup_changes_nothing(
    folder: Path, file: Path, capsys: pytest.CaptureFixture[str], spoil: object
) -> None:
    codes = set(open_tables(folder, 1))
    assert run("backup", file, folder) == 0
    spoil(file)  # type: ignore[operator]
    capsys.readouterr()
    assert run("restore", file, folder) == 1
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert str(file) in said
    assert codes_in(folder) == codes
    assert not list(folder.glob("*restore*"))


def test_backup_replaces_an_older_backup_and_no_other_file(folder: Path, file: Path) -> None:
    open_tables(folder, 1)
    assert run("backup", file, folder) == 0
    open_tables(folder, 1)
    assert run("backup", file, folder) == 0
    with closing(sqlite3.connect(file)) as database:
        assert database.execute("SELECT count(*) FROM tables").fetchone() == (2,)
    write_prose(file)
    before = file.read_bytes()
    assert run("backup", file, folder) == 1
    assert file.read_bytes() == before


@pytest.mark.parametrize("target", ["no/such/folder/file", f"instance/{FILE_NAME}"])
def test_backup_that_cannot_be_written_is_refused(folder: Path, tmp_path: Path, target: str) -> None:
    codes = set(open_tables(folder, 1))
    assert run("backup", tmp_path / target, folder) == 1
    assert codes_in(folder) == codes


def test_empty_folder_has_nothing_to_back_up(folder: Path, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("backup", file, folder) == 1
    assert "nothing to back up" in capsys.readouterr().err
    assert not file.exists()
