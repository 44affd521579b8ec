"""Drawn maps: shapes and positions of a board, from our own drawings in this folder.

A file has two layouts, `landscape` for table screens and `portrait` for phones, in integer units with y downwards.
Templates draw them with `macros/map.html`; each map has a stylesheet that places its buttons in percentages.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import permutations
from pathlib import Path
from types import MappingProxyType
from typing import Any

from flask import Flask
from markupsafe import Markup

FOLDER = Path(__file__).parent
LAYOUTS = ("landscape", "portrait")
Point = tuple[int, int]
NOTHING = Markup()
# Signs and pieces in the row below a name, and the distance from each to the next.
WIDTHS = MappingProxyType(
    {
        "arms": 46,
        "piece": 23,
        "king": 40,
        "disc": 54,
        "gold": 54,
        "faint": 54,
        "bad": 54,
        "shield": 46,
        "swords": 46,
        "sign": 44,
    }
)
DIGIT = 26
# Offset of each piece for which an area has no place left.
STACKED = (12, -14)
# Games whose films play on their map, with the changes drawn by their film.html.
GAME_FILMS = ("roses",)
# The map of each game's screens, by folder.
GAME_MAPS = MappingProxyType({"lang_lebe": "england-13", "roses": "england-6", "royals": "europe-4"})


@dataclass(frozen=True)
class Area:
    """An area: its outline, the centre of its name, and the centre of the row of pieces below. `lines` splits a long
    name; `type` is the letter size of the name if the map's is too large."""

    key: str
    path: str
    label: Point
    tokens: Point
    type: int
    lines: tuple[str, ...] = ()

    @property
    def spot(self) -> Point:
        """The centre of the button: between name and pieces."""
        return (self.label[0] + self.tokens[0]) // 2, (self.label[1] + self.tokens[1]) // 2


@dataclass(frozen=True)
class Place:
    """A town, castle or city in an area; `label` is the centre of its name, relative to `at`."""

    key: str
    name: str
    area: str
    kind: str
    at: Point
    label: Point


@dataclass(frozen=True)
class MapLayout:
    """A map in one layout. `slots` are unnamed places and `seas` are sea areas, each by key. `faint` is land outside
    the game, `routes` are connections by sea, `compass` is an empty place in the sea."""

    key: str
    layout: str
    width: int
    height: int
    type: int
    names: Mapping[str, str] = field(hash=False)
    areas: Mapping[str, Area] = field(hash=False)
    places: Mapping[str, Place] = field(hash=False)
    slots: Mapping[str, Point] = field(hash=False)
    seas: Mapping[str, Point] = field(hash=False)
    routes: tuple[str, ...] = ()
    faint: tuple[str, ...] = ()
    compass: Point | None = None

    @property
    def css(self) -> str:
        """The class of everything drawn in this layout."""
        return f"map-{self.key}-{self.layout}"

    def next_slot(self, used: list[str], at: str) -> tuple[str, Point]:
        """Returns key and centre of the next of the slots `at`.1, `at`.2 and so on, and adds `at` to those in use.
        Beyond the last one, pieces overlap."""
        used.append(at)
        last = number = used.count(at)
        while f"{at}.{last}" not in self.slots:
            last -= 1
        (x, y), more = self.slots[f"{at}.{last}"], number - last
        return f"{at}.{last}", (x + more * STACKED[0], y + more * STACKED[1])


@dataclass(frozen=True)
class Spot:
    """The way to tap an area: a link (`href`), a choice in a form (`radio`), or a button that submits `name`=`value` of
    the surrounding form or of the one with the id `form`. `label` is its whole accessible name. `why` is the reason it
    cannot be chosen, shown on a tap. `on` is true if it is chosen or current. `css` and `more` are further classes and
    attributes."""

    label: str
    name: str = ""
    value: str = ""
    form: str = ""
    href: str = ""
    radio: bool = False
    why: str = ""
    on: bool = False
    css: str = ""
    more: Markup = NOTHING


@dataclass(frozen=True)
class ShownArea:
    """The content of one area on a board; `macros/map.html` explains the fields."""

    at: str
    name: str = ""
    seat: Any = None
    lit: bool = False
    dim: bool = False
    out: bool = False
    row: tuple[tuple[str, Any], ...] = ()
    spot: Spot | None = None

    @property
    def width(self) -> int:
        """The width of the row."""
        return sum(width_of(kind, what) for kind, what in self.row)


@dataclass(frozen=True)
class ShownPiece:
    """A piece on a board; `macros/map.html` explains the fields. `slot` is the place of its button."""

    key: str
    slot: str
    at: Point
    kind: str = ""
    seat: Any = None
    text: str = ""
    css: str = ""
    armies: tuple[tuple[Any, int], ...] = ()
    spot: Spot | None = None


def width_of(kind: str, what: Any) -> int:
    """Returns the distance to the next thing in a row."""
    return DIGIT * len(str(what)) + 9 if kind == "count" else WIDTHS[kind]


Shown = ShownArea | ShownPiece


def changed(before: Sequence[Shown], after: Sequence[Shown]) -> tuple[Shown, ...]:
    """Returns the pieces and areas that differ after a scene. A removed piece comes without a kind."""
    known, keys = set(before), {one.key for one in after if isinstance(one, ShownPiece)}
    gone = (one for one in before if isinstance(one, ShownPiece) and one.key not in keys)
    return (*(one for one in after if one not in known), *(ShownPiece(one.key, "", one.at) for one in gone))


def init_maps(app: Flask) -> None:
    app.jinja_env.globals.update(map_layout=map_layout, map_area=ShownArea, map_spot=Spot, map_slots=slots_of)
    app.jinja_env.globals.update(map_piece=ShownPiece, map_width=width_of, map_changed=changed)
    app.jinja_env.globals.update(game_maps=GAME_MAPS, game_films=GAME_FILMS)


def map_keys() -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in FOLDER.glob("*.json")))


@cache
def map_layout(key: str, layout: str) -> MapLayout:
    """Returns the map with this key in one of the `LAYOUTS`."""
    whole = json.loads((FOLDER / f"{key}.json").read_text(encoding="utf-8"))
    drawn = whole["layouts"][layout]
    width, height = drawn["size"]
    return MapLayout(
        key=key,
        layout=layout,
        width=width,
        height=height,
        type=drawn["type"],
        names=MappingProxyType(whole["names"]),
        areas=MappingProxyType({at: _area(at, one, drawn["type"]) for at, one in drawn["areas"].items()}),
        places=MappingProxyType({at: _place(at, one) for at, one in drawn.get("places", {}).items()}),
        slots=MappingProxyType({at: _point(one) for at, one in drawn.get("slots", {}).items()}),
        seas=MappingProxyType({at: _point(one) for at, one in drawn.get("seas", {}).items()}),
        routes=tuple(drawn.get("routes", ())),
        faint=tuple(drawn.get("faint", ())),
        compass=_point(drawn["compass"]) if "compass" in drawn else None,
    )


def _point(pair: list[int]) -> Point:
    x, y = pair
    return x, y


def _area(key: str, one: dict[str, Any], size: int) -> Area:
    x, y = label = _point(one["label"])
    size = one.get("type", size)
    below = x, y + size * (len(one.get("lines", (key,))) + 0.4)
    tokens = _point(one["tokens"]) if "tokens" in one else (below[0], round(below[1]))
    return Area(key, one["path"], label, tokens, size, tuple(one.get("lines", ())))


def _place(key: str, one: dict[str, Any]) -> Place:
    return Place(key, one["name"], one["area"], one["kind"], _point(one["at"]), _point(one["label"]))


@cache
def slots_of(geo: MapLayout, towns: tuple[tuple[str, str], ...]) -> Mapping[str, str]:
    """Returns a slot for each town of an area, by the key of its own slot. Towns whose names are on the drawing get the
    slots with the shortest distance in total; the others keep their order."""
    drawn = {place.name.casefold(): place.at for place in geo.places.values()}
    at = {slot: drawn[name.casefold()] for slot, name in towns if name.casefold() in drawn}
    if not at:
        return MappingProxyType({slot: slot for slot, _ in towns})

    def away(slots: Iterable[str]) -> int:
        pairs = zip(at.values(), slots, strict=True)
        return sum((x - geo.slots[slot][0]) ** 2 + (y - geo.slots[slot][1]) ** 2 for (x, y), slot in pairs)

    nearest = dict(zip(at, min(permutations((slot for slot, _ in towns), len(at)), key=away), strict=True))
    rest = iter([slot for slot, _ in towns if slot not in nearest.values()])
    return MappingProxyType({slot: nearest.get(slot) or next(rest) for slot, _ in towns})


def stylesheets() -> dict[str, bytes]:
    """Returns the stylesheet of each map, by file name. A page may not position its elements with style attributes."""
    return {f"map-{key}.css": "\n".join(_rules(key)).encode() for key in map_keys()}


def _rules(key: str) -> Iterator[str]:
    for layout in LAYOUTS:
        drawn = map_layout(key, layout)
        yield f".{drawn.css} {{ --map-width: {drawn.width}; --map-height: {drawn.height}; }}"
        spots = {at: area.spot for at, area in drawn.areas.items()}
        spots |= {at: place.at for at, place in drawn.places.items()} | dict(drawn.seas) | dict(drawn.slots)
        for at, (x, y) in spots.items():
            left, top = 100 * x / drawn.width, 100 * y / drawn.height
            yield f".{drawn.css} .at-{at.replace('.', '-')} {{ left: {left:.1f}%; top: {top:.1f}%; }}"
