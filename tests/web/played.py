"""Herald with finished evenings from recordings, with other dates, names, a host and phones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from flask.testing import FlaskClient

from companion.devices import hashed
from companion.people import with_names
from companion.store import DeviceRole
from companion.tables import LiveTable
from scoring.replay import Projection, Record, replay
from scoring.table_events import TableOpened
from tests.actors import Device, Evening
from tests.games import TESTS, projection_in

LANG_LEBE = "lang_lebe/recorded/3-single-winner.jsonl"
SHARED = "royals/recorded/2-shared-victory.jsonl"
ROYALS = "royals/recorded/3-tie-by-city.jsonl"
BY_MARKER = "royals/recorded/5-highest-marker.jsonl"
SAGA = "saga/recorded/3-last-knight.jsonl"
FIRST_EVENING = datetime(2026, 1, 2, 19, 0, tzinfo=UTC)


def recorded_game(path: str) -> Projection:
    return projection_in(TESTS / path)


def add_played(
    evening: Evening,
    path: str,
    day: int = 0,
    names: Sequence[str] = (),
    hosted: bool = True,
    step: int = 20,
    example: bool = False,
) -> LiveTable:
    """Adds the recorded game as played this many days after the first evening, with these seconds per step."""
    projection = recorded_game(path)
    records: Sequence[Record] = with_box(projection.records, example)
    if names:
        records = tuple(
            with_names(records, {seat.key: name for seat, name in zip(projection.table.seats, names, strict=False)})
        )
    start = FIRST_EVENING + timedelta(days=day)
    dated = [
        replace(
            record,
            at=(start + timedelta(seconds=step * n)).isoformat(),
            action_id=record.action_id if n else f"open-{path}-{day}",
        )
        for n, record in enumerate(records)
    ]
    live = evening.services.tables.adopt(dated)
    if hosted:
        evening.laptop.get("/")
        cookie = evening.laptop.client.get_cookie("herald")
        assert cookie is not None
        evening.services.tables.claim(live, hashed(cookie.value), DeviceRole(host=True))
    evening.laptop.code = live.code
    return live


def with_box(records: Sequence[Record], example: bool = False) -> Sequence[Record]:
    """Returns the records with their values marked as those of a real box; recordings use example values."""
    opening = records[0].event
    assert isinstance(opening, TableOpened)
    return (replace(records[0], event=replace(opening, example=example)), *records[1:])


def phone_at(evening: Evening, live: LiveTable, seat: int, token: str = "p", host: bool = False) -> Device:
    """Returns a phone on the Wi-Fi that holds this seat."""
    client: FlaskClient = evening.app.test_client()
    client.environ_base["REMOTE_ADDR"] = "192.168.1.31"
    client.set_cookie("herald", token.ljust(32, "_"))
    claim = DeviceRole(live.projection.table.seats[seat].key, host)
    evening.services.tables.claim(live, hashed(token.ljust(32, "_")), claim)
    return Device(client, live.code, "me", seat)


def half(path: str, fraction: float = 0.5) -> Projection:
    """Returns the recorded game up to this fraction."""
    records = recorded_game(path).records
    return replay(records[: int(len(records) * fraction)])
