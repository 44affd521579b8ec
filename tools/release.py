"""Builds herald.pyz and the release zip: python -m tools.release [FOLDER]

The folder defaults to dist/. Needs only the standard library.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import runpy
import zipfile
from collections.abc import Iterator
from pathlib import Path

CHECKOUT = Path(__file__).parent.parent
PARTS = ("companion", "scoring", "templates", "static", "pyproject.toml", "requirements.txt", "README.md", "LICENSE")
START_FILES = ("Herald.bat", "Herald.command", "herald.desktop", "READ ME.txt")
SHEBANG = b"#!/usr/bin/env python3\n"
# Fixed, so that the same files always give the same bytes.
TIME = (1980, 1, 1, 0, 0, 0)
EXECUTABLE, PLAIN = 0o100755, 0o100644


def main(words: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Makes herald.pyz and the release zip.")
    parser.add_argument("folder", type=Path, nargs="?", default=CHECKOUT / "dist", help="where to write them (dist/)")
    for made in release(parser.parse_args(words).folder):
        print(made)


def release(folder: Path, source: Path = CHECKOUT) -> tuple[Path, Path]:
    """Writes herald.pyz, and the zip that contains it and the start files. Returns their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    version = runpy.run_path(str(source / "companion/__init__.py"))["__version__"]
    pyz, whole = folder / "herald.pyz", folder / f"herald-{version}.zip"
    pyz.write_bytes(archive(source))
    pyz.chmod(0o755)
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as packed:
        top = f"Herald {version}"
        add(packed, f"{top}/herald.pyz", pyz.read_bytes(), EXECUTABLE)
        add(packed, f"{top}/LICENSE.txt", (CHECKOUT / "LICENSE").read_bytes())
        for name in START_FILES:
            can_start = name.endswith((".command", ".desktop"))
            add(packed, f"{top}/{name}", start_file(name), EXECUTABLE if can_start else PLAIN)
    return pyz, whole


def archive(source: Path) -> bytes:
    """A zipapp: the launcher as __main__.py, the checkout's files below payload/, and a hash of them."""
    written = io.BytesIO()
    stamp = hashlib.sha256()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as packed:
        add(packed, "__main__.py", (CHECKOUT / "tools/launcher.py").read_bytes())
        for path in files(source):
            name, raw = path.relative_to(source).as_posix(), path.read_bytes()
            stamp.update(f"{name}\0{len(raw)}\0".encode() + raw)
            add(packed, f"payload/{name}", raw)
        add(packed, "stamp", stamp.hexdigest().encode())
    return SHEBANG + written.getvalue()


def files(source: Path) -> Iterator[Path]:
    for part in PARTS:
        path = source / part
        found = sorted(path.rglob("*")) if path.is_dir() else [path]
        yield from (one for one in found if one.is_file() and "__pycache__" not in one.parts)


def start_file(name: str) -> bytes:
    """The content of a start file; batch and text files get Windows line endings."""
    raw = (CHECKOUT / "tools/start" / name).read_bytes()
    return raw.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n") if name.endswith((".bat", ".txt")) else raw


def add(packed: zipfile.ZipFile, name: str, raw: bytes, mode: int = PLAIN) -> None:
    entry = zipfile.ZipInfo(name, TIME)
    entry.external_attr = mode << 16
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.create_system = 3  # Unix, so that the mode is read
    packed.writestr(entry, raw)


if __name__ == "__main__":
    main()
