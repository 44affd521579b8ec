"""Extracts messages for translators: `python -m companion.translations [LANGUAGE]` in a checkout.

Writes all messages of the code and the templates to messages.pot, then updates and compiles each catalog. A named
language without a catalog gets a new, empty one: `… nl` starts a Dutch one.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

FOLDER = Path(__file__).parent
CHECKOUT = FOLDER.parent.parent
TEMPLATE = "messages.pot"
SOURCES = {"scoring/**/*.py": "python", "companion/**/*.py": "python", "templates/**/*.html": "jinja2"}
# T and TN mark the messages of the rules (scoring.words); the others are Flask-Babel's.
KEYWORDS: dict[str, tuple[int, ...] | None] = {
    "T": None,
    "TN": (1, 2),
    "_": None,
    "gettext": None,
    "ngettext": (1, 2),
    "lazy_gettext": None,
}
OPTIONS = {"trimmed": "true", "silent": "false"}
# Babel writes a date into every catalog, which would change with every run.
ALWAYS = datetime(2026, 1, 1, tzinfo=UTC)


def main(words: list[str]) -> int:
    if not (CHECKOUT / "templates").is_dir():
        print("Words are gathered in a checkout of Herald: this is an installed one.", file=sys.stderr)
        return 1
    try:
        wanted = [str(Locale.parse(word)) for word in words]
    except (UnknownLocaleError, ValueError):
        print("Name languages by their short names, such as nl or de.", file=sys.stderr)
        return 1
    words_now = gathered(CHECKOUT)
    (FOLDER / TEMPLATE).write_bytes(as_po(words_now))
    for language in sorted({*wanted, *(path.parent.parent.name for path in FOLDER.glob("*/LC_MESSAGES/*.po"))}):
        bring_up_to_date(FOLDER / language / "LC_MESSAGES" / "messages.po", language, words_now)
    return 0


def gathered(checkout: Path) -> Catalog:
    """Returns all messages in the sources, with the files they occur in."""
    words = Catalog(project="Herald", charset="utf-8", creation_date=ALWAYS)
    for path, method in sources(checkout):
        for _line, message, comments, context in extract_from_file(method, path, KEYWORDS, options=OPTIONS):
            where = [(path.relative_to(checkout).as_posix(), 1)]
            words.add(message, locations=where, auto_comments=comments, context=context)
    return words


def sources(checkout: Path) -> Iterator[tuple[Path, str]]:
    for pattern, method in SOURCES.items():
        for path in sorted(checkout.glob(pattern)):
            yield path, method


def as_po(words: Catalog, omit_header: bool = True) -> bytes:
    """Returns the catalog sorted, without line numbers or dates, so that the file only changes with its messages."""
    written = io.BytesIO()
    write_po(written, words, width=110, sort_output=True, omit_header=omit_header, include_lineno=False)
    return written.getvalue()


def bring_up_to_date(path: Path, language: str, words: Catalog) -> None:
    catalogue = Catalog(language, project="Herald", charset="utf-8")
    if path.exists():
        catalogue = read_po(io.BytesIO(path.read_bytes()), language)
    catalogue.update(words, no_fuzzy_matching=True, update_creation_date=False)
    catalogue.obsolete.clear()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(as_po(catalogue, omit_header=False))
    with path.with_suffix(".mo").open("wb") as file:
        write_mo(file, catalogue)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
