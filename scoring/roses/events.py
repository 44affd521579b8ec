"""What happened, as facts; consequences that Herald works out are events of their own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from scoring.kernel import Event, WhenUndone
from scoring.roses.phases import Plan
from scoring.words import T, Text

# --- set-up and cards ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class HouseTaken(Event):
    seat: int
    house: str


@dataclass(frozen=True)
class HousesDrawn(Event):
    """The house of each seat, by lot."""

    reveals: ClassVar[bool] = True
    houses: tuple[str, ...]


@dataclass(frozen=True)
class StoneDrawn(Event):
    """The next seat on the turn order track, as drawn from the bag."""

    seat: int


@dataclass(frozen=True)
class OrderDrawn(Event):
    reveals: ClassVar[bool] = True
    order: tuple[int, ...]


@dataclass(frozen=True)
class RoundBegan(Event):
    """With the turn order from the left."""

    beginner: ClassVar[str] = "first"
    number: int
    order: tuple[int, ...]

    @property
    def first(self) -> int:
        return self.order[0]


@dataclass(frozen=True)
class CardsLaidOut(Event):
    """What Herald draws if the table wants it or has no box; cards of mercenaries may be there more than once."""

    reveals: ClassVar[bool] = True
    cards: tuple[str, ...]


@dataclass(frozen=True)
class CardTaken(Event):
    """A location or person; or a card of mercenaries."""

    seat: int
    card: str


@dataclass(frozen=True)
class MercenariesHired(Event):
    seat: int
    count: int


@dataclass(frozen=True)
class AwardGiven(Event):
    """A special award changes hands; seat -1: back on the board."""

    award: str
    seat: int


@dataclass(frozen=True)
class CardsRemoved(Event):
    """Cards that nobody picked are back in the box; of them, those that Herald knows: the neutral ones, or all."""

    cards: tuple[str, ...]


@dataclass(frozen=True)
class IncomePaid(Event):
    """Pounds by seat."""

    pounds: tuple[int, ...]


# --- planning ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PlanSealed(Event):
    secret: ClassVar[frozenset[str]] = frozenset({"plan"})
    sealed: ClassVar[bool] = True
    quiet: ClassVar[bool] = True
    seat: int
    plan: Plan


@dataclass(frozen=True)
class PlansRevealed(Event):
    """All screens are lifted at once."""

    reveals: ClassVar[bool] = True


# --- resolution ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class StepShown(Event):
    """The next step of the resolution is on the screens; what it changes follows."""


@dataclass(frozen=True)
class AidTaken(Event):
    """French aid, once a game."""

    seat: int
    pounds: int


@dataclass(frozen=True)
class BidPaid(Event):
    seat: int
    pounds: int


@dataclass(frozen=True)
class CalaisWon(Event):
    seat: int
    area: str


@dataclass(frozen=True)
class OrdersPaid(Event):
    """For cubes and troops."""

    seat: int
    pounds: int


@dataclass(frozen=True)
class PieceMoved(Event):
    """A noble to an area, a ship to a sea."""

    seat: int
    piece: str
    to: str


@dataclass(frozen=True)
class ArmyDeployed(Event):
    """Under one's own stone or beside somebody else's."""

    seat: int
    place: str
    troops: int
    mercenaries: int


@dataclass(frozen=True)
class WhiteCubeLaid(Event):
    seat: int
    person: str


@dataclass(frozen=True)
class BribeFailed(Event):
    """A white cube lay there: both cubes go back."""

    seat: int
    person: str


@dataclass(frozen=True)
class PersonBribed(Event):
    seat: int
    person: str
    loser: int


@dataclass(frozen=True)
class BattleFought(Event):
    """Sizes before the battle, garrison included; `holder` and `left` after it. -1: nobody."""

    place: str
    attacker: int
    attackers: int
    defender: int
    defenders: int
    holder: int
    left: int


@dataclass(frozen=True)
class BattlesEnded(Event):
    """Troops and mercenaries leave the board, stones are laid again."""


# --- parliament ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class BoardConfirmed(Event):
    pass


@dataclass(frozen=True)
class AreaScored(Event):
    """Most and second-most control points (-1: nobody) and the house that has the votes (empty: none)."""

    area: str
    most: int
    second: int
    house: str


@dataclass(frozen=True)
class KingMade(Event):
    """The house with the most votes; empty: equal votes, no King this round."""

    house: str


@dataclass(frozen=True)
class AwardScored(Event):
    award: str
    seat: int


@dataclass(frozen=True)
class BonusScored(Event):
    """`bonus` is trade or church, for a pair in this area."""

    bonus: str
    seat: int
    area: str


@dataclass(frozen=True)
class ParliamentShown(Event):
    """The next step of parliament is on the screens."""


@dataclass(frozen=True)
class RoundEnded(Event):
    chapter: ClassVar[Text | None] = T("Round")
    number: int


@dataclass(frozen=True)
class GameEnded(Event):
    pass


# --- corrections ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class OwnerCorrected(Event):
    """Whose a location or person really is; -1: neutral."""

    piece: str
    owner: int


@dataclass(frozen=True)
class PlaceCorrected(Event):
    """Where a noble or ship really is."""

    piece: str
    to: str


@dataclass(frozen=True)
class CalaisCorrected(Event):
    """Who really is Captain of Calais this round, and where; -1: nobody."""

    owner: int
    area: str


@dataclass(frozen=True)
class MercenariesCorrected(Event):
    seat: int
    count: int


@dataclass(frozen=True)
class AwardCorrected(Event):
    """Who really holds an award; -1: nobody."""

    award: str
    owner: int


@dataclass(frozen=True)
class PointsCorrected(Event):
    """So many more (or fewer) victory points than Herald counted."""

    seat: int
    points: int


@dataclass(frozen=True)
class PurseCorrected(Event):
    secret: ClassVar[frozenset[str]] = frozenset({"pounds"})
    seat: int
    pounds: int


# --- what follows from a printed number that was put right -----------------------------------------------


@dataclass(frozen=True)
class IncomeSettled(Event):
    """Pounds by seat that were paid too little (or, below nought, too much) for this card since it was taken."""

    when_undone: ClassVar[WhenUndone] = WhenUndone.DECIDED_ANEW
    piece: str
    pounds: tuple[int, ...]


@dataclass(frozen=True)
class ShipBerthed(Event):
    """A ship in its port lies on the other coast than Herald believed."""

    when_undone: ClassVar[WhenUndone] = WhenUndone.DECIDED_ANEW
    ship: str
    sea: str


EVENTS: tuple[type[Event], ...] = (
    HouseTaken,
    HousesDrawn,
    StoneDrawn,
    OrderDrawn,
    RoundBegan,
    CardsLaidOut,
    CardTaken,
    MercenariesHired,
    AwardGiven,
    CardsRemoved,
    IncomePaid,
    PlanSealed,
    PlansRevealed,
    StepShown,
    AidTaken,
    BidPaid,
    CalaisWon,
    OrdersPaid,
    PieceMoved,
    ArmyDeployed,
    WhiteCubeLaid,
    BribeFailed,
    PersonBribed,
    BattleFought,
    BattlesEnded,
    BoardConfirmed,
    AreaScored,
    KingMade,
    AwardScored,
    BonusScored,
    ParliamentShown,
    RoundEnded,
    GameEnded,
    OwnerCorrected,
    PlaceCorrected,
    CalaisCorrected,
    MercenariesCorrected,
    AwardCorrected,
    PointsCorrected,
    PurseCorrected,
    IncomeSettled,
    ShipBerthed,
)
