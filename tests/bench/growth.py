"""Growth of cost with events, tables, screens and seats, and over an evening left running."""

from __future__ import annotations

import asyncio
import json
import math
import statistics
import tempfile
import time
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import cycle
from pathlib import Path

from companion.play_archive import rules_version, summary
from companion.store import Store, TableRow
from scoring.game_info import GAME_INFOS
from scoring.games import GAMES
from scoring.recording import to_json
from tests.bench.browser import Browser
from tests.bench.evening import Screen, Table, open_table
from tests.bench.measure import rounds
from tests.bench.rules import bots_play
from tests.bench.server import Server, serving
from tests.games import projection_in, recordings

HERE = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Marks:
    """The sizes at which the cost is measured, and the number of reveals."""

    events: tuple[int, ...] = (100, 500, 1000, 2000, 4000)
    tables: tuple[int, ...] = (1, 10, 25, 50, 100)
    screens: tuple[int, ...] = (6, 12, 24, 48)
    finished: tuple[int, ...] = (10, 100, 500, 1000)
    reveals: int = 20
    # Eight hours in which each of six phones sleeps and wakes every five minutes.
    wake_ups: int = 8 * 12 * 6
    # A closed stream is detected within two heartbeats.
    settled_seconds: float = 11.0
    games: tuple[str, ...] = tuple(GAME_INFOS)
    # The median of this many games, since their lengths vary.
    games_each: int = 3


LISTS = ("/statistics", "/statistics/person?name=Anna", "/tables", "/")
PEOPLE = ("Anna", "Ben", "Carla", "David", "Eva", "Finn", "Greta", "Hugo", "Ida", "Jan", "Kim", "Lena")
FEW = Marks((40, 44), (1, 2), (6, 7), (2, 4), reveals=1, wake_ups=6, settled_seconds=0, games=("royals",), games_each=1)


@dataclass(frozen=True)
class Curve:
    """Cost by size; `what` names both."""

    what: str
    sizes: tuple[int, ...]
    costs: tuple[float, ...]

    @property
    def power(self) -> float:
        """Exponent of growth from the first size to the last: 0 constant, 1 linear, 2 quadratic."""
        if self.costs[0] <= 0 or self.costs[-1] <= 0:
            return 0.0
        return math.log(self.costs[-1] / self.costs[0]) / math.log(self.sizes[-1] / self.sizes[0])


def all_curves(marks: Marks) -> list[Curve]:
    """Returns all curves; each is measured on a separate server."""
    measured = [at for work in (by_events, by_tables, by_screens, left_running) for at in server_curves(work, marks)]
    return [*measured, *finished_evening_curves(marks), *seat_curves(marks)]


def server_curves(work: Callable[[Server, Marks], Coroutine[None, None, list[Curve]]], marks: Marks) -> list[Curve]:
    with tempfile.TemporaryDirectory() as folder, serving(HERE, Path(folder)) as server:
        return asyncio.run(work(server, marks))


async def by_events(server: Server, marks: Marks) -> list[Curve]:
    """One table with a growing log."""
    table = await open_table(server.port)
    await table.connect()
    costs, memory, history = [], [], []
    for mark in marks.events:
        while table.last.seq < mark:
            await rounds(table, 1)
        costs.append(await cpu_of_reveals(server, table, marks.reveals))
        memory.append(server.rss_mb())
        history.append(await cpu_of_page(server, f"/t/{table.laptop.code}/history", marks.reveals))
    await table.leave()
    return [
        Curve("CPU of a reveal and its undo on 6 screens, ms, by events in the log", marks.events, tuple(costs)),
        Curve("CPU of the newest page of the history, ms, by events in the log", marks.events, tuple(history)),
        Curve("memory, MB, by events in the log of one table", marks.events, tuple(memory)),
    ]


async def by_tables(server: Server, marks: Marks) -> list[Curve]:
    """One table plays while the others only have their six screens connected."""
    tables: list[Table] = []
    costs, memory = [], []
    for mark in marks.tables:
        while len(tables) < mark:
            tables.append(await open_table(server.port))
            await tables[-1].connect()
        costs.append(await cpu_of_reveals(server, tables[0], marks.reveals))
        memory.append(server.rss_mb())
    for table in tables:
        await table.leave()
    return [
        Curve("CPU of a reveal and its undo on 6 screens, ms, by tables with 6 screens", marks.tables, tuple(costs)),
        Curve("memory, MB, by tables with 6 screens", marks.tables, tuple(memory)),
    ]


async def by_screens(server: Server, marks: Marks) -> list[Curve]:
    """One table with a growing number of spectators."""
    table = await open_table(server.port)
    await table.connect()
    costs = []
    for mark in marks.screens:
        while len(table.screens) < mark:
            table.watchers.append(await watcher(server.port, table.laptop.code))
        await table.quiet()
        costs.append(await cpu_of_reveals(server, table, marks.reveals))
    await table.leave()
    return [Curve("CPU of a reveal and its undo, ms, by screens at the table", marks.screens, tuple(costs))]


async def watcher(port: int, code: str) -> Screen:
    browser = Browser(port)
    await browser.get(f"/t/{code}/table")
    screen = Screen(browser, code, "table")
    await screen.look()
    await screen.connect()
    return screen


async def left_running(server: Server, marks: Marks) -> list[Curve]:
    """A table without actions whose phones sleep and wake all evening, each time with a new stream and page."""
    table = await open_table(server.port)
    await table.connect()
    parts = tuple(range(1, 5))
    memory = []
    for _ in parts:
        for wake_up in range(marks.wake_ups // len(parts)):
            await wake(table.phones[wake_up % len(table.phones)])
        await asyncio.sleep(marks.settled_seconds)
        await table.quiet()
        memory.append(server.rss_mb())
    await table.leave()
    return [Curve("memory, MB, by quarters of an evening left running", parts, tuple(memory))]


async def wake(phone: Screen) -> None:
    await phone.leave()
    await phone.look()
    await phone.connect()


def finished_evening_curves(marks: Marks) -> list[Curve]:
    """Pages over all evenings; the recordings of all games are stored as often as needed."""
    found = [list_costs(count, marks.reveals) for count in marks.finished]
    names = [f"CPU of {path.partition('?')[0]}, ms, by finished evenings" for path in LISTS]
    names.append("memory, MB, after these pages, by finished evenings")
    return [Curve(name, marks.finished, costs) for name, costs in zip(names, zip(*found, strict=True), strict=True)]


def list_costs(count: int, times: int) -> list[float]:
    """CPU milliseconds of each list, and the memory afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        store_evenings(Path(folder), count)
        with serving(HERE, Path(folder)) as server:
            return [*(asyncio.run(cpu_of_page(server, path, times)) for path in LISTS), server.rss_mb()]


async def cpu_of_page(server: Server, path: str, times: int) -> float:
    browser = Browser(server.port)
    await browser.get(path)
    began = server.cpu_seconds()
    for _ in range(times):
        await browser.get(path)
    await browser.close()
    return (server.cpu_seconds() - began) * 1000 / times


def store_evenings(folder: Path, count: int) -> None:
    """Stores finished evenings of a dozen people, with the summaries that their ends would have left."""
    projections = [p for p in map(projection_in, recordings()) if p.table.standings is not None]
    store = Store(folder)
    for number, projection in zip(range(count), cycle(projections), strict=False):
        opened = (datetime(2020, 1, 1, tzinfo=UTC) + timedelta(days=number)).isoformat()
        row = TableRow(f"T{number:04}", projection.table.game_key, opened, None, None)
        store.open_table(row, [to_json(record) for record in projection.records])
        made = summary(projection) | {"example": False, "opened": opened, "ended": opened}
        made["names"] = {key: PEOPLE[(number + key - 1) % len(PEOPLE)] for key in made["names"]}
        store.keep_summary(row.code, projection.seq, rules_version(row.game), json.dumps(made))
    store.close()


async def cpu_of_reveals(server: Server, table: Table, times: int) -> float:
    began = server.cpu_seconds()
    await rounds(table, times)
    return (server.cpu_seconds() - began) * 1000 / times


def seat_curves(marks: Marks) -> list[Curve]:
    """Cost of an action with all its views in whole bot games, by number of seats."""
    return [
        Curve(
            f"CPU of an ask, ms, by seats in {game.title}",
            sizes,
            tuple(cost_per_action(game.key, n, marks) for n in sizes),
        )
        for game in map(GAMES.__getitem__, marks.games)
        for sizes in [tuple(game.players)]
    ]


def cost_per_action(key: str, seats: int, marks: Marks) -> float:
    return statistics.median(cost_of_a_game(key, seats) for _ in range(marks.games_each))


def cost_of_a_game(key: str, seats: int) -> float:
    began = time.process_time()
    projection = bots_play(GAMES[key], seats)
    actions = {record.action_id for record in projection.records}
    return (time.process_time() - began) * 1000 / len(actions)


def markdown(curves: Sequence[Curve]) -> str:
    lines = ["| cost | sizes | costs | grows with the power |", "| --- | --- | --- | --- |"]
    for curve in curves:
        sizes, costs = " · ".join(map(str, curve.sizes)), " · ".join(f"{cost:.1f}" for cost in curve.costs)
        lines.append(f"| {curve.what} | {sizes} | {costs} | {curve.power:.2f} |")
    return "\n".join(lines)


def chart_of(curves: Sequence[Curve]) -> bytes:
    """Renders all curves into one chart, each relative to its first cost and first size."""
    import pygal

    legend = {"legend_at_bottom": True, "legend_at_bottom_columns": 1, "truncate_legend": -1}
    # Self-contained: the chart loads no external files.
    chart = pygal.XY(
        title="Cost against size, both as multiples of the first mark", width=900, height=900, js=[], **legend
    )
    for curve in curves:
        points = zip(curve.sizes, curve.costs, strict=True)
        chart.add(curve.what, [(size / curve.sizes[0], cost / (curve.costs[0] or 1)) for size, cost in points])
    picture: bytes = chart.render()
    return picture
