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


# Tracking modes: every move, only key moments, or only the final scoring.
EVERY_MOVE, KEY_MOMENTS, FINAL_SCORING = "moves", "counts", "end"


@dataclass(frozen=True)
class Help:
    """Help on a phase: at most three sentences of our own, and the place in the rulebook."""

    sentences: tuple[Text, ...]
    rule: str = ""


class Phase(Registered, abstract=True):
    """The current activity of a game. Each game defines its phases as frozen dataclasses."""

    # True after the game: no action is legal.
    over: ClassVar[bool] = False
    help: ClassVar[Help] = Help(())
    # Constant headline; a phase without one overrides `headline`.
    heading: ClassVar[Text]
    # Why an action of another phase is not legal now.
    busy_reason: ClassVar[BusyReason] = NOT_NOW
    # True if the tracked state can be corrected in this phase; later, only undo helps.
    correctable: ClassVar[bool] = False
    # True while the starting position is laid out or entered, before the first turn.
    sets_up: ClassVar[bool] = False
    # True if play continues at the table without taps while no seat in particular is awaited.
    needs_no_taps: ClassVar[bool] = False

    @classmethod
    def current(cls, state: Any) -> Self:
        """Returns the current phase, asserted to be of this class."""
        assert isinstance(state.phase, cls)
        return state.phase

    def explain(self, state: Any) -> Help:
        """Returns the public help on the phase; a phase with several steps may explain each."""
        return self.help

    def headline(self, state: Any) -> Text:
        """Returns the phase in a few words."""
        return self.heading

    def waiting_for(self, state: Any) -> tuple[int, ...]:
        """Returns the seats that have to act; if empty, any device may continue."""
        return ()

    def prompt(self, state: Any, seat: int) -> Text:
        """Returns the prompt on the phone of an awaited seat. It stays the same until the seat has acted."""
        return T("Your turn") if state.turn == seat else T("Your answer")

    def busy(self, state: Any) -> Refusal:
        return self.busy_reason.refusal

    def may_correct(self, state: Any) -> bool:
        return self.correctable


@dataclass(frozen=True, kw_only=True)
class GameState:
    """The complete state, secrets included; screens see only `view`. Each game adds its own fields."""

    seats: int
    printed_values: PrintedValues
    phase: Phase
    # See `scoring.tracking_modes`.
    tracking_mode: str = EVERY_MOVE
    # To-do list for the physical pieces.
    to_do: tuple[Text, ...] = ()

    @property
    def turn(self) -> int | None:
        """Seat whose turn it is; None if the phase has no turn."""
        return getattr(self.phase, "turn", None)

    @property
    def table_action_seat(self) -> int:
        """Seat for which table actions are listed, so that each appears once; any device may tap them."""
        return self.turn or 0

    def with_phase(self: State, **changes: Any) -> State:
        """Returns the state with these fields of its phase replaced.

        A field that the phase does not have is an error. Where two phases of a game have it, `Phase.current` asserts
        which phase is meant.
        """
        return replace(self, phase=replace(self.phase, **changes))

    def clockwise(self, seat: int) -> tuple[int, ...]:
        """Returns all seats in clockwise order, starting with this one."""
        return tuple((seat + further) % self.seats for further in range(self.seats))

    def next_seat(self, seat: int) -> int:
        return (seat + 1) % self.seats

    def with_printed_value(self: State, key: str, value: str) -> State:
        """Returns the state with this printed value entered, or removed if the value is empty."""
        rest = without(self.printed_values, key)
        return replace(self, printed_values={**rest, key: value} if value else rest)
