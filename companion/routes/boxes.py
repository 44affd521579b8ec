"""Pages of a box, where printed values are entered once and corrected."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.box_views import CheckView, PrintedView, asked_fields, checks, fields_of, pending_or_completed_move
from companion.devices import device
from companion.household import at_home, count_step
from companion.i18n import set_game
from companion.pending_moves import PendingMove
from companion.routes.showing import show
from companion.routes.table import moved_to, wait_for_number
from companion.screens import NoticeView
from companion.services import find_table, services
from companion.store import BoxRow
from companion.tables import ActionRequest, LiveTable
from scoring.games import GAMES
from scoring.kernel import Game, Refusal
from scoring.printed_values import Contradiction, PrintedField, PrintedValues, built_in, contradiction, deduced
from scoring.table import check_printed_value
from scoring.table_events import EnterPrintedValue
from scoring.words import T, Text

bp = Blueprint("boxes", __name__)
NAME_LENGTH = 40
IMPOSSIBLE = NoticeView("refusal", T("That value isn’t possible here."))


# --- the sheet, one number after the other --------------------------------------------------------------


@dataclass(frozen=True)
class PartView:
    """A part of the board that one phone reads, and how much of it is known."""

    name: Text
    fields: tuple[PrintedField, ...]
    known: int
    # True if nobody has to read it.
    optional: bool
    # Number of fields still to be read.
    unread: int

    @property
    def blocks(self) -> dict[Text | str | None, list[PrintedField]]:
        """The fields by block: what is printed side by side on the board."""
        found: dict[Text | str | None, list[PrintedField]] = {}
        for field in self.fields:
            found.setdefault(field.part, []).append(field)
        return found

    def likely(self, values: PrintedValues) -> tuple[PrintedField, ...]:
        """The unread fields, if all of them have a likely value; else empty."""
        unread = tuple(field for field in self.fields if not values.get(field.key))
        return unread if all(field.value for field in unread) else ()


@dataclass(frozen=True)
class BoxSheetView:
    """The board with its known values, and the one field to read now."""

    title: str
    # The template folder with the drawing.
    game: str
    parts: tuple[PartView, ...]
    part: PartView
    at: PrintedView | None
    # All printed fields by key.
    fields: Mapping[str, PrintedField]
    values: PrintedValues
    # Fields nobody has read, whose value follows from the others.
    deduced: Collection[str]
    # Fields with likely values drawn in, which one tap confirms.
    likely: tuple[PrintedField, ...]
    # Fields that a pending move needs; no others are requested meanwhile.
    only: tuple[str, ...]
    # True if all remaining fields are being read on other devices.
    with_others: bool
    # The first of two places that are tapped one after the other.
    picked: str
    checks: tuple[CheckView, ...]
    # Values that contradict each other.
    wrong: Contradiction | None
    # The URL that values are posted to, and the code of the table, if any.
    action: str
    table: str

    @property
    def known(self) -> int:
        if self.only:
            return sum(bool(self.values.get(key)) for key in self.only)
        return sum(part.known for part in self.parts if not part.optional)

    @property
    def all(self) -> int:
        if self.only:
            return len(self.only)
        return sum(len(part.fields) for part in self.parts if not part.optional)

    @property
    def around(self) -> tuple[str, str]:
        """Keys of the fields before and after the current one; empty without one."""
        keys = [field.key for part in self.parts for field in part.fields]
        if self.at is None or self.at.field.key not in keys:
            return "", ""
        here = keys.index(self.at.field.key)
        return keys[here - 1], keys[(here + 1) % len(keys)]


def parts_of(game: Game[Any], values: PrintedValues, only: Collection[str] = ()) -> tuple[PartView, ...]:
    groups: dict[Text, list[PrintedField]] = {}
    for field in game.printed_fields:
        if not field.certain:
            groups.setdefault(field.group, []).append(field)
    return tuple(part_of(name, fields, values, only) for name, fields in groups.items())


def part_of(name: Text, fields: list[PrintedField], values: PrintedValues, only: Collection[str]) -> PartView:
    asked = tuple(field for field in fields if field.asked)
    known = sum(bool(values.get(field.key)) for field in asked)
    unread = sum(not values.get(field.key) for field in asked if not only or field.key in only)
    return PartView(name, asked or tuple(fields), known, optional=not asked, unread=unread)


def sheet_view(
    what: str,
    game: Game[Any],
    read: PrintedValues,
    action: str,
    table: str = "",
    looks_on: bool = False,
    only: tuple[str, ...] = (),
    here: str = "",
) -> BoxSheetView:
    """The sheet at the tapped field or part, or at `here`; else at the device's next field."""
    set_game(game)
    values = known_values(game, read)
    parts, unread = parts_of(game, values, only), unread_fields(game, values, only)
    tapped = part_number(parts) or optional_part(parts)
    at = tapped_field(game, values, here or request.args.get("at", ""))
    if at is None and tapped and tapped.optional:
        at = next((field for field in tapped.fields if not values.get(field.key)), None)
    elif at is None:
        wanted = [field for field in unread if tapped is None or field in tapped.fields]
        at = services().box_assignments.next(what, device(), asked_fields(game), wanted)
    if at and not looks_on:
        services().box_assignments.take(what, device(), at.key)
    part = next((part for part in parts if at and part.name == at.group), None) or tapped or first_unread(parts)
    likely = () if only else part.likely(values)
    with_others = at is None and tapped is None and bool(unread)
    if at in likely and not here and "at" not in request.args:
        at = None
    return BoxSheetView(
        title=game.title,
        game=game.folder,
        parts=parts,
        part=part,
        at=PrintedView.of(game, at, values) if at else None,
        fields=fields_of(game.printed_fields),
        values=values,
        deduced=values.keys() - read.keys() - built_in(game.printed_fields).keys(),
        likely=() if with_others else likely,
        only=only,
        with_others=with_others,
        picked=request.args.get("picked", ""),
        checks=checks(game.checks, values),
        wrong=contradiction(game.printed_fields, game.checks, read),
        action=action,
        table=table,
    )


def tapped_field(game: Game[Any], values: PrintedValues, key: str) -> PrintedField | None:
    """The tapped field, or the one with its place's name if that is unread. None if there is nothing to read."""
    field = game.field(key)
    if field is None or field.certain:
        return None
    return game.field(field.to_read_first(values)) or field


def known_values(game: Game[Any], read: PrintedValues) -> PrintedValues:
    """The values the rulebook states, the entered ones, and those deduced from them."""
    return {**built_in(game.printed_fields), **deduced(game.printed_fields, game.checks, read), **read}


def unread_fields(game: Game[Any], values: PrintedValues, only: Collection[str] = ()) -> list[PrintedField]:
    """The fields that can be read now. For a part that one tap confirms, only its first field."""
    unread = [field for field in asked_fields(game) if not values.get(field.key)]
    if only:
        return [field for field in unread if field.key in only and not field.to_read_first(values)]
    once = {field.key for part in parts_of(game, values) for field in part.likely(values)[1:]}
    return [field for field in unread if not field.to_read_first(values) and field.key not in once]


def first_unread(parts: tuple[PartView, ...]) -> PartView:
    return next((part for part in parts if part.unread), parts[0])


def read_on(what: str, game: Game[Any], read: PrintedValues, here: str = "", only: Collection[str] = ()) -> None:
    """Assigns this device the next field after `here` that no other device is reading."""
    unread = unread_fields(game, known_values(game, read), only)
    services().box_assignments.go_on(what, device(), asked_fields(game), unread, here)


def optional_part(parts: tuple[PartView, ...]) -> PartView | None:
    """The optional part that the posted field belongs to, if any."""
    here = request.form.get("field", "")
    return next((part for part in parts if part.optional and here in {field.key for field in part.fields}), None)


def part_number(parts: tuple[PartView, ...], text: str = "") -> PartView | None:
    text = text or request.args.get("part", "")
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 3 else 0
    return parts[number - 1] if 0 < number <= len(parts) else None


def sheet_page(sheet: BoxSheetView, **more: object) -> str:
    """Renders the sheet: only the changing part for htmx, the whole page otherwise."""
    template = "_sheet.html" if request.htmx else "box.html"  # type: ignore[attr-defined]
    return render_template(
        template, sheet=sheet, **{"notice": None, "view": None, "box": None, "editions": (), "may_keep": False, **more}
    )


def posted_numbers(game: Game[Any], read: PrintedValues) -> list[EnterPrintedValue] | None:
    """The posted value, or all likely values of the posted part; None if this box cannot have it."""
    if "likely" in request.form:
        values = known_values(game, read)
        part = part_number(parts_of(game, values), request.form.get("likely", ""))
        return [EnterPrintedValue(field.key, field.value or "") for field in part.likely(values)] if part else []
    field = game.field(request.form.get("field", ""))
    if field is None or field.certain:
        return None
    value = said_name() if field.is_name else " ".join(sorted(part for part in request.form.getlist("value") if part))
    return [EnterPrintedValue(field.key, value)] if field.allows(value) else None


def said_name() -> str:
    """The posted name, tapped or typed."""
    return " ".join((request.form.get("value") or request.form.get("typed", "")).split())


@bp.get("/boxes/<int:number>")
def sheet(number: int) -> str | AnyResponse:
    box = known_box(number)
    if GAMES[box.game].ready_made:
        return redirect(url_for("game_sheets.saved", number=number))
    return sheet_page(house_sheet(box), box=box, editions=editions(GAMES[box.game]))


def house_sheet(box: BoxRow, here: str = "") -> BoxSheetView:
    action = url_for("boxes.fill", number=box.id)
    return sheet_view(house_key(box), GAMES[box.game], box.values, action, here=here)


def refused_here() -> str:
    """The refused field. It is shown again, so that nobody enters its value at the next field."""
    return request.form.get("field", "")


@bp.post("/boxes/<int:number>")
def fill(number: int) -> AnyResponse | tuple[str, int]:
    """Enters a value, or updates the box's name, edition and reader."""
    box = known_box(number)
    if name := tidy(request.form.get("name", "")):
        edition, read_by = (
            known_edition(GAMES[box.game], request.form.get("edition", "")),
            request.form.get("read_by", ""),
        )
        services().store.describe_box(number, name, edition, tidy(read_by))
        return redirect(url_for("boxes.sheet", number=number), 303)
    game = GAMES[box.game]
    numbers = posted_numbers(game, box.values)
    if numbers is None:
        return sheet_page(house_sheet(box, refused_here()), box=box, notice=IMPOSSIBLE), 422
    for filled in numbers:
        try:
            check_printed_value(game, known_box(number).values, filled.field, filled.value)
        except Refusal as refusal:
            notice = NoticeView("refusal", refusal.message, refusal.rule)
            return sheet_page(house_sheet(known_box(number), refused_here()), box=box, notice=notice), 422
        services().store.fill_box(number, {filled.field: filled.value})
    box = known_box(number)
    read_on(house_key(box), game, box.values, request.form.get("field", ""))
    return went_on(house_sheet(box), url_for("boxes.sheet", number=number), box)


def house_key(box: BoxRow) -> str:
    return f"box {box.id}"


def went_on(sheet: BoxSheetView, url: str, box: BoxRow | None = None) -> AnyResponse:
    """Responds with the next field."""
    if request.htmx:  # type: ignore[attr-defined]
        return make_response(sheet_page(sheet, box=box))
    return redirect(url, 303)


def editions(game: Game[Any]) -> tuple[tuple[str, Text], ...]:
    """The game's editions by key; empty if there are no differences."""
    return next((option.values for option in game.options if option.key == "edition"), ())


def known_edition(game: Game[Any], key: str) -> str:
    return key if key in dict(editions(game)) else ""


def tidy(name: str) -> str:
    """The name without unprintable characters, at most NAME_LENGTH long; may be empty."""
    return "".join(letter for letter in name if letter.isprintable()).strip()[:NAME_LENGTH]


@bp.get("/t/<code>/box")
def table_sheet(code: str) -> str | AnyResponse:
    """The sheet of this table's box. Devices that helped with a move return to the table once the move is made."""
    live = find_table(code)
    if live.projection.table.game.ready_made:
        return redirect(url_for("game_sheets.at_table", code=live.code))
    if "helping" in request.args and not fields_needed_at(live):
        return moved_to(url_for("table.home", code=live.code))
    if request.args.get("helping") == "still":  # the page polls whether help is still needed
        return make_response("", 204)
    if request.args.get("lobby") == "still":  # a page opened in the lobby polls whether the game has started
        return (
            render_template("_started.html", code=live.code)
            if live.projection.table.started
            else make_response("", 204)
        )
    return sheet_page(sheet_at(live), view=show(live, "table"), may_keep=may_keep(live))


def may_keep(live: LiveTable) -> bool:
    """True if the household may save this table's values: it has no box yet, and they are not example values."""
    table = live.projection.table
    return at_home() and live.row.box is None and not table.example and bool(table.read)


def sheet_at(live: LiveTable, here: str = "") -> BoxSheetView:
    table = live.projection.table
    action = url_for("boxes.fill_table", code=live.code)
    looks_on = device() not in live.claims
    services().box_assignments.opens(live.code, device())
    return sheet_view(live.code, table.game, table.read, action, live.code, looks_on, fields_needed_at(live), here)


def fields_needed_at(live: LiveTable) -> tuple[str, ...]:
    """The fields a pending move needs, if they are many; else empty."""
    waiting = pending_move_with_many_fields(live)
    return waiting.fields if waiting and waiting.missing(live.projection.table.printed_values) else ()


def pending_move_with_many_fields(live: LiveTable) -> PendingMove | None:
    """The pending move that needs many fields, if this device may help with it."""
    waiting = pending_or_completed_move(services(), live, device(), "me")
    return waiting if waiting and waiting.many else None


@bp.post("/t/<code>/box")
def fill_table(code: str) -> AnyResponse | tuple[str, int]:
    """Enters a value at the table, before or during the game, as an event."""
    live = find_table(code)
    if device() not in live.claims:
        abort(403)
    count_step(live)
    table, view = live.projection.table, show(live, "table")
    numbers = posted_numbers(table.game, table.read)
    if numbers is None:
        return sheet_page(sheet_at(live, refused_here()), view=view, notice=IMPOSSIBLE), 422
    try:
        for filled in numbers:
            if filled.value != live.projection.table.read.get(filled.field, ""):
                services().tables.submit(live, ActionRequest(live.actor(device()), filled))
        if moved := resume_move(live):
            return moved
    except Refusal as refusal:
        notice = NoticeView("refusal", refusal.message, refusal.rule)
        return sheet_page(sheet_at(live, refused_here()), view=view, notice=notice), 422
    read_on(live.code, table.game, live.projection.table.read, request.form.get("field", ""), fields_needed_at(live))
    return went_on(sheet_at(live), url_for("boxes.table_sheet", code=live.code))


def resume_move(live: LiveTable) -> AnyResponse | None:
    """Makes the pending move once all its values are known, and returns the device to the table. The last value may
    come from a sheet opened before the move. Returns None while values are missing.
    """
    waiting = pending_move_with_many_fields(live)
    if fields_needed_at(live) or not (waiting or "helping" in request.form):
        return None
    services().box_assignments.leave(live.code, device())
    if waiting:
        services().pending_moves.drop(live.code)
        try:
            services().tables.submit(live, waiting.request)
        except Refusal as refusal:
            if wait_for_number(live, waiting.request, waiting.device, refusal) is None:
                raise
    return moved_to(url_for("table.home", code=live.code))


@bp.post("/t/<code>/box/now")
def start_reading(code: str) -> AnyResponse:
    """Assigns this phone a field that no other device is reading."""
    live = find_table(code)
    if device() not in live.claims:
        abort(403)
    read_on(live.code, live.projection.table.game, live.projection.table.read, only=fields_needed_at(live))
    services().hub.publish(live.code)  # the table screen shows the number of readers
    return redirect(url_for("boxes.table_sheet", code=live.code), 303)


@bp.post("/t/<code>/box/later")
def stop_reading(code: str) -> AnyResponse:
    """Frees this phone's field for other devices."""
    live = find_table(code)
    services().box_assignments.leave(live.code, device())
    services().hub.publish(live.code)
    return redirect(url_for("table.home", code=live.code), 303)


def known_box(number: int) -> BoxRow:
    """The box with this number. Aborts with 403 outside the household, with 404 if there is none."""
    if not at_home():
        abort(403)
    return services().store.box(number) or abort(404)
