"""One tap for newcomers: watch bots play, or play against them."""

from __future__ import annotations

from flask import Blueprint, redirect, url_for
from werkzeug.wrappers import Response

from companion.demo import open_against_bots, open_demo
from companion.devices import device
from companion.routes.start import count_opening, known_game, posted_value_set, start_page
from companion.screens import NoticeView
from companion.services import services
from companion.store import DeviceRole
from companion.tables import LiveTable
from scoring.kernel import Refusal

bp = Blueprint("bots", __name__)


@bp.post("/demo/<game>")
def demo(game: str) -> Response | tuple[str, int]:
    """Opens a table of bots and shows it on this screen."""
    rules = known_game(game)
    if often := limit_page():
        return often
    return redirect(
        url_for("table.table", code=make_host(open_demo(services(), rules.key, values=posted_value_set(rules))).code),
        303,
    )


@bp.post("/against-bots/<game>")
def against(game: str) -> Response | tuple[str, int]:
    """Opens a table with bots and redirects to the join form."""
    rules = known_game(game)
    if often := limit_page():
        return often
    return redirect(
        url_for("join.form", code=make_host(open_against_bots(services(), rules.key, posted_value_set(rules))).code),
        303,
    )


def make_host(live: LiveTable) -> LiveTable:
    services().tables.claim(live, device(), DeviceRole(host=True))
    return live


def limit_page() -> tuple[str, int] | None:
    """Returns the error page if this device has opened too many tables; else None."""
    try:
        count_opening()
    except Refusal as refusal:
        return start_page(NoticeView("refusal", refusal.message)), 429
    return None
