"""Hidden information of a Lang lebe der König! seat, and its possible alternatives: see tests/games.py."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from scoring.kernel import EVERY_MOVE, Event
from scoring.lang_lebe.cards import HandsDealt
from scoring.lang_lebe.components import fits_the_game
from scoring.lang_lebe.state import State
from scoring.replay import Projection
from tests.release_gates.twins import Twins, make_pair
from tests.secrecy import SECRET, Log, changed, log_until

PROBES = (
    {"action_name": "seal-stake", "x1": "1"},
    {"action_name": "seal-stake", "x3": "1"},
    {"action_name": "seal-stake", "x3": "1", "preview": "1"},
    {"action_name": "change-stake"},
    {"action_name": "roll-on", "card": "2", "die": "6"},
    {"action_name": "extra-roll", "card": "3", "die": "6"},
    {"action_name": "enter-foreign", "area": "Wigemor"},
    {"action_name": "enter-hand", "x1": "15"},
    {"action_name": "correct-hand", "x1": "1", "preview": "1"},
    {"action_name": "seal-cards", "cards": "0"},
)
RESTS_ON_IT = frozenset({"correct-hand", "take-back"})
# FINAL_SCORING mode seals nothing.
SEALING_OPTIONS = {"follow": EVERY_MOVE}
# The number of cards of each seat decides whether there is an election, and its result.
CHECKED_AGAINST_IT = frozenset({"confirm-board"})
# After this event, the next hands are dealt from different piles.
REVEALS = frozenset({"hands-dealt"})


def with_an_x2_for_an_x1(event: HandsDealt, seat: int) -> HandsDealt:
    """Returns the deal with an x1 of the seat replaced by an x2; undealt cards stay in the pile."""
    dealt = list(event.dealt)
    dealt[seat] = replace(dealt[seat], x1=dealt[seat].x1 - 1, x2=dealt[seat].x2 + 1)
    return replace(event, dealt=tuple(dealt))


def twins() -> tuple[Log, Log]:
    """Returns two logs: Herald deals the seat an x2 in one and an x1 in the other."""
    log, place = log_until("lang-lebe", cards_were_dealt, before="stakes-revealed")
    event: Any = log[place].event
    return log, changed(log, place, with_an_x2_for_an_x1(event, SECRET))


def cards_were_dealt(event: Event) -> bool:
    return isinstance(event, HandsDealt) and event.dealt[SECRET].x1 > 0


def alike(values: dict[str, str]) -> dict[str, str] | None:
    """Restricts the seat to cards that it holds in both logs; None if that is impossible."""
    if values.get("card", "1") != "1":
        return None
    return {"x1": "1", "x2": "0", "x3": "0"} if "x2" in values else values


def another_hand(projection: Projection, place: int, seat: int, rng: random.Random) -> Twins | None:
    event = projection.effective[place].event
    assert isinstance(event, HandsDealt)
    if event.dealt[seat].x1 == 0:
        return None
    return make_pair(projection, place, with_an_x2_for_an_x1(event, seat), frozenset({seat}))


otherwise = {"hands-dealt": another_hand}


def shows(state: State) -> object:
    """Returns the publicly visible facts: the hand sizes, and whether all hands fit in one box."""
    return fits_the_game(state.hands), tuple(hand.count for hand in state.hands)


def hides_nothing(event: Event) -> bool:
    """True if nobody was dealt a card."""
    return isinstance(event, HandsDealt) and event.each == 0
