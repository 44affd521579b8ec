"""A move that needs a printed number nobody has said yet: the move waits, and the number is asked for in one place."""

from __future__ import annotations

from dataclasses import dataclass

from companion.tables import Asked


@dataclass(frozen=True)
class Question:
    """Who wanted what, and the numbers that it takes."""

    asked: Asked
    device: str
    fields: tuple[str, ...]

    @property
    def field(self) -> str:
        """The one that is asked for."""
        return self.fields[0]

    def is_for(self, device: str, page: str) -> bool:
        """On the device of whoever acts, and on the table screen: what rests on a secret is not told there."""
        return device == self.device or (page == "table" and not self.asked.ask.own)


class Questions:
    """One a table: the latest move that has to wait. Nothing is stored; after a restart it is simply tapped again."""

    def __init__(self) -> None:
        self._waiting: dict[str, Question] = {}

    def put(self, code: str, question: Question) -> None:
        self._waiting[code] = question

    def at(self, code: str) -> Question | None:
        return self._waiting.get(code)

    def drop(self, code: str) -> None:
        self._waiting.pop(code, None)
