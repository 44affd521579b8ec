"""The ways a game can end, as its recordings have to show each of them."""

from __future__ import annotations

from typing import Any

from scoring.kernel import Game
from scoring.replay import Story
from tests.games import declared


def ways(game: Game[Any]) -> tuple[str, ...]:
    """Those that every number of players has to show."""
    found: tuple[str, ...] = declared(game.key).WAYS
    return found


def ends(story: Story) -> set[str]:
    """How this finished table ended; usually in more than one way."""
    found: set[str] = declared(story.table.game_key).ends(story)
    return found
