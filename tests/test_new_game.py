"""Copying the sample game under a new name gives a complete game."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from scoring.game_info import GAME_INFOS
from tests import new_game

CHECKOUT = Path(__file__).parent.parent
PARTS = (".ci", "companion", "scoring", "static", "templates", "tests")
FILES = (
    "pyproject.toml",
    "README.md",
    "CONTRIBUTING.md",
    "play",
    "check",
    "requirements.txt",
    "requirements-test.txt",
    "docs/api.md",
)
# A test file that contains one of these words covers all games.
OF_ALL_GAMES = ("scoring.games", "scoring.game_info", "tests.games", "test_every_game")
# Deselects tests about one of the existing games.
ABOUT_IT = f"castle or not ({' or '.join(sorted({name for c in GAME_INFOS.values() for name in (c.key, c.folder)}))})"


def shared_tests() -> list[str]:
    """Returns the copy's own tests, and every test file that covers all games without a browser."""
    found = sorted(
        path for part in ("", "web", "release_gates") for path in (CHECKOUT / "tests" / part).glob("test_*.py")
    )
    looking = (path for path in found if any(word in path.read_text(encoding="utf-8") for word in OF_ALL_GAMES))
    return ["tests/castle_keep", *(str(path.relative_to(CHECKOUT)) for path in looking if path != Path(__file__))]


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A separate checkout with the new game in it."""
    copy = tmp_path_factory.mktemp("checkout")
    for name in PARTS:
        shutil.copytree(CHECKOUT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__", "shots", "failures"))
    (copy / "docs").mkdir()
    for name in FILES:
        shutil.copy(CHECKOUT / name, copy / name)
    made = run(copy, "-m", "tests.new_game", "castle-keep", "Castle Keep", "2-4")
    assert made.returncode == 0, made.stderr
    return copy


def run(checkout: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *words], cwd=checkout, capture_output=True, text=True, timeout=1200)


@pytest.mark.repeats
@pytest.mark.parametrize("which", ["not repeats", "repeats"])
def test_copy_of_the_sample_game_passes_the_shared_tests(checkout: Path, which: str) -> None:
    kinds = ("-m", f"not browser and {which}", "-k", ABOUT_IT)
    tests = run(checkout, "-m", "pytest", "-q", "-n", "2", "-p", "no:cacheprovider", *kinds, *shared_tests())
    assert tests.returncode == 0, tests.stdout[-3000:]
    assert " passed" in tests.stdout


def test_copied_files_pass_the_linters(checkout: Path) -> None:
    for step in (["check"], ["format", "--check"]):
        checked = run(checkout, "-m", "ruff", *step, "scoring/castle_keep", "tests/castle_keep", "scoring/game_info.py")
        assert checked.returncode == 0, checked.stdout


def test_copy_does_not_keep_the_name_of_the_sample_game(checkout: Path) -> None:
    """Except in the score sheet row that counts jewels."""
    for folder in ("scoring", "templates", "tests"):
        for path in (checkout / folder / "castle_keep").rglob("*.*"):
            if path.suffix in (".py", ".html", ".jsonl"):
                text = path.read_text(encoding="utf-8").replace('T("Jewels")', "")
                assert re.findall(r"Jewels|\bmodel\b|Model", text) == [], path


def test_only_the_game_list_and_the_catalogues_change(checkout: Path) -> None:
    changed = {
        path.relative_to(checkout).as_posix()
        for name in PARTS
        for path in (checkout / name).rglob("*")
        if path.is_file()
        and "__pycache__" not in path.parts
        and (CHECKOUT / path.relative_to(checkout)).is_file()
        and path.read_bytes() != (CHECKOUT / path.relative_to(checkout)).read_bytes()
    }
    assert {path for path in changed if not path.startswith("companion/translations/")} == {"scoring/game_info.py"}


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["castle"],
        ["Castle", "Castle", "2-4"],
        ["castle", "Castle", "two"],
        ["castle", "Castle", "4-2"],
        ["saga", "Saga", "2-4"],
    ],
)
def test_invalid_game_name_is_refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert new_game.main(words) == 1
    assert capsys.readouterr().err
