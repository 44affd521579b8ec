"""Serves the app: with gevent if it is installed, else with one thread per connection."""

from __future__ import annotations

import contextlib
import errno
import gc
import io
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from importlib import import_module
from math import inf
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # at run time nothing may be imported before patch()
    from _typeshed.wsgi import WSGIEnvironment
    from flask import Flask

from companion.config import HeraldError
from companion.connection_limits import (
    CHARGE,
    HEAD_SECONDS,
    KNOWN,
    Connection,
    ConnectionLimiter,
    ConnectionState,
    connection_limit,
)

# Enough for many phones at once; the system may allow fewer.
BACKLOG = 1024
SWEEP_SECONDS = 1.0
# Without gevent, each connection takes a thread.
MOST_THREADS = 512
# The modules that gevent's patch_all patches, in its order, without ssl, which Herald does not use. Skipping the search
# of all installed packages for plug-ins saves an eighth of the start.
PATCHED_MODULES = ("os", "thread", "time", "socket", "select", "selectors", "subprocess", "builtins", "signal", "queue")
# GC thresholds: new objects before a collection, and how much less often older generations are collected.
GC_THRESHOLDS = 10_000, 10, 50


class CannotServe(HeraldError):
    """The server cannot start."""


def has_gevent() -> bool:
    with contextlib.suppress(ImportError):
        return bool(import_module("gevent"))
    return False


def patch() -> None:
    """Makes the standard library cooperative; must be called before anything else is imported."""
    if has_gevent():
        from gevent import monkey

        for module in PATCHED_MODULES:
            getattr(monkey, f"patch_{module}")()


def serve(app: Flask, host: str, port: int, on_ready: Callable[[], None], *, threads: bool = False) -> None:
    """Serves until Ctrl-C or SIGTERM; calls `on_ready` once the port is open."""
    tune_gc()
    with listener(host, port) as listening:
        if threads or not has_gevent():
            serve_threads(app, listening, on_ready)
        else:
            serve_gevent(app, listening, on_ready)


def tune_gc() -> None:
    """Freezes long-lived objects and raises the GC thresholds (saves 1/8 of CPU time)."""
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)


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

    from companion.gevent_server import Server

    stopped, limiter = Event(), ConnectionLimiter(connection_limit(), say=say)
    server = Server(listening, app, limiter)
    # Stop by event, not exception, so that running requests finish.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stopped.set())
    server.start()
    on_ready()
    while not stopped.wait(SWEEP_SECONDS):
        limiter.close_idle()
    server.stop(timeout=0.5)


def say(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)


def close_socket(phone: socket.socket) -> None:
    with contextlib.suppress(OSError):
        phone.shutdown(socket.SHUT_RDWR)


def keep_sweeping(limiter: ConnectionLimiter, lock: threading.Lock) -> None:
    while True:
        time.sleep(SWEEP_SECONDS)
        with lock:
            limiter.close_idle()


class Body(io.RawIOBase):
    """A request body, read as it arrives, with the number of bytes received."""

    def __init__(self, stream: Any, length: float) -> None:
        self._length, self._received = length, 0
        # Not readinto of a buffered stream, which blocks until the buffer is full.
        self._read: Callable[[Any], int] = getattr(stream, "readinto1", stream.readinto)

    def readable(self) -> bool:
        return True

    def readinto(self, into: Any) -> int:
        got = self._read(into)
        self._received += got
        return got

    def received(self) -> int:
        return self._received

    def is_sent(self) -> bool:
        return self._received >= self._length


def serve_threads(app: Flask, listening: socket.socket, on_ready: Callable[[], None]) -> None:
    from werkzeug.serving import WSGIRequestHandler, make_server
    from werkzeug.wsgi import get_content_length

    limiter, lock = ConnectionLimiter(min(connection_limit(), MOST_THREADS), say=say), threading.Lock()
    lines: dict[socket.socket, Connection] = {}

    class Handler(WSGIRequestHandler):
        disable_nagle_algorithm = True
        timeout = HEAD_SECONDS
        body = Body(io.BytesIO(), 0)

        def handle_one_request(self) -> None:
            super().handle_one_request()
            self.now(ConnectionState.IDLE)

        def make_environ(self) -> WSGIEnvironment:
            environ = super().make_environ()
            # The length of a chunked body is unknown.
            length = inf if environ.get("wsgi.input_terminated") else get_content_length(environ) or 0
            self.body = environ["wsgi.input"] = Body(environ["wsgi.input"], length)
            with lock:
                pause = limiter.throttle_delay(self.client_address[0])
            self.now(ConnectionState.WAITING)
            time.sleep(pause)
            self.now(ConnectionState.REQUESTED)
            address = self.client_address[0]
            return {
                **environ,
                KNOWN: lambda: limiter.trust_address(address),
                CHARGE: lambda seconds: limiter.charge(address, seconds),
            }

        def send_response(self, code: int, message: str | None = None) -> None:
            if self.body.is_sent():  # otherwise part of the body is still to come
                self.now(ConnectionState.ANSWERED)
            super().send_response(code, message)

        def send_header(self, keyword: str, value: str) -> None:
            if keyword == "Content-Type" and value.startswith("text/event-stream"):
                self.now(ConnectionState.STREAMING)
            super().send_header(keyword, value)

        def now(self, doing: ConnectionState) -> None:
            with lock:
                if connection := lines.get(self.connection):
                    connection.is_sent, connection.received = self.body.is_sent, self.body.received
                    limiter.set_state(connection, doing)

        def log(self, type: str, message: str, *args: object) -> None:  # noqa: A002
            """Logs nothing: requests may contain a seat link."""

    host, port = listening.getsockname()[:2]
    server = make_server(host, port, app, threaded=True, request_handler=Handler, fd=listening.fileno())

    def accept(phone: socket.socket, address: tuple[str, int]) -> bool:
        with lock:
            connection = limiter.add(address[0], lambda: close_socket(phone))
            if connection is not None:
                lines[phone] = connection
        return connection is not None

    end = server.shutdown_request

    def forget(phone: socket.socket) -> None:
        with lock:
            if phone in lines:
                limiter.remove(lines.pop(phone))
        end(phone)

    server.verify_request = accept  # type: ignore[method-assign, assignment]
    server.shutdown_request = forget  # type: ignore[method-assign, assignment]
    # The server ends on KeyboardInterrupt, which only ever reaches the main thread. SIGINT is set too: started in the
    # background of a script, Herald inherits it as ignored.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    threading.Thread(target=keep_sweeping, args=(limiter, lock), daemon=True).start()
    on_ready()
    server.serve_forever()
