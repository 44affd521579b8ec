"""Reads a QR code from the page like a phone's camera: from its dark modules, not from a label."""

from __future__ import annotations

import re
from collections.abc import Iterator

from qrcode import base, util
from qrcode.main import QRCode

QUIET_ZONE = 4
CAPITALS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"

Modules = list[list[bool]]


def decode_qr(path: str, size: int) -> str:
    """Returns the text encoded by this SVG path on a square of `size` modules."""
    drawn = modules(path, size)
    code = QRCode(version=(len(drawn) - 17) // 4)
    mask = drawn_mask(code, drawn)
    return text(data_words(code, [*words(code, drawn, mask)]))


def modules(path: str, size: int) -> Modules:
    inner = size - 2 * QUIET_ZONE
    dark = [[False] * inner for _ in range(inner)]
    for left, y, width in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\d+z", path):
        for x in range(int(left), int(left) + int(width)):
            dark[int(y) - QUIET_ZONE][x - QUIET_ZONE] = True
    return dark


def drawn_mask(code: QRCode, drawn: Modules) -> int:
    """Returns the mask whose fixed patterns all match the drawing; `code` then has None at the data modules."""
    for mask in range(8):
        code.data_cache = []  # no data: only the fixed patterns are needed
        code.map_data = lambda *_: None
        code.makeImpl(False, mask)
        fixed = ((y, x) for y, row in enumerate(code.modules) for x, dark in enumerate(row) if dark is not None)
        if all(code.modules[y][x] == drawn[y][x] for y, x in fixed):
            return mask
    raise AssertionError("this is no QR code")


def words(code: QRCode, drawn: Modules, mask: int) -> Iterator[int]:
    """Yields the codewords in zigzag order."""
    masked = util.mask_func(mask)
    bits = [drawn[y][x] != masked(y, x) for y, x in zigzag(len(drawn)) if code.modules[y][x] is None]
    for at in range(0, len(bits) - 7, 8):
        yield int("".join("01"[bit] for bit in bits[at : at + 8]), 2)


def zigzag(size: int) -> Iterator[tuple[int, int]]:
    for turn, right in enumerate([*range(size - 1, 6, -2), 5, 3, 1]):
        for y in reversed(range(size)) if turn % 2 == 0 else range(size):
            yield from ((y, right), (y, right - 1))


def data_words(code: QRCode, found: list[int]) -> list[int]:
    """Returns the data codewords without error correction, in their original order."""
    sizes = [block.data_count for block in base.rs_blocks(code.version, code.error_correction)]
    blocks: list[list[int]] = [[] for _ in sizes]
    turns = ((n, number) for n in range(max(sizes)) for number, size in enumerate(sizes) if n < size)
    for word, (_, number) in zip(found, turns, strict=False):
        blocks[number].append(word)
    return [word for block in blocks for word in block]


def text(data: list[int]) -> str:
    """Decodes consecutive segments, each with its mode, length and characters."""
    bits = Bits("".join(f"{word:08b}" for word in data))
    said = ""
    while len(bits.rest) >= 4 and (mode := bits.take(4)):
        said += READERS[mode](bits)
    return said


class Bits:
    def __init__(self, rest: str) -> None:
        self.rest = rest

    def take(self, count: int) -> int:
        taken, self.rest = self.rest[:count], self.rest[count:]
        return int(taken, 2)


def digits(bits: Bits) -> str:
    threes, over = divmod(bits.take(10), 3)
    return "".join(f"{bits.take(10):03}" for _ in range(threes)) + (
        f"{bits.take((0, 4, 7)[over]):0{over}}" if over else ""
    )


def capitals(bits: Bits) -> str:
    pairs, over = divmod(bits.take(9), 2)
    read = [divmod(bits.take(11), len(CAPITALS)) for _ in range(pairs)]
    return "".join(CAPITALS[n] for pair in read for n in pair) + (CAPITALS[bits.take(6)] if over else "")


def characters(bits: Bits) -> str:
    return bytes(bits.take(8) for _ in range(bits.take(8))).decode()


# Modes and field widths of small codes, up to version 9.
READERS = {0b0001: digits, 0b0010: capitals, 0b0100: characters}
