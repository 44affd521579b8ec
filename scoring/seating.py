"""Asks and events of the table itself: seats, options, the start, and going back."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.kernel import Ask, BoxFilled, BoxWorkedOut, Event, WhenUndone

# --- events --------------------------------------------------------------------------------------------


class TableOpened(Event, when_undone=WhenUndone.STAYS):
    game: str
    options: Mapping[str, str]
    box: Mapping[str, str]
    example: bool = False


class SeatTaken(Event, quiet=True, when_undone=WhenUndone.STAYS):
    key: int
    name: str
    colour: str
    phone: bool = True


class BotSeated(SeatTaken, quiet=True, when_undone=WhenUndone.STAYS):
    """A seat that Herald plays itself until a phone takes it over."""


class SeatChanged(Event, quiet=True, when_undone=WhenUndone.STAYS):
    """A new name, another colour, a phone found or lost: the place stays."""

    seat: int
    name: str
    colour: str
    phone: bool


class SeatLeft(Event, when_undone=WhenUndone.STAYS):
    seat: int


class SeatsOrdered(Event, when_undone=WhenUndone.STAYS):
    """The seats, clockwise, as they sit around the table."""

    order: tuple[int, ...]


class OptionChosen(Event, when_undone=WhenUndone.STAYS):
    option: str
    value: str


class GameStarted(Event, when_undone=WhenUndone.STAYS):
    pass


class CurtainOpened(Event, quiet=True, aside=True, when_undone=WhenUndone.STAYS):
    """What a seat without a phone hides was shown: on the phone of a seat (None: of none), on the host's device."""

    seat: int
    phone: int | None
    host: bool


class CurtainsAllowed(Event, quiet=True, aside=True, when_undone=WhenUndone.STAYS):
    """Curtains are opened on every device of the table from now on, or on the laptop and the host's alone."""

    everywhere: bool


class UndoProposed(Event, quiet=True, when_undone=WhenUndone.STAYS):
    """Somebody wants to go back behind a reveal; the host says whether the table agrees."""

    to: int


class UndoDeclined(Event, quiet=True, when_undone=WhenUndone.STAYS):
    pass


class Undone(Event, when_undone=WhenUndone.STAYS):
    """Back to just after seq `to`; what came later stays in the log, struck through."""

    to: int


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
    BoxFilled,
    BoxWorkedOut,
    UndoProposed,
    UndoDeclined,
    Undone,
)


# --- asks ----------------------------------------------------------------------------------------------


class TakeSeat(Ask, strict=False):
    name: str
    colour: str
    phone: bool = True


class SeatBot(Ask, strict=False):
    """One more bot, where the game is only tried out."""


class ChangeSeat(Ask, strict=False):
    number: int
    name: str
    colour: str


class ChangePhone(Ask, strict=False):
    """The seat answers from its own phone from now on, or behind the curtain."""

    number: int
    phone: bool


class AllowCurtains(Ask, strict=False):
    """Every device of the table may open curtains, or only the laptop and the host's."""

    everywhere: bool


class LeaveSeat(Ask):
    number: int


class MoveSeat(Ask):
    """One place further clockwise (+1) or back (-1)."""

    number: int
    by: int


class ChooseOption(Ask, strict=False):
    option: str
    value: str


class StartGame(Ask):
    pass


class FillBox(Ask, strict=False):
    field: str
    value: str


class Undo(Ask):
    to: int


class DeclineUndo(Ask, strict=False):
    pass


TABLE_ASKS: tuple[type[Ask], ...] = (
    TakeSeat,
    SeatBot,
    ChangeSeat,
    ChangePhone,
    AllowCurtains,
    LeaveSeat,
    MoveSeat,
    ChooseOption,
    StartGame,
    FillBox,
    Undo,
    DeclineUndo,
)
