"""A pytest plugin that records the options of started games: `-p tests.option_log`, written to $HERALD_OPTION_LOG."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from scoring.games import GAMES
from scoring.kernel import Game, GameConfig

# By game, every option value that a game was started with.
STARTED: dict[str, set[tuple[str, str]]] = {}


def pytest_configure() -> None:
    for game in GAMES.values():
        _note_starts(game)


def pytest_sessionfinish() -> None:
    found = {key: sorted(choices) for key, choices in STARTED.items()}
    Path(os.environ["HERALD_OPTION_LOG"]).write_text(json.dumps(found), encoding="utf-8")


def _note_starts(game: Game[Any]) -> None:
    start = game.start

    def noted(setting: GameConfig) -> Any:
        chosen = {option.key: setting.options.get(option.key, option.values[0][0]) for option in game.options}
        if "follow" in chosen:
            chosen["follow"] = setting.tracking_mode
        STARTED.setdefault(game.key, set()).update(chosen.items())
        return start(setting)

    game.start = noted  # type: ignore[method-assign]
