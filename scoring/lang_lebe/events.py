"""What happened, as facts; consequences that Herald works out are events of their own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from scoring.kernel import Event
from scoring.lang_lebe.cards import Cards
from scoring.words import T, Text

ELECTION = T("Election")

# --- set-up --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class StartAreaTaken(Event):
    seat: int
    area: str


@dataclass(frozen=True)
class StartAreasDrawn(Event):
    """The start area of each seat, by lot."""

    areas: tuple[str, ...]


@dataclass(frozen=True)
class SetUpFinished(Event):
    """All pieces stand in their start areas; `first` begins."""

    beginner: ClassVar[str] = "first"
    first: int


# --- a turn --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TurnBegan(Event):
    seat: int


@dataclass(frozen=True)
class FigureMoved(Event):
    """Into an empty area or one of its own."""

    seat: int
    area: str


@dataclass(frozen=True)
class CourtierPlaced(Event):
    seat: int
    area: str


@dataclass(frozen=True)
class NoRoomFound(Event):
    """The printed number came in with the wish to place a courtier, and showed that the area is full."""

    seat: int
    area: str


@dataclass(frozen=True)
class MoveRolled(Event):
    """A card was spent and a die rolled for moving on."""

    seat: int
    card: int
    die: int


@dataclass(frozen=True)
class ExtraRolled(Event):
    """A card was spent and a die rolled for one more courtier."""

    seat: int
    area: str
    card: int
    die: int


@dataclass(frozen=True)
class TurnEnded(Event):
    seat: int


# --- a dispute -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ForeignEntered(Event):
    """The figure stands in somebody else's area: a dispute begins."""

    seat: int
    area: str


@dataclass(frozen=True)
class StakeSealed(Event):
    secret: ClassVar[frozenset[str]] = frozenset({"stake"})
    sealed: ClassVar[bool] = True
    quiet: ClassVar[bool] = True
    seat: int
    stake: Cards


@dataclass(frozen=True)
class StakesRevealed(Event):
    """The stake of each seat; no cards for a seat that had none."""

    reveals: ClassVar[bool] = True
    stakes: tuple[Cards, ...]


@dataclass(frozen=True)
class DiceRolled(Event):
    seat: int
    dice: tuple[int, ...]


@dataclass(frozen=True)
class RerollCalled(Event):
    """These seats are equal at the top and roll again."""

    seats: tuple[int, ...]


@dataclass(frozen=True)
class DisputeWon(Event):
    seat: int


@dataclass(frozen=True)
class CourtiersReturned(Event):
    """A loser's courtiers went back to their supply."""

    seat: int
    area: str
    count: int


@dataclass(frozen=True)
class FigureBanished(Event):
    seat: int
    area: str


@dataclass(frozen=True)
class TakeBackChosen(Event):
    quiet: ClassVar[bool] = True
    seat: int
    count: int


@dataclass(frozen=True)
class CardsTakenBack(Event):
    """Staked cards that ones brought back to the hand."""

    seat: int
    cards: Cards


# --- a king election -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class ElectionCalled(Event):
    """Somebody had no cards left after a turn."""

    out_of_cards: tuple[int, ...]


@dataclass(frozen=True)
class ElectionCalledOff(Event):
    """A corrected hand: nobody was out of cards after all."""


@dataclass(frozen=True)
class BoardConfirmed(Event):
    pass


@dataclass(frozen=True)
class CountShown(Event):
    """So many lines of the count are on the screens."""

    shown: int


@dataclass(frozen=True)
class TieRolled(Event):
    seat: int
    dice: tuple[int, ...]


@dataclass(frozen=True)
class KingCrowned(Event):
    chapter: ClassVar[Text | None] = ELECTION
    seat: int


@dataclass(frozen=True)
class BonusAwarded(Event):
    """Fields moved up on the bonus table, by seat."""

    chapter: ClassVar[Text | None] = ELECTION
    votes: tuple[int, ...]


@dataclass(frozen=True)
class HandsDealt(Event):
    """Herald dealt `each` cards to everybody; which ones, by seat, is secret."""

    secret: ClassVar[frozenset[str]] = frozenset({"dealt"})
    reveals: ClassVar[bool] = True
    each: int
    dealt: tuple[Cards, ...]


@dataclass(frozen=True)
class DealCalled(Event):
    """The real discard pile is shuffled and `each` cards are dealt to everybody."""

    each: int


@dataclass(frozen=True)
class HandEntered(Event):
    secret: ClassVar[frozenset[str]] = frozenset({"hand"})
    sealed: ClassVar[bool] = True
    quiet: ClassVar[bool] = True
    seat: int
    hand: Cards


@dataclass(frozen=True)
class HandsMiscounted(Event):
    """The hands as entered cannot all be right together: everybody counts again."""


@dataclass(frozen=True)
class HandsCounted(Event):
    """The hands as entered are those of the players now."""


# --- corrections ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class AreaCorrected(Event):
    area: str
    holder: int
    courtiers: int


@dataclass(frozen=True)
class FigureCorrected(Event):
    seat: int
    area: str


@dataclass(frozen=True)
class BonusCorrected(Event):
    seat: int
    votes: int


@dataclass(frozen=True)
class HandCorrected(Event):
    secret: ClassVar[frozenset[str]] = frozenset({"hand"})
    seat: int
    hand: Cards


EVENTS: tuple[type[Event], ...] = (
    StartAreaTaken,
    StartAreasDrawn,
    SetUpFinished,
    TurnBegan,
    FigureMoved,
    CourtierPlaced,
    NoRoomFound,
    MoveRolled,
    ExtraRolled,
    TurnEnded,
    ForeignEntered,
    StakeSealed,
    StakesRevealed,
    DiceRolled,
    RerollCalled,
    DisputeWon,
    CourtiersReturned,
    FigureBanished,
    TakeBackChosen,
    CardsTakenBack,
    ElectionCalled,
    ElectionCalledOff,
    BoardConfirmed,
    CountShown,
    TieRolled,
    KingCrowned,
    BonusAwarded,
    HandsDealt,
    DealCalled,
    HandEntered,
    HandsMiscounted,
    HandsCounted,
    AreaCorrected,
    FigureCorrected,
    BonusCorrected,
    HandCorrected,
)
