"""Every moment of every game fits the table screen: nothing scrolls, is cut, covered or too small to read."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from scoring.game_info import GAME_INFOS
from scoring.replay import Projection
from scoring.words import render
from tests.browser.accessibility import shot
from tests.browser.evening import Evening
from tests.browser.fitting import SIZES, is_turn, occasions, wrong_at
from tests.browser.moments import import_game, moments, recorded_game, stages
from tests.browser.prepared import TABLE, set_out
from tests.games import one_for_all
from tests.release_gates import LONG

# The start page lists everything played on this server.
OWN_SERVER = True
# Number of games that fit on the start page without scrolling.
ROOM = 5

# Moments that do not fit yet, by game: "recording step, width". Remove an entry as soon as it fits.
KNOWN: dict[str, set[str]] = {}


def wrong_on(evening: Evening, projection: Projection, name: str) -> dict[str, list[str]]:
    """Returns everything that does not fit, by size. Without phones, entries for all seats take the most room."""
    table, _ = import_game(evening, projection)
    found = {}
    for size in SIZES:
        found[f"{name}, {size[0]}"] = wrong_at(table.page, size, is_turn(projection))
        shot(table.page, f"fit-{projection.table.game.key}-{name.replace(' ', '-')}-{size[0]}")
    return found


@pytest.mark.long
@pytest.mark.parametrize("game", one_for_all(GAME_INFOS, lambda game: game == "royals"))
def test_every_moment_fits(evening: Evening, game: str) -> None:
    found: dict[str, list[str]] = {}
    for name, projection in occasions(game, bool(LONG)).items():
        found |= wrong_on(evening, projection, name)
    wrong = {where: said for where, said in found.items() if said}
    known = KNOWN.get(game, set()) & found.keys()
    assert [f"{where}: {one}" for where, said in wrong.items() if where not in known for one in said] == []
    assert known - wrong.keys() == set(), "these fit now"


@pytest.mark.parametrize("size", SIZES)
def test_start_page_does_not_scroll_with_running_tables(evening: Evening, size: tuple[int, int]) -> None:
    """There is room for five games; with more, the page scrolls."""
    told = occasions("royals", False).values()
    ended = next(projection for projection in told if projection.table.standings is not None)
    for projection in (*list(told)[:2], ended):
        import_game(evening, projection)
    table = evening.table_screen()
    table.open("/")
    table.page.set_viewport_size({"width": size[0], "height": size[1]})
    expect(table.page.locator(".goes-on")).to_be_visible()
    expect(table.summary("Past games")).to_be_visible()
    assert len(GAME_INFOS) > ROOM or table.page.evaluate("document.documentElement.scrollHeight") <= size[1]
    tiles = table.page.locator(".game-tile")
    expect(tiles).to_have_count(len(GAME_INFOS))
    for tile in tiles.all()[:ROOM]:
        box = tile.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= size[1]


def test_lobby_with_free_seats_and_an_unread_box_fits(evening: Evening) -> None:
    table = evening.table_screen()
    table.open_without_taps("lang-lebe", box="new")
    evening.seated(table, "Anna", "Ben", "Carla")
    table.open(table.path)
    table.tap(table.button(re.compile("^Just the hard parts")))
    expect(table.button("Start the game")).to_be_visible()
    assert {size: found for size in SIZES if (found := wrong_at(table.page, size, False))} == {}


def test_dice_of_a_dispute_are_left_aligned(evening: Evening) -> None:
    rolled = (projection for projection in moments("lang-lebe") if len(dispute_of(projection)) > 2)
    table, _ = import_game(evening, next(rolled))
    for size in SIZES:
        table.page.set_viewport_size({"width": size[0], "height": size[1]})
        pairs = table.page.locator(".stage-side .rolls .pairs")
        assert len({box["x"] for one in pairs.all() if (box := one.bounding_box())}) == 1, size


def dispute_of(projection: Projection) -> tuple[object, ...]:
    """Returns the latest round of a dispute: everybody's cards and dice, as far as they are known."""
    found = getattr(projection.table.game.view(projection.table.state, None), "dispute", None)
    return found.rounds[-1] if found and found.rounds else ()


def test_island_out_of_play_is_dim_beside_a_lit_area(evening: Evening) -> None:
    table, *_ = set_out(evening, TABLE)
    expect(table.page.locator(".map-view.has-lit")).to_be_visible()
    opacity = "e => Number(getComputedStyle(e).opacity)"
    man, wigemor = (
        table.page.locator(f'.land[data-key="land-{area}"]').evaluate(opacity) for area in ("man", "wigemor")
    )
    assert man < wigemor


# Number of lines, and whether all of them start to the right of the arms.
LINES = """headline => {
    const words = document.createRange();
    words.selectNodeContents(headline.lastChild);
    const lines = [...words.getClientRects()];
    const arms = headline.closest('.stage-head').querySelector('.coat').getBoundingClientRect();
    return [lines.length, lines.every(line => line.left >= arms.right)];
}"""


def test_both_lines_of_a_headline_start_beside_the_arms(evening: Evening) -> None:
    table, _ = import_game(evening, max(moments("lang-lebe"), key=headline_of_one))
    assert table.page.locator(".headline").evaluate(LINES) == [2, True]


def headline_of_one(projection: Projection) -> int:
    """Length of the headline if it names the only awaited player, otherwise 0."""
    view = projection.table.game.view(projection.table.state, None)
    said = render(view.headline, projection.table.names)
    return len(said) if len(view.waiting_for) == 1 and projection.table.names[view.waiting_for[0]] in said else 0


def test_to_do_line_uses_the_full_width_of_a_narrow_card(evening: Evening) -> None:
    checks = (
        projection for projection in stages(recorded_game("roses/recorded/2-empty-area.jsonl")) if is_check(projection)
    )
    table, _ = import_game(evening, next(checks))
    for width, height in SIZES:
        table.page.set_viewport_size({"width": width, "height": height})
        line, card = (table.page.locator(one).first.bounding_box() for one in (".now li", ".now"))
        assert line
        assert card
        assert line["width"] > card["width"] * 0.8, width


def is_check(projection: Projection) -> bool:
    """True if the board is being checked beside a to-do list."""
    view = projection.table.game.view(projection.table.state, None)
    return view.to_check and bool(view.to_do)
