"""README pictures are small and look like the original screenshots."""

from __future__ import annotations

import struct
import zlib
from itertools import product
from pathlib import Path

import pytest

from scoring.games import GAMES
from tests.games import shipped
from tests.palette import SIGNATURE, Colour, chunk, chunks, pixels, with_palette

ROOT = Path(__file__).parent.parent
LARGEST = 60_000


def written(rows: list[list[Colour]], kind: int = 0) -> bytes:
    """A PNG whose lines all use this filter type."""
    width, before, lines = len(rows[0]), bytes(3 * len(rows[0])), b""
    for row in rows:
        line = bytes(part for colour in row for part in colour)
        lines += bytes([kind]) + bytes((line[x] - guess(kind, line, before, x)) & 255 for x in range(3 * width))
        before = line
    head = struct.pack(">IIBBBBB", width, len(rows), 8, 2, 0, 0, 0)
    return SIGNATURE + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(lines)) + chunk(b"IEND", b"")


def guess(kind: int, line: bytes, above: bytes, x: int) -> int:
    left, up, corner = (line[x - 3], above[x], above[x - 3]) if x >= 3 else (0, above[x], 0)
    nearest = min((left, up, corner), key=lambda near: abs(left + up - corner - near))
    return (0, left, up, (left + up) // 2, nearest)[kind]


PICTURE: list[list[Colour]] = [[(x * 30, y * 40, 200 - x * y) for x in range(8)] for y in range(5)]


@pytest.mark.parametrize("kind", range(5))
def test_png_is_decoded_with_every_filter_type(kind: int) -> None:
    assert pixels(written(PICTURE, kind)) == PICTURE


def test_few_colours_are_kept_and_many_become_the_nearest() -> None:
    few = dict(chunks(with_palette(written(PICTURE))))
    assert len(few[b"PLTE"]) == 3 * len({colour for row in PICTURE for colour in row})
    two: list[list[Colour]] = [[(0, 0, 0)] * 9 + [(250, 0, 0)] * 9 + [(200, 10, 0), (10, 10, 10)]]
    parts = dict(chunks(with_palette(written(two), most=2)))
    assert parts[b"PLTE"] == bytes((0, 0, 0, 250, 0, 0))
    assert zlib.decompress(parts[b"IDAT"]) == b"\0" + b"\0" * 9 + b"\1" * 9 + b"\1\0"


@pytest.mark.parametrize(("game", "kind"), list(product(shipped(), ("table", "phone"))))
def test_readme_has_a_small_picture_of_every_game(game: str, kind: str) -> None:
    picture, readme = f"docs/{game}-{kind}.png", (ROOT / "README.md").read_text(encoding="utf-8")
    missing = f"take the pictures with `python -m tests.pictures`, and show {picture} in the README"
    if GAMES[game].title not in readme:
        pytest.skip(f"the README does not name {GAMES[game].title} yet: {missing}")
    assert (ROOT / picture).is_file(), missing
    assert f'src="{picture}"' in readme, missing
    assert 5_000 < (ROOT / picture).stat().st_size < LARGEST
