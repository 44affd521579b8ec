"""Statistics over all evenings, by game and by person, and changes of people's names."""

from __future__ import annotations

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response as AnyResponse

from companion.devices import device
from companion.household import is_laptop
from companion.i18n import decimal_sign
from companion.postgame import scores_chart
from companion.routes.postgame import download, visible_tables
from companion.screens import NoticeView
from companion.services import services
from companion.sheets import as_csv, play_rows
from scoring.game_info import GAME_INFOS, GameInfo
from scoring.names import NAME_LENGTH, is_plain, is_short, key_of, tidy
from scoring.statistics import (
    Play,
    achievements,
    best_score,
    by_game,
    champions,
    met,
    people,
    rivals,
    summaries,
    summary,
    who_beats_whom,
)
from scoring.words import T, Text

bp = Blueprint("evenings", __name__)
LOCATION_LENGTH = 40
MOST_PAIRS = 8


def visible_plays() -> tuple[list[Play], list[Play]]:
    """Returns the finished plays this device may see, newest first: those that count, and those with example values."""
    tables = visible_tables()
    return [table.play for table in tables if not table.example], [table.play for table in tables if table.example]


@bp.get("/statistics")
def overview() -> str:
    plays, tried = visible_plays()
    games = [(key, info_of(key), of[0], len(of), best_score(of)) for key, of in by_game(plays).items()]
    everybody = summaries(plays)
    return render_template(
        "statistics.html",
        view=None,
        plays=plays,
        games=games,
        people=everybody,
        champions=champions(everybody),
        records=achievements(plays),
        pairs=who_beats_whom(plays)[:MOST_PAIRS],
        tried=len(tried),
        location=services().store.setting("location") if is_laptop() else None,
    )


def info_of(key: str) -> GameInfo:
    """Returns the game whose plays are counted under this key."""
    return GAME_INFOS.get(key.partition("/")[0]) or abort(404)


@bp.get("/statistics/<path:game>")
def of_game(game: str) -> str:
    info = info_of(game)
    plays, tried = ([play for play in some if play.game == game] for some in visible_plays())
    everybody = summaries(plays)
    chart = scores_chart(plays[::-1], everybody) if plays else None
    return render_template(
        "statistics_game.html",
        view=None,
        title=plays[0].title if plays else info.title,
        plays=plays,
        people=everybody,
        records=[one for one in (best_score(plays), *achievements(plays)) if one],
        game=info,
        tried=len(tried),
        chart=chart,
    )


@bp.get("/statistics/person")
def of_person() -> str:
    return person_page(key_of(request.args.get("name", "")))


def person_page(person: str, notice: NoticeView | None = None) -> str:
    plays, tried = visible_plays()
    known = people([*plays, *tried])
    name = known.get(person) or abort(404)
    mine = [play for play in plays if play.of(person)]
    games = [(key, summary(of, person, name)) for key, of in by_game(mine).items()]
    whole = summary(mine, person, name)
    charts = [(key, scores_chart(of[::-1], [whole])) for key, of in by_game(mine).items() if len(of) > 1]
    return render_template(
        "statistics_person.html",
        view=None,
        person=whole,
        games=games,
        charts_by_game=dict(charts),
        rivals=rivals(mine, person),
        plays=mine,
        titles={play.game: play.title for play in mine},
        may_change=may_change(person),
        others=[other for key, other in known.items() if key != person],
        notice=notice,
    )


@bp.get("/statistics.csv")
def results() -> Response:
    head = (_("Date"), _("Game"), _("Table"), _("Place"), _("Name"), _("Points"))
    return download(as_csv(play_rows(visible_plays()[0], head), decimal_sign()), "text/csv", "herald-evenings.csv")


# --- identities ---------------------------------------------------------------------------------------------


def may_change(person: str) -> bool:
    """True on the laptop, or if this device hosted every table at which this person played."""
    codes = {table.code for table in services().plays.all() if table.play.of(person)}
    return bool(codes) and (is_laptop() or codes <= services().store.hosted_tables(device()))


def posted_person() -> tuple[str, list[Play]]:
    """Returns the person in the form, and all plays. Aborts if this device may not change that person."""
    plays = [table.play for table in services().plays.all()]
    person = key_of(request.form.get("name", ""))
    if not (is_laptop() or may_change(person)):  # does not reveal whether the person exists
        abort(403)
    return people(plays).get(person) or abort(404), plays


@bp.post("/people/rename")
def rename() -> AnyResponse | tuple[str, int]:
    """Renames a person; if another person has that name, the two are merged."""
    name, plays = posted_person()
    new = tidy(request.form.get("new", ""))
    if not is_short(new):
        return name_refusal(name, T("Names can be 1 to {most} characters long.", most=NAME_LENGTH))
    if not is_plain(new):
        return name_refusal(name, T("Use ordinary letters in the name. Emoji are fine."))
    person, other = key_of(name), key_of(new)
    if person != other and other in people(plays) and not may_change(other):
        abort(403)
    if person != other and met(plays, person, other):
        return name_refusal(
            name, T("{one} and {two} played at the same table, so they’re two different people.", one=name, two=new)
        )
    services().people.rename(name, new)
    return redirect(url_for("evenings.of_person", name=new), 303)


@bp.post("/people/remove")
def remove() -> AnyResponse:
    """Removes the name from every table so far; the scores stay, anonymous."""
    name, _plays = posted_person()
    tables = [table for table in services().plays.all() if table.play.of(key_of(name))]
    # Includes tables opened while the laptop's clock was ahead.
    until = max(services().now(), *(table.opened for table in tables))
    services().people.remove(name, until)
    return redirect(url_for("evenings.overview"), 303)


def name_refusal(name: str, why: Text) -> tuple[str, int]:
    return person_page(key_of(name), NoticeView("refusal", why)), 422


@bp.post("/location")
def location() -> AnyResponse:
    """Saves the place where you play, for BG Stats."""
    if not is_laptop():
        abort(403)
    place = " ".join(request.form["place"].split())
    if len(place) > LOCATION_LENGTH or not place.isprintable():
        abort(400)
    services().store.set_setting("location", place)
    return redirect(url_for("evenings.overview"), 303)
