"""Shrinks screenshots to palette PNGs: screens have few colours, but many shades at edges."""

from __future__ import annotations

import struct
import zlib
from collections import Counter
from collections.abc import Iterator

SIGNATURE = b"\x89PNG\r\n\x1a\n"
COLOURS = 128
Colour = tuple[int, int, int]


def chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(SIGNATURE)
    while at < len(png):
        length, name = struct.unpack(">I4s", png[at : at + 8])
        yield name, png[at + 8 : at + 8 + length]
        at += length + 12


def chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def pixels(png: bytes) -> list[list[Colour]]:
    """Pixel rows of a PNG as Chromium writes it: 8 bits, RGB or RGBA."""
    parts = list(chunks(png))
    width, height, depth, kind = struct.unpack(">IIBB", parts[0][1][:10])
    assert (depth, kind) in ((8, 2), (8, 6))
    size = 3 if kind == 2 else 4
    raw = zlib.decompress(b"".join(data for name, data in parts if name == b"IDAT"))
    line, rows = bytearray(width * size), []
    for n in range(height):
        start = n * (width * size + 1)
        line = unfiltered(raw[start], bytearray(raw[start + 1 : start + 1 + width * size]), line, size)
        rows.append([(line[x], line[x + 1], line[x + 2]) for x in range(0, width * size, size)])
    return rows


def unfiltered(kind: int, line: bytearray, above: bytearray, size: int) -> bytearray:
    """Reverses the PNG filter of one line."""
    for x in range(len(line)):
        left, up = line[x - size] if x >= size else 0, above[x]
        corner = above[x - size] if x >= size else 0
        line[x] = (line[x] + (0, left, up, (left + up) // 2, paeth(left, up, corner))[kind]) & 255
    return line


def paeth(left: int, up: int, corner: int) -> int:
    guess = left + up - corner
    return min((left, up, corner), key=lambda near: abs(guess - near))


def nearest(colour: Colour, palette: list[Colour]) -> int:
    return min(range(len(palette)), key=lambda n: sum((a - b) ** 2 for a, b in zip(colour, palette[n], strict=True)))


def with_palette(png: bytes, most: int = COLOURS) -> bytes:
    """Keeps the most frequent colours and maps all others to the nearest of them."""
    rows = pixels(png)
    counted = Counter(colour for row in rows for colour in row)
    palette = [colour for colour, _ in sorted(counted.items(), key=lambda pair: (-pair[1], pair[0]))[:most]]
    place = {colour: nearest(colour, palette) for colour in counted}
    data = b"".join(b"\0" + bytes(place[colour] for colour in row) for row in rows)
    head = struct.pack(">IIBBBBB", len(rows[0]), len(rows), 8, 3, 0, 0, 0)
    return SIGNATURE + b"".join(
        (
            chunk(b"IHDR", head),
            chunk(b"PLTE", b"".join(bytes(colour) for colour in palette)),
            chunk(b"IDAT", zlib.compress(data, 9)),
            chunk(b"IEND", b""),
        )
    )
