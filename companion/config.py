"""What the host chose on the command line."""

from dataclasses import dataclass
from pathlib import Path


class HeraldError(Exception):
    """Something Herald cannot go on with: one sentence for the person at the keyboard."""


@dataclass(frozen=True)
class Config:
    instance: Path
    host: str = "0.0.0.0"
    port: int = 8000
    # The address for the QR code; None: the best of companion.lan.addresses() at that moment.
    address: str | None = None
    # Host names that are answered besides the machine's own addresses.
    names: frozenset[str] = frozenset()

    @property
    def is_alone(self) -> bool:
        """True if it listens to this device and nobody else."""
        return self.host in ("127.0.0.1", "::1", "localhost")
