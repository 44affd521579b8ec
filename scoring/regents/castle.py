"""Moves in the castle (agents, the King, counsellors, the neutral clan), and the action cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from scoring.highlights import Highlight, Piece, Row
from scoring.kernel import (
    NOT_NOW,
    Action,
    Batch,
    Event,
    Help,
    Refusal,
    Rng,
    allowed,
    legal_action,
    refused_if,
    turn_refusal,
)
from scoring.legal_actions import LegalAction, Pick
from scoring.memo import memoize_by_identity
from scoring.regents.components import (
    BONUS_SPACES,
    CARDS,
    CLANS,
    HAND_SIZE,
    LOCATIONS,
    ROOMS,
    ROUNDS,
    Doors,
    doors,
    steps_to,
)
from scoring.regents.ending import end_turn
from scoring.regents.state import OUTSIDE, State, duplicate_refusal, place_name, report_duplicates
from scoring.regents.tracks import Steps
from scoring.regents.turn import (
    AnyTurn,
    Choice,
    ChoiceForgone,
    Choose,
    OneSeatPhase,
    Spaces,
    Turn,
    TurnAction,
    TurnEvent,
    action_points_left,
    action_points_refusal,
    already_scored_refusal,
    choice_in,
    counsellor_refusal,
    if_possible,
    is_untracked,
    no_choice_refusal,
    pending_choice_refusal,
    settle,
    spend,
    update_choice,
)
from scoring.values import replaced
from scoring.words import TN, T, Text, Who


@memoize_by_identity
def current_doors(state: State) -> Doors:
    return doors(state.printed_values)


def move_text(origin: str, place: str) -> Text:
    return T("{origin} – {place}", origin=place_name(origin), place=place_name(place))


# --- moving pieces --------------------------------------------------------------------------------------

AGENT, KING, COUNSELLOR, OUTSIDE_AGENT, NEUTRAL = "agent", "king", "counsellor", "outside", "neutral"


class Neutral(OneSeatPhase):
    """The neutral move after scoring (de 286, nl 723)."""

    help = Help((T("You can move one neutral agent to an adjacent location, or skip this."),), "en 1152")

    def headline(self, state: State) -> Text:
        return T("{who} can move a neutral agent.", who=Who(self.turn))


class MovePiece(Action, phases=(Turn, Neutral)):
    """Moves a piece: an agent ("agent.chapel"), the King, one of the seat's counsellors, a driven-out agent
    ("outside"), or a neutral agent ("neutral.chapel")."""

    piece: str
    to: str

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        privilege = isinstance(choice_in(state), TwoMoves)
        return turn_refusal(state, seat, "en 942") or (None if privilege else pending_choice_refusal(state))

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterator[LegalAction]:
        for piece in _pieces(state, seat):
            if to := tuple(place for place in LOCATIONS if cls(piece, place).values_refusal(state, seat) is None):
                yield legal_action(cls, seat, Pick("piece", (piece,)), Pick("to", to))

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        choice, (kind, _, place) = choice_in(state), self.piece.partition(".")
        if isinstance(choice, TwoMoves):
            return _privilege_refusal(state, choice, place if kind == AGENT else "", self.to)
        if kind == NEUTRAL:
            return _neutral_refusal(state, place, self.to)
        if isinstance(state.phase, Neutral):
            return NOT_NOW.refusal
        return action_points_refusal(state) or _paid_refusal(state, seat, kind, place, self.to)

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        state, (kind, _, place) = batch.state, self.piece.partition(".")
        choice = choice_in(state)
        match kind:
            case "agent" if isinstance(choice, TwoMoves):
                batch.emit(AgentMoved(seat, place, self.to, 0 if choice.moved else 1))
            case "agent":
                batch.emit(AgentMoved(seat, place, self.to, _steps(state, place, self.to)))
            case "king":
                batch.emit(KingMoved(seat, self.to, _steps(state, state.king, self.to, rooms_only=True)))
            case "counsellor":
                batch.emit(CounsellorPlaced(seat, self.to))
            case "outside":
                batch.emit(AgentBroughtBack(seat, self.to))
            case "neutral":
                batch.emit(NeutralMoved(seat, place, self.to))
        if isinstance(state.phase, Neutral):
            end_turn(batch, seat)
        settle(batch)


def _pieces(state: State, seat: int) -> Iterator[str]:
    """Yields every piece the seat might move."""
    yield from (f"{AGENT}.{place}" for place in state.places_of(seat))
    yield from (KING, COUNSELLOR, OUTSIDE_AGENT)
    if state.has_neutral:
        yield from (f"{NEUTRAL}.{place}" for place in state.places_of(state.neutral_owner))


def _paid_refusal(state: State, seat: int, kind: str, place: str, to: str) -> Refusal | None:
    match kind:
        case "agent":
            return _agent_refusal(state, seat, place, to) or _distance_refusal(state, _steps(state, place, to))
        case "king":
            return _king_refusal(state, to) or _distance_refusal(state, _steps(state, state.king, to, rooms_only=True))
        case "counsellor":
            return counsellor_refusal(state, seat)
        case "outside" if OUTSIDE not in state.agents[seat]:
            return Refusal("fifth-agent", T("All four of your agents are already in the castle."), "en 948, 994")
    return None


def _agent_refusal(state: State, owner: int, place: str, to: str) -> Refusal | None:
    if place not in state.places_of(owner):
        return Refusal("empty", T("There’s no agent at that location. Choose another."), "en 948")
    return refused_if(place == to, "same-place", T("The agent is already there."), "en 948")


def _king_refusal(state: State, to: str) -> Refusal | None:
    if to not in ROOMS:
        return Refusal("king", T("The King can only enter rooms, not the Tower or the Rampart."), "en 954")
    return refused_if(to == state.king, "king", T("The King is already there."), "en 954")


def _distance_refusal(state: State, cost: int) -> Refusal | None:
    """Refuses a move of more steps than actions left: each step costs one action (en 948)."""
    left = action_points_left(state)
    text = TN(
        "That’s {cost} steps, and you have one action left.",
        "That’s {cost} steps, and you have {count} actions left.",
        left,
        cost=cost,
    )
    return refused_if(cost > left, "too-far", text, "en 948")


def _steps(state: State, place: str, to: str, rooms_only: bool = False) -> int:
    return steps_to(current_doors(state), place, rooms_only).get(to, 0)


class AgentMoved(TurnEvent):
    origin: str
    place: str
    actions: int

    def apply(self, state: State) -> State:
        first_of_two = choice_in(state) == TwoMoves()
        after = spend(state.with_agent_moved(self.seat, self.origin, self.place), self.actions)
        return update_choice(after, TwoMoves(self.place) if first_of_two else None)

    def history_line(self, state: State) -> Text:
        return T("{who} moved an agent: {way}.", who=Who(self.seat), way=move_text(self.origin, self.place))


class KingMoved(TurnEvent):
    place: str
    actions: int

    def apply(self, state: State) -> State:
        return spend(replace(state, king=self.place), self.actions)

    def history_line(self, state: State) -> Text:
        return T("{who} moved the King: {place}.", who=Who(self.seat), place=LOCATIONS[self.place])


class CounsellorPlaced(TurnEvent):
    """A counsellor was placed in any location, for this turn (en 962)."""

    place: str

    def apply(self, state: State) -> State:
        placed = replace(state, on_board=(*state.on_board, self.place))
        return spend(placed.with_counsellors(self.seat, -1))

    def history_line(self, state: State) -> Text:
        return T("{who} placed a counsellor: {place}.", who=Who(self.seat), place=LOCATIONS[self.place])


class AgentBroughtBack(TurnEvent):
    """A driven-out agent returned to any location (en 994)."""

    place: str

    def apply(self, state: State) -> State:
        return spend(state.with_agent_moved(self.seat, OUTSIDE, self.place))

    def history_line(self, state: State) -> Text:
        return T("{who} brought an agent back: {place}.", who=Who(self.seat), place=LOCATIONS[self.place])


# --- the neutral clan -----------------------------------------------------------------------------------


def _neutral_refusal(state: State, place: str, to: str) -> Refusal | None:
    return (
        _neutral_timing_refusal(state)
        or _agent_refusal(state, state.neutral_owner, place, to)
        or refused_if(
            _steps(state, place, to) > 1,
            "neutral",
            T("A neutral agent can only move to an adjacent location."),
            "en 1152",
        )
    )


def neutral_moves_after_scoring(state: State) -> bool:
    """True if the turn ends with a neutral move. False on an untracked board, where the players just make the move."""
    return state.has_neutral and state.edition.neutral_after_scoring and not is_untracked(state)


def after_scoring(state: State, seat: int) -> State:
    """Returns the state after scoring, in the neutral phase if this edition's neutral agent moves last."""
    return replace(state, phase=Neutral(seat)) if neutral_moves_after_scoring(state) else state


def _neutral_timing_refusal(state: State) -> Refusal | None:
    """Refuses a neutral move before the end of the action phase; where it follows scoring, also in the whole turn."""
    if not isinstance(state.phase, Turn):
        return None
    if not state.has_neutral:
        return Refusal("neutral", T("There’s no neutral clan with this many players."), "en 1148")
    if neutral_moves_after_scoring(state):
        return Refusal("neutral", T("The neutral agent moves after scoring."), "de 286")
    if state.phase.neutral_moved:
        return Refusal("once", T("A neutral agent has already moved this turn. Only one can move per turn."), "en 1152")
    first = T("The neutral agent moves last. Finish your actions first.")
    return refused_if(state.phase.action_points, "neutral", first, "en 1152")


class NeutralMoved(TurnEvent):
    origin: str
    place: str

    def apply(self, state: State) -> State:
        return spend(state.with_agent_moved(state.neutral_owner, self.origin, self.place), 0, neutral_moved=True)

    def clears_to_do(self, state: State) -> bool:
        """False for a neutral move after scoring, so that the to-do list of the scoring remains."""
        return not isinstance(state.phase, Neutral)

    def history_line(self, state: State) -> Text:
        return T("{who} moved a neutral agent: {way}.", who=Who(self.seat), way=move_text(self.origin, self.place))


class ForgoMove(Action, phases=(AnyTurn, Neutral)):
    """Skips the rest of the played card, or the neutral move."""

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        choice = choice_in(state)
        bound = choice.obligatory if choice else isinstance(state.phase, AnyTurn)
        return turn_refusal(state, seat, "en 942") or (no_choice_refusal() if bound else None)

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        if isinstance(batch.state.phase, AnyTurn):
            batch.emit(ChoiceForgone(seat))
            settle(batch)
        else:
            batch.emit(NeutralMoveForgone(seat))
            end_turn(batch, seat)


class NeutralMoveForgone(Event, stored="neutral-left"):
    seat: int


# --- action cards (en 1072-1086, 1222-1264) -------------------------------------------------------------


class PlayCard(TurnAction, private=True):
    """Plays an action card, once a turn and without an action point (en 1076)."""

    label = T("Play an action card")
    card: str

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        return (
            super().refusal(state, seat)
            or already_scored_refusal(state)  # de 214, nl 637: cards are played before majorities are counted
            or refused_if(state.round == ROUNDS, "last-round", T("No action cards in the last round."), "en 1086")
            or refused_if(
                AnyTurn.current(state).card,
                "once",
                T("You’ve already played a card this turn. You can play one per turn."),
                "en 1076",
            )
        )

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> tuple[LegalAction, ...]:
        return if_possible(legal_action(cls, seat, Pick("card", allowed(cls, state, seat, "card", CARDS))))

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        if self.card not in state.hand(seat):
            return Refusal("not-held", T("That card isn’t in your hand."), "en 886, 1080")
        unpaid = self.card == "privilege" and state.edition.privilege_needs_action and not action_points_left(state)
        last = len(state.played[seat]) + 1 == HAND_SIZE
        return refused_if(unpaid, "actions", T("Privilege costs an action, and you have none left."), "en 1232") or (
            duplicate_refusal(state, seat) if last else None
        )

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        batch.emit(CardPlayed(seat, self.card))
        report_duplicates(batch, seat)
        settle(batch)


def card_effect(state: State, card: str) -> Text:
    """Returns the card's current effect."""
    if card == "privilege" and not action_points_left(state):
        return T("No action left, so no agent moves.")
    return state.edition.card_texts[card]


class CardPlayed(TurnEvent, reveals=True):
    """An action card was played. Diplomacy and Alliance count at scoring; the others take effect at once. The fifth
    card also brings spaces."""

    card: str

    def apply(self, state: State) -> State:
        played = (*state.played[self.seat], self.card)
        effect = tuple(one for one in EFFECTS.get(self.card, ()) if isinstance(one, Spaces) or not is_untracked(state))
        last = (Steps("last-card"),) if len(played) == HAND_SIZE else ()
        after = replace(state, played=replaced(state.played, self.seat, played))
        return spend(after, 0, card=self.card, choices=(*AnyTurn.current(state).choices, *effect, *last))

    def history_line(self, state: State) -> Text:
        return T("{who} played {card}.", who=Who(self.seat), card=CARDS[self.card])

    def highlights(self, state: State, after: State, then: Sequence[Event]) -> Iterator[Highlight]:
        """Shows the clan that the fifth card reveals (en 1084)."""
        if not after.is_open(self.seat) or state.is_open(self.seat):
            return
        who, clan = Who(self.seat), CLANS[after.cards[self.seat].clan]
        own = T(
            "Your last card: everyone knows you’re {clan}. {spaces} spaces forward.", clan=clan, spaces=BONUS_SPACES
        )
        verdict = T("{who} is {clan}: {spaces} spaces forward.", who=who, clan=clan, spaces=BONUS_SPACES)
        row = Row(self.seat, pieces=(Piece("card", CARDS[self.card]), Piece("turned", clan)), wins=True)
        yield Highlight(
            "accusation", T("{who} plays their last card", who=who), verdict, (row,), private_texts=((self.seat, own),)
        )


# --- Privilege ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TwoMoves(Choice):
    """Privilege: two agents move for one action (en 1232). `moved` is where the first agent went."""

    moved: str = ""

    def headline(self, who: Who) -> Text:
        more = T("Privilege: {who} moves a second agent.", who=who)
        return more if self.moved else T("Privilege: {who} moves two agents.", who=who)

    def options(self, state: State) -> tuple[str, ...]:
        """Returns the locations to move from; empty if no action is left to pay. The same agent cannot move twice:
        `moved` is included only if another agent stands there."""
        if not self.moved and not action_points_left(state):
            return ()
        seat = AnyTurn.current(state).turn
        return tuple(p for p in state.places_of(seat) if p != self.moved or state.agents_in(seat, p) > 1)


def _privilege_refusal(state: State, choice: TwoMoves, place: str, to: str) -> Refusal | None:
    same, far = place not in choice.options(state), _steps(state, place, to) > 1
    return (
        _agent_refusal(state, AnyTurn.current(state).turn, place, to)
        or refused_if(same, "privilege", T("Privilege moves two different agents. Choose another one."), "en 1232")
        or refused_if(
            far, "privilege", T("With Privilege, each of the two agents moves to an adjacent location."), "en 1232"
        )
    )


# --- Suspicion ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Driving(Choice):
    """Suspicion: the choice of an opponent whose agent is driven out (en 1224), never of the neutral clan (en 1154)."""

    def headline(self, who: Who) -> Text:
        return T("Suspicion: {who} removes an agent.", who=who)

    def options(self, state: State) -> tuple[int, ...]:
        return tuple(other for other in state.opponents(AnyTurn.current(state).turn) if state.places_of(other))


class DriveOut(Choose):
    """Drives an opponent's agent out of the castle."""

    choice: ClassVar[type[Choice]] = Driving
    whose: int
    place: str

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterator[LegalAction]:
        for whose in Driving().options(state):
            yield legal_action(cls, seat, Pick("whose", (whose,)), Pick("place", state.places_of(whose)))

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        batch.emit(AgentDrivenOut(seat, self.whose, self.place))
        settle(batch)


class AgentDrivenOut(Event):
    seat: int
    whose: int
    place: str

    def apply(self, state: State) -> State:
        return update_choice(state.with_agent_moved(self.whose, self.place, OUTSIDE))

    def history_line(self, state: State) -> Text:
        who, whose, left = Who(self.seat), Who(self.whose), LOCATIONS[self.place]
        return T("{who} removed {whose}’s agent: {place}.", who=who, whose=whose, place=left)

    def to_do(self, state: State) -> tuple[Text, ...]:
        return (
            T("{who}: take one of your agents out of the {place}.", who=Who(self.whose), place=LOCATIONS[self.place]),
        )


# --- Betrayal -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Swapping(Choice):
    """Betrayal: two agents swap places (en 1264)."""

    def headline(self, who: Who) -> Text:
        return T("Betrayal: {who} swaps two agents.", who=who)

    def options(self, state: State) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Returns each agent with the agents of other owners in other places; other swaps would change nothing."""
        agents = [(owner, place) for owner in range(len(state.agents)) for place in state.places_of(owner)]
        swaps = (
            (f"{owner}.{place}", tuple(f"{o}.{p}" for o, p in agents if o > owner and p != place))
            for owner, place in agents
        )
        return tuple((one, others) for one, others in swaps if others)


class SwapAgents(Choose):
    """Swaps two agents, each given as owner and place ("0.chapel")."""

    choice: ClassVar[type[Choice]] = Swapping
    one: str
    other: str

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterator[LegalAction]:
        for one, others in Swapping().options(state):
            yield legal_action(cls, seat, Pick("one", (one,)), Pick("other", others))

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        one, one_place = self.one.split(".")
        other, other_place = self.other.split(".")
        batch.emit(AgentsSwapped(seat, int(one), one_place, int(other), other_place))
        settle(batch)


class AgentsSwapped(Event):
    """The agents of owners `one` and `other` swapped places. A number after the last seat is the neutral clan."""

    seat: int
    one: int
    one_place: str
    other: int
    other_place: str

    def apply(self, state: State) -> State:
        after = state.with_agent_moved(self.one, self.one_place, self.other_place)
        return update_choice(after.with_agent_moved(self.other, self.other_place, self.one_place))

    def history_line(self, state: State) -> Text:
        first = T("{who} ({place})", who=state.owner_name(self.one), place=LOCATIONS[self.one_place])
        second = T("{who} ({place})", who=state.owner_name(self.other), place=LOCATIONS[self.other_place])
        return T("{who} swapped agents: {one} and {other}.", who=Who(self.seat), one=first, other=second)


# Choices that a card opens at once. If Herald does not track the board, only choices of spaces apply.
EFFECTS: dict[str, tuple[Choice, ...]] = {
    "suspicion": (Driving(),),
    "betrayal": (Swapping(),),
    "privilege": (TwoMoves(),),
    "influence": (Steps("influence"),),
}
