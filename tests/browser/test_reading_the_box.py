"""Four phones enter a box's printed values on the rendered board: every tap is counted, and everything fits."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from playwright.sync_api import expect

from companion.box_views import asked_fields
from scoring.games import GAMES
from tests.browser.accessibility import SHOTS
from tests.browser.actors import Phone, TableScreen
from tests.browser.evening import Evening
from tests.games import one_for_all

# Plausible printed values: those of the example box, with well-known cities.
CITIES = {
    "France": ("Paris", "Lyon", "Marseille", "Bordeaux", "Orleans"),
    "German-States": ("Cologne", "Munich", "Vienna", "Trier"),
    "Britain": ("London", "Edinburgh", "Dublin"),
    "Spain": ("Madrid", "Valencia", "Barcelona", "Seville"),
}
PRINTED: Mapping[str, Mapping[str, str]] = {
    **{key: game.example for key, game in GAMES.items()},
    "royals": {
        **GAMES["royals"].example,
        **{f"name.{country}.{n}": name for country, names in CITIES.items() for n, name in enumerate(names, 1)},
    },
}
# Targets: taps per value, or in total.
A_VALUE = {"wars-of-the-roses": 1.2}
IN_ALL = {"lang-lebe": 15, "regents": 3, "royals": 145, "saga": 14}
# Games with values to read off a box.
WITH_BOX = [key for key, game in GAMES.items() if asked_fields(game)]
NAMES = ("Anna", "Ben", "Carla", "Christopher")


def tap_target(game: str, values: int) -> float:
    """Returns the target; by default one tap per value and one per phone to start."""
    return A_VALUE[game] * values if game in A_VALUE else IN_ALL.get(game, values + len(NAMES))


SIZES = ((360, 640), (390, 844))

# Four checks: nothing is off screen or under the question.
FITS = """() => {
    const root = document.documentElement, ask = document.querySelector('.sheet-ask').getBoundingClientRect();
    const lit = document.querySelector('.drawing .is-asked');
    const drawing = document.querySelector('.drawing').getBoundingClientRect();
    return [root.scrollWidth <= innerWidth, ask.bottom <= innerHeight + 1, drawing.bottom <= ask.top + 1,
            !lit || lit.getBoundingClientRect().bottom <= ask.top + 1];
}"""


def open_lobby_with_phones(evening: Evening, game: str) -> tuple[TableScreen, list[Phone]]:
    """Returns a table with a new box in the lobby, and four phones."""
    table = evening.table_screen()
    table.post(f"/new/{game}", box="new")  # its screen would follow every entered value
    return table, evening.seated(table, *NAMES)


def requested_value(phone: Phone) -> str:
    field = phone.page.locator('.sheet-ask input[name="field"]')
    return str(field.get_attribute("value")) if field.count() else ""


# A reader that taps the requested value until none is left. It runs in the page, so that four run at once. Returns the
# taps and the fields read; a typed letter counts as a tap.
READER = """(printed) => {
    const find = (what) => document.querySelector('.sheet-ask ' + what);
    const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
    const asked = () => (find('input[name="field"]') || {}).value || '';
    const drawn = () => (find('input[name="likely"]') ? find('button[type="submit"]') : null);
    const state = () => [asked(), Boolean(drawn()), find('h1').textContent].join();
    const read = [];
    let taps = 0;
    const tap = (element) => { taps += 1; element.click(); };

    function says(value) {
        const key = find(`button[name="value"][value="${value}"]`);
        if (!key) {
            find('input[name="typed"]').value = value;
            taps += value.length;
            return tap(find('.name-typed button'));
        }
        if (!key.checkVisibility()) tap(find('.more-keys > summary'));
        tap(key);
    }

    async function reads() {
        while (!find('h1').textContent.includes('All values are entered')) {
            const before = state();
            if (asked()) { read.push(asked()); says(printed[asked()]); } else if (drawn()) tap(drawn());
            while (state() === before) await sleep(20);
            await sleep(300);
        }
        return [taps, read];
    }
    window.reading = reads();
}"""


@pytest.mark.parametrize("game", one_for_all(WITH_BOX, lambda game: game == "lang-lebe"))
def test_four_phones_read_the_box_within_the_tap_target(evening: Evening, game: str) -> None:
    table, phones = open_lobby_with_phones(evening, game)
    for phone in phones:
        phone.taps = 0
        phone.tap("Enter values now")
    for phone in phones:
        phone.page.evaluate(READER, PRINTED[game])
    found = [phone.page.evaluate("() => window.reading") for phone in phones]
    read = [field for _, fields in found for field in fields]
    # A single reader taps the start button only once.
    taps = sum(count for count, _ in found) + (len(phones) if game in (*A_VALUE, "royals") else 1)
    print(f"{game}: {taps} taps, {len(read)} values")
    assert len(set(read)) == len(read)
    assert taps <= tap_target(game, len(read))
    phones[0].should_see("All values are entered.")
    table.open(f"/t/{table.code}/table")
    table.should_not_see("left to enter")


def test_double_tap_on_a_key_enters_one_number(evening: Evening) -> None:
    _, phones = open_lobby_with_phones(evening, "lang-lebe")
    phone = phones[0]
    phone.tap("Enter values now")
    first = requested_value(phone)
    phone.page.locator('.sheet-ask button[value="3"]').dblclick()
    expect(phone.page.locator(f'.sheet-ask input[value="{first}"]')).to_have_count(0)
    phone.should_see("1 of 9")


def test_background_requests_do_not_block_taps(evening: Evening) -> None:
    _, phones = open_lobby_with_phones(evening, "lang-lebe")
    phone = phones[0]
    phone.tap("Enter values now")
    under_way = "document.querySelector('.sheet-ask').insertAdjacentHTML('beforeend', '<i class=htmx-request></i>')"
    phone.page.evaluate(under_way)
    phone.tap(phone.page.locator('.sheet-ask button[value="3"]'))
    phone.should_see("1 of 9")


def test_door_takes_two_taps_one_for_each_room(evening: Evening) -> None:
    _, phones = open_lobby_with_phones(evening, "regents")
    anna = phones[0]
    anna.tap("Enter values now")
    anna.tap(anna.page.locator("a.room-knights"))
    anna.tap(anna.page.locator(".room-store button"))
    expect(anna.page.locator(".room-knights")).to_contain_text("Store Room")


@pytest.mark.parametrize("game", one_for_all(WITH_BOX, lambda game: game == "saga"))
def test_board_question_and_keys_fit_every_phone(evening: Evening, game: str) -> None:
    table, phones = open_lobby_with_phones(evening, game)
    table.open(f"/t/{table.code}/box")
    for theme in ("light", "dark"):
        shot(table, f"box-{game}-table-{theme}", theme)
    phone = phones[3]
    phone.tap("Enter values now")
    for width, height in SIZES:
        phone.page.set_viewport_size({"width": width, "height": height})
        for theme, state in looks(phone, game):
            assert phone.page.evaluate(FITS) == [True] * 4, (width, height, state)
            shot(phone, f"box-{game}-{width}-{state}-{theme}", theme)
    phone.page.set_viewport_size({"width": SIZES[1][0], "height": SIZES[1][1]})


def looks(phone: Phone, game: str) -> Iterator[tuple[str, str]]:
    """Yields the sheet with nothing read, and at the widest fields."""
    yield "light", "first"
    for number, key in enumerate(WIDEST.get(game, ())):
        phone.open(f"/t/{phone.code}/box?at={key}")
        yield "dark" if number % 2 else "light", key.replace(".", "-")


WIDEST: Mapping[str, tuple[str, ...]] = {
    "royals": ("name.France.1", "name.German-States.2", "epoch.France.2.first", "value.King.full"),
    "saga": ("side.yellow.crown", "fame.orange.plain"),
    "wars-of-the-roses": ("income.large.marches", "cathedral.midlands", "coast.north"),
    "lang-lebe": ("votes.Lundonia",),
}


def shot(screen: Phone | TableScreen, name: str, theme: str) -> None:
    if os.environ.get("HERALD_SHOTS"):
        screen.page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        SHOTS.mkdir(exist_ok=True)
        screen.page.screenshot(path=Path(SHOTS) / f"{name}.png")


def test_swipe_goes_to_the_next_field(evening: Evening) -> None:
    _, phones = open_lobby_with_phones(evening, "lang-lebe")
    phone = phones[0]
    phone.tap("Enter values now")
    before = requested_value(phone)
    swipe: Callable[[int, int], None] = lambda start, end: phone.page.evaluate(SWIPE, [start, end])  # noqa: E731
    swipe(300, 100)
    expect(phone.page.locator(f'.sheet-ask input[value="{before}"]')).to_have_count(0)
    swipe(100, 300)
    expect(phone.page.locator(f'.sheet-ask input[value="{before}"]')).to_have_count(1)


SWIPE = """([from, to]) => {
    const board = document.querySelector('.drawing');
    const touch = (x) => new Touch({identifier: 1, target: board, clientX: x, clientY: 200});
    const send = (kind, touches, at) =>
        board.dispatchEvent(new TouchEvent(kind, {touches, changedTouches: [touch(at)], bubbles: true}));
    send('touchstart', [touch(from)], from);
    send('touchend', [], to);
}"""


@pytest.mark.parametrize(
    ("game", "field", "animation"),
    [
        ("royals", ".is-asked", "asked"),
        pytest.param("lang-lebe", ".land-edge", "asked-area", marks=pytest.mark.repeats),
    ],
)
def test_lit_field_pulses_except_with_reduced_motion(evening: Evening, game: str, field: str, animation: str) -> None:
    _, phones = open_lobby_with_phones(evening, game)
    phone = phones[0]
    phone.tap("Enter values now")
    lit = phone.page.locator(f".drawing {field}")
    name = "e => getComputedStyle(e).animationName"
    phone.page.emulate_media(reduced_motion="no-preference")
    assert lit.evaluate(name) == animation
    phone.page.emulate_media(reduced_motion="reduce")
    assert lit.evaluate(name) == "none"
