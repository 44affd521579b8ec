"""Declarations of Saga for the tests shared by all games: see tests/games.py."""

from __future__ import annotations

from scoring.kernel import FINAL_SCORING
from scoring.replay import Projection
from tests.games import Scene, event_counts
from tests.saga.ledger import Ledger as Ledger

# Saved logs stay readable forever: lines are added, never changed or removed.
STORED = [
    "aim-corrected 1: army, land",
    "armies-compared 1: defence, change, attack",
    "army-chosen 1: seat, army",
    "army-counted 1: seat, army",
    "board-taken-up 1",
    "count-began 1",
    "count-shown 1: shown",
    "defence-placed 1: land, knights",
    "defence-strengthened 1: seat, land, knight",
    "empress-returned 1",
    "end-shown 1: land, end",
    "entry-taken-back 1: seat",
    "equal-armies-changed 1",
    "equal-armies-found 1: seat, armies, last",
    "face-down-played 1: seat, land, army, knight",
    "face-down-taken-back 1: seat, army",
    "fame-corrected 1: seat, fame",
    "fame-said 1: seat, fame",
    "fame-taken 1: seat, fame",
    "forgotten-entered 1: seat, place, knight",
    "free-knight-granted 1: seat, land",
    "free-knight-taken 1: seat, knight",
    "free-knights-left 1: seat",
    "hand-corrected 1: seat, points",
    "hand-emptied 1: seat",
    "hand-kept 1: seat",
    "hand-said 1: seat, cards, points",
    "hand-stood 1: seat, by",
    "hand-told 1: seat, points",
    "hands-asked 1: seat",
    "hands-known 1",
    "hands-revealed 1",
    "hidden-laid 1: seat, army, knight",
    "holder-said 1: land, holder",
    "knight-corrected 1: place, knight, really",
    "knight-doubted 1: seat, expected",
    "knight-laid 1: place, knight",
    "knight-lifted 1: place, knight",
    "knight-played 1: seat, army, knight",
    "knight-recruited 1: seat, knight",
    "knight-taken-back 1: seat, place, knight",
    "knight-turned 1: seat, army, knight",
    "knights-freed 1: land, knights",
    "knights-returned 1: seat, land, knights",
    "knights-sealed 1: seat, others, hand",
    "knights-told 1: seat, others, hand",
    "land-conquered 1: seat, land, army",
    "land-laid 1: land, side",
    "last-knight-added 1: seat, place, knight",
    "last-knight-played 1: seat",
    "last-knight-said 1: seat",
    "number-entered 1: seat, what, number",
    "place-claimed 1: seat, place",
    "place-corrected 1: place, knight, to",
    "place-given-up 1: seat, place",
    "place-settled 1: seat, place",
    "set-up-finished 1: first",
    "side-said 1: land, side",
    "turn-began 1: seat",
    "turn-ended 1: seat",
    "used-said 1: land, used",
    "way-changed 1: way",
]
# Every game ends with the last knight; these differ in tracking mode and ties.
ENDINGS = ("last-knight", "only-counted", "played-without", "counts-shared-victory", "end-shared-victory")
# Highlights on the table screen; the end is shown by the finale.
HIGHLIGHTS = ("conquest", "empress")
MOMENTS = ("4-last-knight", "3-last-knight", "4-only-counted", "2-played-without", "3-taken-up")
OPENINGS = ("3-last-knight",)
CHECKED = "2-last-knight"
SAME_RESULT = "test_every_option.py"
SCENE = Scene(
    seats=4,
    seed=18,
    table=lambda view: view.phase == "turn",
    phone=lambda view: view.step == "play",
)
# Low weights: claiming and giving up lands repeatedly would never end.
HASTE = {"take-back": 0.1, "claim-land": 0.05, "claim-place": 0.05, "give-up-place": 0.05, "compare-armies": 0.2}
# Weights that keep the board entry short: few knights are entered before the hands.
HASTE |= {"resume-tracking": 20, "enter-face-down": 10, "play-on": 2, "enter-holder": 0.2, "enter-side": 0.2}
SECRET_LINES = {"3-last-knight": ("Ben played Green 1 face down against Gold Land, which would fall with 1 more.",)}


def endings_of(projection: Projection) -> set[str]:
    if "hands-known" in event_counts(projection):
        return {"taken-up"}
    if "last-knight-said" in event_counts(projection):
        return {"played-without" if projection.table.options["follow"] == FINAL_SCORING else "only-counted"}
    if "last-knight-played" not in event_counts(projection):
        return set()
    options = projection.table.options
    interpretations = {"conquest-may": options["conquest"] == "may", "turned-over": options["turned"] == "over"}
    interpretations["equal-armies"] = "army-chosen" in event_counts(projection)
    return {"last-knight", *(reading for reading, chosen in interpretations.items() if chosen)}
