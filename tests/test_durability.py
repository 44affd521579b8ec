"""A real server is killed without warning, again and again: whatever it had answered with success is still there."""

from __future__ import annotations

import http.client
import json
import random
import re
import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

import pytest

from companion.store import FILE_NAME
from tests.server import COMPANION, Server

PLAYERS = {"Anna": "red", "Ben": "blue", "Carla": "green"}
# Twice as many kills as this; on a busy machine as many as fit into the time.
KILLS, SECONDS, AT_LEAST = 12, 9.0, 3


@dataclass
class Phone:
    """A device with its cookie; it changes its name over and over and remembers what was answered."""

    server: Server
    cookie: str = ""
    code: str = ""
    seat: int = 0
    done: list[str] = field(default_factory=list)
    pending: dict[str, str] | None = None

    def request(self, method: str, path: str, form: dict[str, str] | None = None) -> tuple[int, str, str]:
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=20)
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

    def calls_itself(self, name: str) -> None:
        envelope = {"ask": "change-seat", "page": "me", "seat": str(self.seat), "seq": "1"}
        colour = list(PLAYERS.values())[self.seat]
        self.pending = {**envelope, "number": str(self.seat), "name": name, "colour": colour}
        self.send()

    def send(self) -> None:
        """Sends what is not answered yet; a retry is the very same form."""
        assert self.pending is not None
        status, _, text = self.request("POST", f"/t/{self.code}/ask", self.pending)
        assert status == 303, text
        self.done.append(self.pending["name"])
        self.pending = None

    def own_page(self) -> str:
        status, _, text = self.request("GET", f"/t/{self.code}/me")
        assert status == 200, "a cookie without a seat would be sent elsewhere"
        return text


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    made = Server(tmp_path, (*COMPANION, "--instance", str(tmp_path)))
    made.start()
    yield made
    made.kill()


@pytest.fixture
def phones(server: Server) -> list[Phone]:
    laptop = Phone(server)
    laptop.request("GET", "/")
    _, table, _ = laptop.request("POST", "/new/lang-lebe", {"box": "example"})
    code = table.split("/")[2]
    seated = []
    for seat, (name, colour) in enumerate(PLAYERS.items()):
        phone = Phone(server, code=code, seat=seat)
        phone.request("GET", f"/j/{code}")
        assert phone.request("POST", f"/j/{code}", {"name": name, "colour": colour})[0] == 303
        seated.append(phone)
    start = {"ask": "start-game", "page": "table", "seq": "4"}
    assert laptop.request("POST", f"/t/{code}/ask", start)[0] == 303
    return seated


def names_in_log(phone: Phone) -> list[str]:
    """All names that were ever taken at the table, in order."""
    status, _, text = phone.request("GET", f"/t/{phone.code}/export")
    assert status == 200
    records = [json.loads(line) for line in text.splitlines()[1:]]
    assert [record["seq"] for record in records] == list(range(1, len(records) + 1))
    return [record["data"]["name"] for record in records if record["event"] == "seat-changed"]


def check(phones: list[Phone]) -> None:
    """Everything answered is there, in order and once; what was not answered is there at most once.

    Only the device that holds a seat may change its name: every success shows that the cookie still holds it.
    """
    found = names_in_log(phones[0])
    assert max(Counter(found).values(), default=1) == 1, "nothing is stored twice"
    for phone in phones:
        mine = [name for name in found if name.startswith(f"{phone.seat}-")]
        unsure = {phone.pending["name"]} if phone.pending else set()
        assert [name for name in mine if name not in unsure] == phone.done
        latest = mine[-1] if mine else list(PLAYERS)[phone.seat]
        assert re.search(rf"\b{re.escape(latest)}\b", phone.own_page())


def integrity(folder: Path) -> str:
    connection = sqlite3.connect(folder / FILE_NAME)
    (said,) = connection.execute("PRAGMA integrity_check").fetchone()
    connection.close()
    return str(said)


def test_nothing_that_was_answered_is_lost_when_the_server_is_killed_between_requests(
    server: Server, phones: list[Phone]
) -> None:
    ends = time.monotonic() + SECONDS
    for kill in range(KILLS):
        for phone in phones[: 1 + kill % 3]:
            phone.calls_itself(f"{phone.seat}-{kill}")
        server.kill()
        server.start()
        check(phones)
        if time.monotonic() > ends and kill >= AT_LEAST:
            break
    server.kill()
    assert integrity(server.folder) == "ok"


def test_nothing_is_lost_or_doubled_when_the_server_is_killed_in_the_middle_of_requests(
    server: Server, phones: list[Phone]
) -> None:
    luck, ends, cut_off = random.Random(1), time.monotonic() + SECONDS, 0
    for kill in range(KILLS):
        busy = [threading.Thread(target=rename_until_it_dies, args=(phone, kill)) for phone in phones]
        for thread in busy:
            thread.start()
        time.sleep(luck.uniform(0.005, 0.15))
        server.kill()
        for thread in busy:
            thread.join()
        cut_off += sum(phone.pending is not None for phone in phones)
        server.start()
        check(phones)
        for phone in phones:  # a phone that got no answer tries again
            if phone.pending:
                phone.send()
        check(phones)
        if time.monotonic() > ends and kill >= AT_LEAST:
            break
    server.kill()
    assert integrity(server.folder) == "ok"
    assert cut_off > 0, "at least one request was under way"
    assert sum(len(phone.done) for phone in phones) > cut_off


def rename_until_it_dies(phone: Phone, kill: int) -> None:
    try:
        for number in range(1000):
            phone.calls_itself(f"{phone.seat}-{kill}-{number}")
    except (OSError, http.client.HTTPException):
        return
