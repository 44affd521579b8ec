"""The language of each screen, and the game's sentences said in it."""

from __future__ import annotations

from functools import lru_cache

from babel.support import NullTranslations
from flask import Flask, g, request
from flask_babel import Babel, format_decimal, get_locale, get_translations, lazy_gettext
from markupsafe import Markup

from companion.assets import PACKAGE
from scoring.words import Value, say

COOKIE = "language"
NAMES = {"en": "English", "nl": "Nederlands", "de": "Deutsch"}

COLOURS = {
    "red": lazy_gettext("red"),
    "blue": lazy_gettext("blue"),
    "green": lazy_gettext("green"),
    "yellow": lazy_gettext("yellow"),
    "orange": lazy_gettext("orange"),
    "purple": lazy_gettext("purple"),
    "black": lazy_gettext("black"),
    "white": lazy_gettext("white"),
    "grey": lazy_gettext("grey"),
}


def available() -> tuple[str, ...]:
    """English, and every language with a catalogue."""
    catalogues = (path.parent.parent.name for path in PACKAGE.glob("translations/*/LC_MESSAGES/messages.mo"))
    return ("en", *sorted(set(catalogues) - {"en"}))


def speak(app: Flask) -> None:
    languages = available()

    def choose() -> str:
        chosen = request.cookies.get(COOKIE)
        return chosen if chosen in languages else preferred(languages)

    Babel(app, locale_selector=choose, default_translation_directories=str(PACKAGE / "translations"))
    app.jinja_env.globals.update(_=gettext, gettext=gettext, ngettext=ngettext)
    app.jinja_env.filters["say"] = say_filter
    app.jinja_env.filters["number"] = lambda value: format_decimal(value, "0.0")
    app.jinja_env.filters["colour_name"] = lambda key: str(COLOURS[key])

    @app.context_processor
    def words() -> dict[str, object]:
        choices = [(key, NAMES.get(key, key)) for key in languages]
        return {"lang": str(get_locale() or "en"), "languages": choices, "theme": g.get("theme", "")}


def preferred(languages: tuple[str, ...]) -> str:
    """The first of the browser's languages that Herald speaks: en-GB is English, however well nl would match."""
    wanted = (tag.lower().split("-")[0] for tag, quality in request.accept_languages if quality > 0)
    return next((language for language in wanted if language in languages), "en")


# --- words in templates -----------------------------------------------------------------------------------
# A screen says some fifty words. Flask-Babel would work the language out anew for each of them, and Jinja would
# copy its context for those in a loop: a fifth of the time that a screen takes.


def catalogue() -> NullTranslations:
    """The words of the language that this request speaks."""
    try:
        found: NullTranslations = g.catalogue
    except AttributeError:
        found = g.catalogue = get_translations()
    return found


def gettext(message: str, /, **values: object) -> Markup:
    return _filled_in(catalogue(), message) if not values else Markup(catalogue().ugettext(message)) % values


def ngettext(one: str, many: str, num: int, /, **values: object) -> Markup:
    return Markup(catalogue().ungettext(one, many, num)) % {"num": num, **values}


@lru_cache(maxsize=4096)
def _filled_in(words: NullTranslations, message: str) -> Markup:
    return Markup(words.ugettext(message)) % {}


# --- sentences of the games -------------------------------------------------------------------------------


def translate(one: str, many: str, count: int) -> str:
    words = catalogue()
    return str(words.ungettext(one, many, count) if many else words.ugettext(one))


def say_filter(value: Value | None) -> str:
    """The sentence in this screen's language, with seats by the names at this table."""
    return "" if value is None else say(value, g.get("names", ()), translate)


def name_seats(names: tuple[str, ...]) -> None:
    """Who sits at the table that this request is about."""
    g.names = names
