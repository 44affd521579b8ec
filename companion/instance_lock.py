"""Exclusive lock on an instance folder: one process serves or replaces its tables."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path

from companion.config import HeraldError

FILE_NAME = "herald.lock"


class InstanceInUse(HeraldError):
    """Another Herald holds the lock."""


@contextlib.contextmanager
def instance_lock(folder: Path) -> Iterator[None]:
    """Holds the lock for the block. Raises InstanceInUse if another process has it.

    Two servers on the same folder would show each other's actions late or not at all.
    """
    with (folder / FILE_NAME).open("w") as held:
        if not _acquires(held.fileno()):
            raise InstanceInUse(
                f"Herald is already running on the folder {folder}: use that one, or choose another with --instance."
            )
        yield


def is_in_use(folder: Path) -> bool:
    """True if a process holds the lock of this folder."""
    if not (folder / FILE_NAME).exists():
        return False
    try:
        with instance_lock(folder):
            return False
    except InstanceInUse:
        return True


def _acquires(file: int) -> bool:
    """Locks the file, or returns False. The system unlocks it when the process ends, even after a crash."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
