"""Caches macros that depend only on their arguments, the language and the game."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from flask import Flask
from markupsafe import Markup

from companion.i18n import catalog, translator
from companion.maps import ShownArea, ShownPiece
from companion.screens import PublicView, ScreenView
from scoring.kernel import GameView
from scoring.memo import ById

# Cache sizes: tiles for several evenings; fewer boards, since each takes some kilobytes and every seat has its own.
TILES, BOARDS = 4096, 512
# The boards of the latest films: before the first scene, and after each.
SHOWN_BOARDS = 64

Macro = Callable[..., Markup]


def register_macros(app: Flask) -> None:
    """Gives every template the shared macros without an import, and `cached` for its own macros."""
    for name in ("controls", "seats"):
        app.jinja_env.globals[name] = CachedMacros(app, f"macros/{name}.html")
    app.jinja_env.globals.update(cached=board, map_shown=shown_board)


class CachedMacros:
    """The macros of a template, all of them cached."""

    def __init__(self, app: Flask, template: str) -> None:
        self._app, self._template = app, template

    def __getattr__(self, name: str) -> Macro:
        """Looks each macro up once, when the first screen needs it, since that compiles the template."""
        macro = getattr(self._app.jinja_env.get_template(self._template).module, name)

        def drawn(*args: Any, **named: Any) -> Markup:
            return tile(macro, *args, **named)

        setattr(self, name, drawn)
        return drawn


class MacroCache:
    """Calls a macro, or returns its cached output."""

    def __init__(self, most: int) -> None:
        @lru_cache(maxsize=most, typed=True)
        def kept(_words: object, _game: object, macro: Macro, /, *args: Any, **named: Any) -> Markup:
            return macro(*args, **named)

        self._kept, self.forget = kept, kept.cache_clear

    def __call__(self, macro: Macro, /, *args: Any, **named: Any) -> Markup:
        if "caller" not in named:
            words, _, game = translator()
            try:
                return self._kept(words, game, macro, *args, **named)
            except TypeError:  # unhashable arguments are not cached
                pass
        return macro(*args, **named)


tile, board = MacroCache(TILES), MacroCache(BOARDS)


@dataclass
class ShownBoard:
    """A board as a film shows it. A template fills it in once; the scenes before and after share it."""

    areas: tuple[ShownArea, ...] = ()
    pieces: tuple[ShownPiece, ...] = ()

    def fill(self, areas: Iterable[ShownArea], pieces: Iterable[ShownPiece]) -> None:
        # Areas last: with them, another thread takes it as complete.
        self.pieces = tuple(pieces)
        self.areas = tuple(areas)


def shown_board(view: ScreenView | PublicView, game_view: GameView) -> ShownBoard:
    return _shown_board(catalog(), ById(game_view), view.seats)


@lru_cache(maxsize=SHOWN_BOARDS)
def _shown_board(_words: object, _game_view: ById, _seats: object) -> ShownBoard:
    return ShownBoard()
