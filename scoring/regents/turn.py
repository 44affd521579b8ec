"""A turn: what has to be chosen before it goes on, three actions, counsellors, chips, the domain card (en 940-996)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from scoring.kernel import Ask, Chance, Draft, Event, Phase, Refusal, in_turn, refused_if
from scoring.offers import Offer, Pick
from scoring.regents.printed import ACTIONS, DE, DOMAIN_COUNSELLORS, DOMAINS, LOCATIONS, ROOM_OF, STEPS
from scoring.regents.state import USED, State
from scoring.words import TN, T, Text, Who

# --- what has to be chosen before a turn goes on --------------------------------------------------------


class Choice:
    """Opened by a card or an accusation; a frozen dataclass for each kind."""

    # False: it may also be left.
    obligatory: ClassVar[bool] = False

    def chooser(self, turn: int) -> int:
        return turn

    def headline(self, who: Who) -> Text:
        raise NotImplementedError

    def options(self, state: State) -> Sequence[Any]:
        """What there is to choose from."""
        raise NotImplementedError

    def choose(self, draft: Draft[State], option: Any) -> None:
        """What follows; only where it is obligatory, and so may happen unasked."""
        raise NotImplementedError


@dataclass(frozen=True)
class Spaces(Choice):
    """Spaces for a marker, one by one, each on a track of somebody's choice."""

    obligatory: ClassVar[bool] = True
    left: int = field(default=STEPS, kw_only=True)


class Turned(Phase, abstract=True):
    """Somebody's turn, who is waited for."""

    turn: int

    def waiting_for(self, state: State) -> tuple[int, ...]:
        return (self.turn,)


class Turn(Turned):
    """The action phase; once no actions are left, scoring."""

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

    def headline(self, state: State) -> Text:
        who = Who(self.turn)
        if self.choice:
            return self.choice.headline(who)
        if not self.actions:
            return T("{who} scores.", who=who)
        return TN("{who}: one action left.", "{who}: {count} actions left.", self.actions, who=who)

    def waiting_for(self, state: State) -> tuple[int, ...]:
        return (self.choice.chooser(self.turn) if self.choice else self.turn,)


def turn_of(state: State) -> Turn:
    """For whatever is only possible in a turn."""
    assert isinstance(state.phase, Turn)
    return state.phase


def choice_in(state: State) -> Choice | None:
    return state.phase.choice if isinstance(state.phase, Turn) else None


def card_in(state: State) -> str:
    """The action card that was played this turn."""
    return state.phase.card if isinstance(state.phase, Turn) else ""


def spend(state: State, actions: int = 1, **changes: Any) -> State:
    """The actions are gone, and something else about the turn has changed."""
    if not isinstance(state.phase, Turn):
        return state
    return replace(state, phase=replace(state.phase, actions=state.phase.actions - actions, **changes))


def chosen(state: State, left: Choice | None = None) -> State:
    """What had to be chosen first is settled, but for what is left of it."""
    if choice_in(state) is None:
        return state
    return spend(state, 0, choices=(*((left,) if left else ()), *turn_of(state).choices[1:]))


def one_space_less(state: State) -> State:
    """A marker has moved; if that was chosen, one of the spaces is used up."""
    choice = choice_in(state)
    if not isinstance(choice, Spaces):
        return state
    return chosen(state, replace(choice, left=choice.left - 1) if choice.left > 1 else None)


def settle(draft: Draft[State]) -> None:
    """Nobody is asked where there is nothing, or only one thing, to choose."""
    while choice := choice_in(draft.state):
        options = choice.options(draft.state)
        if not options:
            draft.happen(ChoiceLeft(turn_of(draft.state).turn))
        elif choice.obligatory and len(options) == 1:
            choice.choose(draft, options[0])
        else:
            return


class ChoiceLeft(Event):
    """What a card still allowed was not, or could not be, made use of."""

    seat: int

    def fold(self, state: State) -> State:
        return chosen(state)


# --- what asks and events of a turn have in common ------------------------------------------------------


class Action(Ask, abstract=True, phases=(Turn,)):
    """For whoever's turn it is, once nothing has to be chosen first."""

    @classmethod
    def why_not(cls, state: State, seat: int) -> Refusal | None:
        return in_turn(state, seat, "en 942") or choose_first(state)


class PaidAction(Action, abstract=True):
    """It costs one of the actions."""

    @classmethod
    def why_not(cls, state: State, seat: int) -> Refusal | None:
        return super().why_not(state, seat) or out_of_actions(state)


class Choose(Ask, abstract=True, phases=(Turn,)):
    """Says what has to be chosen."""

    choice: ClassVar[type[Choice]]

    @classmethod
    def why_not(cls, state: State, seat: int) -> Refusal | None:
        turn = turn_of(state)
        if not isinstance(turn.choice, cls.choice):
            return nothing_to_choose()
        chooser = turn.choice.chooser(turn.turn)
        return refused_if(seat != chooser, "not-yours", T("{who} chooses.", who=Who(chooser)), "en 988")


def choose_first(state: State) -> Refusal | None:
    return refused_if(choice_in(state), "choose-first", T("Something has to be chosen first."))


def nothing_to_choose() -> Refusal:
    return Refusal("not-now", T("There is nothing of that kind to choose now."))


def out_of_actions(state: State) -> Refusal | None:
    text = T("No actions are left: score, or use a chip for one more.")
    return refused_if(not turn_of(state).actions, "actions", text, "en 944")


def if_possible(made: Offer) -> tuple[Offer, ...]:
    """Nothing is offered where there is nothing to pick."""
    picks = (field.options for field in made.fields if isinstance(field, Pick))
    return (made,) if all(picks) else ()


class Move(Event, abstract=True):
    """Something that somebody did: what hands had to do before it is done."""

    seat: int

    def clears_to_do(self, state: State) -> bool:
        return True


class TurnBegan(Event):
    seat: int
    round: int

    def fold(self, state: State) -> State:
        return replace(state, round=self.round, phase=Turn(self.seat))


# --- counsellors ----------------------------------------------------------------------------------------


class TakeCounsellor(PaidAction):
    """From the reserve, once a turn (en 958)."""

    @classmethod
    def why_not(cls, state: State, seat: int) -> Refusal | None:
        once = T("You have taken a counsellor this turn: once a turn.")
        empty = T("The reserve is empty: there are only 20 counsellors.")
        return (
            super().why_not(state, seat)
            or refused_if(turn_of(state).took_counsellor, "once", once, "en 958")
            or refused_if(not state.reserve, "reserve", empty, "en 958")
        )

    def decide(self, draft: Draft[State], seat: int, chance: Chance) -> None:
        draft.happen(CounsellorTaken(seat))


class CounsellorTaken(Move):
    def fold(self, state: State) -> State:
        return spend(state.with_counsellors(self.seat, 1), took_counsellor=True)

    def tell(self, state: State) -> Text:
        return T("{who} takes a counsellor.", who=Who(self.seat))


# --- the domain card ------------------------------------------------------------------------------------


class ShowDomain(Action, own=True):
    """Turn up my domain card for two counsellors in its room (en 1102), as far as the reserve has them (de 236)."""

    @classmethod
    def why_not(cls, state: State, seat: int) -> Refusal | None:
        shown, text = seat in state.domains_open, T("Your domain card lies open already.")
        return super().why_not(state, seat) or refused_if(shown, "open", text, "en 1108")

    def decide(self, draft: Draft[State], seat: int, chance: Chance) -> None:
        state = draft.state
        draft.happen(DomainShown(seat, state.cards[seat].domain, min(DOMAIN_COUNSELLORS, state.reserve)))


class DomainShown(Move, reveals=True):
    """During the game: so many counsellors from the reserve went into its room."""

    domain: str
    counsellors: int

    def fold(self, state: State) -> State:
        on_board = state.on_board + (ROOM_OF[self.domain],) * self.counsellors
        return replace(state, on_board=on_board, domains_open=state.domains_open | {self.seat})

    def tell(self, state: State) -> Text:
        return T("{who} turns up the domain card: {domain}.", who=Who(self.seat), domain=DOMAINS[self.domain])

    def to_do(self, state: State) -> tuple[Text, ...]:
        if not self.counsellors:
            return ()
        room, count = LOCATIONS[ROOM_OF[self.domain]], self.counsellors
        return (TN("A counsellor into the {room}.", "{count} counsellors into the {room}.", count, room=room),)


# --- chips ----------------------------------------------------------------------------------------------


class UseChip(Action):
    """One more action, once a turn (en 1092)."""

    @classmethod
    def why_not(cls, state: State, seat: int) -> Refusal | None:
        return (
            super().why_not(state, seat)
            or refused_if(not state.chips_of(seat), "no-chip", T("You have no privilege chip."), "en 1090")
            or refused_if(turn_of(state).chip_used, "once", T("You have used a chip this turn: one a turn."), "en 1094")
        )

    def decide(self, draft: Draft[State], seat: int, chance: Chance) -> None:
        draft.happen(ChipUsed(seat))


class ChipUsed(Move):
    def fold(self, state: State) -> State:
        used = next((chip for chip, holder in state.chips.items() if holder == self.seat), "")
        chips = {**state.chips, used: USED} if used else state.chips
        return spend(replace(state, chips=chips), -1, chip_used=True)

    def tell(self, state: State) -> Text:
        return T("{who} uses a chip for one more action.", who=Who(self.seat))

    def to_do(self, state: State) -> tuple[Text, ...]:
        return (T("{who} puts a chip out of the game.", who=Who(self.seat)),)


# --- leaving the rest -----------------------------------------------------------------------------------


class EndActions(Action):
    """Leave the remaining actions."""

    @classmethod
    def why_not(cls, state: State, seat: int) -> Refusal | None:
        owed = obligatory(state)
        must = TN("One more action is obligatory.", "{count} more actions are obligatory.", owed)
        return (
            super().why_not(state, seat)
            or refused_if(not turn_of(state).actions, "actions", T("No actions are left: score."), "en 944")
            or refused_if(owed, "obligatory", must, "de 214")
        )

    def decide(self, draft: Draft[State], seat: int, chance: Chance) -> None:
        draft.happen(ActionsEnded(seat))


def obligatory(state: State) -> int:
    """The actions that have to be done: the German rules call all three so (de 214), but not that of a chip."""
    turn = turn_of(state)
    return max(turn.actions - turn.chip_used, 0) if state.edition == DE else 0


class ActionsEnded(Move):
    def fold(self, state: State) -> State:
        return spend(state, state.phase.actions if isinstance(state.phase, Turn) else 0)

    def tell(self, state: State) -> Text:
        return T("{who} leaves the remaining actions.", who=Who(self.seat))
