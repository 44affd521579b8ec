"""The evening so far, as table screens show it between the hard parts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scoring.evening import MOST, evening
from scoring.kernel import KEY_MOMENTS
from scoring.replay import Projection, apply_record, last_undo_step
from scoring.table_events import Undone
from scoring.words import render
from tests.browser.moments import stages
from tests.games import projection_in, recordings_folder

NAMES = ("Anna", "Ben", "Carla", "David")


def played(game: str, name: str) -> Projection:
    return projection_in(recordings_folder(game) / f"{name}.jsonl")


def told(projection: Projection) -> list[tuple[int | None, str]]:
    return [(one.seat, render(one.text, NAMES)) for one in evening(projection).moments]


def test_disputes_and_elections_are_moments_without_their_stakes() -> None:
    moments = told(played("lang-lebe", "4-counts-area-votes"))
    assert moments[0] == (None, "No one became king. Bonus votes: Anna +4, Ben +1, Carla +3, David +2.")
    assert moments[2:4] == [
        (1, "Ben won the dispute over Tateshale."),
        (2, "Carla won the dispute over Rouecestre."),
    ]
    assert moments[-1] == (0, "Anna became king!")
    assert not any("Stakes" in text for _, text in moments)


def test_owners_of_face_down_markers_are_not_told_while_the_game_runs() -> None:
    """de 219. An epoch is one moment, although it gives out eight markers."""
    told_then = [
        {seat for seat, _ in told(stage)}
        for stage in stages(played("royals", "4-counted"))
        if stage.table.tracking_mode == KEY_MOMENTS and stage.table.state.phase.needs_no_taps
    ]
    assert told_then[-1] == {None}
    last = [stage for stage in stages(played("royals", "4-counted")) if stage.table.standings is None][-1]
    assert [text for _, text in told(last)][:3] == [f"Epoch {year} was scored." for year in (1648, 1680, 1714)]


def test_undone_moments_are_left_out() -> None:
    won = next(
        stage
        for stage in stages(played("lang-lebe", "4-counts-area-votes"))
        if told(stage) and "won the dispute" in told(stage)[-1][1]
    )
    step, last = last_undo_step(won), won.records[-1]
    assert step
    undone = apply_record(won, replace(last, seq=last.seq + 1, action_id="undo", event=Undone(step.to)))
    assert told(undone) == told(won)[:-1]


@pytest.mark.parametrize("game", ["lang-lebe", "regents", "saga"])
def test_line_of_a_long_evening_has_its_latest_moments(game: str) -> None:
    path = max(recordings_folder(game).glob("*.jsonl"), key=lambda one: one.stat().st_size)
    shown = evening(projection_in(path))
    assert 0 < len(shown.moments) <= MOST
    assert shown.began <= shown.moments[0].at
    assert [one.at for one in shown.moments] == sorted(one.at for one in shown.moments)
