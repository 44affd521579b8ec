"""Plays a recording move by move in one checkout and prints each move's cost as JSON: `moves.py GAME FILE [--cold]`.

`tests.bench.evenings` runs it in a separate process with the measured checkout on the path, so it imports nothing from
`tests`. Release 0.2.0 had other names; `Api` knows both.
"""

from __future__ import annotations

import gc
import json
import random
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from functools import _lru_cache_wrapper
from importlib import import_module
from itertools import groupby
from pathlib import Path
from typing import Any

CODE = "ABCD"
LAYERS = ("rules", "store", "views", "drawing", "diff")
# As in companion.serve.
COLLECTING = 10_000, 10, 50


class Api:
    """The functions of the measured checkout."""

    def __init__(self) -> None:
        recording, replay, store, tables = map(
            import_module, ("scoring.recording", "scoring.replay", "companion.store", "companion.tables")
        )
        self.read, self.to_json, self.row = recording.load, recording.to_json, store.TableRow
        regions, screens = import_module("companion.regions"), import_module("companion.screens")
        self.screen = screens.screen_for
        self.is_old = not hasattr(regions, "render_screen")
        if self.is_old:
            self.request, self.render, self.clear, self.diff = screens.Look, regions.draw, regions.forget, "told"
            self.apply, self.load, self.role = replay.advance, tables.LiveTable.tell, store.Claim
        else:
            self.request, self.render, self.diff = screens.ScreenRequest, regions.render_screen, "diff"
            self.apply, self.load, self.clear = replay.apply_record, tables.LiveTable.load, regions.clear_caches
            self.role = store.DeviceRole

    def clear_caches(self) -> None:
        """Clears all that was rendered or computed from a state. Unlimited caches hold constants and stay."""
        self.clear()
        for cache in gc.get_objects():
            if isinstance(cache, _lru_cache_wrapper) and cache.cache_parameters()["maxsize"] is not None:
                cache.cache_clear()


@dataclass
class Move:
    """CPU milliseconds by layer, and the bytes sent to all phones and to the table screen."""

    cpu: dict[str, float] = field(default_factory=lambda: dict.fromkeys(LAYERS, 0.0))
    sent: dict[str, int] = field(default_factory=lambda: {"me": 0, "table": 0})

    @contextmanager
    def timed(self, layer: str) -> Iterator[None]:
        began = time.process_time_ns()
        yield
        self.cpu[layer] += (time.process_time_ns() - began) / 1e6


@dataclass
class Page:
    """One device's page, and the regions that its stream remembers."""

    device: str
    name: str
    shown: Any = field(default_factory=dict)


@dataclass
class Evening:
    """A started table with a phone for each seat and one table screen."""

    api: Api
    app: Any
    live: Any
    pages: Sequence[Page]

    def play(self, projection: Any, records: Sequence[Any], cold: bool) -> Iterator[Move]:
        """Yields each move's cost. `cold` clears all caches before each move."""
        self.refresh_all(Move())
        for _, together in groupby(records, lambda record: self.api.to_json(record)["ask"]):
            move, events = Move(), list(together)
            if cold:
                self.api.clear_caches()
            with move.timed("rules"):
                for record in events:
                    projection = self.api.apply(projection, record)
            with move.timed("store"):
                self.services.store.append(CODE, [self.api.to_json(record) for record in events])
            self.api.load(self.live, projection)
            self.refresh_all(move)
            yield move

    def refresh_all(self, move: Move) -> None:
        for page in self.pages:
            self.refresh(page, move)

    def refresh(self, page: Page, move: Move) -> None:
        """Renders and diffs a page as its stream does."""
        from flask import g

        with self.app.test_request_context(headers={"Accept-Language": "en"}):
            g.laptop = False
            with move.timed("views"):
                seat = self.live.seat_of(page.device) if page.name == "me" else None
                view = self.api.screen(self.api.request(self.services, self.live, page.device, page.name, seat))
            with move.timed("drawing"):
                drawn = self.api.render(view, page.shown)
            with move.timed("diff"):
                news, page.shown = getattr(drawn, self.api.diff)(page.shown)
                move.sent[page.name] += len(news.encode())

    @property
    def services(self) -> Any:
        return self.app.extensions["herald"]


def open_evening(api: Api, game: str, records: Sequence[Any], folder: Path) -> Evening:
    """Returns the table after these records."""
    app = make_app(folder)
    services = app.extensions["herald"]
    services.store.open_table(api.row(CODE, game, records[0].at, None, None), [api.to_json(r) for r in records])
    live = services.tables.find(CODE)
    seats = (live.story if api.is_old else live.projection).table.seats
    roles = {f"seat {n}": api.role(seat.key) for n, seat in enumerate(seats)} | {"host": api.role(host=True)}
    for device, role in roles.items():
        services.tables.claim(live, device, role)
    return Evening(api, app, live, [Page(name, "table" if name == "host" else "me") for name in roles])


def make_app(folder: Path) -> Any:
    """Returns an app with all templates loaded."""
    config = import_module("companion.config").Config(folder, port=8000, address="192.168.1.20")
    app = import_module("companion.app").create_app(config, lambda: datetime(2026, 1, 1, tzinfo=UTC), random.Random(7))
    for name in app.jinja_env.list_templates():
        app.jinja_env.get_template(name)
    return app


def move_costs(game: str, file: Path, cold: bool) -> list[Move]:
    """Returns the cost of each move of a recording, from the first after the start of the game."""
    api, projection = Api(), None
    records, before = list(api.read(file.read_text(encoding="utf-8")).records), 0
    while projection is None or not projection.table.started:
        projection = api.apply(projection, records[before])
        before += 1
    with tempfile.TemporaryDirectory() as folder:
        evening = open_evening(api, game, records[:before], Path(folder))
        gc.collect()
        gc.freeze()
        gc.set_threshold(*COLLECTING)
        costs = list(evening.play(projection, records[before:], cold))
        evening.services.store.close()
    return costs


if __name__ == "__main__":
    key, recording, *more = sys.argv[1:]
    json.dump([asdict(move) for move in move_costs(key, Path(recording), "--cold" in more)], sys.stdout)
