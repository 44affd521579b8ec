"""What a seat may ask for. `own` asks come from that seat's own device only: they rest on a secret card or tile,
or are nobody else's to answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from scoring.kernel import Ask

# --- set-up --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class EnterCards(Ask):
    """The clan and the domain card I have drawn (en 884, 890)."""

    own: ClassVar[bool] = True
    strict: ClassVar[bool] = False
    sealing: ClassVar[bool] = True
    clan: str
    domain: str


@dataclass(frozen=True)
class ShowNeutral(Ask):
    """The open clan card of the neutral clan (en 1150)."""

    clan: str


@dataclass(frozen=True)
class Begin(Ask):
    """Who begins; -1: Herald draws lots (en 894)."""

    first: int = -1


@dataclass(frozen=True)
class PlaceAgent(Ask):
    """One of my first four agents (en 894)."""

    place: str


# --- a turn --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class MovePiece(Ask):
    """From – to: an agent ("agent.chapel"), the King, a counsellor of mine, a driven-out agent ("outside"), or one of
    the neutral clan ("neutral.chapel")."""

    piece: str
    to: str


@dataclass(frozen=True)
class TakeCounsellor(Ask):
    """From the reserve, once a turn (en 958)."""


@dataclass(frozen=True)
class Spy(Ask):
    """Look at one card of that seat, drawn at random (en 972). What it shows is for the spy's own phone."""

    whose: int


@dataclass(frozen=True)
class Accuse(Ask):
    """That seat is of this clan (en 980). Which tile is played is between the two of them."""

    own: ClassVar[bool] = True
    whose: int
    clan: str


@dataclass(frozen=True)
class PlayCard(Ask):
    """Free, once a turn (en 1076)."""

    own: ClassVar[bool] = True
    card: str


@dataclass(frozen=True)
class ShowDomain(Ask):
    """Turn up my domain card for two counsellors in its room (en 1102)."""

    own: ClassVar[bool] = True


@dataclass(frozen=True)
class UseChip(Ask):
    """One more action, once a turn (en 1092)."""


@dataclass(frozen=True)
class EndActions(Ask):
    """Leave the remaining actions."""


# --- choices that follow from a card or an accusation --------------------------------------------------


@dataclass(frozen=True)
class Advance(Ask):
    """One of the spaces I may advance, on this track."""

    domain: str


@dataclass(frozen=True)
class TakeAway(Ask):
    """One of the spaces that my accuser goes back, on this track (en 988). The accused says, nobody for them."""

    own: ClassVar[bool] = True
    domain: str


@dataclass(frozen=True)
class DriveOut(Ask):
    """Suspicion: an opponent's agent leaves the castle (en 1224)."""

    whose: int
    place: str


@dataclass(frozen=True)
class SwapAgents(Ask):
    """Betrayal: two agents change places (en 1264); each as owner and place, "0.chapel"."""

    one: str
    other: str


@dataclass(frozen=True)
class LeaveIt(Ask):
    """No (further) use of the card, or of the neutral agent."""


# --- scoring -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Score(Ask):
    """In this order ("throne store tower.trade"); `push`: whose marker the Rampart sends back ("1.trade")."""

    order: str = "nothing"
    push: str = "nobody"


@dataclass(frozen=True)
class GiveCounsellor(Ask):
    """Too few for the bonus of round 4: this seat gets the next one."""

    whose: int


@dataclass(frozen=True)
class ConfirmBoard(Ask):
    """The tracks are as Herald believes: turn up the domain cards and count."""


@dataclass(frozen=True)
class ShowNext(Ask):
    """The next kind of points."""


@dataclass(frozen=True)
class ShowAll(Ask):
    """All points at once."""


# --- corrections ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class CorrectAgent(Ask):
    """An agent of that owner is not here but there; "outside": driven out."""

    whose: int
    origin: str
    place: str


@dataclass(frozen=True)
class CorrectKing(Ask):
    place: str


@dataclass(frozen=True)
class CorrectMarker(Ask):
    """The marker of that seat really stands on the space with this value; 0: off the track."""

    whose: int
    domain: str
    value: int


@dataclass(frozen=True)
class CorrectCounsellors(Ask):
    """So many counsellors really stand before that seat."""

    whose: int
    count: int


@dataclass(frozen=True)
class CorrectChip(Ask):
    """That seat really has the chip; -1: it lies on the board, -2: it was used."""

    chip: str
    holder: int


@dataclass(frozen=True)
class CorrectCards(Ask):
    """What my clan and domain card really are."""

    own: ClassVar[bool] = True
    clan: str
    domain: str


ASKS: tuple[type[Ask], ...] = (
    EnterCards,
    ShowNeutral,
    Begin,
    PlaceAgent,
    MovePiece,
    TakeCounsellor,
    Spy,
    Accuse,
    PlayCard,
    ShowDomain,
    UseChip,
    EndActions,
    Advance,
    TakeAway,
    DriveOut,
    SwapAgents,
    LeaveIt,
    Score,
    GiveCounsellor,
    ConfirmBoard,
    ShowNext,
    ShowAll,
    CorrectAgent,
    CorrectKing,
    CorrectMarker,
    CorrectCounsellors,
    CorrectChip,
    CorrectCards,
)
