"""What happened, as facts; consequences that Herald works out are events of their own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from scoring.kernel import Event
from scoring.saga.knights import Knight
from scoring.words import T, Text

# --- set-up --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LandLaid(Event):
    """This side lies up; what is printed on it, the box tells."""

    quiet: ClassVar[bool] = True
    land: str
    side: str


@dataclass(frozen=True)
class DefencePlaced(Event):
    quiet: ClassVar[bool] = True
    land: str
    knights: tuple[Knight, ...]


@dataclass(frozen=True)
class SetUpFinished(Event):
    beginner: ClassVar[str] = "first"
    first: int


# --- a turn --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TurnBegan(Event):
    chapter: ClassVar[Text | None] = T("Turn")
    seat: int


@dataclass(frozen=True)
class FameTaken(Event):
    seat: int
    fame: int


@dataclass(frozen=True)
class KnightPlayed(Event):
    """To that attacking army; a number not on the table yet is a new army."""

    seat: int
    army: int
    knight: Knight


@dataclass(frozen=True)
class FaceDownPlayed(Event):
    """By the holder of that land, on an attacking army."""

    secret: ClassVar[frozenset[str]] = frozenset({"knight"})
    seat: int
    land: str
    army: int
    knight: Knight


@dataclass(frozen=True)
class DefenceStrengthened(Event):
    seat: int
    land: str
    knight: Knight


@dataclass(frozen=True)
class KnightTurned(Event):
    """The face-down knight of that army lies open."""

    reveals: ClassVar[bool] = True
    seat: int
    army: int
    knight: Knight


@dataclass(frozen=True)
class KnightsFreed(Event):
    """A land was taken from the middle: its knights lie free on the table."""

    land: str
    knights: tuple[Knight, ...]


@dataclass(frozen=True)
class KnightsReturned(Event):
    """A land was taken from a seat: its knights are in that seat's hand again."""

    seat: int
    land: str
    knights: tuple[Knight, ...]


@dataclass(frozen=True)
class LandConquered(Event):
    """The attacking army of this number lies under the land now."""

    seat: int
    land: str
    army: int


@dataclass(frozen=True)
class FreeKnightGranted(Event):
    """The conquest lets the seat take a free knight, now or never."""

    seat: int
    land: str


@dataclass(frozen=True)
class FreeKnightTaken(Event):
    seat: int
    knight: Knight


@dataclass(frozen=True)
class FreeKnightsLeft(Event):
    seat: int


@dataclass(frozen=True)
class KnightRecruited(Event):
    """For as much fame as the knight is worth."""

    seat: int
    knight: Knight


@dataclass(frozen=True)
class KnightTakenBack(Event):
    """From `army-3` or `land-red` to the hand."""

    seat: int
    place: str
    knight: Knight


@dataclass(frozen=True)
class FaceDownTakenBack(Event):
    """The face-down knight laid last on that army, unseen."""

    seat: int
    army: int


@dataclass(frozen=True)
class TurnEnded(Event):
    seat: int


# --- the end -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LastKnightPlayed(Event):
    """No knight is left in that hand: the game is over, and all hands are laid open."""

    reveals: ClassVar[bool] = True
    seat: int


@dataclass(frozen=True)
class HandTold(Event):
    """What the hand is worth, told by its owner."""

    quiet: ClassVar[bool] = True
    seat: int
    points: int


@dataclass(frozen=True)
class LastKnightAdded(Event):
    seat: int
    place: str
    knight: Knight


@dataclass(frozen=True)
class HandKept(Event):
    seat: int


@dataclass(frozen=True)
class ArmyCounted(Event):
    """This attacking army counts as fame."""

    seat: int
    army: int


@dataclass(frozen=True)
class CountBegan(Event):
    pass


@dataclass(frozen=True)
class CountShown(Event):
    """So many seats of the count are on the screens."""

    shown: int


@dataclass(frozen=True)
class EmpressReturned(Event):
    """All is counted."""


# --- corrections ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class FameCorrected(Event):
    seat: int
    fame: int


@dataclass(frozen=True)
class KnightCorrected(Event):
    """In `army-3`, `land-red` or `free`."""

    place: str
    knight: Knight
    really: Knight


@dataclass(frozen=True)
class PlaceCorrected(Event):
    """From one place to another of the same seat, or to its `hand`."""

    place: str
    knight: Knight
    to: str


@dataclass(frozen=True)
class AimCorrected(Event):
    """The first knight of that attacking army was put right, so the army is against another land."""

    army: int
    land: str


@dataclass(frozen=True)
class HandStood(Event):
    """Knights of that seat on the table were put right by so many points; its hand is worth what its owner told."""

    seat: int
    by: int


@dataclass(frozen=True)
class ForgottenEntered(Event):
    """A knight of that seat lies there and was not entered when it was laid; `new`: a new army."""

    seat: int
    place: str
    knight: Knight


@dataclass(frozen=True)
class HandEmptied(Event):
    """No knight is left in that hand, although Herald knew of some: where they lie, nobody has said."""

    seat: int


@dataclass(frozen=True)
class HandCorrected(Event):
    secret: ClassVar[frozenset[str]] = frozenset({"points"})
    quiet: ClassVar[bool] = True
    seat: int
    points: int


EVENTS: tuple[type[Event], ...] = (
    LandLaid,
    DefencePlaced,
    SetUpFinished,
    TurnBegan,
    FameTaken,
    KnightPlayed,
    FaceDownPlayed,
    DefenceStrengthened,
    KnightTurned,
    KnightsFreed,
    KnightsReturned,
    LandConquered,
    FreeKnightGranted,
    FreeKnightTaken,
    FreeKnightsLeft,
    KnightRecruited,
    KnightTakenBack,
    FaceDownTakenBack,
    TurnEnded,
    LastKnightPlayed,
    HandTold,
    LastKnightAdded,
    HandKept,
    ArmyCounted,
    CountBegan,
    CountShown,
    EmpressReturned,
    FameCorrected,
    KnightCorrected,
    PlaceCorrected,
    AimCorrected,
    HandStood,
    ForgottenEntered,
    HandEmptied,
    HandCorrected,
)
