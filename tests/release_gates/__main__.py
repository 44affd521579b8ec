"""Replays a saved evening: `python -m tests.release_gates tests/failures/saga-17.requests.jsonl`."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.release_gates.evening import send_again

if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        again = send_again(Path(sys.argv[1]), Path(folder))
        print(f"{again.game}: {again.projection.seq} events, {'over' if again.over else 'goes on'}")
