"""Game sheets: shown and edited part by part, at a table or in the household's collection."""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as AnyResponse

from companion.devices import device
from companion.household import at_home, count_step
from companion.routes.boxes import known_box
from companion.routes.showing import show
from companion.screens import NoticeView, ScreenView
from companion.services import find_table, services
from companion.store import BoxRow
from companion.tables import ActionRequest, LiveTable
from scoring.any_game.examples import BLANK, NEW
from scoring.any_game.keys import Key, Part, SheetError, as_text, keys_of
from scoring.any_game.sheet import RESERVED, ROWS, TOOLS, End, Sheet, parsed, written
from scoring.any_game.state import SHEET, sheet_in
from scoring.game_info import ANY_GAME
from scoring.games import GAMES
from scoring.kernel import Refusal
from scoring.names import key_of
from scoring.printed_values import PrintedValues
from scoring.table_events import EnterPrintedValue
from scoring.words import T, Text

bp = Blueprint("game_sheets", __name__)
LISTS: Mapping[str, Mapping[str, type[Part]]] = {"rows": ROWS, "tools": TOOLS, "ends": {"": End}}
# The format, the id and the lists are not typed.
UNTYPED = ("herald", "id", *LISTS)
# Keys whose values name rows: in typed text, or chosen from a list.
NAMING, REFERRING = ("expression", "tie_breaks", "max"), ("over", "purse", "weights", "row")
# A list of points that is empty on purpose.
NOTHING = "0 = 0"


@dataclass(frozen=True)
class FieldView:
    """One key of a part in its form."""

    name: str
    label: Text
    widget: str
    options: tuple[str, ...]
    value: str
    main: bool
    required: bool


@dataclass(frozen=True)
class PartView:
    """One part of a sheet: its place ("rows.2"), its name, its keys in words, and its form."""

    at: str
    kind: str
    title: str
    keys: tuple[tuple[Text | None, str], ...]
    fields: tuple[FieldView, ...]


def shown(known: Key, value: Any) -> str:
    """Returns a value as the form shows it."""
    return NOTHING if value == () and known.default is None else as_text(value)


def names_of(sheet: Sheet) -> dict[str, str]:
    """Returns the names of the rows by id, as they are written in formulas. A renamed row keeps its id."""
    names = {row.id: plain_name(row.label) for row in sheet.rows}
    often = Counter(names.values())
    return {id_: name if often[name] == 1 and name not in RESERVED else id_ for id_, name in names.items()}


def with_ids(text: str, sheet: Sheet) -> str:
    """Returns a text with the ids of rows instead of their labels and names."""
    labels = ((row.label.casefold(), row.id) for row in sheet.rows if row.label.casefold() not in RESERVED)
    ids = {**{name: id_ for id_, name in names_of(sheet).items()}, **dict(labels)}
    known = "|".join(map(re.escape, sorted(ids, key=len, reverse=True)))
    return re.sub(rf"(?<!\w)({known})(?!\w)", lambda found: ids[found[0]], text.casefold()) if ids else text


def with_names(text: str, names: Mapping[str, str]) -> str:
    return re.sub(r"\w+", lambda found: names.get(found[0], found[0]), text)


def part_view(
    at: str,
    part: Part | type[Part],
    entered: Mapping[str, str] | None = None,
    names: Mapping[str, str] = MappingProxyType({}),
) -> PartView:
    kind = part if isinstance(part, type) else type(part)
    fields: list[FieldView] = []
    said: list[tuple[Text | None, str]] = []
    for name, known in keys_of(kind).items():
        if name in UNTYPED:
            continue
        default = known.default
        value = default if isinstance(part, type) else getattr(part, name)
        if not isinstance(part, type) and value != default and name not in ("label", "button", "title", "players"):
            said_ = with_names(shown(known, value), names) if name in (*NAMING, *REFERRING) else shown(known, value)
            said.append((None if known.kind.widget == "lines" else known.label, said_))
        text = ("1" if value else "") if known.kind.widget == "flag" else shown(known, value)
        text = with_names(text, names) if name in NAMING else text
        text = text.replace(" ", "–") if name == "players" else text
        text = entered.get(name, "") if entered is not None else text
        required = known.required and known.kind.widget != "flag"
        fields.append(FieldView(name, known.label, known.kind.widget, known.kind.options, text, known.main, required))
    fields.sort(key=lambda field: not (field.main or field.required))
    return PartView(at, kind.kind, name_of(part), tuple(said), tuple(fields))


def name_of(part: Part | type[Part]) -> str:
    names = (str(getattr(part, name, "")) for name in ("label", "button", "text"))
    return "" if isinstance(part, type) else next(filter(None, names), "")


def parts_of(sheet: Sheet) -> dict[str, tuple[PartView, ...]]:
    return {
        name: tuple(
            part_view(f"{name}.{getattr(part, 'id', place)}", part, names=names_of(sheet))
            for place, part in enumerate(getattr(sheet, name))
        )
        for name in LISTS
    }


# --- changing -------------------------------------------------------------------------------------------


def changed(text: str, form: MultiDict[str, str]) -> str:
    """Returns the sheet after the posted change. Raises SheetError if it would not be valid."""
    data, sheet = json.loads(text), parsed(text)
    form = MultiDict({key: with_ids(value, sheet) if key in NAMING else value for key, value in form.items()})
    name, _, place = form["part"].partition(".")
    if name == "head":
        data |= dict.fromkeys(set(keys_of(Sheet)) - {*UNTYPED}, None) | values_in(Sheet, form)
        data = {key: value for key, value in data.items() if value is not None}
    else:
        _change_list(data.setdefault(name, []), LISTS[name], place, form)
    return written(parsed(json.dumps(data)))


def _change_list(
    parts: list[dict[str, Any]], kinds: Mapping[str, type[Part]], place: str, form: MultiDict[str, str]
) -> None:
    if place == "new":
        kind = kinds.get(form.get("kind", ""))
        if kind is None:
            raise SheetError(T("Choose how it scores."))
        values = values_in(kind, form)
        label = str(values.get("label", values.get("button", "")))
        own: dict[str, Any] = {"id": new_id(label, parts), "kind": kind.kind} if kind.kind else {}
        parts.append(own | values)
        return
    at = next((n for n, part in enumerate(parts) if place == part.get("id", str(n))), None)
    if at is None:
        raise SheetError(T("That part isn’t there any more."))
    match form.get("change"):
        case "delete":
            del parts[at]
        case "up":
            parts.insert(max(0, at - 1), parts.pop(at))
        case _:
            kept: dict[str, Any] = {key: parts[at][key] for key in ("id", "kind") if key in parts[at]}
            parts[at] = kept | values_in(kinds[kept.get("kind", "")], form)


def values_in(kind: type[Part], form: MultiDict[str, str]) -> dict[str, Any]:
    """Returns the posted keys as JSON; empty ones and defaults are left out."""
    values: dict[str, Any] = {}
    for name, known in keys_of(kind).items():
        if name in UNTYPED:
            continue
        text = (form.get(name) or form.get(f"{name}.other", "")).replace("\r\n", "\n").strip()
        if known.kind.widget == "flag":
            if bool(text) != known.default:
                values[name] = bool(text)
        elif text and text != as_text(known.default):
            values[name] = [] if text == NOTHING and known.default is None else known.kind.parse(text)
    return values


def new_id(label: str, parts: list[dict[str, Any]]) -> str:
    """Returns an unused id made from the label."""
    wanted = plain_name(label)
    taken = {*RESERVED, *(part.get("id", "") for part in parts)}
    names = (wanted, *(f"{wanted}_{number}" for number in range(2, 40)))
    return next(name for name in names if name not in taken)


def plain_name(label: str) -> str:
    plain = unicodedata.normalize("NFKD", label).encode("ascii", "ignore").decode().casefold()
    return re.sub(r"[^a-z0-9]+", "_", plain).strip("_")[:20] or "part"


# --- at a table -----------------------------------------------------------------------------------------


@bp.get("/t/<code>/game-sheet")
def at_table(code: str) -> AnyResponse | str:
    live = find_table(code)
    if live.row.game != ANY_GAME.key:
        abort(404)
    return page(sheet_in(live.projection.table.printed_values), url_for(".change_at_table", code=live.code), live=live)


@bp.post("/t/<code>/game-sheet")
def change_at_table(code: str) -> AnyResponse | str | tuple[str, int]:
    live = find_table(code)
    if device() not in live.claims or live.row.game != ANY_GAME.key:
        abort(403)
    count_step(live)

    def store(change: Callable[[str], str]) -> None:
        with live.lock:  # a change of one part keeps the others
            text = change(text_at(live))
            services().tables.submit(live, ActionRequest(live.actor(device()), EnterPrintedValue(SHEET, text)))

    return taken(text_at(live), store, url_for(".at_table", code=live.code), request.path, live)


def text_at(live: LiveTable) -> str:
    return live.projection.table.printed_values.get(SHEET) or BLANK


@bp.post("/t/<code>/game-sheet/keep")
def keep(code: str) -> AnyResponse:
    """Saves the table's sheet in the household and replaces one with the same title; the table gets that title."""
    live = find_table(code)
    if not at_home() or live.row.game != ANY_GAME.key:
        abort(403)
    title = request.form.get("title", "")
    try:
        text = changed(text_at(live), head_form(parsed(text_at(live)), title))
        if text != text_at(live):
            services().tables.submit(live, ActionRequest(live.actor(device()), EnterPrintedValue(SHEET, text)))
    except (SheetError, Refusal):
        return redirect(url_for(".at_table", code=live.code), 303)
    return redirect(url_for(".saved", number=saved_as(text).id, kept=1), 303)


def head_form(sheet: Sheet, title: str) -> MultiDict[str, str]:
    """Returns the form of the sheet's head with another title."""
    head = {field.name: field.value for field in part_view("head", sheet).fields}
    return MultiDict({**head, "title": title, "part": "head"})


def saved_as(text: str) -> BoxRow:
    title, store = parsed(text).title, services().store
    same = (box for box in store.boxes(ANY_GAME.key) if key_of(box.name) == key_of(title))
    box = next(same, None) or store.add_box(ANY_GAME.key, title)
    store.fill_box(box.id, {SHEET: text})
    return box


def as_another(values: PrintedValues) -> tuple[str, PrintedValues]:
    """Returns an imported sheet with a title that no saved sheet has."""
    sheet, taken = parsed(values[SHEET]), {key_of(box.name) for box in services().store.boxes(ANY_GAME.key)}
    titles = (f"{sheet.title[:44]} {number}" for number in range(2, 1_000))
    title = next(title for title in titles if key_of(title) not in taken)
    return title, {SHEET: written(replace(sheet, title=title))}


# --- saved sheets ---------------------------------------------------------------------------------------


@bp.post("/game-sheets/new")
def new() -> AnyResponse:
    if not at_home():
        abort(403)
    title = GAMES[ANY_GAME.key].title
    box = services().store.add_box(ANY_GAME.key, title)
    services().store.fill_box(box.id, {SHEET: NEW})
    return redirect(url_for(".saved", number=box.id), 303)


@bp.get("/game-sheets/<int:number>")
def saved(number: int) -> str:
    box = own_sheet(number)
    kept = NoticeView("info", T("Saved. You’ll find this sheet under “Any game”.")) if "kept" in request.args else None
    return page(sheet_in(box.values), request.path, box=box, notice=kept)


@bp.post("/game-sheets/<int:number>")
def change_saved(number: int) -> AnyResponse | str | tuple[str, int]:
    box = own_sheet(number)

    def store(change: Callable[[str], str]) -> None:
        text = change(own_sheet(number).values[SHEET])
        services().store.fill_box(number, {SHEET: text})
        services().store.describe_box(number, parsed(text).title, box.edition, box.read_by)

    return taken(box.values[SHEET], store, request.path, request.path, box=box)


@bp.post("/game-sheets/<int:number>/delete")
def delete(number: int) -> AnyResponse:
    """Empties a saved sheet, which is then no longer listed. Tables keep their own copy."""
    services().store.fill_box(own_sheet(number).id, {SHEET: ""})
    return redirect(url_for("start.page"), 303)


@bp.get("/t/<code>/game-sheet/file")
def export_at_table(code: str) -> Response:
    """The table's sheet, for guests to take home."""
    live = find_table(code)
    return as_file(text_at(live)) if live.row.game == ANY_GAME.key else abort(404)


@bp.get("/game-sheets/<int:number>/file")
def export(number: int) -> Response:
    return as_file(own_sheet(number).values[SHEET])


def as_file(text: str) -> Response:
    response = Response(text, mimetype="application/json")
    name = plain_name(parsed(text).title).replace("_", "-")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.herald-sheet.json"'
    return response


def own_sheet(number: int) -> BoxRow:
    box = known_box(number)
    return box if box.game == ANY_GAME.key and SHEET in box.values else abort(404)


# --- the page -------------------------------------------------------------------------------------------


def taken(
    text: str,
    store: Callable[[Callable[[str], str]], None],
    to: str,
    action: str,
    live: LiveTable | None = None,
    box: BoxRow | None = None,
) -> AnyResponse | tuple[str, int]:
    """Makes the posted change, or shows the form again with the mistake. After a new row or button, the next one can
    be added."""
    name, _, place = request.form.get("part", "").partition(".")
    if name not in ("head", *LISTS):
        abort(400)
    try:
        store(lambda now: changed(now, request.form))
    except (SheetError, Refusal) as error:
        return page(parsed(text), action, live, box, NoticeView("refusal", in_form(error)), request.form), 422
    return redirect(f"{to}?add={name}#add-{name}" if place == "new" and name != "ends" else f"{to}#{name}", 303)


def in_form(error: SheetError | Refusal) -> Text:
    """Returns the message for the editor, where a key has a name."""
    if not isinstance(error, SheetError) or error.expected is None:
        return error.message
    return T("{name}: enter {expected}.", name=error.expected.label, expected=error.expected.kind.what)


def page(
    sheet: Sheet,
    action: str,
    live: LiveTable | None = None,
    box: BoxRow | None = None,
    notice: NoticeView | None = None,
    entered: Mapping[str, str] | None = None,
) -> str:
    """Renders the sheet. The `add` parameter opens an empty form: "rows.count", "tools.vote", "ends."."""
    view: ScreenView | None = show(live, "table") if live else None
    parts, at = parts_of(sheet), entered["part"] if entered else ""
    posted = f"{at.partition('.')[0]}.{entered.get('kind', '')}" if entered else ""
    name, _, kind = (request.args.get("add") or posted).partition(".")
    made = LISTS.get(name, {}).get(kind) if not at or at.endswith(".new") else None
    names = names_of(sheet)
    head = part_view("head", sheet, entered if at == "head" else None, names)
    for one in parts:
        parts[one] = tuple(
            part_view(part.at, type(getattr(sheet, one)[place]), entered, names) if part.at == at and entered else part
            for place, part in enumerate(parts[one])
        )
    return render_template(
        "game_sheet.html",
        view=view,
        sheet=sheet,
        head=head,
        parts=parts,
        new=part_view(f"{name}.new", made, entered) if made else None,
        open=at,
        action=action,
        box=box,
        code=live.code if live else "",
        add_to=name,
        may_change=live is None or device() in live.claims,
        may_keep=live is not None and at_home(),
        names_of_rows=tuple(names.values()),
        is_blank=sheet.title == ANY_GAME.title,
        notice=notice,
    )


def values_of(text: str) -> PrintedValues:
    """Returns a sheet file as printed values. Raises SheetError."""
    return {SHEET: written(parsed(text))}
