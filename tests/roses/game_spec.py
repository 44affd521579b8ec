"""Declarations of Wars of the Roses for the tests shared by all games: see tests/games.py."""

from __future__ import annotations

from tests.games import Scene
from tests.roses.endings import endings_of  # noqa: F401 – found here by its name
from tests.roses.ledger import Ledger as Ledger

# Saved logs stay readable forever: lines are added, never changed or removed.
STORED = [
    "aid-corrected 1: seat, taken",
    "aid-left 1: seats",
    "aid-offered 1: asked",
    "aid-taken 1: seat, pounds",
    "area-scored 1: area, most, second, house",
    "army-deployed 1: seat, place, troops, mercenaries",
    "award-corrected 1: award, owner",
    "award-given 1: award, seat",
    "award-scored 1: award, seat",
    "battle-fought 1: place, attacker, attackers, defender, defenders, holder, left",
    "battles-ended 1",
    "bid-paid 1: seat, pounds",
    "board-confirmed 1",
    "bonus-scored 1: bonus, seat, area",
    "bribe-failed 1: seat, person",
    "calais-corrected 1: owner, area",
    "calais-won 1: seat, area",
    "card-taken 1: seat, card",
    "cards-laid-out 1: cards",
    "cards-removed 1: cards",
    "game-ended 1",
    "house-taken 1: seat, house",
    "houses-corrected 1: one, other",
    "houses-drawn 1: houses",
    "income-paid 1: pounds",
    "income-settled 1: piece, pounds",
    "king-corrected 1: round, house",
    "king-made 1: house",
    "kings-entered 1: lancaster, york",
    "mercenaries-corrected 1: seat, count",
    "mercenaries-hired 1: seat, count",
    "no-pieces-entered 1: seat",
    "order-drawn 1: order",
    "orders-paid 1: seat, pounds",
    "owner-corrected 1: piece, owner",
    "parliament-shown 1",
    "person-bribed 1: seat, person, loser",
    "piece-moved 1: seat, piece, to",
    "pieces-counted 1",
    "place-claimed 1: seat, place",
    "place-corrected 1: piece, to",
    "place-given-up 1: seat, place",
    "place-settled 1: seat, place",
    "plan-opened 1: seat",
    "plan-sealed 1: seat, plan",
    "plans-revealed 1",
    "points-corrected 1: seat, points",
    "points-entered 1: seat, points, house",
    "purse-corrected 1: seat, pounds",
    "round-began 1: number, order",
    "round-ended 1: number",
    "ship-berthed 1: ship, sea",
    "step-shown 1",
    "stone-drawn 1: seat",
    "stood-first 1: seat",
    "votes-corrected 1: area, house",
    "white-cube-laid 1: seat, person",
]
# Endings that not every player count can produce (tests/roses/test_recordings.py).
ENDINGS = ("single-winner", "counted", "end-shared-victory", "end-tie-break")
# Highlights on the table screen; the end is shown by the finale.
HIGHLIGHTS = ("draft", "plans", "bids", "deployment", "bribe", "battle", "step", "area", "king", "awards")
MOMENTS = ("4-final-tie", "2-empty-area", "3-aid-in-turn", "4-counted")
OPENINGS = ("2-neutralised", "2-counted")
CHECKED = "4-ships-alone"
SAME_RESULT = "test_shorter_ways.py"
SCENE = Scene(
    seats=4,
    seed=12,
    table=lambda view: view.phase == "parliament" and len(view.to_do) > 10,
    phone=lambda view: view.phase == "planning",
    share=0.3,
    opened="#plan-north > summary",
    film="battle",
)
