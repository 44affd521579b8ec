"""Connection limits: no address can lock the others out, and idle connections are closed.

If there is no room for a new connection, the one that has been silent longest is closed. An address over its own limit
loses one of its own connections; otherwise the unknown address with the most connections loses one. The laptop, and
addresses with a device at some table, take precedence over unknown ones. But anybody can become known by opening a
table, so as a last resort any address with more connections than one phone may lose one.
"""

from __future__ import annotations

import contextlib
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from math import inf

# WSGI environment key: a callable that marks the client's address as known.
KNOWN = "herald.known"
# WSGI environment key: a callable that charges processor seconds to the client's address.
CHARGE = "herald.charge"
LAPTOP = frozenset({"127.0.0.1", "::1"})
# A phone opens at most six connections; several phones may share one address.
CONNECTIONS_OF_A_PHONE = 6
CONNECTIONS = 64
STREAMS = 32
# File descriptors reserved for Herald's own files, and for connections accepted but not yet counted.
OWN_FILES = 256
# Connections reserved for known addresses.
RESERVED_FOR_KNOWN = 64
WANTED_FILES = (16_384, 10_240, 4_096, 1_024)
HEAD_SECONDS = 10.0
IDLE_SECONDS = 60.0
BODY_SECONDS = 30.0
# Bytes per second: a body at this rate, such as photographs over a slow Wi-Fi, never times out.
SLOWEST_BODY = 50_000
ANSWER_SECONDS = 120.0
# Requests per address in a burst, and per second beyond that. A page takes about twenty, and several phones may load
# one at once.
REQUEST_BURST = 200
REQUESTS_PER_SECOND = 25
# Seconds of waiting per second of processor time: beyond a burst, an address may use an eighth of a processor.
WAIT_PER_CPU_SECOND = 8.0
MOST_DEBT = 60.0
LOG_SECONDS = 60.0


class ConnectionState(Enum):
    """State of a connection. The first request head is due sooner than later ones."""

    ARRIVING = auto()
    IDLE = auto()
    # Throttled, after many requests from the same address.
    WAITING = auto()
    REQUESTED = auto()
    ANSWERED = auto()
    STREAMING = auto()


TIMEOUTS = {
    ConnectionState.ARRIVING: HEAD_SECONDS,
    ConnectionState.IDLE: IDLE_SECONDS,
    ConnectionState.REQUESTED: BODY_SECONDS,
    ConnectionState.ANSWERED: ANSWER_SECONDS,
}
# States in which no request is being processed.
SILENT = (ConnectionState.ARRIVING, ConnectionState.IDLE, ConnectionState.WAITING)


@dataclass(eq=False)
class Connection:
    """A connection. `is_sent` is true once the whole request has arrived, so that any delay is Herald's. `received` is
    the number of body bytes so far."""

    address: str
    close: Callable[[], None]
    since: float
    doing: ConnectionState = ConnectionState.ARRIVING
    is_sent: Callable[[], bool] = lambda: True
    received: Callable[[], int] = lambda: 0
    gone: bool = False

    @property
    def is_worked_on(self) -> bool:
        return self.doing is ConnectionState.REQUESTED and self.is_sent()

    @property
    def timeout(self) -> float:
        """Seconds allowed in the current state. Streams and throttled requests have no limit."""
        return TIMEOUTS.get(self.doing, inf) + (
            self.received() / SLOWEST_BODY if self.doing is ConnectionState.REQUESTED else 0
        )

    @property
    def is_silent(self) -> bool:
        """True if it is the client's turn to send."""
        return self.doing in SILENT or (self.doing is ConnectionState.REQUESTED and not self.is_sent())


class ConnectionLimiter:
    def __init__(
        self,
        most: int,
        clock: Callable[[], float] = time.monotonic,
        say: Callable[[str], None] = lambda sentence: None,
    ) -> None:
        self.most, self._clock, self._log_line = most, clock, say
        # By address, ordered by when each connection entered its current state.
        self._connections: defaultdict[str, dict[Connection, None]] = defaultdict(dict)
        self._count = 0
        self._known: dict[str, None] = {}
        # By address: the time at which all its requests so far would be done at the allowed rate.
        self._done_by: dict[str, float] = {}
        self._last_logged = -LOG_SECONDS

    def __len__(self) -> int:
        return self._count

    def add(self, address: str, close: Callable[[], None]) -> Connection | None:
        """Adds a connection; returns None if there is no room."""
        if not self._has_room(address):
            return None
        connection = Connection(address, close, self._clock())
        self._connections[address][connection] = None
        self._count += 1
        return connection

    def remove(self, connection: Connection) -> None:
        """Removes a closed connection; does nothing if the limiter itself has closed it."""
        if connection.gone:
            return
        connection.gone = True
        self._count -= 1
        self._connections[connection.address].pop(connection)
        if not self._connections[connection.address]:
            del self._connections[connection.address]

    def set_state(self, connection: Connection, doing: ConnectionState) -> None:
        if connection.gone:
            return
        connection.doing, connection.since = doing, self._clock()
        lines = self._connections[connection.address]
        lines[connection] = lines.pop(connection)
        if (
            doing is ConnectionState.STREAMING
            and self._count_of(connection.address, (doing,)) > STREAMS
            and not self._is_laptop(connection)
        ):
            self._close(next(one for one in lines if one.doing is doing), "streams")

    def trust_address(self, address: str) -> None:
        """Marks an address as known: a device of some table uses it."""
        self._known.pop(address, None)
        self._known[address] = None
        if len(self._known) > 1_000:
            del self._known[next(iter(self._known))]

    def throttle_delay(self, address: str) -> float:
        """Returns the seconds that a request from this address has to wait, so that endless requests leave time for
        others."""
        if address in LAPTOP:
            return 0.0
        now = self._clock()
        before = max(self._done_by.get(address, now), now)
        # Limited to the requests that all its connections can queue, so that one endless client does not block others
        # behind the same address for long.
        most = max(before, now + (REQUEST_BURST + CONNECTIONS) / REQUESTS_PER_SECOND)
        self._done_by[address] = min(before + 1 / REQUESTS_PER_SECOND, most)
        return max(0.0, self._done_by[address] - now - REQUEST_BURST / REQUESTS_PER_SECOND)

    def charge(self, address: str, seconds: float) -> None:
        """Charges processor time to an address, so that a page as slow as forty others counts as forty."""
        if address not in LAPTOP:
            now = self._clock()
            done = max(self._done_by.get(address, now), now) + seconds * WAIT_PER_CPU_SECOND
            self._done_by[address] = min(done, now + REQUEST_BURST / REQUESTS_PER_SECOND + MOST_DEBT)

    def close_idle(self) -> None:
        """Closes connections that time out sending a request or reading the response."""
        now = self._clock()
        self._done_by = {address: done for address, done in self._done_by.items() if done > now}
        for connection in [connection for lines in self._connections.values() for connection in lines]:
            try:
                self._close_if_timed_out(connection, now)
            except Exception as problem:  # one failing connection must not stop the sweep
                self._log(
                    f"A connection from {connection.address} could not be closed ({problem!r}): the tables go on."
                )

    def _close_if_timed_out(self, connection: Connection, now: float) -> None:
        late = now - connection.since > connection.timeout
        if late and not connection.is_worked_on:
            connection.since = now  # if still open, it is closed again after another timeout
            connection.close()

    def make_room(self) -> None:
        """Closes one connection after the process ran out of file descriptors."""
        _ = self._close_silent_connection(self._unknown_addresses()) or self._close_one_of_many()

    # --- room ---------------------------------------------------------------------------------------------

    def _has_room(self, address: str) -> bool:
        if address not in LAPTOP and len(self._connections.get(address, ())) >= CONNECTIONS:
            return self._close_silent_connection([address]) or self._reject()
        if self._count < self.most or self._close_silent_connection(self._unknown_addresses()):
            return True
        is_kept_for = (address in LAPTOP or address in self._known) and self._count < self.most + RESERVED_FOR_KNOWN
        return is_kept_for or self._close_one_of_many() or self._reject()

    def _unknown_addresses(self) -> list[str]:
        """Returns the unknown addresses, those with the most connections first."""
        strangers = (one for one in self._connections if one not in LAPTOP and one not in self._known)
        return sorted(strangers, key=lambda one: len(self._connections[one]), reverse=True)

    def _close_silent_connection(self, addresses: list[str]) -> bool:
        for address in addresses:
            silent = next((connection for connection in self._connections[address] if connection.is_silent), None)
            if silent is not None:
                self._close(silent, "lines")
                return True
        return False

    def _close_one_of_many(self) -> bool:
        """Closes a connection, even a stream or an unread response, of the address with the most connections. Spares
        addresses with no more connections than one phone opens."""
        crowded = [
            one for one, lines in self._connections.items() if one not in LAPTOP and len(lines) > CONNECTIONS_OF_A_PHONE
        ]
        for address in sorted(crowded, key=lambda one: len(self._connections[one]), reverse=True):
            lines = [connection for connection in self._connections[address] if not connection.is_worked_on]
            if lines:
                self._close(next((connection for connection in lines if connection.is_silent), lines[0]), "lines")
                return True
        return False

    def _reject(self) -> bool:
        self._log(f"{self._count} connections are open: further ones are turned away, the tables go on.")
        return False

    def _close(self, connection: Connection, what: str) -> None:
        count = len(self._connections[connection.address])
        self._log(f"{connection.address} keeps {count} {what} open: the oldest are closed, the tables go on.")
        self.remove(connection)
        connection.close()

    def _count_of(self, address: str, doing: tuple[ConnectionState, ...]) -> int:
        return sum(connection.doing in doing for connection in self._connections[address])

    def _is_laptop(self, connection: Connection) -> bool:
        return connection.address in LAPTOP

    def _log(self, sentence: str) -> None:
        """Logs at most one sentence per minute."""
        if self._clock() - self._last_logged >= LOG_SECONDS:
            self._last_logged = self._clock()
            self._log_line(sentence)


def connection_limit() -> int:
    """Returns the maximum number of connections, after raising the limit on open files as far as possible."""
    return max(64, raise_file_limit() - OWN_FILES - RESERVED_FOR_KNOWN)


def raise_file_limit() -> int:
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return WANTED_FILES[0]
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for wanted in WANTED_FILES:
        if soft != resource.RLIM_INFINITY and soft < wanted and (hard == resource.RLIM_INFINITY or wanted <= hard):
            with contextlib.suppress(ValueError, OSError):  # macOS has a second limit besides this one
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
                break
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return WANTED_FILES[0] if soft == resource.RLIM_INFINITY else min(soft, WANTED_FILES[0])
