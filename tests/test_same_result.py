"""The same facts give the same result in every tracking mode.

Each game with several tracking modes declares a test file that shows it (`SAME_RESULT` in its game_spec.py). These
tests run that file again to check that it covers every value of every option.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from scoring.game_info import GAME_INFOS
from scoring.games import GAMES
from tests.games import TESTS, declaration
from tests.pairwise import values

WITH_MODES = [key for key, game in GAMES.items() if any(option.key == "follow" for option in game.options)]


@pytest.mark.parametrize("key", WITH_MODES)
def test_game_names_the_tests_that_compare_its_tracking_modes(key: str) -> None:
    folder, tests = GAME_INFOS[key].folder, declaration(key, "SAME_RESULT", "")
    assert tests, f"declare SAME_RESULT in tests/{folder}/game_spec.py: see tests/games.py"
    assert (TESTS / folder / tests).is_file()


@pytest.mark.repeats
@pytest.mark.parametrize("key", WITH_MODES)
def test_tracking_modes_are_compared_under_every_option(key: str, tmp_path: Path) -> None:
    log = tmp_path / "options.json"
    surroundings = {**os.environ, "HERALD_LONG": "0", "HERALD_OPTION_LOG": str(log)}
    tests = TESTS / GAME_INFOS[key].folder / declaration(key, "SAME_RESULT")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "tests.option_log", tests]
    ran = subprocess.run(command, env=surroundings, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout
    started = {(option, value) for option, value in json.loads(log.read_text(encoding="utf-8"))[key]}
    assert values(GAMES[key]) - started == set()
