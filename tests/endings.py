"""The ways a game can end; the recordings must show each of them."""

from __future__ import annotations

from typing import Any

from scoring.kernel import EVERY_MOVE, FINAL_SCORING, KEY_MOMENTS, Game
from scoring.replay import Projection
from tests.games import game_spec

# Several seats are first with equal points: they share the victory, or a tie-break decides.
SHARED, TIE_BREAK = "shared-victory", "tie-break"
EQUAL = tuple(f"{tracking_mode}-{way}" for tracking_mode in (KEY_MOMENTS, FINAL_SCORING) for way in (SHARED, TIE_BREAK))


def required_endings(game: Game[Any]) -> tuple[str, ...]:
    """Endings that must be recorded for every player count."""
    found: tuple[str, ...] = game_spec(game.key).ENDINGS
    return found


def endings_of(projection: Projection) -> set[str]:
    """Returns the endings that a finished table shows, usually more than one."""
    found: set[str] = game_spec(projection.table.game_key).endings_of(projection)
    return found | equal(projection)


def equal(projection: Projection) -> set[str]:
    """Returns the ending with tied top scores, for games that do not track every move; empty without a tie."""
    tracking_mode, standings = projection.table.options.get("follow", EVERY_MOVE), projection.table.standings
    assert standings is not None
    first, second, *_ = sorted((place.points for place in standings.places), reverse=True)
    if tracking_mode == EVERY_MOVE or first != second:
        return set()
    return {f"{tracking_mode}-{SHARED if len(standings.winners) > 1 else TIE_BREAK}"}
