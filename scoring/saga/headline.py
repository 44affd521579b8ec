"""What is going on, in a few words, and who is waited for."""

from __future__ import annotations

from scoring.saga.reckoning import adding, choosing, misfits
from scoring.saga.scores import standings
from scoring.saga.setup import is_complete, lands_to_lay
from scoring.saga.state import Over, Reckoning, SetUp, State, Turn, fame_due
from scoring.words import T, Text, Who, seats


def step(state: State) -> str:
    """How far the phase has come."""
    match state.phase:
        case SetUp() as set_up:
            if lands_to_lay(set_up):
                return "lands"
            return "begin" if is_complete(set_up) else "knights"
        case Turn(choosing=int()):
            return "free-knight"
        case Turn() as turn:
            return "played" if turn.played else "play"
        case Reckoning(count=None) as end:
            return _before_count(state, end)
        case Reckoning():
            return "count"
        case Over():
            return ""


def _before_count(state: State, end: Reckoning) -> str:
    if adding(state, end) is not None:
        return "add"
    if choosing(state, end) is not None:
        return "army"
    return "hands" if misfits(state) else "check"


def waiting_for(state: State) -> tuple[int, ...]:
    """Seats that have to do something; nobody in particular where any device may tap on."""
    match state.phase:
        case Turn(choosing=int(seat)) | Turn(turn=seat):
            return (seat,)
        case Reckoning(count=None) as end:
            pending = {adding(state, end), choosing(state, end) if adding(state, end) is None else None}
            return tuple(sorted({seat for seat in pending if seat is not None} | set(misfits(state))))
        case _:
            return ()


def headline(state: State) -> Text:
    match state.phase:
        case SetUp():
            return _SET_UP[step(state)]
        case Turn() as turn:
            return _turn(state, turn)
        case Reckoning() as end:
            return _end(state, end)
        case Over():
            return _over(state)


_SET_UP = {
    "lands": T("Which side of each land lies up?"),
    "knights": T("Which two knights lie under each land?"),
    "begin": T("All is set: the youngest begins."),
}


def _turn(state: State, turn: Turn) -> Text:
    if turn.choosing is not None:
        return T("{who} may take a free knight, now or never.", who=Who(turn.choosing))
    if turn.played:
        return T("{who} has played. Anything else?", who=Who(turn.turn))
    due = fame_due(state, turn.turn)
    if state.reminder and due and not turn.took_fame and not turn.acted:
        return T("{who}: first take {fame} fame, then play a knight.", who=Who(turn.turn), fame=due)
    return T("{who} plays a knight.", who=Who(turn.turn))


def _end(state: State, end: Reckoning) -> Text:
    if end.count is not None:
        return T("The empress returns: the fame is counted.")
    adder, chooser = adding(state, end), choosing(state, end)
    if adder is not None:
        return T("The game is over. {who} may add a knight from the hand to an army.", who=Who(adder))
    if chooser is not None:
        return T("The game is over. Which attacking army of {who} counts?", who=Who(chooser))
    if wrong := misfits(state):
        return T("The game is over. {who} tells what the hand is worth.", who=seats(wrong))
    return T("{who} has played the last knight. Check the table, then count.", who=Who(end.turn))


def _over(state: State) -> Text:
    ended = standings(state)
    return T("The empress crowns {who}.", who=seats(ended.winners if ended else ()))
