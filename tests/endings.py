"""The ways a game can end, as its recordings have to show each of them."""

from __future__ import annotations

from typing import Any

from scoring.kernel import EVERY_MOVE, FINAL_SCORING, KEY_MOMENTS, Game
from scoring.replay import Projection
from tests.games import game_spec

# Several are first with equal points: they share the victory, or something else decides between them.
SHARED, TIE_BREAK = "shared-victory", "tie-break"
EQUAL = tuple(f"{tracking_mode}-{way}" for tracking_mode in (KEY_MOMENTS, FINAL_SCORING) for way in (SHARED, TIE_BREAK))


def ways(game: Game[Any]) -> tuple[str, ...]:
    """Those that every number of players has to show."""
    found: tuple[str, ...] = game_spec(game.key).WAYS
    return found


def ends(projection: Projection) -> set[str]:
    """How this finished table ended; usually in more than one way."""
    found: set[str] = game_spec(projection.table.game_key).ends(projection)
    return found | equal(projection)


def equal(projection: Projection) -> set[str]:
    """Who was first with equal points, where Herald has not followed every move."""
    tracking_mode, standings = projection.table.options.get("follow", EVERY_MOVE), projection.table.standings
    assert standings is not None
    first, second, *_ = sorted((place.points for place in standings.places), reverse=True)
    if tracking_mode == EVERY_MOVE or first != second:
        return set()
    return {f"{tracking_mode}-{SHARED if len(standings.winners) > 1 else TIE_BREAK}"}
