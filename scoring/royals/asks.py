"""What a seat may ask for. Nothing here rests on a secret: markers are hidden, but moves are not."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.kernel import Ask


@dataclass(frozen=True)
class ChooseStartPlayer(Ask):
    """Who begins: the youngest (de 106), with Arcane Wonders the oldest."""

    first: int


# --- a turn --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TakePosition(Ask):
    """Occupy a free position (de 155) or take one over (de 181)."""

    position: str


@dataclass(frozen=True)
class EndTurn(Ask):
    """The left neighbour is next (de 215)."""


@dataclass(frozen=True)
class EndEpoch(Ask):
    """The turn is over and the cards have run out with it (de 245)."""


# --- scoring -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ConfirmBoard(Ask):
    """The board is as Herald believes: score the epoch."""


@dataclass(frozen=True)
class SettleTie(Ask):
    """Equal in influence, title and city: the table says who comes before the others."""

    country: str
    ahead: int


@dataclass(frozen=True)
class ConfirmTitles(Ask):
    """The cubes on the titles are as Herald believes: score the titles (de 271)."""


@dataclass(frozen=True)
class ShowNext(Ask):
    """The next kind of markers is turned over."""


@dataclass(frozen=True)
class ShowAll(Ask):
    """All markers at once."""


# --- corrections ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class CorrectPosition(Ask):
    """A cube of that seat really lies on the position; -1: none."""

    position: str
    holder: int


@dataclass(frozen=True)
class CorrectTitle(Ask):
    """So many cubes of that seat really lie on the title."""

    title: str
    whose: int
    cubes: int


@dataclass(frozen=True)
class CorrectField(Ask):
    """So many displaced cubes of that seat really lie beside the city."""

    city: str
    whose: int
    cubes: int


@dataclass(frozen=True)
class CorrectMarker(Ask):
    """That seat really has the marker; -1: it lies on the board."""

    marker: str
    holder: int


CORRECTIONS: tuple[type[Ask], ...] = (CorrectPosition, CorrectTitle, CorrectField, CorrectMarker)
ASKS: tuple[type[Ask], ...] = (
    ChooseStartPlayer,
    TakePosition,
    EndTurn,
    EndEpoch,
    ConfirmBoard,
    SettleTie,
    ConfirmTitles,
    ShowNext,
    ShowAll,
    *CORRECTIONS,
)
