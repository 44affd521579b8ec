"""The story of an evening: what it tells of every recorded game, and what it leaves out."""

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
from tests.games import TESTS, declares, hidden, recorded, recordings, story_in
from tests.strategies import begun, stories, told

RECORDINGS = recordings()
EVERY_RECORDING = pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.relative_to(TESTS).as_posix())
EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


@cache
def told_of(path: Path) -> Timeline:
    return timeline(story_in(path))


# --- every recorded game ------------------------------------------------------------------------------------


@EVERY_RECORDING
def test_the_points_end_where_the_score_lines_do(path: Path) -> None:
    table = story_in(path).table
    assert told_of(path).moments[-1].points == totals(table.game.score(table.state), len(table.seats))


@EVERY_RECORDING
def test_the_points_begin_with_nothing_and_every_moment_is_worth_telling(path: Path) -> None:
    moments = told_of(path).moments
    assert moments[0].points == (0,) * len(story_in(path).table.seats)
    for before, now in pairwise(moments):
        assert before.step < now.step
        assert now.chapter or now.points != before.points


@EVERY_RECORDING
def test_the_swings_are_the_largest_there_were_and_the_largest_comes_first(path: Path) -> None:
    told = told_of(path)
    sizes = [swing.size for swing in told.swings]
    assert sizes == sorted(sizes, reverse=True)
    assert len(sizes) <= 5
    assert bool(sizes) == any(swing.size for swing in told.all_swings), "what everybody gains alike swings nothing"
    said = {render(line.text, story_in(path).table.names) for line in story_in(path).lines}
    assert all(render(swing.text, story_in(path).table.names) in said for swing in told.swings)


@EVERY_RECORDING
def test_whoever_takes_the_lead_has_most_points_and_was_not_leading(path: Path) -> None:
    told = told_of(path)
    points = {moment.seq: moment.points for moment in told.moments}
    leaders = [lead.seat for lead in told.leads]
    assert all(one != two for one, two in pairwise(leaders))
    for lead in told.leads:
        after = next(points[seq] for seq in sorted(points) if seq >= lead.swing.seq)
        assert after[lead.seat] == max(after)
        assert after.count(max(after)) == 1


@EVERY_RECORDING
def test_somebody_began_where_anybody_does_and_the_evening_has_chapters(path: Path) -> None:
    told, table = told_of(path), story_in(path).table
    somebody_begins = any(event.beginner for event in table.game.events)
    nobody_says = not somebody_begins or table.options.get("follow", EVERY_MOVE) != EVERY_MOVE
    assert told.first in (range(len(table.seats)) if somebody_begins else ()) or (nobody_says and told.first is None)
    named = [moment.chapter for moment in told.chapters if moment.chapter]
    assert [chapter.number for chapter in named] == list(range(1, len(named) + 1))
    assert told.chapters[-1] == told.moments[-1]


@EVERY_GAME
def test_every_score_line_of_a_finished_game_belongs_to_a_row_of_its_sheet(game: Game[Any]) -> None:
    tables = [story_in(path).table for path in RECORDINGS]
    lines = [line for table in tables if table.game is game for line in game.score(table.state)]
    assert lines, f"no recording of {game.key} ends with points"
    strange = {str(line.category) for line in lines if line.category not in game.score_rows}
    assert strange == set(), f"score lines of {game.key} with a category that is not among its score_rows"


@EVERY_RECORDING
def test_the_open_book_tells_what_the_history_kept_to_itself(path: Path) -> None:
    projection = story_in(path)
    history = {line.seq: line.text for line in projection.lines}
    assert all(history.get(line.seq) != line.text for line in told_of(path).book)
    hides_nothing = hidden(projection.table.game_key).hides_nothing
    kept = {record.seq for record in projection.effective if record.event.secret and not hides_nothing(record.event)}
    assert kept <= {line.seq for line in told_of(path).book}


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        pytest.param(recorded(key) / f"{name}.jsonl", sentence, id=f"{GAME_INFOS[key].folder}: {sentence}")
        for key in GAMES
        for name, sentences in declares(key, "CONFESSED", {}).items()
        for sentence in sentences
    ],
)
def test_the_open_book_is_written_in_sentences(path: Path, sentence: str) -> None:
    assert sentence in [render(line.text, story_in(path).table.names) for line in told_of(path).book]


def test_votes_that_new_cards_give_back_are_told_as_such_and_not_as_a_gain_by_the_deal() -> None:
    path = recorded("lang-lebe") / "3-several-elections.jsonl"
    said = {render(swing.text, story_in(path).table.names): swing.changes for swing in told_of(path).all_swings}
    dealt = {text: changes for text, changes in said.items() if text.startswith("Everyone got")}
    assert dealt["Everyone got 6 cards. Anna no longer loses a third."] == (7, 0, 0)
    assert all(text.endswith("no longer loses a third.") for text in dealt)


# --- what is left out ---------------------------------------------------------------------------------------


def set_out() -> Projection:
    """Three seats of Lang lebe der König! in areas of 3, 3 and 3 votes."""
    projection = begun(GAMES["lang-lebe"], 3, {"cards": "phones", "dice": "typed"})
    for seat, area in enumerate(("Rouecestre", "Lideforde", "Lincolia")):
        projection = told(projection, [StartAreaTaken(seat, area)], f"area-{seat}", seat)
    return told(projection, [SetUpFinished(0)], "set-up")


def test_what_was_undone_moved_no_points() -> None:
    projection = set_out()
    wrong = told(projection, [BonusCorrected(1, 9)], "wrong")
    right = told(told(wrong, [Undone(projection.seq)], "undo"), [BonusCorrected(1, 2)], "right")
    told_so = timeline(right)
    assert 9 not in [change for swing in told_so.swings for change in swing.changes]
    assert (0, 2, 0) in [swing.changes for swing in told_so.swings]


def test_a_printed_number_counts_from_the_start_whenever_somebody_typed_it_in() -> None:
    projection = set_out()
    known = projection.table.box["votes.Rouecestre"]
    late = told(
        told(projection, [PrintedValueEntered("votes.Rouecestre", "")], "forget"),
        [PrintedValueEntered("votes.Rouecestre", known)],
        "fill",
    )
    assert timeline(late).moments[1:] == timeline(projection).moments[1:]


def test_a_lead_that_is_shared_is_nobodys() -> None:
    projection = told(set_out(), [BonusCorrected(0, 5)], "one")
    alone = timeline(projection)
    assert alone.leads[-1].seat == 0
    mine, theirs, _ = alone.moments[-1].points
    level = timeline(told(projection, [BonusCorrected(1, mine - theirs)], "two"))
    assert level.moments[-1].points[:2] == (mine, mine)
    assert level.leads == alone.leads
    ahead = timeline(told(projection, [BonusCorrected(1, mine - theirs + 1)], "two"))
    assert [lead.seat for lead in ahead.leads] == [*(lead.seat for lead in alone.leads), 1]


def test_an_evening_ends_with_the_last_thing_of_the_game_not_with_a_name_put_right_a_week_later() -> None:
    path = TESTS / "saga" / "recorded" / "2-last-knight.jsonl"
    projection = story_in(path)
    seat = projection.table.seats[0]
    later = Record(
        projection.seq + 1, "2026-01-08T20:00:00+00:00", None, "name", SeatChanged(0, "Änne", seat.colour, True)
    )
    assert ended_at(replay([*projection.records, later])) == projection.records[-1].at


@given(stories(most=40))
@settings(max_examples=30)
def test_a_half_played_game_with_undos_can_be_told_too(projection: Projection) -> None:
    if all(type(record.event) not in projection.table.game.events for record in projection.effective):
        return
    table = projection.table
    assert timeline(projection).moments[-1].points == totals(table.game.score(table.state), len(table.seats))


def test_the_same_evening_under_other_names_is_told_the_same() -> None:
    projection = story_in(TESTS / "royals" / "recorded" / "3-tie-by-city.jsonl")
    renamed = replace(projection, table=replace(projection.table, example=not projection.table.example))
    assert timeline(renamed) == timeline(projection)
