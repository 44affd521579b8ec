"""A companion on a slow disk: `python -m tests.slow_disk SECONDS serve …`.

Every commit takes that long. With a folder instead of seconds, it takes as long as the folder contains a file named
"stuck". The committing thread sleeps, as in a sync.
"""

import sqlite3
import sys
from pathlib import Path
from time import sleep  # the real one, before gevent replaces it
from typing import Any

slowness = sys.argv.pop(1)
connect = sqlite3.connect


class SlowConnection(sqlite3.Connection):
    def execute(self, query: str, *values: Any) -> sqlite3.Cursor:
        if query == "COMMIT":
            sync()
        return super().execute(query, *values)


def sync() -> None:
    folder = Path(slowness)
    if not folder.is_dir():
        sleep(float(slowness))
    elif (folder / "stuck").exists():
        (folder / "committing").touch()
        while (folder / "stuck").exists():
            sleep(0.01)


def slow(*args: Any, **named: Any) -> sqlite3.Connection:
    return connect(*args, **{**named, "factory": SlowConnection})


if __name__ == "__main__":
    from companion import serve

    serve.patch()
    sqlite3.connect = slow  # type: ignore[assignment]
    from companion.__main__ import main

    sys.exit(main())
