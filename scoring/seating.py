"""Asks and events of the table itself: seats, options, the start, and going back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from scoring.kernel import Ask, BoxFilled, Event, WhenUndone

# --- events --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TableOpened(Event):
    when_undone: ClassVar[WhenUndone] = WhenUndone.STAYS
    game: str
    options: Mapping[str, str]
    box: Mapping[str, str]
    example: bool = False


@dataclass(frozen=True)
class SeatTaken(Event):
    quiet: ClassVar[bool] = True
    when_undone: ClassVar[WhenUndone] = WhenUndone.STAYS
    key: int
    name: str
    colour: str
    phone: bool = True


@dataclass(frozen=True)
class SeatChanged(Event):
    """A new name, another colour, a phone found or lost: the place stays."""

    quiet: ClassVar[bool] = True
    when_undone: ClassVar[WhenUndone] = WhenUndone.STAYS
    seat: int
    name: str
    colour: str
    phone: bool


@dataclass(frozen=True)
class SeatLeft(Event):
    when_undone: ClassVar[WhenUndone] = WhenUndone.STAYS
    seat: int


@dataclass(frozen=True)
class SeatsOrdered(Event):
    """The seats, clockwise, as they sit around the table."""

    when_undone: ClassVar[WhenUndone] = WhenUndone.STAYS
    order: tuple[int, ...]


@dataclass(frozen=True)
class OptionChosen(Event):
    when_undone: ClassVar[WhenUndone] = WhenUndone.STAYS
    option: str
    value: str


@dataclass(frozen=True)
class GameStarted(Event):
    when_undone: ClassVar[WhenUndone] = WhenUndone.STAYS


@dataclass(frozen=True)
class UndoProposed(Event):
    """Somebody wants to go back behind a reveal; the host says whether the table agrees."""

    quiet: ClassVar[bool] = True
    when_undone: ClassVar[WhenUndone] = WhenUndone.STAYS
    to: int


@dataclass(frozen=True)
class UndoDeclined(Event):
    quiet: ClassVar[bool] = True
    when_undone: ClassVar[WhenUndone] = WhenUndone.STAYS


@dataclass(frozen=True)
class Undone(Event):
    """Back to just after seq `to`; what came later stays in the log, struck through."""

    when_undone: ClassVar[WhenUndone] = WhenUndone.STAYS
    to: int


TABLE_EVENTS: tuple[type[Event], ...] = (
    TableOpened,
    SeatTaken,
    SeatChanged,
    SeatLeft,
    SeatsOrdered,
    OptionChosen,
    GameStarted,
    BoxFilled,
    UndoProposed,
    UndoDeclined,
    Undone,
)


# --- asks ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TakeSeat(Ask):
    strict: ClassVar[bool] = False
    name: str
    colour: str
    phone: bool = True


@dataclass(frozen=True)
class ChangeSeat(Ask):
    strict: ClassVar[bool] = False
    number: int
    name: str
    colour: str


@dataclass(frozen=True)
class ChangePhone(Ask):
    """The seat answers from its own phone from now on, or behind the curtain."""

    strict: ClassVar[bool] = False
    number: int
    phone: bool


@dataclass(frozen=True)
class LeaveSeat(Ask):
    number: int


@dataclass(frozen=True)
class MoveSeat(Ask):
    """One place further clockwise (+1) or back (-1)."""

    number: int
    by: int


@dataclass(frozen=True)
class ChooseOption(Ask):
    strict: ClassVar[bool] = False
    option: str
    value: str


@dataclass(frozen=True)
class StartGame(Ask):
    pass


@dataclass(frozen=True)
class FillBox(Ask):
    strict: ClassVar[bool] = False
    field: str
    value: str


@dataclass(frozen=True)
class Undo(Ask):
    to: int


@dataclass(frozen=True)
class DeclineUndo(Ask):
    strict: ClassVar[bool] = False


TABLE_ASKS: tuple[type[Ask], ...] = (
    TakeSeat,
    ChangeSeat,
    ChangePhone,
    LeaveSeat,
    MoveSeat,
    ChooseOption,
    StartGame,
    FillBox,
    Undo,
    DeclineUndo,
)
