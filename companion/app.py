"""The Flask app: services, request hooks, blueprints and error pages."""

from __future__ import annotations

import gzip
import random
import time
from collections.abc import Callable
from functools import cache, lru_cache, partial
from typing import Any

from flask import Flask, Response, g, make_response, render_template, request
from flask_babel import gettext as _
from htmx_flask import Htmx
from jinja2 import StrictUndefined
from werkzeug.exceptions import HTTPException
from werkzeug.routing import IntegerConverter, Rule

from companion.assets import folder, serve_assets
from companion.compiled import cache_compiled_templates
from companion.config import Config
from companion.connection_limits import CHARGE
from companion.curtains import NotOnThisDevice
from companion.devices import recognise
from companion.fast_jinja import FastEnvironment
from companion.i18n import init_i18n
from companion.macro_cache import register_macros
from companion.maps import init_maps
from companion.regions import init_regions
from companion.routes import (
    api,
    bots,
    boxes,
    evenings,
    film,
    game_sheets,
    join,
    network,
    playback,
    postgame,
    rules,
    sharing,
    start,
    table,
)
from companion.security import NotOurName, TooFast, protect
from companion.services import Clock, TooManyGuesses, make_services, services, utc_now
from companion.store import StoreFailed
from companion.tables import ReplayOverBudget, UnknownTable, UnreadableTable

# Clients control the Host header, so the number of remembered addresses is limited.
MOST_CONFIRMED = 100
# Takes half as long as the default level and gives a tenth more bytes.
GZIP_LEVEL = 3


class LazyRule(Rule):
    """A route that compiles its URL builders on first use, since compiling all of them takes a tenth of the start."""

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        compile_now = cache(partial(super()._compile_builder, append_unknown))
        return lambda *args, **values: compile_now()(*args, **values)


class Herald(Flask):
    jinja_environment = FastEnvironment
    url_rule_class = LazyRule


class Number(IntegerConverter):
    """An integer in a path, at most nine digits so that SQLite can store it."""

    regex = r"\d{1,9}"


class Paths:
    """`url_for` for templates: cached, and independent of the request."""

    # Only URLs with these values are cached: they repeat on many screens. Seat links must not stay in memory.
    OFTEN = frozenset({"code", "page", "seat", "filename", "at"})

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._kept = lru_cache(maxsize=4096)(self._build)

    def __call__(self, endpoint: str, **values: Any) -> str:
        return (self._kept if values.keys() <= self.OFTEN else self._build)(endpoint, **values)

    def _build(self, endpoint: str, **values: Any) -> str:
        self._app.inject_url_defaults(endpoint, values)
        return self._app.url_map.bind("").build(endpoint, values)


def create_app(config: Config, clock: Clock = utc_now, source: random.Random | None = None) -> Flask:
    app = build_app(config.names)
    app.extensions["herald"] = make_services(config, clock, source)
    return app


def build_app(names: frozenset[str]) -> Flask:
    """Returns the app for these host names, without its services."""
    app = Herald(__name__, template_folder=str(folder("templates")), static_folder=None)
    app.url_map.converters["int"] = Number
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    cache_compiled_templates(app)
    protect(app, names, lambda: services().local_name)
    recognise(app, lambda: services().device_key, lambda device: services().store.is_known(device))
    init_i18n(app)
    register_macros(app)
    init_regions(app)
    init_maps(app)
    app.jinja_env.globals["url_for"] = Paths(app)
    serve_assets(app)
    Htmx(app)
    for area in (
        start,
        bots,
        join,
        table,
        film,
        boxes,
        sharing,
        game_sheets,
        postgame,
        playback,
        evenings,
        api,
        network,
        rules,
    ):
        app.register_blueprint(area.bp)
    confirm_addresses(app)
    charge_pages(app)
    compress(app)
    register_error_pages(app)
    return app


def confirm_addresses(app: Flask) -> None:
    """Remembers the addresses over which a phone has connected, as proof that they work."""

    @app.before_request
    def confirm() -> None:
        confirmed, address = services().confirmed, request.host.rsplit(":", 1)[0]
        # The laptop's own requests come from the very address they are sent to, so they prove nothing.
        if request.remote_addr in ("127.0.0.1", "::1", address) or address in confirmed:
            return
        if len(confirmed) >= MOST_CONFIRMED:
            confirmed.pop(next(iter(confirmed)), None)
        confirmed[address] = None


def charge_pages(app: Flask) -> None:
    """Charges the processor time of pages, but not of posts, to the address that requests them."""

    @app.before_request
    def begin() -> None:
        g.began = time.thread_time()

    @app.after_request
    def charge(response: Response) -> Response:
        if request.method == "GET" and CHARGE in request.environ and "began" in g:
            request.environ[CHARGE](time.thread_time() - g.began)
        return response


def compress(app: Flask) -> None:
    @app.after_request
    def gzipped(response: Response) -> Response:
        wanted = "gzip" in request.headers.get("Accept-Encoding", "")
        if wanted and response.mimetype == "text/html" and not response.is_streamed:
            response.set_data(gzip.compress(response.get_data(), GZIP_LEVEL, mtime=0))
            response.headers["Content-Encoding"] = "gzip"
        if response.mimetype == "text/html":
            response.vary.update(("Accept-Encoding", "HX-Request", "Cookie"))
        return response


def register_error_pages(app: Flask) -> None:
    """Renders every error as a page with one sentence, without data from the request."""

    @app.errorhandler(UnknownTable)
    def unknown(_error: UnknownTable) -> Response:
        return error_page(404, _("No table has this code. Check the table screen and try again."), True)

    @app.errorhandler(TooManyGuesses)
    def guessing(_error: TooManyGuesses) -> Response:
        return error_page(429, _("Too many wrong codes. Wait a minute, then scan the code on the table screen."))

    @app.errorhandler(ReplayOverBudget)
    def aside(_error: ReplayOverBudget) -> Response:
        return error_page(
            503, _("This table takes too long to load, so it was set aside. All other tables still work.")
        )

    @app.errorhandler(UnreadableTable)
    def unreadable(error: UnreadableTable) -> Response:
        app.logger.error("%s", error)
        return error_page(503, _("This Herald can’t read that table. Was it played on a newer version?"))

    @app.errorhandler(StoreFailed)
    def failed(error: StoreFailed) -> Response:
        app.logger.error("%s", error)
        return error_page(503, _("Herald can’t save right now. Nothing was changed. Try again in a moment."))

    @app.errorhandler(NotOurName)
    def misdirected(_error: NotOurName) -> Response:
        return error_page(400, _("Herald can’t be reached at this address. Type the one shown on the table screen."))

    @app.errorhandler(TooFast)
    def too_fast(_error: TooFast) -> Response:
        return error_page(429, _("Too many taps from this device. Wait a minute, then go on."))

    @app.errorhandler(NotOnThisDevice)
    def not_here(_error: NotOnThisDevice) -> Response:
        only = _(
            "At this table, only the laptop and the host’s device can open private screens. The host can change that "
            "under Invite."
        )
        return error_page(403, only)

    @app.errorhandler(HTTPException)
    def refused(error: HTTPException) -> Response:
        sentences = {
            400: _("That request didn’t come from Herald. Reload the page and try again."),
            403: _("This device can’t do that at this table."),
            404: _("There’s nothing here."),
            405: _("You can’t do that here."),
            409: _("You can see this once the game is over."),
            410: _("This link has already been used or has expired. Ask the host for a new one."),
            413: _("That’s too large."),
            429: _("Too many changes from here. Wait a few minutes, or take a seat."),
        }
        code = error.code or 500
        return error_page(code, sentences.get(code, _("Something went wrong. Nothing was changed.")))

    @app.errorhandler(Exception)
    def broken(error: Exception) -> Response:
        app.logger.error("Unexpected error", exc_info=error)
        return error_page(500, _("Something went wrong in Herald. Nothing was changed. Reload the page."))


def error_page(status: int, sentence: str, try_again: bool = False) -> Response:
    """Renders an error page; `try_again` adds a field for a table code."""
    template = "_error.html" if getattr(request, "htmx", None) else "error.html"
    return make_response(render_template(template, sentence=sentence, status=status, try_again=try_again), status)
