"""Imported files: Herald's own exports are restored unchanged, all others are refused in one sentence."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from companion.security import MAX_FILE
from scoring.games import GAMES
from scoring.lang_lebe.corrections import CorrectBonus
from scoring.recording import export_whole
from scoring.replay import replay
from tests.actors import Evening
from tests.conftest import make_app
from tests.web.played import BY_MARKER, recorded_game, with_box
from tests.web.scenes import (
    device_of,
    finish_game,
    import_table,
    notice,
    reveal_stakes,
    set_up,
    stranger,
    submit_directly,
)

Line = dict[str, Any]
CHANGED = "the file was edited by hand."


@pytest.fixture(scope="module")
def dispute(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    """A table in the middle of a dispute with all stakes dispute."""
    evening = Evening(make_app(tmp_path_factory.mktemp("revealing")))
    set_up(evening)
    reveal_stakes(evening)
    return evening


@pytest.fixture
def other_laptop(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    """Herald on another laptop."""
    return Evening(make_app(tmp_path_factory.mktemp("elsewhere")))


@pytest.fixture
def idle_laptop(other_laptop: Evening) -> Iterator[Evening]:
    """The same Herald; fails if a table was imported."""
    yield other_laptop
    assert other_laptop.services.store.tables() == []
    assert other_laptop.laptop.get("/").status_code == 200


def lines_of(evening: Evening) -> list[Line]:
    """Returns the lines of an export with secrets."""
    return [json.loads(line) for line in export_whole(evening.projection).splitlines()]


def join_lines(lines: list[Line]) -> str:
    return "".join(json.dumps(line) + "\n" for line in lines)


def edit_lines(lines: list[Line], event: str, **data: object) -> list[Line]:
    """Returns the lines with the data of the first such event changed."""
    at = next(n for n, line in enumerate(lines) if line.get("event") == event)
    return [*lines[:at], {**lines[at], "data": {**lines[at]["data"], **data}}, *lines[at + 1 :]]


def test_finished_table_is_the_same_on_another_laptop(evening: Evening, other_laptop: Evening) -> None:
    code = finish_game(evening)
    file = evening.laptop.get(f"/t/{code}/export")
    assert file.headers["Content-Disposition"] == f'attachment; filename="herald-{code}.jsonl"'
    response = import_table(other_laptop.laptop, file.data)
    assert response.status_code == 303
    again = response.location.rsplit("/", 1)[1]
    assert other_laptop.services.tables.find(again).projection.table == evening.projection.table
    assert other_laptop.laptop.get(f"/t/{again}/table").status_code == 200
    assert other_laptop.laptop.post(f"/t/{again}/seat/0/link").status_code == 200, (
        "the device that imports it is its host"
    )


def test_table_imported_twice_exists_once(evening: Evening, other_laptop: Evening) -> None:
    file = evening.laptop.get(f"/t/{finish_game(evening)}/export").data
    first, second = import_table(other_laptop.laptop, file), import_table(other_laptop.laptop, file)
    assert first.location == second.location
    assert import_table(evening.laptop, file).location == f"/t/{evening.laptop.code}", (
        "nor beside the one it comes from"
    )
    assert len(other_laptop.services.store.tables()) == len(evening.services.store.tables()) == 1


def test_importing_an_existing_table_makes_nobody_host(evening: Evening) -> None:
    code = finish_game(evening)
    guest = stranger(evening)
    evening.services.store.add_to_household(device_of(guest))
    assert import_table(guest, evening.laptop.get(f"/t/{code}/export").data).location == f"/t/{code}"
    assert guest.post(f"/t/{code}/seat/0/link").status_code == 403


def test_earlier_export_of_an_existing_table_changes_nothing(evening: Evening) -> None:
    set_up(evening)
    early = export_whole(evening.projection)
    submit_directly(evening, 0, CorrectBonus(0, 3))
    before = evening.projection
    assert import_table(evening.laptop, early).location == f"/t/{evening.laptop.code}"
    assert evening.projection is before


def test_diverged_table_is_refused(evening: Evening, other_laptop: Evening) -> None:
    set_up(evening)
    code = import_table(other_laptop.laptop, export_whole(evening.projection)).location.rsplit("/", 1)[1]
    other_laptop.laptop.code = code
    submit_directly(other_laptop, 0, CorrectBonus(0, 3))
    response = import_table(evening.laptop, export_whole(other_laptop.projection))
    assert response.status_code == 422
    assert f"this table is already here as {evening.laptop.code} but continued differently" in notice(response)
    assert len(evening.services.store.tables()) == 1


def test_deleted_table_can_be_imported_again(evening: Evening) -> None:
    code = finish_game(evening)
    file = evening.laptop.get(f"/t/{code}/export").data
    evening.laptop.post(f"/t/{code}/delete")
    assert import_table(evening.laptop, file).status_code == 303
    assert len(evening.services.store.tables()) == 1


def test_file_without_a_step_count_is_imported(evening: Evening, other_laptop: Evening) -> None:
    finish_game(evening)
    head, *rest = evening.laptop.get(f"/t/{evening.laptop.code}/export").text.splitlines()
    old = {key: value for key, value in json.loads(head).items() if key != "records"}
    assert import_table(other_laptop.laptop, "\n".join([json.dumps(old), *rest])).status_code == 303


def test_table_with_a_colour_not_in_the_box_is_imported(other_laptop: Evening) -> None:
    """Earlier versions offered every colour; the cubes of Royals come in five."""
    records = with_box(recorded_game(BY_MARKER).records)
    assert not {seat.colour for seat in replay(records).table.seats} <= set(GAMES["royals"].colours)
    assert import_table(other_laptop.laptop, export_whole(replay(records))).status_code == 303


@pytest.mark.parametrize("bot_first", [True, False])
def test_old_table_with_bots_and_real_cards_is_imported(
    evening: Evening, other_laptop: Evening, bot_first: bool
) -> None:
    """Earlier versions allowed bots at a table with cards from the box."""
    evening.open()
    evening.laptop.submit("seat-bot")
    head, opened, *rest = lines_of(evening)
    chosen = {**rest[0], "event": "option-chosen", "data": {"option": "cards", "value": "box"}, "action_name": "old"}
    steps = [opened, *rest, chosen] if bot_first else [opened, chosen, *rest]
    old = [{**head, "records": len(steps)}, *({**line, "seq": number} for number, line in enumerate(steps, 1))]
    assert import_table(other_laptop.laptop, join_lines(old)).status_code == 303


def test_file_larger_than_the_form_limit_is_imported(dispute: Evening, other_laptop: Evening) -> None:
    lines = lines_of(dispute)
    del lines[0]["records"]
    for _ in range(250):
        lines.append({**lines[-1], "seq": len(lines), "event": "undo-proposed", "data": {"to": 9}})
        lines.append({**lines[-1], "seq": len(lines), "event": "undo-declined", "data": {}})
    text = join_lines(lines)
    assert len(text) > 64 * 1024, "more than a form may have"
    assert import_table(other_laptop.laptop, text).status_code == 303


def test_running_game_exported_with_secrets_is_imported(dispute: Evening, other_laptop: Evening) -> None:
    response = import_table(other_laptop.laptop, join_lines(lines_of(dispute)))
    again = other_laptop.services.tables.find(response.location.rsplit("/", 1)[1])
    assert again.projection.table == dispute.projection.table
    assert again.projection.lines == dispute.projection.lines


def test_export_of_a_running_game_is_for_reading_only(evening: Evening) -> None:
    set_up(evening)
    response = import_table(evening.laptop, evening.laptop.get(f"/t/{evening.laptop.code}/export").data)
    assert response.status_code == 422
    assert "saved during the game without the hidden parts" in notice(response)


NOT_OURS = "Nothing was imported: this isn’t a table saved by Herald"
DEEP = '{"herald": 1, "game": ' + "[" * 100_000 + "]" * 100_000 + "}"


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("", NOT_OURS),
        ("\n\n", NOT_OURS),
        ("hello", NOT_OURS),
        ("[1, 2]", NOT_OURS),
        ("{}", NOT_OURS),
        ("null", NOT_OURS),
        (b"\xff\xfe\x00", NOT_OURS),
        (b"PK\x03\x04", NOT_OURS),
        (DEEP, NOT_OURS),
        ('{"herald": ' + "9" * 5000 + "}", NOT_OURS),
        ('{"herald": 2, "game": "lang-lebe"}', "Nothing was imported: this file is from a newer Herald"),
        ('{"herald": 1, "game": "chess"}', "Nothing was imported: this Herald doesn’t know the game in this file."),
        ('{"herald": 1, "game": ["lang-lebe"]}', "Nothing was imported: this Herald doesn’t know the game"),
        ('{"herald": 1, "game": "lang-lebe"}', "Nothing was imported: the file doesn’t start with the opening"),
        (
            '{"herald": 1, "game": "lang-lebe"}\n{"seq": 1}',
            "Nothing was imported: a line in the file isn’t part of a table.",
        ),
        ('{"herald": 1, "game": "lang-lebe"}\n' * 10_002, "Nothing was imported: the file is too long"),
    ],
    ids=lambda value: repr(value)[:24],
)
def test_invalid_file_is_refused_with_a_reason(idle_laptop: Evening, content: str | bytes, says: str) -> None:
    response = import_table(idle_laptop.laptop, content)
    assert response.status_code == 422
    assert notice(response).startswith(says)


def test_form_without_a_file_is_refused(idle_laptop: Evening) -> None:
    assert idle_laptop.laptop.post("/import").status_code == 422
    assert idle_laptop.laptop.post("/import", {"file": "just text"}).status_code == 422


def test_truncated_file_is_refused(evening: Evening) -> None:
    finish_game(evening)
    text = evening.laptop.get(f"/t/{evening.laptop.code}/export").text
    lines = text.splitlines(keepends=True)
    ends = (sum(map(len, lines[:n])) for n in (1, 2, 9, len(lines) // 2, len(lines) - 1))
    for cut in (*range(0, len(text) - 1, len(text) // 25), *ends):
        assert import_table(evening.laptop, text[:cut]).status_code == 422, cut
    assert len(evening.services.store.tables()) == 1


HUGE = 10**30
EVIL = "<b>\ud800"


@pytest.mark.parametrize(
    ("event", "data"),
    [
        ("table-opened", {"game": "chess"}),
        ("table-opened", {"options": {}}),
        ("table-opened", {"options": {"cards": "glass", "dice": "typed"}}),
        ("table-opened", {"options": {"cards": "phones", "dice": "typed", "more": "x"}}),
        ("table-opened", {"box": {"votes.Mars": "3"}}),
        ("table-opened", {"box": {"votes.Wigemor": "many"}}),
        ("table-opened", {"example": 1}),
        ("seat-taken", {"colour": "mauve"}),
        ("seat-taken", {"name": ""}),
        ("seat-taken", {"name": "x" * 21}),
        ("seat-taken", {"name": EVIL}),
        ("seat-taken", {"name": 7}),
        ("seat-taken", {"name": "Ben"}),
        ("seat-taken", {"key": HUGE}),
        ("seat-taken", {"key": -1}),
        ("start-area-taken", {"seat": 9}),
        ("area-corrected", {"holder": 9}),
        ("area-corrected", {"courtiers": HUGE}),
        ("stake-sealed", {"stake": None}),
        ("stake-sealed", {"extra": 1}),
        ("stakes-revealed", {"stakes": []}),
    ],
)
def test_impossible_event_is_refused(
    dispute: Evening, idle_laptop: Evening, event: str, data: dict[str, object]
) -> None:
    response = import_table(idle_laptop.laptop, join_lines(edit_lines(lines_of(dispute), event, **data)))
    assert response.status_code == 422
    assert notice(response).startswith("Nothing was imported: ")


@pytest.mark.parametrize(
    "wrong",
    [
        {"by": HUGE},
        {"by": -1},
        {"by": "Anna"},
        {"event": EVIL},
        {"event": ["x"]},
        {"v": 99},
        {"seq": 99},
        {"at": None},
        {"at": EVIL},
        {"ask": EVIL},
    ],
    ids=str,
)
def test_record_that_herald_cannot_have_written_is_refused(dispute: Evening, idle_laptop: Evening, wrong: Line) -> None:
    lines = lines_of(dispute)
    response = import_table(idle_laptop.laptop, join_lines([*lines[:-1], {**lines[-1], **wrong}]))
    assert response.status_code == 422
    assert notice(response).startswith("Nothing was imported: ")


@pytest.mark.parametrize(
    "at",
    ["", "yesterday", "2026-01-01T20:00:00", "0001-01-01T00:00:00+00:00", "9999-12-31T23:59:59+00:00"],
)
def test_record_with_an_invalid_time_is_refused(dispute: Evening, other_laptop: Evening, at: str) -> None:
    lines = lines_of(dispute)
    assert notice(import_table(other_laptop.laptop, join_lines([*lines[:-1], {**lines[-1], "at": at}]))).endswith(
        CHANGED
    )
    assert import_table(other_laptop.laptop, join_lines(lines)).status_code == 303, "as it was it is taken in"


def test_file_that_opens_a_table_twice_is_refused(dispute: Evening, idle_laptop: Evening) -> None:
    head, opened, *_ = lines_of(dispute)
    del head["records"]
    assert notice(import_table(idle_laptop.laptop, join_lines([head, opened, {**opened, "seq": 2}]))).endswith(CHANGED)


@pytest.mark.parametrize("dice", [[9], [], [1, 2, 3]])
def test_file_whose_last_moment_cannot_be_rendered_is_refused(
    dispute: Evening, idle_laptop: Evening, dice: list[int]
) -> None:
    lines = lines_of(dispute)
    del lines[0]["records"]
    rolled = {**lines[-1], "seq": len(lines), "event": "dice-rolled", "data": {"seat": 0, "dice": dice}}
    assert notice(import_table(idle_laptop.laptop, join_lines([*lines, rolled]))).endswith(
        "the file was edited by hand."
    )


def test_file_whose_history_names_a_missing_seat_is_refused(dispute: Evening, idle_laptop: Evening) -> None:
    lines = lines_of(dispute)
    del lines[0]["records"]
    taken_back = {**lines[-1], "seq": len(lines), "event": "take-back-chosen", "data": {"seat": 9, "count": 1}}
    assert notice(import_table(idle_laptop.laptop, join_lines([*lines, taken_back]))).endswith(CHANGED)


def test_too_large_file_is_refused(idle_laptop: Evening) -> None:
    assert import_table(idle_laptop.laptop, b"x" * (MAX_FILE + 1)).status_code == 413
    assert import_table(idle_laptop.laptop, b"x" * (MAX_FILE - 1000)).status_code == 422
