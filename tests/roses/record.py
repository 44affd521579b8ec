"""Writes the recordings again: `python -m tests.roses.record`. Only for a rule that has changed on purpose."""

from __future__ import annotations

from scoring.roses import GAME
from tests.recorder import play, save

# Players, seed of the bots, and what the game shows besides a single winner.
GAMES = (
    (2, 1, "neutralised"),
    (2, 5, "empty-area"),
    (3, 4, "bribed-twice"),
    (4, 0, "final-tie"),
    (4, 1, "house-tie"),
)


def main() -> None:
    for players, seed, way in GAMES:
        save(GAME, players, way, play(GAME, players, seed))


if __name__ == "__main__":
    main()
