"""Table screens between the hard parts: the evening so far, and when to call Herald."""

from __future__ import annotations

import re

import pytest

from scoring.kernel import KEY_MOMENTS
from scoring.replay import Projection
from tests.actors import Evening
from tests.browser.moments import stages
from tests.games import projection_in, recordings_folder

GAMES = {
    "lang-lebe": ("4-counts-area-votes", "Tap when there’s a dispute or an election."),
    "royals": ("4-counted", "Tap when the epoch is over."),
    "saga": ("4-only-counted", "Tap when the last knight is played."),
}


def table_at(evening: Evening, projection: Projection) -> str:
    """Adds the game at this stage and returns its table screen."""
    live = evening.services.tables.adopt(projection.records)
    return evening.laptop.get(f"/t/{live.code}/table").text


def quiet(game: str, is_quiet: bool) -> list[Projection]:
    return [
        stage
        for stage in stages(projection_in(recordings_folder(game) / f"{GAMES[game][0]}.jsonl"))
        if stage.table.tracking_mode == KEY_MOMENTS
        and stage.table.standings is None
        and stage.table.state.phase.needs_no_taps == is_quiet
    ]


@pytest.mark.parametrize("game", GAMES)
def test_table_screen_shows_the_evening_between_key_moments(evening: Evening, game: str) -> None:
    stage = quiet(game, True)[-1]
    page = table_at(evening, stage)
    assert 'id="evening"' in page
    assert GAMES[game][1] in page
    assert re.search(r'data-began="20\d\d-', page)


@pytest.mark.parametrize("game", GAMES)
def test_table_screen_at_work_does_not_show_the_evening(evening: Evening, game: str) -> None:
    assert 'id="evening"' not in table_at(evening, quiet(game, False)[-1])


def test_won_dispute_is_on_the_line_with_the_winners_arms(evening: Evening) -> None:
    won = next(
        stage for stage in quiet("lang-lebe", True) if "DisputeWon" in {type(r.event).__name__ for r in stage.records}
    )
    page = table_at(evening, won)
    line = page[page.index('id="evening"') :]
    assert re.search(r"Ben won the dispute over Tateshale\.</span><svg[^>]*>.*?#arms-blue", line, re.S)
    assert "The road to 20" in page
