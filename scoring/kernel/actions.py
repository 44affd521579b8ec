"""What somebody wants: whether it may be, what can be filled in, and what then happens."""

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
    """What somebody wants, in the imperative: when it is possible, what can be filled in, and what then happens.

    A rule stands in `refusal` (of the ask at all) or `values_refusal` (of what was filled in), and nowhere else: what
    is offered is what they do not refuse.

    `private` asks rest on what only that seat may know (its hand, its sealed choice): they are offered to and
    taken from that seat's own device alone, so that nobody can probe a secret by trying.
    `rejects_stale` asks are refused from a page that has not seen the last move.
    `sealed` asks are sealed choices: afterwards the phone steps back and a curtain closes.
    """

    private: ClassVar[bool] = False
    rejects_stale: ClassVar[bool] = True
    sealed: ClassVar[bool] = False
    # Something is counted: never with printed numbers that contradict what the rulebook states.
    counts: ClassVar[bool] = False
    # The phases in which it is possible; none named: in all of them.
    phases: ClassVar[tuple[type[Phase], ...]] = ()
    # What happens, where that is all: with the same values, after the seat that asks if the event has one field more.
    event: ClassVar[type[Event] | None] = None
    # What it is called where a screen says why it is not possible now; None: not worth a word.
    label: ClassVar[Text | None] = None

    @classmethod
    def refusal(cls, state: Any, seat: int) -> Refusal | None:
        """Why this seat cannot do that now, in one of its phases; a phone may show the reason. None: it can."""
        return None

    @classmethod
    def legal_actions(cls, state: Any, seat: int) -> Iterable[LegalAction]:
        """What can be filled in, where `refusal` has nothing against it; by default there is nothing to fill in."""
        return (legal_action(cls, seat),)

    def values_refusal(self, state: Any, seat: int) -> Refusal | None:
        """Why not with these values; what the offers bound by themselves need not be said again.

        It is asked before the offers are compared, so that people hear the rule and not only that it is no choice now.
        The values are therefore of the right type, but may name an area, a piece or a seat that does not exist.
        """
        return None

    def within_means(self, state: Any, seat: int) -> Action:
        """The same without what the seat could not pay, where more may be asked for than that: so a bot asks."""
        return self

    def fits(self, offered: LegalAction) -> bool:
        """True if the offer allows these values; an ask that may go beyond its offers says when."""
        return offered.allows(filled_in(self))

    def decide(self, batch: Batch[Any], seat: int, rng: Rng) -> None:
        """What happens. By now nothing is against it."""
        assert self.event is not None, f"{type(self).__name__} says neither what it does nor what happens"
        values = [getattr(self, field.name) for field in fields(self)]
        asking = [seat] if len(fields(self.event)) > len(values) else []
        batch.emit(self.event(*asking, *values))

    @classmethod
    def eligible_seats(cls, state: Any) -> Iterable[int]:
        """The seats that may be offered it."""
        return range(state.seats)

    @classmethod
    def must_know(cls, missing_values: tuple[str, ...]) -> tuple[str, ...]:
        """Those of an offer's printed numbers that cannot be filled in later; by default all of them."""
        return missing_values

    @classmethod
    def is_correction(cls, state: Any) -> bool:
        """True if it puts right what was entered wrongly: it is then shown apart from the moves."""
        return False


class SealedAction(Action, abstract=True, private=True, rejects_stale=False, sealed=True):
    """A choice made in secret, which may be changed until the last one is in."""


class TableAction(Action, abstract=True):
    """Nobody's choice: any device may tap it, and it is offered once."""

    @classmethod
    def refusal(cls, state: Any, seat: int) -> Refusal | None:
        if seat == state.table_action_seat:
            return None
        return Refusal("not-yours", T("Only {who} can tap this.", who=Who(state.table_action_seat)))


class Correction(Action, abstract=True):
    """Puts right what was entered wrongly. Any seat may, but what rests on a secret only its owner."""

    @classmethod
    def eligible_seats(cls, state: Any) -> Iterable[int]:
        return range(state.seats) if cls.private else (state.table_action_seat,)

    @classmethod
    def is_correction(cls, state: Any) -> bool:
        return True


class Unseal(Correction, abstract=True, private=True, rejects_stale=False):
    """Opens what this seat has sealed, to change it: the others are not ready without it any more, and see no more."""

    @classmethod
    def refusal(cls, state: Any, seat: int) -> Refusal | None:
        sealed = state.phase.sealed
        if sealed.complete:
            return Refusal("revealed", T("Everything has been revealed, so it can’t be changed."))
        return refused_if(seat not in sealed.choices, "not-sealed", T("You haven’t sealed anything yet."))


class StateCorrection(Correction, abstract=True):
    """A correction of what Herald has followed, in the phases that say so."""

    unavailable_reason: ClassVar[Text] = T(
        "You can fix mistakes during a turn or at the check before scoring. Otherwise, use Undo."
    )

    @classmethod
    def refusal(cls, state: Any, seat: int) -> Refusal | None:
        return refused_if(not state.phase.may_correct(state), "not-now", cls.unavailable_reason)


class SeatCorrection(StateCorrection, abstract=True):
    """What one seat really has of something; it opens where that seat is tapped."""

    whose: int

    @classmethod
    def believed(cls, state: Any) -> Iterable[Pick | Count]:
        """What Herald believes of each seat, by seat number, and what else it can be."""
        raise NotImplementedError

    @classmethod
    def legal_actions(cls, state: Any, seat: int) -> Iterable[LegalAction]:
        for owner, field in enumerate(cls.believed(state)):
            yield legal_action(cls, seat, Pick("whose", (owner,)), field, at=at_seat(owner))


def unchanged_refusal(so: bool) -> Refusal | None:
    """Why nothing is to be put right: Herald believes it, too."""
    return refused_if(so, "same", T("That’s already how Herald has it."))


def legal_action(
    action: type[Action],
    seat: int,
    *fields: Pick | Count | Dice,
    total: tuple[int, int] | None = None,
    missing_values: tuple[str, ...] = (),
    limits: tuple[Limit, ...] = (),
    at: str = "",
    said: bool = False,
) -> LegalAction:
    return LegalAction(seat, stored_name(action), fields, total, missing_values, action.private, limits, at, said)


def at_seat(seat: int) -> str:
    """The place of what belongs to a seat and lies nowhere on the board: its track, its fame, its hand."""
    return f"seat.{seat}"


def not_legal_refusal(action: Action, legal_actions: Sequence[LegalAction]) -> Refusal:
    """What would be allowed, where that can be said in a word."""
    values = filled_in(action)
    for count in (one for legal_action in legal_actions for one in legal_action.fields if isinstance(one, Count)):
        if not count.allows(values.get(count.name)):
            bounds = T("Choose a number from {low} to {high}.", low=count.low, high=count.high)
            return Refusal("not-offered", bounds)
    return Refusal("not-offered", T("That’s not an option right now."))


def action_refusal(action: type[Action], state: GameState, seat: int) -> Refusal | None:
    """Why this seat cannot ask for that now. The reason may rest on a secret of the seat if the ask is its own."""
    if action.phases and not isinstance(state.phase, action.phases):
        return state.phase.busy(state)
    return action.refusal(state, seat)


def allowed(
    action: type[Action], state: GameState, seat: int, name: str, values: Iterable[Thing], **others: Any
) -> tuple[Thing, ...]:
    """Those values of one field of an ask that nothing is against, its other fields being these."""
    return tuple(value for value in values if action(**others, **{name: value}).values_refusal(state, seat) is None)


def turn_refusal(state: GameState, seat: int, rule: str) -> Refusal | None:
    """Why somebody has to wait for the turn."""
    if seat == state.turn:
        return None
    return Refusal("not-your-turn", T("It’s {who}’s turn.", who=Who(state.turn or 0)), rule)


def legal_actions_of(action: type[Action], state: GameState) -> Iterator[LegalAction]:
    """All offers of this ask now, secret ones included."""
    if action.phases and not isinstance(state.phase, action.phases):
        return
    for seat in action.eligible_seats(state):
        if action.refusal(state, seat) is None:
            yield from action.legal_actions(state, seat)


def visible_to(seat: int | None, legal_actions: Iterable[LegalAction]) -> tuple[LegalAction, ...]:
    """What rests on a secret is offered to its owner alone."""
    return tuple(one for one in legal_actions if not one.private or one.seat == seat)
