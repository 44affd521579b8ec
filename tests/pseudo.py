"""A pseudo-language that puts every sentence in brackets; text without brackets on a page is not translatable."""

from __future__ import annotations

import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from companion.translations.__main__ import CHECKOUT, gathered

LANGUAGE = "nl"
OPEN, CLOSE = "⟦", "⟧"
READ_ALOUD = ("aria-label", "title", "placeholder", "alt", "content", "data-confirm", "aria-description")


def bracketed(message: str) -> str:
    return f"{OPEN}{message}{CLOSE}"


def write_catalogue(folder: Path) -> None:
    """Writes translations/<language>/LC_MESSAGES/messages.mo below `folder`, which stands in for the package."""
    path = folder / "translations" / LANGUAGE / "LC_MESSAGES" / "messages.mo"
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_mo(file, catalogue())


@cache
def all_words() -> Catalog:
    """All translatable messages. Cached because extraction takes one to two seconds."""
    return gathered(CHECKOUT)


@cache
def catalogue() -> Catalog:
    said = Catalog(LANGUAGE)
    for message in all_words():
        if isinstance(message.id, str):
            said.add(message.id, bracketed(message.id))
        else:
            one, many = message.id
            said.add((one, many), (bracketed(one), bracketed(many)))
    return said


# Not in the screen's language: code, and headings quoted as the rulebook prints them.
SKIPPED = ("script", "style", "q")


class Words(HTMLParser):
    """Collects the visible and spoken text of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.pieces: list[str] = []
        self._silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._silent += tag in SKIPPED
        if tag != "meta":
            self.pieces += [value for name, value in attrs if name in READ_ALOUD and value]

    def handle_endtag(self, tag: str) -> None:
        self._silent -= tag in SKIPPED

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.pieces.append(data)


def words_on(html: str) -> str:
    reader = Words()
    reader.feed(html)
    return " ".join(" ".join(reader.pieces).split())


def not_in_brackets(words: str) -> str:
    """Returns the text outside all brackets: names, numbers and anything written without gettext."""
    while (fewer := re.sub(rf"{OPEN}[^{OPEN}{CLOSE}]*{CLOSE}", " ", words)) != words:
        words = fewer
    return " ".join(words.split())
