"""Playback of a finished game. Scripts fetch frame after frame; without scripts, each frame is a page."""

from __future__ import annotations

from flask import Blueprint, render_template, request

from companion.playback import view_of
from companion.routes.postgame import finished
from companion.routes.showing import show
from companion.services import services

bp = Blueprint("playback", __name__)


@bp.get("/t/<code>/again")
def watch(code: str) -> str:
    """One frame: the page or, for a script, what changes on it. `eyes` is the number of a seat."""
    live, _told = finished(code)
    base = show(live, "table")  # first, since it sets the locale for the rest
    watched = services().plays.playback(live)
    number = min(asked("frame") or 0, len(watched.frames) - 1)
    eyes = asked("eyes")
    again = view_of(base, watched, number, eyes if eyes is not None and eyes < len(base.seats) else None)
    template = "_playback_frame.html" if request.htmx else "playback.html"  # type: ignore[attr-defined]
    return render_template(template, view=again.board, end=base.end, again=again)


def asked(name: str) -> int | None:
    """A number in the query."""
    value = request.args.get(name, "")
    return int(value) if value.isascii() and value.isdecimal() and len(value) < 7 else None
