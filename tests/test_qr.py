"""QR codes work on a dark page, in a terminal and on a printed guest sheet."""

import re

import pytest
from markupsafe import Markup
from qrcode.main import QRCode

from companion import qr

URL = "http://192.168.1.20:8000/"


def modules(drawing: str) -> set[tuple[int, int]]:
    """Returns the dark modules drawn by the last path of an SVG."""
    runs = re.findall(r"M(\d+) (\d+)h(\d+)v1h-\d+z", drawing.rpartition(' d="')[2])
    return {(x, int(y)) for left, y, width in runs for x in range(int(left), int(left) + int(width))}


def test_page_shows_exactly_the_modules_of_the_code() -> None:
    expected = QRCode()
    expected.add_data(URL)
    dark = {(x, y) for y, row in enumerate(expected.get_matrix()) for x, is_dark in enumerate(row) if is_dark}
    assert modules(qr.svg(URL, "Join")) == dark


def test_code_has_a_white_background_and_a_quiet_zone() -> None:
    drawing = qr.svg(URL, "Join")
    size = int(re.findall(r'viewBox="0 0 (\d+) \1"', drawing)[0])
    assert f'fill="#fff" d="M0 0h{size}v{size}H0z"' in drawing
    assert min(modules(drawing)) == (4, 4)


def test_two_codes_on_a_page_satisfy_a_strict_csp() -> None:
    drawing = qr.svg(URL, "Join")
    assert isinstance(drawing, Markup)
    assert not re.search(r"\b(id|style|xmlns)=|<style|<script", drawing)


def test_label_is_accessible_and_escaped() -> None:
    drawing = qr.svg(URL, 'Join "Anna & Bo" <now>')
    assert 'role="img" aria-label="Join &#34;Anna &amp; Bo&#34; &lt;now&gt;"' in drawing


def test_terminal_shows_the_code_in_block_characters() -> None:
    drawing = qr.terminal(URL, encoding="utf-8")
    assert set(drawing) <= set("█▀▄\xa0\n")
    assert len({len(line) for line in drawing.splitlines()}) == 1


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_terminal_without_block_characters_gets_no_code(encoding: str) -> None:
    assert qr.terminal(URL, encoding=encoding) == ""


WIFIS = {
    "WPA": (("Home", "secret"), "WIFI:T:WPA;S:Home;P:secret;;"),
    "no password": (("Cafe", ""), "WIFI:T:nopass;S:Cafe;;"),
    "WEP": (("Old", "12345", "WEP"), "WIFI:T:WEP;S:Old;P:12345;;"),
    "signs that must be escaped": (
        ('a;b,c:d"e\\f', "p;w:\\"),
        'WIFI:T:WPA;S:a\\;b\\,c\\:d\\"e\\\\f;P:p\\;w\\:\\\\;;',
    ),
}


@pytest.mark.parametrize(("given", "payload"), WIFIS.values(), ids=WIFIS.keys())
def test_guest_code_joins_the_wifi(given: tuple[str, ...], payload: str) -> None:
    assert qr.wifi(*given) == payload
