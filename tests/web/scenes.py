"""Starting positions for the web tests, and helpers to inspect the result."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import unescape
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion import qr
from companion.devices import COOKIE, hashed, new_token
from companion.routes import join
from companion.tables import ActionRequest
from scoring.kernel import Action
from scoring.lang_lebe.corrections import CorrectArea, CorrectHand
from scoring.lang_lebe.dispute import SealStake
from scoring.lang_lebe.entering import EnterForeign
from scoring.lang_lebe.setup import TakeStartArea
from scoring.lang_lebe.turn import EndTurn, MoveFigure
from scoring.replay import Projection
from scoring.reveal_phases import ConfirmBoard
from scoring.table import Actor
from scoring.table_events import StartGame
from tests.actors import Device, Evening
from tests.conftest import make_app

AREAS = ("Rouecestre", "Lideforde", "Lincolia")  # Rouecestre goes first


def stranger(evening: Evening, address: str = "192.168.1.77") -> Device:
    """Returns a phone on the same Wi-Fi that is unknown to the table."""
    client = evening.app.test_client()
    client.environ_base["REMOTE_ADDR"] = address
    return Device(client, evening.laptop.code)


def away_from_the_laptop(device: Device, address: str = "192.168.1.31") -> Device:
    """Returns the same device, connecting over the Wi-Fi instead."""
    device.client.environ_base["REMOTE_ADDR"] = address
    return device


def restart(evening: Evening, folder: Path) -> Evening:
    """Restarts the server on the same folder; all devices keep their cookies."""
    again = Evening(make_app(folder))
    again.laptop = moved_to(again.app, evening.laptop)
    again.phones = [moved_to(again.app, phone) for phone in evening.phones]
    return again


def moved_to(app: Flask, device: Device) -> Device:
    client = app.test_client()
    client._cookies = device.client._cookies
    return Device(client, device.code, device.page, device.seat)


def without_phone(evening: Evening, name: str, colour: str) -> int:
    """Returns seats a player without a phone from the table screen; returns the seat number."""
    assert evening.laptop.submit("take-seat", name=name, colour=colour).status_code == 200
    return len(evening.projection.table.seats) - 1


def submit_directly(evening: Evening, seat: int | None, action: Action) -> None:
    """Submits an action directly, without the pages around it."""
    tables, code = evening.services.tables, evening.laptop.code
    tables.submit(tables.find(code), ActionRequest(Actor(seat), action, seat))


def open_with(evening: Evening, form: Mapping[str, str]) -> None:
    """Opens a table; options that need a real box are chosen in the lobby."""
    evening.open(**form)
    for key, value in evening.projection.table.options.items():
        if form.get(key, value) != value:
            assert evening.laptop.submit("choose-option", option=key, value=form[key]).status_code == 200


def set_up(evening: Evening, **form: str) -> list[Device]:
    """Seats Anna, Ben and Carla with phones on their start areas and returns the phones; it is Anna's turn."""
    open_with(evening, form)
    for name, colour in (("Anna", "red"), ("Ben", "blue"), ("Carla", "green")):
        evening.sit(name, colour)
    start_game(evening)
    return evening.phones


def with_curtain(evening: Evening, **form: str) -> int:
    """Sets up the same table, but Carla has no phone and plays on a shared device. Returns her seat."""
    open_with(evening, form)
    for name, colour in (("Anna", "red"), ("Ben", "blue")):
        evening.sit(name, colour)
    carla = without_phone(evening, "Carla", "green")
    start_game(evening)
    return carla


def start_game(evening: Evening) -> None:
    submit_directly(evening, None, StartGame())
    for seat, area in enumerate(AREAS):
        submit_directly(evening, seat, TakeStartArea(area))


def start_dispute(evening: Evening) -> None:
    """Lets Anna enter Ben's Stadford, so that all three have to stake."""
    submit_directly(evening, 0, CorrectArea("Stadford", 1, 2))
    submit_directly(evening, 0, EnterForeign("Stadford"))


def reveal_stakes(evening: Evening) -> None:
    """Continues the dispute until all stakes are revealed."""
    start_dispute(evening)
    for seat in range(3):
        submit_directly(evening, seat, SealStake(x1=1))


def prepare_election(evening: Evening) -> None:
    """Gives Anna more than enough votes and Ben no cards, so that an election follows Anna's turn."""
    set_up(evening, cards="box")
    for area in ("Tateshale", "Oxeneford", "Wigemor", "Lundonia", "Grentebrige"):
        submit_directly(evening, 0, CorrectArea(area, 0, 1))
    submit_directly(evening, 0, MoveFigure("Tateshale"))
    submit_directly(evening, 1, CorrectHand())
    submit_directly(evening, 0, EndTurn())


def finish_game(evening: Evening) -> str:
    """Finishes the table with Anna as king; returns its code."""
    prepare_election(evening)
    submit_directly(evening, 0, ConfirmBoard())
    assert evening.projection.table.standings is not None
    return evening.laptop.code


def device_of(device: Device) -> str:
    """Returns the device's hash in the store."""
    device.get("/")
    cookie = device.client.get_cookie(COOKIE)
    assert cookie is not None
    return hashed(cookie.value)


def link_for(evening: Evening, seat: int) -> str:
    """Returns the path in the one-time QR code that the host shows."""
    token = new_token()
    with pytest.MonkeyPatch.context() as rng:
        rng.setattr(join, "new_token", lambda: token)
        response = evening.laptop.post(f"/t/{evening.laptop.code}/seat/{seat}/link")
    assert qr.svg(f"{evening.services.base_url}/s/{token}", "QR") in response.text
    return f"/s/{token}"


def import_table(device: Device, content: str | bytes, path: str = "/import") -> TestResponse:
    raw = content.encode() if isinstance(content, str) else content
    head = b'--x\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\n'
    return device.client.post(path, data=head + raw + b"\r\n--x--\r\n", content_type="multipart/form-data; boundary=x")


def is_fragment(response: TestResponse) -> bool:
    return "<html" not in response.text and 'id="state"' in response.text


READ_ON = ' <a href="/t/\\w+/rules"><small class="rule">Rules interpretations</small></a>'


def sentence(response: TestResponse) -> str:
    """Returns the text of an error page."""
    found = re.search(r"<h1>(.*?)</h1>", response.text, re.DOTALL)
    assert found, response.text
    return unescape(found[1])


def notice(response: TestResponse) -> str:
    """Returns the text of a refusal, without its links."""
    found = re.search(r'class="notice notice-refusal">.*?<p>(.*?)</p>', response.text, re.DOTALL)
    return unescape(re.sub(READ_ON, "", found[1])) if found else ""


def events(projection: Projection) -> list[str]:
    """Class names of all events, in order."""
    return [type(record.event).__name__ for record in projection.records]


def history(device: Device) -> str:
    """Returns the text of the history, newest first."""
    device.get(f"/t/{device.code}/history")
    return device.text


def struck_seqs(device: Device) -> list[int]:
    """Seqs of the lines that are struck through."""
    page = device.get(f"/t/{device.code}/history").text
    return [int(seq) for seq in re.findall(r'<li class="is-undone" id="step-(\d+)"', page)]


def undo_targets(device: Device) -> dict[int, int]:
    """Returns, for each history line with an undo, the seq it leads to."""
    page = device.get(f"/t/{device.code}/history").text
    lines = re.findall(r'<li class="[^"]*" id="step-(\d+)">(.*?)</li>', page, re.DOTALL)
    found = {int(seq): re.search(r'name="to" value="(\d+)"', line) for seq, line in lines}
    return {seq: int(way[1]) for seq, way in found.items() if way}
