"""Moments of each highlight kind, from the recordings."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from scoring.game_info import GAME_INFOS
from scoring.highlights import Highlight
from scoring.replay import Projection
from tests.browser.moments import stages
from tests.games import declaration, projection_in, recordings_folder

# Highlight kinds by game; the end of a game is shown by the finale instead.
KINDS = {game: declaration(game, "HIGHLIGHTS", ()) for game in GAME_INFOS}
ALL = [(game, kind) for game, kinds in KINDS.items() for kind in kinds]


@cache
def played_in(game: str) -> tuple[Projection, ...]:
    """Returns every moment of a game that has a highlight, most players first."""
    return tuple(_played_in(game))


def _played_in(game: str) -> Iterator[Projection]:
    for path in sorted(recordings_folder(game).glob("*.jsonl"), reverse=True):
        yield from (projection for projection in stages(projection_in(path)) if projection.highlights)


@cache
def with_highlight(game: str, kind: str) -> Projection:
    """Of the first 12 moments with this highlight kind, returns the one with the most rows."""
    found = (
        projection
        for projection in played_in(game)
        if any(highlight.kind == kind for highlight in projection.highlights)
    )
    few = [projection for projection, _ in zip(found, range(12), strict=False)]
    return max(
        few,
        key=lambda projection: max(
            len(highlight.rows) for highlight in projection.highlights if highlight.kind == kind
        ),
    )


def highlights_of(projection: Projection, kind: str) -> list[Highlight]:
    return [highlight for highlight in projection.highlights if highlight.kind == kind]
