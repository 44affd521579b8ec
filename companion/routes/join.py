"""Coming to a table: by QR code, by typed code, by a one-time link for a seat."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion import qr
from companion.devices import device, hashed, new_token
from companion.household import at_home
from companion.lobby import invite, lobby
from companion.routes.network import choose_address, keep_wifi
from companion.routes.showing import show
from companion.screens import NoticeView, seat_views
from companion.services import check_guesses, find_table, services
from companion.store import Claim
from companion.tables import Asked, LiveTable
from scoring.kernel import Refusal
from scoring.seating import ChangePhone, TakeSeat
from scoring.table import Actor

bp = Blueprint("join", __name__)
LINK_MINUTES = 15
# Tables of earlier evenings in which a device looks for its player's name.
LATEST = 3


@bp.get("/join")
def typed() -> Response:
    """The code typed on the start page."""
    code = "".join(request.args.get("code", "").split()).upper()
    return redirect(url_for("join.form", code=find_table(code).code if code else abort(400)))


@bp.get("/j/<code>")
def form(code: str) -> Response | str:
    live = find_table(code)
    if live.seat_of(device()) is not None:
        return redirect(url_for("play.me", code=live.code))
    return join_page(live)


def join_page(live: LiveTable, notice: NoticeView | None = None) -> str:
    table = services().people.shown(live).table
    return render_template(
        "join.html",
        code=live.code,
        title=table.game.title,
        started=table.started,
        lobby=lobby(services(), live.code, table),
        seated=seat_views(table),
        notice=notice,
        view=None,
        **filled_in(),
    )


def filled_in() -> dict[str, str]:
    """What was entered, or else who played from this device last time."""
    if "name" in request.form:
        return {"name": request.form["name"], "chosen": request.form.get("colour", "")}
    for live in services().tables.read(services().store.tables(device())[:LATEST]):
        seat = live.seat_of(device())
        if seat is not None:
            shown = services().people.shown(live).table.seats[seat]
            return {"name": shown.name, "chosen": shown.colour}
    return {"name": "", "chosen": ""}


@bp.get("/j/<code>/colours")
def colours(code: str) -> str:
    """Those that are free now, with the one that is chosen on the page."""
    live = find_table(code)
    seats = lobby(services(), live.code, live.story.table)
    return render_template("_colours.html", lobby=seats, chosen=request.args.get("colour", ""))


@bp.post("/j/<code>")
def sit(code: str) -> Response | tuple[str, int]:
    live = find_table(code)
    if live.seat_of(device()) is not None:  # a second tap
        return redirect(url_for("play.me", code=live.code), 303)
    ask = TakeSeat(request.form.get("name", ""), request.form.get("colour", ""))
    try:
        services().tables.take_seat(live, device(), ask)
    except Refusal as refusal:
        return join_page(live, NoticeView("refusal", refusal.message, refusal.rule)), 422
    return redirect(url_for("play.me", code=live.code), 303)


@bp.post("/t/<code>/watch")
def watch(code: str) -> Response:
    """This device becomes a table screen that may tap."""
    live = find_table(code)
    if device() not in live.claims:
        services().tables.claim(live, device(), Claim())
    return redirect(url_for("play.table", code=live.code), 303)


@bp.get("/t/<code>/invite")
def invitation(code: str) -> str:
    """QR code, address and typed code, reachable all evening."""
    live = find_table(code)
    view = show(live, "table")
    return render_template("invite.html", view=view, invite=invite(services(), live.code), at_home=at_home())


@bp.post("/t/<code>/address")
def address(code: str) -> Response:
    """The next of this machine's addresses goes into the QR code."""
    live = find_table(code)
    if not (at_home() and device() in live.claims):
        abort(403)
    choose_address()
    services().hub.publish(live.code)
    return redirect(url_for("join.invitation", code=live.code), 303)


@bp.post("/t/<code>/wifi")
def wifi(code: str) -> Response:
    """The house tells its Wi-Fi; guests see it as a QR code."""
    live = find_table(code)
    if not (at_home() and live.is_host(device())):
        abort(403)
    keep_wifi()
    services().hub.publish(live.code)
    return redirect(url_for("join.invitation", code=live.code), 303)


# --- a new phone for a seat -------------------------------------------------------------------------------


@bp.post("/t/<code>/seat/<int:seat>/link")
def make_link(code: str, seat: int) -> str:
    """The host shows a one-time QR code: whoever scans it takes the seat over."""
    live = find_table(code)
    table = live.story.table
    if not live.is_host(device()):
        abort(403)
    if seat not in range(len(table.seats)):
        abort(404)
    token = new_token()
    expires = (services().clock() + timedelta(minutes=LINK_MINUTES)).isoformat(timespec="seconds")
    services().store.add_seat_link(hashed(token), live.code, table.seats[seat].key, expires)
    services().links[hashed(token)] = services().steady() + LINK_MINUTES * 60
    url = f"{services().base_url}/s/{token}"
    return render_template(
        "seat_link.html",
        code=live.code,
        seat=seat_views(services().people.shown(live).table)[seat],
        qr=qr.svg(url, "QR"),
        minutes=LINK_MINUTES,
        view=None,
    )


@bp.get("/s/<token>")
def take_over(token: str) -> str:
    """Asks first: a link preview must not use the link up."""
    live, seat = linked_seat(token)
    return render_template(
        "take_over.html",
        token=token,
        title=live.story.table.game.title,
        seat=seat_views(services().people.shown(live).table)[seat],
        view=None,
    )


@bp.post("/s/<token>")
def taken_over(token: str) -> Response:
    live, seat = linked_seat(token)
    key = live.story.table.seats[seat].key
    if not services().store.use_seat_link(hashed(token)):  # somebody else was faster
        abort(410)
    claim = live.claims.get(device(), Claim())
    services().tables.ask(live, Asked(Actor(host=True), ChangePhone(seat, True)))
    services().tables.claim(live, device(), replace(claim, seat_key=key))
    return redirect(url_for("play.me", code=live.code), 303)


def lasting_link(link: str) -> tuple[str, int] | None:
    """Where it leads, while it lasts: by the clock on the wall, and should that fall back, by one that cannot."""
    at_work, minutes = services(), timedelta(minutes=LINK_MINUTES)
    if at_work.steady() > at_work.links.get(link, at_work.steady()):
        return None
    latest = (at_work.clock() + minutes).isoformat(timespec="seconds")
    return at_work.store.seat_link(link, at_work.now(), latest)


def linked_seat(token: str) -> tuple[LiveTable, int]:
    check_guesses()
    found = lasting_link(hashed(token))
    live = services().tables.find(found[0]) if found else None
    seat = live.seat_with_key(found[1]) if live and found else None
    if live is None or seat is None:
        services().guesses.wrong(request.remote_addr or "")
        abort(410)
    return live, seat
