"""What a seat may ask for. `own` asks rest on a face-down knight or a hand: they come from its own device only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from scoring.kernel import Ask

# --- set-up --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LayLand(Ask):
    """This side of the land lies up (nl 30-33)."""

    strict: ClassVar[bool] = False
    land: str
    side: str


@dataclass(frozen=True)
class LayCrowns(Ask):
    """All lands with the crown up, as in a first game (nl 31)."""


@dataclass(frozen=True)
class PlaceDefence(Ask):
    """The two knights under a land: one of its colour, one of another (nl 47-54)."""

    strict: ClassVar[bool] = False
    land: str
    first: int
    second: str


@dataclass(frozen=True)
class LayDrawn(Ask):
    """All knights as drawn in the rulebook, which this box tells (nl 56-58)."""


@dataclass(frozen=True)
class Begin(Ask):
    """All lies on the table; the youngest begins (nl 76)."""

    first: int


# --- a turn --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TakeFame(Ask):
    """For the lands held, before anything else (nl 111-119)."""


@dataclass(frozen=True)
class PlayKnight(Ask):
    """Openly, to an army of one's own; army 0: a new one, against the land of that colour (nl 122-138)."""

    army: int
    knight: str


@dataclass(frozen=True)
class PlayOnFaceDown(Ask):
    """The same to an army with a face-down knight: its colour counts, so only its owner may try (nl 287)."""

    own: ClassVar[bool] = True
    army: int
    knight: str


@dataclass(frozen=True)
class PlayFaceDown(Ask):
    """Once, as the holder of the land that allows it (nl 284)."""

    own: ClassVar[bool] = True
    army: int
    knight: str


@dataclass(frozen=True)
class AddToDefence(Ask):
    """Once, to the army of the land that allows it, instead of playing elsewhere (nl 238)."""

    knight: str


@dataclass(frozen=True)
class TurnUp(Ask):
    """Turn the face-down knight of this army (nl 289)."""

    own: ClassVar[bool] = True
    army: int


@dataclass(frozen=True)
class Recruit(Ask):
    """A free knight for as much fame as it is worth (nl 188)."""

    knight: str


@dataclass(frozen=True)
class TakeFreeKnight(Ask):
    """Without cost, at once after the conquest (nl 278)."""

    knight: str


@dataclass(frozen=True)
class LeaveFreeKnights(Ask):
    """None of them, and not later either (nl 279)."""


@dataclass(frozen=True)
class TakeBack(Ask):
    """One's own knight from an army on the table; `face-down` for one that lies so (nl 247)."""

    place: str
    knight: str


@dataclass(frozen=True)
class EndTurn(Ask):
    """Nothing more this turn."""


# --- the end -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TellHand(Ask):
    """What my hand is worth, where Herald's count cannot be right or is put right (nl 205)."""

    own: ClassVar[bool] = True
    strict: ClassVar[bool] = False
    points: int


@dataclass(frozen=True)
class AddLastKnight(Ask):
    """From the hand to an army of one's own, before the count (nl 323)."""

    own: ClassVar[bool] = True
    place: str
    knight: str


@dataclass(frozen=True)
class KeepHand(Ask):
    """No knight is added (nl 324: may)."""


@dataclass(frozen=True)
class CountArmy(Ask):
    """This attacking army counts as fame (nl 307)."""

    army: int


@dataclass(frozen=True)
class BeginCount(Ask):
    """The table is as Herald believes: count."""


@dataclass(frozen=True)
class ShowNext(Ask):
    """The next seat of the count."""


@dataclass(frozen=True)
class ShowAll(Ask):
    """The rest of the count at once."""


# --- corrections ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class CorrectFame(Ask):
    """So much fame really lies before that seat."""

    whose: int
    fame: int


@dataclass(frozen=True)
class CorrectKnight(Ask):
    """The knight that lies there (`army-3:green-4`) is really this one."""

    which: str
    really: str


@dataclass(frozen=True)
class CorrectPlace(Ask):
    """The knight that lies there really lies in that army of the same seat, or is in its hand."""

    which: str
    to: str


@dataclass(frozen=True)
class EnterForgotten(Ask):
    """A knight was laid and not entered: it lies in that army, or is a new army of that seat (`new-2`)."""

    knight: str
    to: str


@dataclass(frozen=True)
class CallLastKnight(Ask):
    """That was the last knight of that hand, whatever Herald believes: the game is over (nl 195)."""

    whose: int


@dataclass(frozen=True)
class CorrectHand(Ask):
    """What my hand is really worth."""

    own: ClassVar[bool] = True
    points: int


CORRECTIONS: tuple[type[Ask], ...] = (
    CorrectFame,
    CorrectKnight,
    CorrectPlace,
    EnterForgotten,
    CallLastKnight,
    CorrectHand,
)
ASKS: tuple[type[Ask], ...] = (
    LayLand,
    LayCrowns,
    PlaceDefence,
    LayDrawn,
    Begin,
    TakeFame,
    PlayKnight,
    PlayOnFaceDown,
    PlayFaceDown,
    AddToDefence,
    TurnUp,
    Recruit,
    TakeFreeKnight,
    LeaveFreeKnights,
    TakeBack,
    EndTurn,
    TellHand,
    AddLastKnight,
    KeepHand,
    CountArmy,
    BeginCount,
    ShowNext,
    ShowAll,
    *CORRECTIONS,
)
