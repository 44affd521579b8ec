"""Dutch and German words are longer: they still fit on the smallest phone and on the table screen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from companion.i18n import COOKIE
from scoring.game_info import GAME_INFOS
from tests.browser.above_fold import below_on
from tests.browser.accessibility import SMALLEST, TOO_WIDE
from tests.browser.fitting import SIZES, is_turn, occasions, wrong_at
from tests.browser.moments import contested_election, moments
from tests.pictures import TABLE, Room, moment, room, scenes

# Elements whose text overflows.
STICKING_OUT = """() => [...document.querySelectorAll('.room-name, thead th, button, summary, .plan-total, .top')]
    .filter(e => e.checkVisibility({visibilityProperty: true}) && !e.closest('.visually-hidden'))
    .filter(e => e.scrollWidth > e.clientWidth + 1)
    .map(e => e.textContent.trim().slice(0, 60))"""

# True if the page prevents this event, so that the browser shows no bubble in its own language.
NO_BUBBLE = """() => !document.querySelector('input[name=name]')
    .dispatchEvent(new Event('invalid', {cancelable: true}))"""


@pytest.fixture(scope="module", params=[pytest.param("nl", marks=pytest.mark.repeats), "de"])
def here(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Room]:
    with room(browser, request.param) as found:
        yield found


def look(here: Room, game: str, kind: str, size: tuple[int, int]) -> None:
    projection = moment(game, getattr(scenes()[game], kind))
    code = here.store_table(projection)
    waiting = projection.table.game.view(projection.table.state, None).waiting_for or (0,)
    name = "table" if kind == "table" else projection.table.names[waiting[0]]
    with here.device(code, name, size, 1.0, settled=0) as page:
        assert page.evaluate(TOO_WIDE) == []
        assert page.evaluate(STICKING_OUT) == []


@pytest.mark.parametrize("game", GAME_INFOS)
def test_no_word_overflows(here: Room, game: str) -> None:
    look(here, game, "phone", (SMALLEST["width"], SMALLEST["height"]))
    look(here, game, "table", TABLE)


# Texts on the drawing of a box that would have to break within a syllable.
TORN = """() => [...document.querySelectorAll('.draw-words')].filter(e => {
    e.style.setProperty('overflow-wrap', 'normal');
    return e.scrollWidth > e.clientWidth + 1;
}).map(e => e.textContent.trim())"""


def test_box_drawing_tears_no_word(here: Room) -> None:
    code = here.store_table(moment("saga", scenes()["saga"].table))
    with here.device(code, "table", (360, 640), 1.0, settled=0) as page:
        page.goto(f"{here.origin}/t/{code}/box")
        expect(page.locator(".draw-words").first).to_be_visible()
        assert page.evaluate(TORN) == []


def test_election_with_contested_areas_is_above_the_fold(here: Room) -> None:
    projection = contested_election(5)
    code = here.store_table(projection)
    for seat, name in enumerate(projection.table.names):
        with here.device(code, name, TABLE, 1.0, settled=0) as page:
            assert below_on(page, seat, name, asked=True) == []


def test_missing_input_is_reported_in_the_language_of_the_page(browser: Browser) -> None:
    with room(browser, "en") as here, here.device("ZZZZ", "table", TABLE, 1.0, settled=0) as page:
        page.context.add_cookies([{"name": COOKIE, "value": "de", "url": here.origin}])
        page.goto(f"{here.origin}/new/saga")
        page.get_by_role("button", name="Tisch eröffnen").click()
        page.goto(page.url.replace("/t/", "/j/").removesuffix("/table"))
        name = page.locator("input[name=name]")
        page.get_by_role("button", name="Platz nehmen").click()
        # The message is next to the field and announced; the browser's own bubble does not appear.
        expect(page.locator(".field", has=name).locator(".missing")).to_have_text("Bitte ausfüllen.")
        expect(page.locator("#announce")).to_contain_text("Bitte ausfüllen.")
        expect(name).to_have_attribute("aria-invalid", "true")
        assert page.evaluate(NO_BUBBLE)
        name.fill("Anna")
        expect(page.locator(".missing")).to_have_count(0)
        page.get_by_role("button", name="Platz nehmen").click()
        expect(page.locator(".roster, .seat-bar").first).to_contain_text("Anna")


@pytest.mark.parametrize("size", SIZES)
def test_check_before_a_count_fits_with_the_longest_names(here: Room, size: tuple[int, int]) -> None:
    check = next(s for s in moments("saga") if getattr(s.table.game.view(s.table.state, None), "step", "") == "check")
    with here.device(here.store_table(check), "table", size, 1.0, settled=0) as page:
        assert [one for one in wrong_at(page, size, False) if not one.startswith("name broken")] == []


@pytest.mark.repeats
@pytest.mark.parametrize("game", GAME_INFOS)
def test_every_moment_fits_the_smallest_table_screen(here: Room, game: str) -> None:
    """In languages with longer words than English."""
    size, wrong = min(SIZES), {}
    for name, projection in occasions(game, False).items():
        with here.device(here.store_table(projection), "table", size, 1.0, settled=0) as page:
            wrong[name] = wrong_at(page, size, is_turn(projection))
    assert {name: said for name, said in wrong.items() if said} == {}
