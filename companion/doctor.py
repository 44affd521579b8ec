"""`herald doctor`: checks Python, folder, disk, port and network, and prints each finding as one sentence."""

from __future__ import annotations

import argparse
import shutil
import socket
import sys
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

from companion import __version__, lan
from companion.backups import UnusableBackup, check, tables_in_words
from companion.instance_lock import is_in_use
from companion.network import troubles
from companion.store import FILE_NAME
from scoring.words import render

# Less free space than this gives a warning. An evening takes about 1 MB, and SQLite needs room for its WAL.
ENOUGH_SPACE = 200 * 1024**2
ANSWER_SECONDS = 2.0


class Finding(NamedTuple):
    fine: bool
    sentence: str


def examine(chosen: argparse.Namespace) -> int:
    """Prints all findings. Returns 1 if one needs attention."""
    found = list(findings(chosen.instance, chosen.port))
    for finding in found:
        print(f"{'ok' if finding.fine else 'PROBLEM':8}{finding.sentence}")
    return 0 if all(finding.fine for finding in found) else 1


def findings(folder: Path, port: int) -> Iterator[Finding]:
    yield check_python()
    yield from check_folder(folder)
    yield check_port(port, is_in_use(folder))
    yield from check_network()


def check_python() -> Finding:
    version = f"Herald {__version__} runs on Python {sys.version.split()[0]}"
    if find_spec("gevent"):
        return Finding(True, f"{version}.")
    return Finding(True, f"{version}, without gevent: it serves with threads, enough for one table.")


def check_folder(folder: Path) -> Iterator[Finding]:
    if not folder.is_dir():
        yield Finding(True, f"The folder {folder} does not exist yet: the first start makes it.")
        return
    yield check_writing(folder)
    yield check_space(folder)
    if (folder / FILE_NAME).exists():
        yield check_tables(folder / FILE_NAME)
    else:
        yield Finding(True, "There are no tables yet.")


def check_writing(folder: Path) -> Finding:
    try:
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        reason = error.strerror or type(error).__name__
        return Finding(False, f"The folder {folder} cannot be written to ({reason}): choose another with --instance.")
    return Finding(True, f"The folder {folder} can be written to.")


def check_space(folder: Path) -> Finding:
    free = shutil.disk_usage(folder).free
    megabytes = f"{free // 1024**2:,} MB"
    if free < ENOUGH_SPACE:
        return Finding(False, f"Only {megabytes} are free on its disk: delete something before the evening.")
    return Finding(True, f"{megabytes} are free on its disk.")


def check_tables(file: Path) -> Finding:
    try:
        return Finding(True, f"{tables_in_words(check(file))} saved; the file is not damaged.")
    except UnusableBackup as problem:
        return Finding(False, f"{problem} Stop Herald and bring a backup back: herald restore FILE.")


def check_port(port: int, is_running: bool) -> Finding:
    if is_free(port):
        if is_running:
            return Finding(True, "Herald is running on this folder, on another port.")
        return Finding(True, f"Port {port} is free.")
    if is_running and answers(port):
        return Finding(True, f"Herald is running and answers on port {port}.")
    if is_running:
        return Finding(False, f"Herald is running on this folder, but port {port} does not answer: start it again.")
    return Finding(False, f"Port {port} is taken by another program: start Herald with --port {port + 1}.")


def is_free(port: int) -> bool:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as trying:
        if sys.platform != "win32":  # on Windows this would allow sharing a taken port
            trying.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trying.bind(("0.0.0.0", port))
        except OSError:
            return False
    return True


def answers(port: int) -> bool:
    """True if a web server answers on this port, with any status."""
    try:
        urlopen(f"http://127.0.0.1:{port}/phone", timeout=ANSWER_SECONDS).close()
    except HTTPError:
        return True
    except (URLError, OSError):
        return False
    return True


def check_network() -> Iterator[Finding]:
    found = lan.addresses()
    for trouble in troubles(found):
        yield Finding(False, render(trouble, ()))
    if found[0].kind is not lan.Kind.LOOPBACK:
        yield Finding(True, f"Phones find this computer at {' or '.join(address.ip for address in found)}.")
