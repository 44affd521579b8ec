"""What a seat of Royals hides, and how it could have been otherwise: see tests/games.py."""

from __future__ import annotations

import random
from dataclasses import replace

from scoring.replay import Projection
from scoring.royals.epoch import ScoringBegan
from scoring.royals.markers import MarkerTaken
from scoring.royals.turn import TurnBegan
from tests.release_gates.twins import Twins, paired

# Markers lie face down; who takes one is news until the table goes on, and its own tests know until when.
PROVED_BY = "test_secrets.py"
# That a marker changes hands is told to all, with everything but who has it: no two of them are equal to others.
NO_TWINS = frozenset({"marker-corrected", "marker-doubted", "marker-passed-on", "missed-marker-taken"})
PROBES = ({"action_name": "seal-sums", "points.city": "5", "points.country": "0", "points.noble": "0"},)
SEALING_OPTIONS = {"follow": "counts"}
SEALED_ONCE = 2
# Who has such a marker cannot win another one, as everybody sees.
ONCE_A_SEAT = ("noble.", "country.")


def another_way(projection: Projection, seat: int, luck: random.Random) -> Twins | None:
    """A marker whose news is off the screens by now: of some turns ago, or of an epoch before the one being scored."""
    turns = [n for n, record in enumerate(projection.effective) if isinstance(record.event, TurnBegan)]
    scorings = [n for n, record in enumerate(projection.effective) if isinstance(record.event, ScoringBegan)]
    before = enumerate(projection.effective[: max((0, *turns[-2:-1], *scorings[-1:]))])
    old = [n for n, r in before if isinstance(r.event, MarkerTaken) and not r.event.marker.startswith(ONCE_A_SEAT)]
    return another_owner(projection, luck.choice(old), luck) if old else None


def another_owner(projection: Projection, place: int, luck: random.Random) -> Twins:
    """Another seat took the marker, which lies face down (de 219): nobody but these two can tell."""
    event = projection.effective[place].event
    assert isinstance(event, MarkerTaken)
    other = luck.choice([number for number in range(len(projection.table.seats)) if number != event.seat])
    return paired(projection, place, replace(event, seat=other), frozenset({event.seat, other}))
