"""The commands besides serving: list, export, import and score tables, and let bots play."""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from companion.config import Config, HeraldError
from companion.demo import checked_choice
from companion.hub import Hub
from companion.imports import read_table, text_of
from companion.people import People
from companion.replay_budget import Budget
from companion.store import Store
from companion.tables import Tables, UnknownTable, UnreadableTable
from scoring.any_game.keys import SheetError
from scoring.any_game.sheet import parsed
from scoring.bots import play_game
from scoring.kernel import Rng
from scoring.lobby_rules import allowed_options
from scoring.recording import InvalidExport, export, export_whole
from scoring.replay import Projection
from scoring.words import render


def open_instance(folder: Path) -> tuple[Store, Tables]:
    if not folder.is_dir():
        raise HeraldError(f"There is no folder {folder}.")
    store = Store(folder)
    return store, Tables(store, Hub(), Rng(random.SystemRandom()), now)


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def list_tables(chosen: argparse.Namespace) -> int:
    store, tables = open_instance(chosen.instance)
    with closing(store):
        for row in store.tables():
            print(f"{row.code}  {row.opened[:10]}  {summary_line(tables, People(store), row.code)}")
    return 0


def summary_line(tables: Tables, people: People, code: str) -> str:
    try:
        table = people.with_display_names(tables.find(code)).table
    except UnreadableTable:
        return "not to be read by this Herald"
    state = "over" if table.standings else "running" if table.started else "seating"
    return f"{state:8} {table.game.title}: {', '.join(table.names)}"


def export_table(chosen: argparse.Namespace) -> int:
    """Exports a table. A running game's secrets are left out, unless --whole is given."""
    store, tables = open_instance(chosen.instance)
    with closing(store):
        try:
            projection = People(store).with_display_names(tables.find(chosen.code.upper()))
        except UnknownTable as error:
            raise HeraldError(f"There is no table {chosen.code}.") from error
        write(export_whole(projection) if chosen.whole else export(projection), chosen.file)
    return 0


def write(text: str, file: Path | None) -> None:
    if file is None:
        sys.stdout.write(text)
        return
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise HeraldError(f"{file} cannot be written: {error.strerror}.") from error


def import_table(chosen: argparse.Namespace) -> int:
    """Imports a table with the same checks as the start page: all its screens must render."""
    from companion.app import create_app
    from companion.routes.start import import_text

    try:  # a table may be imported before the first start
        chosen.instance.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise HeraldError(f"The folder {chosen.instance} cannot be made: {error.strerror}.") from error
    app = create_app(Config(chosen.instance))
    with closing(app.extensions["herald"].store), app.test_request_context(), reporting_read_errors(chosen.file):
        app.preprocess_request()
        live, is_new = import_text(text_of(chosen.file.read_bytes()))
    print(f"Imported as table {live.code}." if is_new else f"That table is here already: {live.code}.")
    return 0


def read(file: Path) -> Projection:
    with reporting_read_errors(file):
        return read_table(text_of(file.read_bytes()), Budget())


@contextmanager
def reporting_read_errors(file: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise HeraldError(f"{file} cannot be read: {error.strerror}.") from error
    except InvalidExport as error:
        raise HeraldError(f"{file} was not read: {error}.") from error


def score_file(chosen: argparse.Namespace) -> int:
    print_score(read(chosen.file))
    return 0


def print_score(projection: Projection) -> None:
    """Prints the score lines by seat, then the standings."""
    table, names = projection.table, projection.table.names
    if not table.started:
        raise HeraldError("The game has not started: there is nothing to score yet.")
    for seat, name in enumerate(names):
        print(name)
        for line in (line for line in table.game.score(table.state) if line.seat == seat):
            note = f"  ({render(line.note, names)})" if line.note else ""
            print(f"  {line.points:>4}  {render(line.what, names)}  [{line.rule}]{note}")
    if table.standings is None:
        print("The game is not over.")
        return
    print(render(table.standings.reason, names))
    for place in table.standings.places:
        reason = f"  {render(place.reason, names)}" if place.reason else ""
        print(f"{place.place}. {names[place.seat]} {place.points}{reason}")


def check_sheet(chosen: argparse.Namespace) -> int:
    with reporting_read_errors(chosen.file):
        text = text_of(chosen.file.read_bytes())
    try:
        sheet = parsed(text)
    except SheetError as error:
        raise HeraldError(f"{chosen.file}: {render(error.text, ())}") from error
    parts = f"{len(sheet.rows)} row{'s'[: len(sheet.rows) != 1]}, {len(sheet.tools)} tool{'s'[: len(sheet.tools) != 1]}"
    print(f"{sheet.title}: {parts}. No mistakes found.")
    return 0


def fast_demo(chosen: argparse.Namespace) -> int:
    """Plays a whole game between bots, without a server."""
    game, seats = checked_choice(chosen.game, chosen.seats)
    seed = random.SystemRandom().randrange(10**6) if chosen.seed is None else chosen.seed
    options = allowed_options(game, {}, example=True)
    projection = play_game(game, seats, Rng(random.Random(seed)), options, beginners=True)
    if chosen.export:
        write(export(projection), chosen.export)
    print(f"{game.title}, {seats} bots, seed {seed}, {projection.seq} events")
    print_score(projection)
    return 0
