"""A full disk, a read-only folder, a file that is locked or damaged: one clear sentence, and nothing is lost."""

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
from tests.release_gates.load import Household, folder_size, names_in_log, seated
from tests.server import COMPANION, Server, free_port
from tests.web.scenes import brings, restarted, sentence, set_up

CANNOT_SAVE = "Herald can’t save right now. Nothing was changed. Try again in a moment."
CANNOT_READ = "This Herald can’t read that table. Was it played on a newer version?"
# On a full disk half of a module would be kept for the tests after this one.
NOTHING_COMPILED = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
TELLING = ("Traceback", "sqlite", "Error", ".py", "File ")


@pytest.fixture
def household(tmp_path: Path) -> Iterator[Household]:
    made = Server(tmp_path, (*COMPANION, "--instance", str(tmp_path)), env=NOTHING_COMPILED)
    made.start()
    yield seated(made)
    made.kill()


def is_refused_clearly(household: Household, tries: int = 3) -> None:
    """What cannot be saved is answered with a sentence on the phone and leaves nothing behind."""
    phone = household.phones[0]
    before = names_in_log(phone)
    for number in range(tries):
        form = {"action_name": "change-seat", "page": "me", "seat": "0", "seq": "1", "number": "0", "colour": "red"}
        status, _, page = phone.request("POST", f"/t/{phone.code}/actions", {**form, "name": f"Nobody {number}"})
        assert (status, CANNOT_SAVE in page) == (503, True), page
        assert not [word for word in TELLING if word in page]
    assert names_in_log(phone) == before


def goes_on_as_before(household: Household) -> None:
    household.phones[0].calls_itself("0-again")
    household.laptop.opens("saga")
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
    """No file of the server can grow: to SQLite that is a full disk."""
    smallest = min(path.stat().st_size for path in server.folder.glob(f"{FILE_NAME}*"))
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (max(smallest // 2, 1), resource.RLIM_INFINITY))
    yield
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


linux = pytest.mark.skipif(shutil.which("prlimit") is None, reason="needs Linux")


@linux
def test_a_full_disk_is_told_on_the_phone_and_nothing_is_half_written(household: Household) -> None:
    household.phones[0].calls_itself("0-before")
    with full_disk(household.server):
        is_refused_clearly(household)
        status, _, page = household.laptop.request("POST", "/new/saga", {"box": "example"})
        assert (status, CANNOT_SAVE in page) == (503, True), page
    goes_on_as_before(household)


@linux
def test_on_a_full_disk_the_server_does_not_start_and_says_why(tmp_path: Path) -> None:
    ended = started(("prlimit", "--fsize=9000", "--"), tmp_path)
    assert "cannot be used: " in ended.stderr


# --- read-only ------------------------------------------------------------------------------------------------------


def started(prefix: tuple[str, ...], folder: Path) -> subprocess.CompletedProcess[str]:
    """A server that cannot start; it says so in one sentence."""
    words = (*prefix, *COMPANION, "--no-browser", "--host", "127.0.0.1", "--port", str(free_port()))
    words = (*words, "--instance", str(folder))
    ended = subprocess.run(words, capture_output=True, text=True, timeout=60, env=NOTHING_COMPILED)
    assert (ended.returncode, ended.stdout, ended.stderr.count("\n")) == (1, "", 1), ended.stderr
    assert str(folder) in ended.stderr
    return ended


def without_rights() -> tuple[str, ...]:
    """Root may write anywhere, unless it gives that up."""
    if os.geteuid() != 0:
        return ()
    if shutil.which("setpriv") is None:
        pytest.skip("needs setpriv, or not to be root")
    return ("setpriv", "--inh-caps=-all", "--bounding-set=-all")


@pytest.mark.parametrize("used", [False, True])
def test_in_a_read_only_folder_the_server_does_not_start_and_says_why(tmp_path: Path, used: bool) -> None:
    folder = tmp_path / "instance"
    folder.mkdir()
    if used:
        Evening(make_app(folder)).services.store.close()
    for path in (*folder.iterdir(), folder):
        path.chmod(0o555 if path.is_dir() else 0o444)
    before = folder_size(folder)
    started(without_rights(), folder)
    assert folder_size(folder) == before
    folder.chmod(0o755)


# --- locked ---------------------------------------------------------------------------------------------------------


def test_a_file_that_somebody_else_holds_is_told_on_the_phone(household: Household) -> None:
    with closing(sqlite3.connect(household.server.folder / FILE_NAME, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        is_refused_clearly(household, tries=1)
        other.execute("ROLLBACK")
    goes_on_as_before(household)


# --- damaged --------------------------------------------------------------------------------------------------------

DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "cut off": lambda data: data[: len(data) // 3],
    "overwritten": lambda data: data[:4096] + b"\xff" * (len(data) - 4096),
    "gone": lambda data: b"",
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=list(DAMAGE))
def test_a_file_that_is_damaged_while_herald_runs_makes_no_page_fail(
    household: Household, damage: Callable[[bytes], bytes]
) -> None:
    """What is in memory may still be shown; what needs the file says that it cannot be saved or read."""
    code = household.laptop.opens("saga")
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
def test_one_damaged_step_spoils_its_own_table_and_no_other(tmp_path: Path, data: str | bytes) -> None:
    evening = Evening(make_app(tmp_path))
    set_up(evening)
    spoiled = evening.laptop.code
    other = evening.open("saga").code
    last = len(evening.services.store.log(spoiled))
    evening.services.store.close()
    with closing(sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)) as file:
        step = (spoiled, last + 1, "", None, "x", "turn-ended", 1, data)
        file.execute("INSERT INTO log VALUES (?, ?, ?, ?, ?, ?, ?, CAST(? AS TEXT))", step)
    again = restarted(evening, tmp_path)
    response = again.laptop.get(f"/t/{spoiled}/table")
    assert (response.status_code, sentence(response)) == (503, CANNOT_READ)
    for path in ("/", f"/t/{other}/table", "/statistics", "/statistics.csv"):
        assert again.laptop.get(path).status_code == 200
    assert brings(again.laptop, export_whole(evening_elsewhere(tmp_path / "elsewhere"))).status_code == 303
    again.services.store.close()


def evening_elsewhere(folder: Path) -> Projection:
    folder.mkdir()
    evening = Evening(make_app(folder))
    set_up(evening)
    projection = evening.story
    evening.services.store.close()
    return projection
