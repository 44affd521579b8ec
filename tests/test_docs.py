"""Links and file names in the documents exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted(ROOT.glob("docs/*.md"))]
# Documents that are only about tests name them relative to tests/.
SHELVES = (ROOT, ROOT / "tests", ROOT / "tests/release_gates")
LINK = re.compile(r"\]\((?!https?:|#)([^)#]+)|(?:src|srcset)=\"(?!https?:)([^\"]+)\"")
# The example game of CONTRIBUTING.
NEW_GAME = "castle_keep"
FILE = re.compile(r"`([\w./-]+\.(?:py|js|css|md|html|svg))`")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_linked_or_named_file_exists(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    linked = {target for pair in LINK.findall(text) for target in pair if target}
    assert [target for target in sorted(linked) if not (document.parent / target).exists()] == []
    named = {name for name in FILE.findall(text) if "/" in name and NEW_GAME not in name}
    assert [name for name in sorted(named) if not any((shelf / name).exists() for shelf in SHELVES)] == []
