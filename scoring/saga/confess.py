"""What only its owner knew during the game: knights that lay face down, and what their army was short of."""

from __future__ import annotations

from scoring.kernel import Event
from scoring.saga.conquest import still_needed
from scoring.saga.events import FaceDownPlayed, HandCorrected
from scoring.saga.knights import called
from scoring.saga.printed import LANDS
from scoring.saga.state import State
from scoring.words import T, Text, Who


def confess(state: State, event: Event) -> Text | None:
    match event:
        case FaceDownPlayed(seat, _, army, knight):
            return T(
                "{who} lays {knight} face down against {land}, where {needed} more would take it.",
                who=Who(seat),
                knight=called(knight),
                land=LANDS[state.armies[army].land].name,
                needed=still_needed(state, army),
            )
        case HandCorrected(seat, points):
            return T("{who} holds knights worth {points}.", who=Who(seat), points=points)
        case _:
            return None
