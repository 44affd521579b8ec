"""What is going on, in a few words, and who is waited for."""

from __future__ import annotations

from scoring.regents.phases import (
    Check,
    Driving,
    NeutralMove,
    Over,
    Penalty,
    Placing,
    Reveal,
    SetUp,
    Shortage,
    Steps,
    Swapping,
    Turn,
    TwoMoves,
)
from scoring.regents.setup import is_ready
from scoring.regents.state import State
from scoring.words import TN, T, Text, Who


def waiting_for(state: State) -> tuple[int, ...]:
    """Seats that have to do something; nobody in particular where any device may tap on."""
    match state.phase:
        case SetUp(sealed):
            return () if state.cards else sealed.waiting_for
        case Turn(choices=(Penalty(accused), *_)):
            return (accused,)
        case Placing(seat) | Turn(seat) | NeutralMove(seat):
            return (seat,)
        case _:
            return ()


def headline(state: State) -> Text:
    match state.phase:
        case SetUp() as set_up:
            return _set_up(state, set_up)
        case Placing(seat):
            return T("{who} places an agent.", who=Who(seat))
        case Turn() as turn:
            return _turn(turn)
        case NeutralMove(seat):
            return T("{who} may move a neutral agent.", who=Who(seat))
        case Shortage():
            return T("Too few counsellors: who gets the next one?")
        case Check():
            return T("The last round is over: are the tracks right?")
        case Reveal():
            return T("The final count.")
        case Over():
            return T("The Guardian of the Kingdom is found.")


def _set_up(state: State, set_up: SetUp) -> Text:
    if is_ready(state):
        return T("Who begins?")
    if set_up.miscounted:
        return T("These cards cannot all be right: everybody looks again and enters clan and domain.")
    if set_up.sealed.waiting_for:
        return T("Everybody enters clan and domain card in secret.")
    return T("Which clan is the neutral one?")


def _turn(turn: Turn) -> Text:
    who = Who(turn.turn)
    match turn.choice:
        case Steps("accusation", left):
            return TN("{who} was right: one more space.", "{who} was right: {count} spaces.", left, who=who)
        case Steps("last-card", left):
            return TN("{who}'s last card: one more space.", "{who}'s last card: {count} spaces.", left, who=who)
        case Steps(_, left):
            return TN(
                "Influence: {who} advances one more space.", "Influence: {who} advances {count} spaces.", left, who=who
            )
        case Penalty(accused):
            return T("{accused} is innocent and says where {who} goes back.", accused=Who(accused), who=who)
        case Driving():
            return T("Suspicion: {who} drives an agent out.", who=who)
        case Swapping():
            return T("Betrayal: {who} swaps two agents.", who=who)
        case TwoMoves(moved):
            more = T("Privilege: {who} moves a second agent.", who=who)
            return more if moved else T("Privilege: {who} moves two agents.", who=who)
        case None:
            return _actions(turn)


def _actions(turn: Turn) -> Text:
    who = Who(turn.turn)
    if not turn.actions:
        return T("{who} scores.", who=who)
    return TN("{who}: one action left.", "{who}: {count} actions left.", turn.actions, who=who)
