"""Replays recorded games: every prefix is consistent, and the result is still the recorded one.

`python -m tests.recorder` makes missing recordings. If a rule fix changes the result of a recording, delete the file
and record it again. CHANGELOG.md has a heading for such changes.
"""

from __future__ import annotations

import json
import re
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from companion.imports import read_table
from companion.replay_budget import Budget
from scoring.codec import Malformed, decode, encode
from scoring.games import GAMES
from scoring.kernel import GameView
from scoring.recording import export, from_json, load, to_json
from scoring.replay import Projection, Record, apply_record, effective
from scoring.table import Table, apply_event
from tests.endings import endings_of
from tests.games import TESTS, game_spec, projection_in, recordings, recordings_folder
from tests.release_gates import LONG

RECORDINGS = recordings()
EVERY_RECORDING = pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.relative_to(TESTS).as_posix())


@EVERY_RECORDING
def test_recorded_game_still_has_the_same_result(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    projection = projection_in(path)
    ended = json.loads(lines[-1])["standings"]
    standings, names = projection.table.standings, projection.table.names
    assert standings is not None
    assert ended["places"] == [[place.place, names[place.seat], place.points] for place in standings.places]
    assert standings.winners == tuple(names.index(name) for place, name, _ in ended["places"] if place == 1)


@EVERY_RECORDING
def test_recording_is_exported_byte_for_byte(path: Path) -> None:
    projection = projection_in(path)
    before, written = path.read_text(encoding="utf-8"), export(projection)
    assert written.splitlines()[1:-1] == before.splitlines()[1:-1]
    assert stated_places(written) == stated_places(before)
    # Heads of the first recordings have no step count.
    assert json.loads(written.splitlines()[0]).items() >= json.loads(before.splitlines()[0]).items()
    for record in projection.records:
        assert decode(type(record.event), encode(record.event)) == record.event
        assert from_json(projection.table.game, json.loads(json.dumps(to_json(record)))) == record


def stated_places(text: str) -> list[list[Any]]:
    """Returns the facts in the last line, since the wording of its sentence may change."""
    places: list[list[Any]] = json.loads(text.splitlines()[-1])["standings"]["places"]
    return places


@pytest.mark.long
@EVERY_RECORDING
def test_every_prefix_of_a_recording_is_consistent(path: Path) -> None:
    """After every action the state replays and no piece is lost. At phase changes and after every sixth action, all
    screens render and some action is legal. The long run checks this after every action."""
    records = projection_in(path).records
    so_far: Projection | None = None
    phase: object = None
    for number, (_, asked) in enumerate(groupby(records, key=lambda record: record.action_id)):
        for record in asked:
            so_far = apply_record(so_far, record)
        assert so_far is not None
        if so_far.table.started:
            before, phase = phase, type(so_far.table.state.phase)
            if LONG or phase is not before or number % 6 == 0:
                check(so_far.table)
    assert so_far is not None
    check_pieces(effective(records))


def check(table: Table) -> None:
    everybody = range(len(table.seats))
    views = {seat: table.game.view(table.state, seat) for seat in (None, *everybody)}
    assert all(isinstance(view, GameView) and view.seat == seat for seat, view in views.items())
    assert {legal_action.seat for view in views.values() for legal_action in view.legal_actions} <= set(everybody)
    can_go_on = any(legal_action.seat == seat for seat in everybody for legal_action in views[seat].legal_actions)
    assert can_go_on == (table.standings is None), "somebody can do something until the game is over"
    assert all(view.over == (table.standings is not None) for view in views.values())
    assert {line.seat for line in table.game.score(table.state)} <= set(everybody)


def check_pieces(live: tuple[Record, ...]) -> None:
    """Runs the ledger over the effective records."""
    table: Table | None = None
    ledger: Any = None
    for record in live:
        table = apply_event(table, record.event)
        if table.started:
            ledger = ledger or game_spec(table.game_key).Ledger(len(table.seats))
            ledger.book(record.event)
            ledger.check(table.state)


# --- required recordings ---------------------------------------------------------------------------------------


def test_recording_is_named_after_its_ending() -> None:
    for path in RECORDINGS:
        players, _, way = path.stem.partition("-")
        projection = projection_in(path)
        assert way in endings_of(projection)
        assert int(players) == len(projection.table.seats)


@pytest.mark.parametrize("option", [o for game in GAMES.values() for o in game.options], ids=lambda o: o.key)
def test_every_value_of_every_option_is_in_some_recording(option: Any) -> None:
    chosen = {projection_in(path).table.options.get(option.key) for path in RECORDINGS}
    assert {value for value, _ in option.values} <= chosen


# --- invalid recordings --------------------------------------------------------------------------------------------

WITH_CARDS = recordings_folder("lang-lebe") / "3-any-order.jsonl"


def lines_of(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines(keepends=True)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda lines: lines[:-1], "gives a different result"),
        (lambda lines: lines[:9] + lines[10:], "steps are missing"),
        (lambda lines: [lines[0], *lines[2:]], "doesn’t start with the opening"),
        (lambda lines: lines[1:], "isn’t a table saved by Herald"),
        (lambda lines: [*lines[:20], lines[20][:30]], "incomplete"),
        (lambda lines: [lines[0].replace('"herald": 1', '"herald": 2'), *lines[1:]], "newer Herald"),
        (lambda lines: [re.sub('"game": "[^"]*"', '"game": "chess"', lines[0]), *lines[1:]], "doesn’t know the game"),
        (
            lambda lines: [*lines[:3], lines[3].replace('"v": 1', '"v": 2'), *lines[4:]],
            "doesn’t know one of its steps",
        ),
        (lambda lines: [*lines[:3], lines[3].replace('"seq": 3', '"seq": "3"'), *lines[4:]], "isn’t part of a table"),
        (lambda lines: [*lines[:-1], lines[-1].replace('"places": [[1', '"places": [[2')], "gives a different result"),
        (lambda lines: [*lines[:2], lines[2].replace('"by": 0', '"by": "0"'), *lines[3:]], "isn’t part of a table"),
        (lambda lines: ["[]\n"], "isn’t a table saved by Herald"),
        (lambda lines: [], "isn’t a table saved by Herald"),
    ],
)
def test_truncated_or_changed_recording_is_refused_with_a_reason(change: Any, why: str) -> None:
    lines = lines_of(WITH_CARDS)
    with pytest.raises(Malformed, match=why):
        load("".join(change(lines)))


def test_unreadable_recording_is_reported_with_the_event(tmp_path: Path) -> None:
    changed = tmp_path / "3-renamed.jsonl"
    text = WITH_CARDS.read_text(encoding="utf-8")
    changed.write_text(text.replace('"event": "stake-sealed"', '"event": "bid-sealed"'), encoding="utf-8")
    with pytest.raises(AssertionError, match=r"3-renamed.jsonl cannot be replayed: there is no event bid-sealed 1\."):
        projection_in(changed)


def test_changed_die_is_found_by_the_standings_or_the_ledger() -> None:
    """The double-entry check works: it finds a card that came from nowhere."""
    live = list(effective(projection_in(WITH_CARDS).records))
    spent = next(n for n, record in enumerate(live) if hasattr(record.event, "card"))
    with pytest.raises(AssertionError):
        check_pieces((*live[:spent], *live[spent + 1 :], live[spent], live[spent], *[live[spent]] * 20))


def test_export_with_the_reason_of_an_older_version_imports() -> None:
    """Exports explain the result in a sentence whose wording changes between versions."""
    lines = lines_of(WITH_CARDS)
    older = re.sub('"reason": "[^"]*"', '"reason": "Carla has won."', lines[-1])
    assert older != lines[-1]
    text = "".join([*lines[:-1], older])
    assert load(text).table.standings == projection_in(WITH_CARDS).table.standings
    assert read_table(text, Budget()).table.standings == projection_in(WITH_CARDS).table.standings
