"""Identification of devices by a random token in a signed cookie; the store only knows its hash."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
from collections.abc import Callable

from flask import Flask, Response, g, request

from companion.connection_limits import LAPTOP

COOKIE = "herald"
YEAR = 365 * 24 * 3600
# Headers that a proxy adds to a request from another machine.
FORWARDED = ("Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP")
TOKEN = re.compile(r"[A-Za-z0-9_-]{32}")


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def new_token() -> str:
    return secrets.token_urlsafe(24)


def signed(token: str, key: str) -> str:
    """Returns the cookie value of a token: the token and its signature."""
    seal = hmac.digest(key.encode(), token.encode(), "sha256")[:24]
    return f"{token}.{base64.urlsafe_b64encode(seal).decode()}"


def is_ours(cookie: str, key: str) -> bool:
    """True if this Herald issued the cookie."""
    token = cookie.partition(".")[0]
    return bool(TOKEN.fullmatch(token)) and secrets.compare_digest(cookie.encode(), signed(token, key).encode())


def device() -> str:
    """Returns the hash that identifies the requesting device."""
    return str(g.device)


def recognise(app: Flask, key: Callable[[], str], is_known: Callable[[str], bool]) -> None:
    """Identifies devices and replaces cookies that Herald did not issue. Unsigned cookies of earlier versions stay
    valid if their device has a role at a table or in the household."""

    def is_accepted(cookie: str) -> bool:
        return is_ours(cookie, key()) or (bool(TOKEN.fullmatch(cookie)) and is_known(hashed(cookie)))

    @app.before_request
    def read_cookie() -> None:
        # Requests forwarded by a proxy on this machine may come from anywhere.
        g.laptop = request.remote_addr in LAPTOP and not any(name in request.headers for name in FORWARDED)
        cookie = request.cookies.get(COOKIE, "")
        g.new_cookie = None if is_accepted(cookie) else signed(new_token(), key())
        g.device = hashed(g.new_cookie or cookie)

    @app.after_request
    def write_cookie(response: Response) -> Response:
        if g.get("new_cookie") and response.mimetype == "text/html" and response.status_code < 400:
            response.set_cookie(COOKIE, g.new_cookie, max_age=YEAR, httponly=True, samesite="Lax")
        return response
