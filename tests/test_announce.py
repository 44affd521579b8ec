"""mDNS announcement of herald.local, and its absence where mDNS does not work."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from threading import Event

import pytest

from companion import announce
from companion.config import Config

zeroconf = pytest.importorskip("zeroconf")
CHECKOUT = Path(__file__).parent.parent
# Timeout in seconds; answers normally come at once.
SECONDS = 10


class Name:
    """Callback that receives the name once it is announced."""

    def __init__(self) -> None:
        self.known, self.name = Event(), ""

    def __call__(self, name: str) -> None:
        self.name = name
        self.known.set()


@pytest.fixture
def network() -> Iterator[object]:
    """Another device in the network; skips the test without multicast."""
    try:
        device = zeroconf.Zeroconf(ip_version=zeroconf.IPVersion.V4Only)
    except OSError:
        pytest.skip("no multicast here")
    with device:
        if device.get_service_info(announce.SERVICE, f"Herald.{announce.SERVICE}", 500):
            pytest.skip("another Herald is announced in this network")
        yield device


def test_phones_find_the_laptop_by_name(network: object, tmp_path: Path) -> None:
    name = Name()
    with announce.announced(Config(tmp_path, port=8123, address="127.0.0.1"), name):
        if not name.known.wait(SECONDS):
            pytest.skip("no multicast here")
        assert name.name == "herald.local"
        found = zeroconf.AddressResolver("herald.local.")
        assert found.request(network, SECONDS * 1000)
        assert found.parsed_addresses() == ["127.0.0.1"]


def test_second_herald_leaves_the_name_to_the_first(network: object, tmp_path: Path) -> None:
    first = Name()
    with ExitStack() as both:
        both.enter_context(announce.announced(Config(tmp_path, port=8123, address="127.0.0.1"), first))
        if not first.known.wait(SECONDS):
            pytest.skip("no multicast here")
        command = [sys.executable, "-m", "companion.announce", "8124", "127.0.0.2"]
        second = subprocess.run(command, cwd=CHECKOUT, stdin=subprocess.PIPE, capture_output=True, timeout=60)
        assert (second.returncode, second.stdout) == (1, b"")


def test_herald_for_one_device_announces_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess, "Popen", None)
    with announce.announced(Config(tmp_path, host="127.0.0.1"), Name()):
        pass


def test_without_zeroconf_nothing_is_announced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess, "Popen", None)
    monkeypatch.setattr(announce, "find_spec", lambda _: None)
    with announce.announced(Config(tmp_path), Name()):
        pass


def test_announcement_ends_with_the_herald_process(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "companion.announce", "8123", "127.0.0.1"],
        cwd=CHECKOUT,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
    )
    assert process.stdin is not None
    process.stdin.close()
    assert process.wait(60) in (0, 1)
