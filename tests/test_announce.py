"""mDNS announcement of herald.local, and its absence where mDNS does not work."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from companion import announce
from companion.config import Config

zeroconf = pytest.importorskip("zeroconf")
CHECKOUT = Path(__file__).parent.parent
# Timeout in seconds; answers normally come at once.
SECONDS = 10


class RegisteredName:
    """Callback that receives the name once it is announced."""

    def __init__(self) -> None:
        self.known, self.name = Event(), ""

    def __call__(self, name: str) -> None:
        self.name = name
        self.known.set()


class Device:
    """Another device in the network. It works in a thread of its own, because Playwright leaves an event loop in the
    main one, which zeroconf would use."""

    def __init__(self, thread: ThreadPoolExecutor) -> None:
        self._thread = thread
        self.network = self.run(partial(zeroconf.Zeroconf, ip_version=zeroconf.IPVersion.V4Only))

    def run(self, call: Callable[[], Any]) -> Any:
        return self._thread.submit(call).result()

    def browses(self) -> bool:
        service = f"Herald.{announce.SERVICE}"
        return bool(self.run(partial(self.network.get_service_info, announce.SERVICE, service, 500)))

    def resolves(self, name: str) -> list[str]:
        found = zeroconf.AddressResolver(name)
        assert self.run(partial(found.request, self.network, SECONDS * 1000))
        return list(found.parsed_addresses())


@pytest.fixture
def device() -> Iterator[Device]:
    """Skips the test without multicast, or if a Herald is announced already."""
    with ThreadPoolExecutor(1) as thread:
        try:
            device = Device(thread)
        except OSError:
            pytest.skip("no multicast here")
        try:
            if device.browses():
                pytest.skip("another Herald is announced in this network")
            yield device
        finally:
            device.run(device.network.close)


def test_phones_find_the_laptop_by_name(device: Device, tmp_path: Path) -> None:
    name = RegisteredName()
    with announce.announced(Config(tmp_path, port=8123, address="127.0.0.1"), name):
        if not name.known.wait(SECONDS):
            pytest.skip("no multicast here")
        assert name.name == "herald.local"
        assert device.resolves("herald.local.") == ["127.0.0.1"]


@pytest.mark.usefixtures("device")
def test_second_herald_leaves_the_name_to_the_first(tmp_path: Path) -> None:
    first = RegisteredName()
    with ExitStack() as both:
        both.enter_context(announce.announced(Config(tmp_path, port=8123, address="127.0.0.1"), first))
        if not first.known.wait(SECONDS):
            pytest.skip("no multicast here")
        command = [sys.executable, "-m", "companion.announce", "8124", "127.0.0.2"]
        second = subprocess.run(command, cwd=CHECKOUT, stdin=subprocess.PIPE, capture_output=True, timeout=60)
        assert (second.returncode, second.stdout) == (1, b"")


def test_herald_for_one_device_announces_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess, "Popen", None)
    with announce.announced(Config(tmp_path, host="127.0.0.1"), RegisteredName()):
        pass


def test_without_zeroconf_nothing_is_announced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess, "Popen", None)
    monkeypatch.setattr(announce, "find_spec", lambda _: None)
    with announce.announced(Config(tmp_path), RegisteredName()):
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
