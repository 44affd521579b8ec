"""Screen-reader output at join, stake, reveal and turn; docs/screen-reader.md is generated the same way."""

from __future__ import annotations

from tests.browser.evening import Evening
from tests.transcript import scenes


def test_screen_reader_announces_questions_stakes_and_points(evening: Evening) -> None:
    heard = {title: (page, live) for title, page, live in scenes(evening)}
    joining, stake, sealed = (
        heard["Joining"][0],
        heard["Ben enters Anna’s area: a stake"],
        heard["Anna has sealed her stake"],
    )
    (field,) = [line for line in joining if line.startswith("Your name, textbox")]
    assert "invalid" not in field
    assert any("Your stake." in said for said in stake[1])
    assert "How much do you stake?, heading, level 1" in stake[0]
    assert any("Sealed." in said for said in sealed[1])
    assert any("Stakes: Anna" in said for said in heard["The reveal"][1])
    rolled = heard["Ben has rolled: Anna’s turn to roll"]
    assert any("point" in line for line in rolled[0]), "a number is of something"
