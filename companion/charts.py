"""Line charts: rendered by pygal, stripped of scripts and styles, styled by herald.css.

Lines differ in colour, dashes and the arms at their dots.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from xml.etree.ElementTree import Element, SubElement

from markupsafe import Markup

from scoring.words import amount

WIDTH, HEIGHT = 480, 300
# Letter height for which pygal leaves room, and number of letters that fit below the axis.
LETTER = 17
LETTERS = 38
DASHES = ("none", "7 4", "2 4", "12 4", "7 3 2 3", "4 7", "12 3 2 3 2 3", "1 2.5")
DOT = 15
# By tag or class: scripts, styles, titles and descriptions, and mouse-over elements.
UNWANTED = {"defs", "title", "desc", "script", "style", "titles", "tooltip-overlay", "text-overlay", "legends"}
Point = tuple[float, float]


@dataclass(frozen=True)
class Series:
    """One line: a seat's colour, points, and the indices of points with a dot."""

    name: str
    colour: str
    points: tuple[Point, ...]
    dots: frozenset[int]


def line_chart(
    title: str, series: Sequence[Series], labels: Sequence[tuple[float, str]], size: tuple[int, int] = (WIDTH, HEIGHT)
) -> Markup:
    """Renders the lines over an axis with these labels, as inline SVG."""
    import pygal  # imported with the first chart, to keep it out of the startup
    from pygal.style import Style

    chart = pygal.XY(
        width=size[0],
        height=size[1],
        js=[],
        css=[],
        show_legend=False,
        margin=4,
        margin_right=30,
        min_scale=2,
        max_scale=6,
        no_data_text="",
        style=Style(label_font_size=LETTER, major_label_font_size=LETTER),
        truncate_label=-1,
        value_formatter=lambda value: amount(f"{value:g}"),
        disable_xml_declaration=True,
    )
    chart.x_labels = [{"label": label, "value": value} for value, label in thinned(labels)]
    for one in series:
        chart.add(one.name, list(one.points))
    chart.add_xml_filter(lambda root: style_chart(root, title, series, size))
    return Markup(chart.render(is_unicode=True))


def thinned(labels: Sequence[tuple[float, str]]) -> list[tuple[float, str]]:
    """Returns as many labels as fit side by side, always including the last."""
    kept: list[tuple[float, str]] = []
    room = (
        (max((value for value, _ in labels), default=0)) * max((len(label) for _, label in labels), default=0) / LETTERS
    )
    for value, label in reversed(labels):
        if not kept or kept[-1][0] - value >= room:
            kept.append((value, label))
    return kept[::-1]


def stairs(points: Sequence[Point]) -> tuple[Point, ...]:
    """Turns points into steps: each value holds until the next point."""
    steps = list(points[:1])
    for (_, before), (x, y) in pairwise(points):
        steps += [(x, before), (x, y)]
    return tuple(steps)


# --- pygal charts in Herald's style -------------------------------------------------------------------------


def style_chart(root: Element, title: str, series: Sequence[Series], size: tuple[int, int]) -> Element:
    strip(root)
    root.attrib = {"class": "chart", "role": "img", "aria-label": title, "viewBox": f"0 0 {size[0]} {size[1]}"}
    for number, one in enumerate(series):
        for group in groups(root, f"serie-{number}"):
            group.set("class", f"series seat-{one.colour}")
            draw_line(group, DASHES[number % len(DASHES)])
            for place, dot in enumerate([child for child in group if child.get("class") == "dots"]):
                draw_dot(dot, one.colour) if place in one.dots else group.remove(dot)
    return root


def strip(parent: Element) -> None:
    """Removes everything a page may not contain: scripts, styles and foreign ids."""
    for child in list(parent):
        if not isinstance(child.tag, str) or tag(child) in UNWANTED or UNWANTED & set(child.get("class", "").split()):
            parent.remove(child)
            continue
        for name in ("style", "id"):
            child.attrib.pop(name, None)
        strip(child)


def tag(element: Element) -> str:
    return str(element.tag).rpartition("}")[2]


def groups(root: Element, css: str) -> Iterator[Element]:
    return (element for element in root.iter() if css in element.get("class", "").split())


def draw_line(group: Element, dashes: str) -> None:
    """Draws the line twice, with a rim below, so that white shows on parchment and black in dark mode."""
    for place, path in enumerate([child for child in group if "line" in child.get("class", "").split()]):
        path.attrib = {"class": "chart-line", "d": path.get("d", ""), "stroke-dasharray": dashes}
        group.insert(place, Element("path", {**path.attrib, "class": "chart-rim"}))


def draw_dot(dot: Element, colour: str) -> None:
    """Replaces pygal's circle with the seat's small arms."""
    circle = dot[0]
    x, y = float(circle.get("cx", 0)) - DOT / 2, float(circle.get("cy", 0)) - DOT / 2
    dot.remove(circle)
    box = {"x": f"{x:.1f}", "y": f"{y:.1f}", "width": str(DOT), "height": str(DOT)}
    SubElement(
        SubElement(dot, "svg", {"class": "shape", "viewBox": "0 0 56 56", **box}), "use", {"href": f"#mark-{colour}"}
    )
