"""The resolution on the screens: one step at a time, or the rest of a phase at once."""

from __future__ import annotations

from scoring.kernel import Draft, Offer, Refusal, offer
from scoring.roses.asks import ShowNext, ShowPhase
from scoring.roses.events import BattlesEnded, StepShown
from scoring.roses.phases import Resolution
from scoring.roses.state import State
from scoring.words import T, Who


def offers(state: State, phase: Resolution) -> tuple[Offer, ...]:
    """Steps for the whole table are offered once, to the first in turn order; any device may tap them."""
    seat = state.order[0]
    rest = () if phase.steps.finished else (offer(ShowPhase, seat),)
    return (offer(ShowNext, seat), *rest)


def show_next(draft: Draft[State], phase: Resolution, seat: int) -> None:
    _check_for_table(draft.state, seat)
    if phase.steps.finished:
        draft.happen(BattlesEnded())
    else:
        _show(draft, phase)


def show_phase(draft: Draft[State], phase: Resolution, seat: int) -> None:
    """All steps of the phase that comes next or goes on."""
    _check_for_table(draft.state, seat)
    if phase.steps.finished:
        raise Refusal("not-now", T("All of it is on the screens."), "nl 370")
    name = phase.steps.lines[phase.steps.shown].phase
    while not phase.steps.finished and phase.steps.lines[phase.steps.shown].phase == name:
        phase = _show(draft, phase)


def _show(draft: Draft[State], phase: Resolution) -> Resolution:
    step = phase.steps.lines[phase.steps.shown]
    draft.happen(StepShown())
    for event in step.events:
        draft.happen(event)
    assert isinstance(draft.state.phase, Resolution)
    return draft.state.phase


def _check_for_table(state: State, seat: int) -> None:
    if seat != state.order[0]:
        raise Refusal("not-yours", T("This is for {who} to tap.", who=Who(state.order[0])))
