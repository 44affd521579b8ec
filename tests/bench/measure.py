"""Measurements at one table and at many; errors are counted, nothing is judged."""

from __future__ import annotations

import asyncio
import random
import re
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from tests.bench.browser import Unexpected
from tests.bench.evening import Reveal, Screen, Table, open_table
from tests.bench.plans import resolution_seconds
from tests.bench.rules import figures_of_all_games, replay_seconds
from tests.bench.server import Server, serving

HERE = Path(__file__).resolve().parents[2]
WARM_UP = 5
WRONG = (Unexpected, TimeoutError, OSError, EOFError)
# Maximum seconds a table waits before each tap in `paced`.
PACE_SECONDS = 10.0
# The last stake, and its undo.
ACTIONS_PER_ROUND = 2
# About the length of a very long evening.
EVENTS = 2000


@dataclass(frozen=True)
class Size:
    """Sample sizes of a run."""

    rounds: int
    tables: int
    bursts: int
    paced_seconds: float
    starts: int
    # True: bots play with the maximum number of players; False: with the minimum.
    full_tables: bool = True


SMALLEST = Size(rounds=2, tables=2, bursts=1, paced_seconds=0.2, starts=1, full_tables=False)
QUICK = Size(rounds=30, tables=10, bursts=2, paced_seconds=5, starts=3)
FULL = Size(rounds=200, tables=100, bursts=10, paced_seconds=40, starts=7)
LONG = replace(FULL, paced_seconds=600)


@dataclass
class Figures:
    """Figures by name (units are in the report), and the errors."""

    values: dict[str, float] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)

    def times(self, name: str, seconds: Sequence[float]) -> None:
        """Median and 95th percentile, in milliseconds."""
        if seconds:
            self.values[f"{name}_p50"] = statistics.median(seconds) * 1000
            self.values[f"{name}_p95"] = sorted(seconds)[int(len(seconds) * 0.95)] * 1000


def measure(checkout: Path, size: Size) -> Figures:
    """Runs the benchmark once against the server of `checkout`."""
    figures = Figures()
    with tempfile.TemporaryDirectory() as folder:
        with serving(checkout, Path(folder)) as server:
            asyncio.run(one_table(server, size, figures))
        figures.times("ready", [start_seconds(checkout, Path(folder)) for _ in range(size.starts)])
    with tempfile.TemporaryDirectory() as folder, serving(checkout, Path(folder)) as server:
        asyncio.run(many_tables(server, size, figures))
    if checkout == HERE:  # rules only, no server needed
        figures.times("plans", list(resolution_seconds(size.rounds)))
        figures.times("replay", [replay_seconds(EVENTS) for _ in range(size.starts)])
        for name, seconds in figures_of_all_games(size.starts, size.full_tables).items():
            figures.values[f"decision_{name}"] = seconds * 1000
    return figures


def start_seconds(checkout: Path, instance: Path) -> float:
    with serving(checkout, instance) as server:
        return server.ready_seconds


async def attempt(figures: Figures, work: Awaitable[list[Reveal]]) -> list[Reveal]:
    """Returns the reveals; a failure is recorded in the figures."""
    try:
        return await work
    except WRONG as error:
        figures.errors.append(repr(error))
        return []


# --- one table -------------------------------------------------------------------------------------------


async def one_table(server: Server, size: Size, figures: Figures) -> None:
    table = await open_table(server.port)
    await first_load(table.last, figures)
    await table.connect()
    await attempt(figures, rounds(table, WARM_UP))
    await table.quiet()
    figures.times("bare", await timed(size.rounds, lambda: bare(table.laptop)))
    figures.times("phone", await timed(size.rounds, table.phones[0].look))
    figures.times("table", await timed(size.rounds, table.table_screen.look))
    computed = 0.0
    trips: list[float] = []
    reveals: list[Reveal] = []
    # Alternately, because machine speed varies from second to second and the figures are compared as ratios.
    for _ in range(size.rounds):
        trips += await timed(1, lambda: bare_trip(table))
        before = server.cpu_seconds()
        reveals += await attempt(figures, rounds(table, 1))
        computed += server.cpu_seconds() - before
    figures.times("trip", trips)
    figures.values["round_cpu"] = computed * 1000 / size.rounds
    figures.times("answer", [reveal.answered for reveal in reveals])
    figures.times("one", [reveal.everywhere for reveal in reveals])
    figures.errors += table.problems
    await table.leave()


async def bare(screen: Screen) -> None:
    """Fetches the smallest static file: the cost of a request without Herald's own work."""
    await screen.browser.get("/static/favicon.svg")


async def bare_trip(table: Table) -> None:
    """The cost of a reveal without Herald's own work: one request, then one from every other screen."""
    await bare(table.last)
    await asyncio.gather(*(bare(screen) for screen in table.screens if screen is not table.last))


async def timed(times: int, work: Callable[[], Awaitable[None]]) -> list[float]:
    seconds = []
    for _ in range(times):
        began = time.perf_counter()
        await work()
        seconds.append(time.perf_counter() - began)
    return seconds


async def rounds(table: Table, times: int) -> list[Reveal]:
    """Seals and undoes the last stake `times` times."""
    reveals = []
    for _ in range(times):
        reveals.append(await table.reveal())
        await table.take_back()
    return reveals


async def first_load(phone: Screen, figures: Figures) -> None:
    """Compressed body bytes of a phone’s page and everything it loads."""
    page = await phone.browser.get(phone.path)
    assets = {path: len((await phone.browser.get(path)).body) for path in linked_assets(page.text)}
    figures.values["page_kb"] = (len(page.body) + sum(assets.values())) / 1000
    figures.values["script_kb"] = sum(size for path, size in assets.items() if ".js" in path) / 1000


def linked_assets(page: str) -> list[str]:
    return re.findall(r'(?:href|src)="(/static/[^"]+)"', page)


# --- many tables -----------------------------------------------------------------------------------------


async def many_tables(server: Server, size: Size, figures: Figures) -> None:
    tables = [await open_table(server.port) for _ in range(size.tables)]
    for screen in (screen for table in tables for screen in table.screens):
        await screen.browser.close()
    alone = server.rss_mb()
    for table in tables:
        await table.connect()
    figures.values["tables"] = size.tables
    figures.values["screen_kb"] = (server.rss_mb() - alone) * 1024 / sum(len(table.screens) for table in tables)
    figures.times("burst", await bursts(tables, size.bursts, figures))
    figures.times("paced", await paced(tables, size.paced_seconds, figures))
    figures.values["rss_mb"] = server.rss_mb()
    for table in tables:
        figures.errors += table.problems
        await table.leave()


async def bursts(tables: Sequence[Table], times: int, figures: Figures) -> list[float]:
    """Worst case: the last stake of all tables at the same instant."""
    seconds: list[float] = []
    began = time.perf_counter()
    for _ in range(times):
        found = await asyncio.gather(*(attempt(figures, rounds(table, 1)) for table in tables))
        seconds += [reveal.everywhere for reveals in found for reveal in reveals]
    figures.values["asks"] = ACTIONS_PER_ROUND * len(seconds) / (time.perf_counter() - began)
    return seconds


async def paced(tables: Sequence[Table], for_seconds: float, figures: Figures) -> list[float]:
    """Typical load: every table at its own pace."""
    found = await asyncio.gather(*(attempt(figures, at_own_pace(table, for_seconds)) for table in tables))
    return [reveal.everywhere for reveals in found for reveal in reveals]


async def at_own_pace(table: Table, for_seconds: float) -> list[Reveal]:
    reveals: list[Reveal] = []
    until = time.perf_counter() + for_seconds
    while not reveals or time.perf_counter() < until:
        await thinking(for_seconds)
        reveals.append(await table.reveal())
        await thinking(for_seconds)
        await table.take_back()
    return reveals


async def thinking(at_most: float) -> None:
    await asyncio.sleep(random.uniform(0, min(PACE_SECONDS, at_most)))
