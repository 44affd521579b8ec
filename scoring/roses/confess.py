"""What lay behind the screens: every plan as it was sealed, and purses that were put right."""

from __future__ import annotations

from scoring.kernel import Event
from scoring.roses.events import PlanSealed, PurseCorrected
from scoring.roses.phases import Plan, Planning
from scoring.roses.plan import orders_told
from scoring.roses.state import State
from scoring.words import Both, T, Text, Who


def confess(state: State, event: Event) -> Text | None:
    match event:
        case PlanSealed(seat, plan):
            orders = Both(orders_told(state, plan)) if plan != Plan() else T("nothing at all")
            if isinstance(state.phase, Planning) and seat in state.phase.sealed.choices:
                return T("{who} thinks again and plans: {orders}.", who=Who(seat), orders=orders)
            return T("Round {round}: {who} plans: {orders}.", round=state.round, who=Who(seat), orders=orders)
        case PurseCorrected(seat, pounds):
            return T("{who} has £{pounds}.", who=Who(seat), pounds=pounds)
        case _:
            return None
