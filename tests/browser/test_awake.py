"""The screen stays on during the game, also on plain http, where pages have no wake lock. The lock itself is observed:
by the power manager that a Chromium with a window asks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests import engines
from tests.browser.actors import Phone
from tests.browser.evening import PHONE, TABLE_SIZE, Evening
from tests.browser.prepared import set_out
from tests.browser.screen import PHONE_SIZE
from tests.browser.server import Server
from tests.browser.test_every_engine import require
from tests.chromium import FLAGS
from tests.engines.desktop import Desktop
from tools.film import FILM, film

KEEP_ON = "#awake"
CANNOT = "This browser can’t keep the screen on."
APPLE = "Object.defineProperty(navigator, 'vendor', {value: 'Apple Computer, Inc.'});"
NO_FILMS = "HTMLMediaElement.prototype.play = () => Promise.reject(new DOMException('', 'NotSupportedError'));"


@pytest.fixture(scope="module")
def desktop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desktop]:
    require(engines.LOCK)
    made = Desktop(tmp_path_factory.mktemp("desktop"))
    yield made
    made.quit()


@pytest.fixture(scope="module")
def window(desktop: Desktop, browser: Browser) -> Iterator[Browser]:
    """A Chromium with a window, beside the headless one of the other tests."""
    opened = browser.browser_type.launch(
        executable_path=desktop.browser(), headless=False, env=dict(desktop.environment), args=FLAGS
    )
    yield opened
    opened.close()


@pytest.fixture
def lobby(server: Server, window: Browser) -> Iterator[Phone]:
    """A phone in the lobby of a new table, reached by a name that is no secure context."""
    context = window.new_context(**PHONE)
    phone = Phone(context.new_page(), server.origin, "Anna")
    phone.open("/new/lang-lebe")
    phone.post("/new/lang-lebe", box="example", follow="moves")
    phone.sit_without_taps(phone.code)
    assert phone.page.evaluate("window.isSecureContext") is False
    yield phone
    context.close()


def test_phone_on_plain_http_keeps_its_screen_on(lobby: Phone, desktop: Desktop) -> None:
    lobby.page.mouse.click(200, 300)
    assert desktop.is_locked(True)
    lobby.page.wait_for_timeout(5_000)  # longer than the film plays before it is set back
    assert desktop.is_locked(True, seconds=1.5), "no gap between two rounds of the film"
    lobby.page.locator(KEEP_ON).uncheck()
    assert desktop.is_locked(False)
    lobby.page.reload()
    lobby.page.mouse.click(200, 300)
    assert not desktop.is_locked(True, seconds=3.0)
    lobby.page.locator(KEEP_ON).check()
    assert desktop.is_locked(True)
    lobby.page.goto("about:blank")
    assert desktop.is_locked(False)


def test_table_screen_on_plain_http_stays_on(lobby: Phone, server: Server, desktop: Desktop) -> None:
    assert desktop.is_locked(True)
    lobby.page.set_viewport_size({"width": TABLE_SIZE["width"] // 2, "height": TABLE_SIZE["height"] // 2})
    lobby.open(f"/t/{lobby.code}/table")
    assert desktop.is_locked(True)


# --- without a desktop --------------------------------------------------------------------------------------


def open_page(evening: Evening, script: str) -> Page:
    _, anna, *_ = set_out(evening, "Anna")
    phone = evening.special_phone("Anna")
    phone.page.add_init_script(script)
    phone.open(f"/t/{anna.code}/table")
    phone.page.context.add_cookies(anna.page.context.cookies())
    phone.open(f"/t/{anna.code}/me")
    return phone.page


def test_film_covers_page_behind_its_content_and_is_not_looped(evening: Evening) -> None:
    film = open_page(evening, "").locator(".awake-film")
    assert film.bounding_box() == {"x": 0, "y": 0, **PHONE_SIZE}
    assert film.evaluate("film => [film.loop, film.muted, getComputedStyle(film).zIndex]") == [False, True, "-1"]


def test_webkit_gets_the_film_with_sound_from_the_first_tap(evening: Evening) -> None:
    page = open_page(evening, APPLE)
    film = page.locator(".awake-film")
    assert film.evaluate("film => [film.muted, film.paused]") == [False, True]
    page.locator("h1").first.tap()
    page.wait_for_function("() => !document.querySelector('.awake-film').paused")
    expect(page.get_by_text(CANNOT)).to_be_hidden()


def test_browser_without_films_is_told_about_phones_own_setting(evening: Evening) -> None:
    page = open_page(evening, NO_FILMS)
    expect(page.get_by_text(CANNOT)).to_be_visible()
    page.locator(KEEP_ON).uncheck()
    page.reload()
    expect(page.get_by_text(CANNOT)).to_be_hidden()


def test_wake_film_is_the_one_that_its_script_writes() -> None:
    assert FILM.read_bytes() == film()
    assert len(film()) < 4_000
    assert Path(FILM).name == "awake.mp4"
