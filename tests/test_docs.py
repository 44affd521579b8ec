"""What the documents point to is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted(ROOT.glob("docs/*.md"))]
# Tests are named from tests/ on where a document is about nothing else.
SHELVES = (ROOT, ROOT / "tests", ROOT / "tests/release_gates")
LINK = re.compile(r"\]\((?!https?:|#)([^)#]+)|(?:src|srcset)=\"(?!https?:)([^\"]+)\"")
# The game that CONTRIBUTING makes by way of example.
NEW_GAME = "castle_keep"
FILE = re.compile(r"`([\w./-]+\.(?:py|js|css|md|html|svg))`")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_link_and_every_file_that_is_named_exists(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    linked = {target for pair in LINK.findall(text) for target in pair if target}
    assert [target for target in sorted(linked) if not (document.parent / target).exists()] == []
    named = {name for name in FILE.findall(text) if "/" in name and NEW_GAME not in name}
    assert [name for name in sorted(named) if not any((shelf / name).exists() for shelf in SHELVES)] == []
