"""Actors for the web tests: a laptop that opens tables, phones that sit down and tap."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import unescape

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.devices import signed
from companion.services import Services
from scoring.kernel import EVERY_MOVE, GameView
from scoring.replay import Projection

HTMX = {"HX-Request": "true"}


# Signs device cookies in every app that a test creates.
DEVICE_KEY = "a key for tests"


def token(who: str) -> str:
    """A cookie that is the same in every run, for devices that a test refers to by name."""
    return signed(who.ljust(32, "_"), DEVICE_KEY)


@dataclass
class Device:
    """A browser with its cookies, table code, page and seat."""

    client: FlaskClient
    code: str = ""
    page: str = "table"
    seat: int | None = None
    last: TestResponse | None = None

    def get(self, path: str = "", htmx: bool = False) -> TestResponse:
        self.last = self.client.get(path or f"/t/{self.code}/{self.page}", headers=HTMX if htmx else {})
        return self.last

    def post(self, path: str, data: Mapping[str, object] | None = None, **more: object) -> TestResponse:
        self.last = self.client.post(path, data=data or {}, **more)  # type: ignore[arg-type]
        return self.last

    def submit(
        self, action: str, seat: int | None = None, seq: int | None = None, htmx: bool = True, **values: object
    ) -> TestResponse:
        """Posts an action as this device's page would. Returns the reloaded page if it was saved, otherwise the
        response with the refusal."""
        envelope: dict[str, object] = {"action_name": action, "page": self.page}
        number = self.seat if seat is None else seat
        if number is not None:
            envelope["seat"] = number
        envelope["seq"] = self.seen_seq() if seq is None else seq
        fields = {key.replace("__", "."): value for key, value in values.items()}
        answer = self.post(f"/t/{self.code}/actions", {**envelope, **fields}, headers=HTMX if htmx else {})
        return answer if answer.status_code != 204 else self.get(htmx=True)

    def enter_missing_value(self, value: object) -> TestResponse:
        """Enters the printed value that a parked move waits for."""
        answer = self.post(f"/t/{self.code}/number", {"page": self.page, "value": value}, headers=HTMX)
        return answer if answer.status_code != 204 else self.get(htmx=True)

    def enter_printed_value(self, field: str, value: object) -> TestResponse:
        """Enters a printed value on the table's page of printed values."""
        return self.post(f"/t/{self.code}/box", {"field": field, "value": value}, headers=HTMX)

    def seen_seq(self) -> int:
        """The seq that this device's page shows."""
        found = re.search(r'data-seq="(\d+)"', self.get(htmx=True).text)
        assert found, self.last and self.last.text
        return int(found[1])

    @property
    def text(self) -> str:
        """The text of the page, without markup."""
        assert self.last is not None
        return " ".join(unescape(re.sub(r"<[^>]+>", " ", self.last.text)).split())


@dataclass
class Evening:
    """A table with its laptop and phones."""

    app: Flask
    laptop: Device = field(init=False)
    phones: list[Device] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.laptop = Device(self.app.test_client())

    @property
    def services(self) -> Services:
        made: Services = self.app.extensions["herald"]
        return made

    @property
    def projection(self) -> Projection:
        return self.services.tables.find(self.laptop.code).projection

    def open(self, game: str = "lang-lebe", **form: str) -> Device:
        response = self.laptop.post(f"/new/{game}", {"box": "example", "follow": EVERY_MOVE, "dice": "typed", **form})
        assert response.status_code == 303, response.text
        self.laptop.code = response.location.split("/")[2]
        return self.laptop

    def sit(self, name: str, colour: str) -> Device:
        phone = Device(self.app.test_client(), self.laptop.code, "me")
        response = phone.post(f"/j/{phone.code}", {"name": name, "colour": colour})
        assert response.status_code == 303, response.text
        phone.seat = len(self.phones)
        self.phones.append(phone)
        return phone

    def start(self, *names: str, **form: str) -> list[Device]:
        """Opens a table, seats these players in order and starts the game."""
        self.open(**form)
        usual, there = ("red", "blue", "green", "yellow", "orange"), self.projection.table.free_colours
        colours = usual if {*usual[: len(names)]} <= {*there} else there
        for name, colour in zip(names, colours, strict=False):
            self.sit(name, colour)
        assert self.laptop.submit("start-game").status_code == 200
        return self.phones

    def view(self, seat: int | None) -> GameView:
        table = self.projection.table
        return table.game.view(table.state, seat)
