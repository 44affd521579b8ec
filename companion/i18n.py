"""The locale of each screen, and the translation of templates and game texts."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Any, NamedTuple

from babel.dates import format_date, format_skeleton, format_time
from babel.numbers import get_decimal_symbol
from babel.support import NullTranslations, Translations
from flask import Flask, g, request
from flask_babel import Babel, format_decimal, lazy_gettext, refresh
from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from companion.assets import PACKAGE
from scoring.kernel import Game
from scoring.words import Text, Value, amount, listed, render, rulebook

COOKIE = "language"
CATALOGS = PACKAGE / "translations"
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


def available_languages() -> tuple[str, ...]:
    """Returns English and every language with a catalog."""
    return languages_in(CATALOGS)


@cache
def languages_in(folder: Path) -> tuple[str, ...]:
    catalogues = (path.parent.parent.name for path in folder.glob("*/LC_MESSAGES/messages.mo"))
    return ("en", *sorted(set(catalogues) - {"en"}))


def init_i18n(app: Flask) -> None:
    Babel(app, locale_selector=current_locale, default_translation_directories=str(CATALOGS))
    choices = [(key, NAMES.get(key, key)) for key in available_languages()]
    app.jinja_env.globals.update(
        _=gettext, gettext=gettext, ngettext=ngettext, spoken=current_locale, languages=choices
    )
    filters = {
        "say": say_filter,
        "listed": lambda names: listed(list(names), translate),
        "cited": cited,
        "heading": heading,
        "day": day,
        "moment": moment,
        "number": lambda value: amount(format_decimal(value, "0.0")),
        "colour_name": lambda key: str(COLOURS[key]),
    }
    app.jinja_env.filters.update({name: uncached(say) for name, say in filters.items()}, amount=amount)


def uncached(say: Callable[[Any], str]) -> Callable[[Context, Any], str]:
    """Returns a filter that Jinja does not evaluate at compile time: that would fix the first screen's language."""

    @pass_context
    def filter_value(_context: Context, value: Any) -> str:
        return say(value)

    return filter_value


@dataclass(frozen=True)
class LocalePreference:
    """The language chosen on a device, if any, and the one its browser prefers."""

    chosen: str | None
    preferred: str


def locale_preference() -> LocalePreference:
    """Returns the preference of this request or, in a stream, of the request that opened it."""
    try:
        found: LocalePreference = g.locale_preference
    except AttributeError:
        chosen = request.cookies.get(COOKIE)
        found = g.locale_preference = LocalePreference(
            chosen if chosen in available_languages() else None, browser_language(available_languages())
        )
    return found


def current_locale() -> str:
    """Returns the locale of this screen: the device's choice, else the one from `set_default_locale`, else the
    browser's preference.
    """
    own, followed = locale_preference(), g.get("followed")
    return own.chosen or (followed if followed in available_languages() else own.preferred)


def set_default_locale(language: str) -> None:
    """Sets the locale for the rest of this request, unless the device has chosen one itself."""
    g.followed = language
    g.pop("catalogue", None)  # cached for the previous locale
    refresh()


def browser_language(languages: tuple[str, ...]) -> str:
    """Returns the first of the browser's languages that Herald supports, ignoring regions: en-GB is English, even if nl
    matches better."""
    wanted = (tag.lower().split("-")[0] for tag, quality in request.accept_languages if quality > 0)
    return next((language for language in wanted if language in languages), "en")


# --- words in templates -----------------------------------------------------------------------------------
# A screen translates about fifty texts. Flask-Babel would determine the locale for each text, and Jinja would
# copy its context in loops; both would take a fifth of a screen's render time.


class Translator(NamedTuple):
    """Everything that translation depends on: the catalog, the seat names and the game whose rulebook is cited."""

    words: NullTranslations
    names: tuple[str, ...]
    game: Game[Any] | None


_pinned_translator: ContextVar[Translator | None] = ContextVar("pinned_translator", default=None)


def pin_translator() -> Callable[[], None]:
    """Pins the translator for one render; returns a callable that unpins it."""
    return partial(_pinned_translator.reset, _pinned_translator.set(translator()))


def translator() -> Translator:
    """Returns the pinned translator, else the one for this request."""
    return _pinned_translator.get() or Translator(catalog(), g.get("names", ()), g.get("game"))


def catalog() -> NullTranslations:
    """Returns the message catalog for this request's locale."""
    if (speaking := _pinned_translator.get()) is not None:
        return speaking.words
    try:
        found: NullTranslations = g.catalogue
    except AttributeError:
        found = g.catalogue = catalog_in(CATALOGS, current_locale())
    return found


@cache
def catalog_in(folder: Path, language: str) -> NullTranslations:
    return Translations.load(folder, [language])


def gettext(message: str, /, **values: object) -> Markup:
    return _filled_in(catalog(), message) if not values else Markup(catalog().ugettext(message)) % escape_texts(values)


def ngettext(one: str, many: str, num: int, /, **values: object) -> Markup:
    return Markup(catalog().ungettext(one, many, num)) % escape_texts({"num": num, **values})


def escape_texts(values: dict[str, object]) -> dict[str, object]:
    return {name: amount(value) if isinstance(value, int) else value for name, value in values.items()}


@lru_cache(maxsize=4096)
def _filled_in(words: NullTranslations, message: str) -> Markup:
    return Markup(words.ugettext(message)) % {}


# --- sentences of the games -------------------------------------------------------------------------------


def translate(one: str, many: str, count: int) -> str:
    words = catalog()
    return str(words.ungettext(one, many, count) if many else words.ugettext(one))


def say_filter(value: Value | None) -> str:
    """Renders a text in this screen's locale, with the seat names at this table."""
    if value is None:
        return ""
    return value if isinstance(value, str) else _render_text(value, *translator()[:2])


@lru_cache(maxsize=4096)
def _render_text(value: Value, _words: NullTranslations, names: tuple[str, ...]) -> str:
    """Returns the translated text. Cached, since the latest event and the headline appear several times on every
    screen."""
    return render(value, names, translate)


def name_seats(names: tuple[str, ...]) -> None:
    """Sets the seat names for this request's table."""
    g.names = names


def set_game(game: Game[Any]) -> None:
    """Sets this request's game, whose rulebook is cited."""
    g.game = game


def cited(place: str | Text) -> str:
    """Returns the source of a rule or printed value: a place in the game's rulebook, or a text."""
    if not isinstance(place, str):
        return say_filter(place)
    game = translator().game
    return say_filter(game.cite(place, current_locale()) if game else rulebook(place)) if place else ""


def heading(place: str | Text) -> str:
    """Returns the printed heading above a place in the rulebook; empty if `cited` already shows it."""
    game = translator().game
    foreign = isinstance(place, str) and place[:2] != current_locale()
    return game.heading(str(place)) if game and foreign else ""


def decimal_sign() -> str:
    """Returns the decimal sign in this screen's locale."""
    return str(get_decimal_symbol(region()))


# --- days and times ---------------------------------------------------------------------------------------
# Stored times are UTC; people read the laptop's local time.


def region() -> str:
    """Returns the locale for dates and numbers. English follows British conventions, as the games' texts do."""
    return "en_GB" if current_locale() == "en" else current_locale()


def day(at: str) -> str:
    """Returns a date such as 1 Jan 2026, 1 jan 2026 or 01.01.2026."""
    return str(format_date(local(at), "medium", region()))


def short_day(at: str) -> str:
    """Returns a date without the year, for chart labels."""
    return str(format_skeleton("MMMd", local(at), locale=region()))


def moment(at: str) -> str:
    return str(format_time(local(at).time(), "short", locale=region()))


def local(at: str) -> datetime:
    return datetime.fromisoformat(at).astimezone()
