"""Whole games as they were recorded: together they show the rarer things of the rulebook, over all five rounds."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from scoring.chronicle import chronicle
from scoring.kernel import BoxFilled
from scoring.recording import load
from scoring.replay import Story
from scoring.roses.planning import PlansRevealed
from scoring.table import fold
from tests.endings import ends

FILES = sorted((Path(__file__).parent / "recorded").glob("*.jsonl"))


@cache
def story(path: Path) -> Story:
    return load(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_recording_goes_over_five_rounds_and_shows_what_it_is_named_after(path: Path) -> None:
    whole = story(path)
    players, _, way = path.stem.partition("-")
    assert int(players) == len(whole.table.seats)
    assert way in ends(whole)
    assert sum(isinstance(record.event, PlansRevealed) for record in whole.live) == 5


def test_together_they_show_the_rarer_things() -> None:
    shown = set().union(*(ends(story(path)) for path in FILES))
    wanted = {"neutralised", "noble-bribed-twice", "short-purse", "french-aid", "empty-area", "house-tie", "final-tie"}
    assert wanted | {"aid-bid", "no-king", "cards-drawn"} <= shown
    assert {len(story(path).table.seats) for path in FILES} == {2, 3, 4}


# Of them, some make plans resolve in fewer steps than were shown, some leave a paid seat without points.
PUT_RIGHT = [
    (f"{what}.{area}", value)
    for area in ("north", "wales", "south-east")
    for what, value in (("value.noble", ""), ("value.noble", "9"), ("income.bishop", "9"), ("income.ship", "9"))
]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_finished_game_can_be_told_with_a_printed_number_put_right(path: Path) -> None:
    whole = story(path)
    for field, value in PUT_RIGHT:
        for key in (f"{field}.1", f"{field}.2") if "noble" in field else (field,):
            assert chronicle(replace(whole, table=fold(whole.table, BoxFilled(key, value)))).moments
