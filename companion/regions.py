"""A screen as the regions it is made of: each is one element with an id, and only those that changed are sent.

A template says `{% call region('board') %}<details …>…</details>{% endcall %}`. What is drawn there is kept apart, and
a slot stays in its place. A region that comes or goes changes what is around it, but not its neighbours: what is sent
then has slots for them. What every form carries along, the last step that its page has seen, is a slot too: otherwise
every form would change with every step.

Where a region says of which parts of the view it is drawn (`region('hold', view, play.hand)`), it is drawn once for
equal parts; `view.game_shown` stands for all that a game's own template can show.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass

from flask import Flask, current_app, g
from markupsafe import Markup

from companion.languages import catalogue
from companion.screens import ScreenView

# No text on a screen can look like these: there, < is always written as &lt;.
SLOT = re.compile(r"<@([\w-]+)>")
SEEN = Markup("<@@>")
TAG = re.compile(r"<\w+")
SCREEN = "screen"
# The regions of some hundred screens, twice; most are a few hundred bytes.
KEPT = 1024


def draw_regions(app: Flask) -> None:
    app.jinja_env.globals.update(region=region, seen=seen)
    app.jinja_env.filters["tuple"] = tuple  # what a region is drawn of is hashable


def region(name: str, view: ScreenView | None = None, *of: Hashable, caller: Callable[[], str]) -> Markup:
    """Keeps what is drawn; its element has the region's name as its id. With the parts of the view that it is drawn
    `of`, it is drawn once for the same ones."""
    parts: dict[str, str] | None = g.get("parts")
    if parts is None:  # on a page that is no screen
        return Markup(_element(name, caller))
    drawn, before = _drawn(name, caller) if view is None else _once(name, view, of, caller), len(parts)
    parts.update(drawn)
    assert len(parts) == before + len(drawn), f"the region {name}, or one in it, stands twice on a screen"
    return Markup(f"<@{name}>") if name in drawn else Markup()


def _element(name: str, caller: Callable[[], str]) -> str:
    html = str(caller()).strip()
    if not html:
        return ""
    tag = TAG.match(html)
    assert tag, f"the region {name} is not an element"
    has_id = f' id="{name}"' in html[: html.index(">")]
    return html if has_id else f'{tag[0]} id="{name}"{html[tag.end() :]}'


def _drawn(name: str, caller: Callable[[], str]) -> dict[str, str]:
    """The region, unless there is nothing in it, and those inside it."""
    around, g.parts = g.parts, {}
    try:
        html = _element(name, caller)
        return {**g.parts, name: html} if html else {}
    finally:
        g.parts = around


class Kept:
    """Drawn regions by what they were drawn of: the latest ones, and as many before them that were asked for since."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._latest: dict[Hashable, dict[str, str]] = {}
        self._before: dict[Hashable, dict[str, str]] = {}

    def get(self, key: Hashable) -> dict[str, str] | None:
        found = self._latest.get(key)
        if found is None and (found := self._before.get(key)) is not None:
            self.put(key, found)
        return found

    def put(self, key: Hashable, drawn: dict[str, str]) -> None:
        if len(self._latest) >= self._most:
            self._latest, self._before = {}, self._latest
        self._latest[key] = drawn

    def forget(self) -> None:
        self._latest, self._before = {}, {}


kept = Kept(KEPT)


def _once(name: str, view: ScreenView, of: tuple[Hashable, ...], caller: Callable[[], str]) -> dict[str, str]:
    """Never what was drawn for another seat or another table: those are part of the key whatever else is."""
    key = (name, view.whose, catalogue(), of)
    try:
        found = kept.get(key)
    except TypeError:  # lists and the like: not worth a key
        return _drawn(name, caller)
    if found is None:
        found = _drawn(name, caller)
        kept.put(key, found)
    return found


def seen(seq: int) -> Markup | int:
    return seq if g.get("parts") is None else SEEN


@dataclass(frozen=True)
class Drawing:
    """The regions of a screen by name; the one called `screen` holds all others."""

    parts: Mapping[str, str]
    seq: int

    @property
    def whole(self) -> str:
        return self.filled(SCREEN)

    def filled(self, name: str) -> str:
        """A region with all that stands in it."""
        html = SLOT.sub(lambda slot: self.filled(slot[1]), self.parts[name])
        return html.replace(SEEN, str(self.seq))

    @property
    def marks(self) -> dict[str, int]:
        """What a stream keeps of it, to know next time what has changed."""
        return {name: hash(html) for name, html in self.parts.items()}

    @property
    def stamp(self) -> str:
        """Two drawings with the same stamp are the same."""
        return hashlib.blake2s(self.whole.encode(), digest_size=8).hexdigest()

    def news(self, before: Mapping[str, int]) -> dict[str, str]:
        """The regions that differ from what was there before, and those between one of them and another. What stands in
        them and is not new stays a slot: the page has it."""
        found: dict[str, str] = {}
        self._gather(SCREEN, before, found, around=False)
        return found

    def _gather(self, name: str, before: Mapping[str, int], found: dict[str, str], around: bool) -> bool:
        html = self.parts[name]
        changed = before.get(name) != hash(html)
        slots = SLOT.findall(html) if "<@" in html else ()
        inside = [self._gather(slot, before, found, around or changed) for slot in slots]
        if changed or (around and any(inside)):
            found[name] = html.replace(SEEN, str(self.seq))
        return changed or any(inside)


def draw(view: ScreenView) -> Drawing:
    """The screen as this view has it, in the language that is spoken here."""
    parts = g.parts = {}
    try:
        parts[SCREEN] = current_app.jinja_env.get_template("_screen.html").render(view=view)
    finally:
        del g.parts
    return Drawing(parts, view.seq)
