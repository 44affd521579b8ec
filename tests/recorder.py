"""Makes the recordings in tests/<game>/recorded: `python -m tests.recorder [SEEDS]`.

Bots play one game per seed, with every combination of options and an occasional undo. For each wanted ending the
shortest game is kept, as `<players>-<ending>.jsonl`. Existing recordings are not changed: they show how Herald scored
when they were made. Delete a file to record it again.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

from scoring.bots import fill_in, printed
from scoring.codec import from_form
from scoring.games import GAMES
from scoring.kernel import Action, Game, Rng
from scoring.legal_actions import LegalAction
from scoring.printed_values import PrintedValues
from scoring.recording import export
from scoring.replay import Projection, last_undo_step
from scoring.table import Actor, decide_with
from scoring.table_events import Undone
from tests.endings import endings_of, required_endings
from tests.games import TESTS as TESTS
from tests.games import declaration, projection_in
from tests.games import recordings_folder as in_folder
from tests.real_cards import RealCards
from tests.strategies import begun, with_records

# Weights of actions, to shorten games: actions that prolong a game are rarer. A game adds its own (`HASTE` in its
# game_spec.py).
HASTE = {"continue-reveal": 3}
# Weights of actions, chosen at random for each seat: games end sooner if some seats do little. A game adds its own
# (`TASTES`).
TASTES = {"end-turn": (0.1, 0.1, 0.5, 8)}
UNDO = 0.01
MAX_ACTIONS = 300


def folder(game: Game[Any]) -> Path:
    return in_folder(game.key)


def record(seeds: int) -> None:
    for game in GAMES.values():
        wanted = set(product(game.players, required_endings(game))) - recorded_endings(game)
        found: dict[tuple[int, frozenset[str]], Projection] = {}
        for players, seed in product({players for players, _ in wanted}, range(seeds)):
            projection = play(game, players, seed)
            if projection is not None:
                kept = found.setdefault((players, frozenset(endings_of(projection))), projection)
                found[players, frozenset(endings_of(projection))] = min(
                    kept, projection, key=lambda projection: projection.seq
                )
        for players, way in sorted(wanted):
            # Prefers a game with no other ending, so that no two recordings show the same.
            fitting = [
                (len(shown), projection.seq, projection)
                for (p, shown), projection in found.items()
                if p == players and way in shown
            ]
            save(game, players, way, min(fitting, key=lambda it: it[:2])[2] if fitting else None)


def recorded_endings(game: Game[Any]) -> set[tuple[int, str]]:
    projections = [projection_in(path) for path in folder(game).glob("*.jsonl")]
    return {(len(projection.table.seats), way) for projection in projections for way in endings_of(projection)}


def save(game: Game[Any], players: int, way: str, projection: Projection | None) -> None:
    if projection is None:
        print(f"{game.title}: no game of {players} that ends by {way}; try more seeds")
        return
    path = folder(game) / f"{players}-{way}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(export(projection), encoding="utf-8")
    print(f"{path.name}: {projection.seq} events")


def play(game: Game[Any], players: int, seed: int) -> Projection | None:
    """Returns a whole bot game; None if it exceeds MAX_ACTIONS."""
    return played_on(begun(game, players, mixed_options(game, seed)), random.Random(seed))


def played_on(projection: Projection, source: random.Random) -> Projection | None:
    """Lets bots play the rest of the game; None if it exceeds MAX_ACTIONS."""
    game, rng, real = projection.table.game, Rng(source), RealCards()
    fond = tastes(projection, source)
    for step in range(MAX_ACTIONS):
        if projection.table.standings is not None:
            return projection
        back = last_undo_step(projection)
        if back is not None and source.random() < UNDO:
            projection = with_records(projection, [Undone(back.to)], f"undo-{step}")
            continue
        legal_action = hasty_choice(projection, fond, source)
        kind = game.action_named(legal_action.action)
        assert kind is not None
        action = from_form(kind, real(projection.table, legal_action, rng) or fill_in(many_of(legal_action), rng))
        printed_values = printed(game, legal_action, projection.table.read, rng)
        events = decide_with(projection.table, Actor(legal_action.seat), legal_action.seat, action, printed_values, rng)
        projection = with_records(projection, events, f"ask-{step}", legal_action.seat)
    return None


class Recording:
    """A table with its own box whose first actions are chosen by hand."""

    def __init__(self, game: Game[Any], players: int, options: Mapping[str, str], box: PrintedValues) -> None:
        self.projection = begun(game, players, options, box)

    @property
    def state(self) -> Any:
        return self.projection.table.state

    def act(self, seat: int, action: Action) -> None:
        events = decide_with(self.projection.table, Actor(seat), seat, action, {}, Rng(random.Random(1)))
        self.projection = with_records(self.projection, events, f"by-hand-{self.projection.seq}", seat)

    def play_on(self, seed: int) -> Projection:
        """Lets bots play the rest of the game."""
        projection = played_on(self.projection, random.Random(seed))
        assert projection is not None, "too long"
        return projection


def many_of(legal_action: LegalAction) -> LegalAction:
    return (
        replace(legal_action, total=(legal_action.total[1], legal_action.total[1]))
        if legal_action.total
        else legal_action
    )


def some_game(key: str) -> Projection:
    """Returns a whole bot game with four players, or the maximum if fewer."""
    game = GAMES[key]
    found = next(filter(None, (play(game, min(4, game.players[-1]), seed) for seed in range(9))), None)
    assert found, (
        f"bots never came to the end of {key} in {MAX_ACTIONS} asks: HASTE in its game_spec.py makes them hurry"
    )
    return found


def mixed_options(game: Game[Any], seed: int) -> Mapping[str, str]:
    every = list(product(*([(option.key, value) for value, _ in option.values] for option in game.options)))
    return dict(every[seed % len(every)])


def tastes(projection: Projection, rng: random.Random) -> list[dict[str, float]]:
    """Returns the action weights of each seat: a random choice from TASTES, and HASTE for all."""
    key = projection.table.game_key
    every = {**TASTES, **declaration(key, "TASTES", {})}
    return [
        {**haste(key), **{action: rng.choice(fond) for action, fond in every.items()}} for _ in projection.table.seats
    ]


def haste(key: str) -> dict[str, float]:
    return {**HASTE, **declaration(key, "HASTE", {})}


def hasty_choice(projection: Projection, fond: Sequence[Mapping[str, float]], rng: random.Random) -> LegalAction:
    table = projection.table
    for seat in rng.sample(range(len(table.seats)), len(table.seats)):
        legal_actions = [
            legal_action
            for legal_action in table.game.view(table.state, seat).legal_actions
            if legal_action.seat == seat
        ]
        if legal_actions:
            return rng.choices(legal_actions, weights(legal_actions, fond[seat]))[0]
    raise RuntimeError("nobody can do anything: a dead end")


def weights(legal_actions: Sequence[LegalAction], taste: Mapping[str, float]) -> list[float]:
    return [taste.get(legal_action.action, 1) for legal_action in legal_actions]


if __name__ == "__main__":
    record(int(sys.argv[1]) if len(sys.argv) > 1 else 300)
