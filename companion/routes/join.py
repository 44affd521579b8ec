"""Joining a table: by QR code, typed code or one-time seat link."""

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
from companion.services import check_guesses, count_wrong_guess, find_table, services
from companion.store import DeviceRole
from companion.tables import ActionRequest, LiveTable
from scoring.kernel import Refusal
from scoring.names import key_of, tidy
from scoring.table_events import Actor, ChangePhone, TakeSeat

bp = Blueprint("join", __name__)
LINK_MINUTES = 15
# Number of earlier tables in which a device's player name is searched.
LATEST = 3


@bp.get("/join")
def typed() -> Response:
    """Redirects to the table whose code was typed on the start page."""
    code = "".join(request.args.get("code", "").split()).upper()
    return redirect(url_for("join.form", code=find_table(code).code if code else abort(400)))


@bp.get("/j/<code>")
def form(code: str) -> Response | str:
    live = find_table(code)
    if live.seat_of(device()) is not None:
        return redirect(url_for("table.me", code=live.code))
    return join_page(live)


def join_page(live: LiveTable, notice: NoticeView | None = None) -> str:
    table = services().people.with_display_names(live).table
    return render_template(
        "join.html",
        code=live.code,
        title=table.game.title,
        started=table.started,
        lobby=lobby(services(), live.code, table),
        seated=seat_views(table),
        notice=notice,
        view=None,
        **posted_or_last_used(),
    )


def posted_or_last_used() -> dict[str, str]:
    """Returns the posted name and colour, else those last used on this device."""
    if "name" in request.form:
        chosen = request.form.get("colour", "")
        return {"name": request.form["name"], "chosen": chosen, "offered": request.form.get("offered", "")}
    for live in services().tables.read(services().store.tables(device())[:LATEST]):
        seat = live.seat_of(device())
        if seat is not None:
            shown = services().people.with_display_names(live).table.seats[seat]
            return {"name": shown.name, "chosen": shown.colour, "offered": shown.colour}
    return {"name": "", "chosen": "", "offered": ""}


@bp.get("/j/<code>/colours")
def colours(code: str) -> str:
    """Renders the free colours, with the page's choice selected."""
    live = find_table(code)
    seats = lobby(services(), live.code, live.projection.table)
    chosen, offered = request.args.get("colour", ""), request.args.get("offered", "")
    return render_template("_colours.html", lobby=seats, chosen=chosen, offered=offered)


@bp.post("/j/<code>")
def sit(code: str) -> Response | tuple[str, int]:
    live = find_table(code)
    name = request.form.get("name", "")
    try:
        with live.lock:
            if live.seat_of(device()) is not None:
                pass  # double tap
            elif (seat := _seat_without_phone(live, name)) is not None:
                hold(live, seat)
            else:
                services().tables.take_seat(live, device(), TakeSeat(name, _colour(live)))
    except Refusal as refusal:
        return join_page(live, NoticeView("refusal", refusal.message, refusal.rule)), 422
    return redirect(url_for("table.me", code=live.code), 303)


def _seat_without_phone(live: LiveTable, name: str) -> int | None:
    """Returns the seat with this name on a shared device, until the game starts; else None. Its player may still join
    with a phone. If a game's end was entered on one device, all seats are shared."""
    table = live.projection.table
    called = key_of(tidy(name))
    same = (n for n, seat in enumerate(table.seats) if not seat.phone and not seat.bot and key_of(seat.name) == called)
    return None if table.started else next(same, None)


def hold(live: LiveTable, seat: int) -> None:
    """Moves the seat to this device."""
    claim = live.claims.get(device(), DeviceRole())
    services().tables.submit(live, ActionRequest(Actor(host=True), ChangePhone(seat, True)))
    services().tables.claim(live, device(), replace(claim, seat_key=live.projection.table.seats[seat].key))


def _colour(live: LiveTable) -> str:
    """Returns the posted colour. If it is taken and the page had preselected it, returns the next free one; if the
    player had chosen it, they have to choose again."""
    wanted, free = request.form.get("colour", ""), live.projection.table.free_colours
    return free[0] if free and wanted not in free and wanted == request.form.get("offered") else wanted


@bp.post("/t/<code>/watch")
def watch(code: str) -> Response:
    """Makes this device a table screen that may tap."""
    live = find_table(code)
    if device() not in live.claims:
        services().tables.claim(live, device(), DeviceRole())
    return redirect(url_for("table.table", code=live.code), 303)


@bp.get("/t/<code>/invite")
def invitation(code: str) -> str:
    """Renders the page with QR code, address and code, available all evening."""
    live = find_table(code)
    view = show(live, "table")
    return render_template("invite.html", view=view, invite=invite(services(), live.code), at_home=at_home())


@bp.post("/t/<code>/address")
def address(code: str) -> Response:
    """Puts the posted address of this machine into the QR code."""
    live = find_table(code)
    if not (at_home() and device() in live.claims):
        abort(403)
    choose_address()
    services().hub.publish(live.code)
    return redirect(url_for("join.invitation", code=live.code), 303)


@bp.post("/t/<code>/wifi")
def wifi(code: str) -> Response:
    """Saves the Wi-Fi, which guests get as a QR code."""
    live = find_table(code)
    if not (at_home() and live.is_host(device())):
        abort(403)
    keep_wifi()
    services().hub.publish(live.code)
    return redirect(url_for("join.invitation", code=live.code), 303)


# --- a new phone for a seat -------------------------------------------------------------------------------


@bp.post("/t/<code>/seat/<int:seat>/link")
def make_link(code: str, seat: int) -> str:
    """Shows the host a one-time QR code that takes over the seat."""
    live = find_table(code)
    table = live.projection.table
    if not live.is_host(device()):
        abort(403)
    if seat not in range(len(table.seats)):
        abort(404)
    token = new_token()
    services().keep_link(hashed(token), live.code, table.seats[seat].key, timedelta(minutes=LINK_MINUTES))
    # A proxy in front of several Heralds finds the right one by the code.
    which = f"?code={live.code}" if services().config.codes else ""
    url = f"{services().base_url}/s/{token}{which}"
    return render_template(
        "seat_link.html",
        code=live.code,
        seat=seat_views(services().people.with_display_names(live).table)[seat],
        qr=qr.svg(url, "QR"),
        minutes=LINK_MINUTES,
        view=None,
    )


@bp.get("/s/<token>")
def take_over(token: str) -> str:
    """Asks for confirmation, since a link preview must not use up the link."""
    live, seat = linked_seat(token)
    return render_template(
        "take_over.html",
        token=token,
        code=request.args.get("code"),
        title=live.projection.table.game.title,
        seat=seat_views(services().people.with_display_names(live).table)[seat],
        view=None,
    )


@bp.post("/s/<token>")
def taken_over(token: str) -> Response:
    live, seat = linked_seat(token)
    if not services().store.use_seat_link(hashed(token)):  # another device was faster
        abort(410)
    hold(live, seat)
    return redirect(url_for("table.me", code=live.code), 303)


def linked_seat(token: str) -> tuple[LiveTable, int]:
    check_guesses()
    found = services().seat_of_link(hashed(token))
    live = services().tables.find(found[0]) if found else None
    seat = live.seat_with_key(found[1]) if live and found else None
    if live is None or seat is None:
        count_wrong_guess()
        abort(410)
    return live, seat
