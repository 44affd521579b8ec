"""What can be going on: set-up, a turn, a dispute, a king election, a deal, the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TypeAlias

from scoring.ceremony import Ceremony
from scoring.lang_lebe.cards import Cards
from scoring.sealed import Sealed
from scoring.words import Text


class Step(Enum):
    """How far a turn has come."""

    START = "start"
    ARRIVED = "arrived"  # in an empty or own area: place here, or roll to move on
    PLACING = "placing"  # the free courtier stands: roll for more
    MOVING = "moving"  # the roll to move on succeeded
    STUCK = "stuck"  # the roll to move on failed


@dataclass(frozen=True)
class SetUp:
    """Who starts where, as far as entered."""

    taken: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Turn:
    """`visited` is the figure's way this turn: where it stood at the beginning, then each area it entered."""

    turn: int
    visited: tuple[str, ...]
    step: Step = Step.START

    @property
    def here(self) -> str:
        return self.visited[-1]

    @property
    def entered(self) -> tuple[str, ...]:
        return self.visited[1:]


@dataclass(frozen=True)
class Round:
    """The dice of one round of a dispute; the contenders in the order they roll."""

    contenders: tuple[int, ...]
    dice: Mapping[int, tuple[int, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Dispute:
    """`turn` is the intruder; `extras` are each seat's points for pieces in the area when it began."""

    turn: int
    defender: int
    area: str
    came_from: str
    extras: tuple[int, ...]
    sealed: Sealed[Cards]
    stakes: tuple[Cards, ...] = ()
    rounds: tuple[Round, ...] = ()
    winner: int | None = None
    to_banish: tuple[int, ...] = ()
    placed: bool = False
    take_backs: Mapping[int, int] = field(default_factory=dict)

    @property
    def revealed(self) -> bool:
        return bool(self.stakes)


@dataclass(frozen=True)
class CountLine:
    """One seat's votes at an election."""

    seat: int
    areas: tuple[tuple[str, int], ...]
    area_votes: int
    third: int
    bonus: int

    @property
    def votes(self) -> int:
        """Area votes after the third is taken off: these are ranked (nl 242)."""
        return self.area_votes - self.third

    @property
    def total(self) -> int:
        return self.votes + self.bonus


@dataclass(frozen=True)
class Place:
    """A seat's place at an election, why where votes were equal, and the fields it moves up."""

    place: int
    seat: int
    bonus: int
    reason: Text | None = None


@dataclass(frozen=True)
class Election:
    """After the turn of `turn`. No count before the board is confirmed; places when all is settled."""

    turn: int
    count: Ceremony[CountLine] | None = None
    tie_dice: Mapping[int, tuple[tuple[int, ...], ...]] = field(default_factory=dict)
    places: tuple[Place, ...] = ()
    winner: int | None = None


@dataclass(frozen=True)
class Deal:
    """The real cards are dealt; each seat enters its new hand in secret."""

    turn: int
    each: int
    sealed: Sealed[Cards]
    miscounted: bool = False


@dataclass(frozen=True)
class Over:
    winner: int


Phase: TypeAlias = SetUp | Turn | Dispute | Election | Deal | Over
