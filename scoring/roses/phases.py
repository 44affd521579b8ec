"""What can be going on: set-up, cards, planning, the resolution of the plans, parliament, the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from scoring.ceremony import Ceremony
from scoring.kernel import Event
from scoring.sealed import Sealed
from scoring.words import Text

DEPLOYMENT, BRIBERY, BATTLES = "deployment", "bribery", "battles"


@dataclass(frozen=True)
class Plan:
    """What lies on a planning board: moves of nobles and ships, troops, cubes, the bid for Calais – and French aid."""

    moves: Mapping[str, str] = field(default_factory=dict)
    troops: Mapping[str, int] = field(default_factory=dict)
    mercenaries: Mapping[str, int] = field(default_factory=dict)
    white: tuple[str, ...] = ()
    black: tuple[str, ...] = ()
    bid: int = 0
    calais: str = ""
    aid: bool = False


@dataclass(frozen=True)
class Step:
    """One explained step: what it says, the score or rule behind it, what it changes, and what hands have to do."""

    phase: str
    title: Text
    lines: tuple[Text, ...]
    rule: str
    events: tuple[Event, ...] = ()
    hands: tuple[Text, ...] = ()
    seat: int | None = None
    # Where it happens: an area, or a piece.
    place: str = ""


@dataclass(frozen=True)
class SetUp:
    """Houses as far as entered (four players), and the turn order from the left as far as drawn."""

    houses: Mapping[int, str] = field(default_factory=dict)
    order: tuple[int, ...] = ()


@dataclass(frozen=True)
class Drafting:
    """Who picks, in order, how many cards have been taken, and how many will be left over. `laid_out`: what still
    lies there, where Herald drew it; otherwise only the table sees that."""

    picks: tuple[int, ...]
    taken: int = 0
    surplus: int = 0
    laid_out: tuple[str, ...] = ()

    @property
    def turn(self) -> int:
        return self.picks[self.taken]


@dataclass(frozen=True)
class Planning:
    sealed: Sealed[Plan]


@dataclass(frozen=True)
class Resolution:
    """The plans lie open; their consequences are settled and shown one by one."""

    plans: tuple[Plan, ...]
    steps: Ceremony[Step]


@dataclass(frozen=True)
class Parliament:
    """`shown`: how many steps of it are on the screens; they are worked out again from the board each time, with
    the `numbers` that control and bonuses rested on when the board was confirmed."""

    confirmed: bool = False
    shown: int = 0
    numbers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Over:
    """Five rounds have been played."""


Phase: TypeAlias = SetUp | Drafting | Planning | Resolution | Parliament | Over
