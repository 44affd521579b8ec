"""What every request passes (host, origin, size), and what every answer carries."""

from __future__ import annotations

import ipaddress
import socket
import time
from collections import OrderedDict
from collections.abc import Callable
from urllib.parse import urlsplit

from flask import Flask, Response, abort, request
from werkzeug.exceptions import BadRequest

MAX_FORM = 64 * 1024
MAX_FILE = 8 * 1024 * 1024
GUESSES = 12
GUESS_SECONDS = 60.0

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # With no-referrer browsers would post with "Origin: null".
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


def protect(app: Flask, names: frozenset[str]) -> None:
    app.config["MAX_CONTENT_LENGTH"] = MAX_FORM
    app.config["MAX_FORM_MEMORY_SIZE"] = MAX_FORM
    app.config["MAX_FORM_PARTS"] = 200
    known = own_names() | {name.casefold() for name in names}

    @app.before_request
    def check_host() -> None:
        """Another site's name that points here is not us (DNS rebinding)."""
        if not is_our_host(request.host, known):
            raise NotOurName

    @app.before_request
    def check_origin() -> None:
        """Only our own pages may post."""
        if request.method not in ("GET", "HEAD", "OPTIONS") and is_cross_site():
            abort(403)

    @app.after_request
    def add_headers(response: Response) -> Response:
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        # Screens show secrets: nothing of them stays in a cache or behind the back button.
        response.headers.setdefault("Cache-Control", "no-store")
        return response


class NotOurName(BadRequest):
    """The request is for a name that this machine does not have."""


def own_names() -> frozenset[str]:
    """What this machine calls itself, alone and as the others in the room find it without a name server."""
    name = socket.gethostname().casefold()
    return frozenset({"localhost", name, f"{name.partition('.')[0]}.local"})


def is_our_host(host: str, known: frozenset[str]) -> bool:
    name = (urlsplit(f"//{host}").hostname or "").casefold()
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


class Guesses:
    """Counts wrong table codes and seat links by address, so that nobody can try them all."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._wrong: OrderedDict[str, list[float]] = OrderedDict()

    def too_many(self, address: str) -> bool:
        return len(self._recent(address)) >= GUESSES

    def wrong(self, address: str) -> None:
        self._wrong[address] = [*self._recent(address), self._clock()][-GUESSES:]
        self._wrong.move_to_end(address)
        if len(self._wrong) > 10_000:
            self._wrong.popitem(last=False)

    def _recent(self, address: str) -> list[float]:
        since = self._clock() - GUESS_SECONDS
        return [moment for moment in self._wrong.get(address, []) if moment > since]
