"""A staged reveal: lines that appear one by one on all screens, at the table's pace."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Generic, TypeVar

Line = TypeVar("Line")


@dataclass(frozen=True)
class Ceremony(Generic[Line]):
    """Lines that are already settled, and how many of them have been shown."""

    lines: tuple[Line, ...]
    shown: int = 0

    @property
    def visible(self) -> tuple[Line, ...]:
        return self.lines[: self.shown]

    @property
    def finished(self) -> bool:
        return self.shown >= len(self.lines)

    def next(self) -> Ceremony[Line]:
        return replace(self, shown=min(self.shown + 1, len(self.lines)))

    def skip(self) -> Ceremony[Line]:
        return replace(self, shown=len(self.lines))
