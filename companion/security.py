"""Request checks (host, origin, size), and headers for every response."""

from __future__ import annotations

import ipaddress
import socket
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from urllib.parse import urlsplit

from flask import Flask, Response, abort, request
from werkzeug.exceptions import BadRequest, TooManyRequests

MAX_FORM = 64 * 1024
MAX_FILE = 8 * 1024 * 1024
GUESSES = 12
GUESS_SECONDS = 60.0
# After this many wrong guesses in total, each address has one guess per STRICT_SECONDS; after MOST_GUESSES, none.
ALL_GUESSES = 60
STRICT_SECONDS = 600.0
MOST_GUESSES = 600
# Tables that devices outside the household may open, per address and in total.
OPENINGS = 5
ALL_OPENINGS = 30
OPENING_SECONDS = 600.0
# Actions of devices without a seat, per address (one every two seconds) and in total.
STEPS = 300
ALL_STEPS = 100_000
# Actions of a device with a seat in ten minutes: 200 a minute, which nobody taps for long.
SEATED_STEPS = 2000
# Rematches per address and in total; the total is so high that strangers cannot keep a table from its rematch.
REMATCHES = 10
ALL_REMATCHES = 1000

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; media-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # With no-referrer, browsers would post "Origin: null".
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


def protect(app: Flask, names: frozenset[str], local_name: Callable[[], str] = lambda: "") -> None:
    """Adds the checks; `local_name` returns the name currently announced on the local network, or an empty string."""
    app.config["MAX_CONTENT_LENGTH"] = MAX_FORM
    app.config["MAX_FORM_MEMORY_SIZE"] = MAX_FORM
    app.config["MAX_FORM_PARTS"] = 200
    known = own_names() | {name.casefold() for name in names}

    @app.before_request
    def check_host() -> None:
        """Rejects foreign names that point to this machine (DNS rebinding)."""
        if not is_our_host(request.host, known) and not is_our_host(request.host, frozenset({local_name()} - {""})):
            raise NotOurName

    @app.before_request
    def check_origin() -> None:
        """Rejects posts from other sites' pages."""
        if request.method not in ("GET", "HEAD", "OPTIONS") and is_cross_site():
            abort(403)

    @app.after_request
    def add_headers(response: Response) -> Response:
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        if request.is_secure or host_name(request.host) in LOOPBACK:  # else browsers ignore the header with a warning
            response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
        # Screens show secrets, which must not stay in a cache or behind the back button.
        response.headers.setdefault("Cache-Control", "no-store")
        if response.status_code == 400:  # the rest of a malformed request must not be read as another one
            response.headers["Connection"] = "close"
        return response


class NotOurName(BadRequest):
    """The request is for a host name that this machine does not have."""


class TooFast(TooManyRequests):
    """A device with a seat has sent more actions than a person taps."""


def own_names() -> frozenset[str]:
    """Returns this machine's host names, including the mDNS name."""
    name = socket.gethostname().casefold()
    return frozenset({"localhost", name, f"{name.partition('.')[0]}.local"})


def host_name(host: str) -> str:
    """Returns the name in a Host header, without its port."""
    return (urlsplit(f"//{host}").hostname or "").casefold()


def is_our_host(host: str, known: frozenset[str]) -> bool:
    name = host_name(host)
    if name in known:
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def is_cross_site() -> bool:
    if request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        return True
    origin = request.headers.get("Origin")
    return origin is not None and origin.partition("://")[2] != request.host


class RateCounter:
    """Counts recent occurrences, by address and in total."""

    def __init__(self, seconds: float, each: int, total: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._seconds, self._each, self._total, self._clock = seconds, each, total, clock
        self._by_address: OrderedDict[str, list[float]] = OrderedDict()
        self._all: deque[float] = deque(maxlen=total)

    def count(self, address: str) -> None:
        now = self._clock()
        self._by_address[address] = [*self._recent(address), now][-self._each :]
        self._by_address.move_to_end(address)
        if len(self._by_address) > 10_000:
            self._by_address.popitem(last=False)
        self._all.append(now)

    def too_often(self, address: str) -> bool:
        return len(self._recent(address)) >= self._each or self.exceeds_total()

    def exceeds_total(self) -> bool:
        """True if all addresses in total have exceeded the limit."""
        return len(self._all) == self._total and self._all[0] > self._clock() - self._seconds

    def _recent(self, address: str) -> list[float]:
        since = self._clock() - self._seconds
        return [moment for moment in self._by_address.get(address, []) if moment > since]


class Guesses:
    """Limits wrong codes and seat links, by address and over all addresses, so that nobody can try them all.

    If many addresses guess, each may be wrong once instead of twelve times. A phone that scans the right code still
    gets in.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._usual = RateCounter(GUESS_SECONDS, GUESSES, ALL_GUESSES, clock)
        self._strict = RateCounter(STRICT_SECONDS, 1, MOST_GUESSES, clock)

    def too_many(self, address: str) -> bool:
        if self._usual.exceeds_total():
            return self._strict.too_often(address)
        return self._usual.too_often(address) or self._strict.exceeds_total()

    def wrong(self, address: str) -> None:
        self._usual.count(address)
        self._strict.count(address)
