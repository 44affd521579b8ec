"""What is vendored, for pages and for tests, is what its publishers released."""

import json
from hashlib import sha256
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parent.parent
FOLDERS = (CHECKOUT / "static" / "vendor", CHECKOUT / "tests" / "vendor")
Entry = dict[str, str]


def manifest(folder: Path) -> list[Entry]:
    found: list[Entry] = json.loads((folder / "MANIFEST.json").read_text(encoding="utf-8"))
    return found


VENDORED = [pytest.param(folder, entry, id=entry["file"]) for folder in FOLDERS for entry in manifest(folder)]


@pytest.mark.parametrize(("folder", "entry"), VENDORED)
def test_a_vendored_file_has_the_checksum_of_the_manifest(folder: Path, entry: Entry) -> None:
    assert sha256((folder / entry["file"]).read_bytes()).hexdigest() == entry["sha256"]


@pytest.mark.parametrize(("folder", "entry"), VENDORED)
def test_a_vendored_file_says_where_it_comes_from(folder: Path, entry: Entry) -> None:
    assert set(entry) == {"name", "version", "licence", "source", "file", "sha256"}
    assert entry["version"] in entry["file"]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)
def test_every_vendored_file_is_in_the_manifest(folder: Path) -> None:
    found = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert found == {"MANIFEST.json"} | {entry["file"] for entry in manifest(folder)}
