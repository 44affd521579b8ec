"""A running table: its screens, streams and actions."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, Response, abort, current_app, make_response, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from companion.curtains import NotOnThisDevice, may_open
from companion.devices import device
from companion.household import is_laptop
from companion.i18n import locale_preference
from companion.pending_moves import PendingMove
from companion.regions import render_screen
from companion.replay_budget import Budget
from companion.routes.forms import number, read_action
from companion.routes.showing import show
from companion.screen_stream import ScreenStream
from companion.screens import NoticeView, PreviewView, ScreenView, history, points, seat_views
from companion.services import find_table, services
from companion.tables import ActionRequest, LiveTable
from scoring.kernel import Refusal, stored_name
from scoring.recording import export_lines
from scoring.table_events import TABLE_ACTIONS, ChangePhone, EnterPrintedValue

bp = Blueprint("table", __name__)
STATUS = {"stale": 409, "not-yours": 403, "host-only": 403}


@bp.get("/t/<code>")
def home(code: str) -> AnyResponse:
    """Redirects the device to its own seat, or to the table screen."""
    live = find_table(code)
    services().curtains.close(live, device())
    page = "table.me" if live.seat_of(device()) is not None else "table.table"
    return redirect(url_for(page, code=live.code))


@bp.get("/t/<code>/table")
def table(code: str) -> Response:
    live = find_table(code)
    services().curtains.close(live, device())
    services().bots.keep_playing(live)
    return render_response(show(live, "table"))


@bp.get("/t/<code>/me")
def me(code: str) -> AnyResponse:
    live = find_table(code)
    services().curtains.close(live, device())
    services().bots.keep_playing(live)
    seat = live.seat_of(device())
    if seat is not None:
        return render_response(show(live, "me", seat))
    if device() not in live.claims:
        return redirect(url_for("join.form", code=live.code))
    return render_response(show(live, "moved"))


@bp.get("/t/<code>/<page>/help")
def explained(code: str, page: str) -> AnyResponse:
    """Renders the help page: what can be done now, and the game's player aid."""
    live = find_table(code)
    seat = seat_on(live, page)
    if page == "me" and seat is None:
        return redirect(url_for("table.home", code=live.code))
    view = show(live, page, seat)
    return make_response(render_template("aid.html", view=view, game=live.projection.table.game))


@bp.get("/t/<code>/me/hidden")
def before_hidden(code: str) -> AnyResponse:
    """Renders a warning before the seat's secrets, for pages without scripts, where no button can be held."""
    live = find_table(code)
    if live.seat_of(device()) is None:
        return redirect(url_for("table.home", code=live.code))
    return make_response(render_template("hidden.html", code=live.code, parts=()))


@bp.post("/t/<code>/me/hidden")
def show_hidden(code: str) -> AnyResponse:
    """Renders the secrets that this seat would see while holding a button."""
    live = find_table(code)
    seat = live.seat_of(device())
    if seat is None:
        abort(403)
    parts = render_screen(show(live, "me", seat)).held_open
    return make_response(render_template("hidden.html", code=live.code, parts=tuple(map(Markup, parts))))


@bp.get("/t/<code>/<page>/tracking")
def tracking(code: str, page: str) -> AnyResponse:
    """Renders the current tracking mode and the form that changes it."""
    live = find_table(code)
    seat = seat_on(live, page)
    if page == "me" and seat is None:
        return redirect(url_for("table.home", code=live.code))
    view, game = show(live, page, seat), live.projection.table.game
    if not view.tracking_mode:
        return redirect(url_for(f"table.{page}", code=live.code))
    option = next(option for option in game.options if option.key == "follow")
    return make_response(render_template("tracking.html", view=view, option=option, key=game.key))


@bp.get("/t/<code>/<page>/corrections")
def corrections(code: str, page: str) -> AnyResponse:
    """Renders the correction forms on a separate page, where table updates do not discard input."""
    live = find_table(code)
    seat = seat_on(live, page)
    if page == "me" and seat is None:
        return redirect(url_for("table.home", code=live.code))
    return corrections_page(live, page, seat)


@bp.post("/t/<code>/<page>/corrections")
def submit_correction(code: str, page: str) -> AnyResponse:
    """Previews a correction, or makes it."""
    live = find_table(code)
    seat = seat_on(live, page)
    if device() not in live.claims or (page == "me" and seat is None):
        abort(403)
    action_request = read_action(live, device(), seat)
    if request.htmx:  # type: ignore[attr-defined]
        return preview_response(live, page, seat, action_request)
    try:
        if "preview" in request.form:
            # Previewed on the current table, however old the page is.
            return corrections_page(live, page, seat, preview=preview_view(live, replace(action_request, seen=None)))
        check_correction(live, action_request)
        services().tables.submit(live, action_request)
    except Refusal as refusal:
        if refusal.missing_values:  # the screen asks for the value, then the correction is made
            wait_for_number(live, action_request, device(), refusal)
            return redirect(url_for(f"table.{page}", code=live.code), 303)
        notice = NoticeView("refusal", refusal.message, refusal.rule)
        return corrections_page(live, page, seat, notice, status=STATUS.get(refusal.code, 422))
    if not show(live, page, seat).corrections:  # the correction ended the phase
        return redirect(url_for(f"table.{page}", code=live.code), 303)
    return redirect(url_for("table.corrections", code=live.code, page=page, saved=live.projection.seq), 303)


def preview_response(live: LiveTable, page: str, seat: int | None, action_request: ActionRequest) -> Response:
    """Returns the preview of a correction while it is filled in, or the refusal."""
    view = show(live, page, seat)
    try:
        view = replace(view, preview=preview_view(live, replace(action_request, seen=None)))
    except Refusal as refusal:
        view = replace(view, notice=NoticeView("refusal", refusal.message, refusal.rule))
    return make_response(render_template("_changes.html", view=view))


def seat_on(live: LiveTable, page: str) -> int | None:
    """Returns the seat whose secrets this page may show on this device, if any."""
    if page not in ("me", "table"):
        abort(404)
    return live.seat_of(device()) if page == "me" else None


def corrections_page(
    live: LiveTable,
    page: str,
    seat: int | None,
    notice: NoticeView | None = None,
    preview: PreviewView | None = None,
    status: int = 200,
) -> Response:
    """Renders the correction forms with the posted input. The `at` parameter is the tapped place on the board."""
    view = show(live, page, seat)
    if request.args.get("saved") == str(live.projection.seq) and view.last:
        notice = notice or NoticeView("success", view.last)
    view = replace(view, notice=notice, preview=preview)
    at = request.args.get("at", "")
    return make_response(render_template("corrections.html", view=view, entered=request.form, open=at), status)


@bp.get("/t/<code>/curtain/<int:seat>")
def curtain(code: str, seat: int) -> str | Response:
    """Renders the closed curtain with the name of the player who should take the device; right after the opening, that
    seat's screen."""
    live = find_table(code)
    check_curtain(live, seat)
    if services().curtains.is_revealed(live, device(), seat):
        return render_response(view_to_send(live, "curtain", seat))
    seats = seat_views(services().people.with_display_names(live).table)
    return render_template("curtain.html", code=live.code, seat=seats[seat])


@bp.post("/t/<code>/curtain/<int:seat>")
def open_curtain(code: str, seat: int) -> AnyResponse:
    """Opens the curtain and redirects, because reloading a direct response would post the form again."""
    live = find_table(code)
    check_curtain(live, seat)
    services().curtains.ask(live, device(), seat)
    return redirect(url_for("table.curtain", code=live.code, seat=seat), 303)


@bp.post("/t/<code>/actions")
def submit_action(code: str) -> AnyResponse:
    """Submits the posted action, or previews a correction."""
    live = find_table(code)
    if device() not in live.claims:
        abort(403)
    page, seat = posted_page(live)
    action_request = read_action(live, device(), seat)
    try:
        if "preview" in request.form:
            preview = preview_view(live, action_request)
            return render_response(replace(view_to_send(live, page, seat), preview=preview))
        services().tables.submit(live, action_request)
    except Refusal as refusal:
        return wait_for_number(live, action_request, device(), refusal) or refusal_response(live, page, seat, refusal)
    if isinstance(action_request.action, ChangePhone):
        services().tables.release(live, action_request.action.number)
    if page == "curtain" and (
        action_request.action.sealed
        or isinstance(action_request.action, TABLE_ACTIONS)
        or not has_more_actions(live, seat)
    ):
        return moved_to(url_for("table.home", code=live.code))
    # Looked up again: the action may have moved or removed this device's seat.
    return success_response(live, *posted_page(live))


def wait_for_number(live: LiveTable, action_request: ActionRequest, whose: str, refusal: Refusal) -> AnyResponse | None:
    """Parks a move until its missing printed values are entered. Returns None if none are missing. If many are missing,
    a phone is sent to the printed values."""
    if not refusal.missing_values:
        return None
    pending_move = PendingMove.about(action_request, whose, live.projection.table, refusal.missing_values)
    services().pending_moves.put(live.code, pending_move)
    services().hub.publish(live.code)
    page, seat = posted_page(live)
    if pending_move.many and page == "me":
        return moved_to(url_for("boxes.table_sheet", code=live.code))
    return success_response(live, page, seat)


@bp.post("/t/<code>/number")
def submit_printed_value(code: str) -> AnyResponse:
    """Enters the value a move waits for, or all likely ones, and makes the move. Without a value, drops the move if
    this device may."""
    live = find_table(code)
    if device() not in live.claims:
        abort(403)
    page, seat = posted_page(live)
    waiting = services().pending_moves.at(live.code)
    if waiting is None or not waiting.is_for(device(), page):
        return success_response(live, page, seat)
    numbers = posted_values(live, waiting)
    if numbers or waiting.may_drop(device(), page):
        services().pending_moves.drop(live.code)
        services().hub.publish(live.code)
    if not numbers:
        return success_response(live, page, seat)
    try:
        for filled in numbers:
            services().tables.submit(live, ActionRequest(live.actor(device()), filled))
    except Refusal as refusal:
        services().pending_moves.put(live.code, waiting)
        return refusal_response(live, page, seat, refusal)
    try:
        services().tables.submit(live, waiting.request)
    except Refusal as refusal:
        return wait_for_number(live, waiting.request, waiting.device, refusal) or refusal_response(
            live, page, seat, refusal
        )
    return success_response(live, *posted_page(live))


def posted_values(live: LiveTable, waiting: PendingMove) -> list[EnterPrintedValue]:
    game, box = live.projection.table.game, live.projection.table.printed_values
    if "likely" in request.form:
        fields = (field for field in map(game.field, waiting.fields) if field and not box.get(field.key))
        return [EnterPrintedValue(field.key, field.value) for field in fields if field.value]
    value = " ".join((request.form.get("value") or request.form.get("typed", "")).split())
    return [EnterPrintedValue(key, value) for key in waiting.missing(box)[:1] if value]


def has_more_actions(live: LiveTable, seat: int | None) -> bool:
    """True if the seat has more legal actions; otherwise its curtain closes."""
    table = live.projection.table
    return any(legal_action.seat == seat for legal_action in table.game.view(table.state, seat).legal_actions)


def posted_page(live: LiveTable) -> tuple[str, int | None]:
    """Returns the page the action comes from, and the seat whose secrets it may show."""
    page = request.form.get("page", "table")
    if page == "me":
        seat = live.seat_of(device())
        return "moved" if seat is None else page, seat
    if page == "curtain":
        behind = number("seat")
        if behind is None:
            abort(400)
        check_curtain(live, behind)
        return page, behind
    return "table", None


def view_to_send(live: LiveTable, page: str, seat: int | None) -> ScreenView:
    """Returns the view for the response. If it shows what is behind a curtain, the opening is stored first."""
    if page == "curtain" and seat is not None:
        services().curtains.open(live, device(), seat)
    return show(live, page, seat)


def check_curtain(live: LiveTable, seat: int) -> None:
    """Aborts unless the game has started, the seat has no phone, and this device may open its curtain."""
    table = live.projection.table
    if seat not in range(len(table.seats)) or not table.started:
        abort(404)
    if table.seats[seat].phone or device() not in live.claims:
        abort(403)
    if not may_open(live, device()):
        raise NotOnThisDevice


def success_response(live: LiveTable, page: str, seat: int | None) -> AnyResponse:
    """Returns the response after success: empty for htmx, since the stream delivers the new screen; a redirect without
    scripts. Curtains have no stream, so they get the screen itself."""
    if page == "curtain":
        return render_response(view_to_send(live, page, seat))
    if request.htmx:  # type: ignore[attr-defined]
        return make_response("", 204)
    return redirect(url_for("table.table" if page == "table" else "table.me", code=live.code), 303)


def moved_to(url: str) -> AnyResponse:
    """Redirects to another page, for htmx as well as plain forms."""
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect(url, 303)
    response = make_response("", 200)
    response.headers["HX-Redirect"] = url
    return response


def refusal_response(live: LiveTable, page: str, seat: int | None, refusal: Refusal) -> Response:
    """Responds with the refusal and its rule. Screens with a stream get only the notice, since nothing has changed."""
    notice = NoticeView("refusal", refusal.message, refusal.rule)
    view = replace(view_to_send(live, page, seat), notice=notice)
    status = STATUS.get(refusal.code, 422)
    if not request.htmx or page == "curtain":  # type: ignore[attr-defined]
        return render_response(view, status)
    response = make_response(render_template("_notice.html", view=view), status)
    response.headers["HX-Retarget"] = "#state"
    response.headers["HX-Reswap"] = "afterend"
    return response


def render_response(view: ScreenView, status: int = 200) -> Response:
    """Returns the screen, alone for htmx and inside its page otherwise, with identical HTML."""
    rendered = render_screen(view)
    if request.htmx:  # type: ignore[attr-defined]
        return make_response(rendered.whole, status)
    page = render_template("screen.html", view=view, screen=Markup(rendered.whole), stamp=rendered.stamp)
    return make_response(page, status)


def preview_view(live: LiveTable, action_request: ActionRequest) -> PreviewView:
    check_correction(live, action_request)  # moves cannot be previewed: that could reveal the next card
    # The submitted form must carry the seq of this state.
    form = {**request.form.to_dict(), "seq": str(live.projection.seq)}
    form.pop("preview", None)
    try:
        after = services().tables.preview(live, action_request)
    except Refusal as refusal:
        if refusal.code != "hidden":
            raise
        return PreviewView((refusal.message,), (), (), form)  # only the preview is refused, not the correction
    lines = tuple(line.text for line in after.lines if line.seq > live.projection.seq)
    return PreviewView(lines, points(live.projection), points(after), form)


def check_correction(live: LiveTable, action_request: ActionRequest) -> None:
    table = live.projection.table
    legal_actions = table.game.view(table.state, action_request.actor.seat).corrections if table.started else ()
    if stored_name(type(action_request.action)) not in {legal_action.action for legal_action in legal_actions}:
        abort(400)


@bp.get("/t/<code>/<page>/stream")
def stream(code: str, page: str) -> Response:
    """Streams the changes to this device's page as server-sent events."""
    live = find_table(code)
    if page not in ("me", "table"):
        abort(404)
    if page == "me" and device() not in live.claims:
        abort(403)
    services().box_assignments.closes(live.code, device())  # the device is back from the box page
    app = current_app._get_current_object()  # type: ignore[attr-defined]
    stream = ScreenStream(app, live.code, device(), page, locale_preference(), is_laptop())
    response = Response(stream.messages(request.args.get("stamp", "")), mimetype="text/event-stream")
    response.headers["X-Accel-Buffering"] = "no"
    return response


@bp.get("/t/<code>/history")
def past(code: str) -> str:
    live = find_table(code)
    seat = live.seat_of(device())
    view = show(live, "table" if seat is None else "me")
    before = request.args.get("before", type=int)
    lines = history(services().people.with_display_names(live), seat, before)
    return render_template("history.html", view=view, lines=lines, is_newest=before is None)


@bp.get("/t/<code>/export")
def download(code: str) -> Response:
    """Returns the table as JSON lines; while the game runs, without secrets."""
    live = find_table(code)
    text = "".join(Budget().each(export_lines(services().people.with_display_names(live))))
    response = Response(text, mimetype="application/jsonl")
    response.headers["Content-Disposition"] = f'attachment; filename="herald-{live.code}.jsonl"'
    return response


# --- addresses of 0.2.0, for pages and bookmarks that are still open ------------------------------------


@bp.post("/t/<code>/ask")
def old_actions(code: str) -> AnyResponse:
    if device() not in find_table(code).claims:
        abort(403)
    return redirect(url_for("table.submit_action", code=code), 308)


@bp.route("/t/<code>/<page>/put-right", methods=["GET", "POST"])
def old_corrections(code: str, page: str) -> AnyResponse:
    live = find_table(code)
    seat_on(live, page)
    if request.method == "POST" and device() not in live.claims:
        abort(403)
    query = request.query_string.decode()
    return redirect(url_for("table.corrections", code=code, page=page) + (f"?{query}" if query else ""), 308)
