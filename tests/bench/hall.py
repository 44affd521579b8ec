"""Actions per second of one Herald and of two, behind nginx as in docs/hall.md."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.bench.evening import Table, open_table
from tests.bench.measure import ACTIONS_PER_ROUND, HERE, rounds
from tests.bench.report import row_of
from tests.bench.server import HOST, Server, free_port, serving, wait_for_page
from tests.engines.nginx import Nginx, ports, site

CODES = (("A-Z",), ("A-M", "N-Z"))


@dataclass(frozen=True)
class Load:
    """Tables altogether, and the reveals of each."""

    tables: int = 20
    reveals: int = 30


SMALLEST = Load(2, 5)


@dataclass(frozen=True)
class Hall:
    heralds: int
    actions: int
    seconds: float
    # CPU seconds of each Herald.
    cpu: Sequence[float]
    errors: Sequence[str]

    @property
    def per_second(self) -> float:
        return self.actions / self.seconds

    @property
    def busy(self) -> float:
        """The cores that all Heralds kept busy."""
        return sum(self.cpu) / self.seconds


def measured(load: Load) -> list[Hall]:
    return [with_heralds(codes, load) for codes in CODES]


def with_heralds(codes: Sequence[str], load: Load) -> Hall:
    with tempfile.TemporaryDirectory() as folder, ExitStack() as running:
        heralds = []
        for number, letters in enumerate(codes):
            instance = Path(folder, str(number))
            instance.mkdir()
            options = ("--codes", letters, "--key", str(Path(folder, "key")), "--no-announcement")
            heralds.append(running.enter_context(serving(HERE, instance, *options)))
        port = running.enter_context(proxy(Path(folder), heralds))
        return asyncio.run(played(heralds, port, load))


@contextmanager
def proxy(folder: Path, heralds: Sequence[Server]) -> Iterator[int]:
    """Yields the port of an nginx; one Herald alone has all codes."""
    port, (first, *_, last) = free_port(), (heralds[0], *heralds)
    page = (HERE / "docs/hall.md").read_text(encoding="utf-8")
    nginx = Nginx(folder, site(page, {"listen 80": f"listen {HOST}:{port}", **ports([first.port, last.port])}))
    try:
        wait_for_page(nginx.process, port)
        yield port
    finally:
        nginx.end()


async def played(heralds: Sequence[Server], port: int, load: Load) -> Hall:
    """Opens the tables at the Heralds themselves, since guests may open only a few, and plays through the proxy."""
    tables = [await open_table(heralds[number % len(heralds)].port) for number in range(load.tables)]
    for table in tables:
        await through(table, port)
    cpu, began = [herald.cpu_seconds() for herald in heralds], time.perf_counter()
    await asyncio.gather(*(rounds(table, load.reveals) for table in tables))
    seconds = time.perf_counter() - began
    used = [herald.cpu_seconds() - before for herald, before in zip(heralds, cpu, strict=True)]
    errors = [trouble for table in tables for trouble in table.problems]
    for table in tables:
        await table.leave()
    return Hall(len(heralds), ACTIONS_PER_ROUND * load.tables * load.reveals, seconds, used, errors)


async def through(table: Table, port: int) -> None:
    for screen in table.screens:
        await screen.browser.close()
        screen.browser.port = port
    await table.connect()


def markdown(halls: Sequence[Hall]) -> str:
    head = ("Heralds", "actions per second, each on 6 screens", "cores they keep busy", "actions per second of a core")
    lines = [row_of(head), row_of(["---"] * len(head))]
    for hall in halls:
        shares = (f"{hall.per_second:.0f}", f"{hall.busy:.2f}", f"{hall.per_second / hall.busy:.0f}")
        lines.append(row_of([str(hall.heralds), *shares]))
    return "\n".join(lines)
