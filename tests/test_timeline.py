"""The timeline of every recorded game: points, swings, leads and secret history lines."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from scoring.game_info import GAME_INFOS
from scoring.games import GAMES
from scoring.kernel import EVERY_MOVE, Game, PrintedValueEntered
from scoring.lang_lebe.corrections import BonusCorrected
from scoring.lang_lebe.setup import SetUpFinished, StartAreaTaken
from scoring.replay import Projection, Record, replay
from scoring.standings import totals
from scoring.table_events import SeatChanged, Undone
from scoring.timeline import Timeline, ended_at, timeline
from scoring.words import render
from tests.games import TESTS, declaration, hidden, projection_in, recordings, recordings_folder
from tests.strategies import begun, projections, with_records

RECORDINGS = recordings()
EVERY_RECORDING = pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.relative_to(TESTS).as_posix())
EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


@cache
def timeline_of(path: Path) -> Timeline:
    return timeline(projection_in(path))


# --- every recorded game ------------------------------------------------------------------------------------


@EVERY_RECORDING
def test_points_end_with_the_sum_of_score_lines(path: Path) -> None:
    table = projection_in(path).table
    assert timeline_of(path).moments[-1].points == totals(table.game.score(table.state), len(table.seats))


@EVERY_RECORDING
def test_timeline_begins_at_zero_and_has_no_empty_moments(path: Path) -> None:
    moments = timeline_of(path).moments
    assert moments[0].points == (0,) * len(projection_in(path).table.seats)
    for before, now in pairwise(moments):
        assert before.step < now.step
        assert now.chapter or now.points != before.points


@EVERY_RECORDING
def test_swings_are_the_largest_in_descending_order(path: Path) -> None:
    told = timeline_of(path)
    sizes = [swing.size for swing in told.swings]
    assert sizes == sorted(sizes, reverse=True)
    assert len(sizes) <= 5
    assert bool(sizes) == any(swing.size for swing in told.all_swings), "what everybody gains alike swings nothing"
    said = {render(line.text, projection_in(path).table.names) for line in projection_in(path).lines}
    assert all(render(swing.text, projection_in(path).table.names) in said for swing in told.swings)


@EVERY_RECORDING
def test_new_leader_has_most_points_and_was_not_leading(path: Path) -> None:
    told = timeline_of(path)
    points = {moment.seq: moment.points for moment in told.moments}
    leaders = [lead.seat for lead in told.leads]
    assert all(one != two for one, two in pairwise(leaders))
    for lead in told.leads:
        after = next(points[seq] for seq in sorted(points) if seq >= lead.swing.seq)
        assert after[lead.seat] == max(after)
        assert after.count(max(after)) == 1


@EVERY_RECORDING
def test_first_player_is_known_and_chapters_are_numbered(path: Path) -> None:
    told, table = timeline_of(path), projection_in(path).table
    somebody_begins = any(record.event.beginner for record in projection_in(path).effective)
    nobody_says = not somebody_begins or table.options.get("follow", EVERY_MOVE) != EVERY_MOVE
    assert told.first in (range(len(table.seats)) if somebody_begins else ()) or (nobody_says and told.first is None)
    named = [moment.chapter for moment in told.chapters if moment.chapter]
    assert [chapter.number for chapter in named] == list(range(1, len(named) + 1))
    assert told.chapters[-1] == told.moments[-1]


@EVERY_GAME
def test_every_score_line_is_in_a_row_of_the_score_sheet(game: Game[Any]) -> None:
    tables = [table for path in RECORDINGS if (table := projection_in(path).table).game_key == game.key]
    lines = [(line, table.game) for table in tables for line in game.score(table.state)]
    assert lines, f"no recording of {game.key} ends with points"
    strange = {str(line.category) for line, of_table in lines if line.category not in of_table.score_rows}
    assert strange == set(), f"score lines of {game.key} with a category that is not among its score_rows"


@EVERY_RECORDING
def test_secret_history_has_every_hidden_event(path: Path) -> None:
    projection = projection_in(path)
    history = {line.seq: line.text for line in projection.lines}
    assert all(history.get(line.seq) != line.text for line in timeline_of(path).secret_lines)
    hides_nothing = hidden(projection.table.game_key).hides_nothing
    kept = {record.seq for record in projection.effective if record.event.secret and not hides_nothing(record.event)}
    assert kept <= {line.seq for line in timeline_of(path).secret_lines}


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        pytest.param(recordings_folder(key) / f"{name}.jsonl", sentence, id=f"{GAME_INFOS[key].folder}: {sentence}")
        for key in GAMES
        for name, sentences in declaration(key, "SECRET_LINES", {}).items()
        for sentence in sentences
    ],
)
def test_secret_history_lines_are_the_declared_sentences(path: Path, sentence: str) -> None:
    assert sentence in [render(line.text, projection_in(path).table.names) for line in timeline_of(path).secret_lines]


def test_votes_regained_by_new_cards_are_explained() -> None:
    path = recordings_folder("lang-lebe") / "3-several-elections.jsonl"
    said = {
        render(swing.text, projection_in(path).table.names): swing.changes for swing in timeline_of(path).all_swings
    }
    dealt = {text: changes for text, changes in said.items() if text.startswith("Everyone got")}
    assert dealt["Everyone got 6 cards. Anna no longer loses a third."] == (7, 0, 0)
    assert all(text.endswith("no longer loses a third.") for text in dealt)


# --- omissions ----------------------------------------------------------------------------------------------


def set_out() -> Projection:
    """Returns a table of three seats of Lang lebe der König! in areas with 3 votes each."""
    projection = begun(GAMES["lang-lebe"], 3, {"cards": "phones", "dice": "typed"})
    for seat, area in enumerate(("Rouecestre", "Lideforde", "Lincolia")):
        projection = with_records(projection, [StartAreaTaken(seat, area)], f"area-{seat}", seat)
    return with_records(projection, [SetUpFinished(0)], "set-up")


def test_undone_events_move_no_points() -> None:
    projection = set_out()
    wrong = with_records(projection, [BonusCorrected(1, 9)], "wrong")
    right = with_records(with_records(wrong, [Undone(projection.seq)], "undo"), [BonusCorrected(1, 2)], "right")
    told_so = timeline(right)
    assert 9 not in [change for swing in told_so.swings for change in swing.changes]
    assert (0, 2, 0) in [swing.changes for swing in told_so.swings]


def test_printed_value_counts_from_the_start_of_the_timeline() -> None:
    projection = set_out()
    known = projection.table.printed_values["votes.Rouecestre"]
    late = with_records(
        with_records(projection, [PrintedValueEntered("votes.Rouecestre", "")], "forget"),
        [PrintedValueEntered("votes.Rouecestre", known)],
        "fill",
    )
    assert timeline(late).moments[1:] == timeline(projection).moments[1:]


def test_shared_lead_changes_no_leader() -> None:
    projection = with_records(set_out(), [BonusCorrected(0, 5)], "one")
    alone = timeline(projection)
    assert alone.leads[-1].seat == 0
    mine, theirs, _ = alone.moments[-1].points
    level = timeline(with_records(projection, [BonusCorrected(1, mine - theirs)], "two"))
    assert level.moments[-1].points[:2] == (mine, mine)
    assert level.leads == alone.leads
    ahead = timeline(with_records(projection, [BonusCorrected(1, mine - theirs + 1)], "two"))
    assert [lead.seat for lead in ahead.leads] == [*(lead.seat for lead in alone.leads), 1]


def test_timeline_ends_with_the_last_game_event() -> None:
    path = TESTS / "saga" / "recorded" / "2-last-knight.jsonl"
    projection = projection_in(path)
    seat = projection.table.seats[0]
    later = Record(
        projection.seq + 1, "2026-01-08T20:00:00+00:00", None, "name", SeatChanged(0, "Änne", seat.colour, True)
    )
    assert ended_at(replay([*projection.records, later])) == projection.records[-1].at


@given(projections(most=40))
@settings(max_examples=30)
def test_unfinished_game_with_undos_has_a_timeline(projection: Projection) -> None:
    if all(type(record.event) not in projection.table.game.events for record in projection.effective):
        return
    table = projection.table
    assert timeline(projection).moments[-1].points == totals(table.game.score(table.state), len(table.seats))


def test_timeline_ignores_whether_the_table_is_a_trial() -> None:
    projection = projection_in(TESTS / "royals" / "recorded" / "3-tie-by-city.jsonl")
    renamed = replace(projection, table=replace(projection.table, example=not projection.table.example))
    assert timeline(renamed) == timeline(projection)
