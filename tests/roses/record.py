"""Writes these recordings again: `python -m tests.roses.record`. Only for a rule that has changed on purpose.

The other files were recorded at tables that laid their cards out themselves, and stay as they are.
"""

from __future__ import annotations

from scoring.roses import GAME
from tests.recorder import play, save

# Players, seed of the bots, and what the game shows besides a single winner.
GAMES = (
    (2, 9, "aid-bid"),
    (3, 28, "noble-bribed-twice"),
    (4, 40, "no-king"),
)


def main() -> None:
    for players, seed, way in GAMES:
        save(GAME, players, way, play(GAME, players, seed))


if __name__ == "__main__":
    main()
