"""Creates the checkout's own Python environment, using only the standard library."""

import hashlib
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn

CHECKOUT = Path(__file__).resolve().parent.parent
VENV = CHECKOUT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
# The packages of each group, with the hashes of their files; `python -m tools.lock` writes them.
LOCKS = {"runtime": CHECKOUT / "requirements.txt", "test": CHECKOUT / "requirements-test.txt"}
SETUP_MESSAGE = "Setting up in .venv: ten seconds to a minute, only this once, with the internet."
NO_CONNECTION = re.compile("NewConnectionError|name resolution|dns error|ConnectTimeout|Network is unreachable")


class CannotPrepare(Exception):
    """Setup failed. The message gives the user the reason and a remedy."""


def start(words: Sequence[str]) -> NoReturn:
    """Replaces this process with the companion once its environment is ready."""
    try:
        environment()
    except CannotPrepare as problem:
        sys.exit(str(problem))
    except KeyboardInterrupt:
        sys.exit("Stopped while setting up; start again to finish.")
    # -P: a folder named "companion" or "flask" in the current directory must not be imported.
    replace_process([str(PYTHON), "-P", "-m", "companion", *words], environment_variables())


def environment_variables() -> dict[str, str]:
    """Returns environment variables for a Python that runs from the checkout in any current directory."""
    # Without bytecode files every start takes twice as long.
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPATH": str(CHECKOUT)}


def replace_process(command: list[str], variables: dict[str, str]) -> NoReturn:
    if os.name != "nt":
        os.execve(command[0], command, variables)
    # Windows cannot replace a process; the child process handles Ctrl-C.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.exit(subprocess.call(command, env=variables))


def environment(*extras: str) -> Path:
    """Returns the environment's Python, after creating or completing the environment if needed."""
    stale = [group for group in ("runtime", *extras) if not is_current(group)]
    if stale:
        complete(stale)
    return PYTHON


def is_current(group: str) -> bool:
    try:
        return can_run() and stamp_file(group).read_text() == fingerprint(group)
    except OSError:
        return False


def can_run() -> bool:
    """True if the interpreter is executable. False if its link leads to a folder this user cannot read."""
    return os.access(PYTHON, os.X_OK)


def complete(groups: Sequence[str]) -> None:
    print(SETUP_MESSAGE, file=sys.stderr, flush=True)
    began = time.monotonic()
    if not is_reusable():
        make_venv()
    install([LOCKS[group] for group in groups])
    for group in groups:
        stamp_file(group).write_text(fingerprint(group))
    print(f"Set up in {time.monotonic() - began:.0f} seconds.", file=sys.stderr, flush=True)


def is_reusable() -> bool:
    """True if packages can be added to the existing environment: its setup was completed, with this Python version."""
    try:
        return can_run() and stamp_file("runtime").exists() and venv_version() == sys.version_info[:2]
    except OSError:
        return False


def venv_version() -> tuple[int, ...]:
    found = re.search(r"^version(?:_info)? *= *(\d+)\.(\d+)", (VENV / "pyvenv.cfg").read_text(), re.MULTILINE)
    return tuple(int(part) for part in found.groups()) if found else ()


def make_venv() -> None:
    shutil.rmtree(VENV, ignore_errors=True)
    run([*venv_command(), str(VENV)], "The folder .venv cannot be made", "see that this folder may be written to")


def venv_command() -> list[str]:
    if uv := shutil.which("uv"):
        return [uv, "venv", "--quiet", "--python", sys.executable]
    if find_spec("venv") and find_spec("ensurepip"):
        return [sys.executable, "-m", "venv"]
    raise CannotPrepare(
        "Python's venv module is missing: install it (on Debian or Ubuntu: apt install python3-venv) and start again."
    )


def install(locks: Sequence[Path]) -> None:
    """Installs exactly the locked packages; a file with another hash is refused."""
    wanted = [word for lock in locks for word in ("--requirement", str(lock))]
    run(
        [*install_command(), "--require-hashes", *wanted],
        "The packages cannot be installed",
        "connect this computer to the internet",
    )


def install_command() -> list[str]:
    if uv := shutil.which("uv"):
        # Compile now, as pip does: with PYTHONDONTWRITEBYTECODE set, every start would compile again.
        return [uv, "pip", "install", "--compile-bytecode", "--python", str(PYTHON)]
    options = ["--no-input", "--progress-bar", "off", "--disable-pip-version-check", "--retries", "1"]
    return [str(PYTHON), "-m", "pip", "install", *options]


def run(command: list[str], failure: str, remedy: str) -> None:
    """Runs the command and shows its progress. Raises CannotPrepare if it fails."""
    try:
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
        )
    except OSError as error:
        raise CannotPrepare(f"{failure} ({error.strerror}): {remedy} and start again.") from error
    with process, progress() as show:
        output = "".join(map(show, process.stdout or ()))
    if process.returncode:
        raise CannotPrepare(f"{failure} ({reason(output)}): {remedy} and start again.")


@contextmanager
def progress() -> Iterator[Callable[[str], str]]:
    """Yields a function that shows a line of output on a terminal, in place of the previous line, and returns the line.
    The line begins with the elapsed seconds, which continue to count while there is no output."""
    began, latest, finished = time.monotonic(), [""], threading.Event()
    width = shutil.get_terminal_size().columns - 1

    def draw(text: str) -> None:
        print(f"\r{text[:width]:{width}}", end="", file=sys.stderr, flush=True)

    def tick() -> None:
        while not finished.wait(1):
            show(latest[0])

    def show(line: str) -> str:
        if sys.stderr.isatty():
            latest[0] = line.strip() or latest[0]
            draw(f"{time.monotonic() - began:.0f} s  {latest[0]}")
        return line

    ticking = threading.Thread(target=tick, daemon=True)
    ticking.start()
    try:
        yield show
    finally:
        finished.set()
        ticking.join()
        if sys.stderr.isatty():
            draw("")
            print("\r", end="", file=sys.stderr, flush=True)


def reason(output: str) -> str:
    """Returns the last meaningful line of output. Looks for a missing network first, which pip reports as a version
    conflict."""
    if NO_CONNECTION.search(output):
        return "there is no connection"
    lines = [line.strip(" │╰├─▶×") for line in output.splitlines()]
    told = [line for line in lines if line and not line.startswith("WARNING:") and "for help" not in line]
    errors = [line for line in told if line.startswith("ERROR:")]
    return (errors or told or ["no reason given"])[-1].removeprefix("ERROR: ").rstrip(".")


def fingerprint(group: str) -> str:
    """Returns a hash that changes whenever the group has to be installed again."""
    parts = [sys.implementation.cache_tag, LOCKS[group].read_text(encoding="utf-8")]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def stamp_file(group: str) -> Path:
    return VENV / f"installed-{group}"
