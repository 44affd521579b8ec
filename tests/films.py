"""Longer films, from games between beginner bots, for tests and pictures."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

from scoring.bots import play_game
from scoring.games import GAMES
from scoring.kernel import Rng
from scoring.replay import Projection, replay
from tests.browser.moments import stages
from tests.web.played import with_box


@cache
def films(game: str, seats: int = 4, seed: int = 3) -> tuple[Projection, ...]:
    """Returns a game after each move that has a film of several scenes."""
    return tuple(_films(game, seats, seed))


def _films(game: str, seats: int, seed: int) -> Iterator[Projection]:
    played = play_game(GAMES[game], seats, Rng(random.Random(seed)))
    for projection in stages(with_own_box(played)):
        if projection.films and projection.films[0].is_long:
            yield projection


def with_own_box(projection: Projection) -> Projection:
    return replay(with_box(projection.records))


def film_of(game: str, kind: str, seats: int = 4) -> Projection:
    """Returns the game after the move whose film has most scenes of this kind."""
    return max(films(game, seats), key=lambda one: [highlight.kind for highlight in one.highlights].count(kind))
