"""Every prompt is in view without scrolling, on every phone; `test_for_everybody.py` checks one of them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import expect

from scoring.game_info import GAME_INFOS
from scoring.replay import Projection, replay
from tests.browser.above_fold import below, waiting
from tests.browser.accessibility import resized
from tests.browser.evening import Evening
from tests.browser.moments import beginning, contested_election, import_game, moments
from tests.browser.prepared import open_dispute
from tests.games import one_for_all

SIDEWAYS = {"width": 844, "height": 390}


def with_a_box(projection: Projection) -> Projection:
    """Returns the game with a physical box, which has a to-do list; without a box it is collapsed."""
    opened, *rest = projection.records
    return replay([replace(opened, event=replace(opened.event, example=False)), *rest])  # type: ignore[call-arg,type-var]


def found_at(evening: Evening, projection: Projection) -> list[str]:
    _, phones = import_game(evening, with_a_box(projection), *range(len(projection.table.seats)))
    phase = type(projection.table.state.phase).__name__
    return [
        f"{phase} at {projection.seq}, seat {phone.seat}, {said}"
        for phone in phones
        for said in below(phone, phone.seat in waiting(projection))
    ]


@pytest.mark.repeats
@pytest.mark.parametrize("game", GAME_INFOS)
def test_every_prompt_is_above_the_fold(evening: Evening, game: str) -> None:
    assert [said for projection in (beginning(game), *moments(game)) for said in found_at(evening, projection)] == []


def test_stake_and_dice_are_in_view_on_a_phone_on_its_side(evening: Evening) -> None:
    _, anna, *others = open_dispute(evening, "Anna")
    with resized(anna.page, SIDEWAYS):
        for key in (*anna.page.locator(".playing-card .step").all(), anna.button("Seal my stake")):
            expect(key).to_be_in_viewport(ratio=1)
        anna.seal(x1=1)
        for phone in others:
            phone.submit("seal-stake", x1=1)
        for face in anna.page.locator(".faces").first.locator("button").all():
            expect(face).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("players", one_for_all([3, 4, 5], lambda players: players == 5))
def test_election_with_contested_areas_is_above_the_fold(evening: Evening, players: int) -> None:
    assert found_at(evening, contested_election(players)) == []
