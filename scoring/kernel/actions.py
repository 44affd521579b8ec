"""Actions: when they are legal, their form fields, and the events they cause."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from typing import Any, ClassVar, TypeVar

from scoring.kernel.events import Batch, Event
from scoring.kernel.refusals import Refusal, refused_if
from scoring.kernel.registry import Registered, stored_name
from scoring.kernel.rng import Rng
from scoring.kernel.state import GameState, Phase
from scoring.legal_actions import Count, Dice, LegalAction, Limit, Pick, filled_in
from scoring.words import T, Text, Who

Thing = TypeVar("Thing")


class Action(Registered, abstract=True):
    """A player's request, named in the imperative: when it is legal, its form fields, and the events it causes.

    A rule belongs in `refusal` (of the action as a whole) or `values_refusal` (of the values entered), and nowhere
    else. An action is legal if neither refuses it.

    `private` actions rest on a secret of the seat (its hand, its sealed choice). Only that seat's own device sees and
    sends them, so that nobody can probe a secret by trying.
    `rejects_stale` actions are refused from a page that has not seen the last move.
    `sealed` actions are sealed choices: afterwards the phone hides the form, and an open curtain closes.
    """

    private: ClassVar[bool] = False
    rejects_stale: ClassVar[bool] = True
    sealed: ClassVar[bool] = False
    # Bots leave it to people.
    people_only: ClassVar[bool] = False
    # Counts something: refused while printed values contradict the rulebook.
    counts: ClassVar[bool] = False
    # Phases in which it is legal; empty: all.
    phases: ClassVar[tuple[type[Phase], ...]] = ()
    # The only event it causes, with the same values; the acting seat is put first if the event has one field more.
    event: ClassVar[type[Event] | None] = None
    # Name for screens that explain why it is unavailable; None: not explained.
    label: ClassVar[Text | None] = None

    @classmethod
    def refusal(cls, state: Any, seat: int) -> Refusal | None:
        """Returns why this seat cannot take the action now, in one of its phases; None if it can. A phone may show the
        reason."""
        return None

    @classmethod
    def legal_actions(cls, state: Any, seat: int) -> Iterable[LegalAction]:
        """Returns the legal actions with their form fields, if `refusal` is None. Default: one without fields."""
        return (legal_action(cls, seat),)

    def values_refusal(self, state: Any, seat: int) -> Refusal | None:
        """Returns why these values are not legal; None if they are. The bounds of the form fields are checked
        elsewhere.

        It is called before the values are compared with the legal actions, so that players read the rule itself. The
        values therefore have the right type, but may name an area, piece or seat that does not exist.
        """
        return None

    def within_means(self, state: Any, seat: int) -> Action:
        """Returns the action without parts that the seat cannot pay, for bots. Override it if players may ask for
        more."""
        return self

    def fits(self, legal_action: LegalAction) -> bool:
        """True if the legal action allows these values. Override it for actions that accept more than they list."""
        return legal_action.allows(filled_in(self))

    def decide(self, batch: Batch[Any], seat: int, rng: Rng) -> None:
        """Emits the events. The action is known to be legal."""
        assert self.event is not None, f"{type(self).__name__} says neither what it does nor what happens"
        values = [getattr(self, field.name) for field in fields(self)]
        asking = [seat] if len(fields(self.event)) > len(values) else []
        batch.emit(self.event(*asking, *values))

    @classmethod
    def eligible_seats(cls, state: Any) -> Iterable[int]:
        """Returns the seats that may have this legal action."""
        return range(state.seats)

    @classmethod
    def must_know(cls, missing_values: tuple[str, ...]) -> tuple[str, ...]:
        """Returns those missing printed values that cannot be entered later; by default all of them."""
        return missing_values

    @classmethod
    def is_correction(cls, state: Any) -> bool:
        """True if it corrects a wrong entry; it is then shown apart from the moves."""
        return False


class SealedAction(Action, abstract=True, private=True, rejects_stale=False, sealed=True):
    """A secret choice, which its seat may change until the last choice is in."""


class TableAction(Action, abstract=True):
    """An action of no seat in particular: any device may tap it, and it is listed once."""

    @classmethod
    def refusal(cls, state: Any, seat: int) -> Refusal | None:
        if seat == state.table_action_seat:
            return None
        return Refusal("not-yours", T("Only {who} can tap this.", who=Who(state.table_action_seat)))


class Correction(Action, abstract=True):
    """Corrects a wrong entry. Any seat may do so, but a correction that rests on a secret is its owner's alone."""

    @classmethod
    def eligible_seats(cls, state: Any) -> Iterable[int]:
        return range(state.seats) if cls.private else (state.table_action_seat,)

    @classmethod
    def is_correction(cls, state: Any) -> bool:
        return True


class Unseal(Correction, abstract=True, private=True, rejects_stale=False):
    """Reopens this seat's sealed choice. The reveal waits for it; other screens show only that it is missing."""

    @classmethod
    def refusal(cls, state: Any, seat: int) -> Refusal | None:
        sealed = state.phase.sealed
        if sealed.complete:
            return Refusal("revealed", T("Everything has been revealed, so it can’t be changed."))
        return refused_if(seat not in sealed.choices, "not-sealed", T("You haven’t sealed anything yet."))


class StateCorrection(Correction, abstract=True):
    """A correction of the tracked state, in the phases that allow it."""

    unavailable_reason: ClassVar[Text] = T(
        "You can fix mistakes during a turn or at the check before scoring. Otherwise, use Undo."
    )

    @classmethod
    def refusal(cls, state: Any, seat: int) -> Refusal | None:
        return refused_if(not state.phase.may_correct(state), "not-now", cls.unavailable_reason)


class SeatCorrection(StateCorrection, abstract=True):
    """A correction of something that one seat has; it opens when that seat is tapped."""

    whose: int

    @classmethod
    def tracked_fields(cls, state: Any) -> Iterable[Pick | Count]:
        """Returns one form field per seat, by seat number: the tracked value and its alternatives."""
        raise NotImplementedError

    @classmethod
    def legal_actions(cls, state: Any, seat: int) -> Iterable[LegalAction]:
        for owner, field in enumerate(cls.tracked_fields(state)):
            yield legal_action(cls, seat, Pick("whose", (owner,)), field, at=at_seat(owner))


def unchanged_refusal(unchanged: bool) -> Refusal | None:
    """Returns the refusal of a correction that changes nothing."""
    return refused_if(unchanged, "same", T("That’s already how Herald has it."))


def legal_action(
    action: type[Action],
    seat: int,
    *fields: Pick | Count | Dice,
    total: tuple[int, int] | None = None,
    missing_values: tuple[str, ...] = (),
    limits: tuple[Limit, ...] = (),
    at: str = "",
    already_entered: bool = False,
) -> LegalAction:
    return LegalAction(
        seat, stored_name(action), fields, total, missing_values, action.private, limits, at, already_entered
    )


def at_seat(seat: int) -> str:
    """Returns the place key of a seat's things beside the board: its track, its fame, its hand."""
    return f"seat.{seat}"


def not_legal_refusal(action: Action, legal_actions: Sequence[LegalAction]) -> Refusal:
    """Returns the refusal of values that fit no legal action; it names the bounds of a count out of range."""
    values = filled_in(action)
    for count in (one for legal_action in legal_actions for one in legal_action.fields if isinstance(one, Count)):
        if not count.allows(values.get(count.name)):
            bounds = T("Choose a number from {low} to {high}.", low=count.low, high=count.high)
            return Refusal("not-offered", bounds)
    return Refusal("not-offered", T("That’s not an option right now."))


def action_refusal(action: type[Action], state: GameState, seat: int) -> Refusal | None:
    """Returns why this seat cannot take the action now; None if it can.

    The reason may rest on a secret of the seat if the action is private.
    """
    if action.phases and not isinstance(state.phase, action.phases):
        return state.phase.busy(state)
    return action.refusal(state, seat)


def allowed(
    action: type[Action], state: GameState, seat: int, name: str, values: Iterable[Thing], **others: Any
) -> tuple[Thing, ...]:
    """Returns the values of one field that `values_refusal` accepts, given the other fields."""
    return tuple(value for value in values if action(**others, **{name: value}).values_refusal(state, seat) is None)


def turn_refusal(state: GameState, seat: int, rule: str) -> Refusal | None:
    """Returns a refusal unless it is this seat's turn."""
    if seat == state.turn:
        return None
    return Refusal("not-your-turn", T("It’s {who}’s turn.", who=Who(state.turn or 0)), rule)


def legal_actions_of(action: type[Action], state: GameState) -> Iterator[LegalAction]:
    """Yields all current legal actions of this kind, private ones included."""
    if action.phases and not isinstance(state.phase, action.phases):
        return
    for seat in action.eligible_seats(state):
        if action.refusal(state, seat) is None:
            yield from action.legal_actions(state, seat)


def visible_to(seat: int | None, legal_actions: tuple[LegalAction, ...]) -> tuple[LegalAction, ...]:
    """Returns the legal actions that this seat may see: all public ones, and its own private ones. If that is all of
    them, all seats get the same object."""
    seen = [one for one in legal_actions if not one.private or one.seat == seat]
    return legal_actions if len(seen) == len(legal_actions) else tuple(seen)
