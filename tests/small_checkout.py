"""A minimal checkout with one dependency, to set up real environments in seconds without a network."""

from __future__ import annotations

import io
import os
import shutil
import zipfile
from hashlib import sha256
from pathlib import Path

CHECKOUT = Path(__file__).parent.parent
DEPENDENCY = "herald_test_dependency"

COMPANION = f"""
import os, sys
import {DEPENDENCY}
print(os.getcwd(), *sys.argv[1:])
"""


def write_wheel(folder: Path) -> None:
    (folder / f"{DEPENDENCY}-1.0-py3-none-any.whl").write_bytes(wheel())


def wheel() -> bytes:
    """The same bytes each time."""
    about, written = f"{DEPENDENCY}-1.0.dist-info", io.BytesIO()
    files = {
        f"{DEPENDENCY}.py": "",
        f"{about}/METADATA": f"Metadata-Version: 2.1\nName: {DEPENDENCY}\nVersion: 1.0\n",
        f"{about}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{about}/RECORD": "",
    }
    with zipfile.ZipFile(written, "w") as packed:
        for name, text in files.items():
            packed.writestr(zipfile.ZipInfo(name), text)
    return written.getvalue()


def lock(name: str = DEPENDENCY, content: bytes = b"") -> str:
    """A lock with one package, whose file has this content."""
    return f"{name}==1.0 --hash=sha256:{sha256(content or wheel()).hexdigest()}\n"


def new_checkout(folder: Path) -> Path:
    (folder / "companion").mkdir(parents=True)
    for name in ("play", "companion/__init__.py", "companion/bootstrap.py"):
        shutil.copy(CHECKOUT / name, folder / name)
    (folder / "companion/__main__.py").write_text(COMPANION)
    (folder / "requirements.txt").write_text(lock())
    return folder


def offline(wheels: Path) -> dict[str, str]:
    """Environment variables that simulate a machine without uv or network, with only these wheels."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("PIP_", "UV_"))}
    pip = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(wheels), "PIP_CONFIG_FILE": os.devnull}
    return {**inherited, **pip, "PATH": str(wheels)}
