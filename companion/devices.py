"""Which device is asking: a random token in a cookie, known to the store only by its hash."""

from __future__ import annotations

import hashlib
import re
import secrets

from flask import Flask, Response, g, request

from companion.crowd import LAPTOP

COOKIE = "herald"
YEAR = 365 * 24 * 3600


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def new_token() -> str:
    return secrets.token_urlsafe(24)


def device() -> str:
    """The hash that stands for the asking device."""
    return str(g.device)


def recognise(app: Flask) -> None:
    @app.before_request
    def read_cookie() -> None:
        g.laptop = request.remote_addr in LAPTOP
        token = request.cookies.get(COOKIE, "")
        g.new_token = None if re.fullmatch(r"[A-Za-z0-9_-]{32}", token) else new_token()
        g.device = hashed(g.new_token or token)

    @app.after_request
    def write_cookie(response: Response) -> Response:
        if g.get("new_token") and response.mimetype == "text/html" and response.status_code < 400:
            response.set_cookie(COOKIE, g.new_token, max_age=YEAR, httponly=True, samesite="Lax")
        return response
