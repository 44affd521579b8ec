"""The controls in a real browser: they fit, are large enough, are legible, and work with and without scripts."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scoring.game_info import GAME_INFOS
from tests.gallery.app import PAGES, ROOT
from tests.gallery.serving import serve_gallery

needs_browser = pytest.mark.browser
SCREENS = [(320, 640), (390, 844), (1024, 768), (1280, 800), (1920, 1080)]
SMALL_TARGETS = """() => [...document.querySelectorAll(
        'button, summary, select, a.brand, label.tile, label.check, .hands label, .input, .number')]
    .filter(e => e.offsetParent && (e.offsetHeight < 44 || e.offsetWidth < 44) && !e.matches('.dice-typed'))
    .map(e => e.outerHTML.slice(0, 120) + ` ${e.offsetWidth}x${e.offsetHeight}`)"""
# Elements that overflow their box; badges truncate their names instead.
STICKING_OUT = """() => {
    const boxes = '.card, .area, .tile-body, .playing-card, .button, .curtain, li, td, th, main';
    return [...document.querySelectorAll('main *')]
        .filter(e => e.getClientRects().length && !e.matches('.curtain')
            && !e.closest('.visually-hidden, .actions, .dice-typed, thead .badge-name'))
        .filter(e => {
            const box = e.parentElement.closest(boxes).getBoundingClientRect(), mine = e.getBoundingClientRect();
            return mine.right > box.right + 1 || mine.left < box.left - 1;
        })
        .map(e => e.outerHTML.slice(0, 120));
}"""
# Text and background colours: WCAG 2.2 AA requires a contrast of 4.5. Then meaningful lines: 3.
TEXT_PAIRS = [
    ("ink", "ground"), ("ink", "surface"), ("ink", "sunken"),
    ("ink", "gold-wash"), ("ink", "bad-wash"), ("ink", "good-wash"),
    ("soft", "ground"), ("soft", "surface"), ("soft", "sunken"), ("soft", "gold-wash"), ("soft", "bad-wash"),
    ("gold", "ground"), ("gold", "surface"), ("gold", "gold-wash"), ("on-gold", "gold-fill"), ("ground", "bad"),
    ("bad", "ground"), ("bad", "surface"), ("good", "ground"), ("good", "surface"),
]  # fmt: skip
LINE_PAIRS = [("edge", "ground"), ("edge", "surface"), ("focus", "ground"), ("focus", "surface"), ("gold", "surface")]
ON_SEAT = {
    "red": "#fff",
    "blue": "#fff",
    "green": "#17130c",
    "yellow": "#17130c",
    "orange": "#17130c",
    "purple": "#fff",
}


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with serve_gallery() as found:
        yield found


@pytest.fixture
def phone(browser: Any, address: str) -> Iterator[Any]:
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.goto(f"{address}/phone")
    yield page
    page.close()


def luminance(colour: str) -> float:
    digits = colour.strip().lstrip("#")
    digits = "".join(2 * digit for digit in digits) if len(digits) == 3 else digits
    parts = [int(digits[n : n + 2], 16) / 255 for n in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def token(page: Any, name: str) -> str:
    return str(page.evaluate(f"getComputedStyle(document.documentElement).getPropertyValue('--{name}')"))


def hold(page: Any, selector: str) -> None:
    page.locator(selector).scroll_into_view_if_needed()
    page.locator(selector).hover()
    page.mouse.down()


# --- page size and policy --------------------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted((ROOT / "static").glob("*.css")), ids=lambda path: path.name)
def test_stylesheet_closes_every_block(path: Path) -> None:
    """An unclosed @media would hide all following rules from phones."""
    style = path.read_text(encoding="utf-8")
    assert style.count("{") == style.count("}")


@pytest.mark.parametrize(("kind", "shared", "of_a_game"), [("css", 13_000, 6_000), ("js", 5_400, 2_000)])
def test_the_files_stay_small(kind: str, shared: int, of_a_game: int) -> None:
    for path in (ROOT / "static").glob(f"*.{kind}"):
        most = of_a_game if path.stem in {info.folder for info in GAME_INFOS.values()} else shared
        assert len(gzip.compress(path.read_bytes(), 9)) < most, path.name


@pytest.mark.parametrize("name", ["base.html", "macros/controls.html", "macros/seats.html"])
def test_templates_carry_no_inline_style_or_script(name: str) -> None:
    text = (ROOT / "templates" / name).read_text(encoding="utf-8")
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\bsrc=)", text)


# --- appearance ------------------------------------------------------------------------------------------


@needs_browser
@pytest.mark.parametrize("name", PAGES)
def test_page_fits_every_screen_and_every_target_is_large_enough(browser: Any, address: str, name: str) -> None:
    page = browser.new_page()
    trouble: list[str] = []
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.on("console", lambda said: trouble.append(said.text) if "Content Security" in said.text else None)
    page.goto(f"{address}/{name}")
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") == width
        assert page.evaluate(STICKING_OUT) == []
        assert page.evaluate(SMALL_TARGETS) == []
    assert trouble == []
    page.close()


@needs_browser
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_both_themes_are_legible(browser: Any, address: str, theme: str) -> None:
    page = browser.new_page(color_scheme=theme)
    page.goto(f"{address}/quiet")
    assert (luminance(token(page, "ground")) < 0.5) == (theme == "dark")
    for least, pairs in ((4.5, TEXT_PAIRS), (3, LINE_PAIRS)):
        weak = {pair: contrast(token(page, pair[0]), token(page, pair[1])) for pair in pairs}
        assert {pair: ratio for pair, ratio in weak.items() if ratio < least} == {}
    for colour, text in ON_SEAT.items():
        assert contrast(token(page, f"seat-{colour}"), text) >= 4.5
    page.close()


# --- conveniences ----------------------------------------------------------------------------------------


@needs_browser
def test_stepper_counts_and_stops_at_its_ends(phone: Any) -> None:
    more = phone.get_by_role("button", name="One more: Influence cards")
    for _ in range(5):
        more.click(force=True)
    assert phone.locator("#cards").input_value() == "15"
    assert more.get_attribute("aria-disabled") == "true"
    phone.get_by_role("button", name="One fewer: Influence cards").click()
    assert phone.locator("#cards").input_value() == "14"


@needs_browser
def test_stake_out_of_range_cannot_be_sent(phone: Any) -> None:
    seal = phone.get_by_role("button", name="Seal")
    assert seal.is_enabled()
    phone.locator("#x1").fill("6")
    assert phone.locator("#stake output").inner_text() == "7 of 1–5 cards"
    assert seal.is_disabled()
    phone.locator("#x1").fill("4")
    assert seal.is_enabled()


@needs_browser
def test_dice_are_tapped_removed_and_sent(phone: Any) -> None:
    send = phone.get_by_role("button", name="Send the dice")
    assert send.is_disabled()
    for face in "466":
        phone.locator(f"[data-face='{face}']").click()
    assert phone.locator("#dice").input_value() == "31466"
    phone.locator("[data-slot='1']").click()
    assert phone.locator("#dice").input_value() == "3466"
    assert phone.locator(".slot svg").count() == 4
    phone.locator("[data-face='2']").click()
    send.click()
    assert phone.inner_text("body") == "dice=34662"


@needs_browser
@pytest.mark.parametrize("way", ["pointer", "key"])
def test_secret_shows_only_while_held(phone: Any, way: str) -> None:
    secret, button = phone.locator("#secret"), phone.locator(".hold-button")
    assert not secret.is_visible()
    room = secret.bounding_box()
    if way == "pointer":
        hold(phone, ".hold-button")
    else:
        button.focus()
        phone.keyboard.down("Space")
    assert secret.is_visible()
    assert button.get_attribute("aria-expanded") == "true"
    if way == "pointer":
        assert secret.bounding_box()["height"] == room["height"]
        phone.mouse.up()
    else:
        phone.keyboard.up("Space")
    assert not secret.is_visible()
    assert button.get_attribute("aria-expanded") == "false"


@needs_browser
def test_secret_hides_when_the_window_loses_focus(phone: Any) -> None:
    hold(phone, ".hold-button")
    phone.evaluate("window.dispatchEvent(new Event('blur'))")
    assert not phone.locator("#secret").is_visible()


@needs_browser
def test_assistive_technology_that_cannot_hold_toggles_the_secret(phone: Any) -> None:
    phone.locator(".hold-button").evaluate("button => button.click()")
    assert phone.locator("#secret").is_visible()
    phone.locator(".hold-button").evaluate("button => button.click()")
    assert not phone.locator("#secret").is_visible()


@needs_browser
def test_curtain_opens_when_held_and_not_when_tapped(phone: Any, address: str) -> None:
    phone.goto(f"{address}/curtain")
    phone.locator(".hold-submit").click()
    phone.wait_for_timeout(900)
    assert phone.url.endswith("/curtain")
    hold(phone, ".hold-submit")
    phone.wait_for_url("**/sent")
    assert phone.inner_text("body") == "seat=1"


@needs_browser
def test_confirmation_closes_again(phone: Any) -> None:
    phone.get_by_text("Undo the last move").click()
    assert phone.get_by_role("button", name="Yes, undo").is_visible()
    phone.get_by_role("button", name="Cancel").click()
    assert not phone.get_by_role("button", name="Yes, undo").is_visible()


@needs_browser
def test_input_survives_a_morph(phone: Any) -> None:
    phone.locator("#x1").fill("6")
    phone.locator("[data-face='4']").click()
    phone.locator("#hands-43-2").check()
    phone.evaluate("htmx.ajax('GET', '/phone', {target: '#main', select: '#main > *', swap: 'innerMorph'})")
    phone.wait_for_timeout(400)
    assert phone.locator("#stake output").inner_text() == "7 of 1–5 cards"
    assert phone.get_by_role("button", name="Seal").is_disabled()
    assert phone.locator(".slot svg").count() == 3
    assert phone.locator("#hands-43-2").is_checked()


# --- without scripts -------------------------------------------------------------------------------------


@needs_browser
def test_every_form_can_be_sent_without_scripts(browser: Any, address: str) -> None:
    page = browser.new_context(java_script_enabled=False).new_page()
    sent: dict[str, str] = {}
    for button, fields in {
        "Seal": {"#cards": "9", "#x1": "3"},
        "Send the dice": {"#dice": "13561"},
        "Open": {},
    }.items():
        page.goto(f"{address}/{'curtain' if button == 'Open' else 'phone'}")
        for selector, value in fields.items():
            page.locator(selector).fill(value)
        page.get_by_role("button", name=button).click()
        sent[button] = page.inner_text("body")
    assert sent == {"Seal": "cards=9 x1=3 x2=1 x3=0", "Send the dice": "dice=13561", "Open": "seat=1"}
    page.context.close()
