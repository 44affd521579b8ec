"""`herald doctor` reports each problem of this computer in one sentence."""

from __future__ import annotations

import shutil
import socket
from collections import namedtuple
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion import lan
from companion.__main__ import main
from companion.instance_lock import instance_lock
from companion.lan import Address
from companion.store import FILE_NAME, Store

HOME = Address("192.168.1.20", "wlan0")


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lan, "addresses", lambda: (HOME,))


@pytest.fixture
def taken_port() -> Iterator[int]:
    """A port on which another program listens without answering."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield listening.getsockname()[1]


@pytest.fixture
def free_port(taken_port: int) -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port: int = listening.getsockname()[1]
    return port


def doctor(capsys: pytest.CaptureFixture[str], folder: Path, port: int) -> tuple[int, list[str]]:
    """Returns the exit code and the reported problems."""
    code = main(["doctor", "--instance", str(folder), "--port", str(port)])
    lines = capsys.readouterr().out.splitlines()
    assert all(line.endswith(".") for line in lines)
    return code, [line for line in lines if not line.startswith("ok ")]


def test_healthy_computer_has_no_problems(capsys: pytest.CaptureFixture[str], tmp_path: Path, free_port: int) -> None:
    Store(tmp_path).close()
    assert doctor(capsys, tmp_path, free_port) == (0, [])


def test_before_the_first_start_there_is_no_problem(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, free_port: int
) -> None:
    assert doctor(capsys, tmp_path / "new", free_port) == (0, [])
    assert not (tmp_path / "new").exists(), "the doctor changes nothing"


def test_port_of_another_program_is_a_problem(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, taken_port: int
) -> None:
    code, (problem,) = doctor(capsys, tmp_path, taken_port)
    assert code == 1
    assert f"Port {taken_port} is taken by another program: start Herald with --port {taken_port + 1}." in problem


def test_running_herald_on_another_port_is_fine(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, free_port: int
) -> None:
    with instance_lock(tmp_path):
        assert doctor(capsys, tmp_path, free_port) == (0, [])


def test_damaged_file_is_a_problem(capsys: pytest.CaptureFixture[str], tmp_path: Path, free_port: int) -> None:
    (tmp_path / FILE_NAME).write_text("Dear diary" * 1000)
    code, (problem,) = doctor(capsys, tmp_path, free_port)
    assert code == 1
    assert "herald restore FILE" in problem


def test_full_disk_is_a_problem(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, free_port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(10**9, 10**9 - 5 * 1024**2, 5 * 1024**2))
    code, (problem,) = doctor(capsys, tmp_path, free_port)
    assert code == 1
    assert "Only 5 MB are free" in problem


def test_network_that_phones_cannot_reach_is_a_problem(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, free_port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lan, "addresses", lambda: (Address("127.0.0.1", "lo"),))
    code, (problem,) = doctor(capsys, tmp_path, free_port)
    assert code == 1
    assert "No network, so phones can’t join." in problem


def test_file_in_use_is_read_without_harm(capsys: pytest.CaptureFixture[str], tmp_path: Path, free_port: int) -> None:
    with closing(Store(tmp_path)):
        assert doctor(capsys, tmp_path, free_port) == (0, [])
