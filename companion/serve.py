"""Puts the app on a port: gevent where it is installed, one thread per connection elsewhere."""

from __future__ import annotations

import contextlib
import errno
import signal
import socket
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # at run time nothing may be imported before patch()
    from flask import Flask

from companion.config import Trouble

BACKLOG = 256


class CannotServe(Trouble):
    """The port cannot be had."""


def has_gevent() -> bool:
    with contextlib.suppress(ImportError):
        return bool(import_module("gevent"))
    return False


def patch() -> None:
    """Make the standard library cooperative; to be called before anything else is imported."""
    if has_gevent():
        from gevent import monkey

        monkey.patch_all()


def serve(app: Flask, host: str, port: int, on_ready: Callable[[], None], *, threads: bool = False) -> None:
    """Serve until Ctrl-C or SIGTERM; `on_ready` is called when the port answers."""
    with listener(host, port) as listening:
        if threads or not has_gevent():
            serve_threads(app, listening, on_ready)
        else:
            serve_gevent(app, listening, on_ready)


def listener(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as problem:
        raise CannotServe(explanation(problem, host, port)) from problem


def explanation(problem: OSError, host: str, port: int) -> str:
    if problem.errno == errno.EADDRINUSE:
        return f"Port {port} is taken by another program: choose another one, for example --port {port + 1}."
    if problem.errno in (errno.EACCES, errno.EPERM):
        return f"Port {port} needs more rights than you have: choose one above 1024, for example --port 8000."
    if isinstance(problem, socket.gaierror) or problem.errno == errno.EADDRNOTAVAIL:
        return f"{host} is no address of this computer: leave --host out to be reachable on all of them."
    return f"Port {port} cannot be opened on {host} ({problem.strerror}): try another --port or --host."


def serve_gevent(app: Flask, listening: socket.socket, on_ready: Callable[[], None]) -> None:
    from gevent.event import Event
    from gevent.pywsgi import WSGIServer

    stopped = Event()
    server = WSGIServer(listening, app, log=None, handler_class=gevent_handler())
    # An event and not an exception: a request that is just being answered is not torn apart.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stopped.set())
    server.start()
    on_ready()
    stopped.wait()
    server.stop(timeout=0.5)


def gevent_handler() -> type[Any]:
    from gevent.pywsgi import WSGIHandler

    class Handler(WSGIHandler):  # type: ignore[misc]
        def handle(self) -> None:
            # Head and body go out separately; with Nagle's algorithm each answer takes 44 ms.
            with contextlib.suppress(OSError):  # already gone
                self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            super().handle()

        def log_error(self, msg: str, *args: object) -> None:
            """A request that cannot be read is not written down: it may contain a seat's link."""

    return Handler


def serve_threads(app: Flask, listening: socket.socket, on_ready: Callable[[], None]) -> None:
    from werkzeug.serving import WSGIRequestHandler, make_server

    class Handler(WSGIRequestHandler):
        disable_nagle_algorithm = True

        def log(self, type: str, message: str, *args: object) -> None:  # noqa: A002
            """Requests are not written down: they may contain a seat's link."""

    host, port = listening.getsockname()[:2]
    server = make_server(host, port, app, threaded=True, request_handler=Handler, fd=listening.fileno())
    # The server ends on KeyboardInterrupt, which only ever reaches the main thread. SIGINT too is said here: whoever
    # starts Herald in the background of a script hands it down ignored.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    on_ready()
    server.serve_forever()
