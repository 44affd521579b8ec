"""What lay face down during the game: the value of each marker."""

from __future__ import annotations

from scoring.kernel import Event
from scoring.royals.events import MarkerTaken
from scoring.royals.markers import called
from scoring.royals.state import State, value
from scoring.words import TN, Text, Who


def confess(state: State, event: Event) -> Text | None:
    match event:
        case MarkerTaken(seat, marker):
            return TN(
                "{who} lays down the {marker}: {count} point.",
                "{who} lays down the {marker}: {count} points.",
                value(state, marker) or 0,
                who=Who(seat),
                marker=called(state, marker),
            )
        case _:
            return None
