"""A move that needs a printed number nobody has said yet: the move waits, and the number is asked for in one place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.tables import ActionRequest
from scoring.printed_values import PrintedValues
from scoring.table import Table

# More than so many are not asked for one by one: they are read on the drawn board, by all who want to.
FEW = 3


@dataclass(frozen=True)
class PendingMove:
    """Who wanted what, and the numbers that it takes."""

    request: ActionRequest
    device: str
    fields: tuple[str, ...]
    # Too many for one question after the other.
    many: bool = False

    @classmethod
    def about(cls, asked: ActionRequest, device: str, table: Table, missing_values: Sequence[str]) -> PendingMove:
        """The numbers themselves, and first the names of their places where nobody has read them."""
        fields = [field for field in map(table.game.field, missing_values) if field]
        keys = (key for field in fields for key in (field.to_read_first(table.box), field.key) if key)
        wanted = tuple(dict.fromkeys(keys))
        return cls(asked, device, wanted, len(wanted) > FEW and not all(field.value for field in fields))

    def missing(self, box: PrintedValues) -> tuple[str, ...]:
        return tuple(key for key in self.fields if not box.get(key))

    def is_for(self, device: str, page: str) -> bool:
        """On the device of whoever acts, and on the table screen; what takes long, on all that can help. What rests on
        a secret is told to nobody else."""
        return self.may_drop(device, page) or (self.many and not self.request.action.private)

    def may_drop(self, device: str, page: str) -> bool:
        """Whoever asked for the move can leave it for now, and so can the table; those who only help cannot."""
        return device == self.device or (page == "table" and not self.request.action.private)


class PendingMoves:
    """One a table: the latest move that has to wait. Nothing is stored; after a restart it is simply tapped again."""

    def __init__(self) -> None:
        self._waiting: dict[str, PendingMove] = {}

    def put(self, code: str, pending_move: PendingMove) -> None:
        self._waiting[code] = pending_move

    def at(self, code: str) -> PendingMove | None:
        return self._waiting.get(code)

    def drop(self, code: str) -> None:
        self._waiting.pop(code, None)
