"""Hostile requests, derived from the forms on the pages or made up entirely.

Routes come from `url_map` and field names from the forms on the pages, so new routes are covered automatically.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from itertools import cycle
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from companion.devices import hashed
from companion.services import Services
from companion.store import DeviceRole, TableRow
from scoring.bots import fill_in
from scoring.games import GAMES
from scoring.kernel import Rng
from scoring.legal_actions import Count, Dice, LegalAction
from scoring.recording import export_whole, to_json
from scoring.replay import Projection
from scoring.table import actions_by_name
from tests.actors import HTMX, token
from tests.conftest import make_app
from tests.games import codes
from tests.release_gates.twins import Playing

FORM = "application/x-www-form-urlencoded"
KINDS = (FORM, "multipart/form-data; boundary=x", "application/json", "text/plain", "", FORM + "; charset=utf-16")
NUMBERS = ("", "0", "-1", "1e9", "9" * 9, "9" * 400, "²", "true", "None")
WORDS = ("x", "\0", "\u202e", "💥", "' OR 1=1 --", "../..", "<script>alert(1)</script>", "{{ 7*7 }}", "x" * 900)
JUNK = (*NUMBERS, *WORDS)
HUGE = ("1" * 66_000, "x" * 20_000)
HEADERS: tuple[Mapping[str, str], ...] = (
    *({}, {}, {}, HTMX, {"Accept-Language": "xx-\x01;q=7"}, {"Accept-Encoding": "gzip;q=nan"}),
    *({"Range": "bytes=9-1"}, {"If-None-Match": "*"}, {"Content-Length": "5"}, {"Transfer-Encoding": "chunked"}),
    *({"X-Forwarded-For": "127.0.0.1"}, {"HX-Request": "\xff"}, {"Cookie": "herald=\xff; language=\x7f"}),
    *({"Sec-Fetch-Site": "cross-site"}, {"Origin": "https://evil.example"}, {"Expect": "100-continue"}),
)
STREAM = "text/event-stream"
# The laptop has more rights: it may host any table, see all tables and change the network.
LAPTOP = "laptop"


@dataclass(frozen=True)
class Hostile:
    """A request, its sender and its allowed response statuses."""

    what: str
    who: str
    method: str
    path: str
    body: bytes = b""
    kind: str = FORM
    headers: Mapping[str, str] = field(default_factory=dict)
    # Allowed statuses; empty means any below 500.
    expected: tuple[int, ...] = ()


class World:
    """A Herald server with one table per game, each at a random point, and all devices that could send requests."""

    def __init__(self, folder: Path, seed: int) -> None:
        folder.mkdir(parents=True)
        self.rng = random.Random(f"hostile {seed}")
        self.app: Flask = make_app(folder, seed)
        self.made: Services = self.app.extensions["herald"]
        self.made.bots.stop()  # only requests may change the state
        self.codes = [self._table(game, code) for game, code in zip(GAMES, codes(), strict=False)]
        self.box = self.made.store.add_box(next(iter(GAMES)), "Our copy").id
        self.clients: dict[str, FlaskClient] = {}
        self.fields = self._fields()
        self.names = sorted({"to", "number", "field", "value"}.union(*self.fields.values()))
        self.before: list[Hostile] = []
        rules = list(self.app.url_map.iter_rules())
        self.routes = cycle(self.rng.sample(rules, len(rules)))

    def _table(self, game: str, code: str) -> str:
        """Opens a table with a game of bots that was stopped at a random point."""
        stop = self.rng.choice((0, 1, 3, 10, 30, 60, 100, 399))
        playing = Playing(game, self.rng.randrange(1000))
        for number, _ in enumerate(playing.moments()):
            if number == stop:
                break
        projection = playing.projection
        row = TableRow(code, game, projection.records[0].at, None, None)
        self.made.store.open_table(row, [to_json(record) for record in projection.records])
        live = self.made.tables.find(code)
        for number, seat in enumerate(projection.table.seats):
            self.made.tables.claim(live, hashed(token(f"{code}-{number}")), DeviceRole(seat.key))
        self.made.tables.claim(live, hashed(token(f"{code}-host")), DeviceRole(host=True))
        self.made.tables.claim(live, hashed(token(f"{code}-screen")), DeviceRole())
        return code

    def _fields(self) -> dict[str, set[str]]:
        """Returns the field names of all forms by the endpoint they post to."""
        found: dict[str, set[str]] = {}
        routes = self.app.url_map.bind("localhost")
        paths = ("/table", "/invite", "/box", "/history", "/story")
        tables = [f"/t/{code}{path}" for code in self.codes[:2] for path in paths]
        news, first = [f"/new/{game}" for game in GAMES], self.codes[0]
        for path in ("/", *news, f"/j/{first}", "/statistics", f"/boxes/{self.box}", *tables):
            page = self.client(f"{first}-host").get(path).text
            for action, inside in re.findall(r'<form[^>]* action="(/[^"?]*)[^>]*>(.*?)</form>', page, re.DOTALL):
                names = set(re.findall(r' name="([^"]{1,40})"', inside))
                method = "POST" if "POST" in routes.allowed_methods(action) else "GET"
                found.setdefault(routes.match(action, method)[0], set()).update(names)
        return found

    def client(self, who: str) -> FlaskClient:
        if who not in self.clients:
            self.clients[who] = client = self.app.test_client()
            if who != "nobody":
                client.set_cookie("herald", token(who))
        return self.clients[who]

    def projection(self, code: str) -> Projection:
        return self.made.tables.find(code).projection

    @property
    def people(self) -> list[str]:
        seated = [f"{code}-{n}" for code in self.codes for n in range(len(self.projection(code).table.seats))]
        return [
            "nobody",
            "stranger",
            *[LAPTOP] * (len(seated) // 4),
            *seated,
            *(f"{code}-{what}" for code in self.codes for what in ("host", "screen")),
        ]

    # --- stored names -----------------------------------------------------------------------------------------

    def state(self) -> tuple[object, ...]:
        """Returns a fingerprint of everything a request could change."""
        live = self.made.tables._live
        return (self.made.store._connection.total_changes, *(id(live[code].projection) for code in self.codes))

    def send(self, request: Hostile) -> TestResponse:
        # Many addresses, because the rate limit on guessing has its own tests.
        afar = f"10.{self.rng.randrange(256)}.{self.rng.randrange(256)}.7"
        address = "127.0.0.1" if request.who == LAPTOP else afar
        return self.client(request.who).open(
            request.path,
            method=request.method,
            data=request.body,
            content_type=request.kind,
            headers=dict(request.headers),
            environ_overrides={"REMOTE_ADDR": address},
        )

    # --- the requests -----------------------------------------------------------------------------------------

    def next(self) -> Hostile:
        return self.rng.choices(list(KINDS_OF_REQUESTS), list(KINDS_OF_REQUESTS.values()))[0](self)

    def offered_form(self) -> tuple[str, LegalAction, dict[str, str]] | None:
        """Returns a form that a page currently shows: the device, the legal action and the filled-in form."""
        return next(
            filter(None, (self._forms_offered(code) for code in self.rng.sample(self.codes, len(self.codes)))), None
        )

    def _forms_offered(self, code: str) -> tuple[str, LegalAction, dict[str, str]] | None:
        projection = self.projection(code)
        if projection.table.standings is not None or not projection.table.started:
            return None
        seat = self.rng.randrange(len(projection.table.seats))
        view = projection.table.game.view(projection.table.state, seat)
        legal_actions = [
            legal_action for legal_action in (*view.legal_actions, *view.corrections) if legal_action.seat == seat
        ]
        if not legal_actions:
            return None
        legal_action, rng = self.rng.choice(legal_actions), Rng(self.rng)
        form = {
            "action_name": legal_action.action,
            "page": "me",
            "seat": str(seat),
            "seq": str(projection.seq),
            **fill_in(legal_action, rng),
        }
        return f"{code}-{seat}", legal_action, form

    def submit(self, what: str, who: str, form: Mapping[str, str], code: str, **more: Any) -> Hostile:
        pairs = list(form.items())
        self.rng.shuffle(pairs)
        body = urlencode(pairs, errors="surrogatepass").encode()
        request = Hostile(what, who, "POST", f"/t/{code}/actions", body, headers=self.rng.choice(HEADERS[:4]), **more)
        self.before.append(request)
        return request

    def missing(self) -> Hostile:
        if (found := self.offered_form()) is None:
            return self.anywhere()
        who, _, form = found
        gone = self.rng.choice(list(form))
        expected = (400,) if gone in ("action_name", "seq") else ()
        left = {key: value for key, value in form.items() if key != gone}
        return self.submit("missing", who, left, who[:4], expected=expected)

    def mistyped(self) -> Hostile:
        """Returns a legal form with one field replaced by junk."""
        if (found := self.offered_form()) is None:
            return self.anywhere()
        who, _, form = found
        return self.submit(
            "mistyped", who, {**form, self.rng.choice(list(form)): self.rng.choice((*JUNK, *HUGE))}, who[:4]
        )

    def out_of_range(self) -> Hostile:
        if (found := self.offered_form()) is None or not found[1].fields:
            return self.anywhere()
        who, legal_action, form = found
        chosen = self.rng.choice(legal_action.fields)
        match chosen:
            case Count(_, low, high):
                value = str(self.rng.choice((low - 1, high + 1, high + 1000, -(10**6))))
            case Dice():
                value = self.rng.choice(("0", "7", "66666666666", "6,7", "-1"))
            case _:
                value = self.rng.choice(("nowhere", "99", "-9", str(chosen.options[0]) + "x"))
        return self.submit("out of range", who, {**form, chosen.name: value}, who[:4], expected=(400, 403, 422))

    def foreign(self) -> Hostile:
        """Returns the form of one seat sent by another device; private actions must be refused."""
        if (found := self.offered_form()) is None:
            return self.anywhere()
        who, legal_action, form = found
        other = self.rng.choice([person for person in self.people if person != who])
        # A client without a cookie may have been given one since, and a role with it.
        at_the_table = other == "nobody" or hashed(token(other)) in self.made.tables.find(who[:4]).claims
        page = self.rng.choice(("me", "table", "curtain"))
        # The curtain page is only for seats without a phone, and devices without a role may do nothing.
        expected = (403,) if not at_the_table or legal_action.private or page == "curtain" else ()
        return self.submit("foreign seat", other, {**form, "page": page}, who[:4], expected=expected)

    def replayed(self) -> Hostile:
        """Returns a request that was sent before."""
        if not self.before:
            return self.anywhere()
        return replace(self.rng.choice(self.before[-300:]), what="replayed", expected=())

    def reordered(self) -> Hostile:
        """Returns a form with the seq of an earlier page, or of one that does not exist yet."""
        if (found := self.offered_form()) is None:
            return self.anywhere()
        who, _, form = found
        seq = self.rng.choice((0, 1, int(form["seq"]) - 1, int(form["seq"]) + 1, 10**8))
        return self.submit("reordered", who, {**form, "seq": str(max(0, seq))}, who[:4])

    def any_ask(self) -> Hostile:
        """Returns any action of any game at any table, with junk in its fields and sometimes an extra field."""
        code, who = self.rng.choice(self.codes), self.rng.choice(self.people)
        actions = actions_by_name(GAMES[self.rng.choice(list(GAMES))])
        name = self.rng.choice(list(actions))
        fields = {field: self.junk() for field in actions[name].__dataclass_fields__}
        where = {
            "seat": self.rng.choice("0123499"),
            "seq": self.rng.choice(("0", "9999", str(self.projection(code).seq))),
        }
        extra = {self.rng.choice((*self.names, "preview", "__class__")): self.junk()} if self.rng.random() < 0.3 else {}
        page = self.rng.choice(("me", "table", "curtain", "moved", ""))
        return self.submit("any ask", who, {"action_name": name, "page": page, **where, **fields, **extra}, code)

    def junk(self) -> str:
        return self.rng.choice((*JUNK, "1", "2", "3", "red", "Anna", "Wigemor", "paris"))

    def anywhere(self) -> Hostile:
        """Returns a request to any route with any method, path values and form."""
        rule = next(self.routes)
        methods = sorted((rule.methods or set()) & {"GET", "POST"})
        if self.rng.random() < 0.2:
            methods = ["HEAD", "OPTIONS", "POST", "PUT", "DELETE"]
        method = self.rng.choice(methods)
        who = self.rng.choice(self.people)
        if rule.endpoint == "start.delete" and (who.endswith("host") or who == LAPTOP):
            who = "stranger"  # the host and the laptop may delete tables
        query = "?" + urlencode({self.rng.choice(self.names): self.junk()}) if self.rng.random() < 0.2 else ""
        body, kind = self.any_body(sorted(self.fields.get(rule.endpoint, self.names)))
        return Hostile("anywhere", who, method, self.path(rule) + query, body, kind, self.headers())

    def headers(self) -> Mapping[str, str]:
        return self.rng.choice(HEADERS) if self.rng.random() < 0.4 else {}

    def path(self, rule: Rule) -> str:
        built = rule.rule
        for name in rule.arguments:
            # Includes imported tables.
            right = {"code": self.rng.choice(sorted(self.made.tables._live)), "seat": "1", "number": str(self.box)}
            right |= {"page": "table", "game": self.rng.choice(list(GAMES))}
            right |= {"token": "x" * 32, "filename": "herald.css"}
            value = right.get(name, "1") if self.rng.random() < 0.7 else quote(self.junk(), safe="")[:1500]
            built = re.sub(rf"<(?:\w+:)?{name}>", lambda _, value=value: value, built)
        return built

    def any_body(self, names: list[str]) -> tuple[bytes, str]:
        form = {name: self.junk() for name in names if self.rng.random() < 0.7}
        bodies: list[Callable[[], bytes]] = [
            lambda: urlencode(form).encode(),
            lambda: urlencode(form).encode(),
            lambda: urlencode({**form, self.rng.choice(names or self.names): self.rng.choice(HUGE)}).encode(),
            lambda: b"",
            lambda: self.rng.randbytes(self.rng.choice((3, 200, 5000))),
            lambda: b"action_name=%ff%fe&seat=\x80&name=%c3%28&" + urlencode(form).encode(),
            lambda: part("file", self.any_file()),
            lambda: part(self.rng.choice(names or self.names), self.rng.randbytes(50)),
            lambda: b"&".join(b"f%d=1" % n for n in range(2000)),
        ]
        number = self.rng.randrange(len(bodies))
        fitting = KINDS[1] if number in (6, 7) else FORM
        return bodies[number](), fitting if self.rng.random() < 0.7 else self.rng.choice(KINDS)

    def any_file(self) -> bytes:
        """Returns an export with some bytes changed, possibly truncated."""
        raw = bytearray(export_whole(self.projection(self.rng.choice(self.codes))).encode())
        for _ in range(self.rng.choice((0, 1, 5))):
            raw[self.rng.randrange(len(raw))] = self.rng.randrange(256)
        return bytes(raw[: self.rng.choice((len(raw), len(raw) // 2, 100))])


KINDS_OF_REQUESTS: dict[Callable[[World], Hostile], int] = {
    World.missing: 2,
    World.mistyped: 3,
    World.out_of_range: 3,
    World.foreign: 3,
    World.replayed: 2,
    World.reordered: 2,
    World.any_ask: 3,
    World.anywhere: 6,
}


def part(name: str, content: bytes) -> bytes:
    head = b'--x\r\nContent-Disposition: form-data; name="' + name.encode() + b'"; filename="f"\r\n\r\n'
    return head + content + b"\r\n--x--\r\n"
