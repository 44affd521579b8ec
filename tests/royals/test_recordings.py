"""Recorded games: each replays to its standings, and together they show every possible ending."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser.moments import stages
from tests.endings import EQUAL, endings_of
from tests.games import projection_in

FOLDER = Path(__file__).parent / "recorded"
FILES = sorted(FOLDER.glob("*.jsonl"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_recording_replays_to_its_standings_within_cube_supply(path: Path) -> None:
    whole = projection_in(path)
    assert whole.table.standings is not None
    for so_far in stages(whole):
        assert all(so_far.table.state.cubes_laid(seat) <= 46 for seat in range(len(so_far.table.seats)))


def test_recordings_cover_every_ending() -> None:
    projections = [projection_in(path) for path in FILES]
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
        "told",
        "end-counted",
        "highest-named",
        *EQUAL,
    }
    assert set().union(*map(endings_of, projections)) == wanted
    assert {len(whole.table.seats) for whole in projections} == {2, 3, 4, 5}
    assert {whole.table.options["edition"] for whole in projections} == {"abacus", "arcane"}


def test_recordings_are_named_after_players_and_special_case() -> None:
    for path in FILES:
        players, _, way = path.stem.partition("-")
        assert int(players) == len(projection_in(path).table.seats)
        assert way in endings_of(projection_in(path))
