"""gevent's server with connection limits: the limiter can close every connection."""

from __future__ import annotations

import contextlib
import errno
import socket
from email.errors import FirstHeaderLineIsContinuationDefect, MissingHeaderBodySeparatorDefect
from http.client import HTTPException, HTTPMessage
from typing import Any

import gevent
from gevent.pywsgi import WSGIHandler, WSGIServer

from companion.connection_limits import CHARGE, KNOWN, Connection, ConnectionLimiter, ConnectionState

FULL_SECONDS = 0.1
# TCP_USER_TIMEOUT: unacknowledged data closes the connection.
GONE_MILLISECONDS = 30_000
# Buffer that holds most request heads. The usual 8 kB would be a quarter of a screen's memory, since each screen has
# two connections.
HEAD_BYTES = 1024
LOST = (errno.ETIMEDOUT, errno.EHOSTUNREACH, errno.ENETUNREACH)
FULL = (
    b"HTTP/1.1 429 Too Many Requests\r\nConnection: close\r\nRetry-After: 5\r\nContent-Type: text/plain\r\n\r\n"
    b"Too many connections come from here. Close a few pages, then try again.\n"
)
# Defects of lines that are not valid headers, such as one with a space before its colon.
NO_HEADERS = (FirstHeaderLineIsContinuationDefect, MissingHeaderBodySeparatorDefect)
# Headers that determine where a request is routed and where its body ends.
FRAMING = ("Host", "Content-Length", "Transfer-Encoding")


class Handler(WSGIHandler):  # type: ignore[misc]
    connection: Connection
    # Watches for a client disconnect while a stream is open.
    closing: Any = None

    def __init__(self, phone: Any, address: Any, server: Any) -> None:
        super().__init__(phone, address, server)
        self.rfile = phone.makefile("rb", HEAD_BYTES)

    @property
    def limiter(self) -> ConnectionLimiter:
        limiter: ConnectionLimiter = self.server.limiter
        return limiter

    def handle(self) -> None:
        with contextlib.suppress(OSError):  # already disconnected
            # Head and body are sent separately; with Nagle's algorithm each response takes 44 ms.
            self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if hasattr(socket, "TCP_USER_TIMEOUT"):
                self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, GONE_MILLISECONDS)
        me = gevent.getcurrent()
        connection = self.limiter.add(self.client_address[0], lambda: gevent.kill(me))
        if connection is None:
            self.reject()
            return
        self.connection = connection
        try:
            with contextlib.suppress(OSError):  # disconnected before the error response
                super().handle()
        finally:
            self.limiter.remove(connection)

    def reject(self) -> None:
        with contextlib.suppress(OSError):
            self.socket.setblocking(False)
            self.socket.send(FULL)
        self.socket.close()

    def handle_one_request(self) -> Any:
        result = super().handle_one_request()
        self.limiter.set_state(self.connection, ConnectionState.IDLE)
        return result

    def read_request(self, raw_requestline: str) -> Any:
        """Treats a malformed or truncated head like any other unreadable request."""
        try:
            return super().read_request(raw_requestline)
        except (HTTPException, OSError) as problem:
            raise ValueError("this head cannot be read") from problem

    def MessageClass(self, *args: Any) -> HTTPMessage:  # noqa: N802 – gevent's name
        """Reads the headers. Refuses headers that a proxy may read differently, and closes the connection."""
        headers: HTTPMessage = super().MessageClass(*args)
        if is_ambiguous(headers):
            raise ValueError("it is not clear where this request ends")
        return headers

    def handle_one_response(self) -> None:
        self.connection.is_sent, self.connection.received = self.is_sent, lambda: int(self.wsgi_input.position)
        if pause := self.limiter.throttle_delay(self.connection.address):
            self.limiter.set_state(self.connection, ConnectionState.WAITING)
            gevent.sleep(pause)
        if self.connection.gone:  # closed meanwhile to make room
            self.close_connection = True
            return
        self.limiter.set_state(self.connection, ConnectionState.REQUESTED)
        try:
            super().handle_one_response()
        finally:
            if self.closing is not None:
                self.closing.stop()
                self.closing.close()
                self.closing = None

    def is_sent(self) -> bool:
        got = self.wsgi_input
        return not got.chunked_input and got.position >= (got.content_length or 0)

    def get_environ(self) -> Any:
        environ = super().get_environ()
        environ[KNOWN] = lambda: self.limiter.trust_address(self.client_address[0])
        environ[CHARGE] = lambda seconds: self.limiter.charge(self.client_address[0], seconds)
        return environ

    def start_response(self, status: str, headers: Any, exc_info: Any = None) -> Any:
        if any(name == "Content-Type" and value.startswith("text/event-stream") for name, value in headers):
            self.limiter.set_state(self.connection, ConnectionState.STREAMING)
            self.watch_disconnect()
        elif self.is_sent():  # otherwise the rest of the body is still to come
            self.limiter.set_state(self.connection, ConnectionState.ANSWERED)
        return super().start_response(status, headers, exc_info)

    def watch_disconnect(self) -> None:
        """Detects a client disconnect at once instead of at the next heartbeat."""
        me, phone = gevent.getcurrent(), self.socket

        def look() -> None:
            self.closing.stop()
            with contextlib.suppress(OSError):
                if phone._sock.recv(1, socket.MSG_PEEK):
                    return  # pipelined data, not a disconnect
            gevent.kill(me)

        self.closing = gevent.get_hub().loop.io(phone.fileno(), 1)
        self.closing.start(look)

    def handle_error(self, kind: type[BaseException], error: BaseException, trace: Any) -> None:
        """Ignores disconnects, whether by the client or by the limiter."""
        if issubclass(kind, gevent.GreenletExit) or getattr(error, "errno", None) in LOST:
            self.close_connection = True
            return
        super().handle_error(kind, error, trace)

    def log_error(self, msg: str, *args: object) -> None:
        """Logs nothing: an unreadable request may contain a seat link."""


def is_ambiguous(headers: HTTPMessage) -> bool:
    """True if the headers state the end of the request twice, or in a way that servers may read differently."""
    length, encoding = headers.get("Content-Length"), headers.get("Transfer-Encoding")
    return (
        any(isinstance(defect, NO_HEADERS) for defect in headers.defects)
        or any(len(headers.get_all(name, ())) > 1 for name in FRAMING)
        or (length is not None and (encoding is not None or not (length.isascii() and length.isdecimal())))
        or (encoding is not None and encoding.lower() != "chunked")
    )


class Server(WSGIServer):  # type: ignore[misc]
    def __init__(self, listening: socket.socket, app: Any, limiter: ConnectionLimiter) -> None:
        super().__init__(listening, app, log=None, handler_class=Handler)
        self.limiter = limiter

    def do_read(self) -> Any:
        """Accepts a connection; without free file descriptors, closes one and retries."""
        try:
            return super().do_read()
        except OSError as problem:
            if problem.errno not in (errno.EMFILE, errno.ENFILE):
                raise
            self.limiter.make_room()
            self.stop_accepting()
            gevent.spawn_later(FULL_SECONDS, self._start_accepting_if_started)
            return None
