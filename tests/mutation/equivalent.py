"""Faults that change no result, one per line of `equivalent.txt`, each with its reason."""

from __future__ import annotations

from pathlib import Path

LISTED = Path(__file__).with_name("equivalent.txt")


def equivalent() -> dict[str, str]:
    """Returns the reasons by fault name."""
    lines = LISTED.read_text(encoding="utf-8").splitlines() if LISTED.exists() else []
    entries = (line.partition("\t") for line in lines if line and not line.startswith("#"))
    return {name: reason for name, _, reason in entries}
