"""Whether everybody can use a screen: what axe says, how large things are, what is cut off, what only a colour says."""

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
# Nothing is tested by a picture: they are taken for whoever wants to look.
WANTED = bool(os.environ.get("HERALD_SHOTS"))
SMALLEST = {"width": 320, "height": 640}
LAPTOP = {"width": 1280, "height": 800}
FINGER = 44
# On a table screen of 1080 lines, read from two metres.
LEGIBLE = 24

# --- axe ---------------------------------------------------------------------------------------------------

AXE = (TESTS / "vendor" / "axe-core-4.14.0.min.js").read_text(encoding="utf-8")
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# What axe has against the page, colours apart: all of WCAG 2.2 A and AA, and what is good practice.
VIOLATIONS = """async (tags) => {
    const found = await axe.run(document, {
        preload: false, iframes: false, // there is nothing to load, and no frame
        runOnly: {type: 'tag', values: tags},
        rules: {'target-size': {enabled: true}, 'color-contrast': {enabled: false}},
        resultTypes: ['violations'],
    });
    return found.violations;
}"""
# Most of a screen was on the one before it: words of the same class and colour that lie on the same ground look the
# same. Returns a mark for each way words look here, and keeps the elements.
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
# What axe has against the colours of those. It takes long over them, so it is asked only about what was not judged yet.
PALE = """async (marks) => (await axe.run({include: marks.split(' ').flatMap(mark => looking.get(mark))}, {
    preload: false, iframes: false, resultTypes: ['violations'],
    runOnly: {type: 'rule', values: ['color-contrast']},
})).violations"""
# How wide and high a page is, and whether it stands still.
HOW_LARGE = """() => [innerWidth, Math.max(innerHeight, document.documentElement.scrollHeight),
    matchMedia('(prefers-reduced-motion: reduce)').matches]"""
# The marks of whatever has been judged in this run.
JUDGED: set[str] = set()


def complaints_of_axe(page: Page) -> list[str]:
    """On a screen as high as the page: what lies under the bar at the bottom can be scrolled to. Without motion nothing
    is on its way to its place or to its colour."""
    width, height, still = page.evaluate(HOW_LARGE)
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    with sized(page, {"width": width, "height": height}):
        # Evaluated, not linked: the page's own policy lets no other script in.
        if not page.evaluate("'axe' in window"):
            page.evaluate(AXE)
        found = told(page.evaluate(VIOLATIONS, TAGS)) + _pale(page, "dark") + _pale(page, "light")
    page.emulate_media(reduced_motion="reduce" if still else "no-preference")
    return found


def _pale(page: Page, theme: Any) -> list[str]:
    page.emulate_media(color_scheme=theme)
    new = set(page.evaluate(LOOKS).split()) - JUDGED
    found = told(page.evaluate(PALE, " ".join(new))) if new else []
    if not found:
        JUDGED.update(new)
    return [f"{theme}: {said}" for said in found]


def told(violations: list[dict[str, Any]]) -> list[str]:
    return [
        f"{rule['id']}: {node['html'][:160]} – {node['failureSummary'].splitlines()[1].strip()}"
        for rule in violations
        for node in rule["nodes"]
    ]


# --- sizes -------------------------------------------------------------------------------------------------

# If the page is wider than the screen: whatever reaches over the edge.
TOO_WIDE = """() => {
    const room = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= room) return [];
    return [...document.querySelectorAll('body *')]
        .filter(e => e.getBoundingClientRect().right > room).map(e => e.outerHTML.slice(0, 100));
}"""
# Everything that opens stands open, several at once; questions that would lie over the rest stay closed. Of lists that
# lie over a drawn board one is open, as for people: they share a name.
OPEN_ALL = """open => document.querySelectorAll('main details:not(.confirm)').forEach(one => {
    if (!one.matches('.map details.spot')) one.removeAttribute('name');
    one.open = open;
})"""
WIDE_CLOSED_OR_OPEN = f"""() => [false, true].flatMap(open => {{
    ({OPEN_ALL})(open);
    return ({TOO_WIDE})().slice(0, 3);
}})"""
# What can be tapped and is smaller than a finger. What stands in a label is as large as the label; links in running
# text are as large as their words; a field for dice shows when the keyboard gets to it.
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
# Words that do not fit into their box and are cut off.
CUT = """() => [...document.querySelectorAll('main *')]
    .filter(e => e.checkVisibility({visibilityProperty: true}) && !e.closest('.visually-hidden') && e.clientWidth > 1)
    .filter(e => getComputedStyle(e).overflowX === 'hidden' && !e.matches('input, select, textarea'))
    .filter(e => e.scrollWidth > e.clientWidth + 1)
    .map(e => e.outerHTML.slice(0, 120))"""
# Words that are smaller than this many pixels.
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
def sized(page: Page, size: Any) -> Iterator[None]:
    before = page.viewport_size
    _takes(page, size)
    yield
    _takes(page, before)


def _takes(page: Page, size: Any) -> None:
    """Resizes the page and waits until it is drawn: measured at once, half of it still has its old size."""
    page.set_viewport_size(size)
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


@contextmanager
def large_text(page: Page) -> Iterator[None]:
    """As for somebody who has set the text of the browser to twice its size."""
    with _told(page, "Page.setFontSizes", {"fontSizes": {"standard": 32}}, {"fontSizes": {"standard": 16}}):
        yield


@contextmanager
def touched(page: Page) -> Iterator[None]:
    """As on a tablet."""
    with _told(page, "Emulation.setTouchEmulationEnabled", {"enabled": True}, {"enabled": False}):
        yield


@contextmanager
def _told(page: Page, what: str, first: dict[str, Any], then: dict[str, Any]) -> Iterator[None]:
    session = page.context.new_cdp_session(page)
    session.send(what, first)
    yield
    session.send(what, then)
    session.detach()


def too_wide(page: Page, size: Any) -> list[str]:
    """What does not fit a screen of this size, closed and open; leaves it so large and everything open."""
    page.set_viewport_size(size)
    return _each(f"too wide for {size['width']}", page.evaluate(WIDE_CLOSED_OR_OPEN))


def _each(what: str, found: list[str]) -> list[str]:
    return [f"{what}: {one}" for one in found]


def found_on_a_phone(page: Page) -> list[str]:
    found = too_wide(page, SMALLEST)
    found += _each("small", page.evaluate(SMALL, FINGER))
    found += too_wide(page, PHONE_SIZE)
    with large_text(page):
        found += _each("too wide with large text", page.evaluate(TOO_WIDE)[:3])
        found += _each("cut with large text", page.evaluate(CUT))
    return found


def found_on_a_table_screen(page: Page) -> list[str]:
    found = too_wide(page, SMALLEST) + too_wide(page, LAPTOP)
    with touched(page):
        found += _each("small for a finger", page.evaluate(SMALL, FINGER))
    found += too_wide(page, TABLE_SIZE)
    found += _each("small", page.evaluate(SMALL, FINGER))
    if page.locator("html.table-screen").count():
        found += _each("illegible", page.evaluate(SMALL_WORDS, LEGIBLE))
    return found


def findings(screen: Screen) -> list[str]:
    """Everything that keeps somebody from using this screen, with all that opens open."""
    expect(screen.main).to_be_visible()
    look = found_on_a_table_screen if isinstance(screen, TableScreen) else found_on_a_phone
    return look(screen.page) + complaints_of_axe(screen.page)


# --- what is new -------------------------------------------------------------------------------------------

# The kinds of things on the page: what they are and what they are called first in the stylesheet. Where somebody or
# something is – seats, countries, areas, cards – there is one of each, and one stands for all.
KINDS = """() => {
    const kind = e => `${e.localName}.${e.classList[0] || ''}${e.type || ''}`;
    return [...new Set([...document.querySelectorAll('main *:not(svg *)')].map(kind))];
}"""
# Those that were looked at before in this run, by device.
LOOKED_AT: dict[type[Screen], set[str]] = {}


def shows_something_new(screen: Screen) -> bool:
    before = LOOKED_AT.setdefault(type(screen), set())
    new = set(screen.page.evaluate(KINDS)) - before
    before |= new
    return bool(new)


def new_findings(screen: Screen) -> list[str]:
    """The same where something stands that was not looked at before; in the long run anywhere."""
    return findings(screen) if shows_something_new(screen) or LONG else []


# --- colours -----------------------------------------------------------------------------------------------

# Where the colour of a seat stands without its shape and its name. The colours of cards have a charge instead. Arms
# show the shape themselves; at the end they stand together above the headline, which names whose they are.
ONLY_COLOUR = """(names) => {
    const labels = e => [e, ...e.querySelectorAll('[aria-label]')].map(one => one.getAttribute('aria-label')).join();
    const says = (e, said) => said.some(name => `${e.textContent} ${labels(e)}`.includes(name));
    const shows = (e, said) => says(e, said) && e.querySelector('.shape, .coat');
    const crowned = e => e.matches('.end-arms .coat') ? [e.closest('.end-winner')] : [];
    const near = e => [e, e.parentElement, e.parentElement.parentElement, ...crowned(e)];
    const charged = '.knight, .knight-button, .land-mark, .saga-question, .highlight-piece';
    const marked = e => e.matches(charged) && e.querySelector('.charge');
    return Object.entries(names).flatMap(([colour, said]) => [...document.querySelectorAll(`main .seat-${colour}`)]
        .filter(e => !marked(e) && !near(e).some(one => shows(one, said))))
        .map(e => e.outerHTML.slice(0, 140));
}"""


def only_a_colour(screen: Screen, names: Mapping[str, str]) -> list[str]:
    """To its owner a phone also says "you", or "You win!"."""
    said = {colour: [name, "you", "You"] if name == screen.name else [name] for colour, name in names.items()}
    return _each("only a colour", screen.page.evaluate(ONLY_COLOUR, said))


# --- pictures ----------------------------------------------------------------------------------------------


def picture(name: str, *screens: Screen) -> None:
    """Nothing is too wide, and in the long run axe finds nothing: otherwise it looks at the moments of
    `test_for_everybody.py`. With HERALD_SHOTS=1 a picture of each is kept, dark and light."""
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
    """Into tests/shots, which git ignores."""
    if WANTED:
        SHOTS.mkdir(exist_ok=True)
        page.screenshot(path=SHOTS / f"{name}.png", animations="disabled")


def fits(screen: Screen, name: str) -> None:
    page, size = screen.page, screen.page.viewport_size
    for viewport in (size, SMALLEST) if size == PHONE_SIZE else (size,):
        with sized(page, viewport):
            assert page.evaluate(TOO_WIDE) == [], f"{name} at {page.viewport_size}"
