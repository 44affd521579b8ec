"""Renders a screen as regions, each one element with an id, and sends only those that changed.

A template writes `{% call region('board') %}<details …>…</details>{% endcall %}`. The region's HTML is stored
separately, and a slot marks its place. A region that appears or disappears changes its surroundings but not its
neighbours, since the sent HTML has slots for these. The last seq that the page has seen, which every form carries, is a
slot too; otherwise every form would change with every action.

A region may name the parts of the view it depends on: `region('hold', view, game_view.hand)`. It is then rendered once
for equal parts; `view.game_shown` stands for everything a game's own template can show. A region that is made from
`view.public` alone is rendered once for all seats; `shared` does the same for what is no region. A stream remembers the
parts behind its page, and does not render a region again for the same parts.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Hashable, Iterable, Mapping
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
from companion.screens import PublicView, ScreenView
from scoring.legal_actions import LegalAction
from scoring.memo import ById, cached_property

# Cannot occur in the text of a screen, where < is always escaped as &lt;.
SLOT = re.compile(r"<@([\w-]+)>")
SEEN = Markup("<@@>")
TAG = re.compile(r"<\w+")
SCREEN = "screen"
# Among the regions inside a shared part: the part itself.
SHARED = ""
HELD = re.compile(r'(<div class="hold-content" id="[\w-]+") hidden')
# Regions of about a hundred screens, in each of two generations; most are a few hundred bytes.
REGION_CACHE_SIZE = 1024
# Number of cached screens in each of two generations. Screens that look the same are woken at the same time.
SCREEN_CACHE_SIZE = 8


class SentRegion(NamedTuple):
    """A region on a page as its stream remembers it, to detect changes."""

    mark: int
    # The parts it was rendered from, if it names them.
    cache_key: Hashable
    inside: tuple[str, ...]


Page = Mapping[str, SentRegion]


class Region(str):
    """The HTML of a region, with data computed once for all screens that show it."""

    cache_key: Hashable = None

    @cached_property
    def shown(self) -> SentRegion:
        return SentRegion(hash(self), self.cache_key, tuple(map(intern, SLOT.findall(self))) if "<@" in self else ())


# Placeholder for a region that the page already shows.
UNCHANGED = Region()
Parts = dict[str, Region]
Value = TypeVar("Value")


def init_regions(app: Flask) -> None:
    app.jinja_env.globals.update(region=region, shared=shared, seen=seen)
    app.jinja_env.filters["tuple"] = tuple  # the parts of a region have to be hashable
    app.jinja_env.filters["by_id"] = by_id


def by_id(legal_actions: Iterable[LegalAction]) -> tuple[ById, ...]:
    """Returns legal actions as a part of a region: comparing values takes long, and all seats share the objects."""
    return tuple(map(ById, legal_actions))


@dataclass
class RenderContext:
    """A screen being rendered: where the next region goes, and what its page already shows."""

    drawing: RenderedScreen
    parts: Parts
    before: Page


_render_context: ContextVar[RenderContext | None] = ContextVar("render_context", default=None)


def region(name: str, view: ScreenView | PublicView | None = None, *of: Hashable, caller: Callable[[], str]) -> Markup:
    """Renders a region; its element gets the region's name as id. With `view`, it is cached by the parts in `of`."""
    context = _render_context.get()
    if context is None:  # not rendering a screen
        return Markup(_element(name, caller))
    parts = context.parts
    drawn, before = (
        _render_region(context, name, caller) if view is None else _cached_region(context, name, view, of, caller),
        len(parts),
    )
    parts.update(drawn)
    assert len(parts) == before + len(drawn), f"the region {name}, or one in it, stands twice on a screen"
    return as_markup(f"<@{name}>") if name in drawn else Markup()


def shared(name: str, view: PublicView, *of: Hashable, caller: Callable[[], str]) -> Markup:
    """Renders a part of several seats' screens once: it need not be one element, and is sent with what is around it."""
    context = _render_context.get()
    if context is None:
        return Markup(caller())
    key = (name, view.whose, catalog(), of)
    found = kept.get(key)
    if found is None:
        around, context.parts = context.parts, {}
        try:
            html = Region(caller())
            found = {**context.parts, SHARED: html}
        finally:
            context.parts = around
        kept.put(key, found)
    context.parts.update((inside, drawn) for inside, drawn in found.items() if inside != SHARED)
    return as_markup(found[SHARED])


def _element(name: str, caller: Callable[[], str]) -> str:
    html = caller().strip()
    if not html:
        return ""
    tag = TAG.match(html)
    assert tag, f"the region {name} is not an element"
    has_id = html.find(f' id="{name}"', 0, html.index(">")) >= 0
    return html if has_id else f'{tag[0]} id="{name}"{html[tag.end() :]}'


def _render_region(context: RenderContext, name: str, caller: Callable[[], str]) -> Parts:
    """Returns the region and those inside it; empty if it has no content."""
    around, context.parts = context.parts, {}
    try:
        if html := _element(name, caller):
            context.parts[name] = Region(html)
            return context.parts
        return {}
    finally:
        context.parts = around


class GenerationCache(Generic[Value]):
    """Two-generation cache: the latest entries, and as many earlier ones; a hit moves an entry to the latest."""

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


kept = GenerationCache[Parts](REGION_CACHE_SIZE)


def _cached_region(
    context: RenderContext,
    name: str,
    view: ScreenView | PublicView,
    of: tuple[Hashable, ...],
    caller: Callable[[], str],
) -> Parts:
    """Returns a cached or new region. The key always includes the table, and the seat unless the region is made from a
    PublicView, so that no other seat's region is shown."""
    key = (name, view.whose, catalog(), of)
    # A nested region is never left out, since the outer region may be cached for other screens.
    if (
        context.parts is context.drawing.parts
        and (shown := context.before.get(name)) is not None
        and shown.cache_key == key
    ):
        context.drawing.left_out[name] = shown
        return {name: UNCHANGED}
    try:
        found = kept.get(key)
    except TypeError:  # unhashable parts are not cached
        return _render_region(context, name, caller)
    if found is None:
        found = _render_region(context, name, caller)
        if name in found:
            found[name].cache_key = key
        kept.put(key, found)
    return found


def seen(seq: int) -> Markup | int:
    return seq if _render_context.get() is None else SEEN


@dataclass
class RenderedScreen:
    """The regions of a screen by name; `screen` contains all others."""

    seq: int
    parts: Parts = field(default_factory=dict)
    # Regions that were not rendered, because the page already shows them.
    left_out: dict[str, SentRegion] = field(default_factory=dict)
    # The latest diff: the page before, the JSON, and the page after.
    _last_diff: tuple[Page, str, Page] | None = field(default=None, init=False, repr=False)

    def fits(self, before: Page) -> bool:
        """True if the page shows everything that was left out here."""
        return all(before.get(name) == shown for name, shown in self.left_out.items())

    @property
    def whole(self) -> str:
        return self.filled(SCREEN)

    def filled(self, name: str) -> str:
        """Returns a region with all its slots filled."""
        html = SLOT.sub(lambda slot: self.filled(slot[1]), self.parts[name])
        return html.replace(SEEN, str(self.seq))

    @property
    def held_open(self) -> tuple[str, ...]:
        """The regions with content shown only while a button is held, in their held state."""
        holding = (name for name, html in self.parts.items() if HELD.search(html))
        return tuple(HELD.sub(r"\1", self.filled(name)) for name in holding)

    @property
    def stamp(self) -> str:
        """Hash of the whole screen."""
        return hashlib.blake2s(self.whole.encode(), digest_size=8).hexdigest()

    def changed_regions(self, before: Page) -> tuple[Parts, Page]:
        """Returns the changed regions and the page afterwards. A region that lies between a changed outer and a changed
        inner region is included; unchanged inner regions stay slots."""
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
        """Returns the changes to a page as JSON (empty if none) and the page afterwards. Pages in the same state share
        the result."""
        last_diff = self._last_diff  # read once: another page's stream may replace it meanwhile
        if last_diff is None or last_diff[0] != before:
            news, page = self.changed_regions(before)
            written = ", ".join([f"{quoted(name)}: {quoted(region)}" for name, region in news.items()])
            last_diff = self._last_diff = before, f"{{{written.replace(SEEN, str(self.seq))}}}" if news else "", page
        return last_diff[1:]


# The latest screens without a seat, each with its render key.
screen_cache = GenerationCache[tuple[object, RenderedScreen]](SCREEN_CACHE_SIZE)


def render_screen(view: ScreenView, before: Page | None = None) -> RenderedScreen:
    """Renders the view in the current locale; regions that `before` already shows are left out. Equal screens without a
    seat share one result."""
    before, whose = before or {}, (view.whose, catalog())
    if view.me is not None:
        return _render(view, before)
    looks, rendered = screen_cache.get(whose) or (None, None)
    if rendered is None or looks != view.render_key or not rendered.fits(before):
        rendered = _render(view, before)
        screen_cache.put(whose, (view.render_key, rendered))
    return rendered


def _render(view: ScreenView, before: Page) -> RenderedScreen:
    rendered = RenderedScreen(view.seq)
    template: Template = current_app.jinja_env.get_template("_screen.html")
    unpin, drawn = pin_translator(), _render_context.set(RenderContext(rendered, rendered.parts, before))
    try:
        rendered.parts[SCREEN] = Region(template.render(view=view))
    finally:
        _render_context.reset(drawn)
        unpin()
    return rendered


def clear_caches() -> None:
    """Clears all render caches."""
    kept.clear()
    screen_cache.clear()
