"""What happened, as facts; consequences that Herald works out are events of their own.

Who has which marker is withheld from the export of a running game: markers lie face down (de 219).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from scoring.kernel import Event, WhenUndone
from scoring.words import T, Text


@dataclass(frozen=True)
class StartPlayerChosen(Event):
    beginner: ClassVar[str] = "seat"
    seat: int


# --- a turn --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TurnBegan(Event):
    seat: int


@dataclass(frozen=True)
class PositionOccupied(Event):
    seat: int
    position: str


@dataclass(frozen=True)
class PositionTakenOver(Event):
    """The cube of `loser` went to the city's field."""

    seat: int
    position: str
    loser: int


@dataclass(frozen=True)
class TurnEnded(Event):
    seat: int


# --- markers -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class MarkerTaken(Event):
    """A marker, called as its field on the box sheet, lies face down before its owner."""

    secret: ClassVar[frozenset[str]] = frozenset({"seat"})
    seat: int
    marker: str


@dataclass(frozen=True)
class MissedMarkerTaken(Event):
    """A marker that turns out to have been due before, now that a printed number was put right."""

    secret: ClassVar[frozenset[str]] = frozenset({"seat"})
    when_undone: ClassVar[WhenUndone] = WhenUndone.DECIDED_ANEW
    seat: int
    marker: str


@dataclass(frozen=True)
class MarkerRemoved(Event):
    """Nobody gets the marker: it is out of the game."""

    marker: str


# --- scoring -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class EpochEnded(Event):
    """The cards ran out; after the third time the round is played to its end."""

    epoch: int


@dataclass(frozen=True)
class ScoringBegan(Event):
    epoch: int


@dataclass(frozen=True)
class BoardConfirmed(Event):
    pass


@dataclass(frozen=True)
class TieSettled(Event):
    """The table put this seat before the others that are equal to it."""

    country: str
    seat: int


@dataclass(frozen=True)
class EpochScored(Event):
    """All markers of the epoch have found their owners, or left the game."""

    chapter: ClassVar[Text | None] = T("Epoch")
    epoch: int


@dataclass(frozen=True)
class TitlesConfirmed(Event):
    pass


@dataclass(frozen=True)
class MarkersShown(Event):
    """So many kinds of markers have been turned over."""

    reveals: ClassVar[bool] = True
    shown: int


@dataclass(frozen=True)
class GameEnded(Event):
    pass


# --- corrections ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PositionCorrected(Event):
    position: str
    holder: int


@dataclass(frozen=True)
class TitleCorrected(Event):
    title: str
    seat: int
    cubes: int


@dataclass(frozen=True)
class FieldCorrected(Event):
    city: str
    seat: int
    cubes: int


@dataclass(frozen=True)
class MarkerCorrected(Event):
    secret: ClassVar[frozenset[str]] = frozenset({"holder"})
    marker: str
    holder: int


@dataclass(frozen=True)
class MarkerPassedOn(Event):
    """A cube was another seat's, and so is the marker that came with it."""

    secret: ClassVar[frozenset[str]] = frozenset({"seat", "loser"})
    seat: int
    marker: str
    loser: int


@dataclass(frozen=True)
class MarkerDoubted(Event):
    """After something was put right the marker would be theirs, or nobody's: the table looks again."""

    secret: ClassVar[frozenset[str]] = frozenset({"seats"})
    when_undone: ClassVar[WhenUndone] = WhenUndone.DECIDED_ANEW
    marker: str
    seats: tuple[int, ...]


EVENTS: tuple[type[Event], ...] = (
    StartPlayerChosen,
    TurnBegan,
    PositionOccupied,
    PositionTakenOver,
    TurnEnded,
    MarkerTaken,
    MissedMarkerTaken,
    MarkerRemoved,
    EpochEnded,
    ScoringBegan,
    BoardConfirmed,
    TieSettled,
    EpochScored,
    TitlesConfirmed,
    MarkersShown,
    GameEnded,
    PositionCorrected,
    TitleCorrected,
    FieldCorrected,
    MarkerCorrected,
    MarkerPassedOn,
    MarkerDoubted,
)
