"""All games by key. Each package is imported on first use, because the rules are most of Herald's code."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import Any

from scoring.game_info import GAME_INFOS
from scoring.kernel import Game


class Games(Mapping[str, Game[Any]]):
    def __getitem__(self, key: str) -> Game[Any]:
        game: Game[Any] = _import_package(GAME_INFOS[key].folder).GAME
        return game

    def __iter__(self) -> Iterator[str]:
        return iter(GAME_INFOS)

    def __len__(self) -> int:
        return len(GAME_INFOS)


@cache
def _import_package(folder: str) -> Any:
    """Imports a game's package with all modules that define its actions, events and phases."""
    package = import_module(f"scoring.{folder}")
    for module in package.GAME.modules:
        import_module(f"{package.__name__}.{module}")
    return package


GAMES = Games()
