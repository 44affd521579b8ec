"""What is vendored is what its publishers released."""

import json
from hashlib import sha256
from pathlib import Path

import pytest

VENDOR = Path(__file__).parent.parent / "static" / "vendor"
MANIFEST = json.loads((VENDOR / "MANIFEST.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("entry", MANIFEST, ids=lambda entry: entry["file"])
def test_a_vendored_file_has_the_checksum_of_the_manifest(entry: dict[str, str]) -> None:
    assert sha256((VENDOR / entry["file"]).read_bytes()).hexdigest() == entry["sha256"]


@pytest.mark.parametrize("entry", MANIFEST, ids=lambda entry: entry["file"])
def test_a_vendored_file_says_where_it_comes_from(entry: dict[str, str]) -> None:
    assert set(entry) == {"name", "version", "licence", "source", "file", "sha256"}
    assert entry["version"] in entry["file"]


def test_every_vendored_file_is_in_the_manifest() -> None:
    found = {path.relative_to(VENDOR).as_posix() for path in VENDOR.rglob("*") if path.is_file()}
    assert found == {"MANIFEST.json"} | {entry["file"] for entry in MANIFEST}
