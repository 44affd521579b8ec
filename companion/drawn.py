"""Controls and seats in templates: each drawn once for the same arguments in the same language."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from flask import Flask
from markupsafe import Markup

from companion.languages import catalogue

# A few evenings' worth; an entry is a tile or a badge.
KEPT = 4096


def draw(app: Flask) -> None:
    """Every template has the shared macros at hand, without importing them."""
    for name in ("controls", "seats"):
        app.jinja_env.globals[name] = Drawn(app, f"macros/{name}.html")


class Drawn:
    """The macros of a template that know nothing but their arguments."""

    def __init__(self, app: Flask, template: str) -> None:
        self._app, self._template = app, template

    def __getattr__(self, name: str) -> Callable[..., Markup]:
        """Asked once for each macro: the template is compiled when the first screen needs it."""
        macro = getattr(self._app.jinja_env.get_template(self._template).module, name)
        kept = drawn_once(macro)
        setattr(self, name, kept)
        return kept


def drawn_once(macro: Callable[..., Markup]) -> Callable[..., Markup]:
    @lru_cache(maxsize=KEPT, typed=True)
    def kept(_language: object, *args: Any, **named: Any) -> Markup:
        return macro(*args, **named)

    def draw(*args: Any, **named: Any) -> Markup:
        if "caller" not in named:
            try:
                return kept(catalogue(), *args, **named)
            except TypeError:  # lists and the like: not worth a key
                pass
        return macro(*args, **named)

    return draw
