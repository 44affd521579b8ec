"""Alone on a laptop against bots: the board is in view without a tap."""

from __future__ import annotations

import pytest

from scoring.games import GAMES
from tests.browser.actors import Phone
from tests.browser.evening import Evening
from tests.games import one_for_all

LAPTOP = {"width": 1366, "height": 768}
# The boards in view, and whether all of them are right of the tasks and end above the window's edge.
BESIDE = """() => {
    const boards = [...document.querySelectorAll('#screen :is(.map-view, .castle, .lands, .islands)')]
        .map(e => e.getBoundingClientRect()).filter(box => box.width > 300);
    const bar = document.querySelector('.seat-bar').getBoundingClientRect();
    const fits = box => box.left >= bar.right - 1 && box.top >= 0 && box.bottom <= innerHeight;
    return boards.length === 1 && boards.every(fits);
}"""
SCROLLS = "() => document.documentElement.scrollWidth > innerWidth"


def seat_against_bots(evening: Evening, game: str) -> Phone:
    eve = evening.special_phone("Eve", viewport=LAPTOP, is_mobile=False, has_touch=False)
    eve.open("/static/postgame.js")
    eve.post(f"/against-bots/{game}")
    eve.sit_without_taps(eve.code)
    eve.open(f"/t/{eve.code}/me")
    return eve


@pytest.mark.parametrize("game", one_for_all(GAMES, lambda game: game == "lang-lebe"))
def test_board_is_beside_the_tasks_on_a_laptop(evening: Evening, game: str) -> None:
    eve = seat_against_bots(evening, game)
    eve.should_see("Start when you’re ready.")
    eve.should_not_see("Phone down")
    eve.tap("Start the game")
    eve.page.wait_for_function(BESIDE)
    assert not eve.page.evaluate(SCROLLS)
