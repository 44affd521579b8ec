"""Two real servers whose tables differ in one seat's secret send the same bytes and write the same log."""

from __future__ import annotations

import contextlib
import random
import re
import socket
from pathlib import Path
from urllib.parse import urlencode

import pytest

from companion.devices import hashed
from companion.store import DeviceRole, Store, TableRow
from scoring.games import GAMES
from scoring.recording import to_json
from scoring.replay import Projection
from tests.actors import DEVICE_KEY, token
from tests.games import codes, games_with_secrets
from tests.release_gates import amount
from tests.release_gates.figures import Figures
from tests.release_gates.twins import Playing, Twins, twins_at
from tests.secrecy import PAGES, probes_of
from tests.server import COMPANION, Server

CODES = dict(zip(GAMES, codes(), strict=False))
THE_TIME = re.compile(rb"\r\nDate: [^\r]*")
# Random per server, and printed only in the server log.
THE_HOUSE_CODE = re.compile(rb"types \w+ on its page /house")
FIRST_NEWS = re.compile(rb"event: news\ndata: [^\n]*\n\n")


def pair_of(game: str) -> Twins:
    rng = random.Random(4)
    found = (twins_at(projection, rng) for seed in range(4, 99) for projection in Playing(game, seed).moments())
    pair = next((twins for twins in found if twins is not None and twins.differ), None)
    assert pair, f"no moment of {game} could have been otherwise for one seat alone: see `otherwise` in tests/games.py"
    return pair


@pytest.fixture(scope="module")
def pairs() -> dict[str, Twins]:
    return {game: pair_of(game) for game in games_with_secrets()}


def write_folder(folder: Path, projections: dict[str, Projection]) -> None:
    """Creates a data folder with these tables and the roles of all devices."""
    folder.mkdir()
    store = Store(folder)
    store.set_setting("device_key", DEVICE_KEY)
    for game, projection in projections.items():
        code = CODES[game]
        store.open_table(
            TableRow(code, game, projection.records[0].at, None, None), [to_json(r) for r in projection.records]
        )
        claims = {str(number): DeviceRole(seat.key) for number, seat in enumerate(projection.table.seats)}
        for who, claim in {**claims, "host": DeviceRole(host=True), "screen": DeviceRole()}.items():
            store.set_claim(code, hashed(token(who)), claim)
    store.close()


def raw_response(port: int, who: str, path: str, form: str = "") -> bytes:
    """Sends one request and returns all bytes of the response; for a stream, up to the first news event."""
    head = f"{'POST' if form else 'GET'} {path} HTTP/1.0\r\nHost: 127.0.0.1:{port}\r\nCookie: herald={token(who)}\r\n"
    kind = f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(form)}\r\n\r\n{form}"
    got = b""
    with socket.create_connection(("127.0.0.1", port), timeout=20) as connection:
        connection.sendall((head + kind).encode())
        while not FIRST_NEWS.search(got) and (more := connection.recv(65536)):
            got += more
        # Wait until the server closes too: until then it treats the stream's phone as awake.
        with contextlib.suppress(OSError):  # the server may have closed it already
            connection.shutdown(socket.SHUT_WR)
            while connection.recv(65536):
                pass
    return THE_TIME.sub(b"", got)


def bytes_received(folder: Path, port: int, pairs: dict[str, Twins]) -> dict[str, bytes]:
    """Returns everything that all other devices receive from a server on this folder, and the server log."""
    server = Server(folder, (*COMPANION, "--instance", str(folder)), port=port)
    server.start()
    got = {}
    for game, twins in pairs.items():
        seats = range(len(twins.one.table.seats))
        others = ["host", "screen", "spectator", *(str(seat) for seat in seats if seat not in twins.hiding)]
        pages = [*PAGES, "/me/stream", "/table/stream"]
        for number, who in enumerate(others):
            looked = random.Random(number).sample(pages, amount(5, len(pages)))
            got |= {
                f"{page} of {game} for {who}": raw_response(port, who, f"/t/{CODES[game]}{page}") for page in looked
            }
        probe = urlencode({**probes_of(game)[0], "seat": min(twins.hiding), "seq": 9})
        got[f"probe of {game}"] = raw_response(port, others[-1], f"/t/{CODES[game]}/actions", probe)
    server.kill()
    return got | {"the server’s log": THE_HOUSE_CODE.sub(b"", (folder / "said-1.txt").read_bytes())}


def test_two_servers_send_the_same_bytes_and_write_the_same_log(
    pairs: dict[str, Twins], tmp_path: Path, figures: Figures
) -> None:
    write_folder(tmp_path / "one", {game: twins.one for game, twins in pairs.items()})
    write_folder(tmp_path / "two", {game: twins.two for game, twins in pairs.items()})
    port = Server(tmp_path).port
    one, two = (bytes_received(tmp_path / name, port, pairs) for name in ("one", "two"))
    assert [what for what in one if one[what] != two[what]] == []
    assert all(b"HTTP/1." in got for what, got in one.items() if what != "the server’s log")
    figures["answers compared on the wire"] += len(one)
    figures["bytes compared"] += sum(map(len, one.values()))
