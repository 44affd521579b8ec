"""Secrets of a Royals seat, and alternatives that others cannot tell apart: see tests/games.py."""

from __future__ import annotations

import random
from dataclasses import replace

from scoring.replay import Projection
from scoring.royals.epoch import ScoringBegan
from scoring.royals.markers import MarkerTaken
from scoring.royals.turn import TurnBegan
from tests.release_gates.twins import Twins, make_pair

# Taken markers are face down, but the taker is shown until the table moves on; test_secrets.py checks until when.
PROVED_BY = "test_secrets.py"
# These events show everything except the owner, so no alternative looks the same to the others.
NO_TWINS = frozenset({"marker-corrected", "marker-doubted", "marker-passed-on", "missed-marker-taken"})
PROBES = ({"action_name": "seal-sums", "points.city": "5", "points.country": "0", "points.noble": "0"},)
SEALING_OPTIONS = {"follow": "counts"}
SEALED_ONCE = 2
# Everybody sees that a seat with such a marker cannot win another one.
ONCE_A_SEAT = ("noble.", "country.")


def another_way(projection: Projection, seat: int, rng: random.Random) -> Twins | None:
    """Returns a pair with another owner of an old marker: from some turns ago, or from before the current scoring."""
    turns = [n for n, record in enumerate(projection.effective) if isinstance(record.event, TurnBegan)]
    scorings = [n for n, record in enumerate(projection.effective) if isinstance(record.event, ScoringBegan)]
    before = enumerate(projection.effective[: max((0, *turns[-2:-1], *scorings[-1:]))])
    old = [n for n, r in before if isinstance(r.event, MarkerTaken) and not r.event.marker.startswith(ONCE_A_SEAT)]
    return another_owner(projection, rng.choice(old), rng) if old else None


def another_owner(projection: Projection, place: int, rng: random.Random) -> Twins:
    """Returns a pair in which another seat took the face-down marker (de 219); only these two can tell."""
    event = projection.effective[place].event
    assert isinstance(event, MarkerTaken)
    other = rng.choice([number for number in range(len(projection.table.seats)) if number != event.seat])
    return make_pair(projection, place, replace(event, seat=other), frozenset({event.seat, other}))
