"""Moves that wait for printed values nobody has entered; the values are requested in one place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.tables import ActionRequest
from scoring.printed_values import PrintedValues
from scoring.table import Table

# If a move misses more values, they are not asked one by one, but on the board drawing, where everybody can help.
FEW = 3


@dataclass(frozen=True)
class PendingMove:
    """A requested move, its device, and the printed fields it needs."""

    request: ActionRequest
    device: str
    fields: tuple[str, ...]
    # Too many fields to request one by one.
    many: bool = False

    @classmethod
    def about(cls, asked: ActionRequest, device: str, table: Table, missing_values: Sequence[str]) -> PendingMove:
        """Returns a pending move. Names of places are requested before the values printed in those places."""
        fields = [field for field in map(table.game.field, missing_values) if field]
        keys = (key for field in fields for key in (field.to_read_first(table.printed_values), field.key) if key)
        wanted = tuple(dict.fromkeys(keys))
        return cls(asked, device, wanted, len(wanted) > FEW and not all(field.value for field in fields))

    def missing(self, box: PrintedValues) -> tuple[str, ...]:
        return tuple(key for key in self.fields if not box.get(key))

    def is_for(self, device: str, page: str) -> bool:
        """True on the acting device and the table screen; with many fields, on all devices. Private moves stay on the
        acting device."""
        return self.may_drop(device, page) or (self.many and not self.request.action.private)

    def may_drop(self, device: str, page: str) -> bool:
        """True on the device that requested the move and, unless it is private, on the table screen. Helpers cannot
        drop it."""
        return device == self.device or (page == "table" and not self.request.action.private)


class PendingMoves:
    """The latest pending move of each table. Nothing is stored; after a restart the player taps again."""

    def __init__(self) -> None:
        self._waiting: dict[str, PendingMove] = {}

    def put(self, code: str, pending_move: PendingMove) -> None:
        self._waiting[code] = pending_move

    def at(self, code: str) -> PendingMove | None:
        return self._waiting.get(code)

    def drop(self, code: str) -> None:
        self._waiting.pop(code, None)
