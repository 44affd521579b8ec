"""Herald on a phone's home screen: manifest, icons, and a browser bar in the seat's colour."""

from __future__ import annotations

import json
import re
from io import BytesIO
from urllib.parse import urljoin

import pytest
from flask import Flask
from PIL import Image, ImageChops

from companion.assets import folder
from companion.theme import SEAT_COLOURS
from scoring.table_events import PLAYER_COLOURS
from tests import icons
from tests.actors import Evening


def theme_colours(page: str) -> list[str]:
    return re.findall(r'<meta name="theme-color"[^>]* content="([^"]+)"', page)


def link_target(page: str, relation: str) -> str:
    (path,) = re.findall(rf'<link rel="{relation}" href="([^"]+)"', page)
    return str(path)


def test_manifest_icons_have_the_declared_sizes(app: Flask) -> None:
    client = app.test_client()
    path = link_target(client.get("/").text, "manifest")
    answer = client.get(path)
    assert answer.content_type == "application/manifest+json"
    manifest = json.loads(answer.text)
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        found = client.get(urljoin(path, icon["src"]))
        assert found.content_type == icon["type"]
        width, height = Image.open(BytesIO(found.data)).size
        assert f"{width}x{height}" == icon["sizes"]


def test_home_screen_opens_the_browser_that_has_the_seat(app: Flask) -> None:
    """A web app on an iPhone has its own cookies, so its player would have no seat."""
    manifest = json.loads((folder("static") / "herald.webmanifest").read_text(encoding="utf-8"))
    assert (manifest["display"], manifest["start_url"]) == ("browser", "/")
    assert "apple-mobile-web-app-capable" not in app.test_client().get("/").text


@pytest.mark.parametrize("path", ["/apple-touch-icon.png", "/apple-touch-icon-precomposed.png"])
def test_iphone_finds_its_icon_at_the_default_path(app: Flask, path: str) -> None:
    client = app.test_client()
    answer = client.get(path)
    assert (answer.status_code, answer.content_type) == (200, "image/png")
    assert "Set-Cookie" not in answer.headers
    assert answer.data == client.get(link_target(client.get("/").text, "apple-touch-icon")).data


def test_icons_without_transparency_are_square_and_filled() -> None:
    for name in ("maskable-512.png", "apple-touch-icon.png"):
        drawn = Image.open(folder("static") / "icons" / name).convert("RGBA")
        assert drawn.getextrema()[3] == (255, 255)


@pytest.mark.parametrize("name", icons.ICONS)
def test_icons_are_drawn_from_the_favicon(name: str) -> None:
    stored = Image.open(folder("static") / "icons" / name)
    fresh = icons.draw_icon(*icons.ICONS[name])
    difference = ImageChops.difference(scaled_down(stored), scaled_down(fresh))
    assert max(high for _, high in difference.getextrema()) < 8, "python -m tests.icons"


def scaled_down(image: Image.Image) -> Image.Image:
    """Returns the picture scaled down, since versions of Pillow choose slightly different colours."""
    return image.convert("RGBA").resize((32, 32))


def test_browser_bar_has_the_colour_of_the_seat(evening: Evening) -> None:
    for phone, colour in zip(evening.start("Anna", "Ben", "Carla"), ("red", "blue", "green"), strict=True):
        assert theme_colours(phone.get().text) == [SEAT_COLOURS[colour]]
    assert theme_colours(evening.laptop.get().text) == ["#0f1429"], "the table screen is dark"


def test_seat_colours_are_those_of_the_stylesheet() -> None:
    style = (folder("static") / "herald.css").read_text(encoding="utf-8")
    declared = dict(re.findall(r"--seat-(\w+): (#[0-9a-f]+)", style.partition("--ground")[0]))
    assert declared == SEAT_COLOURS
    assert SEAT_COLOURS.keys() >= set(PLAYER_COLOURS)
