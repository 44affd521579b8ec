"""Rewrites these recordings: `python -m tests.roses.record`. Only for a rule that was changed on purpose.

The other files were recorded with cards laid out by the table, and are never rewritten.
"""

from __future__ import annotations

import random

from scoring.bots import fill_in
from scoring.codec import from_form
from scoring.kernel import Rng
from scoring.recording import load
from scoring.replay import Projection
from scoring.roses import GAME
from scoring.roses.components import PIECES, SHIPS
from scoring.table import Actor, decide_with
from tests.endings import endings_of
from tests.games import recordings_folder
from tests.recorder import MAX_ACTIONS, haste, hasty_choice, play, save
from tests.roses.counting import entered_at_the_end
from tests.strategies import begun, with_records

# Player count and special case of each game; the recordings with a single winner are made elsewhere. The file for
# (2, "aid-bid") dates from when French aid was part of the plan, and is kept.
WANTED = ((3, "noble-bribed-twice"), (4, "no-king"), (3, "aid-in-turn"))
SEEDS = 200


def first_with(players: int, way: str) -> Projection | None:
    projections = (play(GAME, players, seed) for seed in range(SEEDS))
    return next(
        (
            projection
            for projection in projections
            if projection is not None and {way, "single-winner"} <= endings_of(projection)
        ),
        None,
    )


def ships_first(players: int, seed: int) -> Projection | None:
    """Plays a game of bots that pick ships first, so that most areas hold nothing else."""
    rng = random.Random(seed)
    projection = begun(GAME, players, {"cards": "box", "votes": "present"})
    for step in range(MAX_ACTIONS):
        if projection.table.standings is not None:
            return projection
        legal_action = hasty_choice(projection, [haste(GAME.key)] * players, rng)
        kind, values = GAME.action_named(legal_action.action), fill_in(legal_action, Rng(rng))
        assert kind is not None
        if legal_action.action == "take-card":
            legal_actions = [
                one
                for one in GAME.view(projection.table.state, legal_action.seat).legal_actions
                if one.action == "take-card"
            ]
            cards = {card for one in legal_actions for card in one.field("card").options}  # type: ignore[union-attr]
            values = {"card": next(card for card in (*SHIPS, *PIECES) if card in cards)}
        events = decide_with(
            projection.table, Actor(legal_action.seat), legal_action.seat, from_form(kind, values), {}, Rng(rng)
        )
        projection = with_records(projection, events, f"ask-{step}", legal_action.seat)
    return None


# Tracked recordings that are also recorded in FINAL_SCORING mode.
TRACKED = {2: "aid-bid", 3: "noble-bribed-twice", 4: "final-tie"}


def as_final_scoring(players: int) -> Projection:
    tracked = load((recordings_folder(GAME.key) / f"{players}-{TRACKED[players]}.jsonl").read_text(encoding="utf-8"))
    return entered_at_the_end(tracked, Rng(random.Random(players)))


def main() -> None:
    for players in TRACKED:
        save(GAME, players, "counted", as_final_scoring(players))
    for players, way in WANTED:
        save(GAME, players, way, first_with(players, way))
    projections = (ships_first(4, seed) for seed in range(SEEDS))
    save(
        GAME, 4, "ships-alone", next((s for s in projections if s is not None and "ships-alone" in endings_of(s)), None)
    )


if __name__ == "__main__":
    main()
