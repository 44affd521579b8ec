"""CLI commands except serving: list, export, import and score tables, and play with bots."""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask

from companion.__main__ import main
from companion.commands import open_instance
from companion.demo import open_demo
from companion.hub import Hub
from companion.store import Store
from companion.tables import Tables
from scoring.kernel import Rng
from scoring.lang_lebe.dispute import StakeSealed
from scoring.recording import WITHHELD, load
from scoring.replay import Projection, replay
from tests.games import one_for_all
from tests.recorder import TESTS

CHECKOUT = TESTS.parent
OVER = TESTS / "lang_lebe" / "recorded" / "3-single-winner.jsonl"
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command; returns exit code, stdout and stderr."""

    def run(*words: object) -> tuple[int, str, str]:
        try:
            code = main([str(word) for word in words])
        except SystemExit as ended:
            code = int(ended.code or 0)
        return code, *capsys.readouterr()

    return run


@pytest.fixture(scope="module")
def running() -> Projection:
    """A running game in which one seat has sealed a stake."""
    projection = load(OVER.read_text(encoding="utf-8"))
    sealed = next(r.seq for r in projection.records if isinstance(r.event, StakeSealed))
    return replay(projection.records[:sealed])


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory, running: Projection) -> tuple[Path, dict[str, str]]:
    """An instance folder with a finished game, a running one and a table without players, and their codes."""
    place = tmp_path_factory.mktemp("prepared")
    with closing(Store(place)) as store:
        tables = Tables(store, Hub(), Rng(random.Random(1)), lambda: "2026-01-01T20:00:00+00:00")
        codes = {"running": tables.adopt(running.records).code}
        codes["over"] = tables.adopt(load(OVER.read_text(encoding="utf-8")).records).code
        return place, {**codes, "seating": tables.open("lang-lebe", {}, None).code}


@pytest.fixture
def codes(prepared: tuple[Path, dict[str, str]]) -> dict[str, str]:
    return prepared[1]


@pytest.fixture
def folder(tmp_path: Path, prepared: tuple[Path, dict[str, str]]) -> Path:
    shutil.copytree(prepared[0], tmp_path / "instance")
    return tmp_path / "instance"


def tables_in(folder: Path) -> list[str]:
    with closing(Store(folder)) as store:
        return [row.code for row in store.tables()]


def after_the_head(text: str) -> str:
    """Returns the file without its head line, since heads of older recordings have no step count."""
    return text.partition("\n")[2]


def one_sentence(said: str) -> str:
    assert said.count("\n") == 1
    assert said.endswith(".\n")
    return said


# --- tables, export, import -----------------------------------------------------------------------------------------


def test_tables_are_listed_with_their_status(run: Run, folder: Path, codes: dict[str, str]) -> None:
    code, out, err = run("tables", "--instance", folder)
    assert (code, err) == (0, "")
    for state, table in codes.items():
        assert f"{table}  2026-01-01  {state:8} Lang lebe der König!:" in out
    assert "Anna, Ben, Carla" in out


def test_unreadable_table_does_not_hide_the_others(run: Run, folder: Path, codes: dict[str, str]) -> None:
    strange = codes["seating"]
    with closing(Store(folder)) as store:
        row = {"seq": 2, "at": "", "by": None, "ask": "", "event": "dragon-woken", "v": 1, "data": {}}
        store.append(strange, [row])
    code, out, _ = run("tables", "--instance", folder)
    assert (code, out.count("\n")) == (0, 3)
    assert f"{strange}  2026-01-01  not to be read by this Herald" in out
    code, out, err = run("export", strange, "--instance", folder)
    assert (code, out) == (1, "")
    assert "newer" in one_sentence(err)


def without_reason(text: str) -> str:
    """Returns the file without the sentence that explains the result, since its wording changes between versions."""
    return re.sub(r'"reason": "[^"]*"', "", text)


def test_finished_table_survives_export_and_import(
    run: Run, folder: Path, codes: dict[str, str], tmp_path: Path
) -> None:
    file = tmp_path / "table.jsonl"
    assert run("export", codes["over"].lower(), "--instance", folder, "--file", file) == (0, "", "")
    written, recorded = (after_the_head(path.read_text(encoding="utf-8")) for path in (file, OVER))
    assert without_reason(written) == without_reason(recorded)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    code, out, err = run("import", file, "--instance", elsewhere)
    assert (code, err) == (0, "")
    (imported,) = tables_in(elsewhere)
    assert out == f"Imported as table {imported}.\n"
    assert run("export", imported, "--instance", elsewhere)[1] == file.read_text(encoding="utf-8")


def test_export_of_a_running_game_has_no_secrets(
    run: Run, folder: Path, codes: dict[str, str], running: Projection, tmp_path: Path
) -> None:
    code, out, _ = run("export", codes["running"], "--instance", folder)
    assert code == 0
    lines = [json.loads(line) for line in out.splitlines()]
    assert lines[0]["withheld"] is True
    assert lines[-1]["event"] == "stake-sealed"
    assert lines[-1]["data"] == {"seat": running.records[-1].by, "stake": WITHHELD}
    assert {line["ask"] for line in lines[1:]} == {WITHHELD}
    file = tmp_path / "running.jsonl"
    file.write_text(out, encoding="utf-8")
    for command in (("import", file, "--instance", folder), ("score", file)):
        code, out, err = run(*command)
        assert (code, out) == (1, "")
        assert "without the hidden parts, so it can’t be resumed" in one_sentence(err)
    assert len(tables_in(folder)) == 3


def test_running_game_moves_whole_to_another_laptop(
    run: Run, folder: Path, codes: dict[str, str], running: Projection, tmp_path: Path
) -> None:
    file = tmp_path / "whole.jsonl"
    assert run("export", codes["running"], "--instance", folder, "--whole", "--file", file)[0] == 0
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    assert run("import", file, "--instance", elsewhere)[0] == 0
    store, tables = open_instance(elsewhere)
    with closing(store):
        (projection,) = (tables.find(row.code).projection for row in store.tables())
    assert projection.table == running.table


def test_table_can_be_imported_before_the_first_start(run: Run, tmp_path: Path) -> None:
    assert run("import", OVER, "--instance", tmp_path / "new" / "instance")[0] == 0
    assert len(tables_in(tmp_path / "new" / "instance")) == 1


def test_existing_table_is_not_imported_again(run: Run, folder: Path, codes: dict[str, str]) -> None:
    assert run("import", OVER, "--instance", folder) == (0, f"That table is here already: {codes['over']}.\n", "")
    assert len(tables_in(folder)) == 3


def test_cli_refuses_a_table_that_cannot_be_rendered(
    run: Run, folder: Path, codes: dict[str, str], tmp_path: Path
) -> None:
    file = tmp_path / "whole.jsonl"
    run("export", codes["running"], "--instance", folder, "--whole", "--file", file)
    head, *lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    rolled = {**lines[-1], "seq": len(lines) + 1, "event": "dice-rolled", "data": {"seat": 0, "dice": [9]}}
    head["records"] += 1
    file.write_text("".join(json.dumps(line) + "\n" for line in (head, *lines, rolled)), encoding="utf-8")
    code, _, err = run("import", file, "--instance", folder)
    assert code == 1
    assert "edited by hand" in one_sentence(err)
    assert len(tables_in(folder)) == 3


def test_export_is_utf_8_whatever_the_locale(folder: Path) -> None:
    command = [sys.executable, "-m", "companion", "tables", "--instance", str(folder)]
    said = subprocess.check_output(command, cwd=CHECKOUT, env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert "Lang lebe der König!" in said.decode("utf-8")


def test_help_lists_the_commands_in_the_readme(run: Run) -> None:
    named = set(re.findall(r"`(?:\./play )?(--[a-z-]+)", (CHECKOUT / "README.md").read_text(encoding="utf-8")))
    code, told, _ = run("--help")
    assert code == 0
    assert len(named) >= 5
    assert {option for option in named if option not in told} == set()


# --- score and demo -------------------------------------------------------------------------------------------------


def test_file_is_scored_line_by_line_with_places(run: Run) -> None:
    code, out, err = run("score", OVER)
    assert (code, err) == (0, "")
    table = load(OVER.read_text(encoding="utf-8")).table
    assert table.standings is not None
    king = table.names[table.standings.places[0].seat]
    assert f"{king} is king with {table.standings.places[0].points} votes (19 needed)." in out
    assert f"1. {king} {table.standings.places[0].points}  the only one with 19 votes or more" in out
    assert out.count("[nl 193]") == 3, "bonus votes of each"
    lines = [line.split("[")[0].split() for line in out.splitlines() if "[nl " in line]
    assert sum(int(line[0]) for line in lines) == sum(place.points for place in table.standings.places)


def test_running_game_is_scored_as_it_stands(run: Run, folder: Path, codes: dict[str, str], tmp_path: Path) -> None:
    file = tmp_path / "whole.jsonl"
    run("export", codes["running"], "--instance", folder, "--whole", "--file", file)
    code, out, _ = run("score", file)
    assert code == 0
    assert out.endswith("The game is not over.\n")


def test_bots_play_the_same_game_from_the_same_seed(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "demo.jsonl"
    first = run("demo", "lang-lebe", "--fast", "--seed", 1, "--seats", 3, "--export", file)
    assert first[0] == 0
    assert first[1].startswith("Lang lebe der König!, 3 bots, seed 1, ")
    assert "is king with" in first[1]
    code, out, _ = run("score", file)
    assert code == 0
    assert out in first[1]
    again = run("demo", "lang-lebe", "--fast", "--seed", 1, "--seats", 3)
    assert again == first


@pytest.mark.parametrize("seats", one_for_all([3, 4, 5], lambda seats: seats == 3))
def test_demo_of_regents_deals_the_cards_and_ends_soon(run: Run, seats: int) -> None:
    """Bots have no real cards to read, and invented ones seldom fit together."""
    for seed in (1, 2):
        code, out, _ = run("demo", "regents", "--fast", "--seed", seed, "--seats", seats)
        assert code == 0
        assert int(out.split(" events")[0].rsplit(" ", 1)[1]) < 500


def test_demo_at_a_visible_pace_has_the_options_of_a_trial_table(app: Flask) -> None:
    live = open_demo(app.extensions["herald"], "regents", 5)
    assert live.projection.table.options["dealt"] == "herald"


# --- error messages -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("export", "NONE", "--instance", "{folder}"), "There is no table NONE."),
        (("tables", "--instance", "{folder}/missing"), "There is no folder"),
        (("import", "{folder}/missing.jsonl", "--instance", "{folder}"), "cannot be read"),
        (("import", "{folder}", "--instance", "{folder}"), "cannot be read"),
        (("import", "{folder}/herald.sqlite3", "--instance", "{folder}"), "was not read"),
        (("score", "{folder}/seating.jsonl"), "The game has not started"),
        (("score", "{folder}/prose.txt"), "isn’t a table saved by Herald"),
        (("export", "{over}", "--instance", "{folder}", "--file", "{folder}/no/such/file"), "cannot be written"),
        (("demo", "chess", "--fast"), "Herald does not know chess: it knows lang-lebe"),
        (("demo", "lang-lebe", "--fast", "--seats", "9"), "is for 3 to 5 players."),
        (("demo", "lang-lebe", "--fast", "--seed", "x"), "--seed"),
        (("demo",), "GAME"),
        (("dance",), "dance"),
    ],
)
def test_failing_command_gives_the_reason_in_one_sentence(
    run: Run, folder: Path, codes: dict[str, str], words: tuple[str, ...], why: str
) -> None:
    (folder / "prose.txt").write_text("Dear diary, today we played.\n")
    run("export", codes["seating"], "--instance", folder, "--whole", "--file", folder / "seating.jsonl")
    code, out, err = run(*(word.format(folder=folder, over=codes["over"]) for word in words))
    assert (code != 0, out) == (True, "")
    assert why in one_sentence(err)
    assert len(tables_in(folder)) == 3


def test_refused_file_leaves_the_folder_unchanged(run: Run, folder: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.jsonl"
    shutil.copy(OVER, broken)
    broken.write_text(broken.read_text(encoding="utf-8").replace('"seat": 1', '"seat": 7'), encoding="utf-8")
    code, _, err = run("import", broken, "--instance", folder)
    assert code == 1
    assert "edited by hand" in one_sentence(err)
    assert len(tables_in(folder)) == 3
