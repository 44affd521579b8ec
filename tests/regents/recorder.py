"""Makes the recordings of Régents: `python -m tests.regents.recorder [SEEDS]`.

Bots play one game per seed; the shortest game that shows each wanted case is kept. An existing recording is kept: it
documents how Herald counted at that time.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Mapping

from scoring.bots import fill_in
from scoring.codec import from_form
from scoring.games import GAMES
from scoring.kernel import Rng
from scoring.recording import load
from scoring.regents.accusing import Accuse
from scoring.replay import Projection
from scoring.table import Actor, decide_with
from scoring.tracking_modes import ChangeTrackingMode, ModeSwitchPhase
from tests.endings import endings_of
from tests.recorder import MAX_ACTIONS, folder, haste, hasty_choice, mixed_options, play, save
from tests.strategies import begun, with_records

GAME = GAMES["regents"]
# Players and edition in which each case is recorded.
WANTED: Mapping[str, tuple[tuple[int, str], ...]] = {
    "single-winner": ((3, "en"),),
    "right-accusation": ((4, "en"),),
    "wrong-accusation": ((5, "de"),),
    "driven-out-and-back": ((3, "nl"),),
    "chips-decide": ((4, "nl"),),
    "shared-victory": ((5, "en"),),
    "only-counted": ((3, "de"), (4, "en"), (5, "nl")),
    "just-the-end": ((3, "nl"), (4, "en"), (5, "de")),
    "chip-asked-for": ((3, "en"),),
    "chip-used-at-once": ((3, "nl"), (4, "de")),
    "accused-after-five": ((4, "en"),),
    "excused": ((4, "nl"),),
    "changed-over": ((3, "de"),),
}
# Sequence numbers after which the table changes its tracking mode.
CHANGES = {40: "moves", 120: "counts"}


def record(seeds: int) -> None:
    for way, tables in WANTED.items():
        for players, edition in tables:
            if not (folder(GAME) / f"{players}-{way}.jsonl").exists():
                save(GAME, players, way, _shortest(players, edition, way, seeds))


def _shortest(players: int, edition: str, way: str, seeds: int) -> Projection | None:
    tracking_mode = {"only-counted": "counts", "just-the-end": "end", "chip-asked-for": "end"}.get(way, "moves")
    options = {"edition": edition, "follow": tracking_mode}.items()
    fitting = (seed for seed in range(seeds) if options <= mixed_options(GAME, seed).items())
    if way == "changed-over":
        projections = (game_with_mode_changes(players, edition, seed) for seed in range(seeds))
    elif way == "accused-after-five":
        projections = (accusing_game(players, edition, seed) for seed in range(seeds))
    else:
        projections = (play(GAME, players, seed) for seed in fitting)
    shown = [projection for projection in projections if projection is not None and way in endings_of(projection)]
    return min(shown, key=lambda projection: projection.seq, default=None)


def game_with_mode_changes(players: int, edition: str, seed: int) -> Projection | None:
    """Returns a bot game at a table that changes its tracking mode."""
    rng = random.Random(seed)
    projection = begun(GAME, players, {"follow": "counts", "edition": edition, "dealt": "herald"})
    left = dict(CHANGES)
    for step in range(MAX_ACTIONS):
        if projection.table.standings is not None:
            return projection
        due = next((seq for seq in left if projection.seq > seq), None)
        if due is not None and isinstance(projection.table.state.phase, ModeSwitchPhase):
            seat, action = projection.table.state.table_action_seat, ChangeTrackingMode(left.pop(due))
        else:
            legal_action = hasty_choice(projection, [haste(GAME.key)] * players, rng)
            kind = GAME.action_named(legal_action.action)
            assert kind is not None
            seat, action = legal_action.seat, from_form(kind, fill_in(legal_action, Rng(rng)))
        events = decide_with(projection.table, Actor(seat), seat, action, {}, Rng(rng))
        projection = with_records(projection, events, f"ask-{step}", seat)
    return None


def accusing_game(players: int, edition: str, seed: int) -> Projection | None:
    """Returns a bot game with many played cards, in which bots accuse players whose five cards reveal the clan."""
    rng = random.Random(seed)
    projection = begun(GAME, players, {"edition": edition, "dealt": "herald"})
    fond = [{**haste(GAME.key), "play-card": 20}] * players
    for step in range(MAX_ACTIONS):
        state = projection.table.state
        if projection.table.standings is not None:
            return projection
        known = [seat for seat in range(players) if state.cards and state.is_open(seat) and seat not in state.accused]
        legal_actions = GAME.view(state, state.turn).legal_actions if known else ()
        sure = next(
            (one for one in legal_actions if one.action == "accuse" and known[0] in one.field("whose").options), None
        )  # type: ignore[union-attr]
        if sure and state.cards[known[0]].clan in sure.field("clan").options:  # type: ignore[union-attr]
            seat, action = sure.seat, Accuse(known[0], state.cards[known[0]].clan)
        else:
            legal_action = hasty_choice(projection, fond, rng)
            kind = GAME.action_named(legal_action.action)
            assert kind is not None
            seat, action = legal_action.seat, from_form(kind, fill_in(legal_action, Rng(rng)))
        projection = with_records(
            projection, decide_with(projection.table, Actor(seat), seat, action, {}, Rng(rng)), f"ask-{step}", seat
        )
    return None


def recordings() -> list[Projection]:
    return [load(path.read_text(encoding="utf-8")) for path in sorted(folder(GAME).glob("*.jsonl"))]


if __name__ == "__main__":
    record(int(sys.argv[1]) if len(sys.argv) > 1 else 600)
