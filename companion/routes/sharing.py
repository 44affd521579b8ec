"""Shares boxes between Heralds, as a file or as QR codes; differences are chosen field by field."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.datastructures import FileStorage
from werkzeug.wrappers import Response as AnyResponse

from companion import qr
from companion.household import at_home
from companion.imports import fits
from companion.routes.boxes import known_box, known_edition, may_keep, tidy
from companion.routes.game_sheets import as_another, values_of
from companion.routes.start import not_at_home, start_page
from companion.screens import NoticeView
from companion.security import MAX_FILE
from companion.services import find_table, services
from companion.sharing import FORMAT, PICTURES, codes_in, codes_of, sheet_of, texts_in_pictures
from companion.store import BoxRow
from scoring.any_game.keys import SheetError
from scoring.game_info import ANY_GAME
from scoring.games import GAMES
from scoring.kernel import Game, Refusal
from scoring.names import key_of
from scoring.printed_values import PrintedValues, built_in, contradiction
from scoring.table import Table
from scoring.words import T, Text

bp = Blueprint("sharing", __name__)
MOST_FILES = 12
# Photographs are larger than any exported table.
MAX_PICTURES = 40_000_000


# --- export -------------------------------------------------------------------------------------------


@bp.get("/boxes/<int:number>/export")
def export(number: int) -> Response:
    box = known_box(number)
    response = Response(json.dumps(sheet_of(box), ensure_ascii=False, indent=1) + "\n", mimetype="application/json")
    response.headers["Content-Disposition"] = f'attachment; filename="herald-box-{box.game}.json"'
    return response


@bp.get("/boxes/<int:number>/share")
def share(number: int) -> str:
    """Renders all QR codes of the box on one page, to be photographed."""
    box = known_box(number)
    texts = codes_of(sheet_of(box))
    codes: list[Markup] = [qr.svg(text, f"{n}/{len(texts)}") for n, text in enumerate(texts, 1)]
    return render_template("share.html", box=box, title=GAMES[box.game].title, codes=codes, view=None)


# --- import -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SharedBox:
    """A box received from another Herald."""

    game: Game[Any]
    name: str
    values: PrintedValues
    edition: str
    read_by: str
    # The data itself, to be posted again with the choices.
    text: str


@dataclass(frozen=True)
class DifferenceView:
    """A field in which the two boxes differ; `ours` is empty if it is unread here."""

    key: str
    label: Text
    ours: Text | str
    theirs: Text | str


@bp.post("/boxes/import")
def bring() -> AnyResponse | tuple[str, int] | str:
    """Imports a shared box from a file, photographs of its codes, or their text. Anything invalid is rejected as a
    whole."""
    if not at_home():
        return not_at_home()
    request.max_content_length, request.max_form_memory_size = MAX_PICTURES, MAX_FILE
    return import_box(posted_sheet)


@bp.post("/t/<code>/box/keep")
def keep(code: str) -> AnyResponse | tuple[str, int] | str:
    """Saves the values read at a guest's table to a household box."""
    live = find_table(code)
    if not may_keep(live):
        abort(403)
    return import_box(lambda: sheet_from(live.projection.table))


def sheet_from(table: Table) -> SharedBox:
    read = {key: value for key, value in table.read.items() if key not in built_in(table.game.printed_fields)}
    name, edition = table.game.title, table.options.get("edition", "")
    return read_sheet(json.dumps(sheet_data(table.game, name, edition, "", read)).encode())


def import_box(reading: Callable[[], SharedBox]) -> AnyResponse | tuple[str, int] | str:
    """Adds a new box, or shows the differences from the existing one."""
    try:
        sheet = reading()
    except Refusal as refusal:
        return start_page(NoticeView("refusal", refusal.message), codes=refusal.missing_values), 422
    boxes = services().store.boxes(sheet.game.key)
    if sheet.game.ready_made:  # boxes with other names are other sheets
        boxes = [box for box in boxes if key_of(box.name) == key_of(sheet.name)]
    if boxes and "new" not in request.form:
        return differences_page(sheet, boxes[0])
    name, values = as_another(sheet.values) if boxes and sheet.game.ready_made else (sheet.name, sheet.values)
    box = services().store.add_box(sheet.game.key, name, sheet.edition, sheet.read_by)
    services().store.fill_box(box.id, values)
    return redirect(url_for("boxes.sheet", number=box.id), 303)


@bp.post("/boxes/<int:number>/merge")
def merge(number: int) -> AnyResponse | tuple[str, int]:
    """Copies the chosen values of a shared box into an existing one."""
    box = known_box(number)
    request.max_form_memory_size = MAX_FILE
    try:
        sheet = read_sheet(request.form.get("sheet", "").encode())
        taken = {key: sheet.values[key] for key in request.form.getlist("take") if key in sheet.values}
        check_merge(sheet.game, box, taken)
    except Refusal as refusal:
        return start_page(NoticeView("refusal", refusal.message, refusal.rule)), 422
    services().store.fill_box(number, taken)
    return redirect(url_for("boxes.sheet", number=number), 303)


def check_merge(game: Game[Any], box: BoxRow, taken: PrintedValues) -> None:
    if game.key != box.game:
        raise Refusal("no-game", T("Those values are for another game. Nothing was imported."))
    broken = contradiction(game.printed_fields, game.checks, {**box.values, **taken})
    if broken and not contradiction(game.printed_fields, game.checks, box.values):
        raise Refusal("box-contradicts", T("{why} Nothing was imported.", why=broken.why), broken.check.rule)


def differences_page(sheet: SharedBox, box: BoxRow) -> str:
    found = tuple(differences(sheet.game, box.values, sheet.values))
    return render_template(
        "differences.html",
        sheet=sheet,
        box=box,
        title=sheet.game.title,
        edition=dict(next((o.values for o in sheet.game.options if o.key == "edition"), ())).get(sheet.edition),
        other_edition=bool(sheet.edition and box.edition and sheet.edition != box.edition),
        new=[one for one in found if not one.ours],
        changed=[one for one in found if one.ours],
        view=None,
    )


def differences(game: Game[Any], ours: PrintedValues, theirs: PrintedValues) -> list[DifferenceView]:
    return [
        DifferenceView(
            field.key,
            field.news(ours.get(field.key, ""), theirs[field.key]) or field.full_label({**theirs, **ours}),
            field.display(ours.get(field.key, "")),
            field.display(theirs[field.key]),
        )
        for field in game.printed_fields
        if theirs.get(field.key) and theirs[field.key] != ours.get(field.key)
    ]


def posted_sheet() -> SharedBox:
    """Parses the posted files or text. While codes are missing, the page keeps those read so far."""
    if whole := request.form.get("sheet", ""):
        return read_sheet(whole.encode())
    files = [*map(content_of, request.files.getlist("file"))][:MOST_FILES]
    codes = codes_in([request.form.get("codes", ""), *texts_in_pictures(files)])
    if codes is None and any(content.startswith(PICTURES) for content in files):
        raise Refusal("no-code", T("Couldn’t find a code in that photo. Hold the camera straight and move closer."))
    if codes is None:
        return read_sheet(next((content for content in files if content), b""))
    if codes.missing:
        raise missing_codes_refusal(codes.of, codes.missing, codes.texts)
    return read_sheet(codes.sheet())


def content_of(file: FileStorage) -> bytes:
    with closing(file):
        content: bytes = file.read()
    return content


def missing_codes_refusal(of: int, missing: tuple[int, ...], texts: tuple[str, ...]) -> Refusal:
    which = ", ".join(map(str, missing))
    text = T(
        "{read} of {all} codes were read. Add photos of the others too: {which}.",
        read=of - len(missing),
        all=of,
        which=which,
    )
    return Refusal("codes-missing", text, missing_values=texts)


def read_sheet(content: bytes) -> SharedBox:
    try:
        data = json.loads(content)
        if "herald" in data:
            return game_sheet(content.decode())
        key, name = data["game"], str(data["name"])
        values = {str(field): str(value) for field, value in data["values"].items()}
        ours = data["format"] == FORMAT and isinstance(key, str)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        ours = False
    if not ours:
        raise Refusal("no-sheet", T("That isn’t a Herald file of printed values. Nothing was imported."))
    game = GAMES.get(key)
    if game is None:
        raise Refusal("no-game", T("Those values are for a game this Herald doesn’t know. Nothing was imported."))
    if not all(fits(game, field, value) for field, value in values.items()):
        text = T(
            "That file says it’s for {game}, but its values don’t fit that game. Nothing was imported.", game=game.title
        )
        raise Refusal("no-fit", text)
    edition = known_edition(game, str(data.get("edition", "")))
    read_by = tidy(str(data.get("read_by", "")))
    text_of = json.dumps(sheet_data(game, name, edition, read_by, values), ensure_ascii=False)
    return SharedBox(game, tidy(name) or game.title, values, edition, read_by, text_of)


def game_sheet(text: str) -> SharedBox:
    """Returns the game sheet in a file, as the box that holds it."""
    game = GAMES[ANY_GAME.key]
    try:
        values = values_of(text)
    except SheetError as error:
        raise Refusal("no-sheet", T("{why} Nothing was imported.", why=error.text)) from None
    title = game.of_values(values).title
    return SharedBox(game, title, values, "", "", json.dumps(sheet_data(game, title, "", "", values)))


def sheet_data(game: Game[Any], name: str, edition: str, read_by: str, values: Mapping[str, str]) -> dict[str, Any]:
    return sheet_of(BoxRow(0, game.key, tidy(name) or game.title, values, edition, read_by))
