"""Accessibility checks: axe findings, sizes, cut-off text, and information given by colour alone."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.actors import TableScreen
from tests.browser.evening import TABLE_SIZE
from tests.browser.screen import PHONE_SIZE, Screen
from tests.release_gates import LONG

TESTS = Path(__file__).parent.parent
SHOTS = TESTS / "shots"
# Screenshots are for human inspection only; no test compares them.
WANTED = bool(os.environ.get("HERALD_SHOTS"))
SMALLEST = {"width": 320, "height": 640}
LAPTOP = {"width": 1280, "height": 800}
FINGER = 44
# Pixels on a table screen of 1080 lines, read from two metres.
LEGIBLE = 24

# --- axe ---------------------------------------------------------------------------------------------------

AXE = (TESTS / "vendor" / "axe-core-4.14.0.min.js").read_text(encoding="utf-8")
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# All axe violations except colour contrast: WCAG 2.2 A and AA, and best practice.
# An open list of owners covers some of the positions below it, as long as it is open.
VIOLATIONS = """async (tags) => {
    const list = document.querySelector('details[open] > .spot-whose');
    const [{left, top, right, bottom}] = list ? list.getClientRects() : [{}];
    const covered = one => { // never without a list
        const box = one.getBoundingClientRect();
        return !list?.contains(one) && box.left < right && box.right > left && box.top < bottom && box.bottom > top;
    };
    const exclude = [...document.querySelectorAll('.city summary')].filter(covered);
    const found = await axe.run({include: [document], exclude}, {
        preload: false, iframes: false, // there is nothing to load, and no frame
        runOnly: {type: 'tag', values: tags},
        rules: {'target-size': {enabled: true}, 'color-contrast': {enabled: false}},
        resultTypes: ['violations'],
    });
    return found.violations;
}"""
# Most of a screen looks like the one before it. Text of the same class and colour on the same background looks the
# same. Returns a hash for each distinct look and keeps its elements.
LOOKS = """() => {
    const opaque = style => style.backgroundImage === 'none' && /^rgb\\(/.test(style.backgroundColor);
    const mixed = (sum, factor, text) => {
        for (let n = 0; n < text.length; n += 1) sum = (Math.imul(sum, factor) + text.charCodeAt(n)) | 0;
        return sum;
    };
    const nothing = [7, 7]; // two sums of all that is said, together 64 bits
    const looks = new Map([[null, [...nothing, 1]]]);
    const look = e => { // the element with what lies behind it, and how much of it shines through
        if (looks.has(e)) return looks.get(e);
        const s = getComputedStyle(e), [one, other, veil] = look(e.parentElement);
        const here = [e.localName, e.getAttribute('class'), s.color, s.backgroundColor, s.backgroundImage,
            s.filter, s.mixBlendMode, s.textShadow, s.fontSize, s.fontWeight, s.position].join();
        const [a, b] = opaque(s) ? nothing : [one, other];
        looks.set(e, [mixed(a, 31, here), mixed(b, 37, here), veil * s.opacity]);
        return looks.get(e);
    };
    const says = e => e.matches('input, select, textarea')
        || [...e.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim());
    window.looking = new Map();
    for (const e of document.querySelectorAll('body *')) {
        if (!says(e) || !e.checkVisibility({visibilityProperty: true})) continue;
        const mark = look(e).join();
        looking.set(mark, [...looking.get(mark) || [], e]);
    }
    return [...looking.keys()].join(' ');
}"""
# Contrast violations of these elements. The check is slow, so it runs only for looks not checked before.
LOW_CONTRAST = """async (marks) => (await axe.run({include: marks.split(' ').flatMap(mark => looking.get(mark))}, {
    preload: false, iframes: false, resultTypes: ['violations'],
    runOnly: {type: 'rule', values: ['color-contrast']},
})).violations"""
# Width and height of the page, and whether it prefers reduced motion.
PAGE_SIZE = """() => [innerWidth, Math.max(innerHeight, document.documentElement.scrollHeight),
    matchMedia('(prefers-reduced-motion: reduce)').matches]"""
# Hashes of the looks that passed in this run.
CHECKED_LOOKS: set[str] = set()


def complaints_of_axe(page: Page) -> list[str]:
    """Runs axe on a viewport as high as the page, because content under the bottom bar can be scrolled to. Motion is
    off, so that no element is caught in transition."""
    width, height, still = page.evaluate(PAGE_SIZE)
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    with resized(page, {"width": width, "height": height}):
        # Evaluated, not linked: the page's content security policy blocks other scripts.
        if not page.evaluate("'axe' in window"):
            page.evaluate(AXE)
        found = (
            violation_lines(page.evaluate(VIOLATIONS, TAGS))
            + _low_contrast(page, "dark")
            + _low_contrast(page, "light")
        )
    page.emulate_media(reduced_motion="reduce" if still else "no-preference")
    return found


def _low_contrast(page: Page, theme: Any) -> list[str]:
    page.emulate_media(color_scheme=theme)
    new = set(page.evaluate(LOOKS).split()) - CHECKED_LOOKS
    found = violation_lines(page.evaluate(LOW_CONTRAST, " ".join(new))) if new else []
    if not found:
        CHECKED_LOOKS.update(new)
    return [f"{theme}: {said}" for said in found]


def violation_lines(violations: list[dict[str, Any]]) -> list[str]:
    return [
        f"{rule['id']}: {node['html'][:160]} – {node['failureSummary'].splitlines()[1].strip()}"
        for rule in violations
        for node in rule["nodes"]
    ]


# --- sizes -------------------------------------------------------------------------------------------------

# If the page is wider than the screen: the elements that overflow.
TOO_WIDE = """() => {
    const room = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= room) return [];
    return [...document.querySelectorAll('body *')]
        .filter(e => e.getBoundingClientRect().right > room).map(e => e.outerHTML.slice(0, 100));
}"""
# Opens all disclosures, of those with the same name the last, as for users; confirmations would cover the rest and stay
# closed.
OPEN_ALL = "open => document.querySelectorAll('main details:not(.confirm)').forEach(one => { one.open = open; })"
WIDE_CLOSED_OR_OPEN = f"""() => [false, true].flatMap(open => {{
    ({OPEN_ALL})(open);
    return ({TOO_WIDE})().slice(0, 3);
}})"""
# Controls smaller than a finger. A control in a label is as large as the label. Links in running text are exempt, and
# so are dice fields, which appear on keyboard focus only.
SMALL = """(least) => {
    const seen = e => e.checkVisibility({visibilityProperty: true}) && getComputedStyle(e).pointerEvents !== 'none';
    const inline = e => e.matches('a') && getComputedStyle(e).display === 'inline';
    const target = e => (e.closest('label') || e).getBoundingClientRect();
    return [...document.querySelectorAll('a[href], button, summary, select, textarea, input:not([type="hidden"])')]
        .filter(e => seen(e) && !e.disabled && !inline(e) && !e.matches('.dice-typed'))
        .map(e => [e, target(e)])
        .filter(([e, box]) => box.bottom > 0 && (box.width < least - .5 || box.height < least - .5))
        .map(([e, box]) => `${Math.round(box.width)}x${Math.round(box.height)} ${e.outerHTML.slice(0, 120)}`);
}"""
# Elements whose text overflows and is cut off.
CUT = """() => [...document.querySelectorAll('main *')]
    .filter(e => e.checkVisibility({visibilityProperty: true}) && !e.closest('.visually-hidden') && e.clientWidth > 1)
    .filter(e => getComputedStyle(e).overflowX === 'hidden' && !e.matches('input, select, textarea'))
    .filter(e => e.scrollWidth > e.clientWidth + 1)
    .map(e => e.outerHTML.slice(0, 120))"""
# Text smaller than `least` pixels.
SMALL_WORDS = """(least) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [];
    while (walker.nextNode()) {
        const e = walker.currentNode.parentElement, words = walker.currentNode.data.trim();
        const size = parseFloat(getComputedStyle(e).fontSize);
        if (!words || size >= least || e.closest('svg, option') || e.clientWidth === 1) continue;
        if (e.checkVisibility({visibilityProperty: true})) found.push(`${size.toFixed(1)} px: ${words}`);
    }
    return found;
}"""


@contextmanager
def resized(page: Page, size: Any) -> Iterator[None]:
    before = page.viewport_size
    _resize(page, size)
    yield
    _resize(page, before)


def _resize(page: Page, size: Any) -> None:
    """Resizes the page and waits until it is rendered; measured at once, parts would still have their old size."""
    page.set_viewport_size(size)
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


@contextmanager
def large_text(page: Page) -> Iterator[None]:
    """Doubles the browser's text size."""
    with _emulating(page, "Page.setFontSizes", {"fontSizes": {"standard": 32}}, {"fontSizes": {"standard": 16}}):
        yield


@contextmanager
def as_touch_screen(page: Page) -> Iterator[None]:
    """Emulates a touch screen, as on a tablet."""
    with _emulating(page, "Emulation.setTouchEmulationEnabled", {"enabled": True}, {"enabled": False}):
        yield


@contextmanager
def _emulating(page: Page, what: str, first: dict[str, Any], then: dict[str, Any]) -> Iterator[None]:
    session = page.context.new_cdp_session(page)
    session.send(what, first)
    yield
    session.send(what, then)
    session.detach()


def too_wide(page: Page, size: Any) -> list[str]:
    """Returns the elements that do not fit a screen of this size, with disclosures closed and open. Leaves the page at
    this size with everything open."""
    page.set_viewport_size(size)
    return _each(f"too wide for {size['width']}", page.evaluate(WIDE_CLOSED_OR_OPEN))


def _each(what: str, found: list[str]) -> list[str]:
    return [f"{what}: {one}" for one in found]


def phone_findings(page: Page) -> list[str]:
    found = too_wide(page, SMALLEST)
    found += _each("small", page.evaluate(SMALL, FINGER))
    found += too_wide(page, PHONE_SIZE)
    with large_text(page):
        found += _each("too wide with large text", page.evaluate(TOO_WIDE)[:3])
        found += _each("cut with large text", page.evaluate(CUT))
    return found


def table_screen_findings(page: Page) -> list[str]:
    found = too_wide(page, SMALLEST) + too_wide(page, LAPTOP)
    with as_touch_screen(page):
        found += _each("small for a finger", page.evaluate(SMALL, FINGER))
    found += too_wide(page, TABLE_SIZE)
    found += _each("small", page.evaluate(SMALL, FINGER))
    if page.locator("html.table-screen").count():
        found += _each("illegible", page.evaluate(SMALL_WORDS, LEGIBLE))
    return found


def findings(screen: Screen) -> list[str]:
    """Returns all accessibility findings on this screen, with all disclosures open."""
    expect(screen.main).to_be_visible()
    look = table_screen_findings if isinstance(screen, TableScreen) else phone_findings
    return look(screen.page) + complaints_of_axe(screen.page)


# --- news --------------------------------------------------------------------------------------------------

# The kinds of elements on the page: tag, first class and type. Seats, countries, areas and cards repeat the same kinds,
# so one stands for all.
KINDS = """() => {
    const kind = e => `${e.localName}.${e.classList[0] || ''}${e.type || ''}`;
    return [...new Set([...document.querySelectorAll('main *:not(svg *)')].map(kind))];
}"""
# Kinds already checked in this run, by device.
CHECKED_KINDS: dict[type[Screen], set[str]] = {}


def shows_something_new(screen: Screen) -> bool:
    before = CHECKED_KINDS.setdefault(type(screen), set())
    new = set(screen.page.evaluate(KINDS)) - before
    before |= new
    return bool(new)


def new_findings(screen: Screen) -> list[str]:
    """Returns the findings if the screen shows a kind not checked before; in the long run always."""
    return findings(screen) if shows_something_new(screen) or LONG else []


# --- colours -----------------------------------------------------------------------------------------------

# Seat colours without the seat's shape and name nearby. Card colours have a charge instead. Arms contain the shape; at
# the end they stand above the headline, which names their owners.
COLOUR_ONLY = """(names) => {
    const labels = e => [e, ...e.querySelectorAll('[aria-label]')].map(one => one.getAttribute('aria-label')).join();
    const says = (e, said) => said.some(name => `${e.textContent} ${labels(e)}`.includes(name));
    const shows = (e, said) => says(e, said) && e.querySelector('.shape, .coat');
    const crowned = e => e.matches('.end-arms .coat') ? [e.closest('.end-winner')] : [];
    const near = e => [e, e.parentElement, e.parentElement.parentElement, ...crowned(e)];
    const charged = '.knight, .knight-button, .land-mark, .saga-question, .highlight-piece, .position';
    const marked = (e, colour) => e.matches('.position-charge, .city-field')
        || e.matches(charged) && e.querySelector('.charge, .position-charge')
        || e.matches('.map-piece') && e.querySelector(`[href="#mark-${colour}"]`);
    return Object.entries(names).flatMap(([colour, said]) => [...document.querySelectorAll(`main .seat-${colour}`)]
        .filter(e => !marked(e, colour) && !near(e).some(one => shows(one, said))))
        .map(e => e.outerHTML.slice(0, 140));
}"""


def only_a_colour(screen: Screen, names: Mapping[str, str]) -> list[str]:
    """Returns elements that identify a seat by colour alone. On the owner's phone, "you" counts as the name."""
    said = {colour: [name, "you", "You"] if name == screen.name else [name] for colour, name in names.items()}
    return _each("only a colour", screen.page.evaluate(COLOUR_ONLY, said))


# --- pictures ----------------------------------------------------------------------------------------------


def picture(name: str, *screens: Screen) -> None:
    """Asserts that nothing is too wide; in the long run also that axe finds nothing. Otherwise axe only checks the
    moments of `test_for_everybody.py`. With HERALD_SHOTS=1 it saves a dark and a light screenshot of each screen."""
    for screen in screens:
        device = "table" if isinstance(screen, TableScreen) else "phone"
        expect(screen.main).to_be_visible()
        for theme in ("dark", "light") if WANTED else ():
            screen.page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
            shot(screen.page, f"{name}-{device}-{theme}")
        fits(screen, name)
        complaints = complaints_of_axe(screen.page) if LONG else []
        assert complaints == [], (name, complaints)


def shot(page: Page, name: str) -> None:
    """Saves a screenshot in tests/shots, which git ignores."""
    if WANTED:
        SHOTS.mkdir(exist_ok=True)
        page.screenshot(path=SHOTS / f"{name}.png", animations="disabled")


def fits(screen: Screen, name: str) -> None:
    page, size = screen.page, screen.page.viewport_size
    for viewport in (size, SMALLEST) if size == PHONE_SIZE else (size,):
        with resized(page, viewport):
            assert page.evaluate(TOO_WIDE) == [], f"{name} at {page.viewport_size}"
