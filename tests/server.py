"""Runs a real companion in its own process, on a folder that outlives it."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

CHECKOUT = Path(__file__).parent.parent
COMPANION = (sys.executable, "-m", "companion", "serve")


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


@dataclass
class Server:
    """A companion process. Its output goes to files in the folder: an unread pipe would block it."""

    folder: Path
    command: tuple[str, ...] = COMPANION
    cwd: Path = CHECKOUT
    env: dict[str, str] | None = None
    port: int = field(default_factory=free_port)
    starts: int = 0

    def start(self) -> None:
        self.starts += 1
        said = self.folder / f"said-{self.starts}.txt"
        words = (*self.command, "--host", "127.0.0.1", "--port", str(self.port), "--no-browser")
        with said.open("wb") as file:
            self.process = subprocess.Popen(words, cwd=self.cwd, env=self.env, stdout=file, stderr=file)
        while not self.answers():
            assert self.process.poll() is None, said.read_text()
            time.sleep(0.02)

    def answers(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def kill(self) -> None:
        """Kills the process without warning: no signal handler or cleanup runs."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
