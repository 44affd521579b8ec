"""A write that takes long holds up its own table, in order, and nobody else."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import gevent
import pytest
from gevent.threadpool import ThreadPool

from companion.disk_thread import DiskThread
from tests.release_gates.load import Household, Phone, names_in_log, start_household
from tests.server import Server


@pytest.fixture
def household(tmp_path: Path) -> Iterator[Household]:
    command = (sys.executable, "-m", "tests.slow_disk", str(tmp_path), "serve", "--instance", str(tmp_path))
    server = Server(tmp_path, command)
    server.start()
    yield start_household(server)
    (tmp_path / "stuck").unlink(missing_ok=True)
    server.kill()


def start_request(phone: Phone, name: str) -> threading.Thread:
    thread = threading.Thread(target=phone.rename, args=(name,))
    thread.start()
    return thread


def test_stuck_write_stops_no_other_table(household: Household, tmp_path: Path) -> None:
    anna, ben, _ = household.phones
    other = household.laptop.open("saga")
    (tmp_path / "stuck").touch()
    first = start_request(anna, "Annabel")
    while not (tmp_path / "committing").exists():
        time.sleep(0.01)
    second = start_request(ben, "Benjamin")
    for path in ("/", f"/t/{other}/table", f"/t/{anna.code}/table"):
        status, _, text = household.laptop.request("GET", path)
        assert status == 200
    assert "Annabel" not in text, "shown before it is on disk"
    assert anna.done == ben.done == []
    (tmp_path / "stuck").unlink()
    first.join()
    second.join()
    assert names_in_log(anna) == ["Annabel", "Benjamin"]
    assert "Annabel" in household.laptop.request("GET", f"/t/{anna.code}/table")[2]


def test_kill_during_a_write_waits_for_its_end() -> None:
    disk, done = DiskThread(), list[str]()
    disk._pool = ThreadPool(1)
    native_sleep = time.sleep

    def request() -> None:
        disk.run(lambda: native_sleep(0.2))
        done.append("stored")
        gevent.sleep(60)
        done.append("answered")

    greenlet = gevent.spawn(request)
    gevent.sleep(0.05)
    greenlet.kill()
    assert done == ["stored"]


def test_error_in_the_disk_thread_reaches_the_caller() -> None:
    disk = DiskThread()
    disk._pool = ThreadPool(1)
    with pytest.raises(ZeroDivisionError):
        disk.run(lambda: 1 // 0)
