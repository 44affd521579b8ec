"""The command line in real processes: it serves, stops and reports errors."""

import contextlib
import os
import shutil
import signal
import socket
import sqlite3
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from companion.connection_limits import STREAMS
from companion.serve import CannotServe, listener
from companion.store import FILE_NAME

CHECKOUT = Path(__file__).parent.parent
SERVERS = ["gevent", "threads"]

# The real command line with a minimal app: a page, a stream and a fault.
TINY = """
import sys, types

def create_app(config):
    from flask import Flask, Response
    app = Flask("tiny")
    app.config["MAX_CONTENT_LENGTH"] = 1_000_000  # like Herald: what is read without a limit is read at one go
    plays = types.SimpleNamespace(add_missing_summaries=lambda: None)
    store = types.SimpleNamespace(checkpoint=lambda: None)
    app.extensions["herald"] = types.SimpleNamespace(pairing_code="QWERTY", plays=plays, store=store)

    @app.get("/")
    def home():
        return repr(config)

    @app.get("/stream")
    def stream():
        import time
        def beats():
            while True:
                yield "beat"
                time.sleep(0.05)
        return Response(beats(), mimetype="text/event-stream")

    @app.post("/said")
    def said():
        from flask import request
        return request.get_data()

    @app.get("/much")
    def much():
        return "x" * 20_000_000

    @app.get("/broken/<link>")
    def broken(link):
        def fault():
            yield "begun"
            raise RuntimeError("deliberate")
        return Response(fault())

    @app.get("/nodelay")
    def nodelay():
        import gc, socket
        phones = [it for it in gc.get_objects() if isinstance(it, socket.socket) and is_connected(it)]
        return repr([bool(it.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)) for it in phones])

    return app

def is_connected(sock):
    try:
        return bool(sock.getpeername())
    except OSError:
        return False

sys.modules["companion.app"] = types.ModuleType("companion.app")
sys.modules["companion.app"].create_app = create_app
from companion.__main__ import main
sys.exit(main())
"""

Process = subprocess.Popen[str]
Start = Callable[..., Process]


@pytest.fixture
def port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts companions; kills those still running at the end."""
    begun: list[Process] = []

    def start(
        *words: object, folder: Path = tmp_path / "instance", prefix: Sequence[str] = (), script: str = TINY
    ) -> Process:
        options = [*map(str, words), "--no-browser", "--instance", str(folder)]
        begun.append(running([*prefix, sys.executable, "-c", script, *options]))
        return begun[-1]

    yield start
    for process in begun:
        process.kill()
        process.communicate()


def running(command: list[str]) -> Process:
    variables = {**os.environ, "PYTHONPATH": str(CHECKOUT), "PYTHONIOENCODING": "utf-8"}
    pipe = subprocess.PIPE
    return subprocess.Popen(command, env=variables, stdout=pipe, stderr=pipe, encoding="utf-8")


def until_ready(process: Process) -> str:
    assert process.stdout
    line = process.stdout.readline()
    assert "is ready" in line, process.communicate()
    return line


def refusal(process: Process) -> str:
    """Returns the one sentence printed by a companion that does not start."""
    out, err = process.communicate()
    assert process.returncode not in (0, None)
    assert out == ""
    assert err.count("\n") == 1
    assert err.endswith(".\n")
    return err


@pytest.mark.parametrize("server", SERVERS)
def test_companion_prints_its_address_and_answers_there(start: Start, port: int, server: str) -> None:
    process = start("--host", "127.0.0.1", "--port", port, "--server", server)
    assert f"http://127.0.0.1:{port}/" in until_ready(process)
    with urlopen(f"http://127.0.0.1:{port}/") as answer:
        assert b"Config(" in answer.read()


@pytest.mark.skipif(not socket.has_ipv6, reason="needs IPv6")
def test_ipv6_listener_accepts_no_ipv4() -> None:
    """Otherwise the laptop would appear as ::ffff:127.0.0.1 and not be recognised."""
    try:
        listening = listener("::", 0)
    except CannotServe:
        pytest.skip("this machine has no IPv6 address")
    with listening:
        assert listening.getsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY) == 1


def test_without_gevent_threads_are_used(start: Start, port: int) -> None:
    without = "import sys; sys.modules['gevent'] = None\n"
    until_ready(start("--host", "127.0.0.1", "--port", port, script=without + TINY))
    with urlopen(f"http://127.0.0.1:{port}/") as answer:
        assert answer.headers["Server"].startswith("Werkzeug")


@pytest.mark.parametrize("server", SERVERS)
def test_address_keeps_its_newest_streams(start: Start, port: int, server: str) -> None:
    until_ready(start("--host", "127.0.0.1", "--port", port, "--server", server))
    lines = [HTTPConnection("127.0.0.1", port, source_address=("127.0.0.2", 0)) for _ in range(STREAMS + 1)]
    streams = []
    for line in lines:
        line.request("GET", "/stream")
        streams.append(line.getresponse())
        assert streams[-1].read(4) == b"beat"
    with contextlib.suppress(OSError, HTTPException):
        while streams[0].read(4):
            pass
    for stream in streams[1:]:
        assert stream.read(4) == b"beat"
    for line in lines:
        line.close()


SHORT_TIMEOUTS = (
    "from companion import connection_limits as limits; limits.TIMEOUTS.update(dict.fromkeys(limits.TIMEOUTS, 1.0))\n"
)
# Generating a response may take long, sending it may not.
LONG_RESPONSE_TIMEOUT = SHORT_TIMEOUTS + "limits.TIMEOUTS[limits.ConnectionState.ANSWERED] = 100.0\n"


@pytest.mark.parametrize("server", SERVERS)
@pytest.mark.parametrize(
    "first",
    [
        "GET / HTTP/1.1\r\nX-Slow: ",
        "POST /said HTTP/1.1\r\nHost: h\r\nContent-Length: 9999\r\n\r\n",
        "POST /nowhere HTTP/1.1\r\nHost: h\r\nContent-Length: 9999\r\n\r\n",
    ],
    ids=["head", "body", "body that nobody reads"],
)
def test_slow_request_is_disconnected(start: Start, port: int, server: str, first: str) -> None:
    until_ready(start("--host", "127.0.0.1", "--port", port, "--server", server, script=LONG_RESPONSE_TIMEOUT + TINY))
    with socket.create_connection(("127.0.0.1", port), 1, ("127.0.0.2", 0)) as stranger:
        stranger.sendall(first.encode())
        with pytest.raises(ConnectionError):
            letter_by_letter(stranger)


@pytest.mark.parametrize("server", SERVERS)
def test_body_that_keeps_coming_is_accepted(start: Start, port: int, server: str) -> None:
    """It takes four times the timeout of a silent connection."""
    until_ready(start("--host", "127.0.0.1", "--port", port, "--server", server, script=LONG_RESPONSE_TIMEOUT + TINY))
    with socket.create_connection(("127.0.0.1", port), 5, ("127.0.0.2", 0)) as phone:
        phone.sendall(b"POST /said HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Length: 400000\r\n\r\n")
        for _ in range(40):
            phone.sendall(b"x" * 10_000)
            time.sleep(0.1)
        got = b"".join(iter(lambda: phone.recv(100_000), b""))
    assert got.endswith(b"x" * 400_000)


def letter_by_letter(stranger: socket.socket) -> None:
    for _ in range(80):
        stranger.sendall(b"x")
        time.sleep(0.1)


@pytest.mark.parametrize("server", SERVERS)
def test_client_that_does_not_read_the_response_is_disconnected(start: Start, port: int, server: str) -> None:
    until_ready(start("--host", "127.0.0.1", "--port", port, "--server", server, script=SHORT_TIMEOUTS + TINY))
    with socket.create_connection(("127.0.0.1", port), 5, ("127.0.0.2", 0)) as stranger:
        stranger.sendall(b"GET /much HTTP/1.1\r\nHost: h\r\n\r\n")
        time.sleep(3)
        got = 0
        with contextlib.suppress(ConnectionError):
            while more := stranger.recv(1_000_000):
                got += len(more)
    assert 0 < got < 20_000_000


@pytest.mark.parametrize(("screen", "told"), [("", True), (":0", False)])
@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="there is always a screen")
def test_machine_without_a_screen_prints_the_household_code(
    start: Start, port: int, monkeypatch: pytest.MonkeyPatch, screen: str, told: bool
) -> None:
    monkeypatch.setenv("DISPLAY", screen)
    monkeypatch.setenv("WAYLAND_DISPLAY", "")
    process = start("--host", "127.0.0.1", "--port", port)
    until_ready(process)
    process.send_signal(signal.SIGTERM)
    assert process.stdout
    # Not communicate(), which drops data that arrived with the first line.
    assert ("No screen here: a device that types QWERTY" in process.stdout.read()) is told


@pytest.mark.parametrize("server", SERVERS)
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_companion_stops_cleanly_with_an_open_stream(
    start: Start, port: int, server: str, number: signal.Signals
) -> None:
    process = start("serve", "--host", "127.0.0.1", "--port", port, "--server", server)
    until_ready(process)
    with urlopen(f"http://127.0.0.1:{port}/stream") as stream:
        assert stream.read(4) == b"beat"
        process.send_signal(number)
        out, err = process.communicate()
    assert (process.returncode, err) == (0, "")
    assert out.endswith("Goodbye.\n")


@pytest.mark.parametrize("server", SERVERS)
def test_database_file_is_complete_once_herald_has_stopped(
    start: Start, port: int, server: str, tmp_path: Path
) -> None:
    process = start("--host", "127.0.0.1", "--port", port, "--server", server, script=HERALD)
    until_ready(process)
    urlopen(Request(f"http://127.0.0.1:{port}/new/saga", b"box=example")).close()
    process.terminate()
    assert (process.communicate()[1], process.returncode) == ("", 0)
    copied = shutil.copy(tmp_path / "instance" / FILE_NAME, tmp_path / "copied.sqlite3")
    with contextlib.closing(sqlite3.connect(copied)) as database:
        assert database.execute("SELECT game FROM tables").fetchall() == [("saga",)]


@pytest.mark.parametrize("server", SERVERS)
def test_companion_started_in_the_background_can_be_interrupted(start: Start, port: int, server: str) -> None:
    ignored = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
    process = start("serve", "--host", "127.0.0.1", "--port", port, "--server", server, script=ignored + TINY)
    until_ready(process)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate()
    assert out.endswith("Goodbye.\n")


@pytest.mark.parametrize("server", SERVERS)
def test_links_are_not_logged(start: Start, port: int, server: str) -> None:
    process = start("--host", "127.0.0.1", "--port", port, "--server", server)
    until_ready(process)
    for request in (
        "GET /?seat=s3cret HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n",
        "GET /broken/s3cret HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n",
        "GET /s3cret HTTP/9.9\r\n\r\n",
        "s3cret\r\n\r\n",
    ):
        raw(port, request)
    process.terminate()
    out, err = process.communicate()
    assert "deliberate" in err
    assert "s3cret" not in out + err


@pytest.mark.parametrize("server", SERVERS)
def test_malformed_request_head_leaves_no_trace_on_the_console(start: Start, port: int, server: str) -> None:
    process = start("--host", "127.0.0.1", "--port", port, "--server", server)
    until_ready(process)
    many = "".join(f"X-{n}: 1\r\n" for n in range(200))
    for head in (many, f"X: {'x' * 70_000}\r\n"):
        with contextlib.suppress(ConnectionResetError):  # the server may close before reading all of it
            raw(port, f"GET / HTTP/1.1\r\nHost: h\r\n{head}\r\n")
    with socket.create_connection(("127.0.0.1", port)) as phone:
        phone.sendall(b"GET / HTTP/1.1\r\nHost: h\r\nX-Half: ")
        phone.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # closes with a reset
    with urlopen(f"http://127.0.0.1:{port}/") as answer:
        assert answer.status == 200
    process.terminate()
    assert process.communicate()[1] == ""


def raw(port: int, request: str) -> str:
    """Sends a request as it is; returns everything that is answered."""
    answered = b""
    with socket.create_connection(("127.0.0.1", port), 10) as phone:
        phone.sendall(request.encode())
        while data := phone.recv(4096):
            answered += data
    return answered.decode(errors="replace")


HIDDEN = "GET /favicon.ico HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
POST = "POST /import HTTP/1.1\r\nHost: 127.0.0.1\r\n"
# Requests after which a proxy may see a second one where Herald sees the rest of the first, or the other way round.
AMBIGUOUS = {
    "length and chunks": POST + "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "two lengths": POST + "Content-Length: 0\r\nContent-Length: 5\r\n\r\n",
    "a space before the colon": POST + "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
    "unknown encoding": POST + "Transfer-Encoding: xchunked\r\n\r\n",
    "length with a sign": POST + "Content-Length: +0\r\n\r\n",
    "malformed chunk": POST
    + "Content-Type: multipart/form-data; boundary=b\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    "two hosts": "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: localhost\r\n\r\n",
    "foreign host": "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n",
}
HERALD = "import sys; from companion.__main__ import main; sys.exit(main())"


@pytest.mark.parametrize("server", SERVERS)
def test_nothing_is_answered_after_a_malformed_request(start: Start, port: int, server: str) -> None:
    until_ready(start("--host", "127.0.0.1", "--port", port, "--server", server, script=HERALD))
    for case, request in AMBIGUOUS.items():
        answers = raw(port, request + HIDDEN)
        assert answers.count("HTTP/1.") <= 1, case
        if server == "gevent":
            assert answers.split()[1] == "400", case


@pytest.mark.parametrize("server", SERVERS)
def test_uploaded_file_arrives(start: Start, port: int, server: str) -> None:
    until_ready(start("--host", "127.0.0.1", "--port", port, "--server", server))
    body = b'--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nhello\r\n--b--\r\n'
    upload = Request(f"http://127.0.0.1:{port}/said", body, {"Content-Type": "multipart/form-data; boundary=b"})
    with urlopen(upload) as answer:
        assert answer.read() == body


@pytest.mark.parametrize("server", SERVERS)
def test_responses_are_sent_without_delay(start: Start, port: int, server: str) -> None:
    until_ready(start("--host", "127.0.0.1", "--port", port, "--server", server))
    with urlopen(f"http://127.0.0.1:{port}/nodelay") as answer:
        assert answer.read() == b"[True]"


@pytest.mark.parametrize("server", SERVERS)
def test_taken_port_is_refused_in_one_sentence(start: Start, server: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = other.getsockname()[1]
        said = refusal(start("--host", "127.0.0.1", "--port", taken, "--server", server))
    assert f"Port {taken} is taken" in said
    assert "--port" in said


def test_read_only_folder_is_refused_in_one_sentence(start: Start, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    said = refusal(start("--host", "127.0.0.1", folder=tmp_path / "file" / "below"))
    assert "cannot be written to" in said
    assert "--instance" in said


@pytest.mark.parametrize("server", SERVERS)
def test_second_herald_on_the_same_folder_refuses_to_start(start: Start, port: int, server: str) -> None:
    until_ready(start("--host", "127.0.0.1", "--port", port, "--server", server))
    said = refusal(start("--host", "127.0.0.1", "--port", port + 1, "--server", server))
    assert "already running" in said
    assert "--instance" in said


def test_host_of_another_computer_is_refused_in_one_sentence(start: Start, port: int) -> None:
    assert "--host" in refusal(start("--host", "198.51.100.7", "--port", port))


WRONG = {"--address": "192.168.1", "--port": "99999", "--server": "apache", "--colour": "red"}


@pytest.mark.parametrize(("option", "value"), WRONG.items())
def test_wrong_option_is_refused_in_one_sentence(start: Start, option: str, value: str) -> None:
    said = refusal(start(option, value))
    assert option in said
    assert value in said


def has_network_namespaces() -> bool:
    unshare = shutil.which("unshare")
    return unshare is not None and subprocess.run([unshare, "-rn", "true"], capture_output=True).returncode == 0


alone = pytest.mark.skipif(not has_network_namespaces(), reason="needs a network of its own")


@alone
def test_without_a_network_the_error_suggests_playing_alone(start: Start) -> None:
    said = refusal(start(prefix=("unshare", "-rn")))
    assert "No network found: phones cannot join" in said
    assert "--host 127.0.0.1" in said


@alone
@pytest.mark.parametrize("words", [("--host", "127.0.0.1"), ("--address", "192.168.1.20")])
def test_without_a_network_host_or_address_option_allows_a_start(start: Start, words: tuple[str, str]) -> None:
    assert words[1] in until_ready(start(*words, prefix=("unshare", "-rn")))
