"""A game whose rules are functions, given one by one: how all games were written before."""

from __future__ import annotations

from typing import Any

from scoring.kernel import Event, Game


class LooseGame(Game[Any]):
    def __init__(self, **parts: Any) -> None:
        self.__dict__.update({"confess": lambda state, event: None, "after_filled": _nothing_follows, **parts})

    def start(self, setting: Any) -> Any: ...
    def view(self, state: Any, seat: Any) -> Any: ...
    def score(self, state: Any) -> Any: ...
    def standings(self, state: Any) -> Any: ...


def _nothing_follows(_state: Any, _filled: Any) -> list[Event]:
    return []
