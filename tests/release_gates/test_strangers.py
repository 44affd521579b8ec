"""Denial of service from the same Wi-Fi: thousands of connections, and files that take long to replay.

Everything runs on this machine for a few seconds; strangers use other addresses in 127.0.0.0/8 than the laptop.
"""

from __future__ import annotations

import contextlib
import http.client
import resource
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.connection_limits import REQUEST_BURST, REQUESTS_PER_SECOND
from companion.replay_budget import Budget, replay_in_slices
from companion.tables import MOST_STEPS
from scoring.kernel import Event
from scoring.recording import export_whole
from scoring.replay import Record
from scoring.table_events import GameStarted, SeatChanged, Undone
from tests.actors import Evening
from tests.conftest import make_app
from tests.release_gates import amount
from tests.release_gates.figures import Figures
from tests.release_gates.load import Browser, Household, start_household
from tests.server import Server
from tests.web.scenes import set_up

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs several addresses on one machine")

USUAL_FILES = 1024
HARD = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
# Starts Herald with the usual soft limit of open files and the given hard limit.
LIMITED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_NOFILE, (1024, int(sys.argv.pop(1))))
from companion.__main__ import main
sys.exit(main())
"""
SOCKETS = 5000
KINDS = (
    b"",
    b"GET /t/ABCD/table HT",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ",
    b"POST /language HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5000\r\n\r\nla",
)
FROM_ONE = ("127.0.0.66",)
FROM_MANY = tuple(f"127.0.1.{n}" for n in range(1, 201))
CONNECTIONS = 40
HOSTS = FROM_MANY[:50]
# Almost the maximum number of records in a file; half of them undo all the others.
RENAMED, WENT_BACK = 4500, 4500
PHONES = ("127.0.0.31", "127.0.0.32", "127.0.0.33")


@pytest.fixture
def files() -> Iterator[None]:
    """Raises the limit of open files, because this process holds the client ends."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def start_server(folder: Path, hard: int) -> Server:
    return Server(folder, (sys.executable, "-c", LIMITED, str(hard), "serve", "--instance", str(folder)))


def household(server: Server) -> Household:
    everybody = start_household(server)
    for phone, address in zip(everybody.phones, PHONES, strict=True):
        phone.address = address
        phone.own_page()
    return everybody


def connect(server: Server, address: str, first: bytes) -> socket.socket | None:
    """Opens one more connection; returns None if the server does not accept it."""
    stranger = socket.socket()
    stranger.settimeout(5)
    try:
        stranger.bind((address, 0))
        stranger.connect(("127.0.0.1", server.port))
        stranger.sendall(first)
    except OSError:
        stranger.close()
        return None
    return stranger


def everybody_plays(everybody: Household, round_: int, figures: Figures) -> None:
    """Checks that the phones, the laptop and a newly arrived guest all get correct answers."""
    for phone in everybody.phones:
        phone.rename(f"{phone.seat}-{round_}")
        assert phone.done[-1] in phone.own_page()
    code = everybody.laptop.open("saga")
    guest = Browser(everybody.server, address=f"127.0.2.{round_ % 200 + 1}")
    assert guest.request("GET", f"/j/{code}")[0] == 200
    assert guest.request("POST", f"/j/{code}", {"name": "Eva", "colour": "red"})[0] == 303
    figures["answers meanwhile"] += 9


@pytest.mark.parametrize("addresses", [FROM_ONE, FROM_MANY], ids=["from-one", "from-many"])
@pytest.mark.parametrize("hard", [HARD, USUAL_FILES], ids=["raised", "usual"])
def test_table_works_during_thousands_of_connections(
    tmp_path: Path, hard: int, addresses: tuple[str, ...], files: None, figures: Figures
) -> None:
    server = start_server(tmp_path, hard)
    server.start()
    held: list[socket.socket] = []
    try:
        everybody = household(server)
        most = min(amount(SOCKETS // 4, SOCKETS), HARD - 200)
        for n in range(most):
            stranger = connect(server, addresses[n % len(addresses)], KINDS[n % len(KINDS)])
            held += [stranger] if stranger else []
            if n % (most // 5) == most // 10:
                everybody_plays(everybody, n, figures)
        figures["connections of strangers"] += len(held)
        assert len(held) > 0.9 * most
        everybody_plays(everybody, most, figures)
        assert len(list(Path(f"/proc/{server.process.pid}/fd").iterdir())) < hard
        everybody.check()
    finally:
        for stranger in held:
            stranger.close()
        server.kill()
    said = (tmp_path / "said-1.txt").read_text()
    assert "Traceback" not in said
    assert said.count("the tables go on") <= 1
    figures["errors"] += 0


def test_streams_of_strangers_block_nobody_else(tmp_path: Path, files: None, figures: Figures) -> None:
    """Their addresses are known at a table, so they are not limited as strangers; the file limit is the lowest
    possible."""
    server = start_server(tmp_path, USUAL_FILES)
    server.start()
    held: list[socket.socket] = []
    try:
        everybody = household(server)
        code = Browser(server, address=HOSTS[0]).request("POST", "/new/saga", {"box": "new"})[1].split("/")[2]
        for address in HOSTS:
            assert Browser(server, address=address).request("POST", f"/t/{code}/watch")[0] == 303
        head = f"GET /t/{code}/table/stream HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
        most = amount(1000, 3000)
        for n in range(most):
            stranger = connect(server, HOSTS[n % len(HOSTS)], head)
            held += [stranger] if stranger else []
            if n % (most // 5) == most // 5 - 1:
                everybody_plays(everybody, n, figures)
        figures["streams of strangers"] += len(held)
        assert len(held) > USUAL_FILES - 100
        everybody.check()
    finally:
        for stranger in held:
            stranger.close()
        server.kill()
    assert "Traceback" not in (tmp_path / "said-1.txt").read_text()


def test_flooding_client_is_limited(tmp_path: Path, figures: Figures) -> None:
    server = start_server(tmp_path, HARD)
    server.start()
    answers: list[int] = []
    seconds = amount(5, 20)
    try:
        everybody = household(server)
        began = time.monotonic()
        asking = [
            threading.Thread(target=request_until, args=(server, began + seconds, answers)) for _ in range(CONNECTIONS)
        ]
        for one in asking:
            one.start()
        meanwhile = play_until(everybody, lambda: time.monotonic() > began + seconds, 0)
        for one in asking:
            one.join()
        lasted = time.monotonic() - began
        everybody.check()
    finally:
        server.kill()
    figures["answers to somebody who asked without end"] += len(answers)
    figures["answers to a phone meanwhile"] += meanwhile
    assert set(answers) == {200}
    assert len(answers) <= REQUEST_BURST + REQUESTS_PER_SECOND * lasted + CONNECTIONS
    assert meanwhile > seconds


def request_until(server: Server, until: float, answers: list[int], path: str = "/") -> None:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60, source_address=(FROM_ONE[0], 0))
    while time.monotonic() < until:
        connection.request("GET", path)
        response = connection.getresponse()
        response.read()
        answers.append(response.status)
    connection.close()


@pytest.mark.parametrize("page", ["history", "table", "export"])
def test_pages_of_a_long_table_delay_no_other_table(tmp_path: Path, page: str, figures: Figures) -> None:
    (tmp_path / "elsewhere").mkdir()
    file = long_file(tmp_path / "elsewhere", MOST_STEPS - 100, 0)
    server = start_server(tmp_path, HARD)
    server.start()
    answers: list[int] = []
    seconds = amount(5, 20)
    try:
        everybody = household(server)
        code = import_file(server, "127.0.0.1", file).location.split("/")[2]
        assert Browser(server, address=FROM_ONE[0]).request("POST", f"/t/{code}/watch")[0] == 303
        until = time.monotonic() + seconds
        asking = [
            threading.Thread(target=request_until, args=(server, until, answers, f"/t/{code}/{page}")) for _ in range(8)
        ]
        for one in asking:
            one.start()
        meanwhile = play_until(everybody, lambda: time.monotonic() > until, 0)
        for one in asking:
            one.join()
        everybody.check()
    finally:
        server.kill()
    figures["pages of a long table"] += len(answers)
    figures["answers to a phone beside it"] += meanwhile
    assert answers
    assert meanwhile > 2 * seconds


def test_reconnecting_phone_leaves_no_open_files(tmp_path: Path, files: None, figures: Figures) -> None:
    server = start_server(tmp_path, HARD)
    server.start()
    try:
        everybody = household(server)
        phone = everybody.phones[0]
        folder = Path(f"/proc/{server.process.pid}/fd")
        before = len(list(folder.iterdir()))
        head = f"GET /t/{phone.code}/me/stream HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {phone.cookie}\r\n\r\n"
        for _ in range(amount(300, 1000)):
            stream = connect(server, phone.address, head.encode())
            assert stream is not None
            assert stream.recv(1000).startswith(b"HTTP/1.1 200")
            stream.close()
            figures["streams opened and closed"] += 1
            figures["files open at most"] = max(figures["files open at most"], len(list(folder.iterdir())))
        assert figures["files open at most"] < before + 20
    finally:
        server.kill()


# --- files that are slow to read -------------------------------------------------------------------------------


def long_file(folder: Path, renamed: int = RENAMED, undone: int = WENT_BACK) -> str:
    """Returns an export in which a player is renamed `renamed` times, followed by `undone` undos."""
    evening = Evening(make_app(folder))
    set_up(evening)
    projection = evening.projection
    start = next(record.seq for record in projection.records if isinstance(record.event, GameStarted))
    steps: list[Event] = [SeatChanged(0, f"Anna {n}", "red", True) for n in range(renamed)]
    steps += [Undone(start) for _ in range(undone)]
    at = projection.records[-1].at
    records = [Record(projection.seq + n, at, None, f"step-{n}", event) for n, event in enumerate(steps, 1)]
    return export_whole(replay_in_slices([*projection.records, *records], Budget(600, pause=lambda: None)))


@dataclass(frozen=True)
class Reply:
    """The head of a response."""

    status: str
    location: str


def import_file(server: Server, address: str, file: str) -> Reply:
    """Imports a file; the server may refuse it before everything is sent."""
    body = f'--x\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\n{file}\r\n--x--\r\n'.encode()
    head = (
        "POST /import HTTP/1.0\r\nHost: 127.0.0.1\r\nContent-Type: multipart/form-data; boundary=x\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", server.port), 120, (address, 0)) as sender:
        with contextlib.suppress(OSError):
            sender.sendall(head.encode() + body)
        status, *lines = sender.recv(4000).decode().split("\r\n")
    found = dict(line.split(": ", 1) for line in lines if ": " in line)
    return Reply(status.split()[1], found.get("Location", ""))


def test_file_that_takes_long_to_replay_blocks_no_table(tmp_path: Path, figures: Figures) -> None:
    (tmp_path / "elsewhere").mkdir()
    file = long_file(tmp_path / "elsewhere")
    figures["bytes of the file"] = len(file)
    server = start_server(tmp_path, HARD)
    server.start()
    try:
        everybody = household(server)
        assert import_file(server, "127.0.0.66", file).status == "403", "a stranger brings no file"
        answers: list[Reply] = []
        pages: list[str] = []
        bringing = threading.Thread(target=lambda: answers.append(import_file(server, "127.0.0.1", file)))
        bringing.start()
        time.sleep(0.2)
        meanwhile = play_until(everybody, lambda: not bringing.is_alive(), 0)
        bringing.join()
        assert answers[0].status == "303"
        figures["answers while it was read"] += meanwhile
        assert meanwhile >= 10
        server.kill()
        server.start()
        listing = threading.Thread(target=lambda: pages.append(everybody.laptop.request("GET", "/")[2]))
        listing.start()
        again = play_until(everybody, lambda: not listing.is_alive(), 1)
        listing.join()
        assert "What are you playing tonight?" in pages[0]
        figures["answers while it was read at the next start"] += again
        assert again >= 3
        everybody.check()
    finally:
        server.kill()


def play_until(everybody: Household, over: Callable[[], bool], round_: int) -> int:
    """Returns the number of actions answered until `over` is true."""
    answered = 0
    while not over():
        everybody.phones[0].rename(f"0-{round_}-{answered}")
        answered += 1
    return answered
