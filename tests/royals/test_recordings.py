"""Whole games as they were recorded: each replays to its standings, and together they show every way things can go."""

from __future__ import annotations

from pathlib import Path

import pytest

from scoring.recording import load
from scoring.replay import Story, replay
from scoring.royals.events import MarkerRemoved, MarkerTaken, TieSettled
from scoring.royals.state import supply
from scoring.words import say

FOLDER = Path(__file__).parent / "recorded"
FILES = sorted(FOLDER.glob("*.jsonl"))


def story(path: Path) -> Story:
    return load(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_recording_replays_to_its_standings_and_no_prefix_breaks_a_rule(path: Path) -> None:
    whole = story(path)
    assert whole.table.standings is not None
    for end in range(1, len(whole.records) + 1):
        table = replay(whole.records[:end]).table
        if table.started:
            for seat in (None, *range(len(table.seats))):
                shown = table.game.view(table.state, seat)
                assert all(offer.seat in range(len(table.seats)) for offer in shown.offers)
            assert all(supply(table.state, seat) >= 0 for seat in range(len(table.seats)))


def what_happened(whole: Story) -> set[str]:
    """The ways things can go that this game shows."""
    found = {f"{len(whole.table.seats)} players", str(whole.table.options["edition"])}
    events = [record.event for record in whole.live]
    state, standings = whole.table.state, whole.table.standings
    assert standings is not None
    notes = [say(marker.note, whole.table.names) for marker in state.markers]
    ways = {
        "a title split in half": any(m.key.endswith(".half") for m in state.markers),
        "a title nobody gets": any(key.startswith("value.") for key in state.removed) and _three_equal(whole),
        "an epoch with a single seat in a country": _single(events),
        "a tie by title": any("the higher title decided" in note for note in notes),
        "a tie by city": any("the city with the higher bonus decided" in note for note in notes),
        "a tie for the table": any(isinstance(event, TieSettled) for event in events),
        "a noble house": any(m.key.startswith("noble.") for m in state.markers),
        "a country bonus": any(m.key.startswith("country.") for m in state.markers),
        "a shared victory": len(standings.winners) > 1,
        "a final tie by the highest marker": "highest single marker" in say(standings.reason, whole.table.names),
    }
    return found | {way for way, shown in ways.items() if shown}


def _three_equal(whole: Story) -> bool:
    """Not just a title without cubes: three or more were equal on it."""
    shown = whole.table.game.view(whole.table.state, None)
    return any(len(title.leaders) > 2 for title in shown.titles)  # type: ignore[attr-defined]


def _single(events: list[object]) -> bool:
    """Somebody got the higher marker of a country, and the lower one left the game."""
    gone = {event.marker for event in events if isinstance(event, MarkerRemoved)}
    got = {event.marker for event in events if isinstance(event, MarkerTaken)}
    return any(f"{marker.removesuffix('first')}second" in gone for marker in got if marker.endswith("first"))


def test_together_they_show_every_way_things_can_go() -> None:
    wanted = {
        *(f"{seats} players" for seats in range(2, 6)),
        "abacus",
        "arcane",
        "a title split in half",
        "a title nobody gets",
        "an epoch with a single seat in a country",
        "a tie by title",
        "a tie by city",
        "a tie for the table",
        "a noble house",
        "a country bonus",
        "a shared victory",
        "a final tie by the highest marker",
    }
    assert set().union(*(what_happened(story(path)) for path in FILES)) == wanted
