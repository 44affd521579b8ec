"""Announces herald.local in the local network (mDNS), so that phones find the laptop by name.

zeroconf runs an asyncio loop in a thread, which conflicts with gevent's patches, so a separate process makes the
announcements. It ends when its standard input closes, so also when Herald is killed. Without zeroconf, multicast or a
free name, nothing is announced, no error is shown, and phones use the address.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from companion import lan
from companion.config import Config

NAME = "herald.local"
SERVICE = "_http._tcp.local."
READY = "ready"
# Seconds between address checks, since addresses change with the Wi-Fi; seconds the process has for unregistering.
CHECK_SECONDS, LEAVE_SECONDS = 30.0, 3.0
# Milliseconds to wait for another Herald, perhaps on a busy laptop, that has the name; zeroconf itself waits half of
# it.
ANSWER_MILLISECONDS = 1500


@contextmanager
def announced(config: Config, on_name: Callable[[str], None]) -> Iterator[None]:
    """Announces this Herald for the duration of the block; calls `on_name` once the name is registered."""
    if config.is_alone or not find_spec("zeroconf"):
        yield
        return
    configured = (config.address,) if config.address else ()
    command = [sys.executable, "-m", "companion.announce", str(config.port), *configured]
    paths = [str(Path(__file__).parent.parent), *filter(None, [os.environ.get("PYTHONPATH")])]
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
    )
    listening = threading.Thread(target=_listen, args=(process, on_name), daemon=True)
    listening.start()
    try:
        yield
    finally:
        _stop(process)
        listening.join(LEAVE_SECONDS)


def _listen(process: subprocess.Popen[str], on_name: Callable[[str], None]) -> None:
    assert process.stdout is not None
    with process.stdout as output:
        if output.readline().strip() == READY:
            on_name(NAME)
            output.read()  # blocks until the process ends


def _stop(process: subprocess.Popen[str]) -> None:
    assert process.stdin is not None
    process.stdin.close()
    try:
        process.wait(LEAVE_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()


# --- the announcing process -----------------------------------------------------------------------------------------


def main(words: Sequence[str]) -> int:
    """Announces until standard input ends. Returns 1 if the name cannot be registered."""
    from zeroconf import Error, IPVersion, Zeroconf

    port, configured = int(words[0]), tuple(words[1:])
    ended = threading.Event()
    threading.Thread(target=_wait_for_input_end, args=(ended,), daemon=True).start()
    try:
        with Zeroconf(ip_version=IPVersion.V4Only) as network:
            _announce(network, port, configured, ended)
    except (Error, OSError):
        return 1
    return 0


def _wait_for_input_end(ended: threading.Event) -> None:
    sys.stdin.read()
    ended.set()


def _announce(network: object, port: int, configured: tuple[str, ...], ended: threading.Event) -> None:
    from zeroconf import NonUniqueNameException, ServiceInfo, Zeroconf

    assert isinstance(network, Zeroconf)
    name = f"Herald.{SERVICE}"

    def info(addresses: tuple[str, ...]) -> ServiceInfo:
        packed = [socket.inet_aton(address) for address in addresses]
        return ServiceInfo(SERVICE, name, addresses=packed, port=port, server=f"{NAME}.")

    known = configured or local_addresses()
    if network.get_service_info(SERVICE, name, ANSWER_MILLISECONDS):
        raise NonUniqueNameException(name)
    network.register_service(info(known))
    print(READY, flush=True)
    while not ended.wait(CHECK_SECONDS):
        if not configured and (now := local_addresses()) != known:
            known = now
            network.update_service(info(known))


def local_addresses() -> tuple[str, ...]:
    return tuple(address.ip for address in lan.addresses() if address.kind in (lan.Kind.HOME, lan.Kind.PUBLIC))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
