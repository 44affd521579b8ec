"""The real server in a separate process, on loopback and with a temporary folder."""

from __future__ import annotations

import contextlib
import math
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.request import urlopen

from companion.bootstrap import environment_variables

HOST = "127.0.0.1"
PATIENCE = 30.0


@dataclass(frozen=True)
class Server:
    port: int
    process: subprocess.Popen[bytes]
    # From the start of the process until its first page was served.
    ready_seconds: float

    # Memory and CPU time of the process; NaN except on Linux.

    def rss_mb(self) -> float:
        pages = self._proc("statm").split()
        return int(pages[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20 if pages else math.nan

    def cpu_seconds(self) -> float:
        """CPU time: steadier than wall time when other programs run."""
        fields = self._proc("stat").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") if fields else math.nan

    def _proc(self, name: str) -> str:
        file = Path(f"/proc/{self.process.pid}/{name}")
        return file.read_text() if file.exists() else ""


@contextlib.contextmanager
def serving(checkout: Path, instance: Path, *options: str) -> Iterator[Server]:
    port = free_port()
    where = ["--host", HOST, "--port", str(port), "--instance", str(instance)]
    began = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "companion", "serve", "--no-browser", *where, *options],
        cwd=checkout,
        env={**environment_variables(), "PYTHONPATH": str(checkout)},
        stdout=subprocess.DEVNULL,
    )
    try:
        wait_for_page(process, port)
        yield Server(port, process, time.perf_counter() - began)
    finally:
        end(process)


def end(process: subprocess.Popen[bytes]) -> None:
    """Terminates the server, and kills it after a timeout. Other tests check that it stops cleanly."""
    process.terminate()
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def free_port() -> int:
    with socket.create_server((HOST, 0)) as free:
        return int(free.getsockname()[1])


def wait_for_page(process: subprocess.Popen[bytes], port: int) -> None:
    """Waits until the start page returns 200."""
    deadline = time.perf_counter() + PATIENCE
    while time.perf_counter() < deadline and process.poll() is None:
        with contextlib.suppress(OSError), urlopen(f"http://{HOST}:{port}/", timeout=PATIENCE) as answer:
            if answer.status == 200:
                return
        time.sleep(0.005)
    raise RuntimeError("the server did not start")
