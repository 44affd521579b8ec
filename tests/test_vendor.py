"""Vendored files, for pages and for tests, are the published ones."""

import json
import re
from hashlib import sha256
from pathlib import Path

import pytest

from tests.fonts import LATIN, USUAL

CHECKOUT = Path(__file__).parent.parent
FOLDERS = (CHECKOUT / "static" / "vendor", CHECKOUT / "tests" / "vendor")
Entry = dict[str, str]


def manifest(folder: Path) -> list[Entry]:
    found: list[Entry] = json.loads((folder / "MANIFEST.json").read_text(encoding="utf-8"))
    return found


VENDORED = [pytest.param(folder, entry, id=entry["file"]) for folder in FOLDERS for entry in manifest(folder)]


@pytest.mark.parametrize(("folder", "entry"), VENDORED)
def test_vendored_file_has_the_checksum_of_the_manifest(folder: Path, entry: Entry) -> None:
    assert sha256((folder / entry["file"]).read_bytes()).hexdigest() == entry["sha256"]


@pytest.mark.parametrize(("folder", "entry"), VENDORED)
def test_vendored_file_names_its_source(folder: Path, entry: Entry) -> None:
    assert set(entry) == {"name", "version", "licence", "source", "file", "sha256"}
    assert entry["version"] in entry["file"]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)
def test_every_vendored_file_is_in_the_manifest(folder: Path) -> None:
    found = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert found == {"MANIFEST.json"} | {entry["file"] for entry in manifest(folder)}


def test_our_languages_need_only_the_first_file_of_each_face() -> None:
    """The second file is loaded only for names with letters that our texts never use."""
    catalogues = CHECKOUT.glob("companion/translations/*/LC_MESSAGES/*.po")
    said = [line for path in catalogues for line in path.read_text(encoding="utf-8").splitlines() if line[:3] == "msg"]
    letters = {letter for line in said for letter in re.sub(r"%\(\w+\)\w|\{\w+\}|\\[\\n\"]", "", line)}
    assert {letter for letter in letters if letter.isalnum() and ord(letter) not in USUAL} == set()


def test_stylesheet_lists_the_letters_of_the_second_file() -> None:
    style = (CHECKOUT / "static" / "herald.css").read_text(encoding="utf-8")
    ranges = set(re.findall(r"unicode-range: ([^;]+);", style))
    assert len(ranges) == 1
    ends = [part.split("-") for part in ranges.pop().replace("U+", "").split(", ")]
    covered = {code for part in ends for code in range(int(part[0], 16), int(part[-1], 16) + 1)}
    assert covered == LATIN - USUAL
