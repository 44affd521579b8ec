"""What each order of scoring gives, for everybody to see before it is done."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.regents.hands_list import chip_name
from scoring.regents.phases import Turn
from scoring.regents.plans import Plan, followed, plans, pushes, won_with
from scoring.regents.printed import DOMAINS, LOCATIONS, VALUES
from scoring.regents.state import State
from scoring.regents.tell import step_name
from scoring.regents.tracks import at
from scoring.words import Text


@dataclass(frozen=True)
class AdvanceView:
    """One track: values before and after, and the spaces that a threshold (or the end) swallows."""

    domain: str
    name: Text
    before: int
    after: int
    lost: int


@dataclass(frozen=True)
class PlanView:
    key: str
    steps: tuple[Text, ...]
    tie: Text | None
    advances: tuple[AdvanceView, ...]
    chips: tuple[Text, ...]
    points: int
    worth: int
    # Whose marker the Rampart can send back.
    pushes: tuple[str, ...]


def plan_views(state: State, turn: Turn) -> tuple[PlanView, ...]:
    """The proposed order first."""
    return tuple(_plan(state, turn.turn, plan) for plan in plans(state, turn.turn))


def _plan(state: State, seat: int, plan: Plan) -> PlanView:
    won = won_with(state, seat, plan.tie)
    return PlanView(
        key=plan.key,
        steps=tuple(map(step_name, plan.order)),
        tie=LOCATIONS[plan.tie] if plan.tie else None,
        advances=_advances(state, seat, plan, won),
        chips=tuple(map(chip_name, plan.chips)),
        points=plan.points,
        worth=plan.worth,
        pushes=pushes(state, seat, won),
    )


def _advances(state: State, seat: int, plan: Plan, won: tuple[str, ...]) -> tuple[AdvanceView, ...]:
    wanted: dict[str, int] = {}
    for domain, spaces in followed(state, seat, plan.order, won):
        wanted[domain] = wanted.get(domain, 0) + spaces
    before = state.tracks[seat]
    return tuple(
        AdvanceView(
            domain,
            DOMAINS[domain],
            VALUES[at(before, domain)],
            VALUES[at(plan.after, domain)],
            spaces - at(plan.after, domain) + at(before, domain),
        )
        for domain, spaces in wanted.items()
    )
