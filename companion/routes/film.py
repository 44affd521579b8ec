"""Moves or stops the film of the latest move on all screens of the table."""

from __future__ import annotations

from flask import Blueprint, abort, make_response, request
from werkzeug.wrappers import Response

from companion.devices import device
from companion.film import AFTERWARDS
from companion.routes.forms import number
from companion.services import find_table, services

bp = Blueprint("film", __name__)


@bp.post("/t/<code>/film")
def seek(code: str) -> Response:
    """Moves the film to a position in milliseconds; with `paused=1`, the film stops there."""
    live = find_table(code)
    if device() not in live.claims:
        abort(403)
    seq, at = number("seq"), number("at")
    if seq is None or at is None:
        abort(400)
    view = services().films.view(live.code, live.projection)
    if view is not None and view.film.seq == seq:
        at = min(at, view.film.length + AFTERWARDS)
        services().films.seek(live.code, seq, at, request.form.get("paused") == "1")
        services().hub.publish(live.code)
    return make_response("", 204)
