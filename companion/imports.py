"""Import of a table from a file, with a check of every record, so that its screens cannot fail."""

from __future__ import annotations

import json
import random
import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from companion.replay_budget import Budget, OverBudget
from scoring.codec import encode
from scoring.games import GAMES
from scoring.kernel import Action, Event, Game, PrintedValueEntered, Rng
from scoring.names import is_plain, tidy
from scoring.recording import InvalidExport, check_order, check_standings, from_json, game_of, line_of, places, to_json
from scoring.replay import Projection, Record, apply_record
from scoring.table import Table, decide, new_table
from scoring.table_events import (
    Actor,
    BotSeated,
    ChangeSeat,
    ChooseOption,
    CurtainOpened,
    CurtainsAllowed,
    GameStarted,
    LeaveSeat,
    OptionChosen,
    SeatBot,
    SeatChanged,
    SeatLeft,
    SeatsOrdered,
    SeatTaken,
    StartGame,
    TableOpened,
    TakeSeat,
    UndoDeclined,
    Undone,
    UndoProposed,
)
from scoring.words import T, render

NO_RNG = Rng(random.Random(0))  # seating involves no randomness
MOST_RECORDS = 10_000
LONGEST_LINE = 100_000


def text_of(raw: bytes) -> str:
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        raise InvalidExport(T("this isn’t a table saved by Herald")) from error


def read_table(text: str, budget: Budget) -> Projection:
    """Returns the table in an exported file. Raises InvalidExport with a one-sentence reason for a file that Herald
    cannot have written."""
    if text.count("\n") > MOST_RECORDS:
        raise InvalidExport(T("the file is too long"))
    try:
        return check_lines(text, budget)
    except OverBudget:
        raise InvalidExport(T("the file takes too long to read")) from None


def check_lines(text: str, budget: Budget) -> Projection:
    """Runs `scoring.recording.load` in time slices, with a check of every record."""
    lines = [parse_line(line) for line in budget.each(text.splitlines()) if line.strip()]
    game = game_of(lines[0] if lines else {})
    end = lines.pop() if "standings" in lines[-1] else None
    records = [from_json(game, line) for line in budget.each(lines[1:])]
    check_order(records)
    if lines[0].get("records", len(records)) != len(records):
        raise InvalidExport(T("the number of steps is wrong: the file is incomplete or was edited by hand"))
    try:
        projection = check_records(records, budget)
        ended = places(projection) if projection.table.standings else None
    except (InvalidExport, OverBudget):
        raise
    except Exception as error:
        raise InvalidExport(T("it can’t be replayed: the file is incomplete or was edited by hand")) from error
    check_standings(ended, end and end["standings"])
    return projection


def parse_line(text: str) -> dict[str, Any]:
    if len(text) > LONGEST_LINE:
        raise InvalidExport(T("this isn’t a table saved by Herald, or it’s incomplete"))
    return line_of(text)


def check_records(records: Sequence[Record], budget: Budget) -> Projection:
    """Returns the projection if every record is possible. Raises InvalidExport if a screen would fail."""
    projection: Projection | None = None
    for record in budget.each(records):
        if not could_happen(projection.table if projection else None, record):
            raise InvalidExport(T("it has steps that can’t have happened: the file was edited by hand"))
        projection = apply_record(projection, record)
    assert projection is not None, "a log has at least the event that opened the table"
    try:
        check_history_lines(projection, budget)
        check_encoding(projection, budget)
    except OverBudget:
        raise
    except Exception as error:
        raise InvalidExport(T("it can’t be replayed: the file was edited by hand")) from error
    return projection


def is_valid_time(at: str) -> bool:
    """True for a time with a zone, in a year that every clock can show."""
    try:
        moment = datetime.fromisoformat(at)
    except ValueError:
        return False
    return moment.tzinfo is not None and 1970 < moment.year < 9999


def could_happen(table: Table | None, record: Record) -> bool:
    event = record.event
    if table is None:
        return is_valid_time(record.at) and isinstance(event, TableOpened) and could_open(event)
    if not is_sound(table, record):
        return False
    match event:
        case TableOpened():
            return False
        case SeatsOrdered(order):
            return not table.started and sorted(order) == list(range(len(table.seats)))
        case PrintedValueEntered(key, value):
            return fits(table.game, key, value)
        case BotSeated():
            return follows(as_without_box(table), SeatBot(), event)
        case SeatTaken(_, name, colour, phone):
            said = readable(name)
            return follows(any_colour(table), TakeSeat(said, colour, phone), replace(event, name=said))
        case SeatChanged(number, name, colour, phone):
            before = replace(table.seats[number], phone=phone)
            seats = (*table.seats[:number], before, *table.seats[number + 1 :])
            said = readable(name)
            before_it = any_colour(replace(table, seats=seats))
            return follows(before_it, ChangeSeat(number, said, colour), replace(event, name=said))
        case SeatLeft(number):
            return follows(table, LeaveSeat(number), event)
        case OptionChosen(option, value):
            return follows(as_without_bots(table), ChooseOption(option, value), event)
        case GameStarted():
            return follows(table, StartGame(), event)
        case CurtainsAllowed():
            return True
        case CurtainOpened(number, phone):
            everybody = range(len(table.seats))
            return table.started and number in everybody and (phone is None or phone in everybody)
        case Undone() | UndoProposed() | UndoDeclined():
            return table.started
        case _:
            return table.started and type(event) in table.game.events


def is_sound(table: Table, record: Record) -> bool:
    """True if the record's time, seat and numbers are plausible."""
    known = record.by is None or record.by in range(table.game.players[-1])
    return is_valid_time(record.at) and known and is_small(encode(record.event))


def readable(name: str) -> str:
    """Returns the name to check. Earlier versions allowed letters in compatibility forms: such a name stays as it is,
    but its plain form is checked."""
    return name if is_plain(name) or not name.isprintable() else tidy(unicodedata.normalize("NFKC", name))


def any_colour(table: Table) -> Table:
    """Returns the table as if it used example values, because earlier versions allowed colours that are not in the
    box.
    """
    return replace(table, example=True)


def as_without_box(table: Table) -> Table:
    """Returns the table as if it had no box, because earlier versions allowed bots with cards from the box."""
    fixed = {option.key: option.without_box for option in table.game.options if option.without_box}
    return replace(table, options={**table.options, **fixed})


def as_without_bots(table: Table) -> Table:
    """Returns the table as if it had no bots, because earlier versions let tables with bots choose cards from the
    box.
    """
    return replace(table, seats=tuple(replace(seat, bot=False) for seat in table.seats))


def is_small(value: Any) -> bool:
    """True if no number is too large: screens draw as many pieces as a number says."""
    if isinstance(value, dict | list):
        return all(is_small(part) for part in (value.values() if isinstance(value, dict) else value))
    return not isinstance(value, int) or abs(value) <= MOST_RECORDS


def could_open(event: TableOpened) -> bool:
    game = GAMES[event.game]
    rightly = new_table(game, event.options, event.box, event.example)
    wanted = {option.key for option in game.options if not option.before}
    if not wanted <= event.options.keys() <= rightly.options.keys():
        return False
    whole = replace(event, options={**rightly.options, **event.options})
    return whole == rightly and all(fits(game, key, value) for key, value in event.box.items())


def follows(table: Table, action: Action, event: Event) -> bool:
    """True if the host's action would produce exactly this event."""
    return decide(table, Actor(host=True), None, action, NO_RNG) == [event]


def fits(game: Game[Any], key: str, value: str) -> bool:
    field = game.field(key)
    return field is not None and field.allows(value)


def check_history_lines(projection: Projection, budget: Budget) -> None:
    """Renders every history line since the start of the game, when seat numbers become final. Raises if one fails."""
    start = next((record.seq for record in projection.records if isinstance(record.event, GameStarted)), projection.seq)
    for line in budget.each(projection.lines):
        if line.seq > start:
            render(line.text, projection.table.names)


def check_encoding(projection: Projection, budget: Budget) -> None:
    """Encodes every record. Raises if one contains invalid text, which could not be exported again."""
    for record in budget.each(projection.records):
        json.dumps(to_json(record), ensure_ascii=False).encode()
