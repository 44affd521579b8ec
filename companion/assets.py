"""Static files from memory: compressed on first request, versioned by content hash, cached by browsers for a year."""

from __future__ import annotations

import base64
import gzip
import hashlib
import mimetypes
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from flask import Flask, Response, abort, redirect, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as WerkzeugResponse

from companion.maps import stylesheets
from companion.theme import SEAT_COLOURS

PACKAGE = Path(__file__).parent
URL = re.compile(rb'url\("([^"]+)"\)')
COMMENT = re.compile(rb"^\s*(/\*.*?\*/|//.*?$)|[ \t]+// .*?$", re.MULTILINE | re.DOTALL)
# Strings, which are kept as they are; a block's last semicolon, and the whitespace around { } ; , and :, which go.
SPARE = re.compile(rb'("[^"]*")|;?\s*([{}])\s*|([;,])\s+|(?<=[a-z])(:) (?=[^{}]*[;}])')
BLANK = re.compile(rb"^\s+", re.MULTILINE)
# Formats that are already compressed.
PACKED = ("font/woff2", "image/png")
mimetypes.add_type("font/woff2", ".woff2")
mimetypes.add_type("application/manifest+json", ".webmanifest")
# iOS requests these two before it reads the page.
TOUCH_ICONS = ("/apple-touch-icon.png", "/apple-touch-icon-precomposed.png")
DAY = "public, max-age=86400"
YEAR = "public, max-age=31536000, immutable"


def folder(name: str) -> Path:
    """`templates` or `static`: inside the installed package, or beside it in a checkout."""
    inside = PACKAGE / name
    return inside if inside.is_dir() else PACKAGE.parent / name


@dataclass(frozen=True)
class Asset:
    kind: str
    version: str
    raw: bytes

    @cached_property
    def packed(self) -> bytes:
        return gzip.compress(self.raw, 9, mtime=0)


def serve_assets(app: Flask) -> None:
    """Adds the endpoint `static`; `url_for('static', filename=…)` includes the version. The template global `assets`
    lists the files."""
    assets = {
        path.relative_to(folder("static")).as_posix(): _asset(path)
        for path in sorted(folder("static").rglob("*"))
        if path.is_file()
    }
    assets |= {name: Asset("text/css; charset=utf-8", _hashed(raw), raw) for name, raw in stylesheets().items()}

    app.jinja_env.globals["assets"] = frozenset(assets)
    app.jinja_env.globals["seat_colours"] = SEAT_COLOURS
    # For drawings in places where no other file can be loaded.
    app.jinja_env.filters["embedded"] = lambda name: embedded(assets[name])
    app.jinja_env.filters["inlined"] = lambda name: Markup(assets[name].raw.decode())

    @app.get("/static/<path:filename>", endpoint="static")
    def static(filename: str) -> Response:
        asset = assets.get(filename) or abort(404)
        packed = asset.kind not in PACKED and "gzip" in request.headers.get("Accept-Encoding", "")
        response = Response(asset.packed if packed else asset.raw, content_type=asset.kind)
        if packed:
            response.headers["Content-Encoding"] = "gzip"
        response.headers["Vary"] = "Accept-Encoding"
        response.headers["Cache-Control"] = YEAR if request.args.get("v") == asset.version else "no-cache"
        return response

    @app.get("/favicon.ico")
    def favicon() -> WerkzeugResponse:
        """Serves browsers that request the default icon path."""
        response = redirect(url_for("static", filename="favicon.svg"), 301)
        # not HTML: browsers request it in the background, and HTML responses set cookies
        response.mimetype = "image/svg+xml"
        return response

    def touch_icon() -> Response:
        icon = assets["icons/apple-touch-icon.png"]
        return Response(icon.raw, content_type=icon.kind, headers={"Cache-Control": DAY})

    for path in TOUCH_ICONS:
        app.add_url_rule(path, "touch_icon", touch_icon)

    @app.url_defaults
    def version(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint == "static" and values.get("filename") in assets:
            values.setdefault("v", assets[values["filename"]].version)


def embedded(asset: Asset) -> Markup:
    return Markup(f"data:{asset.kind};base64,{base64.b64encode(asset.raw).decode()}")


def _asset(path: Path) -> Asset:
    raw = path.read_bytes()
    if path.suffix in (".css", ".js") and path.parent.name != "vendor":
        raw = _lean(raw)
    if path.suffix == ".css":  # URLs in stylesheets are versioned too
        raw = SPARE.sub(lambda found: found[found.lastindex or 0], raw)
        raw = URL.sub(lambda found: b'url("%s?v=%s")' % (found[1], _version(path.parent / found[1].decode())), raw)
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    charset = "; charset=utf-8" if kind.startswith("text/") or kind.endswith("javascript") else ""
    return Asset(kind + charset, _hashed(raw), raw)


def _lean(raw: bytes) -> bytes:
    """Removes comments and indentation."""
    return BLANK.sub(b"", COMMENT.sub(b"", raw))


def _version(path: Path) -> bytes:
    return _hashed(path.read_bytes()).encode()


def _hashed(raw: bytes) -> str:
    return hashlib.sha256(raw).hexdigest()[:10]
