"""What lay behind the screens: every plan as it was sealed, and purses that were put right."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.kernel import Event
from scoring.roses.events import PlanSealed, PurseCorrected
from scoring.roses.phases import Plan, Planning
from scoring.roses.plan import cube_on
from scoring.roses.printed import AREAS, SEAS
from scoring.roses.sheet import called
from scoring.roses.state import State
from scoring.words import TN, Both, T, Text, Who


def confess(state: State, event: Event) -> Text | None:
    match event:
        case PlanSealed(seat, plan):
            orders = Both(tuple(_orders(state, plan))) if plan != Plan() else T("nothing at all")
            if isinstance(state.phase, Planning) and seat in state.phase.sealed.choices:
                return T("{who} thinks again and plans: {orders}.", who=Who(seat), orders=orders)
            return T("Round {round}: {who} plans: {orders}.", round=state.round, who=Who(seat), orders=orders)
        case PurseCorrected(seat, pounds):
            return T("{who} has £{pounds}.", who=Who(seat), pounds=pounds)
        case _:
            return None


def _orders(state: State, plan: Plan) -> Iterator[Text]:
    if plan.aid:
        yield T("French aid")
    if plan.bid:
        yield T("£{pounds} for Calais", pounds=plan.bid)
    for piece, to in plan.moves.items():
        there = AREAS.get(to) or SEAS[to]
        yield T("{piece} to {area}", piece=called(state.box, piece), area=there.name)
    for place, count in plan.troops.items():
        name = called(state.box, place)
        yield TN("{count} troop at {piece}", "{count} troops at {piece}", count, piece=name)
    for place, count in plan.mercenaries.items():
        name = called(state.box, place)
        yield TN("{count} mercenary at {piece}", "{count} mercenaries at {piece}", count, piece=name)
    for person in plan.white:
        yield cube_on("white", called(state.box, person))
    for person in plan.black:
        yield cube_on("black", called(state.box, person))
