"""A minimal checkout with one dependency, to set up real environments in seconds without a network."""

from __future__ import annotations

import os
import shutil
import zipfile
from pathlib import Path

CHECKOUT = Path(__file__).parent.parent
DEPENDENCY = "herald_test_dependency"

PROJECT = """
[project]
dependencies = ["{}"]
[project.optional-dependencies]
test = []
"""

COMPANION = f"""
import os, sys
import {DEPENDENCY}
print(os.getcwd(), *sys.argv[1:])
"""


def write_wheel(folder: Path) -> None:
    about = f"{DEPENDENCY}-1.0.dist-info"
    with zipfile.ZipFile(folder / f"{DEPENDENCY}-1.0-py3-none-any.whl", "w") as wheel:
        wheel.writestr(f"{DEPENDENCY}.py", "")
        wheel.writestr(f"{about}/METADATA", f"Metadata-Version: 2.1\nName: {DEPENDENCY}\nVersion: 1.0\n")
        wheel.writestr(f"{about}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr(f"{about}/RECORD", "")


def new_checkout(folder: Path) -> Path:
    (folder / "companion").mkdir(parents=True)
    for name in ("play", "companion/__init__.py", "companion/bootstrap.py"):
        shutil.copy(CHECKOUT / name, folder / name)
    (folder / "companion/__main__.py").write_text(COMPANION)
    (folder / "pyproject.toml").write_text(PROJECT.format(DEPENDENCY))
    (folder / "constraints.txt").write_text(f"{DEPENDENCY}==1.0\n")
    return folder


def offline(wheels: Path) -> dict[str, str]:
    """Environment variables that simulate a machine without uv or network, with only these wheels."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("PIP_", "UV_"))}
    pip = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(wheels), "PIP_CONFIG_FILE": os.devnull}
    return {**inherited, **pip, "PATH": str(wheels)}
