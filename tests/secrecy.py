"""Pairs of rooms that differ only in one seat's secret, and all data that other devices receive."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion import macro_cache
from companion.devices import hashed
from companion.regions import clear_caches
from companion.screen_stream import BEAT
from companion.services import Services
from companion.store import DeviceRole, TableRow
from scoring.games import GAMES
from scoring.kernel import Correction, Event, GameView, stored_name
from scoring.recording import to_json
from scoring.replay import Projection, Record
from tests.actors import HTMX, token
from tests.conftest import make_app
from tests.games import hidden
from tests.recorder import play

CODE = "ABCD"
SECRET = 1  # the seat with the secret
# Pages that are available only after the game.
TOLD_LATER = ("/story", "/again", "/picture", "/picture.svg", "/scores.csv", "/bgstats", "/evening.bgsplay")
# Pages of a device.
SCREENS = ("/me", "/table")
CORRECTION_PAGES = (
    "/me/corrections",
    "/table/corrections",
    f"/me/corrections?at=seat.{SECRET}",
    f"/table/corrections?at=seat.{SECRET}",
)
HELPING = ("/rules", "/me/help", "/table/help", "/me/hidden", "/me/tracking", "/table/tracking")
# The history page and the printable sheet.
HISTORY = ("/history", "/history?before=50", "/sheet")
AROUND = (
    *HISTORY,
    "/export",
    "/box",
    "/game-sheet",
    "/game-sheet/file",
    "/invite",
    "",
    "/next",
    *CORRECTION_PAGES,
    *HELPING,
)
# Pages that list this table among others.
STATISTICS = ("/statistics", "/statistics.csv", "/statistics/<game>", "/statistics/person?name=Anna")
API = ("/api/evenings", f"/api/evenings/{CODE}", "/api/statistics")
HOUSE = ("/", "/tables", *STATISTICS, *API, f"/j/{CODE}", f"/j/{CODE}/colours")
PAGES = (*SCREENS, *AROUND, *HOUSE, "/curtain/0", "/nothing", *TOLD_LATER)


def probes_of(game: str) -> tuple[Mapping[str, str], ...]:
    """Actions that only the secret's seat may take; the last one does not exist."""
    return (*hidden(game).PROBES, {"action_name": "no-such-ask"})


@dataclass
class Listener:
    """An open stream of one device and the data received through it."""

    response: TestResponse
    heard: list[bytes] = field(default_factory=list)

    def listen(self) -> None:
        """Reads all pending data without waiting; a heartbeat marks its end."""
        with patch("companion.screen_stream.BEAT_SECONDS", 0.0):
            self.heard.append(next(self._chunks))
            while self.heard[-1] != BEAT.encode():
                self.heard.append(next(self._chunks))

    def __post_init__(self) -> None:
        self._chunks: Iterator[bytes] = iter(self.response.response)  # type: ignore[assignment]


class Room:
    """An app with a table replayed from a log. Devices, tokens and clock are the same in every room."""

    def __init__(self, folder: Path, records: Sequence[Record]) -> None:
        folder.mkdir(parents=True)
        self.hiding: frozenset[int] = frozenset({SECRET})
        self.app = make_app(folder, seed=7)
        self.made: Services = self.app.extensions["herald"]
        row = TableRow(CODE, records[0].event.game, records[0].at, None, None)  # type: ignore[attr-defined]
        self.made.store.open_table(row, [to_json(record) for record in records])
        seats = self.projection.table.seats
        self.devices = {
            name: self._device(name) for name in ("host", "screen", "spectator", *map(str, range(len(seats))))
        }
        self._claim("host", DeviceRole(host=True))
        self._claim("screen", DeviceRole())
        for number, seat in enumerate(seats):
            self._claim(str(number), DeviceRole(seat.key))
        self.streams = {name: Listener(self._open_stream(name)) for name in self.devices}
        self.listen()

    def _device(self, name: str) -> FlaskClient:
        client = self.app.test_client()
        client.set_cookie("herald", token(name))
        return client

    def _claim(self, name: str, claim: DeviceRole) -> None:
        live = self.made.tables.find(CODE)
        self.made.tables.claim(live, hashed(token(name)), claim)

    def _open_stream(self, name: str) -> TestResponse:
        page = "me" if name.isdecimal() else "table"
        return self.devices[name].get(f"/t/{CODE}/{page}/stream", buffered=False)

    def close(self) -> None:
        for stream in self.streams.values():
            stream.response.close()
        self.made.store.close()

    @property
    def projection(self) -> Projection:
        return self.made.tables.find(CODE).projection

    @property
    def others(self) -> list[str]:
        """All devices except those of the seats with a secret."""
        return [name for name in self.devices if not (name.isdecimal() and int(name) in self.hiding)]

    def show(self, projection: Projection, hiding: frozenset[int]) -> None:
        """Replaces the table's projection; these seats now have the secret."""
        self.hiding = hiding
        self.made.tables.find(CODE).load(projection)
        self.made.hub.publish(CODE)
        self.listen()

    def view(self, seat: int | None) -> GameView:
        table = self.projection.table
        return table.game.view(table.state, seat)

    def submit(
        self,
        seat: int,
        action: str,
        values: Mapping[str, str],
        printed_values: Mapping[str, str],
        listening: bool = True,
    ) -> None:
        """Posts an action as a phone without htmx would, after entering the printed values it needs. Fails unless it is
        accepted."""
        for key, value in printed_values.items():
            read = self.devices[str(seat)].post(f"/t/{CODE}/box", data={"field": key, "value": value})
            assert read.status_code == 303, read.text
        envelope = {"action_name": action, "page": "me", "seat": str(seat), "seq": str(self.projection.seq)}
        response = self.devices[str(seat)].post(f"/t/{CODE}/actions", data={**envelope, **values})
        assert response.status_code == 303, response.text
        if listening:
            self.listen()

    def listen(self) -> None:
        for stream in self.streams.values():
            stream.listen()

    # --- pushes to everyone else ------------------------------------------------------------------------------

    def received(
        self,
        pages: Sequence[str] = PAGES,
        probes: Sequence[Mapping[str, str]] | None = None,
        looking: Sequence[str] | None = None,
    ) -> dict[str, object]:
        """Collects all data that other devices receive: responses, views, stream data, and the server log. `looking`
        limits the devices that fetch pages."""
        macro_cache.board.forget()  # nothing rendered for one room may be reused in the other
        clear_caches()
        got: dict[str, object] = {f"stream of {name}": list(self.streams[name].heard) for name in self.others}
        with collect_log() as log:
            for name in self.others:
                got[f"view of {name}"] = self.view(int(name) if name.isdecimal() else None)
            for name in self.others if looking is None else looking:
                got |= self._pages(name, pages)
            prober = self.others[-1]
            tried = probes_of(self.projection.table.game_key) if probes is None else probes
            got |= {f"probe {n} by {prober}": self._probe(prober, probe) for n, probe in enumerate(tried)}
        return got | {"the server’s log": log}

    def _pages(self, name: str, pages: Sequence[str]) -> dict[str, object]:
        client, game = self.devices[name], self.projection.table.game_key
        got: dict[str, object] = {f"{page} for {name}": whole(client.get(address(page, game))) for page in pages}
        if pages:
            own = "/me" if name.isdecimal() else "/table"
            packed = {**HTMX, "Accept-Encoding": "gzip"}
            got[f"fragment for {name}"] = whole(client.get(f"/t/{CODE}{own}", headers=packed))
        return got

    def _probe(self, name: str, probe: Mapping[str, str]) -> object:
        """Posts an action reserved to the seat with the secret and returns the responses. It must be refused.
        Corrections are also tried through their preview."""
        before = self.projection.seq
        envelope = {"page": "table", "seat": str(min(self.hiding)), "seq": str(before)}
        response = self.devices[name].post(f"/t/{CODE}/actions", data={**envelope, **probe}, headers=HTMX)
        assert response.status_code in (400, 403), (probe, response.status_code)
        answers = [whole(response)]
        kind = self.projection.table.game.action_named(probe["action_name"])
        for page in ("me", "table") if kind is not None and issubclass(kind, Correction) else ():
            way = f"/t/{CODE}/{page}/corrections"
            answers.append(whole(self.devices[name].post(way, data={**envelope, **probe}, headers=HTMX)))
            answers.append(whole(self.devices[name].post(way, data={**envelope, **probe})))
        assert self.projection.seq == before
        return answers


def address(page: str, game: str) -> str:
    return page.replace("<game>", game) if page in HOUSE else f"/t/{CODE}{page}"


@contextmanager
def collect_log() -> Iterator[list[str]]:
    """Collects the log output of the whole server."""
    lines: list[str] = []
    handler = logging.Handler()
    handler.emit = lambda record: lines.append(handler.format(record))  # type: ignore[method-assign]
    root = logging.getLogger()
    before = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    try:
        yield lines
    finally:
        root.setLevel(before)
        root.removeHandler(handler)


def whole(response: TestResponse) -> tuple[str, tuple[tuple[str, str], ...], bytes]:
    return response.status, tuple(response.headers), response.data


def differences(
    one: Room,
    two: Room,
    pages: Sequence[str] = PAGES,
    probes: Sequence[Mapping[str, str]] | None = None,
    looking: Sequence[str] | None = None,
) -> list[str]:
    """Names the data by which another device could tell the two rooms apart."""
    here, there = one.received(pages, probes, looking), two.received(pages, probes, looking)
    assert here.keys() == there.keys()
    return [what for what in here if here[what] != there[what]]


# --- logs to open rooms with -------------------------------------------------------------------------------------


Log = list[Record]


@cache
def log_until(game: str, fits: Callable[[Any], bool], before: str) -> tuple[Log, int]:
    """Returns the log of a bot game up to the action with a matching event, and that event's index. No later event of
    that action has the stored name `before`."""
    for seed in range(0, 400, 4):  # steps of 4 keep the options the same
        projection = play(GAMES[game], GAMES[game].players[0], seed)
        for place, record in enumerate(projection.records if projection is not None else ()):
            if projection is not None and fits(record.event):
                log = [r for r in projection.records if r.seq <= record.seq or r.action_id == record.action_id]
                if not any(stored_name(type(later.event)) == before for later in log[place:]):
                    return log, place
    raise AssertionError("no game in which this happens")


def changed(log: Log, place: int, event: Event) -> Log:
    return [*log[:place], replace(log[place], event=event), *log[place + 1 :]]
