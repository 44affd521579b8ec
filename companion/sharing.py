"""Transfers a box between Heralds: as a file, or as QR codes to be photographed.

Pages on plain HTTP have no camera access. So a phone photographs the screen, and the picture is uploaded to the other
Herald, now or later. One picture may show all codes.
"""

from __future__ import annotations

import base64
import binascii
import contextlib
import hashlib
import json
import re
import subprocess
import sys
import threading
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from companion.store import BoxRow
from scoring.kernel import Refusal
from scoring.words import T

FORMAT = "herald-box"
# Characters per code: few enough that a photograph of a screen can be decoded.
IN_ONE_CODE = 460
MOST_CODES = 20
LARGEST_SHEET = 200_000
# First bytes of a JPEG, PNG or WebP file.
PICTURES = (b"\xff\xd8", b"\x89PNG", b"RIFF")
# The process that reads pictures, and the seconds it may take.
READER = (sys.executable, "-P", str(Path(__file__).with_name("picture_reader.py")))
PATIENCE = 30.0
ONE_AT_A_TIME = threading.Lock()
CODE = re.compile(r"HERALD-BOX (\d{1,2})/(\d{1,2}) ([A-Z2-7]{6}) ([A-Z2-7]+)")


def sheet_of(box: BoxRow) -> dict[str, Any]:
    """Returns the shared data: values, edition, and who has read them."""
    told = {"edition": box.edition, "read_by": box.read_by}
    values = dict(sorted(box.values.items()))
    return {
        "format": FORMAT,
        "game": box.game,
        "name": box.name,
        **{k: v for k, v in told.items() if v},
        "values": values,
    }


# --- QR codes -----------------------------------------------------------------------------------------


def codes_of(sheet: Mapping[str, Any]) -> list[str]:
    """Returns the texts of the codes, each with its number, the number of codes, a mark that identifies the sheet, and
    a piece of the sheet.
    """
    packed = zlib.compress(json.dumps(sheet, ensure_ascii=False, separators=(",", ":")).encode(), 9)
    text = base64.b32encode(packed).decode().rstrip("=")
    pieces = [text[at : at + IN_ONE_CODE] for at in range(0, len(text), IN_ONE_CODE)]
    mark = _mark(text)
    return [f"HERALD-BOX {number}/{len(pieces)} {mark} {piece}" for number, piece in enumerate(pieces, 1)]


def _mark(text: str) -> str:
    return base64.b32encode(hashlib.sha256(text.encode()).digest()).decode()[:6]


@dataclass(frozen=True)
class Codes:
    """The codes of one sheet that have been read so far."""

    pieces: Mapping[int, str]
    of: int
    mark: str

    @property
    def missing(self) -> tuple[int, ...]:
        return tuple(number for number in range(1, self.of + 1) if number not in self.pieces)

    @property
    def texts(self) -> tuple[str, ...]:
        return tuple(f"HERALD-BOX {n}/{self.of} {self.mark} {piece}" for n, piece in sorted(self.pieces.items()))

    def sheet(self) -> bytes:
        """Returns the sheet that the pieces make up. Raises Refusal if they are not from the same sheet."""
        text = "".join(self.pieces[number] for number in range(1, self.of + 1))
        try:
            packed = base64.b32decode(text + "=" * (-len(text) % 8))
            unpacked = zlib.decompressobj().decompress(packed, LARGEST_SHEET)
        except (binascii.Error, ValueError, zlib.error):
            unpacked = b""
        if _mark(text) != self.mark:
            raise Refusal("no-sheet", T("These codes don’t belong together. Nothing was imported."))
        return unpacked


def codes_in(texts: Iterable[str]) -> Codes | None:
    """Returns the codes of the first sheet found in typed, pasted or scanned texts; None if there are none."""
    found = [match.groups() for text in texts for match in CODE.finditer(text)]
    if not found:
        return None
    _, of, mark, _ = found[0]
    pieces = {int(n): piece for n, all_, one, piece in found if (all_, one) == (of, mark)}
    if not 0 < int(of) <= MOST_CODES or not all(0 < number <= int(of) for number in pieces):
        return None
    return Codes(pieces, int(of), mark)


# --- photographs of QR codes --------------------------------------------------------------------------


def can_read_pictures() -> bool:
    """False if the libraries are missing: the barcode reader has no wheels for 32-bit ARM."""
    return all(map(find_spec, ("PIL", "zxingcpp")))


def texts_in_pictures(contents: Iterable[bytes]) -> list[str]:
    """Returns the texts of the QR codes in these files. Raises Refusal if the pictures are too large to be read."""
    pictures = [content for content in contents if content.startswith(PICTURES)]
    if not pictures or not can_read_pictures():
        return []
    sizes = json.dumps([len(content) for content in pictures]).encode()
    with ONE_AT_A_TIME, contextlib.suppress(subprocess.TimeoutExpired):
        done = subprocess.run(
            READER, input=b"\n".join([sizes, b"".join(pictures)]), capture_output=True, timeout=PATIENCE
        )
        if not done.returncode:
            texts: list[str] = json.loads(done.stdout)
            return texts
    raise Refusal(
        "too-large", T("Those photos are too large to read. Send fewer at once: 16 megapixels are the limit.")
    )
