"""Makes the recordings of Saga: `python -m tests.saga.recorder [SEEDS]`.

Bots play one game a seed; of each number of players the game is kept that makes use of the most properties. A recording
that is there already stays as it is: it says how Herald counted when it was made.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Mapping
from pathlib import Path

from scoring.bots import play_game
from scoring.kernel import Chance
from scoring.recording import export
from scoring.replay import Story
from scoring.saga import GAME
from scoring.saga.conquest import FreeKnightTaken, LandConquered
from scoring.saga.playing import DefenceStrengthened, FaceDownPlayed, KnightTakenBack
from scoring.saga.printed import EXAMPLE, PROPERTIES, SIDES, Property, side_key
from scoring.saga.reckoning import ArmyCounted, LastKnightAdded
from scoring.table import Table, fold

RECORDED = Path(__file__).parent / "recorded"
# What both sides of each land show in the game of so many players: together all properties there are.
SHOWN: Mapping[int, Mapping[str, str]] = {
    2: {
        "red": "defence+1",
        "green": "no-minus",
        "blue": "army-counts",
        "orange": "worth-nothing",
        "purple": "add-card",
        "yellow": "take-back/five",
    },
    3: {
        "red": "free-knight",
        "green": "two-each",
        "blue": "face-down",
        "orange": "defence-1",
        "purple": "add-at-end",
        "yellow": "fifteen",
    },
    4: {
        "red": "free-knight",
        "green": "no-minus",
        "blue": "face-down/army-counts",
        "orange": "defence-1/worth-nothing",
        "purple": "add-card/add-at-end",
        "yellow": "take-back/fifteen",
    },
}
REMINDER = {2: "off", 3: "on", 4: "off"}
BY_EVENT = {
    FreeKnightTaken: Property.FREE_KNIGHT,
    FaceDownPlayed: Property.FACE_DOWN,
    DefenceStrengthened: Property.ADD_CARD,
    KnightTakenBack: Property.TAKE_BACK,
    LastKnightAdded: Property.ADD_AT_END,
    ArmyCounted: Property.ARMY_COUNTS,
}


def used(story: Story) -> set[Property]:
    """The properties that made a difference in this finished game."""
    found: set[Property] = set()
    table: Table | None = None
    for record in story.live:
        event = record.event
        found |= {BY_EVENT[type(event)]} if type(event) in BY_EVENT else set()
        if isinstance(event, LandConquered) and table is not None:
            found |= {Property.DEFENCE_PLUS, Property.DEFENCE_MINUS} & set(table.state.properties(event.land))
        table = fold(table, event)
    rules = {line.rule: line for line in GAME.score(story.table.state)}
    return found | {shown for shown in Property if PROPERTIES[shown].at_end and PROPERTIES[shown].rule in rules}


def play(players: int, seed: int) -> Story:
    shown = {side_key(land, side): value for land, value in SHOWN[players].items() for side in SIDES}
    box = {**EXAMPLE, **shown}
    return play_game(GAME, players, Chance(random.Random(seed)), {"reminder": REMINDER[players]}, box)


def record(seeds: int) -> None:
    for players in GAME.players:
        path = RECORDED / f"{players}-last-knight.jsonl"
        if path.exists():
            continue
        games = (play(players, seed) for seed in range(seeds))
        alone = (game for game in games if game.table.standings and len(game.table.standings.winners) == 1)
        best = max(alone, key=lambda game: (len(used(game)), -game.seq))
        path.write_text(export(best), encoding="utf-8")
        print(path.name, best.seq, sorted(shown.value for shown in used(best)))


if __name__ == "__main__":
    RECORDED.mkdir(exist_ok=True)
    record(int(sys.argv[1]) if len(sys.argv) > 1 else 300)
