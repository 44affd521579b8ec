"""Writes these recordings again: `python -m tests.roses.record`. Only for a rule that has changed on purpose.

The other files were recorded at tables that laid their cards out themselves, and stay as they are.
"""

from __future__ import annotations

import random

from scoring.kernel import Chance
from scoring.recording import load
from scoring.replay import Story
from scoring.roses import GAME
from tests.endings import ends
from tests.games import recorded
from tests.recorder import play, save
from tests.roses.counting import counted

# Players, and what the game shows besides a single winner.
WANTED = ((2, "aid-bid"), (3, "noble-bribed-twice"), (4, "no-king"))
SEEDS = 200


def first_with(players: int, way: str) -> Story | None:
    stories = (play(GAME, players, seed) for seed in range(SEEDS))
    return next((story for story in stories if story is not None and {way, "single-winner"} <= ends(story)), None)


# Games that were followed, of which Herald is told the end alone.
FOLLOWED = {2: "aid-bid", 3: "noble-bribed-twice", 4: "final-tie"}


def told_the_end(players: int) -> Story:
    followed = load((recorded(GAME.key) / f"{players}-{FOLLOWED[players]}.jsonl").read_text(encoding="utf-8"))
    return counted(followed, Chance(random.Random(players)))


def main() -> None:
    for players in FOLLOWED:
        save(GAME, players, "counted", told_the_end(players))
    for players, way in WANTED:
        save(GAME, players, way, first_with(players, way))


if __name__ == "__main__":
    main()
