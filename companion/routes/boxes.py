"""The box sheets: printed numbers, asked once, put right here, shared as a file."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.devices import device
from companion.household import at_home
from companion.imports import fits
from companion.languages import speak_of
from companion.routes.start import not_at_home, start_page
from companion.screens import CheckView, NoticeView, asked_fields, checks, screen_for
from companion.services import find_table, services
from companion.store import BoxRow
from companion.tables import Asked, LiveTable
from scoring.box import Box, BoxField, built_in, worked_out
from scoring.games import GAMES
from scoring.kernel import Game, Refusal
from scoring.seating import FillBox
from scoring.table import check_box
from scoring.words import T, Text

bp = Blueprint("boxes", __name__)
FORMAT = "herald-box"
NAME_LENGTH = 40
IMPOSSIBLE = NoticeView("refusal", T("That is not one of the values this can have."))


# --- the sheet, one number after the other --------------------------------------------------------------


@dataclass(frozen=True)
class PartView:
    """What one phone reads: so many numbers, so many of them known."""

    name: Text
    fields: tuple[BoxField, ...]
    known: int

    @property
    def unread(self) -> int:
        return len(self.fields) - self.known

    @property
    def blocks(self) -> dict[Text | None, list[BoxField]]:
        """What stands side by side on the board."""
        found: dict[Text | None, list[BoxField]] = {}
        for field in self.fields:
            found.setdefault(field.part, []).append(field)
        return found


@dataclass(frozen=True)
class SheetView:
    """The board as far as it is known, and the one number that is asked for now."""

    title: str
    # Its folder, where the drawing is.
    game: str
    parts: tuple[PartView, ...]
    part: PartView
    at: BoxField | None
    values: Box
    # Nobody has read these: the others leave only one value for them.
    worked_out: Collection[str]
    checks: tuple[CheckView, ...]
    action: str

    @property
    def known(self) -> int:
        return sum(part.known for part in self.parts)

    @property
    def all(self) -> int:
        return sum(len(part.fields) for part in self.parts)


def parts_of(game: Game[Any], values: Box) -> tuple[PartView, ...]:
    groups: dict[Text, list[BoxField]] = {}
    for field in asked_fields(game):
        groups.setdefault(field.group, []).append(field)
    return tuple(
        PartView(name, tuple(fields), sum(bool(values.get(field.key)) for field in fields))
        for name, fields in groups.items()
    )


def sheet_view(what: str, game: Game[Any], read: Box, action: str) -> SheetView:
    """Somebody may have tapped a number or a part; else it is the next one of this device's part."""
    speak_of(game)
    values = known_values(game, read)
    parts, unread = parts_of(game, values), unread_fields(game, values)
    tapped = part_number(parts)
    at = game.field(request.args.get("at", ""))
    if at is None:
        wanted = [field for field in unread if tapped is None or field in tapped.fields]
        at = services().readers.next(what, device(), asked_fields(game), wanted)
    part = next((part for part in parts if at in part.fields), None) or tapped or first_unread(parts)
    clear = values.keys() - read.keys() - built_in(game.box).keys()
    return SheetView(game.title, game.folder, parts, part, at, values, clear, checks(game.checks, values), action)


def known_values(game: Game[Any], read: Box) -> Box:
    """What the rulebook states, what was read, and what follows from it."""
    return {**built_in(game.box), **worked_out(game.box, game.checks, read), **read}


def unread_fields(game: Game[Any], values: Box) -> list[BoxField]:
    return [field for field in asked_fields(game) if not values.get(field.key)]


def first_unread(parts: tuple[PartView, ...]) -> PartView:
    return next((part for part in parts if part.unread), parts[0])


def read_on(what: str, game: Game[Any], read: Box) -> None:
    """This device goes on to a number that nobody else is reading."""
    unread = unread_fields(game, known_values(game, read))
    services().readers.go_on(what, device(), asked_fields(game), unread)


def part_number(parts: tuple[PartView, ...]) -> PartView | None:
    text = request.args.get("part", "")
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 3 else 0
    return parts[number - 1] if 0 < number <= len(parts) else None


def sheet_page(sheet: SheetView, **more: object) -> str:
    """Alone what changes for htmx, inside its page otherwise."""
    template = "_sheet.html" if request.htmx else "box.html"  # type: ignore[attr-defined]
    return render_template(template, sheet=sheet, **{"notice": None, "view": None, "box": None, **more})


def posted_number(game: Game[Any]) -> FillBox | None:
    """The number in the form; None if this box cannot have it."""
    field = game.field(request.form.get("field", ""))
    if field is None or field.certain:
        return None
    value = " ".join(sorted(part for part in request.form.getlist("value") if part))
    value = " ".join(value.split()) if field.is_name else value
    return FillBox(field.key, value) if field.allows(value) else None


@bp.get("/boxes/<int:number>")
def sheet(number: int) -> str:
    box = known_box(number)
    return sheet_page(house_sheet(box), box=box)


def house_sheet(box: BoxRow) -> SheetView:
    action = url_for("boxes.fill", number=box.id)
    return sheet_view(house_key(box), GAMES[box.game], box.values, action)


@bp.post("/boxes/<int:number>")
def fill(number: int) -> AnyResponse | tuple[str, int]:
    """One number, or a new name for the box."""
    box = known_box(number)
    if name := tidy(request.form.get("name", "")):
        services().store.rename_box(number, name)
        return redirect(url_for("boxes.sheet", number=number), 303)
    game = GAMES[box.game]
    filled = posted_number(game)
    if filled is None:
        return sheet_page(house_sheet(box), box=box, notice=IMPOSSIBLE), 422
    try:
        check_box(game, box.values, filled.field, filled.value)
    except Refusal as refusal:
        return sheet_page(house_sheet(box), box=box, notice=NoticeView("refusal", refusal.message, refusal.rule)), 422
    services().store.fill_box(number, {filled.field: filled.value})
    box = known_box(number)
    read_on(house_key(box), game, box.values)
    return went_on(house_sheet(box), url_for("boxes.sheet", number=number), box)


def house_key(box: BoxRow) -> str:
    return f"box {box.id}"


def went_on(sheet: SheetView, url: str, box: BoxRow | None = None) -> AnyResponse:
    """To the next number."""
    if request.htmx:  # type: ignore[attr-defined]
        return make_response(sheet_page(sheet, box=box))
    return redirect(url, 303)


def tidy(name: str) -> str:
    """A name as it may stand on a page; empty if nothing is left of it."""
    return "".join(letter for letter in name if letter.isprintable()).strip()[:NAME_LENGTH]


@bp.get("/t/<code>/box")
def table_sheet(code: str) -> str:
    """The sheet of the box on this table."""
    live = find_table(code)
    return sheet_page(sheet_at(live), view=screen_for(services(), live, device(), "table", None))


def sheet_at(live: LiveTable) -> SheetView:
    table = live.story.table
    action = url_for("boxes.fill_table", code=live.code)
    return sheet_view(live.code, table.game, table.read, action)


@bp.post("/t/<code>/box")
def fill_table(code: str) -> AnyResponse | tuple[str, int]:
    """A number read at the table, before the game or while it goes on, is an event of the table."""
    live = find_table(code)
    if device() not in live.claims:
        abort(403)
    filled, view = posted_number(live.story.table.game), screen_for(services(), live, device(), "table", None)
    if filled is None:
        return sheet_page(sheet_at(live), view=view, notice=IMPOSSIBLE), 422
    try:
        if filled.value != live.story.table.read.get(filled.field, ""):
            services().tables.ask(live, Asked(live.actor(device()), filled))
    except Refusal as refusal:
        notice = NoticeView("refusal", refusal.message, refusal.rule)
        return sheet_page(sheet_at(live), view=view, notice=notice), 422
    read_on(live.code, live.story.table.game, live.story.table.read)
    return went_on(sheet_at(live), url_for("boxes.table_sheet", code=live.code))


@bp.post("/t/<code>/box/now")
def start_reading(code: str) -> AnyResponse:
    """This phone reads along: it gets a part that nobody else has."""
    live = find_table(code)
    if device() not in live.claims:
        abort(403)
    read_on(live.code, live.story.table.game, live.story.table.read)
    services().hub.publish(live.code)  # the table screen tells how many are reading
    return redirect(url_for("boxes.table_sheet", code=live.code), 303)


@bp.post("/t/<code>/box/later")
def stop_reading(code: str) -> AnyResponse:
    """This phone reads no more: its part is somebody else's."""
    live = find_table(code)
    services().readers.leave(live.code, device())
    services().hub.publish(live.code)
    return redirect(url_for("play.home", code=live.code), 303)


# --- boxes as files -------------------------------------------------------------------------------------


@bp.get("/boxes/<int:number>/export")
def export(number: int) -> Response:
    box = known_box(number)
    data = {"format": FORMAT, "game": box.game, "name": box.name, "values": dict(sorted(box.values.items()))}
    response = Response(json.dumps(data, ensure_ascii=False, indent=1) + "\n", mimetype="application/json")
    response.headers["Content-Disposition"] = f'attachment; filename="herald-box-{box.game}.json"'
    return response


@bp.post("/boxes/import")
def bring() -> AnyResponse | tuple[str, int]:
    """A sheet somebody shared; anything else is refused whole."""
    if not at_home():
        return not_at_home()
    file = request.files.get("file")
    try:
        game, name, values = read_sheet(file.read() if file else b"")
    except Refusal as refusal:
        return start_page(NoticeView("refusal", refusal.message)), 422
    box = services().store.add_box(game.key, name)
    services().store.fill_box(box.id, values)
    return redirect(url_for("boxes.sheet", number=box.id), 303)


def read_sheet(content: bytes) -> tuple[Game[Any], str, dict[str, str]]:
    try:
        data = json.loads(content)
        key, name = data["game"], str(data["name"])
        values = {str(field): str(value) for field, value in data["values"].items()}
        ours = data["format"] == FORMAT and isinstance(key, str)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        ours = False
    if not ours:
        raise Refusal("no-sheet", T("That file is not a box sheet of Herald. Nothing was imported."))
    game = GAMES.get(key)
    if game is None:
        raise Refusal("no-game", T("That sheet is for a game that this Herald does not know. Nothing was imported."))
    if not all(fits(game, field, value) for field, value in values.items()):
        text = T("That sheet says it is for {game}, but does not fit its box. Nothing was imported.", game=game.title)
        raise Refusal("no-fit", text)
    return game, tidy(name) or game.title, values


def known_box(number: int) -> BoxRow:
    """Box sheets are changed by the house, or by whoever plays with the box."""
    if not at_home():
        abort(403)
    return services().store.box(number) or abort(404)
