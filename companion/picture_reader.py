"""Reader of the QR codes in pictures: a process of its own with limits, so that no picture can block others.

Input: a line with the sizes of the pictures as JSON, then the pictures. Output: the texts as JSON. Exits with
`TOO_LARGE` if the pictures have too many pixels. Needs no other module of Herald.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from PIL.Image import Image

# Decoded pixels of all pictures in total.
MOST_PIXELS = 16_000_000
# Limits on processor seconds and on bytes of address space, most of which the libraries take.
SECONDS, MEMORY = 10, 768 * 1024 * 1024
TOO_LARGE = 3


class TooLarge(Exception):
    """The pictures have more than MOST_PIXELS."""


def texts_in(pictures: Sequence[bytes], most: int = MOST_PIXELS) -> list[str]:
    """Returns the texts of the QR codes in all pictures; none for files that are no pictures. Raises TooLarge."""
    import zxingcpp

    texts: list[str] = []
    for number, content in enumerate(pictures):
        with contextlib.suppress(OSError, ValueError, SyntaxError):
            grey = decode(content, most // (len(pictures) - number), most)
            most -= grey.width * grey.height
            texts += [code.text for code in zxingcpp.read_barcodes(grey)]
    return texts


def decode(content: bytes, wanted: int, most: int) -> Image:
    """Returns the picture in grey. Photographs are decoded at a half, a quarter or an eighth of their size, to have no
    more pixels than `wanted`. Raises TooLarge above `most`."""
    from PIL import Image, WebPImagePlugin  # noqa: F401 – else Pillow loads every format there is

    Image.MAX_IMAGE_PIXELS = None  # `most` replaces Pillow's limit
    with Image.open(io.BytesIO(content), formats=("JPEG", "PNG", "WEBP")) as picture:
        width, height = picture.size
        scale = next((scale for scale in (1, 2, 4, 8) if width * height <= wanted * scale * scale), 8)
        picture.draft("L", (width // scale, height // scale))
        if picture.width * picture.height > most:
            raise TooLarge
        return picture.convert("L")


def limit_resources() -> None:
    """Limits the processor time and memory of this process, except on Windows, which has no such limits."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        os.nice(10)
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def main() -> int:
    limit_resources()
    sizes: list[Any] = json.loads(sys.stdin.buffer.readline())
    try:
        texts = texts_in([sys.stdin.buffer.read(size) for size in sizes])
    except (TooLarge, MemoryError):
        return TOO_LARGE
    print(json.dumps(texts))
    return 0


if __name__ == "__main__":
    sys.exit(main())
