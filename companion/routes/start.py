"""The start page: open, resume or find a table."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import zip_longest
from typing import Any

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.devices import device
from companion.household import at_home, is_laptop, join_household, pairing_code
from companion.i18n import COOKIE as LANGUAGE_COOKIE
from companion.i18n import available_languages, say_filter, set_game
from companion.imports import read_table, text_of
from companion.play_archive import ListedTable
from companion.replay_budget import Budget, OverBudget
from companion.routes.showing import show
from companion.screens import NoticeView, SeatView, seat_views
from companion.security import MAX_FILE, RateCounter
from companion.services import find_table, services
from companion.sharing import FORMAT as BOX_FORMAT
from companion.sharing import can_read_pictures
from companion.store import NEW_BOX, DeviceRole, TableRow
from companion.tables import LiveTable
from scoring.game_info import GAME_INFOS, GameInfo
from scoring.games import GAMES
from scoring.kernel import FINAL_SCORING, Game, Option, Refusal
from scoring.lobby_rules import allowed_options
from scoring.names import key_of
from scoring.printed_values import PrintedValues
from scoring.recording import InvalidExport
from scoring.replay import Projection
from scoring.standings import Standing
from scoring.table import new_table, seated_at_once
from scoring.table_events import PLAYER_COLOURS
from scoring.words import T

bp = Blueprint("start", __name__)
YEAR = 365 * 24 * 3600
ANY_CODE = "ANY"
# A table opened within this time belongs to the current evening.
EVENING = timedelta(hours=12)
# Number of tables on the start page, which must not wait for the logs of a hundred evenings.
NEWEST = 12
# Tables on one page of the complete list.
PER_PAGE = 50
MANY_TABLES = T("A lot of tables were just opened. Join one of them, or try again in ten minutes.")


@dataclass(frozen=True)
class TableLine:
    """A row in the list of tables: players, game, date and standings."""

    code: str
    title: str
    opened: str
    seats: tuple[SeatView, ...]
    places: tuple[Standing, ...]
    may_delete: bool
    started: bool

    @property
    def is_demo(self) -> bool:
        """True if every seat is a bot. Nobody resumes such a table."""
        return bool(self.seats) and all(seat.bot for seat in self.seats)

    @property
    def over(self) -> bool:
        return bool(self.places)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.seats)


@bp.get("/")
def page() -> str | Response:
    """Renders the start page, or redirects a phone whose user typed the address to its running table. Internal links
    are not redirected."""
    if not is_laptop() and not request.headers.get("Referer") and (live := running_table()):
        return redirect(url_for("table.home", code=live.code))
    return start_page()


def running_table() -> LiveTable | None:
    """Returns the newest table of this device, if its game is not over and the device holds a seat at it. None while a
    newer table seats its players, because its code may be about to be typed."""
    for live in services().tables.read(services().store.tables(device())[:1]):
        newest = next(services().tables.read(services().store.tables()[:1]), live)
        seats_players = newest.code != live.code and not newest.projection.table.started
        if live.projection.table.standings is None and live.seat_of(device()) is not None and not seats_players:
            return live
    return None


def start_page(notice: NoticeView | None = None, codes: Sequence[str] = ()) -> str:
    """Renders the start page; `codes` are the codes of a shared box read so far."""
    current, rows = services(), table_rows()
    lines = [line for line in table_lines(rows[:NEWEST]) if not line.is_demo]
    return render_template(
        "start.html",
        covers=last_played_first(rows),
        running=[line for line in lines if not line.over],
        earlier=[line for line in lines if line.over],
        all_tables=len(rows) if len(rows) > NEWEST else 0,
        boxes=current.store.boxes() if at_home() else [],
        titles={info.key: info.title for info in GAME_INFOS.values()},
        is_guest=not is_laptop(),
        at_home=at_home(),
        aside=sorted(current.tables.aside) if is_laptop() else [],
        codes=codes,
        pictures=at_home() and can_read_pictures(),
        notice=notice,
        view=None,
    )


def last_played_first(rows: Sequence[TableRow]) -> tuple[GameInfo, ...]:
    last = rows[0].game if rows else next(iter(GAME_INFOS))
    return tuple(sorted(GAME_INFOS.values(), key=lambda info: info.key != last))


@bp.get("/tables")
def all_tables() -> str:
    page, rows = max(0, request.args.get("page", 0, type=int)), table_rows()
    lines = table_lines(rows[page * PER_PAGE : (page + 1) * PER_PAGE])
    more = len(rows) > (page + 1) * PER_PAGE
    return render_template("tables.html", lines=lines, page=page, more=more, view=None)


def table_rows() -> list[TableRow]:
    """Returns the tables of this device; on the laptop, all of them."""
    return services().store.tables(None if is_laptop() else device())


def table_lines(rows: Sequence[TableRow]) -> list[TableLine]:
    hosted = services().store.hosted_tables(device())
    return [table_line(table, is_laptop() or table.code in hosted) for table in services().plays.listed(rows)]


def table_line(table: ListedTable, may_delete: bool) -> TableLine:
    return TableLine(
        table.code, table.title, table.row.opened, seat_views(table), table.places, may_delete, table.started
    )


def may_delete(live: LiveTable) -> bool:
    return is_laptop() or live.is_host(device())


@bp.get("/new/<game>")
def new(game: str) -> str:
    return new_page(known_game(game))


def new_page(game: Game[Any], notice: NoticeView | None = None) -> str:
    boxes = services().store.boxes(game.key) if at_home() else []
    return render_template(
        "new.html",
        game=game,
        info=GAME_INFOS[game.key],
        options=options_to_choose(game),
        boxes=boxes,
        pictures=at_home() and can_read_pictures(),
        sheets=[(key, game.of_values(values)) for key, values in value_sets(game).items()],
        at_home=at_home(),
        notice=notice,
        view=None,
    )


def value_sets(game: Game[Any]) -> dict[str, PrintedValues]:
    """Returns the value sets a table may start with, ready-made and saved ones; empty for most games."""
    saved = services().store.boxes(game.key) if game.ready_made and at_home() else ()
    ready = {key: game.translated(values, say_filter) for key, values in game.ready_made.items()}
    return {**ready, **{str(box.id): box.values for box in saved}}


def posted_value_set(game: Game[Any]) -> PrintedValues | None:
    """Returns the values chosen in the form, for a game with several value sets."""
    return value_sets(game).get(request.form.get("box", ""))


def options_to_choose(game: Game[Any]) -> list[Option]:
    """Returns the options on the page that opens a table. Options that depend on the chosen copy of the game or on the
    tracking mode follow in the lobby."""
    listed = (option for option in game.options if len(option.listed) > 1 and not option.asked)
    return [one for one in listed if one.key == "follow" or not (one.without_box or one.of_moves)]


@bp.get("/help/<game>")
def player_aid(game: str) -> str:
    """Renders the player aid: a whole game on one screen."""
    rules = known_game(game)
    set_game(rules)
    return render_template("aid.html", view=None, game=rules)


def known_game(key: str) -> Game[Any]:
    return GAMES.get(key) or abort(404)


@bp.post("/new/<game>")
def open_table(game: str) -> Response | tuple[str, int]:
    rules = known_game(game)
    tries = request.form.get("box") == "example"
    try:  # checked before a new box is added
        options = allowed_options(rules, chosen_options(rules), tries)
        count_opening()
    except Refusal as refusal:
        return new_page(rules, NoticeView("refusal", refusal.message)), STATUS.get(refusal.code, 422)
    values = posted_value_set(rules)
    box = chosen_box(rules.key) if values is None else None
    return host_on_this_device(services().tables.open(rules.key, options, box, tries, values=values))


@bp.get("/new/<game>/end")
def count_end(game: str) -> str:
    """Renders the form for a group that has played without Herald."""
    return count_end_page(known_game(game))


def count_end_page(game: Game[Any], notice: NoticeView | None = None) -> str:
    boxes = services().store.boxes(game.key) if at_home() else []
    return render_template(
        "count_end.html",
        game=game,
        boxes=boxes,
        known=known_people(),
        people=posted_people() or people_of_tonight(game),
        colours=tuple(dict.fromkeys((*game.colours, *PLAYER_COLOURS))),
        notice=notice,
        view=None,
    )


def known_people() -> tuple[SeatView, ...]:
    """Returns recent players that this device may see, each with the arms they had last."""
    seats = (seat for line in table_lines(table_rows()[:NEWEST]) for seat in line.seats if not seat.bot)
    return tuple({key_of(seat.name): seat for seat in reversed(tuple(seats))}.values())[::-1]


def people_of_tonight(game: Game[Any]) -> list[tuple[str, str]]:
    """Returns names and colours at the table this page was opened from, else at this device's newest table of the
    evening."""
    code = request.args.get("table", "").upper()
    rows = [row for row in table_rows() if row.code == code] if code else table_rows()[:1]
    since = (services().clock() - EVENING).isoformat()
    lines = table_lines([row for row in rows if code or row.opened > since])
    return [(seat.name, seat.colour) for line in lines for seat in line.seats if not seat.bot][: game.players[-1]]


def posted_people() -> list[tuple[str, str]]:
    """Returns names and colours in the form. A person without a colour keeps the arms they had last."""
    arms = {key_of(seat.name): seat.colour for seat in known_people()}
    rows = zip_longest(request.form.getlist("name"), request.form.getlist("colour"), fillvalue="")
    people: list[tuple[str, str]] = []
    for name, colour in rows:
        usual = arms.get(key_of(name), "")
        taken = {one for _, one in people} | set(request.form.getlist("colour"))
        people += [(name, colour or ("" if usual in taken else usual))] if name.strip() else []
    return people


@bp.post("/new/<game>/end")
def open_count(game: str) -> Response | tuple[str, int]:
    rules = known_game(game)
    people = posted_people()
    try:  # checked before a new box is added
        options = allowed_options(rules, chosen_options(rules) | {"follow": FINAL_SCORING}, example=False)
        seated_at_once(new_table(rules, options, {}, example=False), people)
        count_opening()
    except Refusal as refusal:
        return count_end_page(rules, NoticeView("refusal", refusal.message)), STATUS.get(refusal.code, 422)
    return host_on_this_device(services().tables.open(rules.key, options, chosen_box(rules.key), False, people))


STATUS = {"many-tables": 429}


def count_opening(often: RateCounter | None = None) -> None:
    """Counts an opened table. Raises Refusal after too many from outside the household, where anybody may open one."""
    if at_home():
        return
    often, address = often or services().openings, request.remote_addr or ""
    if often.too_often(address):
        raise Refusal("many-tables", MANY_TABLES)
    often.count(address)


def host_on_this_device(live: LiveTable) -> Response:
    services().tables.claim(live, device(), DeviceRole(host=True))
    return redirect(url_for("table.table", code=live.code), 303)


def chosen_options(rules: Game[Any]) -> dict[str, str]:
    """Returns the options in the form."""
    return {option.key: request.form[option.key] for option in rules.options if option.key in request.form}


def chosen_box(game: str) -> int | None:
    """Returns the number of the chosen box; None for "example" values.

    Boxes belong to the household: values read by others stay at their table.
    """
    chosen = request.form.get("box", "new")
    if chosen == "example" or (chosen == "new" and not at_home()):
        return None
    if not at_home():
        abort(403)
    if chosen == "new":
        return NEW_BOX
    box = services().store.box(int(chosen)) if chosen.isdecimal() and len(chosen) < 9 else None
    return box.id if box is not None and box.game == game else abort(400)


@bp.post("/resume/<code>")
def resume(code: str) -> Response:
    """Opens an earlier table; if the laptop has no role at it, it becomes the host."""
    live = find_table(code)
    if is_laptop() and device() not in live.claims:
        services().tables.claim(live, device(), DeviceRole(host=True))
    return redirect(url_for("table.home", code=live.code), 303)


@bp.post("/t/<code>/delete")
def delete(code: str) -> Response:
    if is_laptop() and code.upper() in services().tables.aside:
        services().tables.delete_set_aside(code.upper())
        return redirect(url_for("start.page"), 303)
    live = find_table(code)
    if not may_delete(live):
        abort(403)
    services().tables.delete(live)
    return redirect(url_for("start.page"), 303)


@bp.post("/t/<code>/rematch")
def rematch(code: str) -> Response | tuple[str, int]:
    """Opens the next game with the same seats and devices: the same game or another."""
    live = find_table(code)
    table = live.projection.table
    if device() not in live.claims or table.standings is None:
        abort(403)
    try:
        count_opening(services().rematches)
    except Refusal as refusal:
        return start_page(NoticeView("refusal", refusal.message)), STATUS[refusal.code]
    names, game = services().people.with_display_names(live).table.names, request.form.get("game", table.game_key)
    if game == table.game_key:
        again = services().tables.rematch(live, names)
    elif len(table.seats) in known_game(game).players:
        again = services().tables.next_game(live, names, game, next_box(live, game))
    else:
        abort(400)
    return redirect(url_for("table.home", code=again.code), 303)


def next_box(live: LiveTable, game: str) -> int | None:
    """Returns the household's box of that game. None outside the household, or if the last table had none."""
    if live.row.box is None or not at_home():
        return None
    boxes = services().store.boxes(game)
    return boxes[0].id if boxes else NEW_BOX


@bp.post("/import")
def bring() -> Response | tuple[str, int]:
    """Imports a table from an exported file."""
    if not at_home():
        return not_at_home()
    request.max_content_length = request.max_form_memory_size = MAX_FILE
    file = request.files.get("file")
    try:
        text = text_of(file.read()) if file else ""
        if is_box_or_sheet(text):  # a box or sheet, posted with the form for tables
            return redirect(url_for("sharing.bring"), 307)
        live, is_new = import_text(text)
    except InvalidExport as error:
        return start_page(NoticeView("refusal", T("Nothing was imported: {why}.", why=error.why))), 422
    if is_new or (is_laptop() and device() not in live.claims):
        services().tables.claim(live, device(), DeviceRole(host=True))
    return redirect(url_for("table.home", code=live.code), 303)


def is_box_or_sheet(text: str) -> bool:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return False
    if not isinstance(data, dict):
        return False
    # In a table's first line "herald" is a number, in a sheet a text.
    return isinstance(data.get("herald"), str) or data.get("format") == BOX_FORMAT


def not_at_home() -> tuple[str, int]:
    return start_page(NoticeView("refusal", T("Only the laptop and the devices it has let in can import files."))), 403


@bp.get("/house")
def house() -> str:
    return house_page()


def house_page(notice: NoticeView | None = None) -> str:
    """Shows the pairing code on the laptop; other devices are asked for it."""
    code = pairing_code() if is_laptop() else ""
    return render_template("house.html", code=code, at_home=at_home(), notice=notice, view=None)


@bp.post("/house")
def enter() -> Response | tuple[str, int]:
    if not join_household(request.form.get("code", "")):
        return house_page(NoticeView("refusal", T("That’s not the code on the laptop."))), 422
    return redirect(url_for("start.house"), 303)


def import_text(text: str) -> tuple[LiveTable, bool]:
    """Imports an exported table; returns it, and whether it is new here."""
    tables, budget = services().tables, Budget()
    with services().importing:
        projection = renderable(read_table(text, budget), budget)
        here = tables.existing_table(projection.records)
        return here or tables.adopt(projection.records, projection), here is None


def renderable(projection: Projection, budget: Budget) -> Projection:
    """Returns the projection if all of its screens render. Raises InvalidExport otherwise."""
    live = LiveTable(TableRow(ANY_CODE, projection.table.game_key, "", None, None), projection, {})
    try:
        for seat in budget.each((None, *range(len(projection.table.seats)))):
            page = "table" if seat is None else "me"
            render_template("_screen.html", view=show(live, page, seat))
    except OverBudget:
        raise InvalidExport(T("the file takes too long to read")) from None
    except Exception as error:
        raise InvalidExport(T("its last step can’t be shown: the file was edited by hand")) from error
    return projection


@bp.post("/language")
def language() -> Response:
    chosen = request.form.get("language", "")
    if chosen not in available_languages():
        abort(400)
    response = make_response(redirect(own_path(request.form.get("back", "/")), 303))
    response.set_cookie(LANGUAGE_COOKIE, chosen, max_age=YEAR, httponly=True, samesite="Lax")
    return response


def own_path(path: str) -> str:
    """Returns the path if it is on this server, else "/"."""
    return path if re.fullmatch(r"/(?!/)[\w./-]*", path, re.ASCII) else "/"
