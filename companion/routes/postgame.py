"""After the game: its story, and everything to take home. Only the score sheets exist before the end."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date, datetime, timedelta
from functools import partial

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response as AnyResponse

from companion import bgstats
from companion.devices import device
from companion.household import is_laptop
from companion.i18n import COLOURS, day, decimal_sign, translate
from companion.play_archive import ListedTable
from companion.postgame import points_chart
from companion.routes.game_sheets import own_sheet
from companion.routes.showing import show
from companion.routes.start import known_game
from companion.screens import ScreenView, running_rematch
from companion.services import find_table, services
from companion.sheets import as_csv, blank, score_rows, sheet
from companion.tables import LiveTable
from scoring.kernel import EVERY_MOVE
from scoring.recap import deciding_steps, recap
from scoring.replay import Projection
from scoring.standings import Category, categories
from scoring.statistics import Play
from scoring.timeline import ended_at
from scoring.words import render

bp = Blueprint("postgame", __name__)
# An evening lasts until six in the morning.
NIGHT = timedelta(hours=6)


def finished(code: str) -> tuple[LiveTable, Projection]:
    live = find_table(code)
    projection = services().people.with_display_names(live)
    if projection.table.standings is None:
        abort(409)
    return live, projection


def page_of(live: LiveTable) -> ScreenView:
    page = "me" if live.seat_of(device()) is not None else "table"
    return show(live, page)


@bp.get("/t/<code>/next")
def follow(code: str) -> Response:
    """Polled by pages after the game: redirects to the table if a rematch is running, else responds 204. From there,
    each device is sent on to the rematch, once only.
    """
    live, _told = finished(code)
    goes_on = device() in live.claims and running_rematch(services(), live) is not None
    response = make_response("", 200 if goes_on else 204)
    if goes_on:
        response.headers["HX-Redirect"] = url_for("table.home", code=code)
    return response


@bp.get("/t/<code>/story")
def story(code: str) -> str:
    live, told = finished(code)
    view = page_of(live)  # first, since it sets the locale for the rest
    timeline = services().plays.timeline(live)
    assert told.table.standings is not None
    rows = score_sheet(told)
    return render_template(
        "story.html",
        view=view,
        told=timeline,
        tale=recap(timeline, told.table.standings, bgstats.minutes_played(told), rows),
        rows=rows,
        turns=deciding_steps(timeline, told.table.standings),
        chart=points_chart(told, timeline),
        seen_from_table=replace(show(live, "table"), may_tap=False),
        # Otherwise the final board is not known.
        followed=told.table.tracking_mode == EVERY_MOVE,
    )


def score_sheet(told: Projection) -> tuple[Category, ...]:
    game, table = told.table.game, told.table
    return categories(game.score(table.state), len(table.seats), game.score_rows)


@bp.post("/t/<code>/skip")
def skip(code: str) -> AnyResponse:
    """Skips the finale on every screen."""
    live, _story = finished(code)
    if device() not in live.claims:
        abort(403)
    services().skipped[live.code] = live.projection.seq
    services().hub.publish(live.code)
    if request.htmx:  # type: ignore[attr-defined]
        return make_response("", 204)  # the stream delivers the new screen
    return redirect(url_for("table.home", code=live.code), 303)


# --- files to take home -------------------------------------------------------------------------------------


@bp.get("/t/<code>/picture")
def picture(code: str) -> str:
    live, _story = finished(code)
    return render_template("picture.html", view=page_of(live))


@bp.get("/t/<code>/picture.svg")
def drawing(code: str) -> Response:
    """The final result as SVG. The browser converts it to PNG, since it has fonts for every writing system."""
    live, told = finished(code)
    view = replace(show(live, "table"), may_tap=False)
    assert view.end is not None
    timeline = services().plays.timeline(live)
    drawn = render_template(
        "picture.svg",
        view=view,
        # The chart takes the height that is left below the places.
        chart_of=partial(points_chart, told, timeline) if timeline.watched else None,
        # Otherwise the final board is not known.
        followed=told.table.tracking_mode == EVERY_MOVE,
        day=day_of(told),
        victory=render(view.end.standings.victory, view.names, translate),
    )
    response = Response(drawn, mimetype="image/svg+xml")
    # The drawing embeds its style and fonts and loads nothing else.
    response.headers["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'; font-src data:"
    return response


@bp.get("/t/<code>/scores.csv")
def scores(code: str) -> Response:
    live, told = finished(code)
    head = (_("Place"), _("Name"), _("Colour"), _("Scored for"), _("Points"), _("Rule"), _("Note"))
    rows = score_rows(told, head, _("Total"), translate, COLOURS)
    return download(as_csv(rows, decimal_sign()), "text/csv", f"herald-{live.code}.csv")


def download(text: str, kind: str, name: str) -> Response:
    response = Response(text, mimetype=kind)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


# --- on paper -----------------------------------------------------------------------------------------------


@bp.get("/t/<code>/sheet")
def table_sheet(code: str) -> str:
    """The score sheet: the final result, or what is public so far, to finish by hand."""
    live = find_table(code)
    shown = services().people.with_display_names(live)
    view = page_of(live)
    return render_template(
        "sheet.html", view=view, sheet=sheet(shown), title=view.title, columns=view.seats, day=day_of(shown)
    )


def day_of(shown: Projection) -> str:
    return day(ended_at(shown) if shown.table.standings else shown.records[-1].at)


@bp.get("/sheets/<game>")
def blank_sheet(game: str) -> str:
    """A blank score sheet, in case the laptop fails."""
    rules = known_game(game)
    number = request.args.get("box", "")
    if number.isascii() and number.isdecimal() and rules.ready_made:
        rules = rules.of_values(own_sheet(int(number)).values)
    wanted = request.args.get("seats", "")
    seats = int(wanted) if wanted.isascii() and wanted.isdecimal() and len(wanted) < 3 else 0
    seats = seats if seats in rules.players else rules.players[-1]
    return render_template(
        "sheet.html", view=None, sheet=blank(rules, seats), title=rules.title, columns=range(seats), day="", game=rules
    )


# --- BG Stats -----------------------------------------------------------------------------------------------


@bp.get("/t/<code>/bgstats")
def to_bgstats(code: str) -> AnyResponse:
    """Redirects the phone to BG Stats, with this play filled in."""
    live, _story = finished(code)
    return redirect(bgstats.link(over(live)))


@bp.get("/t/<code>/evening.bgsplay")
def evening(code: str) -> Response:
    """All plays of that evening that this device may see, as a file for BG Stats.

    Excludes trial games, as in the statistics; 404 if there are no others.
    """
    live, _story = finished(code)
    night = evening_of(services().plays.of(live).play)
    codes = [table.code for table in reversed(visible_tables()) if evening_of(table.play) == night]
    tables = [services().tables.find(code) for code in (codes if live.code in codes else [*codes, live.code])]
    here = [one for one in tables if not one.projection.table.example]
    if not here:
        abort(404)
    text = json.dumps(bgstats.play_file([over(one) for one in here]), ensure_ascii=False, indent=1)
    return download(text + "\n", "application/json", f"herald-{night}.bgsplay")


def over(live: LiveTable) -> bgstats.FinishedTable:
    current = services()
    return bgstats.FinishedTable(
        current.people.with_display_names(live), current.plays.timeline(live).first, current.store.setting("location")
    )


def evening_of(play: Play) -> date:
    return (datetime.fromisoformat(play.ended).astimezone() - NIGHT).date()


def visible_tables() -> list[ListedTable]:
    """Finished tables, newest first: on the laptop all, elsewhere those where the device was."""
    return services().plays.all(None if is_laptop() else device())
