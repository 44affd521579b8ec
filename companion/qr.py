"""QR codes for a page, for a terminal and for a guest's Wi-Fi."""

import io
import re
import sys
from itertools import groupby

from markupsafe import Markup
from qrcode.main import QRCode

PAGE = Markup(
    '<svg class="qr" role="img" aria-label="{label}" viewBox="0 0 {size} {size}"'
    ' shape-rendering="crispEdges">'
    '<path fill="#fff" d="M0 0h{size}v{size}H0z"/><path fill="#000" d="{dark}"/></svg>'
)


def svg(text: str, label: str) -> Markup:
    """Returns the QR code as inline SVG, on its own white background, without ids or styles."""
    matrix = code(text).get_matrix()
    return PAGE.format(label=label, size=len(matrix), dark=dark_runs(matrix))


def terminal(text: str, encoding: str | None = None) -> str:
    """Returns the QR code in block characters; empty if the terminal cannot show them."""
    rendered = io.StringIO()
    code(text).print_ascii(out=rendered, invert=True)
    return rendered.getvalue() if can_show(rendered.getvalue(), encoding or sys.stdout.encoding) else ""


def wifi(ssid: str, password: str, security: str = "WPA") -> str:
    """Returns the QR code text that joins the Wi-Fi."""
    if not password:
        return f"WIFI:T:nopass;S:{escaped(ssid)};;"
    return f"WIFI:T:{security};S:{escaped(ssid)};P:{escaped(password)};;"


def code(text: str) -> QRCode:
    code = QRCode()
    code.add_data(text)
    return code


def dark_runs(matrix: list[list[bool]]) -> str:
    return "".join(run for y, row in enumerate(matrix) for run in runs_in(row, y))


def runs_in(row: list[bool], y: int) -> list[str]:
    """Returns one rectangle for each run of dark modules."""
    stretches = [list(stretch) for _, stretch in groupby(enumerate(row), key=lambda module: module[1])]
    return [f"M{run[0][0]} {y}h{len(run)}v1h-{len(run)}z" for run in stretches if run[0][1]]


def can_show(rendered: str, encoding: str | None) -> bool:
    try:
        rendered.encode(encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def escaped(value: str) -> str:
    return re.sub(r'([\\;,:"])', r"\\\1", value)
