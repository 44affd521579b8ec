"""The playback of every recorded game: its frames, points, secrets and chapters."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from scoring.playback import MOST, Playback, playback
from scoring.replay import Record, replay, undo_steps
from scoring.standings import totals
from scoring.table_events import Undone
from scoring.timeline import timeline
from scoring.words import render
from tests.games import TESTS, projection_in, recordings

EVERY_RECORDING = pytest.mark.parametrize("path", recordings(), ids=lambda path: path.relative_to(TESTS).as_posix())


@cache
def finished_playback(path: Path) -> Playback:
    return playback(projection_in(path))


@EVERY_RECORDING
def test_last_frame_is_the_final_table_with_its_points(path: Path) -> None:
    table, last = projection_in(path).table, finished_playback(path).frames[-1]
    assert last.table.state == table.state
    assert last.points == totals(table.game.score(table.state), len(table.seats))


@EVERY_RECORDING
def test_frames_follow_the_log_and_each_stays_a_while(path: Path) -> None:
    frames = finished_playback(path).frames
    assert all(before.seq <= after.seq for before, after in pairwise(frames))
    assert all(frame.length > 0 for frame in frames)
    assert all(render(frame.caption, frame.table.names) for frame in frames)


@EVERY_RECORDING
def test_every_secret_is_told_once(path: Path) -> None:
    secrets = [line.text for frame in finished_playback(path).frames for line in frame.secrets]
    assert secrets == [line.text for line in timeline(projection_in(path)).secret_lines]


@EVERY_RECORDING
def test_scene_has_its_winner_only_after_its_verdict(path: Path) -> None:
    for before, after in pairwise(finished_playback(path).frames):
        if before.scene is not None and not before.is_told:
            assert after.scene is before.scene
            assert after.is_told
            assert not before.texts


@EVERY_RECORDING
def test_chapters_divide_all_frames(path: Path) -> None:
    watched = finished_playback(path)
    starts = [chapter.frame for chapter in watched.chapters]
    assert starts[0] == 0
    assert starts == sorted(set(starts))
    assert starts[-1] < len(watched.frames)
    assert len(starts) <= MOST + 1
    assert [watched.chapter_at(start) for start in starts] == list(range(len(starts)))


def test_undone_moves_are_left_out() -> None:
    path = TESTS / "saga" / "recorded" / "3-last-knight.jsonl"
    projection = projection_in(path)
    middle = replay(projection.records[: len(projection.records) // 2])
    to = max(step.to for step in undo_steps(middle).values())
    undone = Record(middle.seq + 1, middle.records[-1].at, None, "undo", Undone(to))
    again = [record for record in projection.records if record.seq > to]
    records = (*middle.records, undone, *_later(again, middle.seq + 1 - to))
    assert [frame.texts for frame in playback(replay(records)).frames] == [
        frame.texts for frame in finished_playback(path).frames
    ]


def _later(records: list[Record], by: int) -> list[Record]:
    return [replace(one, seq=one.seq + by, action_id=f"again-{one.action_id}") for one in records]


def test_table_with_only_its_end_has_a_playback_too() -> None:
    watched = finished_playback(TESTS / "royals" / "recorded" / "3-end-tie-break.jsonl")
    assert len(watched.chapters) == 1
    assert watched.frames
