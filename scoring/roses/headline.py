"""What is going on, in a few words, and whom the table waits for."""

from __future__ import annotations

from scoring.roses.phases import BATTLES, BRIBERY, DEPLOYMENT, Drafting, Over, Parliament, Planning, Resolution, SetUp
from scoring.roses.state import State, with_houses
from scoring.words import T, Text, Who

PHASE_NAMES = {DEPLOYMENT: T("Deployment"), BRIBERY: T("Bribery"), BATTLES: T("Battles")}


def headline(state: State) -> Text:
    match state.phase:
        case SetUp():
            return T("Houses and turn order.") if with_houses(state) else T("The turn order is drawn.")
        case Drafting() as drafting:
            left = len(drafting.picks) - drafting.taken
            return T("{who} picks a card: {left} to go.", who=Who(drafting.turn), left=left)
        case Planning():
            return T("Everybody plans in secret.")
        case Resolution() as resolution:
            return T("{phase}: the plans lie open.", phase=PHASE_NAMES[current_phase(resolution)])
        case Parliament(confirmed=False):
            return T("Before parliament: is the board right?")
        case Parliament():
            return T("Parliament of round {round}.", round=state.round)
        case Over():
            return T("The wars are over.")


def current_phase(resolution: Resolution) -> str:
    """Of the step that was shown last; before the first one, of that."""
    steps = resolution.steps
    return steps.lines[max(0, steps.shown - 1)].phase


def coming_phase(resolution: Resolution) -> str:
    """Of the step that comes next; empty after the last one."""
    steps = resolution.steps
    return "" if steps.finished else steps.lines[steps.shown].phase


def waiting_for(state: State) -> tuple[int, ...]:
    match state.phase:
        case Drafting() as drafting:
            return (drafting.turn,)
        case Planning(sealed):
            return sealed.waiting_for
        case _:
            return ()
