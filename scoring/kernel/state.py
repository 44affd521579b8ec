"""The state of a game, and its phase."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self, TypeVar

from scoring.box import Box
from scoring.kernel.defined import Defined
from scoring.kernel.refusals import Refusal, not_now
from scoring.values import without
from scoring.words import T, Text

State = TypeVar("State", bound="GameState")


# How closely Herald follows: every move, only what is tedious, or nothing but the end.
MOVES, COUNTS, END = "moves", "counts", "end"


@dataclass(frozen=True)
class Help:
    """What can be done in a phase: at most three sentences of our own, and where the rulebook says it."""

    sentences: tuple[Text, ...]
    rule: str = ""


class Phase(Defined, abstract=True):
    """What is going on. Each game has a few kinds of it, as frozen dataclasses."""

    # True once nothing can be asked any more.
    over: ClassVar[bool] = False
    help: ClassVar[Help] = Help(())

    @classmethod
    def of(cls, state: Any) -> Self:
        """What is going on, where it is known to be this."""
        assert isinstance(state.phase, cls)
        return state.phase

    def explain(self, state: Any) -> Help:
        """What can be done now, for everybody to read; a phase that goes on in steps may tell of each."""
        return self.help

    def headline(self, state: Any) -> Text:
        """What is going on, in a few words."""
        raise NotImplementedError

    def waiting_for(self, state: Any) -> tuple[int, ...]:
        """Seats that have to do something; nobody in particular where any device may tap on."""
        return ()

    def calls(self, state: Any, seat: int) -> Text:
        """What the phone of a seat that is waited for calls its player for; the same until that is done."""
        return T("Your turn") if state.turn == seat else T("Your answer")

    def busy(self, state: Any) -> Refusal:
        """Why an ask of another phase is not possible now."""
        return not_now()


@dataclass(frozen=True, kw_only=True)
class GameState:
    """All of it, secrets included: screens see `view` only. Each game adds its own fields."""

    seats: int
    box: Box
    phase: Phase
    # How closely Herald follows: `scoring.following` tells.
    follow: str = MOVES
    # The to-do list: what hands have to do now with the real pieces.
    to_do: tuple[Text, ...] = ()

    @property
    def turn(self) -> int | None:
        """Whose turn it is."""
        return getattr(self.phase, "turn", None)

    @property
    def for_table(self) -> int:
        """Steps for the whole table are offered once, to this seat; any device may tap them."""
        return self.turn or 0

    def printed(self: State, key: str, value: str) -> State:
        """The state once this printed number is known, or forgotten (an empty value)."""
        rest = without(self.box, key)
        return replace(self, box={**rest, key: value} if value else rest)
