"""The box sheets: printed numbers, asked once and put right here."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.box_views import CheckView, PrintedView, asked_fields, checks, fields_of, held_up
from companion.devices import device
from companion.household import at_home
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
from scoring.table import check_box
from scoring.table_events import EnterPrintedValue
from scoring.words import T, Text

bp = Blueprint("boxes", __name__)
NAME_LENGTH = 40
IMPOSSIBLE = NoticeView("refusal", T("That value isn’t possible here."))


# --- the sheet, one number after the other --------------------------------------------------------------


@dataclass(frozen=True)
class PartView:
    """What one phone reads: so many numbers, so many of them known."""

    name: Text
    fields: tuple[PrintedField, ...]
    known: int
    # Nobody has to read it.
    optional: bool
    # Still to be read.
    unread: int

    @property
    def blocks(self) -> dict[Text | str | None, list[PrintedField]]:
        """What stands side by side on the board."""
        found: dict[Text | str | None, list[PrintedField]] = {}
        for field in self.fields:
            found.setdefault(field.part, []).append(field)
        return found

    def likely(self, values: PrintedValues) -> tuple[PrintedField, ...]:
        """What is still to be read, if all of it is likely to be as it is drawn; else nothing."""
        unread = tuple(field for field in self.fields if not values.get(field.key))
        return unread if all(field.value for field in unread) else ()


@dataclass(frozen=True)
class BoxSheetView:
    """The board as far as it is known, and the one number that is asked for now."""

    title: str
    # Its folder, where the drawing is.
    game: str
    parts: tuple[PartView, ...]
    part: PartView
    at: PrintedView | None
    # All that is printed, by its key.
    fields: Mapping[str, PrintedField]
    values: PrintedValues
    # Nobody has read these: the others leave only one value for them.
    deduced: Collection[str]
    # Drawn in as it is likely: one tap says that all of it is right.
    likely: tuple[PrintedField, ...]
    # A move waits for these, and nothing else is asked for now.
    only: tuple[str, ...]
    # What is left is being read on other devices.
    with_others: bool
    # Of two things that are tapped one after the other, the first.
    picked: str
    checks: tuple[CheckView, ...]
    # Numbers that cannot all be right.
    wrong: Contradiction | None
    # Where what is read is sent, and the code of the table, if one plays with it.
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
        """The places before and after the one that is asked for."""
        keys = [field.key for part in self.parts for field in part.fields]
        if self.at is None or self.at.field.key not in keys:
            return "", ""
        here = keys.index(self.at.field.key)
        return keys[here - 1], keys[(here + 1) % len(keys)]


def parts_of(game: Game[Any], values: PrintedValues, only: Collection[str] = ()) -> tuple[PartView, ...]:
    groups: dict[Text, list[PrintedField]] = {}
    for field in game.box:
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
    """Somebody may have tapped a number or a part, or has to stay `here`; else it is the next of this device's part."""
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
        fields=fields_of(game.box),
        values=values,
        deduced=values.keys() - read.keys() - built_in(game.box).keys(),
        likely=() if with_others else likely,
        only=only,
        with_others=with_others,
        picked=request.args.get("picked", ""),
        checks=checks(game.checks, values),
        wrong=contradiction(game.box, game.checks, read),
        action=action,
        table=table,
    )


def tapped_field(game: Game[Any], values: PrintedValues, key: str) -> PrintedField | None:
    """The place that was tapped; where a place has a name, nobody reads anything there before that is known."""
    field = game.field(key)
    if field is None or field.certain:
        return None
    return game.field(field.to_read_first(values)) or field


def known_values(game: Game[Any], read: PrintedValues) -> PrintedValues:
    """What the rulebook states, what was read, and what follows from it."""
    return {**built_in(game.box), **deduced(game.box, game.checks, read), **read}


def unread_fields(game: Game[Any], values: PrintedValues, only: Collection[str] = ()) -> list[PrintedField]:
    """What can be read now. What one tap says is as drawn is one thing to read, on one device: its first number."""
    unread = [field for field in asked_fields(game) if not values.get(field.key)]
    if only:
        return [field for field in unread if field.key in only and not field.to_read_first(values)]
    once = {field.key for part in parts_of(game, values) for field in part.likely(values)[1:]}
    return [field for field in unread if not field.to_read_first(values) and field.key not in once]


def first_unread(parts: tuple[PartView, ...]) -> PartView:
    return next((part for part in parts if part.unread), parts[0])


def read_on(what: str, game: Game[Any], read: PrintedValues, here: str = "", only: Collection[str] = ()) -> None:
    """This device goes on, from here, to a number that nobody else is reading."""
    unread = unread_fields(game, known_values(game, read), only)
    services().box_assignments.go_on(what, device(), asked_fields(game), unread, here)


def optional_part(parts: tuple[PartView, ...]) -> PartView | None:
    """Whoever reads what nobody has to goes on there."""
    here = request.form.get("field", "")
    return next((part for part in parts if part.optional and here in {field.key for field in part.fields}), None)


def part_number(parts: tuple[PartView, ...], text: str = "") -> PartView | None:
    text = text or request.args.get("part", "")
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 3 else 0
    return parts[number - 1] if 0 < number <= len(parts) else None


def sheet_page(sheet: BoxSheetView, **more: object) -> str:
    """Alone what changes for htmx, inside its page otherwise."""
    template = "_sheet.html" if request.htmx else "box.html"  # type: ignore[attr-defined]
    return render_template(
        template, sheet=sheet, **{"notice": None, "view": None, "box": None, "editions": (), "may_keep": False, **more}
    )


def posted_numbers(game: Game[Any], read: PrintedValues) -> list[EnterPrintedValue] | None:
    """The number in the form, or all that is drawn as it is likely; None if this box cannot have it."""
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
    """Tapped or typed."""
    return " ".join((request.form.get("value") or request.form.get("typed", "")).split())


@bp.get("/boxes/<int:number>")
def sheet(number: int) -> str:
    box = known_box(number)
    return sheet_page(house_sheet(box), box=box, editions=editions(GAMES[box.game]))


def house_sheet(box: BoxRow, here: str = "") -> BoxSheetView:
    action = url_for("boxes.fill", number=box.id)
    return sheet_view(house_key(box), GAMES[box.game], box.values, action, here=here)


def refused_here() -> str:
    """What is refused is asked for again: nobody enters it at the next place."""
    return request.form.get("field", "")


@bp.post("/boxes/<int:number>")
def fill(number: int) -> AnyResponse | tuple[str, int]:
    """One number, or what the box is called, which one it is, and who has read it."""
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
            check_box(game, known_box(number).values, filled.field, filled.value)
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
    """To the next number."""
    if request.htmx:  # type: ignore[attr-defined]
        return make_response(sheet_page(sheet, box=box))
    return redirect(url, 303)


def editions(game: Game[Any]) -> tuple[tuple[str, Text], ...]:
    """The printings of a game that differ."""
    return next((option.values for option in game.options if option.key == "edition"), ())


def known_edition(game: Game[Any], key: str) -> str:
    return key if key in dict(editions(game)) else ""


def tidy(name: str) -> str:
    """A name as it may stand on a page; empty if nothing is left of it."""
    return "".join(letter for letter in name if letter.isprintable()).strip()[:NAME_LENGTH]


@bp.get("/t/<code>/box")
def table_sheet(code: str) -> str | AnyResponse:
    """The sheet of the box on this table; whoever has helped a move along is back at the table once it is made."""
    live = find_table(code)
    if "helping" in request.args and not wanted_at(live):
        return moved_to(url_for("table.home", code=live.code))
    if request.args.get("helping") == "still":  # the page only wants to know whether it is still needed
        return make_response("", 204)
    if request.args.get("lobby") == "still":  # and one that was opened before the game, whether that has started
        return (
            render_template("_started.html", code=live.code)
            if live.projection.table.started
            else make_response("", 204)
        )
    return sheet_page(sheet_at(live), view=show(live, "table"), may_keep=may_keep(live))


def may_keep(live: LiveTable) -> bool:
    """Numbers read at the table of a guest are in no box of the house yet; those of an example are in no box at all."""
    table = live.projection.table
    return at_home() and live.row.box is None and not table.example and bool(table.read)


def sheet_at(live: LiveTable, here: str = "") -> BoxSheetView:
    table = live.projection.table
    action = url_for("boxes.fill_table", code=live.code)
    looks_on = device() not in live.claims
    services().box_assignments.opens(live.code, device())
    return sheet_view(live.code, table.game, table.read, action, live.code, looks_on, wanted_at(live), here)


def wanted_at(live: LiveTable) -> tuple[str, ...]:
    """The numbers that a move at this table waits for, where they are many."""
    waiting = many_for(live)
    return waiting.fields if waiting and waiting.missing(live.projection.table.box) else ()


def many_for(live: LiveTable) -> PendingMove | None:
    """The move at this table that many numbers are read for, on this device too."""
    waiting = held_up(services(), live, device(), "me")
    return waiting if waiting and waiting.many else None


@bp.post("/t/<code>/box")
def fill_table(code: str) -> AnyResponse | tuple[str, int]:
    """A number read at the table, before the game or while it goes on, is an event of the table."""
    live = find_table(code)
    if device() not in live.claims:
        abort(403)
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
    read_on(live.code, table.game, live.projection.table.read, request.form.get("field", ""), wanted_at(live))
    return went_on(sheet_at(live), url_for("boxes.table_sheet", code=live.code))


def resume_move(live: LiveTable) -> AnyResponse | None:
    """Once all is read that a move has waited for, it is made, and everybody is back at the table; so it is when the
    last number was read on a sheet that was open before, and did not know of the move."""
    waiting = many_for(live)
    if wanted_at(live) or not (waiting or "helping" in request.form):
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
    """This phone reads along: it gets a part that nobody else has."""
    live = find_table(code)
    if device() not in live.claims:
        abort(403)
    read_on(live.code, live.projection.table.game, live.projection.table.read, only=wanted_at(live))
    services().hub.publish(live.code)  # the table screen tells how many are reading
    return redirect(url_for("boxes.table_sheet", code=live.code), 303)


@bp.post("/t/<code>/box/later")
def stop_reading(code: str) -> AnyResponse:
    """This phone reads no more: its part is somebody else's."""
    live = find_table(code)
    services().box_assignments.leave(live.code, device())
    services().hub.publish(live.code)
    return redirect(url_for("table.home", code=live.code), 303)


def known_box(number: int) -> BoxRow:
    """Box sheets are changed by the house, or by whoever plays with the box."""
    if not at_home():
        abort(403)
    return services().store.box(number) or abort(404)
