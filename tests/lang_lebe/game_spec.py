"""Declarations of Lang lebe der König! for the tests shared by all games: see tests/games.py."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from scoring.kernel import EVERY_MOVE, Rng
from scoring.lang_lebe.components import Cards, cards
from scoring.lang_lebe.dispute import DiceRolled, StakesRevealed
from scoring.lang_lebe.entering import FigureBanished, ForeignEntered
from scoring.lang_lebe.turn import CourtierPlaced, ExtraRolled
from scoring.legal_actions import LegalAction
from scoring.replay import Projection
from scoring.table import Table
from tests.games import Scene, event_counts
from tests.lang_lebe.ledger import Ledger as Ledger

# Saved games must stay readable: add lines, never change or remove them.
STORED = [
    "area-corrected 1: area, holder, courtiers",
    "board-confirmed 1",
    "bonus-awarded 1: votes",
    "bonus-corrected 1: seat, votes",
    "cards-miscounted 1",
    "cards-sealed 1: seat, cards",
    "cards-taken-back 1: seat, cards",
    "cards-told 1: seat, cards, bonus",
    "count-shown 1: shown",
    "courtier-placed 1: seat, area",
    "courtiers-returned 1: seat, area, count",
    "deal-called 1: each",
    "dice-rolled 1: seat, dice",
    "dispute-called 1: seat, defender, courtiers, figure, area",
    "dispute-won 1: seat",
    "election-called 1: out_of_cards",
    "election-called-late 1: out_of_cards, following",
    "election-called-off 1",
    "extra-rolled 1: seat, area, card, die",
    "figure-banished 1: seat, area",
    "figure-corrected 1: seat, area",
    "figure-moved 1: seat, area",
    "foreign-entered 1: seat, area",
    "hand-corrected 1: seat, hand",
    "hand-entered 1: seat, hand",
    "hands-counted 1",
    "hands-dealt 1: each, dealt",
    "hands-miscounted 1",
    "king-crowned 1: seat",
    "move-rolled 1: seat, card, die",
    "no-room-found 1: seat, area",
    "pieces-said 1: seat, area, courtiers, figure",
    "place-claimed 1: seat, place",
    "place-given-up 1: seat, place",
    "place-settled 1: seat, place",
    "poll-opened 1: seat",
    "reroll-called 1: seats",
    "set-up-finished 1: first",
    "stake-opened 1: seat",
    "stake-sealed 1: seat, stake",
    "stakes-revealed 1: stakes",
    "start-area-taken 1: seat, area",
    "start-areas-drawn 1: areas",
    "take-back-chosen 1: seat, count",
    "taken-up 1: seat",
    "tie-rolled 1: seat, dice",
    "turn-began 1: seat",
    "turn-ended 1: seat",
    "way-changed 1: way",
]
# Required endings: a single winner, a tie broken by area votes, and an end after several elections; the same in
# KEY_MOMENTS mode, and the first two in FINAL_SCORING mode.
TRACKED_ENDINGS = ("single-winner", "area-votes", "several-elections")
ENDINGS = (*TRACKED_ENDINGS, *(f"counts-{way}" for way in TRACKED_ENDINGS), "end-single-winner", "end-area-votes")
MANY_ELECTIONS = 3
BY_MESSAGE = {
    "the only one with {target} votes or more": "single-winner",
    "more area votes than {others}": "area-votes",
}
# Highlights on the table screen; the finale plays the end.
HIGHLIGHTS = ("stakes", "dice", "votes")
MOMENTS = ("5-several-elections", "3-area-votes", "4-counts-area-votes", "3-end-area-votes", "4-taken-up")
OPENINGS = ("3-single-winner", "3-counts-single-winner")
CHECKED = "3-any-order"
SAME_RESULT = "test_same_facts.py"
SCENE = Scene(
    seats=4,
    seed=5,
    table=lambda view: view.step == "placing" and view.dispute,
    phone=lambda view: view.step == "sealing",
)
# Weights that make bots avoid actions that prolong a game.
HASTE = {
    "take-back": 0.1,
    "draw-start-areas": 3,
    "extra-roll": 3,
    "call-dispute": 0.2,
    "give-up-place": 0.05,
    "settle-place": 5,
    "confirm-board": 9,
}
# Weights for entering foreign areas and for spending cards on rolls. If one player often runs out of cards, a game ends
# soon.
TASTES = {"enter-foreign": (0.2, 3), "roll-on": (0.2, 0.2, 8)}
SECRET_LINES = {
    "3-area-votes": (
        "Ben staked 3 cards ×1, 1 card ×2, 1 card ×3 for Lincolia.",
        "Ben changed their mind and staked 1 card ×1, 3 cards ×2, 1 card ×3.",
        "Anna staked 5, but 3 would have been enough.",
    ),
    "3-several-elections": (
        "Dealt: Anna 2 cards ×1, 4 cards ×2, 3 cards ×3, Ben 5 cards ×1, 4 cards ×2, Carla 5 cards ×1, 4 cards ×2.",
    ),
}


def endings_of(projection: Projection) -> set[str]:
    standings = projection.table.standings
    assert standings is not None
    reason = standings.places[0].reason
    way = BY_MESSAGE.get(reason.message) if reason else None
    elections = event_counts(projection)["bonus-awarded"] + 1
    found = {*([way] if way else ()), *(["several-elections"] if elections >= MANY_ELECTIONS else ())}
    if "taken-up" in event_counts(projection):
        return {"taken-up"}
    if projection.table.options["last-card"] == "one":
        found.add("one-card")
    if in_any_order(projection):
        found.add("any-order")
    tracking_mode = projection.table.options["follow"]
    return found if tracking_mode == EVERY_MOVE else {f"{tracking_mode}-{way}" for way in found}


def in_any_order(projection: Projection) -> bool:
    """True if dice were entered before the intruder's (nl 124), and a courtier before a banishment (nl 140, 142)."""
    events = [record.event for record in projection.effective]
    intruder, early, placed_first = -1, False, False
    for before, event in pairwise(events):
        intruder = event.seat if isinstance(event, ForeignEntered) else intruder
        early |= isinstance(event, DiceRolled) and isinstance(before, StakesRevealed) and event.seat != intruder
        placed_first |= isinstance(event, FigureBanished) and isinstance(before, CourtierPlaced | ExtraRolled)
    return early and placed_first


class RealCards:
    """Shuffles and deals the real cards when Herald asks for the hands."""

    def __init__(self) -> None:
        self._hands: tuple[Cards, ...] = ()

    def __call__(self, table: Table, legal_action: LegalAction, rng: Rng) -> Mapping[str, str] | None:
        if legal_action.action in ("seal-cards", "enter-card-count"):
            return self._card_count(table, legal_action, rng)
        if legal_action.action != "enter-hand":
            return None
        if not table.state.phase.sealed.choices:
            self._deal(table, table.state.phase.each, rng)
        hand = self._hands[legal_action.seat]
        return {"x1": str(hand.x1), "x2": str(hand.x2), "x3": str(hand.x3)}

    def _card_count(self, table: Table, legal_action: LegalAction, rng: Rng) -> Mapping[str, str]:
        """Returns a card count: 0 for the seat that called the election, and sometimes for others."""
        called = table.state.phase.turn
        cards = 0 if legal_action.seat == called or rng.randint(1, 6) == 1 else rng.randint(1, 12)
        bonus = {"bonus": str(rng.randint(0, 15))} if legal_action.action == "enter-card-count" else {}
        return {"cards": str(cards), **bonus}

    def _deal(self, table: Table, each: int, rng: Rng) -> None:
        pile = rng.shuffled(table.state.discard_pile.listed)
        new = (cards(pile[seat * each : (seat + 1) * each]) for seat in range(len(table.seats)))
        had = table.state.hands or (Cards(0, 0, 0),) * len(table.seats)  # unknown: the moves were not tracked
        self._hands = tuple(hand + dealt for hand, dealt in zip(had, new, strict=True))
