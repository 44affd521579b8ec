"""Clients that write to a real server continuously and record every answered request."""

from __future__ import annotations

import http.client
import json
import re
import sqlite3
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

from companion.store import FILE_NAME
from tests.server import Server

PLAYERS = {"Anna": "red", "Ben": "blue", "Carla": "green"}
BROKEN_OFF = (OSError, http.client.HTTPException)
Answer = tuple[int, str, str]


@dataclass
class Browser:
    """A device with its cookie; it opens a new connection for every request."""

    server: Server
    cookie: str = ""
    # Source address: all of 127.0.0.0/8 is this machine, but only 127.0.0.1 counts as the laptop.
    address: str = "127.0.0.1"

    def request(self, method: str, path: str, form: dict[str, str] | None = None) -> Answer:
        """Returns the status, the Location header and the page."""
        connection = http.client.HTTPConnection(
            "127.0.0.1", self.server.port, timeout=20, source_address=(self.address, 0)
        )
        headers = {"Cookie": self.cookie, "Content-Type": "application/x-www-form-urlencoded"}
        try:
            connection.request(method, path, urlencode(form or {}), headers)
            response = connection.getresponse()
            text = response.read().decode()
            if given := response.headers["Set-Cookie"]:
                self.cookie = given.split(";")[0]
            return response.status, response.headers.get("Location", ""), text
        finally:
            connection.close()


@dataclass
class Phone(Browser):
    """A phone that keeps changing its player's name."""

    code: str = ""
    seat: int = 0
    done: list[str] = field(default_factory=list)
    pending: dict[str, str] | None = None

    def rename(self, name: str) -> None:
        envelope = {"action_name": "change-seat", "page": "me", "seat": str(self.seat), "seq": "1"}
        colour = list(PLAYERS.values())[self.seat]
        self.pending = {**envelope, "number": str(self.seat), "name": name, "colour": colour}
        self.send()

    def send(self) -> None:
        """Sends the pending form; a retry sends exactly the same form."""
        assert self.pending is not None
        status, _, text = self.request("POST", f"/t/{self.code}/actions", self.pending)
        assert status == 303, text
        self.done.append(self.pending["name"])
        self.pending = None

    def works(self, round_: int) -> None:
        for number in range(1000):
            self.rename(f"{self.seat}-{round_}-{number}")

    def own_page(self) -> str:
        status, _, text = self.request("GET", f"/t/{self.code}/me")
        assert status == 200, "a cookie without a seat would be sent elsewhere"
        return text


@dataclass
class Laptop(Browser):
    """A laptop that keeps opening tables; at each one a new phone takes a seat."""

    opened: list[str] = field(default_factory=list)
    seated: list[tuple[str, str]] = field(default_factory=list)
    tries: int = 0

    def open(self, game: str) -> str:
        self.tries += 1
        status, table, text = self.request("POST", f"/new/{game}", {"box": "example"})
        assert status == 303, text
        self.opened.append(table.split("/")[2])
        return self.opened[-1]

    def works(self, round_: int) -> None:
        for _ in range(1000):
            code = self.open("saga")
            guest = Browser(self.server)
            guest.request("GET", f"/j/{code}")
            assert guest.request("POST", f"/j/{code}", {"name": "Eva", "colour": "red"})[0] == 303
            self.seated.append((code, guest.cookie))


@dataclass
class Household:
    """All clients of a server, and the checks of what must be stored afterwards."""

    server: Server
    laptop: Laptop
    phones: list[Phone]

    @property
    def everybody(self) -> list[Phone | Laptop]:
        return [self.laptop, *self.phones]

    @property
    def answered(self) -> int:
        return sum(len(phone.done) for phone in self.phones) + len(self.laptop.opened) + len(self.laptop.seated)

    def check(self) -> None:
        """Checks that every answered request is stored once and in order, and every unanswered one at most once."""
        self._check_names()
        for code in self.laptop.opened[-8:]:
            assert self.laptop.request("GET", f"/t/{code}/table")[0] == 200, "a table that was opened is there"
        for code, cookie in self.laptop.seated[-8:]:
            status, _, text = Browser(self.server, cookie).request("GET", f"/t/{code}/me")
            assert (status, "Eva" in text) == (200, True), "seated players keep their seats"

    def _check_names(self) -> None:
        """Checks the names in the log. Only the device that holds a seat may rename it, so each success proves its
        claim."""
        found = names_in_log(self.phones[0])
        assert max(Counter(found).values(), default=1) == 1, "nothing is stored twice"
        for phone in self.phones:
            mine = [name for name in found if name.startswith(f"{phone.seat}-")]
            unsure = {phone.pending["name"]} if phone.pending else set()
            assert [name for name in mine if name not in unsure] == phone.done
            latest = mine[-1] if mine else list(PLAYERS)[phone.seat]
            assert re.search(rf"\b{re.escape(latest)}\b", phone.own_page())

    def check_file(self) -> None:
        """Checks the database file after the server has stopped."""
        connection = sqlite3.connect(self.server.folder / FILE_NAME)
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        codes = {code for (code,) in connection.execute("SELECT code FROM tables")}
        assert set(self.laptop.opened) <= codes
        assert len(codes) <= self.laptop.tries + 1, "no table is there twice"
        connection.close()


def names_in_log(phone: Phone) -> list[str]:
    """Returns all names ever set at the table, in order."""
    status, _, text = phone.request("GET", f"/t/{phone.code}/export")
    assert status == 200
    records = [json.loads(line) for line in text.splitlines()[1:]]
    assert [record["seq"] for record in records] == list(range(1, len(records) + 1))
    return [record["data"]["name"] for record in records if record["event"] == "seat-changed"]


def start_household(server: Server) -> Household:
    """Opens a table at which Anna, Ben and Carla have started a game."""
    laptop = Laptop(server)
    laptop.request("GET", "/")
    code = laptop.open("lang-lebe")
    phones = []
    for seat, (name, colour) in enumerate(PLAYERS.items()):
        phone = Phone(server, code=code, seat=seat)
        phone.request("GET", f"/j/{code}")
        assert phone.request("POST", f"/j/{code}", {"name": name, "colour": colour})[0] == 303
        phones.append(phone)
    start = {"action_name": "start-game", "page": "table", "seq": "4"}
    assert laptop.request("POST", f"/t/{code}/actions", start)[0] == 303
    return Household(server, laptop, phones)


def until_it_dies(somebody: Phone | Laptop, round_: int) -> None:
    try:
        somebody.works(round_)
    except BROKEN_OFF:
        return


def folder_size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.iterdir())
