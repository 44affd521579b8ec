"""Whole games as they were recorded: each replays to its standings, and together they show every way things can go."""

from __future__ import annotations

from pathlib import Path

import pytest

from scoring.recording import load
from scoring.replay import Story, replay
from tests.endings import EQUAL, ends

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
            assert all(table.state.cubes_laid(seat) <= 46 for seat in range(len(table.seats)))


def test_together_they_show_every_way_things_can_go() -> None:
    stories = [story(path) for path in FILES]
    wanted = {
        "single-winner",
        "shared-victory",
        "highest-marker",
        "title-halved",
        "title-for-nobody",
        "single-seat",
        "tie-by-title",
        "tie-by-city",
        "tie-for-the-table",
        "noble-house",
        "country-bonus",
        "counted",
        "end-counted",
        "highest-named",
        *EQUAL,
    }
    assert set().union(*map(ends, stories)) == wanted
    assert {len(whole.table.seats) for whole in stories} == {2, 3, 4, 5}
    assert {whole.table.options["edition"] for whole in stories} == {"abacus", "arcane"}


def test_a_recording_is_named_after_its_players_and_what_it_shows() -> None:
    for path in FILES:
        players, _, way = path.stem.partition("-")
        assert int(players) == len(story(path).table.seats)
        assert way in ends(story(path))
