"""Full disk, read-only folder, locked or damaged file: one clear message, and no data is lost."""

from __future__ import annotations

import os
import resource
import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from companion.store import FILE_NAME
from scoring.recording import export_whole
from scoring.replay import Projection
from tests.actors import Evening
from tests.conftest import make_app
from tests.release_gates.load import Household, folder_size, names_in_log, start_household
from tests.server import COMPANION, Server, free_port
from tests.web.scenes import import_table, restart, sentence, set_up

CANNOT_SAVE = "Herald can’t save right now. Nothing was changed. Try again in a moment."
CANNOT_READ = "This Herald can’t read that table. Was it played on a newer version?"
# On a full disk, a truncated .pyc file would be left behind for later tests.
NOTHING_COMPILED = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
TELLING = ("Traceback", "sqlite", "Error", ".py", "File ")


@pytest.fixture
def household(tmp_path: Path) -> Iterator[Household]:
    made = Server(tmp_path, (*COMPANION, "--instance", str(tmp_path)), env=NOTHING_COMPILED)
    made.start()
    yield start_household(made)
    made.kill()


def is_refused_clearly(household: Household, tries: int = 3) -> None:
    """Checks that a request that cannot be saved is answered with a clear message and stores nothing."""
    phone = household.phones[0]
    before = names_in_log(phone)
    for number in range(tries):
        form = {"action_name": "change-seat", "page": "me", "seat": "0", "seq": "1", "number": "0", "colour": "red"}
        status, _, page = phone.request("POST", f"/t/{phone.code}/actions", {**form, "name": f"Nobody {number}"})
        assert (status, CANNOT_SAVE in page) == (503, True), page
        assert not [word for word in TELLING if word in page]
    assert names_in_log(phone) == before


def still_works(household: Household) -> None:
    household.phones[0].rename("0-again")
    household.laptop.open("saga")
    household.check()
    household.server.kill()
    household.check_file()
    said = "".join(path.read_text() for path in household.server.folder.glob("said-*.txt"))
    assert "Traceback" not in said
    household.server.start()
    household.check()


# --- full -----------------------------------------------------------------------------------------------------------


@contextmanager
def full_disk(server: Server) -> Iterator[None]:
    """Limits the file size of the server process, which SQLite reports as a full disk."""
    smallest = min(path.stat().st_size for path in server.folder.glob(f"{FILE_NAME}*"))
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (max(smallest // 2, 1), resource.RLIM_INFINITY))
    yield
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


linux = pytest.mark.skipif(shutil.which("prlimit") is None, reason="needs Linux")


@linux
def test_full_disk_is_reported_and_nothing_is_half_written(household: Household) -> None:
    household.phones[0].rename("0-before")
    with full_disk(household.server):
        is_refused_clearly(household)
        status, _, page = household.laptop.request("POST", "/new/saga", {"box": "example"})
        assert (status, CANNOT_SAVE in page) == (503, True), page
    still_works(household)


@linux
def test_full_disk_stops_the_start_with_a_reason(tmp_path: Path) -> None:
    ended = fails_to_start(("prlimit", "--fsize=9000", "--"), tmp_path)
    assert "cannot be used: " in ended.stderr


# --- read-only ------------------------------------------------------------------------------------------------------


def fails_to_start(prefix: tuple[str, ...], folder: Path) -> subprocess.CompletedProcess[str]:
    """Runs a server that cannot start; returns the one line it prints."""
    words = (*prefix, *COMPANION, "--no-browser", "--host", "127.0.0.1", "--port", str(free_port()))
    words = (*words, "--instance", str(folder))
    ended = subprocess.run(words, capture_output=True, text=True, timeout=60, env=NOTHING_COMPILED)
    assert (ended.returncode, ended.stdout, ended.stderr.count("\n")) == (1, "", 1), ended.stderr
    assert str(folder) in ended.stderr
    return ended


def without_rights() -> tuple[str, ...]:
    """Command prefix that drops root's right to write anywhere."""
    if os.geteuid() != 0:
        return ()
    if shutil.which("setpriv") is None:
        pytest.skip("needs setpriv, or not to be root")
    return ("setpriv", "--inh-caps=-all", "--bounding-set=-all")


@pytest.mark.parametrize("used", [False, True])
def test_read_only_folder_stops_the_start_with_a_reason(tmp_path: Path, used: bool) -> None:
    folder = tmp_path / "instance"
    folder.mkdir()
    if used:
        Evening(make_app(folder)).services.store.close()
    for path in (*folder.iterdir(), folder):
        path.chmod(0o555 if path.is_dir() else 0o444)
    before = folder_size(folder)
    fails_to_start(without_rights(), folder)
    assert folder_size(folder) == before
    folder.chmod(0o755)


# --- locked ---------------------------------------------------------------------------------------------------------


def test_file_locked_by_another_process_is_reported_on_the_phone(household: Household) -> None:
    with closing(sqlite3.connect(household.server.folder / FILE_NAME, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        is_refused_clearly(household, tries=1)
        other.execute("ROLLBACK")
    still_works(household)


# --- damaged --------------------------------------------------------------------------------------------------------

DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "cut off": lambda data: data[: len(data) // 3],
    "overwritten": lambda data: data[:4096] + b"\xff" * (len(data) - 4096),
    "gone": lambda data: b"",
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=list(DAMAGE))
def test_file_damaged_while_herald_runs_causes_no_server_error(
    household: Household, damage: Callable[[bytes], bytes]
) -> None:
    """Data in memory may still be shown; requests that need the file report that it cannot be saved or read."""
    code = household.laptop.open("saga")
    for path in household.server.folder.glob(f"{FILE_NAME}*"):
        if not path.name.endswith("-shm"):
            path.write_bytes(damage(path.read_bytes()))
    form = {
        "action_name": "change-seat",
        "page": "me",
        "seat": "0",
        "seq": "1",
        "number": "0",
        "name": "X",
        "colour": "red",
    }
    answers = [
        household.laptop.request("GET", "/"),
        household.laptop.request("GET", f"/t/{code}/table"),
        household.phones[0].request("POST", f"/t/{household.phones[0].code}/actions", form),
        household.laptop.request("POST", "/new/saga", {"box": "example"}),
    ]
    assert {status for status, _, _ in answers} <= {200, 303, 503}
    for _, _, page in answers:
        assert not [word for word in TELLING if word in page]
    said = "".join(path.read_text() for path in household.server.folder.glob("said-*.txt"))
    assert "Traceback" not in said


@pytest.mark.parametrize("data", ['{"seat', b"\xff\xfe{}", "7", "null", "[]"], ids=repr)
def test_damaged_record_affects_only_its_own_table(tmp_path: Path, data: str | bytes) -> None:
    evening = Evening(make_app(tmp_path))
    set_up(evening)
    spoiled = evening.laptop.code
    other = evening.open("saga").code
    last = len(evening.services.store.log(spoiled))
    evening.services.store.close()
    with closing(sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)) as file:
        step = (spoiled, last + 1, "", None, "x", "turn-ended", 1, data)
        file.execute("INSERT INTO log VALUES (?, ?, ?, ?, ?, ?, ?, CAST(? AS TEXT))", step)
    again = restart(evening, tmp_path)
    response = again.laptop.get(f"/t/{spoiled}/table")
    assert (response.status_code, sentence(response)) == (503, CANNOT_READ)
    for path in ("/", f"/t/{other}/table", "/statistics", "/statistics.csv"):
        assert again.laptop.get(path).status_code == 200
    assert import_table(again.laptop, export_whole(chaos_table(tmp_path / "elsewhere"))).status_code == 303
    again.services.store.close()


def chaos_table(folder: Path) -> Projection:
    folder.mkdir()
    evening = Evening(make_app(folder))
    set_up(evening)
    projection = evening.projection
    evening.services.store.close()
    return projection
