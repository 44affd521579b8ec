"""The README shows a small picture of every game's table screen and phone."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from scoring.games import GAMES
from tests.games import shipped_games

ROOT = Path(__file__).parent.parent
LARGEST = 120_000


@pytest.mark.parametrize(("game", "kind"), list(product(shipped_games(), ("table", "phone"))))
def test_readme_has_a_small_picture_of_every_game(game: str, kind: str) -> None:
    picture, readme = f"docs/{game}-{kind}.webp", (ROOT / "README.md").read_text(encoding="utf-8")
    missing = f"take the pictures with `python -m tests.pictures`, and show {picture} in the README"
    if GAMES[game].title not in readme:
        pytest.skip(f"the README does not name {GAMES[game].title} yet: {missing}")
    assert (ROOT / picture).is_file(), missing
    assert f'src="{picture}"' in readme, missing
    assert 5_000 < (ROOT / picture).stat().st_size < LARGEST
