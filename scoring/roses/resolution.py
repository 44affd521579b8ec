"""Deployment, bribery, battles: a pure function of the board, the plans and the turn order, in explained steps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scoring.kernel import Draft
from scoring.roses.battles import attacks, battles
from scoring.roses.bribery import bribery
from scoring.roses.deployment import captain_of_calais, deploy, take_aid
from scoring.roses.phases import Plan, Step
from scoring.roses.plan import bill, legal_orders
from scoring.roses.script import Script
from scoring.roses.state import State, reverse_order


def resolve(state: State, plans: tuple[Plan, ...], fold: Callable[[State, Any], State]) -> tuple[Step, ...]:
    """Orders are judged and paid for on the board as it stands when all screens are lifted (nl 374-393)."""
    script = Script(Draft(state, fold))
    take_aid(script, plans)
    orders = {seat: legal_orders(state, seat, plans[seat]) for seat in state.order}
    bills = {seat: bill(state, orders[seat], script.state.money[seat]) for seat in state.order}
    captain_of_calais(script, orders, bills)
    for seat in reverse_order(state):
        deploy(script, seat, orders[seat], bills[seat])
    bribery(script, bills)
    battles(script, {seat: attacks(state, seat, script.state) for seat in state.order})
    return tuple(script.steps)
