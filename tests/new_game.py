"""Begins a new game as a copy of the model: `python -m tests.new_game KEY "Title" 2-4`.

Rules, templates, style, tests and recordings go to their places under the new name, the cover is entered in
`scoring/covers.py`, and the sentences are in the catalogues: `./check --fast` passes at once. Then change it, file by
file, into the game it is to be.
"""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from companion.translations.__main__ import FOLDER, TEMPLATE, as_po, bring_up_to_date, gathered

CHECKOUT = Path(__file__).parent.parent
MODEL = CHECKOUT / "tests" / "model"
USAGE = 'Usage: python -m tests.new_game KEY "Title" LOW-HIGH, such as: castle-keep "Castle Keep" 2-4'


def main(words: list[str]) -> int:
    if len(words) != 3 or not re.fullmatch(r"[a-z]+(-[a-z]+)*", words[0]) or not re.fullmatch(r"\d-\d", words[2]):
        print(USAGE, file=sys.stderr)
        return 1
    key, title, players = words
    if (CHECKOUT / "scoring" / key.replace("-", "_")).exists():
        print(f"There is a game called {key} already.", file=sys.stderr)
        return 1
    for path in copied(key, title):
        print(path.relative_to(CHECKOUT))
    enter_cover(key, title, players)
    enter_words()
    print("Now run ./check --fast, and then change it file by file: CONTRIBUTING.md says in which order.")
    return 0


def copied(key: str, title: str) -> list[Path]:
    """The model's files, each at its place under the new name."""
    folder, made = key.replace("-", "_"), []
    places = {
        "rules": CHECKOUT / "scoring" / folder,
        "templates": CHECKOUT / "templates" / folder,
        "checks": CHECKOUT / "tests" / folder,
        "style.css": CHECKOUT / "static" / f"{folder}.css",
    }
    for name, place in places.items():
        source = MODEL / name
        for path in sorted(source.rglob("*")) if source.is_dir() else [source]:
            if path.is_file() and "__pycache__" not in path.parts:
                target = place / path.relative_to(source) if source.is_dir() else place
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(renamed(path.read_text(encoding="utf-8"), key, title), encoding="utf-8")
                made.append(target)
    return made


def renamed(text: str, key: str, title: str) -> str:
    folder = key.replace("-", "_")
    words = {
        "tests.model.rules": f"scoring.{folder}",
        "tests.model.checks": f"tests.{folder}",
        "tests.model.cover": "scoring.covers",
        "MODEL": folder.upper(),
        "Model": "".join(part.capitalize() for part in key.split("-")),
        "Jewels:": f"{title}:",
        "Jewels,": f"{title},",
        '"model/': f'"{folder}/',
        "model-": f"{key}-",
        '"model"': f'"{key}"',
    }
    return re.sub("|".join(map(re.escape, words)), lambda found: words[found[0]], text)


def enter_cover(key: str, title: str, players: str) -> None:
    """One line in the list of games."""
    path, folder = CHECKOUT / "scoring" / "covers.py", key.replace("-", "_")
    low, high = map(int, players.split("-"))
    line = f'{folder.upper()} = Cover("{key}", "{title}", range({low}, {high + 1}), "{folder}")\n'
    text = path.read_text(encoding="utf-8")
    place = text.index("\nCOVERS")
    path.write_text(text[:place] + line + text[place:], encoding="utf-8")


def enter_words() -> None:
    """The model's sentences, in every language it is translated to."""
    now = gathered(CHECKOUT)
    (FOLDER / TEMPLATE).write_bytes(as_po(now))
    for path in sorted(FOLDER.glob("*/LC_MESSAGES/messages.po")):
        language = path.parent.parent.name
        bring_up_to_date(path, language, now)
        theirs = MODEL / "words" / f"{language}.po"
        if theirs.exists():
            path.write_bytes(as_po(filled(path, theirs, language), omit_header=False))
            bring_up_to_date(path, language, now)


def filled(path: Path, theirs: Path, language: str) -> Catalog:
    """The catalogue, with what it lacks taken from the model's."""
    catalogue = read_po(io.BytesIO(path.read_bytes()), language)
    for message in read_po(io.BytesIO(theirs.read_bytes()), language):
        here = catalogue.get(message.id) if message.id else None
        if here is not None and not (any(here.string) if isinstance(here.string, tuple) else here.string):
            here.string = message.string
    return catalogue


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
