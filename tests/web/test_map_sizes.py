"""Drawn boards are small: shapes, patterns and pieces together take at most 15 kB compressed."""

from __future__ import annotations

import gzip
import re

import pytest

from tests.actors import Evening
from tests.browser.moments import stages
from tests.games import game_spec, projection_in, recordings_folder

# The castle's drawing contains smaller ones, so it ends with its holder.
DRAWING = re.compile(
    r'<svg [^>]*class="(?:map-defs|map-drawing|castle-drawing|land-scene).*?</svg>\s*<(?!svg)', re.DOTALL
)
MOST = 15_000


@pytest.mark.parametrize("game", ["lang-lebe", "regents", "roses", "royals", "saga"])
def test_board_takes_at_most_15_kilobytes_compressed(evening: Evening, game: str) -> None:
    key = {"roses": "wars-of-the-roses"}.get(game, game)
    told = list(stages(projection_in(recordings_folder(key) / f"{game_spec(key).MOMENTS[0]}.jsonl")))
    live = evening.services.tables.adopt(told[len(told) // 2].records)
    drawn = "".join(DRAWING.findall(evening.laptop.get(f"/t/{live.code}/table").text))
    assert 500 < len(gzip.compress(drawn.encode())) < MOST
