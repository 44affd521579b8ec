"""Seat colours are distinguishable for normal vision and for each kind of colour blindness."""

from __future__ import annotations

import re
from itertools import combinations
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt
from pathlib import Path
from typing import Any

import pytest
from jinja2 import Environment, FileSystemLoader

from scoring.table_events import PLAYER_COLOURS

CHECKOUT = Path(__file__).parent.parent
STYLE = (CHECKOUT / "static" / "herald.css").read_text(encoding="utf-8")
DAY = (CHECKOUT / "static" / "day.css").read_text(encoding="utf-8")
MAP = (CHECKOUT / "static" / "map.css").read_text(encoding="utf-8")
HATCHES = (CHECKOUT / "templates" / "macros" / "map.html").read_text(encoding="utf-8")
PICTURE = (CHECKOUT / "templates" / "picture.svg").read_text(encoding="utf-8")
# CIEDE2000; about 2 is just noticeable side by side, 10 is seen at a glance.
LEAST = 15

Triple = tuple[float, float, float]
Matrix = tuple[Triple, Triple, Triple]

# Matrices on linear RGB for a missing cone type: Machado, Oliveira and Fernandes, 2009.
COLOUR_VISION: dict[str, Matrix] = {
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}
TO_XYZ: Matrix = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
WHITE: Triple = (0.95047, 1, 1.08883)


def tokens(block: str) -> dict[str, str]:
    """Returns the seat colours in one block of CSS tokens."""
    return {name: value for name, value in re.findall(r"--seat-(\w+): (#[0-9a-f]+)", block) if name != "line"}


def themes() -> dict[str, dict[str, str]]:
    """Returns the seat colours of the dark theme, and of the light theme with its overrides."""
    (dark,) = map(tokens, re.findall(r":root \{([^}]*--ground[^}]*)\}", STYLE))
    return {"dark": dark, "light": {**dark, **tokens(DAY)}}


def token(name: str, style: str) -> str:
    found = re.search(rf"--{name}: (#[0-9a-f]+)", style)
    assert found, name
    return found[1]


def linear(colour: str) -> Triple:
    digits = colour.lstrip("#")
    digits = "".join(2 * digit for digit in digits) if len(digits) == 3 else digits
    red, green, blue = (int(digits[n : n + 2], 16) / 255 for n in (0, 2, 4))
    return _linear(red), _linear(green), _linear(blue)


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def times(matrix: Matrix, vector: Triple) -> Triple:
    one, two, three = (sum(m * v for m, v in zip(row, vector, strict=True)) for row in matrix)
    return one, two, three


def lab(rgb: Triple) -> Triple:
    """Converts a colour to CIELAB."""
    x, y, z = (_root(part / white) for part, white in zip(times(TO_XYZ, rgb), WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _root(part: float) -> float:
    return float(part ** (1 / 3)) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116


def seen_as(colour: str, eyes: str) -> Triple:
    red, green, blue = (min(1.0, max(0.0, part)) for part in times(COLOUR_VISION[eyes], linear(colour)))
    return lab((red, green, blue))


def difference(one: Triple, other: Triple) -> float:
    """Returns the CIEDE2000 difference of two colours."""
    chroma = (hypot(*one[1:]) + hypot(*other[1:])) / 2
    stretch = 1 + (1 - _saturation(chroma)) / 2
    (light_1, chroma_1, hue_1), (light_2, chroma_2, hue_2) = (_polar(colour, stretch) for colour in (one, other))
    turn = 0.0 if chroma_1 * chroma_2 == 0 else (hue_2 - hue_1 + 180) % 360 - 180
    light, chroma, hue = (light_1 + light_2) / 2, (chroma_1 + chroma_2) / 2, hue_1 + turn / 2
    d_light = (light_2 - light_1) / (1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2))
    d_chroma = (chroma_2 - chroma_1) / (1 + 0.045 * chroma)
    d_hue = 2 * sqrt(chroma_1 * chroma_2) * sin(radians(turn / 2)) / (1 + 0.015 * chroma * _hue_weight(hue))
    blues = -2 * _saturation(chroma) * sin(radians(60 * exp(-(((hue % 360 - 275) / 25) ** 2))))
    return sqrt(d_light**2 + d_chroma**2 + d_hue**2 + blues * d_chroma * d_hue)


def _polar(colour: Triple, stretch: float) -> Triple:
    light, a, b = colour
    return light, hypot(stretch * a, b), degrees(atan2(b, stretch * a)) % 360


def _saturation(chroma: float) -> float:
    return sqrt(chroma**7 / (chroma**7 + 25**7))


def _hue_weight(hue: float) -> float:
    parts = ((-0.17, 1, -30), (0.24, 2, 0), (0.32, 3, 6), (-0.2, 4, -63))
    return 1 + sum(weight * cos(radians(often * hue + shift)) for weight, often, shift in parts)


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, -1, 2), (50, 0, 0), 2.3669),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((2.0776, 0.0795, -1.135), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_ciede2000_matches_the_published_examples(one: Triple, other: Triple, apart: float) -> None:
    """Test data of Sharma, Wu and Dalal, 2005."""
    assert difference(one, other) == pytest.approx(apart, abs=0.0001)


@pytest.mark.parametrize("theme", themes())
@pytest.mark.parametrize("eyes", COLOUR_VISION)
def test_any_two_seat_colours_are_distinguishable(theme: str, eyes: str) -> None:
    """Every game offers all colours, its own first."""
    colours = themes()[theme]
    assert set(colours) == set(PLAYER_COLOURS)
    apart = {
        pair: difference(*(seen_as(colours[name], eyes) for name in pair)) for pair in combinations(PLAYER_COLOURS, 2)
    }
    assert {pair: round(far, 1) for pair, far in apart.items() if far < LEAST} == {}


def contrast(one: str, other: str) -> float:
    """Returns the WCAG 2.2 contrast of two colours."""
    dark, light = sorted(times(TO_XYZ, linear(colour))[1] for colour in (one, other))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("colour", PLAYER_COLOURS)
def test_text_on_a_seat_colour_is_readable(colour: str) -> None:
    """A prompting phone shows its name and numbers on a band in that colour."""
    found = re.search(rf"\.seat-{colour} \{{ --seat: var\(--seat-{colour}\); --on-seat: (#\w+); }}", STYLE)
    assert found
    assert contrast(found[1], themes()["light"][colour]) >= 4.5


@pytest.mark.parametrize(("style", "behind"), [("film_table", "#0c1122"), ("table", "#0f1526")])
def test_black_bar_is_visible_in_the_dark_theme(style: str, behind: str) -> None:
    rules = (CHECKOUT / "static" / f"{style}.css").read_text(encoding="utf-8")
    found = re.search(r"\.seat-black \.(?:highlight|bar)-fill \{ fill: (#\w+); }", rules)
    assert found
    assert contrast(found[1], behind) >= 3


def test_every_seat_has_its_own_arms() -> None:
    """Without colour vision: another charge and another division of the field."""
    drawings: Any = (
        Environment(loader=FileSystemLoader(CHECKOUT / "templates")).get_template("macros/seats.html").module
    )
    for drawn in (drawings.charges, drawings.fields):
        assert set(drawn) == set(PLAYER_COLOURS)
        assert len(set(drawn.values())) == len(PLAYER_COLOURS)


# --- drawn maps ------------------------------------------------------------------------------------------

LANDS = {
    name: {"dim": dim, "lit": lit}
    for name, dim, lit in re.findall(r"\.land-(\w+) \{ --dim: (#[0-9a-f]+); --lit: (#[0-9a-f]+);", MAP)
}
# Land is distinguished by its pattern too, and is next to other land with a dark border between.
LEAST_LAND = 5


def test_every_seat_and_free_land_have_a_colour() -> None:
    assert set(LANDS) == {*PLAYER_COLOURS, "none"}


@pytest.mark.parametrize("light", ["dim", "lit"])
def test_any_two_land_colours_are_distinguishable(light: str) -> None:
    apart = {
        pair: difference(*(seen_as(LANDS[name][light], "all cones") for name in pair))
        for pair in combinations(LANDS, 2)
    }
    assert {pair: round(far, 1) for pair, far in apart.items() if far < LEAST_LAND} == {}


def test_every_land_has_its_own_pattern() -> None:
    """Without colour vision, land is recognised by its pattern."""
    patterns = dict(re.findall(r'<pattern id="hatch-(\w+)"[^>]*>(.*?)</pattern>', HATCHES))
    assert set(patterns) == set(LANDS)
    assert len(set(patterns.values())) == len(LANDS)


@pytest.mark.parametrize("style", [STYLE, DAY], ids=["dark", "light"])
def test_names_on_a_map_are_readable_on_every_land(style: str) -> None:
    """A name has an outline in the colour of the night or the paper."""
    assert contrast(token("ink", style), token("halo", style)) >= 7


def test_white_land_has_a_border_on_paper() -> None:
    assert contrast(token("border", DAY), token("ground", DAY)) >= 7


def test_shared_picture_has_the_same_colours() -> None:
    """It is a standalone file, so it contains the colours itself."""
    carried = dict(re.findall(r"\.seat-(\w+) \{ --seat: (#[0-9a-f]+);", PICTURE))
    assert carried == themes()["light"]
