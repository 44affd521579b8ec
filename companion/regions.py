"""A screen as the regions it is made of: each is one element with an id, and only those that changed are sent.

A template says `{% call region('board') %}<details …>…</details>{% endcall %}`. What is drawn there is kept apart, and
a slot stays in its place. A region that comes or goes changes what is around it. What every form carries along, the
last step that its page has seen, is a slot too: otherwise every form would change with every step.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from flask import Flask, current_app, g
from markupsafe import Markup

from companion.screens import ScreenView

# No text on a screen can look like these: there, < is always written as &lt;.
SLOT = re.compile(r"<@([\w-]+)>")
SEEN = Markup("<@@>")
TAG = re.compile(r"<\w+")
SCREEN = "screen"


def draw_regions(app: Flask) -> None:
    app.jinja_env.globals.update(region=region, seen=seen)


def region(name: str, caller: Callable[[], str]) -> Markup:
    """Keeps what is drawn; its element has the region's name as its id."""
    html = str(caller()).strip()
    if not html:
        return Markup()
    tag = TAG.match(html)
    assert tag, f"the region {name} is not an element"
    if f' id="{name}"' not in html[: html.index(">")]:
        html = f'{tag[0]} id="{name}"{html[tag.end() :]}'
    parts: dict[str, str] | None = g.get("parts")
    if parts is None:  # on a page that is no screen
        return Markup(html)
    assert name not in parts, f"the region {name} stands twice on a screen"
    parts[name] = html
    return Markup(f"<@{name}>")


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
        """The outermost regions that differ from what was there before."""
        return {name: self.filled(name) for name in self._changed(SCREEN, before)}

    def _changed(self, name: str, before: Mapping[str, int]) -> Iterator[str]:
        html = self.parts[name]
        if before.get(name) != hash(html):
            yield name
        else:
            for slot in SLOT.finditer(html):
                yield from self._changed(slot[1], before)


def draw(view: ScreenView) -> Drawing:
    """The screen as this view has it, in the language that is spoken here."""
    parts = g.parts = {}
    try:
        parts[SCREEN] = current_app.jinja_env.get_template("_screen.html").render(view=view)
    finally:
        del g.parts
    return Drawing(parts, view.seq)
