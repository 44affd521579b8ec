"""Several companions behind one proxy: codes, keys and addresses, and tables played through Debian's nginx."""

from __future__ import annotations

import argparse
import http.client
import stat
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from urllib.parse import urlencode

import pytest

from companion import qr
from companion.__main__ import letters
from companion.app import create_app
from companion.config import Config, HeraldError
from companion.routes import join
from companion.services import make_services, shared_key
from tests.actors import Device
from tests.engines import are_required
from tests.engines.nginx import Nginx, ports, site
from tests.server import CHECKOUT, COMPANION, Server, free_port

PAGE = (CHECKOUT / "docs/hall.md").read_text(encoding="utf-8")
RANGES = ("A-M", "N-Z")


# --- the options --------------------------------------------------------------------------------------------


def test_codes_are_a_range_of_letters() -> None:
    assert (letters("a-d"), letters("N-P"), letters("Z")) == ("ABCD", "NP", "Z")
    for wrong in ("", "M-A", "I", "1-9", "AB-C"):
        with pytest.raises(argparse.ArgumentTypeError):
            letters(wrong)


def test_new_codes_begin_with_the_letters_of_this_herald(tmp_path: Path) -> None:
    tables = make_services(Config(tmp_path, codes="QR")).tables
    codes = {tables.open("royals", {}, None).code for _ in range(10)}
    assert {code[0] for code in codes} <= {"Q", "R"}
    assert {len(code) for code in codes} == {4}


def test_instances_share_a_key_that_only_their_owner_can_read(tmp_path: Path) -> None:
    file = tmp_path / "key"
    keys = {make_services(Config(folder, key_file=file)).device_key for folder in made(tmp_path, "one", "two")}
    assert len(keys) == 1
    assert len(keys.pop()) == 64
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with pytest.raises(HeraldError, match="cannot be used"):
        shared_key(tmp_path / "nowhere" / "key")


def made(folder: Path, *names: str) -> list[Path]:
    for name in names:
        (folder / name).mkdir()
    return [folder / name for name in names]


def test_qr_codes_lead_to_the_proxy_and_name_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = Config(tmp_path, "127.0.0.1", 8001, "192.168.1.20", public_port=80, codes="Q")
    laptop = Device(create_app(config).test_client())
    laptop.code = code = laptop.post("/new/royals", {"box": "example"}).location.split("/")[2]
    Device(laptop.client.application.test_client(), code, "me").post(f"/j/{code}", {"name": "Anna", "colour": "red"})
    monkeypatch.setattr(join, "new_token", lambda: "a" * 32)
    shown = laptop.post(f"/t/{code}/seat/0/link").text
    assert qr.svg(f"http://192.168.1.20:80/s/{'a' * 32}?code={code}", "QR") in shown
    link = f"/s/{'a' * 32}?code={code}"
    guest = Device(laptop.client.application.test_client())
    assert f'action="{link}"' in guest.get(link).text
    assert guest.post(link).location == f"/t/{code}/me"


# --- through nginx --------------------------------------------------------------------------------------------


@dataclass
class Guest:
    """A device behind the proxy; every browser is another one for `split_clients`."""

    port: int
    browser: str
    cookies: set[str] = field(default_factory=set)

    def ask(self, method: str, path: str, **form: str) -> tuple[int, str, str]:
        connection = self.asking(method, path, urlencode(form))
        response = connection.getresponse()
        text = response.read().decode()
        self.cookies |= {cookie.split(";")[0] for cookie in response.headers.get_all("Set-Cookie", [])}
        connection.close()
        return response.status, response.headers.get("Location", ""), text

    def asking(self, method: str, path: str, body: str = "") -> http.client.HTTPConnection:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        headers = {"User-Agent": self.browser, "Cookie": "; ".join(self.cookies)}
        connection.request(method, path, body, {**headers, "Content-Type": "application/x-www-form-urlencoded"})
        return connection

    def open(self) -> str:
        status, where, text = self.ask("POST", "/new/royals", box="example")
        assert status == 303, text
        return where.split("/")[2]

    def join_table(self, code: str, name: str, colour: str) -> None:
        assert self.ask("GET", f"/j/{code}")[0] == 200
        assert self.ask("POST", f"/j/{code}", name=name, colour=colour)[:2] == (303, f"/t/{code.upper()}/me")


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[int]:
    """The port of the proxy in front of two companions."""
    if not Nginx.is_here():
        assert not are_required()
        pytest.skip(f"nginx is not installed: apt install {Nginx.packages}")
    port, servers = free_port(), []
    for folder, codes in zip(made(tmp_path, "one", "two"), RANGES, strict=True):
        shared = ("--key", str(tmp_path / "key"), "--public-port", str(port), "--no-announcement")
        server = Server(folder, (*COMPANION, "--instance", str(folder), "--codes", codes, *shared))
        server.start()
        servers.append(server)
    changes = {"listen 80": f"listen 127.0.0.1:{port}", **ports([server.port for server in servers])}
    proxy = Nginx(tmp_path, site(PAGE, changes))
    while not Server(tmp_path, port=port).answers():
        pass
    yield port
    proxy.end()
    for server in servers:
        server.kill()


def one_of_each(port: int) -> list[tuple[Guest, str]]:
    """Returns a host and a table of each companion."""
    found: dict[bool, tuple[Guest, str]] = {}
    for number in count():
        host = Guest(port, f"browser {number}")
        code = host.open()
        found.setdefault(code[0] > "M", (host, code))
        if len(found) == 2:
            return [found[False], found[True]]
    raise AssertionError


@pytest.mark.repeats
def test_tables_of_two_companions_are_played_through_one_address(hall: int) -> None:
    tables = one_of_each(hall)
    anna, ben = Guest(hall, "Anna’s".encode().decode("latin-1")), Guest(hall, "Ben")
    for host, code in tables:
        anna.join_table(code, "Anna", "red")
        ben.join_table(code.lower(), "Ben", "blue")
        form = {"action_name": "start-game", "page": "table", "seq": "9"}
        assert host.ask("POST", f"/t/{code}/actions", **form)[0] == 303
    for _, code in tables:  # one cookie is recognised by both
        assert anna.ask("GET", f"/t/{code}/me")[0] == 200
        assert anna.ask("GET", f"/join?code={code}")[:2] == (302, f"/j/{code}")
    assert len(anna.cookies) == 1
    assert Guest(hall, "Eva").ask("GET", f"/t/{tables[0][1]}/me")[0] != 200, "nobody passes for the laptop"


@pytest.mark.repeats
def test_streams_are_not_buffered(hall: int) -> None:
    for host, code in one_of_each(hall):
        anna = Guest(hall, "Anna")
        anna.join_table(code, "Anna", "red")
        _, _, page = anna.ask("GET", f"/t/{code}/me")
        stream = page.split('data-stream="')[1].split('"')[0]
        connection = anna.asking("GET", stream)
        response = connection.getresponse()
        assert response.readline().startswith(b"event: ")
        Guest(hall, "Ben").join_table(code, "Benjamin", "blue")
        while b"Benjamin" not in response.readline():
            pass
        response.close()
        connection.close()
        assert host.ask("GET", f"/t/{code}/table")[0] == 200
