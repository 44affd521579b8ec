"""The phase after an event, told from the state before it."""

from __future__ import annotations

from dataclasses import replace

from scoring.ceremony import Ceremony
from scoring.kernel import Event
from scoring.regents.events import (
    AccusationFailed,
    AccusationProved,
    ActionsEnded,
    AgentBroughtBack,
    AgentDrivenOut,
    AgentMoved,
    AgentPlaced,
    AgentsSwapped,
    BoardConfirmed,
    BonusFellShort,
    CardPlayed,
    CardsEntered,
    CardsMiscounted,
    ChipUsed,
    ChoiceLeft,
    CounsellorGained,
    CounsellorPlaced,
    CounsellorTaken,
    CountShown,
    FirstChosen,
    GameEnded,
    KingMoved,
    MarkerAdvanced,
    MarkerPushedBack,
    NeutralMoved,
    NeutralShown,
    RoundEnded,
    Scored,
    SpiedOn,
    TurnBegan,
)
from scoring.regents.phases import (
    Check,
    Choice,
    Driving,
    NeutralMove,
    Over,
    Penalty,
    Phase,
    Placing,
    Reveal,
    Secrets,
    SetUp,
    Shortage,
    Steps,
    Swapping,
    Turn,
    TwoMoves,
)
from scoring.regents.printed import EN, HAND, ROUNDS
from scoring.regents.scores import KINDS
from scoring.regents.state import State, has_neutral, next_seat
from scoring.sealed import Sealed

_EFFECTS: dict[str, Choice] = {
    "suspicion": Driving(),
    "betrayal": Swapping(),
    "privilege": TwoMoves(),
    "influence": Steps("influence"),
}


def phase_after(state: State, event: Event) -> Phase:
    phase = state.phase
    match phase:
        case SetUp():
            return _in_set_up(phase, event)
        case Turn():
            return _in_turn(state, phase, event)
        case _:
            return _between(state, event)


def _in_set_up(phase: SetUp, event: Event) -> Phase:
    match event:
        case CardsEntered(seat, clan, domain):
            return replace(phase, sealed=phase.sealed.seal(seat, Secrets(clan, domain)), miscounted=False)
        case CardsMiscounted():
            return SetUp(Sealed(phase.sealed.asked), miscounted=True, neutral_again=True)
        case NeutralShown():
            return replace(phase, neutral_again=False)
        case FirstChosen(seat):
            return Placing(seat)
        case _:
            return phase


def _between(state: State, event: Event) -> Phase:
    """Steps of the whole table."""
    phase = state.phase
    match event:
        case AgentPlaced(seat):
            return Placing(next_seat(state, seat))
        case TurnBegan(seat):
            return Turn(seat)
        case CounsellorGained(seat, count) if isinstance(phase, Shortage):
            due = tuple(n - (count if other == seat else 0) for other, n in enumerate(phase.due))
            return replace(phase, due=due)
        case RoundEnded(number) if isinstance(phase, NeutralMove):
            return Check(phase.turn) if number == ROUNDS else phase
        case BonusFellShort(due) if isinstance(phase, NeutralMove):
            return Shortage(phase.turn, due)
        case BoardConfirmed() if isinstance(phase, Check):
            return Reveal(phase.turn, Ceremony(tuple(KINDS)))
        case CountShown(shown) if isinstance(phase, Reveal):
            return replace(phase, kinds=replace(phase.kinds, shown=shown))
        case GameEnded():
            return Over()
        case _:
            return phase


def _in_turn(state: State, turn: Turn, event: Event) -> Phase:
    match event:
        case TurnBegan(seat):
            return Turn(seat)
        case RoundEnded(number):
            return Check(turn.turn) if number == ROUNDS else turn
        case BonusFellShort(due):
            return Shortage(turn.turn, due)
        case Scored():
            after = has_neutral(state) and state.edition != EN
            return NeutralMove(turn.turn) if after else turn
        case _:
            return _choices(_actions(turn, event), state, event)


def _actions(turn: Turn, event: Event) -> Turn:
    """What the event cost."""
    match event:
        case AgentMoved(actions=cost) | KingMoved(actions=cost):
            return replace(turn, actions=turn.actions - cost)
        case CounsellorTaken():
            return replace(turn, actions=turn.actions - 1, took_counsellor=True)
        case SpiedOn():
            return replace(turn, actions=turn.actions - 1, spied=True)
        case CounsellorPlaced() | AgentBroughtBack() | AccusationProved() | AccusationFailed():
            return replace(turn, actions=turn.actions - 1)
        case ChipUsed():
            return replace(turn, actions=turn.actions + 1, chip_used=True)
        case ActionsEnded():
            return replace(turn, actions=0)
        case NeutralMoved():
            return replace(turn, neutral_moved=True)
        case CardPlayed(_, card):
            return replace(turn, card=card)
        case _:
            return turn


def _choices(turn: Turn, state: State, event: Event) -> Turn:
    """What has to be chosen before the turn goes on."""
    match event, turn.choice:
        case CardPlayed(seat, card), _:
            effect = (_EFFECTS[card],) if card in _EFFECTS else ()
            bonus = (Steps("last-card"),) if len(state.played[seat]) == HAND - 1 else ()
            return replace(turn, choices=(*turn.choices, *effect, *bonus))
        case AccusationProved(), _:
            return replace(turn, choices=(Steps("accusation"), *turn.choices))
        case AccusationFailed(_, whose), _:
            return replace(turn, choices=(Penalty(whose), *turn.choices))
        case MarkerAdvanced() | MarkerPushedBack(), (Steps() | Penalty()) as now:
            rest = turn.choices[1:]
            return replace(turn, choices=(replace(now, left=now.left - 1), *rest) if now.left > 1 else rest)
        case AgentMoved(_, _, place), TwoMoves(moved=""):
            return replace(turn, choices=(TwoMoves(place), *turn.choices[1:]))
        case ((AgentMoved() | AgentDrivenOut() | AgentsSwapped() | ChoiceLeft()), now) if now is not None:
            return replace(turn, choices=turn.choices[1:])
        case _:
            return turn
