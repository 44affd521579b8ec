"""What can be going on: set-up, first placement, a turn with what is left to choose in it, the end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from scoring.ceremony import Ceremony
from scoring.regents.printed import ACTIONS, STEPS
from scoring.sealed import Sealed


@dataclass(frozen=True)
class Secrets:
    """The two cards that a player has drawn."""

    clan: str
    domain: str


@dataclass(frozen=True)
class SetUp:
    """Cards as far as entered; with cards dealt by Herald nobody is asked.

    `neutral_again`: the cards did not fit together, and the neutral clan has to be shown once more.
    """

    sealed: Sealed[Secrets]
    miscounted: bool = False
    neutral_again: bool = False


@dataclass(frozen=True)
class Placing:
    turn: int


# --- what has to be chosen before a turn goes on -------------------------------------------------------


@dataclass(frozen=True)
class Steps:
    """Spaces to advance on tracks of one's choice; `why`: influence, accusation or last-card."""

    why: str
    left: int = STEPS


@dataclass(frozen=True)
class Penalty:
    """Spaces that the accuser goes back, where the accused says."""

    accused: int
    left: int = STEPS


@dataclass(frozen=True)
class Driving:
    """Suspicion: whose agent leaves the castle."""


@dataclass(frozen=True)
class Swapping:
    """Betrayal: which two agents change places."""


@dataclass(frozen=True)
class TwoMoves:
    """Privilege: two agents for one action; `moved` is where the first of them went."""

    moved: str = ""


Choice: TypeAlias = Steps | Penalty | Driving | Swapping | TwoMoves


@dataclass(frozen=True)
class Turn:
    """The action phase; once no actions are left, scoring."""

    turn: int
    actions: int = ACTIONS
    choices: tuple[Choice, ...] = ()
    card: str = ""
    chip_used: bool = False
    took_counsellor: bool = False
    spied: bool = False
    neutral_moved: bool = False

    @property
    def choice(self) -> Choice | None:
        return self.choices[0] if self.choices else None


@dataclass(frozen=True)
class NeutralMove:
    """After scoring (de 286, nl 723): one neutral agent."""

    turn: int


@dataclass(frozen=True)
class Shortage:
    """The bonus of round 4 is more than the reserve: what is still due, by seat."""

    turn: int
    due: tuple[int, ...]


@dataclass(frozen=True)
class Check:
    """Before the final count: are the tracks right?"""

    turn: int


@dataclass(frozen=True)
class Reveal:
    """The kinds of points, one after the other."""

    turn: int
    kinds: Ceremony[str]


@dataclass(frozen=True)
class Over:
    pass


Phase: TypeAlias = SetUp | Placing | Turn | NeutralMove | Shortage | Check | Reveal | Over
