"""A turn: taking fame, recruiting a free knight, and the end. `playing` has the actions in between."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, ClassVar

from scoring.kernel import (
    Action,
    Batch,
    Event,
    Help,
    Refusal,
    Rng,
    allowed,
    legal_action,
    legal_actions_of,
    refused_if,
    registered_in,
    turn_refusal,
)
from scoring.legal_actions import LegalAction, Pick
from scoring.saga.components import BY_KEY, LANDS, Knight, keys
from scoring.saga.final_count import lines_so_far
from scoring.saga.phases import UntrackedPlay
from scoring.saga.state import SagaPhase, State
from scoring.standings import ScoreLine
from scoring.tracking_modes import ModeSwitchPhase
from scoring.words import T, Text, Who


class Turn(SagaPhase, ModeSwitchPhase):
    """A turn.

    `acted`: something other than taking fame was done. `choosers`: seats that may take a free knight, in order.
    `contenders`: equal armies of one seat, one of which takes a land. `last`: the seat that had played its last knight
    when the contenders were found.
    """

    help = Help(
        (
            T("Take your fame before anything else."),
            T(
                "Then play a knight: start an army against the land of its colour, or add a new colour to one of your "
                "armies."
            ),
            T(
                "An army worth more than the defenders takes the land. Once per turn, you may recruit a free knight "
                "for its value in fame."
            ),
        ),
        "nl 96",
    )
    name: ClassVar[str] = "turn"
    correctable = True
    turn: int
    took_fame: bool = False
    acted: bool = False
    played: bool = False
    recruited: bool = False
    took_back: bool = False
    choosers: tuple[int, ...] = ()
    contenders: tuple[int, ...] = ()
    last: int | None = None

    @property
    def choosing(self) -> int | None:
        """Seat that may take a free knight now, if any."""
        return self.choosers[0] if self.choosers else None

    def step(self, state: State) -> str:
        if self.contenders:
            return "which-army"
        if self.choosing is not None:
            return "free-knight"
        return "played" if self.played else "play"

    def headline(self, state: State) -> Text:
        if self.contenders:
            army = state.armies[self.contenders[0]]
            return T("{who}: which army takes {land}?", who=Who(army.owner), land=LANDS[army.land].name)
        if self.choosing is not None:
            return T("{who} may take a free knight, now or never.", who=Who(self.choosing))
        if self.played:
            return T("{who} has played. Anything else?", who=Who(self.turn))
        if state.reminder and TakeFame.refusal(state, self.turn) is None:
            due = state.fame_due(self.turn)
            return T("{who}: first take {fame} fame, then play a knight.", who=Who(self.turn), fame=due)
        return T("{who} plays a knight.", who=Who(self.turn))

    def waiting_for(self, state: State) -> tuple[int, ...]:
        if self.contenders:
            return (state.armies[self.contenders[0]].owner,)
        return (self.turn if self.choosing is None else self.choosing,)

    def busy(self, state: State) -> Refusal:
        return self.wait_refusal() or Refusal("not-now", T("You can’t do that during a turn."))

    def wait_refusal(self) -> Refusal | None:
        which = T("First decide which of the two tied armies takes the land.")
        text = T("Waiting for {who} to take a free knight or decline.", who=Who(self.choosing or 0))
        return refused_if(self.contenders, "not-now", which, "nl 156") or refused_if(
            self.choosers, "not-now", text, "nl 278"
        )

    def in_tracking_mode(self, state: State, mode: str) -> State:
        return replace(state, tracking_mode=mode, phase=UntrackedPlay())

    def lines(self, state: State, seat: int) -> tuple[ScoreLine, ...]:
        return lines_so_far(state.facts()[seat], seat)


def with_turn_flags(state: State, **done: Any) -> State:
    """Returns the state with these flags of the turn set."""
    return state.with_phase(**done)


class TurnAction(Action, abstract=True, phases=(Turn,)):
    """Base class for actions of the seat whose turn it is."""

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        return Turn.current(state).wait_refusal() or turn_refusal(state, seat, "nl 77")


class TurnEvent(Event, abstract=True):
    """Base class for turn events; clears the to-do list."""

    def clears_to_do(self, state: State) -> bool:
        return True


# --- fame ----------------------------------------------------------------------------------------------


class TakeFame(TurnAction):
    """Takes fame for the lands held, before anything else (nl 111-119)."""

    label = T("Take fame")

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        """Returns why the seat cannot take fame. All land holders see the button; if the table plays without
        the reminder, it is the only hint (nl 99)."""
        late = T("Fame comes first: after any other action, it’s lost for this turn.")
        nothing = not state.fame_due(seat)
        return (
            super().refusal(state, seat)
            or refused_if(
                Turn.current(state).took_fame, "fame", T("You’ve already taken your fame this turn."), "nl 113"
            )
            or refused_if(Turn.current(state).acted, "fame-late", late, "nl 118")
            or refused_if(nothing, "fame", T("You don’t hold any lands, so there’s no fame to take."), "nl 113")
        )

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        batch.emit(FameTaken(seat, batch.state.fame_due(seat)))


class FameTaken(TurnEvent):
    seat: int
    fame: int

    def apply(self, state: State) -> State:
        return with_turn_flags(state, took_fame=True).with_fame(self.seat, state.fame[self.seat] + self.fame)

    def history_line(self, state: State) -> Text:
        if not self.fame:
            return T("{who} held no lands and took no fame.", who=Who(self.seat))
        return T("{who} took {fame} fame.", who=Who(self.seat), fame=self.fame)

    def to_do(self, state: State) -> Iterable[Text]:
        if self.fame:
            yield T("{who}: take {fame} fame from the supply.", who=Who(self.seat), fame=self.fame)


# --- recruiting ----------------------------------------------------------------------------------------


class Recruit(TurnAction):
    """Recruits a free knight for its value in fame (nl 188)."""

    label = T("Recruit a free knight")
    knight: str

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        text = T("You’ve already recruited a knight this turn.")
        return super().refusal(state, seat) or refused_if(Turn.current(state).recruited, "recruited", text, "nl 188")

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        if knights := allowed(cls, state, seat, "knight", keys(state.free)):
            yield legal_action(cls, seat, Pick("knight", knights))

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        one, fame = BY_KEY.get(self.knight), state.fame[seat]
        if one is None or one.value <= fame:
            return None
        text = T("{knight} costs {cost} fame, but you only have {fame}.", knight=one.name, cost=one.value, fame=fame)
        return Refusal("fame-short", text, "nl 189")

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        batch.emit(KnightRecruited(seat, BY_KEY[self.knight]))
        end_if_nothing_left(batch)


class KnightRecruited(TurnEvent):
    """A free knight was recruited for its value in fame."""

    seat: int
    knight: Knight

    def apply(self, state: State) -> State:
        after = with_turn_flags(state, acted=True, recruited=True).with_recruit(self.seat, self.knight)
        return after.with_fame(self.seat, state.fame[self.seat] - self.knight.value)  # nl 188

    def history_line(self, state: State) -> Text:
        who, cost = Who(self.seat), self.knight.value
        return T("{who} recruited {knight} for {cost} fame.", who=who, knight=self.knight.name, cost=cost)

    def to_do(self, state: State) -> Iterable[Text]:
        who, cost = Who(self.seat), self.knight.value
        yield T("{who}: pay {cost} fame and take {knight}.", who=who, cost=cost, knight=self.knight.name)


# --- the next turn -------------------------------------------------------------------------------------


class EndTurn(TurnAction):
    """Ends the turn."""

    label = T("End turn")

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        text = T("You have to play a knight first.")
        return super().refusal(state, seat) or refused_if(not Turn.current(state).played, "must-play", text, "nl 101")

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        _next_turn(batch, seat)


class TurnEnded(Event):
    seat: int


class TurnBegan(Event, chapter=T("Turn")):
    seat: int

    def apply(self, state: State) -> State:
        return replace(state, phase=Turn(self.seat), turns=state.turns + 1)

    def history_line(self, state: State) -> Text:
        return T("{who}’s turn.", who=Who(self.seat))


def _next_turn(batch: Batch[State], seat: int) -> None:
    batch.emit(TurnEnded(seat))
    batch.emit(TurnBegan(batch.state.next_seat(seat)))  # nl 77: clockwise


def end_if_nothing_left(batch: Batch[State]) -> None:
    """Ends the turn if no other action is left."""
    turn = batch.state.phase
    waits = isinstance(turn, Turn) and (turn.choosing is not None or turn.contenders)
    if isinstance(turn, Turn) and turn.played and not waits and not _anything_left(batch.state):
        _next_turn(batch, turn.turn)


def _anything_left(state: State) -> bool:
    """True if the seat has another action besides ending the turn."""
    others = (kind for kind in registered_in(__package__, TurnAction) if kind is not EndTurn)
    return any(one for kind in others for one in legal_actions_of(kind, state))
