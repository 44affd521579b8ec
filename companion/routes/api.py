"""Read-only JSON about evenings and statistics, for the laptop and the devices it has let in: docs/api.md."""

from __future__ import annotations

import json
from typing import Any

from flask import Blueprint, Response, abort
from werkzeug.exceptions import HTTPException

from companion.bgstats import minutes_played
from companion.household import at_home
from companion.play_archive import ListedTable
from companion.services import find_table, services
from companion.tables import LiveTable, UnknownTable
from scoring.statistics import Summary, by_game, summaries
from scoring.words import Text, render

bp = Blueprint("api", __name__, url_prefix="/api")


@bp.before_request
def only_the_household() -> None:
    if not at_home():
        abort(403)


@bp.get("/evenings")
def evenings() -> Response:
    found = services().plays.listed(services().store.tables())
    newest_first = sorted(map(summary_of, found), key=lambda one: str(one["opened"]), reverse=True)
    return as_json({"evenings": newest_first})


@bp.get("/evenings/<code>")
def evening(code: str) -> Response:
    live = find_table(code)
    return as_json({**summary_of(services().plays.of(live)), **result(live)})


@bp.get("/statistics")
def statistics() -> Response:
    finished = services().plays.all()
    counted = [table.play for table in finished if not table.example]
    return as_json(
        {
            "plays": len(counted),
            "trials": len(finished) - len(counted),
            "games": [
                {"game": game, "title": plays[0].title, "plays": len(plays)} for game, plays in by_game(counted).items()
            ],
            "people": [person_data(summary) for summary in summaries(counted)],
        }
    )


def summary_of(table: ListedTable) -> dict[str, Any]:
    """Returns the public part of a table. Places and points are None before the end."""
    places = {place.seat: place for place in table.places}
    return {
        "code": table.code,
        "game": table.key,
        "title": table.title,
        "state": "over" if table.over else "running" if table.started else "seating",
        "trial": table.example,
        "opened": table.opened,
        "ended": table.ended or None,
        "players": [
            {
                "name": seat.name,
                "colour": seat.colour,
                "place": places[number].place if table.over else None,
                "points": places[number].points if table.over else None,
            }
            for number, seat in enumerate(table.seats)
        ],
    }


def result(live: LiveTable) -> dict[str, Any]:
    """Duration, deciding rule and score lines of a finished game; None, None and empty before the end."""
    projection = services().people.with_display_names(live)
    table = projection.table
    if table.standings is None:
        return {"minutes": None, "reason": None, "scores": []}

    def in_words(text: Text) -> str:
        return render(text, table.names)

    return {
        "minutes": minutes_played(projection),
        "reason": in_words(table.standings.reason),
        "scores": [
            {
                "name": table.names[line.seat],
                "points": line.points,
                "what": in_words(line.what),
                "note": in_words(line.note) if line.note else None,
            }
            for line in table.game.score(table.state)
        ],
    }


def person_data(summary: Summary) -> dict[str, Any]:
    return {
        "name": summary.name,
        "plays": summary.plays,
        "wins": summary.wins,
        "average_place": round(summary.place, 2),
        "average_points": round(summary.points, 2),
        "best": summary.best,
        "places": list(summary.places),
    }


def as_json(found: dict[str, Any], status: int = 200) -> Response:
    text = json.dumps(found, ensure_ascii=False, indent=1)
    return Response(text + "\n", status=status, mimetype="application/json")


@bp.errorhandler(HTTPException)
def refused(error: HTTPException) -> Response:
    why = "This device does not belong to the household." if error.code == 403 else error.name
    return as_json({"error": why}, error.code or 500)


@bp.errorhandler(UnknownTable)
def unknown(_error: UnknownTable) -> Response:
    return as_json({"error": "There is no table with this code."}, 404)
