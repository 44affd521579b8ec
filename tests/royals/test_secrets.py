"""Markers are face down: before the end, no view contains another seat's markers or their sum."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.sheets import LAST_LINES, sheet
from scoring.claims import ClaimPlace
from scoring.codec import encode
from scoring.kernel import EVERY_MOVE, KEY_MOMENTS, Event
from scoring.replay import Record
from scoring.reveal_phases import ConfirmBoard
from scoring.royals import GAME
from scoring.royals.ending import MarkersShown
from scoring.royals.epoch import CallEpoch
from scoring.royals.markers import MarkerGiven, MarkerRemoved, MarkerTaken
from scoring.royals.state import State
from scoring.royals.titles import ConfirmTitles
from scoring.royals.turn import ChooseStartPlayer
from scoring.royals.view import RoyalsView
from scoring.words import render
from tests.release_gates import amount
from tests.royals.play import NAMES, Play, game
from tests.royals.record import Recorder
from tests.royals.test_ending import play_to_the_titles
from tests.secrecy import HISTORY, SECRET, Room, changed, differences


def played_game() -> Play:
    """A game in which all seats have markers of several kinds, and the last scoring is no longer shown."""
    play = game(3)
    play.play_turns(
        ("Spain.1.a", "Spain.2.a", "Spain.3.a", "Spain.4.a"),
        ("Britain.1.a", "Britain.2.a", "Britain.3.a"),
        ("France.1.a", "France.5.a"),
    )
    play.score_epoch()
    play.play_turns(("German-States.1.a",))
    return play


def with_owners_changed(state: State, owners: list[int]) -> State:
    """Returns the same state with other owners of the markers, which only the owners know."""
    changed = (replace(marker, seat=seat) for marker, seat in zip(state.markers, owners, strict=True))
    return replace(state, markers=tuple(changed))


def as_json(shown: RoyalsView) -> str:
    return json.dumps(encode(shown), sort_keys=True, default=str)


OWNERS = st.lists(st.integers(1, 2), min_size=60, max_size=60)


@pytest.mark.long
@given(OWNERS)
@settings(max_examples=amount(15, 200), deadline=None)
def test_my_view_does_not_depend_on_who_else_has_which_marker(owners: list[int]) -> None:
    state = played_game().state
    mixed = [marker.seat if marker.seat == 0 else owners[n] for n, marker in enumerate(state.markers)]
    assert as_json(GAME.view(with_owners_changed(state, mixed), 0)) == as_json(GAME.view(state, 0))


@pytest.mark.long
@given(st.lists(st.integers(0, 2), min_size=60, max_size=60))
@settings(max_examples=amount(15, 200), deadline=None)
def test_table_view_does_not_depend_on_who_has_which_marker(owners: list[int]) -> None:
    state = played_game().state
    mixed = with_owners_changed(state, owners[: len(state.markers)])
    assert as_json(GAME.view(mixed, None)) == as_json(GAME.view(state, None))


def test_owners_see_their_markers_with_values_and_sum() -> None:
    play = played_game()
    for seat in range(3):
        own = play.view(seat).own
        assert own is not None
        assert len(own.markers) == len(play.markers(seat))
        assert own.total == sum(int(play.state.printed_values[key]) for key in play.markers(seat))
    assert play.view(None).own is None


def test_leaked_sum_would_be_found() -> None:
    """The comparison above would detect a sum on the table screen."""
    state = played_game().state
    mixed = with_owners_changed(state, [0] * len(state.markers))
    leaked = [sum(marker.seat == 0 for marker in s.markers) for s in (state, mixed)]
    assert leaked[0] != leaked[1]
    assert as_json(GAME.view(mixed, 0)) != as_json(GAME.view(state, 0))


def test_before_the_reveal_no_public_view_has_points_or_totals() -> None:
    """Only `own` (for its owner) and `reveal` (at the end) contain sums of markers."""
    shown = played_game().view(None)
    assert shown.own is None
    assert shown.reveal is None
    names = {field.name for field in fields(shown)}
    assert not names & {"total", "totals", "score", "scores", "markers"}
    for player in shown.players:
        assert is_dataclass(player)
        assert {field.name for field in fields(player)} == {"seat", "supply"}


@pytest.mark.parametrize("shown", range(5))
def test_during_the_reveal_only_the_kinds_shown_are_public(shown: int) -> None:
    """Only old logs have a stepwise reveal; they are still replayed."""
    play = play_to_the_titles(played_game())
    play.act(ConfirmTitles())
    state = GAME.apply(play.state, MarkersShown(shown))
    kinds = [line.kind for line in GAME.view(state, None).reveal.kinds]  # type: ignore[union-attr]
    hidden = [n for n, marker in enumerate(state.markers) if marker.key.split(".")[0] not in kinds]
    owners = [(marker.seat + 1) % 3 if n in hidden else marker.seat for n, marker in enumerate(state.markers)]
    other = GAME.view(with_owners_changed(state, owners), None)
    mine = GAME.view(state, None)
    # The to-do list names the takers of the portraits, which are public (de 271).
    assert as_json(replace(other, to_do=())) == as_json(replace(mine, to_do=()))


# --- the same through the web, byte for byte ----------------------------------------------------------------------


def log() -> list[Record]:
    """Returns a log in which Ben, the seat with the secret, wins markers and the table then plays on."""
    recorder = Recorder(3).act(ChooseStartPlayer(0))
    recorder.turn("Spain.1.a").turn("Britain.1.a", "Britain.2.a", "Britain.3.a").turn("France.1.a", "France.5.a")
    recorder.epoch("German-States.1.a").turn("German-States.2.a").turn("Spain.2.a")
    return list(recorder.projection.records)


def place_of(records: list[Record], marker: str) -> int:
    return next(n for n, r in enumerate(records) if isinstance(r.event, MarkerTaken) and r.event.marker == marker)


@pytest.mark.parametrize("marker", ["city.Britain.1", "country.Britain.first", "epoch.Britain.1.first"])
def test_no_other_screen_shows_a_byte_of_a_marker(tmp_path: Path, marker: str) -> None:
    """In one room Ben has the marker, in the other it was removed; only Ben's phone may differ."""
    records = log()
    rooms = [Room(tmp_path / "1", records)]
    rooms.append(Room(tmp_path / "2", changed(records, place_of(records, marker), MarkerRemoved(marker))))
    try:
        assert differences(*rooms, ("/me", "/table", "/box", "/invite", "", "/curtain/0", "/nothing"), ()) == []
        assert rooms[0].view(SECRET) != rooms[1].view(SECRET), "the owner does see it"
    finally:
        for room in rooms:
            room.close()


def counted_log() -> list[Record]:
    """Returns a log in KEY_MOMENTS mode: Ben wins a marker in the first epoch, and the second is being scored."""
    recorder = Recorder(3, tracking_mode=KEY_MOMENTS).act_as(0, CallEpoch())
    for seat, place in enumerate(("Spain.1.a", "Britain.1.a", "France.5.a")):
        recorder.act_as(seat, ClaimPlace(place))
    recorder.act_as(0, ConfirmBoard(), CallEpoch())
    return list(recorder.projection.records)


# The film of the epoch, which shows who took its markers, is over.
LONG_AGO = "2026-01-01T18:00:00+00:00"
OLD_MARKERS = pytest.mark.parametrize(
    ("records", "marker"),
    [(log, "city.German-States.2"), (counted_log, "epoch.Britain.1.first")],
    ids=[EVERY_MOVE, KEY_MOMENTS],
)


@contextmanager
def rooms_with(records: list[Record], marker: str, *owners: int) -> Iterator[tuple[Room, Room]]:
    """Yields two rooms, each with one of these seats as the taker of the marker."""
    with TemporaryDirectory() as folder, ExitStack() as stack:
        rooms = []
        for owner in owners:
            taken = changed(records, place_of(records, marker), MarkerTaken(owner, marker))
            taken = [replace(record, at=LONG_AGO) for record in taken]
            rooms.append(Room(Path(folder) / str(owner), taken))
            stack.callback(rooms[-1].close)
            rooms[-1].hiding = frozenset(owners)
        yield rooms[0], rooms[1]


@OLD_MARKERS
def test_no_page_or_file_of_running_game_shows_who_took_marker(
    records: Callable[[], list[Record]], marker: str
) -> None:
    """Compares history, printed sheet, export, statistics, and the pages shown only at the end."""
    with rooms_with(records(), marker, SECRET, 2) as rooms:
        assert differences(*rooms, probes=()) == []


@OLD_MARKERS
def test_history_with_a_leaked_owner_is_found(
    records: Callable[[], list[Record]], marker: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(MarkerGiven, "short_history_line", Event.short_history_line)
    with rooms_with(records(), marker, SECRET, 2) as rooms:
        found = differences(*rooms, HISTORY, ())
    assert {"/history for spectator", "/sheet for spectator"} <= set(found)


def test_printed_sheet_matches_the_history() -> None:
    with rooms_with(log(), "city.Britain.1", SECRET, 2) as (room, _):
        said = [line for line in room.projection.lines if not line.undone][-LAST_LINES:]
        assert [line.text for line in said] == list(sheet(room.projection).last)
        told = [render(line.text, NAMES) for line in room.projection.lines]
        assert "A player took the city marker for Ayr." in told
        named = [line for line in told if "took the city marker" in line and not line.startswith("A player")]
        assert not named, "a history line names the owner of a face-down marker"
