"""Declarations of Royals for the tests shared by all games: see tests/games.py."""

from __future__ import annotations

from scoring.kernel import FINAL_SCORING, KEY_MOMENTS, stored_name
from scoring.replay import Projection
from scoring.words import render
from tests.endings import EQUAL
from tests.games import Scene, event_counts
from tests.royals.ledger import Ledger as Ledger

# Saved logs stay readable forever: lines are added, never changed or removed.
STORED = [
    "board-confirmed 1",
    "board-seen 1",
    "cubes-counted 1: title, seat, cubes",
    "epoch-ended 1: epoch",
    "epoch-scored 1: epoch",
    "field-corrected 1: city, seat, cubes",
    "forgotten-entered 1: seat, position",
    "game-ended 1",
    "highest-named 1: seat, points",
    "influence-asked 1",
    "influence-corrected 1: epoch, country, seat, points",
    "influence-told 1: seat, points",
    "marker-corrected 1: marker, holder",
    "marker-doubted 1: marker, seats",
    "marker-passed-on 1: seat, marker, loser",
    "marker-removed 1: marker",
    "marker-taken 1: seat, marker",
    "markers-shown 1: shown",
    "missed-marker-taken 1: seat, marker",
    "place-claimed 1: seat, place",
    "place-given-up 1: seat, place",
    "place-settled 1: seat, place",
    "position-corrected 1: position, holder",
    "position-occupied 1: seat, position",
    "position-taken-over 1: seat, position, loser",
    "scored-board-doubted 1: epoch, position, holder",
    "scoring-began 1: epoch",
    "start-player-chosen 1: seat",
    "sum-corrected 1: seat, kind, points",
    "sums-entered 1: seat, points",
    "sums-let-stand 1",
    "sums-revealed 1",
    "sums-sealed 1: seat, points",
    "supply-exceeded 1: seat",
    "tie-settled 1: country, seat",
    "title-corrected 1: title, seat, cubes",
    "titles-confirmed 1",
    "turn-began 1: seat",
    "turn-called-off 1: seat, ended",
    "turn-ended 1: seat",
    "way-changed 1: way",
]
# Endings that not every player count can produce (tests/royals/test_recordings.py).
ENDINGS = ("single-winner", "counted", "told", "end-counted", *EQUAL)
# Highlights on the table screen; the end is shown by the finale.
HIGHLIGHTS = ("country", "chip", "titles")
MOMENTS = ("5-highest-marker", "4-tie-for-the-table", "4-counted", "5-told", "2-highest-named", "4-end-counted")
OPENINGS = ("2-shared-victory", "2-counted")
CHECKED = "2-shared-victory"
SAME_RESULT = "test_referee.py"
SCENE = Scene(seats=4, seed=2, table=lambda view: view.phase == "turn", phone=lambda view: view.phase == "turn")
SECRET_LINES = {"3-tie-by-city": ("Carla revealed the city marker for Denia: 2 points.",)}


def endings_of(projection: Projection) -> set[str]:
    state, standings, names = projection.table.state, projection.table.standings, projection.table.names
    assert standings is not None
    notes = [render(marker.note, names) for marker in state.markers]
    kinds = {marker.key.split(".")[0] for marker in state.markers}
    ways = {
        "single-winner": len(standings.winners) == 1,
        "shared-victory": len(standings.winners) > 1,
        "highest-marker": "highest single marker" in render(standings.reason, names),
        "title-halved": any(marker.key.endswith(".half") for marker in state.markers),
        "title-for-nobody": _three_equal(projection),
        "single-seat": _single_seat(projection),
        "tie-by-title": any("the higher title decided" in note for note in notes),
        "tie-by-city": any("the city with the higher bonus decided" in note for note in notes),
        "tie-for-the-table": "tie-settled" in event_counts(projection),
        "noble-house": "noble" in kinds,
        "country-bonus": "country" in kinds,
        "counted": state.tracking_mode == KEY_MOMENTS,
        "told": "influence-told" in event_counts(projection),
        "end-counted": state.tracking_mode == FINAL_SCORING,
        "highest-named": bool(state.highest),
    }
    return {way for way, shown in ways.items() if shown}


def _three_equal(projection: Projection) -> bool:
    """True if three or more seats tied for a title with cubes on it."""
    shown = projection.table.game.view(projection.table.state, None)
    return any(len(title.leaders) > 2 for title in shown.titles)  # type: ignore[attr-defined]


def _single_seat(projection: Projection) -> bool:
    """True if in some epoch a seat got the higher marker of a country and the lower one was removed."""
    gone, got = _markers(projection, "marker-removed"), _markers(projection, "marker-taken")
    return any(f"{marker.removesuffix('first')}second" in gone for marker in got if marker.endswith("first"))


def _markers(projection: Projection, event: str) -> set[str]:
    return {record.event.marker for record in projection.effective if stored_name(type(record.event)) == event}  # type: ignore[attr-defined]
