"""What happened, as facts; consequences that Herald works out are events of their own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from scoring.kernel import Event
from scoring.words import T, Text

# --- set-up --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class CardsEntered(Event):
    secret: ClassVar[frozenset[str]] = frozenset({"clan", "domain"})
    quiet: ClassVar[bool] = True
    sealed: ClassVar[bool] = True
    seat: int
    clan: str
    domain: str


@dataclass(frozen=True)
class CardsMiscounted(Event):
    """The cards as entered cannot all be right together: everybody looks again."""


@dataclass(frozen=True)
class CardsChecked(Event):
    """Everybody's cards are in, and they can all be right."""


@dataclass(frozen=True)
class CardsDealt(Event):
    """Herald dealt clans and domain cards, by seat."""

    secret: ClassVar[frozenset[str]] = frozenset({"clans", "domains"})
    reveals: ClassVar[bool] = True
    clans: tuple[str, ...]
    domains: tuple[str, ...]


@dataclass(frozen=True)
class NeutralShown(Event):
    clan: str


@dataclass(frozen=True)
class FirstChosen(Event):
    """This seat begins; with three players the neutral agents stand in the outer rooms."""

    beginner: ClassVar[str] = "seat"
    seat: int


@dataclass(frozen=True)
class AgentPlaced(Event):
    seat: int
    place: str


# --- a turn --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TurnBegan(Event):
    seat: int
    round: int


@dataclass(frozen=True)
class AgentMoved(Event):
    seat: int
    origin: str
    place: str
    actions: int


@dataclass(frozen=True)
class KingMoved(Event):
    seat: int
    place: str
    actions: int


@dataclass(frozen=True)
class CounsellorTaken(Event):
    seat: int


@dataclass(frozen=True)
class CounsellorPlaced(Event):
    seat: int
    place: str


@dataclass(frozen=True)
class AgentBroughtBack(Event):
    seat: int
    place: str


@dataclass(frozen=True)
class SpiedOn(Event):
    """The spy, and nobody else, saw this card of that seat."""

    secret: ClassVar[frozenset[str]] = frozenset({"card"})
    reveals: ClassVar[bool] = True
    seat: int
    whose: int
    card: str


@dataclass(frozen=True)
class AccusationProved(Event):
    """The clan is open; the cards left go out of the game."""

    reveals: ClassVar[bool] = True
    seat: int
    whose: int
    clan: str


@dataclass(frozen=True)
class AccusationFailed(Event):
    """`clan` was named, `really` shown to the accuser alone; both tiles are gone."""

    secret: ClassVar[frozenset[str]] = frozenset({"clan", "really"})
    reveals: ClassVar[bool] = True
    seat: int
    whose: int
    clan: str
    really: str


@dataclass(frozen=True)
class CardPlayed(Event):
    reveals: ClassVar[bool] = True
    seat: int
    card: str


@dataclass(frozen=True)
class AgentDrivenOut(Event):
    seat: int
    whose: int
    place: str


@dataclass(frozen=True)
class AgentsSwapped(Event):
    """The agent of owner `one` and that of owner `other` changed places; an owner beyond the seats is neutral."""

    seat: int
    one: int
    one_place: str
    other: int
    other_place: str


@dataclass(frozen=True)
class ChoiceLeft(Event):
    """What a card still allowed was not, or could not be, made use of."""

    seat: int


@dataclass(frozen=True)
class DomainShown(Event):
    """During the game: so many counsellors from the reserve went into its room."""

    reveals: ClassVar[bool] = True
    seat: int
    domain: str
    counsellors: int


@dataclass(frozen=True)
class ChipUsed(Event):
    seat: int


@dataclass(frozen=True)
class ActionsEnded(Event):
    seat: int


@dataclass(frozen=True)
class NeutralMoved(Event):
    seat: int
    origin: str
    place: str


@dataclass(frozen=True)
class NeutralLeft(Event):
    seat: int


# --- tracks --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Scored(Event):
    """The order of scoring; `tie` is the location that Diplomacy won, if it did."""

    seat: int
    order: tuple[str, ...]
    tie: str


@dataclass(frozen=True)
class MarkerAdvanced(Event):
    """It could have gone `spaces` further and stands on the space number `to` now."""

    seat: int
    domain: str
    spaces: int
    to: int


@dataclass(frozen=True)
class MarkerPushedBack(Event):
    """`seat` chose it: the Rampart, or an innocent accused."""

    seat: int
    whose: int
    domain: str
    to: int


@dataclass(frozen=True)
class ChipTaken(Event):
    seat: int
    chip: str


@dataclass(frozen=True)
class CounsellorGained(Event):
    """From the reserve, for an accusation or at the end of round 4."""

    seat: int
    count: int


# --- rounds and the end --------------------------------------------------------------------------------


@dataclass(frozen=True)
class TurnEnded(Event):
    """All counsellors on the board went back to the reserve."""

    seat: int


@dataclass(frozen=True)
class RoundEnded(Event):
    chapter: ClassVar[Text | None] = T("Round")
    round: int


@dataclass(frozen=True)
class BonusFellShort(Event):
    """Counsellors that are due, by seat: more than the reserve has."""

    due: tuple[int, ...]


@dataclass(frozen=True)
class BoardConfirmed(Event):
    pass


@dataclass(frozen=True)
class DomainTurnedUp(Event):
    """At the end of the game."""

    reveals: ClassVar[bool] = True
    seat: int
    domain: str


@dataclass(frozen=True)
class CountShown(Event):
    shown: int


@dataclass(frozen=True)
class GameEnded(Event):
    pass


# --- corrections ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class AgentCorrected(Event):
    whose: int
    origin: str
    place: str


@dataclass(frozen=True)
class KingCorrected(Event):
    place: str


@dataclass(frozen=True)
class MarkerCorrected(Event):
    seat: int
    domain: str
    to: int


@dataclass(frozen=True)
class CounsellorsCorrected(Event):
    seat: int
    count: int


@dataclass(frozen=True)
class ChipCorrected(Event):
    chip: str
    holder: int


@dataclass(frozen=True)
class CardsCorrected(Event):
    secret: ClassVar[frozenset[str]] = frozenset({"clan", "domain"})
    sealed: ClassVar[bool] = True
    seat: int
    clan: str
    domain: str


EVENTS: tuple[type[Event], ...] = (
    CardsEntered,
    CardsMiscounted,
    CardsChecked,
    CardsDealt,
    NeutralShown,
    FirstChosen,
    AgentPlaced,
    TurnBegan,
    AgentMoved,
    KingMoved,
    CounsellorTaken,
    CounsellorPlaced,
    AgentBroughtBack,
    SpiedOn,
    AccusationProved,
    AccusationFailed,
    CardPlayed,
    AgentDrivenOut,
    AgentsSwapped,
    ChoiceLeft,
    DomainShown,
    ChipUsed,
    ActionsEnded,
    NeutralMoved,
    NeutralLeft,
    Scored,
    MarkerAdvanced,
    MarkerPushedBack,
    ChipTaken,
    CounsellorGained,
    TurnEnded,
    RoundEnded,
    BonusFellShort,
    BoardConfirmed,
    DomainTurnedUp,
    CountShown,
    GameEnded,
    AgentCorrected,
    KingCorrected,
    MarkerCorrected,
    CounsellorsCorrected,
    ChipCorrected,
    CardsCorrected,
)
