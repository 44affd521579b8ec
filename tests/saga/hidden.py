"""Secrets of a Saga seat, and alternatives that others cannot tell apart: see tests/games.py."""

from __future__ import annotations

import random
from dataclasses import replace

from scoring.games import GAMES
from scoring.kernel import KEY_MOMENTS
from scoring.replay import Projection
from scoring.saga.final_scoring import KnightsSealed
from scoring.saga.playing import FaceDownPlayed
from scoring.saga.resuming import FaceDownEntered, HandEntered
from tests.recorder import play
from tests.release_gates.twins import Twins, make_pair
from tests.secrecy import SECRET, Log, changed

PROBES = (
    {"action_name": "play-on-face-down", "army": "1", "knight": "red-1"},
    {"action_name": "play-face-down", "army": "1", "knight": "red-1"},
    {"action_name": "turn-up", "army": "1"},
    {"action_name": "seal-knights", "others": "30", "hand": "0"},
    {"action_name": "enter-face-down", "army": "1", "knight": "red-1"},
    {"action_name": "enter-hand", "cards": "12", "points": "30"},
    {"action_name": "enter-hand-at-end", "points": "30"},
    {"action_name": "add-last-knight", "place": "army.1", "knight": "red-1"},
    {"action_name": "correct-hand", "points": "30", "preview": "1"},
)
SEALING_OPTIONS = {"follow": KEY_MOMENTS}
# All hands are sealed once per game.
SEALED_ONCE = 1
RESTS_ON_IT = frozenset(
    {
        "play-on-face-down",
        "play-face-down",
        "turn-up",
        "take-back",
        "correct-hand",
        "seal-knights",
        "enter-face-down",
        "enter-hand",
    }
)
REVEALS = frozenset({"knight-turned", "last-knight-played", "hands-revealed"})


def twins() -> tuple[Log, Log]:
    """Returns two logs in which the seat played a different knight face down."""
    for seed in range(40, 200):
        projection = play(GAMES["saga"], 3, seed)
        for place, record in enumerate(projection.effective if projection is not None else ()):
            event = record.event
            if isinstance(event, FaceDownPlayed) and event.seat == SECRET and projection is not None:
                log = [r for r in projection.effective if r.seq <= record.seq or r.action_id == record.action_id]
                log = [replace(r, seq=number) for number, r in enumerate(log, 1)]
                other = replace(event.knight, value=event.knight.value % 4 + 1)
                return log, changed(log, place, replace(event, knight=other))
    raise AssertionError("no game in which somebody plays a face-down knight")


def another_knight(projection: Projection, place: int, seat: int, rng: random.Random) -> Twins | None:
    """Returns a pair with another face-down knight of the same colour."""
    event = projection.effective[place].event
    assert isinstance(event, FaceDownPlayed | FaceDownEntered)
    if event.seat != seat:
        return None
    other = replace(event.knight, value=event.knight.value % 4 + 1)
    return make_pair(projection, place, replace(event, knight=other), frozenset({seat}))


def another_hand(projection: Projection, place: int, seat: int, rng: random.Random) -> Twins | None:
    """Returns a pair with other values of the hand and of the knights that score nothing."""
    event = projection.effective[place].event
    assert isinstance(event, KnightsSealed)
    if event.seat != seat:
        return None
    other = replace(event, others=event.others + rng.randint(1, 5), hand=event.hand + rng.randint(0, 5))
    return make_pair(projection, place, other, frozenset({seat}))


def another_worth(projection: Projection, place: int, seat: int, rng: random.Random) -> Twins | None:
    """Returns a pair with the same number of knights in hand but another value."""
    event = projection.effective[place].event
    assert isinstance(event, HandEntered)
    if event.seat != seat:
        return None
    return make_pair(projection, place, replace(event, points=event.points + rng.randint(1, 5)), frozenset({seat}))


otherwise = {
    "face-down-played": another_knight,
    "hidden-laid": another_knight,
    "knights-sealed": another_hand,
    "hand-said": another_worth,
}
