"""The box sheets: printed numbers, asked once, put right here, shared as a file."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.devices import device
from companion.household import at_home
from companion.imports import fits
from companion.routes.start import not_at_home, start_page
from companion.screens import NoticeView, checks, screen_for
from companion.services import find_table, services
from companion.store import BoxRow
from companion.tables import Asked
from scoring.box import Box, BoxField, built_in
from scoring.games import GAMES
from scoring.kernel import Game, Refusal
from scoring.seating import FillBox
from scoring.words import T, Text

bp = Blueprint("boxes", __name__)
FORMAT = "herald-box"
NAME_LENGTH = 40
# Beside each value stands what it was when the page was fetched.
WAS = "was."
# A longer sheet is opened part by part.
SHORT_SHEET = 40
IMPOSSIBLE = NoticeView("refusal", T("That is not one of the values this can have."))


@bp.get("/boxes/<int:number>")
def sheet(number: int) -> str:
    box = known_box(number)
    return sheet_page(GAMES[box.game], box.values, url_for("boxes.fill", number=number), box=box)


def sheet_page(
    game: Game[Any], values: Box, action: str, box: BoxRow | None = None, code: str = "", **more: object
) -> str:
    known = {**built_in(game.box), **values}
    return render_template(
        "box.html",
        game=game,
        groups=sheet_groups(game, known),
        long=len(game.box) > SHORT_SHEET,
        part=number_in(request.args.get("part", "")),
        values=known,
        checks=checks(game.checks, known),
        action=action,
        box=box,
        code=code,
        **{"notice": None, "view": None, **more},
    )


@dataclass(frozen=True)
class GroupView:
    """What one phone fills in: fields by part, and how many of them are known."""

    name: Text
    parts: tuple[tuple[Text | None, tuple[BoxField, ...]], ...]
    known: int
    all: int


def sheet_groups(game: Game[Any], known: Box) -> tuple[GroupView, ...]:
    groups: dict[Text, dict[Text | None, list[BoxField]]] = {}
    for field in game.box:
        groups.setdefault(field.group, {}).setdefault(field.part, []).append(field)
    return tuple(
        GroupView(
            name,
            tuple((part, tuple(fields)) for part, fields in parts.items()),
            sum(bool(known.get(field.key)) for fields in parts.values() for field in fields),
            sum(map(len, parts.values())),
        )
        for name, parts in groups.items()
    )


def number_in(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 3 else None


@bp.post("/boxes/<int:number>")
def fill(number: int) -> AnyResponse | tuple[str, int]:
    """Several values at once; one that the box cannot have stops them all."""
    box = known_box(number)
    game = GAMES[box.game]
    values = posted_values(game)
    if values is None:
        action = url_for("boxes.fill", number=number)
        return sheet_page(game, box.values, action, box=box, notice=IMPOSSIBLE), 422
    if name := tidy(request.form.get("name", "")):
        services().store.rename_box(number, name)
    services().store.fill_box(number, values)
    return redirect(url_for("boxes.sheet", number=number, **saved_part()), 303)


def tidy(name: str) -> str:
    """A name as it may stand on a page; empty if nothing is left of it."""
    return "".join(letter for letter in name if letter.isprintable()).strip()[:NAME_LENGTH]


def posted_values(game: Game[Any]) -> dict[str, str] | None:
    """The values in the form by field, empty ones to be forgotten; None if one of them is impossible."""
    values = {}
    for field in game.box:
        if field.certain or field.key not in request.form:
            continue
        value = " ".join(sorted(part for part in request.form.getlist(field.key) if part))
        if field.is_name:
            value = " ".join(value.split())
        if value and not field.allows(value):
            return None
        if value != request.form.get(f"{WAS}{field.key}"):  # untouched here: another phone may have filled it in
            values[field.key] = value
    return values


@bp.get("/t/<code>/box")
def table_sheet(code: str) -> str:
    """The sheet of the box on this table."""
    live = find_table(code)
    table = live.story.table
    view = screen_for(services(), live, device(), "table", None)
    action = url_for("boxes.fill_table", code=live.code)
    return sheet_page(table.game, table.box, action, code=live.code, view=view)


@bp.post("/t/<code>/box")
def fill_table(code: str) -> AnyResponse | tuple[str, int]:
    """The same sheet while the game goes on: every number is an event of the table."""
    live = find_table(code)
    if device() not in live.claims:
        abort(403)
    game, action = live.story.table.game, url_for("boxes.fill_table", code=live.code)
    values = posted_values(game)
    if values is None:
        view = screen_for(services(), live, device(), "table", None)
        return sheet_page(game, live.story.table.box, action, code=live.code, view=view, notice=IMPOSSIBLE), 422
    for key, value in values.items():
        if value != live.story.table.box.get(key, "") and may_be(game, key, value):
            services().tables.ask(live, Asked(live.actor(device()), FillBox(key, value)))
    return redirect(url_for("boxes.table_sheet", code=live.code, **saved_part()), 303)


def may_be(game: Game[Any], key: str, value: str) -> bool:
    """At a table only names are forgotten: a number that was needed once is put right instead."""
    field = game.field(key)
    return field is not None and field.allows(value)


def saved_part() -> dict[str, Any]:
    """The part of the sheet that was saved, to come back to it."""
    part = number_in(request.form.get("group", ""))
    return {} if part is None else {"part": part, "_anchor": f"group-{part}"}


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
