"""Writes the locks of all packages, with the hash of every file: `python -m tools.lock`. Needs uv.

Versions stay as they are; `python -m tools.lock --upgrade` takes the newest that pyproject.toml allows. The locks hold
for every platform and Python version that Herald supports.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

CHECKOUT = Path(__file__).parent.parent
OLDEST_PYTHON = "3.11"
# The lock of each group, and the extras of pyproject.toml that it contains.
LOCKS = {"requirements.txt": (), "requirements-test.txt": ("--extra", "test")}
OPTIONS = ("--universal", "--generate-hashes", "--no-header", "--no-annotate", "--no-emit-index-url", "--quiet")


def main(words: list[str]) -> None:
    for lock, extras in LOCKS.items():
        command = ["uv", "pip", "compile", "pyproject.toml", *extras, *OPTIONS, "--python-version", OLDEST_PYTHON]
        subprocess.run([*command, "--output-file", lock, *words], cwd=CHECKOUT, check=True)


if __name__ == "__main__":
    main(sys.argv[1:])
