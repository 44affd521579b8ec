"""Starts a new game as a copy of the sample game: `python -m tests.new_game KEY "Title" 2-4`.

Copies rules, templates, style, tests and recordings under the new name. Adds the game to `scoring/game_info.py` and its
sentences to the catalogues, so `./check --fast` passes at once. Then change it, file by file, into your game.
"""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from companion.translations.__main__ import FOLDER, TEMPLATE, as_po, bring_up_to_date, gathered
from tests.sample_game.info import ABOUT

CHECKOUT = Path(__file__).parent.parent
MODEL = CHECKOUT / "tests" / "sample_game"
GAME_INFO_FILE = CHECKOUT / "scoring" / "game_info.py"
# Player counts for which the sample game has recordings.
MODELS_PLAYERS = range(2, 5)
USAGE = 'Usage: python -m tests.new_game KEY "Title" LOW-HIGH, such as: castle-keep "Castle Keep" 2-4'


def main(words: list[str]) -> int:
    if len(words) != 3 or not re.fullmatch(r"[a-z]+(-[a-z]+)*", words[0]) or not players_in(words[2]):
        print(USAGE, file=sys.stderr)
        return 1
    key, title, players = words[0], words[1], players_in(words[2])
    if (CHECKOUT / "scoring" / key.replace("-", "_")).exists():
        print(f"There is a game called {key} already.", file=sys.stderr)
        return 1
    made = copy_game(key, title, players)
    enter_info(key, title, players)
    sort_and_format(made)
    if [number for number in players if number not in MODELS_PLAYERS]:
        subprocess.run([sys.executable, "-m", "tests.recorder"], cwd=CHECKOUT, check=True)
    enter_words()
    for path in made:
        print(path.relative_to(CHECKOUT))
    print("Now run ./check --fast, and then change it file by file: CONTRIBUTING.md says in which order.")
    return 0


def players_in(words: str) -> range:
    """Parses `2-4` as a range; empty if the text is not a range of player counts."""
    found = re.fullmatch(r"([1-9])-([1-9])", words)
    return range(int(found[1]), int(found[2]) + 1) if found else range(0)


def copy_game(key: str, title: str, players: range) -> list[Path]:
    """Copies the sample game's files under the new name, with only the recordings for these player counts."""
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
            recorded = path.suffix == ".jsonl" and int(path.name.partition("-")[0])
            if path.is_file() and "__pycache__" not in path.parts and (not recorded or recorded in players):
                target = place / path.relative_to(source) if source.is_dir() else place
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(rename_text(path.read_text(encoding="utf-8"), key, title, players), encoding="utf-8")
                made.append(target)
    return made


def sort_and_format(made: list[Path]) -> None:
    """Sorts imports and reformats: new names change import order and line lengths."""
    files = [str(path) for path in (*made, GAME_INFO_FILE) if path.suffix == ".py"]
    for step in (["check", "--select=I", "--fix"], ["format"]):
        subprocess.run([sys.executable, "-m", "ruff", *step, "--quiet", *files], check=True)


def rename_text(text: str, key: str, title: str, players: range) -> str:
    folder = key.replace("-", "_")
    words = {
        "tests.sample_game.rules": f"scoring.{folder}",
        "tests.sample_game.checks": f"tests.{folder}",
        "tests.sample_game.info": "scoring.game_info",
        "MODEL": folder.upper(),
        "Model": "".join(part.capitalize() for part in key.split("-")),
        "Jewels:": f"{title}:",
        "Jewels,": f"{title},",
        '"model/': f'"{folder}/',
        "model-": f"{key}-",
        '"model"': f'"{key}"',
        '"2-single-winner"': f'"{players[0]}-single-winner"',
    }
    return re.sub("|".join(map(re.escape, words)), lambda found: words[found[0]], text)


def enter_info(key: str, title: str, players: range) -> None:
    """Adds the game to the list in `scoring/game_info.py`."""
    folder = key.replace("-", "_")
    name = json.dumps(title, ensure_ascii=False)
    line = f'{folder.upper()} = GameInfo("{key}", {name}, {players}, "{folder}", T("{ABOUT}"))\n'
    text = GAME_INFO_FILE.read_text(encoding="utf-8")
    place = text.index("\nGAME_INFOS")
    GAME_INFO_FILE.write_text(text[:place] + line + text[place:], encoding="utf-8")


def enter_words() -> None:
    """Adds the sample game's sentences to the catalogue of every language it is translated to."""
    now = gathered(CHECKOUT)
    (FOLDER / TEMPLATE).write_bytes(as_po(now))
    for path in sorted(FOLDER.glob("*/LC_MESSAGES/messages.po")):
        language = path.parent.parent.name
        bring_up_to_date(path, language, now)
        theirs = MODEL / "words" / f"{language}.po"
        if theirs.exists():
            path.write_bytes(as_po(fill_catalogue(path, theirs, language), omit_header=False))
            bring_up_to_date(path, language, now)


def fill_catalogue(path: Path, theirs: Path, language: str) -> Catalog:
    """Returns the catalogue, with missing translations taken from the sample game's."""
    catalogue = read_po(io.BytesIO(path.read_bytes()), language)
    for message in read_po(io.BytesIO(theirs.read_bytes()), language):
        here = catalogue.get(message.id) if message.id else None
        if here is not None and not (any(here.string) if isinstance(here.string, tuple) else here.string):
            here.string = message.string
    return catalogue


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
