"""Renders the home-screen icons from static/favicon.svg: python -m tests.icons (needs Pillow).

Supports only the path commands that the favicon uses.
"""

from __future__ import annotations

import re
from pathlib import Path

from PIL import Image, ImageDraw

STATIC = Path(__file__).parent.parent / "static"
VIEW_BOX = 32
# Rendered at this multiple, then scaled down: Pillow's polygons are not anti-aliased.
OVERSAMPLING = 8
# Name: pixels, share of the square that the shield fills, whether the background is coloured. Maskable icons are cut to
# a circle of 80 %; iOS paints transparent areas black.
ICONS = {
    "icon-192.png": (192, 1.0, False),
    "icon-512.png": (512, 1.0, False),
    "maskable-512.png": (512, 0.62, True),
    "apple-touch-icon.png": (180, 0.74, True),
}
COLOURS = 32
STEPS = 24
Point = tuple[float, float]


def main() -> None:
    for name, (size, share, ground) in ICONS.items():
        draw_icon(size, share, ground).save(STATIC / "icons" / name, optimize=True)


def draw_icon(size: int, share: float, ground: bool) -> Image.Image:
    svg = (STATIC / "favicon.svg").read_text(encoding="utf-8")
    shield, charge = re.findall(r"<path ([^>]+)/>", svg)
    large = size * OVERSAMPLING
    image = Image.new("RGBA", (large, large), attribute(shield, "fill") if ground else (0, 0, 0, 0))
    pen = ImageDraw.Draw(image)
    scale = large * share / VIEW_BOX
    edge = large * (1 - share) / 2

    def placed(path: str) -> list[Point]:
        return [(edge + x * scale, edge + y * scale) for x, y in outline(attribute(path, "d"))]

    border = placed(shield)
    pen.polygon(border, fill=attribute(shield, "fill"))
    width = round(float(attribute(shield, "stroke-width")) * scale)
    pen.line([*border, *border[:2]], fill=attribute(shield, "stroke"), width=width, joint="curve")
    pen.polygon(placed(charge), fill=attribute(charge, "fill"))
    small = image.resize((size, size), Image.Resampling.LANCZOS)
    return small.quantize(COLOURS, method=Image.Quantize.FASTOCTREE)


def attribute(element: str, name: str) -> str:
    found = re.search(rf'\b{name}="([^"]+)"', element)
    assert found, name
    return found[1]


def outline(path: str) -> list[Point]:
    """Vertices of a closed path of M, h, v, H, V, l, c, C and z; curves become short segments."""
    points: list[Point] = []
    x = y = 0.0
    for command, text in re.findall(r"([MhvHVlcCz])([^A-Za-z]*)", path):
        numbers = [float(number) for number in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", text)]
        if command == "z":
            continue
        for given in batches(numbers, {"h": 1, "v": 1, "H": 1, "V": 1, "c": 6, "C": 6}.get(command, 2)):
            if command in "hH":
                corners = [(given[0] + (x if command == "h" else 0), y)]
            elif command in "vV":
                corners = [(x, given[0] + (y if command == "v" else 0))]
            else:
                from_x, from_y = (x, y) if command.islower() else (0.0, 0.0)
                corners = [(from_x + a, from_y + b) for a, b in batches(given, 2)]
            points += curve([(x, y), *corners]) if command in "cC" else corners
            x, y = corners[-1]
    return points


def batches(numbers: list[float], size: int) -> list[list[float]]:
    return [numbers[start : start + size] for start in range(0, len(numbers), size)]


def curve(control: list[Point]) -> list[Point]:
    """Points on a cubic Bézier curve, without its start."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = control
    found = []
    for step in range(1, STEPS + 1):
        t = step / STEPS
        u = 1 - t
        weights = (u**3, 3 * u * u * t, 3 * u * t * t, t**3)
        xs = zip(weights, (ax, bx, cx, dx), strict=True)
        ys = zip(weights, (ay, by, cy, dy), strict=True)
        found.append((sum(w * v for w, v in xs), sum(w * v for w, v in ys)))
    return found


if __name__ == "__main__":
    main()
