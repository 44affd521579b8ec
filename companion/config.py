"""Settings from the command line."""

from dataclasses import dataclass
from pathlib import Path


class HeraldError(Exception):
    """Base of errors whose message is one sentence for the user."""


@dataclass(frozen=True)
class Config:
    instance: Path
    host: str = "0.0.0.0"
    port: int = 8000
    # Address for the QR code; None means the best of companion.lan.addresses() at that moment.
    address: str | None = None
    # Host names accepted besides the machine's own.
    names: frozenset[str] = frozenset()

    @property
    def is_alone(self) -> bool:
        """True if it listens on this device only."""
        return self.host in ("127.0.0.1", "::1", "localhost")
