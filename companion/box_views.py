"""Views of printed values: fields to read, values that a move waits for, and consistency checks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.pending_moves import PendingMove
from companion.services import Services
from companion.tables import LiveTable
from scoring.kernel import Game
from scoring.memo import memoize_by_identity
from scoring.printed_values import ConsistencyCheck, PrintedField, PrintedValues
from scoring.words import Text


@dataclass(frozen=True)
class PrintedView:
    """One printed field: its place, question and selectable values."""

    field: PrintedField
    place: Text | str | None
    # The full question, including the place.
    label: Text
    # The known value, or empty.
    now: str
    # For a name field: the names that no other place has.
    names: tuple[str, ...]

    @property
    def is_likely(self) -> bool:
        return bool(self.field.value) and not self.field.is_name

    @classmethod
    def of(cls, game: Game[Any], field: PrintedField, box: PrintedValues) -> PrintedView:
        taken = {box.get(one.key) for one in game.printed_fields if one.names_a_place and one != field}
        names = (field.value, *field.names) if field.value and field.is_name else field.names
        names = tuple(name for name in dict.fromkeys(names) if name not in taken)
        return cls(field, field.place(box), field.full_label(box), box.get(field.key, ""), names)


@dataclass(frozen=True)
class PendingMoveView:
    """The printed value that a move waits for; all missing values if there are several and all have likely values."""

    asked: PrintedView
    likely: tuple[PrintedView, ...]
    # For a move that needs many values, which are read on the board drawing: how many are known, and how many it needs.
    known: int = 0
    all: int = 0
    may_drop: bool = True


@dataclass(frozen=True)
class CheckView:
    text: Text
    rule: str
    holds: bool | None


@memoize_by_identity
def fields_of(box: tuple[PrintedField, ...]) -> Mapping[str, PrintedField]:
    return {field.key: field for field in box}


def asked_fields(game: Game[Any]) -> tuple[PrintedField, ...]:
    """Printed fields that somebody has to read off the box."""
    return tuple(field for field in game.printed_fields if field.asked and not field.certain)


def pending_move(services: Services, live: LiveTable, device: str, page: str) -> PendingMoveView | None:
    """The printed value that a move waits for; None once the value is entered or the table has moved on."""
    waiting, table = waiting_move(services, live, device, page), live.projection.table
    if waiting is None:
        return None
    missing = [field for field in map(table.game.field, waiting.missing(table.printed_values)) if field]
    asked = tuple(PrintedView.of(table.game, field, table.printed_values) for field in missing)
    if waiting.many:
        known, may_drop = len(waiting.fields) - len(missing), waiting.may_drop(device, page)
        return PendingMoveView(asked[0], (), known, len(waiting.fields), may_drop)
    return PendingMoveView(asked[0], asked if len(asked) > 1 and all(one.is_likely for one in asked) else ())


def waiting_move(services: Services, live: LiveTable, device: str, page: str) -> PendingMove | None:
    """The move that waits for printed values, if this device may see it."""
    waiting = pending_or_completed_move(services, live, device, page)
    return waiting if waiting and waiting.missing(live.projection.table.printed_values) else None


def pending_or_completed_move(services: Services, live: LiveTable, device: str, page: str) -> PendingMove | None:
    """Like `waiting_move`, but also right after its last value was entered. None once the table has moved on."""
    waiting = services.pending_moves.at(live.code)
    if (
        waiting is None
        or not waiting.is_for(device, page)
        or (waiting.request.seen or 0) < live.projection.required_seq
    ):
        return None
    return waiting


def checks(checks: tuple[ConsistencyCheck, ...], box: Mapping[str, str]) -> tuple[CheckView, ...]:
    return tuple(CheckView(check.text, check.rule, check.holds(box)) for check in checks)
