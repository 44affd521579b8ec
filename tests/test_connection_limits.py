"""Connection limits: no client can starve the others."""

from __future__ import annotations

import resource

import pytest

from companion.connection_limits import (
    ANSWER_SECONDS,
    BODY_SECONDS,
    CONNECTIONS,
    CONNECTIONS_OF_A_PHONE,
    HEAD_SECONDS,
    IDLE_SECONDS,
    MOST_DEBT,
    REQUEST_BURST,
    REQUESTS_PER_SECOND,
    RESERVED_FOR_KNOWN,
    STREAMS,
    WAIT_PER_CPU_SECOND,
    ConnectionLimiter,
    ConnectionState,
    raise_file_limit,
)
from companion.connection_limits import Connection as Open

LAPTOP, PHONE, STRANGER = "127.0.0.1", "192.168.1.31", "192.168.1.66"


class LimitedServer:
    """A connection limiter with its clock, the connections it closed and its console output."""

    def __init__(self, most: int = 1000) -> None:
        self.now = 0.0
        self.hung_up: list[int] = []
        self.said: list[str] = []
        self.limiter = ConnectionLimiter(most, lambda: self.now, self.said.append)
        self.came = 0

    def connect(self, address: str, doing: ConnectionState = ConnectionState.ARRIVING) -> Open | None:
        self.came += 1
        number = self.came
        line = self.limiter.add(address, lambda: self.hung_up.append(number))
        if line is not None and doing is not ConnectionState.ARRIVING:
            self.limiter.set_state(line, doing)
        return line

    def connect_successfully(self, address: str, doing: ConnectionState = ConnectionState.ARRIVING) -> Open:
        line = self.connect(address, doing)
        assert line is not None
        return line


def test_address_over_its_limit_loses_its_oldest_idle_connection() -> None:
    house = LimitedServer()
    house.connect_successfully(PHONE)
    for _ in range(CONNECTIONS + 3):
        house.connect_successfully(STRANGER)
    assert house.hung_up == [2, 3, 4]
    assert len(house.limiter) == 1 + CONNECTIONS


def test_address_with_only_busy_connections_gets_no_more() -> None:
    house = LimitedServer()
    for _ in range(CONNECTIONS):
        house.connect_successfully(STRANGER, ConnectionState.REQUESTED)
    assert house.connect(STRANGER) is None
    assert house.connect(PHONE) is not None


def test_laptop_has_no_connection_limit() -> None:
    house = LimitedServer()
    for _ in range(5 * CONNECTIONS):
        house.connect_successfully(LAPTOP, ConnectionState.STREAMING)
    assert house.hung_up == []


def test_full_server_closes_an_idle_connection_of_the_busiest() -> None:
    house = LimitedServer(most=40)
    house.connect_successfully("10.0.0.1")
    for _ in range(20):
        house.connect_successfully("10.0.0.2")
    for _ in range(19):
        house.connect_successfully("10.0.0.3")
    house.connect_successfully(PHONE)
    assert house.hung_up == [2]


def test_full_server_closes_a_connection_with_a_stalled_body() -> None:
    house = LimitedServer(most=40)
    for n in range(40):
        house.connect_successfully(f"10.0.0.{n}", ConnectionState.REQUESTED).is_sent = lambda: False
    house.connect_successfully(PHONE)
    assert house.hung_up == [1]


def test_host_of_a_table_cannot_take_all_connections() -> None:
    """The address with most connections loses one, known or not, streaming or not. An address with no more than a phone
    needs loses none."""
    house = LimitedServer(most=40)
    for _ in range(CONNECTIONS_OF_A_PHONE):
        house.connect_successfully(STRANGER, ConnectionState.STREAMING)
    house.limiter.trust_address(PHONE)
    for n in range(40 + RESERVED_FOR_KNOWN - CONNECTIONS_OF_A_PHONE):
        house.limiter.trust_address(f"10.0.0.{n % 4}")
        house.connect_successfully(f"10.0.0.{n % 4}", ConnectionState.STREAMING)
    assert house.hung_up == []
    house.connect_successfully(PHONE, ConnectionState.STREAMING)
    house.connect_successfully("192.168.1.32", ConnectionState.STREAMING)
    first = CONNECTIONS_OF_A_PHONE + 1
    assert house.hung_up == [first, first + 1]


def test_requests_in_progress_and_single_phones_are_not_closed() -> None:
    house = LimitedServer(most=40)
    for n in range(5):
        for _ in range(CONNECTIONS_OF_A_PHONE):
            house.connect_successfully(f"10.0.0.{n}", ConnectionState.STREAMING)
    for _ in range(10):
        house.connect_successfully("10.0.0.9", ConnectionState.REQUESTED)
    assert house.connect(STRANGER) is None
    assert house.hung_up == []
    assert house.said == ["40 connections are open: further ones are turned away, the tables go on."]


def test_connections_are_reserved_for_known_addresses() -> None:
    house = LimitedServer(most=40)
    for n in range(40):
        house.connect_successfully(f"10.0.0.{n}", ConnectionState.STREAMING)
    assert house.connect(STRANGER) is None
    house.limiter.trust_address(PHONE)
    for _ in range(RESERVED_FOR_KNOWN // 2):
        house.connect_successfully(PHONE, ConnectionState.STREAMING)
        house.connect_successfully(LAPTOP, ConnectionState.STREAMING)
    assert house.hung_up == []


def test_known_address_is_not_disconnected_for_strangers() -> None:
    house = LimitedServer(most=2)
    house.limiter.trust_address(PHONE)
    house.connect_successfully(PHONE, ConnectionState.IDLE)
    house.connect_successfully(LAPTOP, ConnectionState.IDLE)
    assert house.connect(STRANGER) is None
    assert house.hung_up == []


def test_reconnecting_phone_keeps_its_newest_streams() -> None:
    house = LimitedServer()
    for _ in range(STREAMS + 2):
        house.connect_successfully(PHONE, ConnectionState.STREAMING)
    assert house.hung_up == [1, 2]


@pytest.mark.parametrize(
    ("doing", "seconds"),
    [
        (ConnectionState.ARRIVING, HEAD_SECONDS),
        (ConnectionState.IDLE, IDLE_SECONDS),
        (ConnectionState.REQUESTED, BODY_SECONDS),
        (ConnectionState.ANSWERED, ANSWER_SECONDS),
    ],
)
def test_silent_connection_times_out(doing: ConnectionState, seconds: float) -> None:
    house = LimitedServer()
    line = house.connect_successfully(STRANGER, doing)
    line.is_sent = lambda: False
    house.now = seconds - 0.1
    house.limiter.close_idle()
    assert house.hung_up == []
    house.now = seconds + 0.1
    house.limiter.close_idle()
    assert house.hung_up == [1]


def test_error_on_one_connection_stops_no_other_timeout() -> None:
    house = LimitedServer()
    torn, unknown, silent = (house.connect_successfully(STRANGER, ConnectionState.REQUESTED) for _ in range(3))
    torn.is_sent = silent.is_sent = lambda: False
    torn.close = unknown.is_sent = lambda: 1 / 0  # type: ignore[assignment, return-value]
    house.now = BODY_SECONDS + 1
    house.limiter.close_idle()
    assert house.hung_up == [3]
    assert house.said == [
        f"A connection from {STRANGER} could not be closed (ZeroDivisionError('division by zero')): the tables go on."
    ]


def test_streams_and_running_requests_have_no_timeout() -> None:
    house = LimitedServer()
    house.connect_successfully(PHONE, ConnectionState.STREAMING)
    house.connect_successfully(PHONE, ConnectionState.REQUESTED)
    house.now = 10_000.0
    house.limiter.close_idle()
    assert house.hung_up == []


def test_only_the_address_with_too_many_requests_is_throttled() -> None:
    house = LimitedServer()
    assert [house.limiter.throttle_delay(STRANGER) for _ in range(REQUEST_BURST)] == pytest.approx(
        [0.0] * REQUEST_BURST
    )
    waits = [house.limiter.throttle_delay(STRANGER) for _ in range(REQUESTS_PER_SECOND)]
    assert waits == sorted(waits)
    assert waits[0] > 0
    assert waits[-1] == pytest.approx(1.0)
    assert house.limiter.throttle_delay(PHONE) == 0
    assert [house.limiter.throttle_delay(LAPTOP) for _ in range(2 * REQUEST_BURST)] == [0.0] * (2 * REQUEST_BURST)
    house.now = 1.0 + REQUEST_BURST / REQUESTS_PER_SECOND
    house.limiter.close_idle()
    assert list(house.limiter._done_by) == []
    assert house.limiter.throttle_delay(STRANGER) == 0


def test_throttled_request_makes_room_for_a_new_address() -> None:
    """Twenty throttled addresses fill the server; the next one is still accepted."""
    house = LimitedServer(most=20)
    for n in range(20):
        house.connect_successfully(f"10.0.1.{n}", ConnectionState.WAITING)
    house.connect_successfully(STRANGER)
    assert house.hung_up == [1]
    house.now = 10_000.0
    house.limiter.close_idle()
    assert 2 not in house.hung_up, "their turn comes in seconds: they are not late"


def test_console_gets_one_line_a_minute() -> None:
    house = LimitedServer()
    for _ in range(CONNECTIONS + 500):
        house.connect_successfully(STRANGER)
    assert house.said == [f"{STRANGER} keeps {CONNECTIONS} lines open: the oldest are closed, the tables go on."]
    house.now = 61.0
    house.connect_successfully(STRANGER)
    assert len(house.said) == 2


def test_removed_connection_frees_its_place() -> None:
    house = LimitedServer(most=2)
    lines = [house.connect_successfully(PHONE), house.connect_successfully(STRANGER)]
    for line in (*lines, *lines):
        house.limiter.remove(line)
    assert len(house.limiter) == 0
    assert house.limiter._connections == {}
    house.limiter.set_state(lines[0], ConnectionState.IDLE)
    assert house.limiter._connections == {}


def test_open_file_limit_is_raised_to_the_maximum() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard))
        assert raise_file_limit() > 256
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] > 256
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_body_slower_than_minimum_rate_times_out() -> None:
    house = LimitedServer()
    photographs, letters = (house.connect_successfully(PHONE, ConnectionState.REQUESTED) for _ in range(2))
    photographs.is_sent = letters.is_sent = lambda: False
    photographs.received, letters.received = lambda: 3_000_000, lambda: 40
    house.now = BODY_SECONDS + 20
    house.limiter.close_idle()
    assert house.hung_up == [2]


def test_throttle_delay_of_an_address_is_capped() -> None:
    house = LimitedServer()
    for _ in range(100 * REQUEST_BURST):
        house.limiter.throttle_delay(STRANGER)
    assert house.limiter.throttle_delay(STRANGER) == pytest.approx(CONNECTIONS / REQUESTS_PER_SECOND)


def test_address_pays_for_the_processor_time_of_its_pages() -> None:
    house = LimitedServer()
    house.limiter.charge(STRANGER, REQUEST_BURST / REQUESTS_PER_SECOND / WAIT_PER_CPU_SECOND)
    assert house.limiter.throttle_delay(STRANGER) > 0, "the burst is used up"
    waits = []
    for _ in range(3):  # pages of half a second, one after the other
        house.limiter.charge(STRANGER, 0.5)
        waits.append(house.limiter.throttle_delay(STRANGER))
        house.now += waits[-1]
    assert waits[1:] == pytest.approx([0.5 * WAIT_PER_CPU_SECOND] * 2, rel=0.02), "an eighth of the time is left to it"
    assert house.limiter.throttle_delay(PHONE) == 0
    house.limiter.charge(LAPTOP, 100.0)
    assert house.limiter.throttle_delay(LAPTOP) == 0


def test_debt_of_an_address_is_capped() -> None:
    house = LimitedServer()
    house.limiter.charge(STRANGER, 1_000.0)
    assert house.limiter.throttle_delay(STRANGER) <= MOST_DEBT + 1 / REQUESTS_PER_SECOND
