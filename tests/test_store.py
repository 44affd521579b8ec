"""The SQLite store: append-only, on disk once saved, with clear errors if the file is unusable.

The files of earlier versions in tests/fixtures are never regenerated: every later Herald has to open them. (`python -m
tests.fixtures` writes one for a new release.)
"""

from __future__ import annotations

import random
import shutil
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlite_utils import Database

from companion import __version__
from companion import store as at_store
from companion.__main__ import main
from companion.hub import Hub
from companion.schema import MIGRATIONS
from companion.store import FILE_NAME, DeviceRole, PlaceTaken, Store, StoreFailed, TableRow
from companion.tables import ActionRequest, Tables
from scoring.bots import random_action
from scoring.games import GAMES
from scoring.kernel import Rng
from scoring.recording import to_json
from scoring.table import Actor
from scoring.table_events import EnterPrintedValue
from tests.actors import Evening
from tests.conftest import make_app
from tests.real_cards import RealCards

FIXTURES = Path(__file__).parent / "fixtures"
FIRST = FIXTURES / "first.sqlite3"
ROW = TableRow("ABCD", "lang-lebe", "2026-01-01", None, None)


def record(seq: int, value: str = "3") -> dict[str, Any]:
    data = {"field": "votes.Lancastre", "value": value}
    return {"seq": seq, "at": "", "by": None, "ask": f"ask-{seq}", "event": "box-filled", "v": 1, "data": data}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = Store(tmp_path)
    made.open_table(ROW, [record(1), record(2)])
    yield made
    made.close()


@pytest.fixture
def other(tmp_path: Path, store: Store) -> Iterator[sqlite3.Connection]:
    """A second connection to the same file."""
    connection = sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)
    yield connection
    connection.close()


# --- append-only ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE log SET data = '{}'",
        "UPDATE log SET seq = 9 WHERE seq = 1",
        "DELETE FROM log",
        "DELETE FROM log WHERE seq = 2",
        "INSERT OR REPLACE INTO log SELECT code, seq, at, by, ask, event, v, '{}' FROM log",
        "INSERT INTO log SELECT * FROM log",
        "INSERT INTO log VALUES ('WXYZ', 1, '', NULL, '', 'undone', 1, '{}')",
        "INSERT INTO log VALUES ('ABCD', 'three', '', NULL, '', 'undone', 1, '{}')",
    ],
)
def test_database_refuses_to_change_records(store: Store, other: sqlite3.Connection, statement: str) -> None:
    other.execute("PRAGMA foreign_keys = ON")
    before = store.log("ABCD")
    with pytest.raises(sqlite3.IntegrityError):
        other.execute(statement)
    assert store.log("ABCD") == before
    assert len(before) == 2


def test_seq_is_given_once(store: Store) -> None:
    with pytest.raises(PlaceTaken):
        store.append("ABCD", [record(3), record(2, "4")])
    assert [row["seq"] for row in store.log("ABCD")] == [1, 2], "all of an ask, or nothing"
    store.append("ABCD", [record(3)])
    assert [row["seq"] for row in store.log("ABCD")] == [1, 2, 3]


def test_printed_values_are_saved_with_the_records_or_not_at_all(store: Store) -> None:
    box = store.add_box("lang-lebe", "Our box")
    store.append("ABCD", [record(3)], box.id, {"votes.Lancastre": "3", "votes.Stadford": "2"})
    with pytest.raises(PlaceTaken):
        store.append("ABCD", [record(3)], box.id, {"votes.Lancastre": "4"})
    store.append("ABCD", [record(4)], box.id, {"votes.Stadford": ""})
    assert store.boxes()[0].values == {"votes.Lancastre": "3"}


def test_deleting_a_table_deletes_its_log_only(store: Store) -> None:
    store.open_table(TableRow("WXYZ", "lang-lebe", "2026-01-02", None, "ABCD"), [record(1)])
    store.set_claim("ABCD", "device", DeviceRole(1, True))
    store.delete_table("ABCD")
    assert (store.log("ABCD"), store.table("ABCD"), store.claims("ABCD")) == ([], None, {})
    assert [row.code for row in store.tables()] == ["WXYZ"]
    assert len(store.log("WXYZ")) == 1


def test_saved_means_on_disk(store: Store, other: sqlite3.Connection) -> None:
    pragmas = ("journal_mode", "synchronous", "foreign_keys")
    assert [store._execute(f"PRAGMA {name}").fetchone()[0] for name in pragmas] == ["wal", 2, 1]
    store.append("ABCD", [record(3)])
    assert other.execute("SELECT count(*) FROM log").fetchone() == (3,)


def test_failed_transaction_leaves_nothing_behind(store: Store) -> None:
    def half() -> None:
        store._insert("ABCD", [record(3)])
        raise RuntimeError

    with pytest.raises(RuntimeError):
        store._write(half)
    assert len(store.log("ABCD")) == 2
    store.append("ABCD", [record(3)])


# --- locked and broken files ---------------------------------------------------------------------------------------


def test_lock_of_another_process_is_waited_for(store: Store, other: sqlite3.Connection) -> None:
    other.execute("BEGIN IMMEDIATE")
    free = threading.Timer(0.3, lambda: None)
    free.start()
    waiting = threading.Thread(target=store.append, args=("ABCD", [record(3)]))
    waiting.start()
    free.join()
    assert waiting.is_alive(), "nothing is saved while somebody else writes"
    other.execute("COMMIT")
    waiting.join()
    assert len(store.log("ABCD")) == 3


def test_permanent_lock_is_reported_and_changes_nothing(
    store: Store, other: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(at_store, "BUSY_RETRIES", 3)
    other.execute("BEGIN IMMEDIATE")
    began = time.monotonic()
    with pytest.raises(StoreFailed, match=r"^Herald’s file cannot be used right now: .* locked\.$"):
        store.append("ABCD", [record(3)])
    assert time.monotonic() - began > 0.2, "it was tried again before giving up"
    other.execute("ROLLBACK")
    assert len(store.log("ABCD")) == 2
    store.append("ABCD", [record(3)])


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "something else": lambda _: b"Dear diary, today we played. " * 500,
    "incomplete": lambda data: data[: len(data) // 2],
    "overwritten": lambda data: data[:200] + b"\xff" * 6000 + data[6200:],
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=list(DAMAGE))
def test_damaged_file_is_refused_at_the_start_in_one_sentence(
    tmp_path: Path, damage: Callable[[bytes], bytes], capsys: pytest.CaptureFixture[str]
) -> None:
    Store(tmp_path).close()
    path = tmp_path / FILE_NAME
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(StoreFailed, match=r"^The file \S*herald.sqlite3 cannot be used: .*[a-z]\.$"):
        Store(tmp_path)
    assert main(["tables", "--instance", str(tmp_path)]) == 1
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert str(path) in err


def test_server_does_not_start_on_a_damaged_file(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_text("not a database " * 100)
    words = [sys.executable, "-m", "companion", "--no-browser", "--host", "127.0.0.1", "--instance", str(tmp_path)]
    ended = subprocess.run(words, capture_output=True, text=True, timeout=60)
    assert (ended.returncode, ended.stdout, ended.stderr.count("\n")) == (1, "", 1)
    assert "cannot be used: file is not a database." in ended.stderr


# --- migrations ---------------------------------------------------------------------------------------------------


def schema(path: Path) -> list[Any]:
    with sqlite3.connect(path) as connection:
        found = connection.execute("SELECT type, name, sql FROM sqlite_master ORDER BY name").fetchall()
    connection.close()
    return found


def test_migrations_complete_an_empty_file_and_are_idempotent(tmp_path: Path) -> None:
    Store(tmp_path).close()
    made = schema(tmp_path / FILE_NAME)
    assert {"log", "tables", "claims", "log_no_update", "log_no_delete", "log_no_replace"} <= {row[1] for row in made}
    again = Store(tmp_path)
    again.open_table(ROW, [record(1)])
    again.close()
    last = Store(tmp_path)
    assert last.table("ABCD") == ROW
    last.close()
    assert schema(tmp_path / FILE_NAME) == made


def test_failed_migration_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def half(connection: Database) -> None:
        connection.execute("CREATE TABLE half (one TEXT)")
        raise sqlite3.OperationalError("disk full")

    monkeypatch.setitem(MIGRATIONS, "m999_half", half)
    with pytest.raises(StoreFailed):
        Store(tmp_path)
    assert "half" not in {row[1] for row in schema(tmp_path / FILE_NAME)}
    monkeypatch.delitem(MIGRATIONS, "m999_half")
    Store(tmp_path).close()


@pytest.fixture
def first_evenings(tmp_path: Path) -> Iterator[Store]:
    shutil.copy(FIRST, tmp_path / FILE_NAME)
    made = Store(tmp_path)
    yield made
    made.close()


def test_evenings_of_the_first_version_open_and_replay(first_evenings: Store) -> None:
    tables = Tables(first_evenings, Hub(), Rng(None), lambda: "")  # type: ignore[arg-type]
    found = {row.code: tables.find(row.code).projection.table for row in first_evenings.tables()}
    assert {code: table.names for code, table in found.items()} == {
        "OVER": ("Anna", "Ben", "Carla"),
        "GOES": ("Anna", "Ben", "Carla", "David"),
        "SEAT": ("Anna",),
    }
    standings = found["OVER"].standings
    assert standings is not None
    assert [(place.place, place.seat, place.points) for place in standings.places] == [
        (1, 2, 20),
        (2, 0, 14),
        (3, 1, 4),
    ]
    assert (found["GOES"].started, found["GOES"].standings, found["SEAT"].started) == (True, None, False)


def test_seats_boxes_and_settings_of_the_first_version_are_kept(first_evenings: Store) -> None:
    assert first_evenings.claims("GOES") == {"laptop": DeviceRole(None, True), "phone": DeviceRole(2, False)}
    assert [(box.game, box.name, box.values["votes.Lancastre"]) for box in first_evenings.boxes()] == [
        ("lang-lebe", "Our box", "3")
    ]
    assert first_evenings.setting("wifi_name") == "Guests"
    assert first_evenings.seat_link("hash", "2026-01-01T20:05:00+00:00") == ("GOES", 3)


# --- every released version -----------------------------------------------------------------------------------------


def test_fixture_of_this_release_exists() -> None:
    assert (FIXTURES / f"{__version__}.sqlite3").exists(), "python -m tests.fixtures VERSION"


@pytest.fixture(params=sorted(FIXTURES.glob("*.sqlite3")), ids=lambda path: path.stem)
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Evening]:
    """The current Herald, opened on a file of an earlier version."""
    shutil.copy(request.param, tmp_path / FILE_NAME)
    evening = Evening(make_app(tmp_path))
    yield evening
    evening.services.store.close()


def test_tables_of_an_earlier_version_render_unchanged(old: Evening) -> None:
    store, tables = old.services.store, old.services.tables
    assert {row.game for row in store.tables()} <= GAMES.keys()
    for row in store.tables():
        projection = tables.find(row.code).projection
        assert [to_json(record) for record in projection.records] == store.log(row.code), "nothing is read otherwise"
        assert (projection.table.standings is not None) == row.code.startswith("OVE")
        for page in ("table", "history", "export", *(("story", "sheet") if projection.table.standings else ())):
            assert old.laptop.get(f"/t/{row.code}/{page}").status_code == 200


def test_running_game_of_an_earlier_version_can_be_finished(old: Evening) -> None:
    store, tables, rng = old.services.store, old.services.tables, Rng(random.Random(1))
    going = [row.code for row in store.tables() if row.code.startswith("GOE")]
    for live in map(tables.find, going):
        real = RealCards()
        # Earlier versions accepted contradictory printed values, which must be corrected before the next count.
        if live.projection.table.game.printed_values_refusal(live.projection.table.printed_values):
            for key in live.projection.table.read.keys() & live.projection.table.game.example.keys():
                tables.submit(
                    live, ActionRequest(Actor(), EnterPrintedValue(key, live.projection.table.game.example[key]))
                )
        for _ in range(2000):
            if live.projection.table.standings is not None:
                break
            seat, action, printed_values = random_action(live.projection.table, rng, real)
            tables.submit(live, ActionRequest(Actor(seat), action, seat, printed_values=printed_values))
        assert live.projection.table.standings is not None
        assert len(store.log(live.code)) == live.projection.seq
