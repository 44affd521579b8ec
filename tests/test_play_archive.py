"""Stored summaries: lists and statistics replay no log, and never show an old result."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask

from companion import play_archive
from companion.store import TableRow
from companion.tables import Tables
from scoring.replay import Projection, last_undo_step
from tests.actors import Evening
from tests.conftest import with_services
from tests.web.played import LANG_LEBE, ROYALS, SAGA, add_played
from tests.web.scenes import finish_game

PAGES = ("/statistics", "/statistics/royals", "/statistics.csv", "/tables", "/", "/api/evenings", "/api/statistics")


@pytest.fixture
def replays(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The codes of all tables replayed from now on."""
    codes = list[str]()
    replayed = Tables._replay

    def counted(tables: Tables, row: TableRow) -> Projection:
        codes.append(row.code)
        return replayed(tables, row)

    monkeypatch.setattr(Tables, "_replay", counted)
    return codes


def restart(evening: Evening, tmp_path: Path) -> Evening:
    evening.services.store.close()
    with_services(evening.app, tmp_path)
    return evening


def shown_names(evening: Evening) -> list[str]:
    return [evening.laptop.get(path).text for path in PAGES]


def test_pages_after_a_restart_are_the_same_and_replay_nothing(
    evening: Evening, tmp_path: Path, replays: list[str]
) -> None:
    for day, path in enumerate((ROYALS, SAGA, LANG_LEBE)):
        add_played(evening, path, day)
    evening.open()
    before = shown_names(evening)
    restart(evening, tmp_path).services.plays.add_missing_summaries()
    replays.clear()
    assert shown_names(evening) == before
    assert evening.laptop.get("/statistics/person?name=Anna").status_code == 200
    assert replays == []
    assert not evening.services.tables._live, "lists keep no table in memory"


def test_summary_is_stored_when_the_game_ends(evening: Evening, tmp_path: Path, replays: list[str]) -> None:
    code = finish_game(evening)
    assert evening.services.store.summaries([code])[code].seq == evening.projection.seq
    replays.clear()
    assert [table.code for table in restart(evening, tmp_path).services.plays.all()] == [code]
    assert replays == []


def test_summary_of_other_rules_is_made_again(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, replays: list[str]
) -> None:
    code = add_played(evening, ROYALS).code
    assert len(evening.services.plays.all()) == 1
    restart(evening, tmp_path)
    monkeypatch.setattr(play_archive, "rules_version", lambda game: "other rules")
    replays.clear()
    for _ in range(2):
        assert len(evening.services.plays.all()) == 1
    assert replays == [code]


def test_undone_end_counts_for_nobody(evening: Evening) -> None:
    code = finish_game(evening)
    assert len(evening.services.plays.all()) == 1
    step = last_undo_step(evening.projection)
    assert step is not None
    evening.laptop.submit("undo", to=step.to)
    assert evening.projection.table.standings is None
    assert evening.services.plays.all() == []
    assert evening.services.store.summaries([code])[code].seq < evening.projection.seq


def test_deleted_table_has_no_summary(evening: Evening) -> None:
    live = add_played(evening, ROYALS)
    assert len(evening.services.plays.all()) == 1
    evening.services.tables.delete(live)
    assert evening.services.plays.all() == []
    evening.services.plays.keep(live)
    assert evening.services.store.summaries([live.code]) == {}


def test_running_table_is_listed_with_its_seats(evening: Evening, tmp_path: Path) -> None:
    evening.start("Anna", "Ben", "Carla")
    tables = [*evening.services.plays.listed(evening.services.store.tables())]
    assert [(table.over, table.started, [seat.name for seat in table.seats]) for table in tables] == [
        (False, True, ["Anna", "Ben", "Carla"])
    ]
    assert [*restart(evening, tmp_path).services.plays.listed(evening.services.store.tables())] == tables


def test_rules_version_covers_the_games_own_files(app: Flask) -> None:
    versions = {play_archive.rules_version(key) for key in play_archive.GAME_INFOS}
    assert len(versions) == len(play_archive.GAME_INFOS)
