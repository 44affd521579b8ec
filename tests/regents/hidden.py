"""Hidden information of a Régents seat, and its possible alternatives: see tests/games.py."""

from __future__ import annotations

import random
from collections.abc import Set

from scoring.games import GAMES
from scoring.kernel import Event
from scoring.regents.accusing import AccusationFailed
from scoring.regents.components import CLANS, DOMAINS
from scoring.regents.setup import CardsDealt, NeutralShown
from scoring.replay import Projection
from tests.recorder import mixed_options, play
from tests.release_gates.twins import Twins, make_pair, seats_knowing
from tests.secrecy import SECRET, Log, changed

PROBES = (
    {"action_name": "enter-cards", "clan": "stewart", "domain": "trade"},
    {"action_name": "correct-cards", "clan": "stewart", "domain": "trade", "preview": "1"},
    {"action_name": "play-card", "card": "suspicion"},
    {"action_name": "accuse", "whose": "0", "clan": "stewart"},
    {"action_name": "take-away", "domain": "trade"},
    {"action_name": "show-domain"},
    {"action_name": "spy-by-hand", "whose": "0", "card": "suspicion"},
    {"action_name": "correct-played", "card": "suspicion", "played": "1", "preview": "1"},
    {"action_name": "correct-domain", "shown": "1", "preview": "1"},
    {"action_name": "correct-tile", "clan": "stewart", "gone": "1", "preview": "1"},
)
# Cards are entered once, at the set-up. They are compared when the seat has entered them and before the last seat has.
SEALING_OPTIONS = {"dealt": "box", "follow": "moves"}
SEALED_ONCE = 2
RESTS_ON_IT = frozenset({"play-card", "show-domain", "correct-played", "correct-domain"})
ASKS_FOR_IT = frozenset({"spy", "accuse"})
# The neutral clan card must not be among the entered ones. That two equal cards cannot be in one box is announced to
# everybody.
CHECKED_AGAINST_IT = frozenset({"show-neutral"})
REVEALS = frozenset({"game-ended"})


def twins() -> tuple[Log, Log]:
    """Returns two logs: Herald deals the seat a clan and a domain card that nobody has in the other log."""
    game = GAMES["regents"]
    dealt_by_herald = next(seed for seed in range(9) if mixed_options(game, seed)["dealt"] == "herald")
    projection = play(game, 3, dealt_by_herald)
    assert projection is not None
    place = next(n for n, record in enumerate(projection.records) if isinstance(record.event, CardsDealt))
    log = list(projection.records[: place + 1 + 2])  # the neutral clan and the first player
    neutral = {getattr(log[place + 1].event, "clan", "")}
    return log, changed(log, place, dealt_otherwise(log[place].event, SECRET, neutral, random.Random(1)))


def dealt_otherwise(event: object, seat: int, neutral: Set[str], rng: random.Random) -> CardsDealt:
    assert isinstance(event, CardsDealt)
    clans, domains = list(event.clans), list(event.domains)
    free = [clan for clan in CLANS if clan not in {*clans, *neutral}]
    clans[seat] = rng.choice(free) if free else clans[seat]
    domains[seat] = rng.choice([domain for domain in DOMAINS if domain not in domains] or domains[seat : seat + 1])
    return CardsDealt(tuple(clans), tuple(domains))


def other_cards(projection: Projection, place: int, seat: int, rng: random.Random) -> Twins | None:
    neutral = {record.event.clan for record in projection.effective if isinstance(record.event, NeutralShown)}
    other = dealt_otherwise(projection.effective[place].event, seat, neutral, rng)
    return make_pair(projection, place, other, seats_knowing(projection, seat))


def also_told(event: Event) -> frozenset[int]:
    """Returns the accused seat, which learns the clan named in a wrong accusation."""
    return frozenset({event.whose}) if isinstance(event, AccusationFailed) else frozenset()


otherwise = {"cards-dealt": other_cards}
