"""Seats, and the actions and events of the table itself: seating, options, the start, and undo."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from scoring.kernel import (
    FINAL_SCORING,
    Action,
    Event,
    GameConfig,
    PrintedValueDeduced,
    PrintedValueEntered,
    UndoPolicy,
)
from scoring.values import replaced
from scoring.words import T, Text, Who

if TYPE_CHECKING:
    from scoring.table import Table

# Each colour has its own arms, so that colour is never the only distinction.
PLAYER_COLOURS = ("red", "blue", "green", "yellow", "orange", "purple", "black", "white", "grey")


@dataclass(frozen=True)
class Seat:
    """A player's seat. Without a phone, it acts behind the curtain of a device that may open it."""

    # Stays with the player when seats are reordered or left before the game.
    key: int
    name: str
    colour: str
    phone: bool = True
    # Played by Herald until a phone takes it over.
    bot: bool = False


@dataclass(frozen=True)
class Actor:
    """The acting device: its seat (None: the table screen) and whether it is the host's."""

    seat: int | None = None
    host: bool = False


# --- events --------------------------------------------------------------------------------------------


class TableOpened(Event, undo_policy=UndoPolicy.KEPT):
    game: str
    options: Mapping[str, str]
    box: Mapping[str, str]
    example: bool = False

    def history_line(self, table: Any) -> Text:
        return T("The table was opened.")


class SeatTaken(Event, stale_safe=True, undo_policy=UndoPolicy.KEPT):
    key: int
    name: str
    colour: str
    phone: bool = True
    # True: Herald plays the seat until a phone takes it over.
    bot: ClassVar[bool] = False

    def apply(self, table: Table) -> Table:
        seat = Seat(self.key, self.name, self.colour, self.phone, self.bot)
        return replace(table, seats=(*table.seats, seat), keys=self.key)

    def history_line(self, table: Table) -> Text:
        return T("{name} took a seat.", name=self.name)


class BotSeated(SeatTaken, bot=True):
    """A bot took a seat; Herald plays it."""


class SeatChanged(Event, stale_safe=True, undo_policy=UndoPolicy.KEPT):
    """A seat's name, colour or phone changed; its place stays."""

    seat: int
    name: str
    colour: str
    phone: bool

    def apply(self, table: Table) -> Table:
        now = replace(table.seats[self.seat], name=self.name, colour=self.colour, phone=self.phone)
        return replace(table, seats=replaced(table.seats, self.seat, now))

    def history_line(self, table: Table) -> Text | None:
        before, name = table.seats[self.seat], self.name
        if name != before.name:
            return T("{before} was renamed {name}.", before=before.name, name=name)
        if self.phone == before.phone:
            return None
        if self.phone:
            return T("{name} switched to a phone.", name=name)
        return T("{name} switched to a shared device.", name=name)


class SeatLeft(Event, undo_policy=UndoPolicy.KEPT):
    seat: int

    def apply(self, table: Table) -> Table:
        return replace(table, seats=table.seats[: self.seat] + table.seats[self.seat + 1 :])

    def history_line(self, table: Table) -> Text:
        return T("{who} left the table.", who=table.seats[self.seat].name)


class SeatsOrdered(Event, undo_policy=UndoPolicy.KEPT):
    """The seats were put in clockwise order; `order` holds their former numbers."""

    order: tuple[int, ...]

    def apply(self, table: Table) -> Table:
        return replace(table, seats=tuple(table.seats[number] for number in self.order))


class OptionChosen(Event, undo_policy=UndoPolicy.KEPT):
    option: str
    value: str

    def apply(self, table: Table) -> Table:
        return replace(table, options={**table.options, self.option: self.value})


class GameStarted(Event, undo_policy=UndoPolicy.KEPT):
    def apply(self, table: Table) -> Table:
        colours = tuple(seat.colour for seat in table.seats)
        config = GameConfig(len(table.seats), table.options, table.printed_values, colours)
        return replace(table, state=table.game.start(config))

    def history_line(self, table: Table) -> Text:
        return T("Started scoring a finished game.") if table.tracking_mode == FINAL_SCORING else T("The game began.")


class CurtainOpened(Event, stale_safe=True, not_a_move=True, undo_policy=UndoPolicy.KEPT):
    """The curtain of a seat without a phone was opened.

    `phone` is the seat of the phone that showed it, if any; `host` is true on the host's device.
    """

    seat: int
    phone: int | None
    host: bool

    def history_line(self, table: Any) -> Text:
        whose = Who(self.seat)
        if self.phone is not None:
            return T("{who}’s private screen was opened on {other}’s phone.", who=whose, other=Who(self.phone))
        if self.host:
            return T("{who}’s private screen was opened on the host’s device.", who=whose)
        return T("{who}’s private screen was opened on a table screen.", who=whose)


class CurtainsAllowed(Event, stale_safe=True, not_a_move=True, undo_policy=UndoPolicy.KEPT):
    """Curtains open on every device at the table, or only on the laptop and the host's device."""

    everywhere: bool

    def apply(self, table: Table) -> Table:
        return replace(table, curtains_everywhere=self.everywhere)

    def history_line(self, table: Any) -> Text:
        if self.everywhere:
            return T("The host let every device at the table open private screens.")
        return T("The host limited private screens to the laptop and the host’s device.")


class UndoProposed(Event, stale_safe=True, undo_policy=UndoPolicy.KEPT):
    """Somebody proposed an undo past a reveal; the host answers for the table."""

    to: int

    def apply(self, table: Table) -> Table:
        return replace(table, proposal=self.to)

    def history_line(self, table: Any) -> Text:
        return T("A player asked to undo something that was sealed or revealed.")


class UndoDeclined(Event, stale_safe=True, undo_policy=UndoPolicy.KEPT):
    def apply(self, table: Table) -> Table:
        return replace(table, proposal=None)

    def history_line(self, table: Any) -> Text:
        return T("The table chose to keep playing.")


class Undone(Event, undo_policy=UndoPolicy.KEPT):
    """Undo to just after seq `to`. Later records stay in the log, struck through; `replay` writes the history line."""

    to: int

    def apply(self, table: Table) -> Table:
        return replace(table, proposal=None)


TABLE_EVENTS: tuple[type[Event], ...] = (
    TableOpened,
    SeatTaken,
    BotSeated,
    SeatChanged,
    SeatLeft,
    SeatsOrdered,
    OptionChosen,
    GameStarted,
    CurtainOpened,
    CurtainsAllowed,
    PrintedValueEntered,
    PrintedValueDeduced,
    UndoProposed,
    UndoDeclined,
    Undone,
)


# --- actions -------------------------------------------------------------------------------------------


class TakeSeat(Action, rejects_stale=False):
    name: str
    colour: str
    phone: bool = True


class SeatBot(Action, rejects_stale=False):
    """Adds a bot, at a table without a box."""


class ChangeSeat(Action, rejects_stale=False):
    number: int
    name: str
    colour: str


class ChangePhone(Action, rejects_stale=False):
    """Switches a seat to its own phone, or to a curtain on a shared device."""

    number: int
    phone: bool


class AllowCurtains(Action, rejects_stale=False):
    """Lets every device at the table open curtains, or only the laptop and the host's device."""

    everywhere: bool


class LeaveSeat(Action):
    number: int


class MoveSeat(Action):
    """Moves a seat one place clockwise (+1) or back (-1)."""

    number: int
    by: int


class ChooseOption(Action, rejects_stale=False):
    option: str
    value: str


class StartGame(Action):
    pass


class EnterPrintedValue(Action, rejects_stale=False):
    field: str
    value: str


class Undo(Action):
    to: int


class DeclineUndo(Action, rejects_stale=False):
    pass


TABLE_ACTIONS: tuple[type[Action], ...] = (
    TakeSeat,
    SeatBot,
    ChangeSeat,
    ChangePhone,
    AllowCurtains,
    LeaveSeat,
    MoveSeat,
    ChooseOption,
    StartGame,
    EnterPrintedValue,
    Undo,
    DeclineUndo,
)
