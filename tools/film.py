"""Writes static/awake.mp4, the film that keeps a phone's screen on: `python -m tools.film`.

Ten seconds of a grey picture (H.264) and silence (AAC). Browsers keep the screen on only for films with a picture and,
some of them, with sound.
"""

from __future__ import annotations

from pathlib import Path
from struct import pack

FILM = Path(__file__).parent.parent / "static" / "awake.mp4"
SECONDS = 10
PICTURES_A_SECOND = 2
# Macroblocks of 16 pixels. Some hardware decoders refuse smaller pictures.
BLOCKS = 8
RATE, RATE_INDEX, SAMPLES = 16_000, 8, 1024
TICKS = 1000
MATRIX = pack(">9I", 1 << 16, 0, 0, 0, 1 << 16, 0, 0, 0, 1 << 30)


class Bits:
    """A bit string with the codes of H.264."""

    def __init__(self) -> None:
        self.text = ""

    def u(self, count: int, value: int) -> Bits:
        self.text += f"{value:0{count}b}"
        return self

    def ue(self, *values: int) -> Bits:
        for value in values:
            binary = f"{value + 1:b}"
            self.text += "0" * (len(binary) - 1) + binary
        return self

    def bytes(self) -> bytes:
        """The bits, filled up with zeros."""
        filled = self.text + "0" * (-len(self.text) % 8)
        return int(filled, 2).to_bytes(len(filled) // 8, "big")


# --- the streams ------------------------------------------------------------------------------------------


def unit(kind: int, bits: Bits) -> bytes:
    """A NAL unit: its type, the bits, a one and the escaped bytes."""
    raw, escaped = bits.u(1, 1).bytes(), bytearray()
    for byte in raw:
        if byte < 4 and escaped[-2:] == b"\0\0":
            escaped.append(3)
        escaped.append(byte)
    return bytes([kind]) + bytes(escaped)


def sequence() -> bytes:
    """Baseline profile, level 1.1, pictures in output order, without cropping or further information."""
    bits = Bits().u(8, 66).u(8, 0b11000000).u(8, 11)
    return unit(0x67, bits.ue(0, 0, 2, 1).u(1, 0).ue(BLOCKS - 1, BLOCKS - 1).u(1, 1).u(1, 1).u(1, 0).u(1, 0))


def picture_parameters() -> bytes:
    return unit(0x68, Bits().ue(0, 0).u(1, 0).u(1, 0).ue(0, 0, 0).u(1, 0).u(2, 0).ue(0, 0, 0).u(1, 1).u(1, 0).u(1, 0))


def grey_picture() -> bytes:
    """A key picture whose blocks are all predicted as the mean of nothing, without a remainder."""
    bits = Bits().ue(0, 7, 0).u(4, 0).ue(0).u(1, 0).u(1, 0).ue(0, 1)
    for _ in range(BLOCKS * BLOCKS):
        bits.ue(3, 0, 0).u(1, 1)
    return unit(0x65, bits)


def same_picture(number: int) -> bytes:
    """A picture that skips every block."""
    bits = Bits().ue(0, 5, 0).u(4, number % 16).u(1, 0).u(1, 0).u(1, 0).ue(0, 1)
    return unit(0x41, bits.ue(BLOCKS * BLOCKS))


def silence() -> bytes:
    """One mono block of AAC without any spectrum."""
    head = Bits().u(3, 0).u(4, 0).u(8, 100)
    return head.u(1, 0).u(2, 0).u(1, 0).u(6, 0).u(1, 0).u(1, 0).u(1, 0).u(1, 0).u(3, 7).bytes()


# --- the file ---------------------------------------------------------------------------------------------


def box(kind: str, *parts: bytes) -> bytes:
    body = b"".join(parts)
    return pack(">I4s", len(body) + 8, kind.encode()) + body


def full(kind: str, *parts: bytes, flags: int = 0) -> bytes:
    return box(kind, pack(">I", flags), *parts)


def table(kind: str, *rows: tuple[int, ...]) -> bytes:
    return full(kind, pack(">I", len(rows)), *(pack(f">{len(row)}I", *row) for row in rows))


def video_entry() -> bytes:
    sps, pps, side = sequence(), picture_parameters(), BLOCKS * 16
    config = b"\1" + sps[1:4] + b"\xff\xe1" + pack(">H", len(sps)) + sps + b"\1" + pack(">H", len(pps)) + pps
    look = pack(">16xHHIIIH32xHh", side, side, 72 << 16, 72 << 16, 0, 1, 24, -1)
    return box("avc1", pack(">6xH", 1), look, box("avcC", config))


def audio_entry() -> bytes:
    config = Bits().u(5, 2).u(4, RATE_INDEX).u(4, 1).u(3, 0).bytes()
    decoder = tag(4, pack(">BB3xII", 0x40, 0x15, 0, 0), tag(5, config))
    descriptor = tag(3, pack(">HB", 2, 0), decoder, tag(6, b"\2"))
    return box("mp4a", pack(">6xH", 1), pack(">8xHH4xI", 1, 16, RATE << 16), full("esds", descriptor))


def tag(number: int, *parts: bytes) -> bytes:
    body = b"".join(parts)
    return bytes([number, len(body)]) + body


def track(
    number: int, handler: bytes, head: bytes, entry: bytes, scale: int, step: int, sizes: list[int], at: int
) -> bytes:
    """A track whose samples lie one after the other from `at`, all of the same duration."""
    is_video, side = handler == b"vide", BLOCKS * 16 if handler == b"vide" else 0
    same = len(set(sizes)) == 1
    samples = box(
        "stbl",
        full("stsd", pack(">I", 1), entry),
        table("stts", (len(sizes), step)),
        table("stss", (1,)) if is_video else b"",
        table("stsc", (1, len(sizes), 1)),
        full(
            "stsz", pack(">II", sizes[0] if same else 0, len(sizes)), b"" if same else pack(f">{len(sizes)}I", *sizes)
        ),
        table("stco", (at,)),
    )
    data = box("dinf", full("dref", pack(">I", 1), full("url ", flags=1)))
    media = box(
        "mdia",
        full("mdhd", pack(">IIIIHH", 0, 0, scale, len(sizes) * step, 0x55C4, 0)),
        full("hdlr", pack(">I4s12xx", 0, handler)),
        box("minf", head, data, samples),
    )
    lasts = len(sizes) * step * TICKS // scale
    place = pack(">IIIII8xHHHH", 0, 0, number, 0, lasts, 0, 0, 0 if is_video else 0x100, 0) + MATRIX
    return box("trak", full("tkhd", place, pack(">II", side << 16, side << 16), flags=3), media)


def film() -> bytes:
    pictures = [grey_picture(), *map(same_picture, range(1, SECONDS * PICTURES_A_SECOND))]
    video = [pack(">I", len(one)) + one for one in pictures]
    audio = [silence()] * (SECONDS * RATE // SAMPLES)
    begins = box("ftyp", b"isom", pack(">I", 512), b"isomiso2avc1mp41")
    size = len(begins) + len(movie(video, audio, 0)) + 8
    return begins + movie(video, audio, size) + box("mdat", *video, *audio)


def movie(video: list[bytes], audio: list[bytes], at: int) -> bytes:
    """The tables of both tracks; `at` is the place of the first sample in the file."""
    head = pack(">IIIIIH10x", 0, 0, TICKS, SECONDS * TICKS, 1 << 16, 0x100) + MATRIX + pack(">24xI", 3)
    after = at + sum(map(len, video))
    step = TICKS // PICTURES_A_SECOND
    look, sound = full("vmhd", bytes(8), flags=1), full("smhd", bytes(4))
    return box(
        "moov",
        full("mvhd", head),
        track(1, b"vide", look, video_entry(), TICKS, step, [*map(len, video)], at),
        track(2, b"soun", sound, audio_entry(), RATE, SAMPLES, [*map(len, audio)], after),
    )


if __name__ == "__main__":
    FILM.write_bytes(film())
