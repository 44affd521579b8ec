"""Settings from the command line."""

from dataclasses import dataclass
from pathlib import Path


class HeraldError(Exception):
    """Base class for errors whose message is one sentence for the user."""


# Letters that cannot be mistaken for one another on a screen across the room.
CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"


@dataclass(frozen=True)
class Config:
    instance: Path
    host: str = "0.0.0.0"
    port: int = 8000
    # Address for the QR code; None means the best of companion.lan.addresses() at that moment.
    address: str | None = None
    # Host names accepted besides the machine's own.
    names: frozenset[str] = frozenset()
    # Several Heralds behind one proxy: its port, the first letters of this one's codes, and the file with the key that
    # signs the cookies of all.
    public_port: int | None = None
    codes: str = ""
    key_file: Path | None = None

    @property
    def is_alone(self) -> bool:
        """True if Herald listens on this device only."""
        return self.public_port is None and self.host in ("127.0.0.1", "::1", "localhost")
