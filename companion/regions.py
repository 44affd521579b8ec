"""A screen as the regions it is made of: each is one element with an id, and only those that changed are sent.

A template says `{% call region('board') %}<details …>…</details>{% endcall %}`. What is drawn there is kept apart, and
a slot stays in its place. A region that comes or goes changes what is around it, but not its neighbours: what is sent
then has slots for them. What every form carries along, the last step that its page has seen, is a slot too: otherwise
every form would change with every step.

Where a region says of which parts of the view it is drawn (`region('hold', view, game_view.hand)`), it is drawn once
for equal parts; `view.game_shown` stands for all that a game's own template can show. A stream knows what its page was
drawn of: a region of the same parts is not drawn again for it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Hashable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from json.encoder import encode_basestring as quoted
from sys import intern
from typing import Generic, NamedTuple, TypeVar

from flask import Flask, current_app
from jinja2 import Template
from markupsafe import Markup

from companion.fast_jinja import as_markup
from companion.i18n import catalog, pin_translator
from companion.screens import ScreenView
from scoring.memo import cached_property

# No text on a screen can look like these: there, < is always written as &lt;.
SLOT = re.compile(r"<@([\w-]+)>")
SEEN = Markup("<@@>")
TAG = re.compile(r"<\w+")
SCREEN = "screen"
HELD = re.compile(r'(<div class="hold-content" id="[\w-]+") hidden')
# The regions of some hundred screens, twice; most are a few hundred bytes.
KEPT = 1024
# Screens that look the same are woken together: those of the last tables to be woken, twice.
LATELY = 8


class SentRegion(NamedTuple):
    """What a stream keeps of a region on its page, to know next time what has changed."""

    mark: int
    # What it was drawn of, where it says so.
    cache_key: Hashable
    inside: tuple[str, ...]


Page = Mapping[str, SentRegion]


class Region(str):
    """The HTML of one, and what is worked out of it once, for however many screens it is drawn."""

    cache_key: Hashable = None

    @cached_property
    def shown(self) -> SentRegion:
        return SentRegion(hash(self), self.cache_key, tuple(map(intern, SLOT.findall(self))) if "<@" in self else ())


# Instead of the HTML of a region that the page shows already.
UNCHANGED = Region()
Parts = dict[str, Region]
Value = TypeVar("Value")


def init_regions(app: Flask) -> None:
    app.jinja_env.globals.update(region=region, seen=seen)
    app.jinja_env.filters["tuple"] = tuple  # what a region is drawn of is hashable


@dataclass
class RenderContext:
    """A screen that is being drawn: where the next region goes, and what its page shows already."""

    drawing: RenderedScreen
    parts: Parts
    before: Page


_pen: ContextVar[RenderContext | None] = ContextVar("pen", default=None)


def region(name: str, view: ScreenView | None = None, *of: Hashable, caller: Callable[[], str]) -> Markup:
    """Keeps what is drawn; its element has the region's name as its id. With the parts of the view that it is drawn
    `of`, it is drawn once for the same ones."""
    context = _pen.get()
    if context is None:  # on a page that is no screen
        return Markup(_element(name, caller))
    parts = context.parts
    drawn, before = (
        _rendered(context, name, caller) if view is None else _cached(context, name, view, of, caller),
        len(parts),
    )
    parts.update(drawn)
    assert len(parts) == before + len(drawn), f"the region {name}, or one in it, stands twice on a screen"
    return as_markup(f"<@{name}>") if name in drawn else Markup()


def _element(name: str, caller: Callable[[], str]) -> str:
    html = caller().strip()
    if not html:
        return ""
    tag = TAG.match(html)
    assert tag, f"the region {name} is not an element"
    has_id = html.find(f' id="{name}"', 0, html.index(">")) >= 0
    return html if has_id else f'{tag[0]} id="{name}"{html[tag.end() :]}'


def _rendered(context: RenderContext, name: str, caller: Callable[[], str]) -> Parts:
    """The region, unless there is nothing in it, and those inside it."""
    around, context.parts = context.parts, {}
    try:
        if html := _element(name, caller):
            context.parts[name] = Region(html)
            return context.parts
        return {}
    finally:
        context.parts = around


class GenerationCache(Generic[Value]):
    """What was drawn, by what it was drawn of: the latest, and as many before them that were asked for since."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._latest: dict[Hashable, Value] = {}
        self._before: dict[Hashable, Value] = {}

    def get(self, key: Hashable) -> Value | None:
        found = self._latest.get(key)
        if found is None and (found := self._before.get(key)) is not None:
            self.put(key, found)
        return found

    def put(self, key: Hashable, drawn: Value) -> None:
        if len(self._latest) >= self._most:
            self._latest, self._before = {}, self._latest
        self._latest[key] = drawn

    def clear(self) -> None:
        self._latest, self._before = {}, {}


kept = GenerationCache[Parts](KEPT)


def _cached(
    context: RenderContext, name: str, view: ScreenView, of: tuple[Hashable, ...], caller: Callable[[], str]
) -> Parts:
    """Never what was drawn for another seat or another table: those are part of the key whatever else is."""
    key = (name, view.whose, catalog(), of)
    # Inside another region it is drawn all the same: that one may be kept for other screens.
    if (
        context.parts is context.drawing.parts
        and (shown := context.before.get(name)) is not None
        and shown.cache_key == key
    ):
        context.drawing.left_out[name] = shown
        return {name: UNCHANGED}
    try:
        found = kept.get(key)
    except TypeError:  # lists and the like: not worth a key
        return _rendered(context, name, caller)
    if found is None:
        found = _rendered(context, name, caller)
        if name in found:
            found[name].cache_key = key
        kept.put(key, found)
    return found


def seen(seq: int) -> Markup | int:
    return seq if _pen.get() is None else SEEN


@dataclass
class RenderedScreen:
    """The regions of a screen by name; the one called `screen` holds all others."""

    seq: int
    parts: Parts = field(default_factory=dict)
    # What was not drawn since the page shows it.
    left_out: dict[str, SentRegion] = field(default_factory=dict)
    # The page that was told last what is new, what it was told, and what it shows since.
    _told: tuple[Page, str, Page] | None = field(default=None, init=False, repr=False)

    def fits(self, before: Page) -> bool:
        """True if a page that shows this already is shown the rest by it."""
        return all(before.get(name) == shown for name, shown in self.left_out.items())

    @property
    def whole(self) -> str:
        return self.filled(SCREEN)

    def filled(self, name: str) -> str:
        """A region with all that stands in it."""
        html = SLOT.sub(lambda slot: self.filled(slot[1]), self.parts[name])
        return html.replace(SEEN, str(self.seq))

    @property
    def held_open(self) -> tuple[str, ...]:
        """The regions that show something only while a button is held, as they look then."""
        holding = (name for name, html in self.parts.items() if HELD.search(html))
        return tuple(HELD.sub(r"\1", self.filled(name)) for name in holding)

    @property
    def stamp(self) -> str:
        """Two drawings with the same stamp are the same."""
        return hashlib.blake2s(self.whole.encode(), digest_size=8).hexdigest()

    def changed_regions(self, before: Page) -> tuple[Parts, Page]:
        """The regions that differ from what was there before, and those between one of them and another. What stands in
        them and is not new stays a slot: the page has it. And the page as it is then."""
        found: Parts = {}
        page: dict[str, SentRegion] = {}
        self._gather(SCREEN, before, found, page, around=False)
        return found, page

    def _gather(self, name: str, before: Page, found: Parts, page: dict[str, SentRegion], around: bool) -> bool:
        region, shown = self.parts.get(name, UNCHANGED), before.get(name)
        now = page[name] = region.shown if region else before[name]
        changed = shown is not now and (shown is None or shown.mark != now.mark)
        news = changed
        for slot in now.inside:
            news |= self._gather(slot, before, found, page, around or changed)
        if changed or (around and news):
            found[name] = region
        return news

    def diff(self, before: Page) -> tuple[str, Page]:
        """What is new to a page, as JSON (nothing: it is all the same), and the page as it is then. Pages that show the
        same are told the same."""
        told = self._told  # read once: the stream of another page may be told meanwhile
        if told is None or told[0] != before:
            news, page = self.changed_regions(before)
            written = ", ".join([f"{quoted(name)}: {quoted(region)}" for name, region in news.items()])
            told = self._told = before, f"{{{written.replace(SEEN, str(self.seq))}}}" if news else "", page
        return told[1:]


# The latest screens by whose they are, each with how it looks.
lately = GenerationCache[tuple[object, RenderedScreen]](LATELY)


def render_screen(view: ScreenView, before: Page | None = None) -> RenderedScreen:
    """The screen as this view has it, in the language that is spoken here; for a page that shows it already, only where
    it may have changed. A screen of nobody's that looks like one that was just drawn is that one."""
    before, whose = before or {}, (view.whose, catalog())
    if view.me is not None:
        return _render(view, before)
    looks, rendered = lately.get(whose) or (None, None)
    if rendered is None or looks != view.render_key or not rendered.fits(before):
        rendered = _render(view, before)
        lately.put(whose, (view.render_key, rendered))
    return rendered


def _render(view: ScreenView, before: Page) -> RenderedScreen:
    rendered = RenderedScreen(view.seq)
    template: Template = current_app.jinja_env.get_template("_screen.html")
    fall_silent, drawn = pin_translator(), _pen.set(RenderContext(rendered, rendered.parts, before))
    try:
        rendered.parts[SCREEN] = Region(template.render(view=view))
    finally:
        _pen.reset(drawn)
        fall_silent()
    return rendered


def clear_caches() -> None:
    """Everything that was drawn: the next screen is drawn from nothing."""
    kept.clear()
    lately.clear()
