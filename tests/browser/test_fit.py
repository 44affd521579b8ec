"""Every moment of every game fits the table screen: nothing scrolls, is cut, covered or too small to be read."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from scoring.covers import COVERS
from scoring.replay import Story
from tests.browser.evening import Evening
from tests.browser.fitting import SIZES, is_turn, occasions, wrong_at
from tests.browser.looking import shot
from tests.browser.moments import brought
from tests.games import one_for_all
from tests.proof import LONG

# The start page shows all that was played at it.
OWN_SERVER = True

# Moments that do not fit yet, by game: "recording step, width". One that fits after all has to go from here.
KNOWN: dict[str, set[str]] = {}


def wrong_on(evening: Evening, story: Story, name: str) -> dict[str, list[str]]:
    """By size, what does not fit. Nobody has a phone: everybody is answered for here, which takes most room."""
    table, _ = brought(evening, story)
    found = {}
    for size in SIZES:
        found[f"{name}, {size[0]}"] = wrong_at(table.page, size, is_turn(story))
        shot(table.page, f"fit-{story.table.game.key}-{name.replace(' ', '-')}-{size[0]}")
    return found


@pytest.mark.long
@pytest.mark.parametrize("game", one_for_all(COVERS, lambda game: game == "royals"))
def test_every_moment_fits(evening: Evening, game: str) -> None:
    found: dict[str, list[str]] = {}
    for name, story in occasions(game, bool(LONG)).items():
        found |= wrong_on(evening, story, name)
    wrong = {where: said for where, said in found.items() if said}
    known = KNOWN.get(game, set()) & found.keys()
    assert [f"{where}: {one}" for where, said in wrong.items() if where not in known for one in said] == []
    assert known - wrong.keys() == set(), "these fit now"


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720)])
def test_five_games_are_above_the_fold_with_a_table_that_goes_on(evening: Evening, size: tuple[int, int]) -> None:
    """There is room for five; where there are more, the page scrolls to them."""
    brought(evening, next(iter(occasions("royals", False).values())))
    table = evening.table_screen()
    table.opens("/")
    table.page.set_viewport_size({"width": size[0], "height": size[1]})
    expect(table.page.locator(".goes-on")).to_be_visible()
    tiles = table.page.locator(".game-tile")
    expect(tiles).to_have_count(len(COVERS))
    for tile in tiles.all()[:5]:
        box = tile.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= size[1]
