"""Royals with five seats and long names: titles of a new box, numbers in tables, the to-do list beside the board."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from playwright.sync_api import expect

from scoring.kernel import Rng
from scoring.printed_values import PrintedValues
from scoring.replay import Projection, Record, apply_record
from scoring.reveal_phases import ConfirmBoard
from scoring.royals import GAME
from scoring.royals.components import CITIES, EXAMPLE, NAMES_TO_TAP, TITLES, name_key
from scoring.royals.epoch import EndEpoch, EndTurn, Scoring
from scoring.royals.titles import ConfirmTitles, Titles
from scoring.royals.turn import ChooseStartPlayer
from scoring.royals.turn import TakePosition as Take
from scoring.table import Actor, decide_with, new_table
from scoring.table_events import GameStarted, SeatTaken
from tests.browser.above_fold import SMALL
from tests.browser.accessibility import OPEN_ALL, findings, resized, shot
from tests.browser.evening import Evening
from tests.browser.moments import LONG_NAMES, import_game
from tests.browser.screen import Screen

COLOURS = ("black", "white", "grey", "purple", "orange")
SIZES = {"phone": ((320, 640), (390, 844)), "table": ((1280, 800), (1920, 1080))}
LONG_CITIES = {name_key(city): "Hochfürstlichbischofsburg"[:24] for city in CITIES}
RNG = Rng(random.Random(1))
AT = "2026-01-01T20:00:00+00:00"
ROUND = (
    ("Spain.1.a", "Spain.2.a", "Spain.3.a", "Spain.4.a", "France.1.a"),
    ("Britain.1.a", "Britain.2.a", "Britain.3.a", "Spain.1.a"),
    ("France.1.a", "France.2.a", "France.3.a", "France.4.a", "France.5.a"),
    ("German-States.1.a", "German-States.2.a", "German-States.3.a", "German-States.4.a", "France.5.a"),
    ("Spain.1.a", "Spain.2.b", "France.1.a", "France.1.b", "German-States.3.b", "Britain.1.a"),
)

# --- stages ------------------------------------------------------------------------------------------------


def new_game(box: PrintedValues) -> Projection:
    projection = apply_record(
        None, Record(1, AT, None, "open", new_table(GAME, {"follow": "moves"}, box, example=False))
    )
    for number, name in enumerate(LONG_NAMES[:5]):
        projection = with_events(projection, [SeatTaken(number + 1, name, COLOURS[number])])
    return with_events(projection, [GameStarted()])


def with_events(projection: Projection, events: list[Any]) -> Projection:
    action = f"ask-{projection.seq}"
    for event in events:
        projection = apply_record(projection, Record(projection.seq + 1, AT, None, action, event))
    return projection


def with_actions(projection: Projection, *actions: Any, printed_values: Mapping[str, str] | None = None) -> Projection:
    for action in actions:
        seat = projection.table.state.turn or 0
        projection = with_events(
            projection, decide_with(projection.table, Actor(seat), seat, action, printed_values or {}, RNG)
        )
    return projection


def set_up() -> Projection:
    return new_game({**EXAMPLE, **LONG_CITIES})


def own_box() -> Projection:
    return with_actions(new_game({}), ChooseStartPlayer(0))


def own_box_scoring() -> Projection:
    projection = own_box()
    for n, city in enumerate(CITIES):
        numbers = {f"title.{city}.a": "Princess", f"city.{city}": "12"}
        projection = with_actions(projection, Take(f"{city}.a"), printed_values=numbers)
        projection = with_actions(projection, EndTurn() if n < len(CITIES) - 1 else EndEpoch())
    return projection


def mid_game() -> Projection:
    projection = with_actions(set_up(), ChooseStartPlayer(0))
    for positions in ROUND[:-1]:
        projection = with_actions(projection, *map(Take, positions), EndTurn())
    return with_actions(projection, *map(Take, ROUND[-1]))


def scoring() -> Projection:
    return with_actions(mid_game(), EndEpoch())


def after_scoring() -> Projection:
    return with_actions(scoring(), ConfirmBoard())


def titles() -> Projection:
    projection = after_scoring()
    while not isinstance(projection.table.state.phase, Titles):
        projection = with_actions(projection, EndTurn() if projection.table.state.last_round else EndEpoch())
        if isinstance(projection.table.state.phase, Scoring):
            projection = with_actions(projection, ConfirmBoard())
    return projection


def after_the_end() -> Projection:
    return with_actions(titles(), ConfirmTitles())


STAGES: dict[str, Callable[[], Projection]] = {
    made.__name__: made for made in (own_box, own_box_scoring, mid_game, titles, after_the_end)
}


# --- inspecting pages --------------------------------------------------------------------------------------


def screens(evening: Evening, projection: Projection) -> dict[str, Screen]:
    """The table screen, and the phone of the seat on turn."""
    table, (phone,) = import_game(evening, projection, projection.table.state.turn or 0)
    return {"table": table, "phone": phone}


@pytest.mark.repeats
@pytest.mark.parametrize("stage", ["own_box", "own_box_scoring", "mid_game"])
def test_new_box_and_full_board_are_accessible(evening: Evening, stage: str) -> None:
    """City names of maximum length, and forms that ask for printed values."""
    for device, screen in screens(evening, STAGES[stage]()).items():
        shot(screen.page, f"royals-{stage}-{device}")
        assert findings(screen) == [], device


def test_small_phone_shows_all_titles_above_its_bar(evening: Evening) -> None:
    phone = screens(evening, titles())["phone"]
    with resized(phone.page, SMALL):
        shot(phone.page, "royals-titles-small-phone")
        last = phone.page.locator(".titles tr").last.bounding_box()
        bar = phone.page.locator(".thumb").bounding_box()
    assert last
    assert bar
    assert last["y"] + last["height"] <= bar["y"]


# Positions to correct that are outside the map, or covered at their centre.
OFF_THE_MAP = """() => {
    const map = document.querySelector('.map-drawing').getBoundingClientRect();
    return [...document.querySelectorAll('a.position')].filter(e => {
        e.scrollIntoView({block: 'center'});
        const box = e.getBoundingClientRect(), at = [box.left + box.width / 2, box.top + box.height / 2];
        const top = document.querySelector('.map-drawing').getBoundingClientRect().top;
        const inside = at[0] > map.left && at[0] < map.right && at[1] > top && at[1] < top + map.height;
        return !inside || !e.contains(document.elementFromPoint(...at));
    }).map(e => e.textContent);
}"""


def test_positions_are_corrected_on_the_map_of_a_small_phone(evening: Evening) -> None:
    phone = screens(evening, mid_game())["phone"]
    phone.open(f"{phone.path}/corrections")
    with resized(phone.page, SMALL):
        assert phone.page.locator("a.position").count() > len(CITIES)
        assert phone.page.evaluate(OFF_THE_MAP) == []


def test_titles_to_correct_show_their_cubes(evening: Evening) -> None:
    table = screens(evening, mid_game())["table"]
    table.open(f"{table.path}/corrections")
    titles = table.page.locator(".correction-titles > a")
    for width, height in SIZES["table"]:
        with resized(table.page, {"width": width, "height": height}):
            assert titles.evaluate_all("all => all.filter(e => e.scrollWidth > e.clientWidth).length") == 0, width


# --- legibility ----------------------------------------------------------------------------------------------

# Buttons whose text overflows, or that overlap.
CRAMPED = """() => {
    const buttons = [...document.querySelectorAll('.question .tile-button')];
    const boxes = buttons.map(b => b.getBoundingClientRect());
    const out = buttons.filter((b, n) => {
        const words = document.createRange();
        words.selectNodeContents(b);
        const said = words.getBoundingClientRect();
        return said.left < boxes[n].left || said.right > boxes[n].right || b.scrollWidth > b.clientWidth;
    });
    const over = buttons.filter((b, n) => boxes.some((o, m) => m > n && o.left < boxes[n].right - 1
        && o.right > boxes[n].left + 1 && o.top < boxes[n].bottom - 1 && o.bottom > boxes[n].top + 1));
    return [buttons.length, out.map(b => b.innerText), over.map(b => b.innerText)];
}"""
# Numbers broken over two lines, or wider than their column.
BROKEN = """() => [...document.querySelectorAll('.score-table td')].filter(cell => {
    const words = document.createRange();
    words.selectNodeContents(cell);
    return words.getClientRects().length > 1 || cell.scrollWidth > cell.clientWidth + 1;
}).map(cell => cell.innerText)"""


@pytest.mark.repeats
def test_titles_of_an_own_box_can_be_read_and_tapped(evening: Evening) -> None:
    """The first questions with a new box are the city's name, and then the position's title."""
    cities = {"table": ("France.1", "Paris"), "phone": ("France.2", "Lyon")}
    untold = list(NAMES_TO_TAP["France"])
    for device, screen in screens(evening, own_box()).items():
        page, (city, name) = screen.page, cities[device]
        screen.tap(page.locator(f'button[name="position"][value="{city}.a"]'))
        screen.should_see("Printed value", "which one is it?")
        is_roomy(screen, device, "city", len(untold))
        screen.tap(page.locator(f'.question button[value="{name}"]'))
        untold.remove(name)  # an identified city is not offered for another one
        screen.should_see("Printed value", name, "first title")
        is_roomy(screen, device, "title", len(TITLES))


# A question on the table screen covers the board, but neither the menu nor the space below the fold.
IN_THE_WAY = """() => {
    const box = document.querySelector('.question').getBoundingClientRect();
    const menu = [...document.querySelectorAll('.menu a, .menu label')].map(one => one.getBoundingClientRect());
    const over = one => one.left < box.right && one.right > box.left && one.top < box.bottom && one.bottom > box.top;
    return menu.some(over) || box.bottom > innerHeight || document.documentElement.scrollHeight > innerHeight + 1;
}"""


def is_roomy(screen: Screen, device: str, what: str, answers: int) -> None:
    for width, height in SIZES[device]:
        screen.page.set_viewport_size({"width": width, "height": height})
        shot(screen.page, f"royals-its-{what}-{device}-{width}")
        assert screen.page.evaluate(CRAMPED) == [answers, [], []], f"{what}, {device} at {width} px"
        assert device == "phone" or not screen.page.evaluate(IN_THE_WAY), f"{what}, {device} at {width} px"


@pytest.mark.repeats
@pytest.mark.parametrize("stage", ["titles", "after_the_end"])
def test_no_number_breaks(evening: Evening, stage: str) -> None:
    for device, screen in screens(evening, STAGES[stage]()).items():
        page = screen.page
        page.evaluate(OPEN_ALL, True)
        for width, height in SIZES[device]:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(BROKEN) == [], f"{device} at {width} px"


@pytest.mark.repeats
def test_long_to_do_list_shows_the_next_line_and_a_count(evening: Evening) -> None:
    page = screens(evening, after_scoring())["table"].page
    for width, height in ((1280, 720), *SIZES["table"]):
        page.set_viewport_size({"width": width, "height": height})
        to_do, more = page.locator(".now li"), page.locator(".hands-more")
        shown = to_do.filter(visible=True).count()
        assert 2 <= shown <= 9, "all of it where there is room"
        assert more.is_visible() == (shown < 9), f"at {width} x {height}"
        assert shown == 9 or more.inner_text() == f"and {9 - shown} more"
    page.set_viewport_size({"width": 1280, "height": 560})
    expect(more).to_be_visible()
    before = to_do.filter(visible=True).all_inner_texts()
    to_do.first.get_by_role("checkbox").check()
    expect(to_do.first).to_be_hidden()  # ticked lines are hidden
    expect(to_do.nth(len(before))).to_be_in_viewport()
    expect(page.locator(".player")).to_have_count(5)


@pytest.mark.repeats
def test_long_to_do_list_opens_over_the_stage(evening: Evening) -> None:
    page = screens(evening, after_scoring())["table"].page
    page.set_viewport_size({"width": 1280, "height": 560})
    to_do, more = page.locator(".now li"), page.locator(".hands-more")
    high = page.evaluate("document.documentElement.scrollHeight")
    next_few = to_do.filter(visible=True).count()
    more.click()
    expect(to_do.filter(visible=True)).to_have_count(9)
    expect(to_do.last).to_be_in_viewport(ratio=1)
    expect(more).to_have_text("Close")
    assert page.evaluate("document.documentElement.scrollHeight") <= high, "the page does not grow"
    more.click()
    expect(to_do.filter(visible=True)).to_have_count(next_few)
