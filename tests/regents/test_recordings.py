"""Recorded games, which together show every wanted case."""

from __future__ import annotations

from tests.endings import EQUAL, endings_of
from tests.regents.play import EDITIONS
from tests.regents.recorder import WANTED, recordings


def test_the_recordings_cover_every_ending() -> None:
    projections = recordings()
    assert set().union(*map(endings_of, projections)) == {*WANTED, *EQUAL}
    assert {len(projection.table.seats) for projection in projections} == {3, 4, 5}
    assert {projection.table.options["edition"] for projection in projections} == set(EDITIONS)
    assert {projection.table.options["dealt"] for projection in projections} == {"box", "herald"}


def test_every_wanted_edition_and_number_of_players_is_recorded() -> None:
    found = {(len(s.table.seats), s.table.options["edition"], way) for s in recordings() for way in endings_of(s)}
    assert {(players, edition, way) for way, tables in WANTED.items() for players, edition in tables} <= found
