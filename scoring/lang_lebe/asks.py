"""What a seat may ask for. `own` asks rest on a hand and come from that seat's own device only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from scoring.kernel import Ask

# --- set-up --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TakeStartArea(Ask):
    """My start card shows this area (nl 61)."""

    strict: ClassVar[bool] = False
    area: str


@dataclass(frozen=True)
class DrawStartAreas(Ask):
    """Herald deals out the known start areas by lot."""


# --- a turn --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Stay(Ask):
    """Leave the figure where it is and place the free courtier there (nl 100)."""


@dataclass(frozen=True)
class MoveFigure(Ask):
    """Into an empty area or one of one's own (nl 86, 96)."""

    area: str


@dataclass(frozen=True)
class EnterForeign(Ask):
    """Into somebody else's area: a dispute (nl 112). Needs two cards, so it is the seat's own."""

    own: ClassVar[bool] = True
    area: str


@dataclass(frozen=True)
class PlaceCourtier(Ask):
    """The free courtier (nl 88; after a dispute nl 140)."""


@dataclass(frozen=True)
class RollOn(Ask):
    """Spend a card and roll to move on instead of placing courtiers (nl 106)."""

    own: ClassVar[bool] = True
    card: int
    die: int | None = None


@dataclass(frozen=True)
class ExtraRoll(Ask):
    """Spend a card and roll for one more courtier (nl 90)."""

    own: ClassVar[bool] = True
    card: int
    die: int | None = None


@dataclass(frozen=True)
class EndTurn(Ask):
    """Stop here; at the start of a turn: do nothing at all (nl 218)."""


# --- a dispute -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SealStake(Ask):
    """One to five cards, face down until everybody has chosen (nl 122)."""

    own: ClassVar[bool] = True
    strict: ClassVar[bool] = False
    sealing: ClassVar[bool] = True
    x1: int = 0
    x2: int = 0
    x3: int = 0


@dataclass(frozen=True)
class RollDice(Ask):
    """As many dice as cards staked (nl 124)."""

    dice: tuple[int, ...] | None = None


@dataclass(frozen=True)
class BanishFigure(Ask):
    """The winner sends the figure of that seat to an area (nl 142-146)."""

    figure: int
    area: str


@dataclass(frozen=True)
class TakeBack(Ask):
    """How many staked cards the ones bring back; all of them unless somebody wants fewer (nl 154, 235)."""

    strict: ClassVar[bool] = False
    count: int


# --- a king election -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class ConfirmBoard(Ask):
    """The board is as Herald believes: count."""


@dataclass(frozen=True)
class ShowNext(Ask):
    """The next line of the count; after the last one, what it comes to."""


@dataclass(frozen=True)
class ShowAll(Ask):
    """The rest of the count and what it comes to, at once."""


@dataclass(frozen=True)
class RollForTie(Ask):
    """Five dice, where votes and cards are equal (nl 243)."""

    dice: tuple[int, ...] | None = None


@dataclass(frozen=True)
class EnterHand(Ask):
    """My hand after the real cards were dealt; `sure`: counted twice, whatever Herald expects."""

    own: ClassVar[bool] = True
    strict: ClassVar[bool] = False
    sealing: ClassVar[bool] = True
    x1: int = 0
    x2: int = 0
    x3: int = 0
    sure: bool = False


# --- corrections ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class CorrectArea(Ask):
    """So many courtiers of that seat really stand there; holder -1: none at all."""

    area: str
    holder: int
    courtiers: int = 0


@dataclass(frozen=True)
class CorrectFigure(Ask):
    """The figure of that seat really stands there."""

    figure: int
    area: str


@dataclass(frozen=True)
class CorrectBonus(Ask):
    """The bonus courtier of that seat really stands on this number."""

    whose: int
    votes: int


@dataclass(frozen=True)
class CorrectHand(Ask):
    """What I really hold; with the cards from the box only."""

    own: ClassVar[bool] = True
    x1: int = 0
    x2: int = 0
    x3: int = 0


CORRECTIONS: tuple[type[Ask], ...] = (CorrectArea, CorrectFigure, CorrectBonus, CorrectHand)
ASKS: tuple[type[Ask], ...] = (
    TakeStartArea,
    DrawStartAreas,
    Stay,
    MoveFigure,
    EnterForeign,
    PlaceCourtier,
    RollOn,
    ExtraRoll,
    EndTurn,
    SealStake,
    RollDice,
    BanishFigure,
    TakeBack,
    ConfirmBoard,
    ShowNext,
    ShowAll,
    RollForTie,
    EnterHand,
    *CORRECTIONS,
)
