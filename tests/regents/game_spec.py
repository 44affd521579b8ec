"""Declarations of Régents for the tests shared by all games: see tests/games.py."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.kernel import Rng, stored_name
from scoring.legal_actions import LegalAction
from scoring.regents.accusing import AccusationProved
from scoring.regents.components import CLANS, DOMAINS, HAND_SIZE
from scoring.replay import Projection
from scoring.table import Table, apply_event
from scoring.words import render
from tests.endings import EQUAL
from tests.games import Scene, event_counts
from tests.regents.ledger import Ledger as Ledger

# Saved games must stay readable: add lines, never change or remove them.
STORED = [
    "accusation-failed 1: seat, whose, clan, really",
    "accusation-proved 1: seat, whose, clan",
    "actions-ended 1: seat",
    "actions-excused 1: seat",
    "agent-brought-back 1: seat, place",
    "agent-corrected 1: whose, origin, place",
    "agent-driven-out 1: seat, whose, place",
    "agent-moved 1: seat, origin, place, actions",
    "agent-placed 1: seat, place",
    "agents-swapped 1: seat, one, one_place, other, other_place",
    "board-confirmed 1",
    "bonus-fell-short 1: due",
    "card-found-twice 1: card",
    "card-played 1: seat, card",
    "cards-checked 1",
    "cards-corrected 1: seat, clan, domain",
    "cards-dealt 1: clans, domains",
    "cards-entered 1: seat, clan, domain",
    "cards-miscounted 1",
    "chip-corrected 1: chip, holder",
    "chip-taken 1: seat, chip",
    "chip-told 1: chip, there",
    "chip-used 1: seat",
    "choice-left 1: seat",
    "counsellor-gained 1: seat, count",
    "counsellor-placed 1: seat, place",
    "counsellor-taken 1: seat",
    "counsellor-used 1: seat",
    "counsellors-corrected 1: seat, count",
    "count-shown 1: shown",
    "domain-corrected 1: seat, domain",
    "domain-shown 1: seat, domain, counsellors",
    "domain-turned-up 1: seat, domain",
    "end-entered 1: seat, tracks, chips, counsellors, domain, shown",
    "first-chosen 1: seat",
    "game-ended 1",
    "king-corrected 1: place",
    "king-moved 1: seat, place, actions",
    "marker-advanced 1: seat, domain, spaces, to",
    "marker-corrected 1: seat, domain, to",
    "marker-pushed-back 1: seat, whose, domain, to",
    "neutral-left 1: seat",
    "neutral-moved 1: seat, origin, place",
    "neutral-shown 1: clan",
    "piece-set 1: whose, place",
    "place-claimed 1: seat, place",
    "place-given-up 1: seat, place",
    "place-settled 1: seat, place",
    "played-corrected 1: seat, card, played",
    "round-ended 1: round",
    "scored 1: seat, order, tie",
    "spied-on 1: seat, whose, card",
    "tile-corrected 1: seat, clan, gone",
    "turn-began 1: seat, round",
    "turn-ended 1: seat",
    "turn-was-over 1: seat",
    "turn-went-on 1: seat, took_counsellor, spied",
    "way-changed 1: way",
]
# The other possible events are in some recording (tests/regents/test_recordings.py).
ENDINGS = ("single-winner", "only-counted", "just-the-end", *EQUAL)
# Weights that keep bots from changing their entries endlessly instead of scoring.
HASTE = {"score": 3, "enter-end": 0.2}
# Highlights on the table screen; the finale plays the end.
HIGHLIGHTS = ("accusation", "tracks", "spy", "chip", "bonus", "domains")
MOMENTS = (
    "5-shared-victory",
    "3-driven-out-and-back",
    "3-changed-over",
    "3-chip-asked-for",
    "3-chip-used-at-once",
)
OPENINGS = ("3-single-winner", "3-only-counted")
CHECKED = "3-single-winner"
SAME_RESULT = "test_tracking_modes.py"
SCENE = Scene(
    seats=4,
    seed=3,
    table=lambda view: bool(view.plans and len(view.plans[0].steps) > 1),
    phone=lambda view: view.phase == "turn" and view.action_points == 3,
    share=0.6,
    options={"dealt": "herald"},
)
SECRET_LINES = {
    "3-single-winner": (
        "Dealt: Anna Stewart (Financial), Ben MacGregor (Military), Carla MacKintosh (Political).",
        "Anna saw that Ben held Privilege.",
        "Ben named MacLeod and was shown that Carla is MacKintosh.",
    ),
}


def endings_of(projection: Projection) -> set[str]:
    standings, events = projection.table.standings, event_counts(projection)
    assert standings is not None
    endings = {
        "single-winner": len(standings.winners) == 1,
        "shared-victory": len(standings.winners) > 1,
        "chips-decide": "more unplayed chips" in render(standings.reason, projection.table.names),
        "right-accusation": "accusation-proved" in events,
        "wrong-accusation": "accusation-failed" in events,
        "driven-out-and-back": "agent-brought-back" in events,
        "only-counted": projection.table.options["follow"] == "counts" and "way-changed" not in events,
        "just-the-end": projection.table.options["follow"] == "end",
        "chip-asked-for": "chip-told" in events,
        "chip-used-at-once": used_at_once(projection),
        "accused-after-five": "accusation-proved" in events and accused_after_five(projection),
        "excused": "actions-excused" in events,
        "changed-over": {"way-changed", "piece-set", "neutral-moved", "counsellor-used"} <= set(events),
    }
    return {way for way, shown in endings.items() if shown}


def used_at_once(projection: Projection) -> bool:
    """True if a chip won in scoring was used at once and the turn continued."""
    kinds = [stored_name(type(record.event)) for record in projection.effective]
    after = (kinds[place + 1 : place + 3] for place, kind in enumerate(kinds) if kind == "turn-went-on")
    return any(done[0] == "chip-used" and done[1] != "turn-was-over" for done in after if len(done) == 2)


def accused_after_five(projection: Projection) -> bool:
    """True if a player who had played all five cards was accused correctly."""
    table: Table | None = None
    for record in projection.effective:
        event = record.event
        if isinstance(event, AccusationProved) and table and len(table.state.played[event.whose]) == HAND_SIZE:
            return True
        table = apply_event(table, event)
    return False


class RealCards:
    """Draws a clan and a domain card for each player; the last clan is neutral. A spy sees a real hand."""

    def __init__(self) -> None:
        self._drawn: tuple[tuple[str, str], ...] = ()

    def __call__(self, table: Table, legal_action: LegalAction, rng: Rng) -> Mapping[str, str] | None:
        if legal_action.action == "spy-by-hand":
            whose = legal_action.field("whose").options[0]  # type: ignore[union-attr]
            return {"whose": str(whose), "card": rng.choice(table.state.hand(whose))}
        if legal_action.action not in ("enter-cards", "show-neutral"):
            return None
        if not self._drawn:
            clans, domains = rng.shuffled(tuple(CLANS)), rng.shuffled(tuple(DOMAINS))
            self._drawn = tuple(zip(clans, (*domains, ""), strict=True))
        if legal_action.action == "show-neutral":
            return {"clan": self._drawn[-1][0]}
        clan, domain = self._drawn[legal_action.seat]
        return {"clan": clan, "domain": domain}
