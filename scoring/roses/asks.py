"""What a seat may ask for. `own` asks rest on a purse or a plan and come from that seat's own device only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from scoring.kernel import Ask

# --- set-up and cards ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class DrawLots(Ask):
    """Herald draws the houses, as far as they are not entered, and the turn order (nl 146, 189)."""


@dataclass(frozen=True)
class TakeHouse(Ask):
    """My royal house tile shows this house (nl 146)."""

    strict: ClassVar[bool] = False
    house: str


@dataclass(frozen=True)
class DrawStone(Ask):
    """The next stone out of the bag is this seat's (nl 189)."""

    next: int


@dataclass(frozen=True)
class TakeCard(Ask):
    """The card picked: a location, a person or mercenaries (nl 215)."""

    card: str


# --- planning ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SealPlan(Ask):
    """The whole planning board, and French aid (nl 259, 267-274); cubes are 1 where one lies."""

    own: ClassVar[bool] = True
    strict: ClassVar[bool] = False
    sealing: ClassVar[bool] = True
    moves: Mapping[str, str]
    troops: Mapping[str, int]
    mercenaries: Mapping[str, int]
    white: Mapping[str, int]
    black: Mapping[str, int]
    bid: int = 0
    calais: str = ""
    aid: int = 0


# --- resolution and parliament -------------------------------------------------------------------------


@dataclass(frozen=True)
class ShowNext(Ask):
    """The next step; after the last one, what comes after it."""


@dataclass(frozen=True)
class ShowPhase(Ask):
    """The rest of this phase at once."""


@dataclass(frozen=True)
class ConfirmBoard(Ask):
    """The board is as Herald believes: parliament assembles."""


# --- corrections ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class CorrectOwner(Ask):
    """The location or person really belongs to this seat; -1: to nobody."""

    piece: str
    owner: int


@dataclass(frozen=True)
class CorrectPlace(Ask):
    """The noble or ship is really there."""

    piece: str
    to: str


@dataclass(frozen=True)
class CorrectCalais(Ask):
    """This seat really is Captain of Calais this round, in that area; -1: nobody is."""

    owner: int
    area: str


@dataclass(frozen=True)
class CorrectMercenaries(Ask):
    """So many mercenaries this seat really has."""

    whose: int
    count: int


@dataclass(frozen=True)
class CorrectAward(Ask):
    """The tile of this award really lies before this seat; -1: on the board."""

    award: str
    owner: int


@dataclass(frozen=True)
class CorrectPoints(Ask):
    """So many victory points this seat really has on the track."""

    whose: int
    points: int


@dataclass(frozen=True)
class CorrectPurse(Ask):
    """So much money I really have."""

    own: ClassVar[bool] = True
    pounds: int


CORRECTIONS: tuple[type[Ask], ...] = (
    CorrectOwner,
    CorrectPlace,
    CorrectCalais,
    CorrectMercenaries,
    CorrectAward,
    CorrectPoints,
    CorrectPurse,
)
ASKS: tuple[type[Ask], ...] = (
    DrawLots,
    TakeHouse,
    DrawStone,
    TakeCard,
    SealPlan,
    ShowNext,
    ShowPhase,
    ConfirmBoard,
    *CORRECTIONS,
)
