"""Turns, tracked move by move or scoring only, and their pending choices (en 940-944). Also counsellors, the domain
card and skipping actions (en 956-966, 1100-1108)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from scoring.claims import ClaimPhase, Claims
from scoring.kernel import (
    EVERY_MOVE,
    KEY_MOMENTS,
    Action,
    Batch,
    Event,
    Help,
    Phase,
    Refusal,
    Rng,
    refused_if,
    turn_refusal,
)
from scoring.legal_actions import LegalAction, Pick
from scoring.regents.components import (
    ACTIONS,
    AGENTS,
    BONUS_SPACES,
    COUNSELLORS,
    DOMAIN_COUNSELLORS,
    DOMAINS,
    LOCATIONS,
    ROOM_OF,
)
from scoring.regents.state import SOMEWHERE, State, duplicate_refusal, report_duplicates
from scoring.tracking_modes import ModeSwitchPhase
from scoring.words import TN, T, Text, Who

# --- choices before a turn continues --------------------------------------------------------------------


class Choice:
    """A pending choice, opened by a card or an accusation. Each kind is a frozen dataclass."""

    # If False, the choice may be skipped.
    obligatory: ClassVar[bool] = False

    def chooser(self, turn: int) -> int:
        return turn

    def headline(self, who: Who) -> Text:
        raise NotImplementedError

    def options(self, state: State) -> Sequence[Any]:
        """Returns the options that can be chosen now."""
        raise NotImplementedError

    def choose(self, batch: Batch[State], option: Any) -> None:
        """Emits the events of an option. Needed only for obligatory choices, which may be settled automatically."""
        raise NotImplementedError


@dataclass(frozen=True)
class Spaces(Choice):
    """Spaces that markers move, settled one by one, each on a chosen track."""

    obligatory: ClassVar[bool] = True
    left: int = field(default=BONUS_SPACES, kw_only=True)


class OneSeatPhase(Phase, abstract=True):
    """Base class for phases that wait for one seat's turn."""

    turn: int

    def waiting_for(self, state: State) -> tuple[int, ...]:
        return (self.turn,)


class AnyTurn(OneSeatPhase, ModeSwitchPhase, abstract=True):
    """The action phase and scoring, in any tracking mode."""

    choices: tuple[Choice, ...] = ()
    card: str = ""
    chip_used: bool = False
    took_counsellor: bool = False
    spied: bool = False
    # True if the turn goes on after scoring, so that a chip earned by it can be used (de 226, nl 653).
    scored: bool = False

    @property
    def choice(self) -> Choice | None:
        return self.choices[0] if self.choices else None

    @property
    def may_score(self) -> bool:
        """True if the turn has not scored yet and nothing obligatory must come first."""
        return not self.scored

    def may_correct(self, state: State) -> bool:
        return self.choice is None

    def headline(self, state: State) -> Text:
        who = Who(self.turn)
        if self.choice:
            return self.choice.headline(who)
        if self.scored and not self.chip_used:
            return T("{who} can use a chip right away or end the turn.", who=who)
        return self.default_headline(who)

    def default_headline(self, who: Who) -> Text:
        """The headline when no choice is pending."""
        raise NotImplementedError

    def waiting_for(self, state: State) -> tuple[int, ...]:
        return (self.choice.chooser(self.turn) if self.choice else self.turn,)


class Turn(AnyTurn):
    """A turn tracked move by move. Scoring follows once no action points are left."""

    help = Help(
        (
            T(
                "Take three actions: move an agent or the King, take or place a counsellor, spy, accuse, or bring an "
                "agent back."
            ),
            T(
                "You can also play one action card, use one chip for one more action, and reveal your domain card for "
                "two counsellors."
            ),
            T("Then score the locations where you have more pieces than anyone else."),
        ),
        "en 944",
    )
    action_points: int = ACTIONS
    neutral_moved: bool = False

    @property
    def may_score(self) -> bool:
        return super().may_score and not self.action_points

    def default_headline(self, who: Who) -> Text:
        if not self.action_points:
            return T("{who} ends their turn.", who=who) if self.scored else T("{who} scores.", who=who)
        return TN("{who}: one action left.", "{who}: {count} actions left.", self.action_points, who=who)

    def in_tracking_mode(self, state: State, mode: str) -> State:
        """Drops the agents' places, and pending choices about the board, which are then settled without Herald."""
        spaces = tuple(choice for choice in self.choices if isinstance(choice, Spaces))
        scoring_only = ScoringOnlyTurn(Claims.known(state.held), self.turn, spaces, *_turn_progress(self))
        return replace(state, tracking_mode=mode, agents=((),) * len(state.agents), phase=scoring_only)


class ScoringOnlyTurn(AnyTurn, ClaimPhase):
    """A turn in KEY_MOMENTS mode: the active player taps the locations held, then scores."""

    help = Help(
        (
            T("Take your actions on the board. Tap here when you spy, accuse, or play a card or a chip."),
            T(
                "Then tap the locations where you have more pieces than anyone else and the King isn’t there, and "
                "score."
            ),
        ),
        "en 1000",
    )

    def default_headline(self, who: Who) -> Text:
        return T("{who}’s turn.", who=who)

    def places(self, state: State, seat: int) -> tuple[str, ...]:
        return tuple(LOCATIONS) if seat == self.turn and not self.scored else ()

    def place_name(self, state: State, place: str) -> Text:
        return LOCATIONS[place]

    @property
    def held(self) -> tuple[str, ...]:
        mine = self.claims.of(self.turn)
        return tuple(place for place in LOCATIONS if place in mine)

    def in_tracking_mode(self, state: State, mode: str) -> State:
        """Keeps a turn that has begun as it is, scoring only; the agents are entered before the next turn."""
        after = replace(state, tracking_mode=mode)
        return with_new_turn(after, self.turn) if self == with_new_turn(state, self.turn).phase else after


def _turn_progress(turn: AnyTurn) -> tuple[Any, ...]:
    return turn.card, turn.chip_used, turn.took_counsellor, turn.spied, turn.scored


def action_points_left(state: State) -> int:
    """Returns the action points left; on an untracked board always the full number."""
    return state.phase.action_points if isinstance(state.phase, Turn) else ACTIONS


def is_untracked(state: State) -> bool:
    """True if Herald does not know where the agents and the King are."""
    return state.tracking_mode != EVERY_MOVE or isinstance(state.phase, ScoringOnlyTurn)


def choice_in(state: State) -> Choice | None:
    return state.phase.choice if isinstance(state.phase, AnyTurn) else None


def card_in(state: State) -> str:
    """Returns the action card played this turn; empty if none."""
    return state.phase.card if isinstance(state.phase, AnyTurn) else ""


def spend(state: State, actions: int = 1, **changes: Any) -> State:
    """Spends action points (tracked turns only) and changes other fields of the turn."""
    if isinstance(state.phase, Turn):
        changes["action_points"] = state.phase.action_points - actions
    return replace(state, phase=replace(state.phase, **changes)) if isinstance(state.phase, AnyTurn) else state


def update_choice(state: State, left: Choice | None = None) -> State:
    """Removes the first pending choice, or replaces it with its remainder."""
    if choice_in(state) is None:
        return state
    return spend(state, 0, choices=(*((left,) if left else ()), *AnyTurn.current(state).choices[1:]))


def use_one_space(state: State) -> State:
    """Uses up one space of a pending `Spaces` choice, if there is one."""
    choice = choice_in(state)
    if not isinstance(choice, Spaces):
        return state
    return update_choice(state, replace(choice, left=choice.left - 1) if choice.left > 1 else None)


def settle(batch: Batch[State]) -> None:
    """Settles pending choices without options, and obligatory ones with a single option."""
    while choice := choice_in(batch.state):
        options = choice.options(batch.state)
        if not options:
            batch.emit(ChoiceForgone(AnyTurn.current(batch.state).turn))
        elif choice.obligatory and len(options) == 1:
            choice.choose(batch, options[0])
        else:
            return


class ChoiceForgone(Event, stored="choice-left"):
    """The rest of a choice was skipped, or had no options."""

    seat: int

    def apply(self, state: State) -> State:
        return update_choice(state)


# --- shared by actions and events of a turn -------------------------------------------------------------


class TurnAction(Action, abstract=True, phases=(AnyTurn,)):
    """Base class for actions of the player whose turn it is, legal when no choice is pending."""

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        return turn_refusal(state, seat, "en 942") or pending_choice_refusal(state)


class PaidTurnAction(TurnAction, abstract=True):
    """Base class for actions that cost an action point."""

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        return super().refusal(state, seat) or action_points_refusal(state)


class Choose(Action, abstract=True, phases=(AnyTurn,)):
    """Base class for actions that settle the pending choice."""

    choice: ClassVar[type[Choice]]

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        turn = AnyTurn.current(state)
        if not isinstance(turn.choice, cls.choice):
            return no_choice_refusal()
        chooser = turn.choice.chooser(turn.turn)
        return refused_if(seat != chooser, "not-yours", T("That’s {who}’s choice.", who=Who(chooser)), "en 988")


def pending_choice_refusal(state: State) -> Refusal | None:
    return refused_if(choice_in(state), "choose-first", T("There’s a choice to make first."))


def no_choice_refusal() -> Refusal:
    return Refusal("not-now", T("You don’t have that choice right now."))


def already_scored_refusal(state: State) -> Refusal | None:
    return refused_if(
        AnyTurn.current(state).scored, "scored", T("You’ve already scored. End your turn."), "de 190, nl 613"
    )


def action_points_refusal(state: State) -> Refusal | None:
    text = T("No actions left. Score, or use a chip for one more.")
    return refused_if(not action_points_left(state), "actions", text, "en 944")


def if_possible(made: LegalAction) -> tuple[LegalAction, ...]:
    """Returns the legal action only if every pick has an option."""
    picks = (field.options for field in made.fields if isinstance(field, Pick))
    return (made,) if all(picks) else ()


class TurnEvent(Event, abstract=True):
    """Base class for events by a player; they clear the to-do list."""

    seat: int

    def clears_to_do(self, state: State) -> bool:
        return True


# --- a turn begins --------------------------------------------------------------------------------------


class TurnBegan(Event):
    seat: int
    round: int

    def apply(self, state: State) -> State:
        return with_new_turn(replace(state, round=self.round), self.seat)


class BoardEntry(ModeSwitchPhase):
    """Entry of the places of the agents and the King, after a switch to EVERY_MOVE."""

    help = Help((T("Tap where each agent and the King are."), T("After that, Herald tracks every move.")))
    heading = T("Where are the agents and the King?")
    turn: int
    king_entered: bool = False

    def waiting_for(self, state: State) -> tuple[int, ...]:
        return tuple(owner for owner in owners_to_place(state) if owner < state.seats)

    def in_tracking_mode(self, state: State, mode: str) -> State:
        return with_new_turn(replace(state, tracking_mode=mode, agents=((),) * len(state.agents)), self.turn)


def owners_to_place(state: State) -> tuple[int, ...]:
    """Returns the owners whose agents are not all placed."""
    return tuple(owner for owner, mine in enumerate(state.agents) if len(mine) < AGENTS)


def with_new_turn(state: State, seat: int) -> State:
    """Returns the state with a new turn in the table's tracking mode, or first the entry of the agents' unknown
    places.
    """
    if state.tracking_mode == KEY_MOMENTS:
        return replace(state, phase=ScoringOnlyTurn(Claims.known(state.held), seat))
    return replace(state, phase=Turn(seat) if any(state.agents) else BoardEntry(seat))


# --- counsellors ----------------------------------------------------------------------------------------


class CounsellorTaken(TurnEvent):
    def apply(self, state: State) -> State:
        return spend(state.with_counsellors(self.seat, 1), took_counsellor=True)

    def history_line(self, state: State) -> Text:
        return T("{who} took a counsellor.", who=Who(self.seat))


class TakeCounsellor(PaidTurnAction, event=CounsellorTaken):
    """Takes a counsellor from the reserve, once a turn (en 958)."""

    label = T("Take a counsellor")

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        once = T("You’ve already taken a counsellor this turn. You can take one per turn.")
        empty = T("The reserve is empty. There are only {count} counsellors.", count=COUNSELLORS)
        return (
            super().refusal(state, seat)
            or refused_if(AnyTurn.current(state).took_counsellor, "once", once, "en 958")
            or refused_if(not state.reserve, "reserve", empty, "en 958")
        )


def counsellor_refusal(state: State, seat: int) -> Refusal | None:
    text = T("You have no counsellor. Take one from the reserve first.")
    return refused_if(not state.counsellors[seat], "no-counsellor", text, "en 962")


class CounsellorUsed(TurnEvent):
    """A counsellor was placed on the untracked board."""

    def apply(self, state: State) -> State:
        return replace(state, on_board=(*state.on_board, SOMEWHERE)).with_counsellors(self.seat, -1)

    def history_line(self, state: State) -> Text:
        return T("{who} placed a counsellor.", who=Who(self.seat))


class PlaceCounsellor(TurnAction, phases=(ScoringOnlyTurn,), event=CounsellorUsed):
    """Places a counsellor in the castle for this turn (en 962). Herald does not record where."""

    label = T("Place a counsellor")

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        return super().refusal(state, seat) or counsellor_refusal(state, seat)


# --- the domain card ------------------------------------------------------------------------------------


class ShowDomain(TurnAction, private=True):
    """Reveals the seat's domain card and puts two counsellors in its room (en 1102), or those left in the reserve (de
    236)."""

    label = T("Reveal the domain card")

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        shown, text = seat in state.domains_open, T("Your domain card is already revealed.")
        return (
            super().refusal(state, seat)
            or refused_if(shown, "open", text, "en 1108")
            or duplicate_refusal(state, seat, domain=True)
        )

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        state = batch.state
        batch.emit(DomainShown(seat, state.cards[seat].domain, counsellors_for_domain(state)))
        report_duplicates(batch, seat)


def counsellors_for_domain(state: State) -> int:
    """Returns the number of counsellors that a domain card would bring now."""
    return min(DOMAIN_COUNSELLORS, state.reserve)


class DomainShown(TurnEvent, reveals=True):
    """A domain card was revealed during the game; `counsellors` went from the reserve into its room."""

    domain: str
    counsellors: int

    def apply(self, state: State) -> State:
        on_board = state.on_board + (ROOM_OF[self.domain],) * self.counsellors
        return replace(state, on_board=on_board, domains_open=state.domains_open | {self.seat})

    def history_line(self, state: State) -> Text:
        return T("{who} revealed their domain card: {domain}.", who=Who(self.seat), domain=DOMAINS[self.domain])

    def to_do(self, state: State) -> tuple[Text, ...]:
        if not self.counsellors:
            return ()
        room, count = LOCATIONS[ROOM_OF[self.domain]], self.counsellors
        return (TN("Put a counsellor in the {room}.", "Put {count} counsellors in the {room}.", count, room=room),)


# --- skipping the remaining actions ---------------------------------------------------------------------


class ActionsEnded(TurnEvent):
    def apply(self, state: State) -> State:
        return spend(state, action_points_left(state))

    def history_line(self, state: State) -> Text:
        return T("{who} skipped the remaining actions.", who=Who(self.seat))


class EndActions(TurnAction, phases=(Turn,), event=ActionsEnded):
    """Skips the remaining actions."""

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        owed = obligatory_actions_left(state)
        must = TN(
            "One more action is required, unless the table lets you skip it.",
            "{count} more actions are required, unless the table lets you skip them.",
            owed,
        )
        return (
            super().refusal(state, seat)
            or already_scored_refusal(state)
            or refused_if(not action_points_left(state), "actions", T("No actions left. Score now."), "en 944")
            or refused_if(owed, "obligatory", must, "de 214, nl 637")
        )


def obligatory_actions_left(state: State) -> int:
    """Returns the number of obligatory actions left in this edition. The extra action of a chip is never obligatory."""
    if not state.edition.actions_obligatory:
        return 0
    return max(action_points_left(state) - AnyTurn.current(state).chip_used, 0)


class ActionsExcused(ActionsEnded):
    """The table let the player skip obligatory actions."""

    def history_line(self, state: State) -> Text:
        return T("The table let {who} skip the remaining actions.", who=Who(self.seat))


class BeExcused(TurnAction, phases=(Turn,), event=ActionsExcused):
    """Skips obligatory actions with the table's consent."""

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        free = T("No actions are required now, so you can just skip the rest.")
        return super().refusal(state, seat) or refused_if(not obligatory_actions_left(state), "free", free, "en 944")
