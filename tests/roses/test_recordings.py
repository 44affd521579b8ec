"""Recorded games over all five rounds; together they show the rarer cases of the rulebook."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from scoring.kernel import PrintedValueEntered
from scoring.roses.parliament import RoundEnded
from scoring.roses.planning import PlansRevealed
from scoring.table import apply_event
from scoring.timeline import timeline
from tests.endings import endings_of
from tests.games import projection_in
from tests.release_gates import LONG

EVERY = sorted((Path(__file__).parent / "recorded").glob("*.jsonl"))
# Games of which only the end was entered.
COUNTED = [path for path in EVERY if path.stem.endswith("-counted")]
# Games whose entered points include the last parliament.
ONLY_WHO_HAS_WON = [path for path in EVERY if path.stem[2:].startswith("end-")]
FILES = [path for path in EVERY if path not in (*COUNTED, *ONLY_WHO_HAS_WON)]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_recording_has_five_rounds_and_shows_case_in_its_name(path: Path) -> None:
    whole = projection_in(path)
    players, _, way = path.stem.partition("-")
    assert int(players) == len(whole.table.seats)
    assert way in endings_of(whole)
    assert sum(isinstance(record.event, PlansRevealed) for record in whole.effective) == 5


@pytest.mark.parametrize("path", COUNTED, ids=lambda path: path.stem)
def test_final_scoring_game_has_one_parliament(path: Path) -> None:
    whole = projection_in(path)
    assert "counted" in endings_of(whole)
    assert [record.event.number for record in whole.effective if isinstance(record.event, RoundEnded)] == [5]


def test_recordings_cover_the_rarer_cases() -> None:
    shown = set().union(*(endings_of(projection_in(path)) for path in FILES))
    wanted = {"neutralised", "noble-bribed-twice", "short-purse", "french-aid", "empty-area", "house-tie", "final-tie"}
    assert wanted | {"aid-bid", "no-king", "cards-drawn", "aid-in-turn", "ships-alone"} <= shown
    for files in (FILES, COUNTED):
        assert {len(projection_in(path).table.seats) for path in files} == {2, 3, 4}


# Some of these make plans resolve in fewer steps than were shown; others leave a paid seat without points.
CORRECTED = [
    (key, value)
    for area in ("north", "wales", "south-east")
    for key, value in (
        *((f"value.noble.{area}.{number}", value) for number in (1, 2) for value in ("", "9")),
        (f"income.bishop.{area}", "9"),
        (f"income.ship.{area}", "9"),
    )
]


@pytest.mark.long
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_finished_game_keeps_its_timeline_after_a_correction(path: Path) -> None:
    """Corrects each value in one recording; in the long run in all of them."""
    whole = projection_in(path)
    for key, value in CORRECTED if LONG else CORRECTED[FILES.index(path) :: len(FILES)]:
        assert timeline(replace(whole, table=apply_event(whole.table, PrintedValueEntered(key, value)))).moments
