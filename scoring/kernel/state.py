"""The state of a game, and its phase."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self, TypeVar

from scoring.kernel.refusals import NOT_NOW, BusyReason, Refusal
from scoring.kernel.registry import Registered
from scoring.printed_values import PrintedValues
from scoring.values import without
from scoring.words import T, Text

State = TypeVar("State", bound="GameState")


# How closely Herald follows: every move, only what is tedious, or nothing but the end.
EVERY_MOVE, KEY_MOMENTS, FINAL_SCORING = "moves", "counts", "end"


@dataclass(frozen=True)
class Help:
    """What can be done in a phase: at most three sentences of our own, and where the rulebook says it."""

    sentences: tuple[Text, ...]
    rule: str = ""


class Phase(Registered, abstract=True):
    """What is going on. Each game has a few kinds of it, as frozen dataclasses."""

    # True once nothing can be asked any more.
    over: ClassVar[bool] = False
    help: ClassVar[Help] = Help(())
    # Its headline, where that is always the same; otherwise it has a `headline` of its own.
    heading: ClassVar[Text]
    # Why an ask of another phase is not possible now.
    busy_reason: ClassVar[BusyReason] = NOT_NOW
    # True if what Herald believes can be put right in it; later there is undo.
    correctable: ClassVar[bool] = False
    # True if what the game begins with is laid out or entered, before anybody's first turn.
    sets_up: ClassVar[bool] = False
    # True if the game goes on at the table alone while nobody in particular is waited for: nobody has to tap.
    needs_no_taps: ClassVar[bool] = False

    @classmethod
    def current(cls, state: Any) -> Self:
        """What is going on, where it is known to be this."""
        assert isinstance(state.phase, cls)
        return state.phase

    def explain(self, state: Any) -> Help:
        """What can be done now, for everybody to read; a phase that goes on in steps may tell of each."""
        return self.help

    def headline(self, state: Any) -> Text:
        """What is going on, in a few words."""
        return self.heading

    def waiting_for(self, state: Any) -> tuple[int, ...]:
        """Seats that have to do something; nobody in particular where any device may tap on."""
        return ()

    def prompt(self, state: Any, seat: int) -> Text:
        """What the phone of a seat that is waited for calls its player for; the same until that is done."""
        return T("Your turn") if state.turn == seat else T("Your answer")

    def busy(self, state: Any) -> Refusal:
        return self.busy_reason.refusal

    def may_correct(self, state: Any) -> bool:
        return self.correctable


@dataclass(frozen=True, kw_only=True)
class GameState:
    """All of it, secrets included: screens see `view` only. Each game adds its own fields."""

    seats: int
    box: PrintedValues
    phase: Phase
    # How closely Herald follows: `scoring.tracking_modes` tells.
    tracking_mode: str = EVERY_MOVE
    # The to-do list: what hands have to do now with the real pieces.
    to_do: tuple[Text, ...] = ()

    @property
    def turn(self) -> int | None:
        """Whose turn it is."""
        return getattr(self.phase, "turn", None)

    @property
    def table_action_seat(self) -> int:
        """Steps for the whole table are offered once, to this seat; any device may tap them."""
        return self.turn or 0

    def with_phase(self: State, **changes: Any) -> State:
        """The same phase, changed like this. A field that it does not have is an error; where two phases of a game have
        it, `Phase.current` says which is meant."""
        return replace(self, phase=replace(self.phase, **changes))

    def clockwise(self, seat: int) -> tuple[int, ...]:
        """All seats in order, beginning with this one."""
        return tuple((seat + further) % self.seats for further in range(self.seats))

    def next_seat(self, seat: int) -> int:
        return (seat + 1) % self.seats

    def with_printed_value(self: State, key: str, value: str) -> State:
        """The state once this printed number is known, or forgotten (an empty value)."""
        rest = without(self.box, key)
        return replace(self, box={**rest, key: value} if value else rest)
