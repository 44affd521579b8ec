"""Parts of screens that know nothing but their arguments: each drawn once for the same ones in the same language."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from flask import Flask
from markupsafe import Markup

from companion.i18n import translator

# A few evenings' worth of tiles and badges; a board is some kilobytes, and every seat has its own.
TILES, BOARDS = 4096, 512

Macro = Callable[..., Markup]


def register_macros(app: Flask) -> None:
    """Every template has the shared macros at hand, without importing them, and can keep what its own macros draw."""
    for name in ("controls", "seats"):
        app.jinja_env.globals[name] = CachedMacros(app, f"macros/{name}.html")
    app.jinja_env.globals["cached"] = board


class CachedMacros:
    """The macros of a template, all of them drawn once."""

    def __init__(self, app: Flask, template: str) -> None:
        self._app, self._template = app, template

    def __getattr__(self, name: str) -> Macro:
        """Asked once for each macro: the template is compiled when the first screen needs it."""
        macro = getattr(self._app.jinja_env.get_template(self._template).module, name)

        def drawn(*args: Any, **named: Any) -> Markup:
            return tile(macro, *args, **named)

        setattr(self, name, drawn)
        return drawn


class MacroCache:
    """Draws what it has not drawn before."""

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
            except TypeError:  # lists and the like: not worth a key
                pass
        return macro(*args, **named)


tile, board = MacroCache(TILES), MacroCache(BOARDS)
