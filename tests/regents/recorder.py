"""Makes the recordings of Régents: `python -m tests.regents.recorder [SEEDS]`.

Bots play one game a seed; of each wanted thing the shortest game that shows it is kept. A recording that is there
already stays as it is: it says how Herald counted when it was made.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping

from scoring.games import GAMES
from scoring.recording import load
from scoring.replay import Story
from tests.endings import ends
from tests.recorder import folder, mixed_options, play, save

GAME = GAMES["regents"]
# Players and edition in which each thing is to be shown.
WANTED: Mapping[str, tuple[int, str]] = {
    "single-winner": (3, "en"),
    "right-accusation": (4, "en"),
    "wrong-accusation": (5, "de"),
    "driven-out-and-back": (3, "nl"),
    "chips-decide": (4, "nl"),
    "shared-victory": (5, "en"),
}


def shown() -> set[str]:
    """What the recordings that are there show already."""
    return {path.stem.partition("-")[2] for path in folder(GAME).glob("*.jsonl")}


def record(seeds: int) -> None:
    for way, (players, edition) in WANTED.items():
        if way not in shown():
            save(GAME, players, way, _shortest(players, edition, way, seeds))


def _shortest(players: int, edition: str, way: str, seeds: int) -> Story | None:
    of_edition = (seed for seed in range(seeds) if mixed_options(GAME, seed)["edition"] == edition)
    stories = (play(GAME, players, seed) for seed in of_edition)
    fitting = [story for story in stories if story is not None and way in ends(story)]
    return min(fitting, key=lambda story: story.seq, default=None)


def recordings() -> list[Story]:
    return [load(path.read_text(encoding="utf-8")) for path in sorted(folder(GAME).glob("*.jsonl"))]


if __name__ == "__main__":
    record(int(sys.argv[1]) if len(sys.argv) > 1 else 600)
