"""A real server process that can be stopped, frozen, killed and restarted at the same address."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.request import urlopen

CHECKOUT = Path(__file__).parent.parent.parent
# Chromium resolves this name to 127.0.0.1. Unlike localhost it is not a secure context, as on a real network.
NAME = "herald.test"
READY_SECONDS = 60


class Server:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.log = folder / "log.txt"
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def origin(self) -> str:
        return f"http://{NAME}:{self.port}"

    def start(self) -> None:
        command = [sys.executable, "-m", "companion", "serve", "--host", "127.0.0.1", "--port", str(self.port)]
        command += ["--instance", str(self.folder / "instance"), "--no-browser", "--name", NAME]
        variables = {**os.environ, "PYTHONPATH": str(CHECKOUT), "PYTHONIOENCODING": "utf-8"}
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, cwd=CHECKOUT, env=variables, stdout=log, stderr=log)
        self._wait_until_ready()

    def _wait_until_ready(self) -> None:
        until = time.monotonic() + READY_SECONDS
        while time.monotonic() < until:
            try:
                with urlopen(f"http://127.0.0.1:{self.port}/", timeout=5):
                    return
            except OSError:
                assert self.process is not None
                assert self.process.poll() is None, self.said()
                time.sleep(0.05)
        raise AssertionError(f"the server is not there: {self.said()}")

    def kill(self) -> None:
        """Kills the process, as if the laptop lost power."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def freeze(self) -> None:
        """Stops all traffic but keeps connections open, as when the Wi-Fi is lost."""
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGCONT)

    def said(self) -> str:
        return self.log.read_text(encoding="utf-8", errors="replace")


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])
