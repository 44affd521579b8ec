"""Nobody takes so many connections that others get none."""

from __future__ import annotations

import resource

import pytest

from companion.crowd import (
    BODY_SECONDS,
    FOR_KNOWN,
    HEAD_SECONDS,
    IDLE_SECONDS,
    LINES,
    STREAMS,
    Crowd,
    Doing,
    open_files,
)
from companion.crowd import Line as Open

LAPTOP, PHONE, STRANGER = "127.0.0.1", "192.168.1.31", "192.168.1.66"


class House:
    """A crowd, its clock, whom it hung up on and what it said."""

    def __init__(self, most: int = 1000) -> None:
        self.now = 0.0
        self.hung_up: list[int] = []
        self.said: list[str] = []
        self.crowd = Crowd(most, lambda: self.now, self.said.append)
        self.came = 0

    def comes(self, address: str, doing: Doing = Doing.ARRIVING) -> Open | None:
        self.came += 1
        number = self.came
        line = self.crowd.enter(address, lambda: self.hung_up.append(number))
        if line is not None and doing is not Doing.ARRIVING:
            self.crowd.now(line, doing)
        return line

    def comes_in(self, address: str, doing: Doing = Doing.ARRIVING) -> Open:
        line = self.comes(address, doing)
        assert line is not None
        return line


def test_an_address_with_too_many_silent_lines_loses_its_oldest_and_nobody_else_does() -> None:
    house = House()
    house.comes_in(PHONE)
    for _ in range(LINES + 3):
        house.comes_in(STRANGER)
    assert house.hung_up == [2, 3, 4]
    assert len(house.crowd) == 1 + LINES


def test_an_address_all_of_whose_lines_are_at_work_gets_no_more() -> None:
    house = House()
    for _ in range(LINES):
        house.comes_in(STRANGER, Doing.ASKING)
    assert house.comes(STRANGER) is None
    assert house.comes(PHONE) is not None


def test_the_laptop_has_as_many_as_it_wants() -> None:
    house = House()
    for _ in range(5 * LINES):
        house.comes_in(LAPTOP, Doing.STREAMING)
    assert house.hung_up == []


def test_when_all_are_taken_whoever_has_most_silent_ones_makes_room() -> None:
    house = House(most=40)
    house.comes_in("10.0.0.1")
    for _ in range(20):
        house.comes_in("10.0.0.2")
    for _ in range(19):
        house.comes_in("10.0.0.3")
    house.comes_in(PHONE)
    assert house.hung_up == [2]


def test_some_are_kept_for_the_laptop_and_for_known_addresses() -> None:
    house = House(most=40)
    for n in range(40):
        house.comes_in(f"10.0.0.{n}", Doing.STREAMING)
    assert house.comes(STRANGER) is None
    house.crowd.know(PHONE)
    for _ in range(FOR_KNOWN // 2):
        house.comes_in(PHONE, Doing.STREAMING)
        house.comes_in(LAPTOP, Doing.STREAMING)
    assert house.hung_up == []


def test_a_known_address_is_not_hung_up_on_for_strangers() -> None:
    house = House(most=2)
    house.crowd.know(PHONE)
    house.comes_in(PHONE, Doing.IDLE)
    house.comes_in(LAPTOP, Doing.IDLE)
    assert house.comes(STRANGER) is None
    assert house.hung_up == []


def test_a_phone_that_connects_over_and_over_keeps_its_newest_streams() -> None:
    house = House()
    for _ in range(STREAMS + 2):
        house.comes_in(PHONE, Doing.STREAMING)
    assert house.hung_up == [1, 2]


@pytest.mark.parametrize(
    ("doing", "seconds"),
    [(Doing.ARRIVING, HEAD_SECONDS), (Doing.IDLE, IDLE_SECONDS), (Doing.ASKING, BODY_SECONDS)],
)
def test_a_line_on_which_nothing_comes_is_given_up(doing: Doing, seconds: float) -> None:
    house = House()
    line = house.comes_in(STRANGER, doing)
    line.is_sent = lambda: False
    house.now = seconds - 0.1
    house.crowd.sweep()
    assert house.hung_up == []
    house.now = seconds + 0.1
    house.crowd.sweep()
    assert house.hung_up == [1]


def test_a_stream_and_a_request_that_herald_works_on_may_last() -> None:
    house = House()
    house.comes_in(PHONE, Doing.STREAMING)
    house.comes_in(PHONE, Doing.ASKING)
    house.now = 10_000.0
    house.crowd.sweep()
    assert house.hung_up == []


def test_the_console_has_one_sentence_a_minute() -> None:
    house = House()
    for _ in range(LINES + 500):
        house.comes_in(STRANGER)
    assert house.said == [f"{STRANGER} keeps {LINES} lines open: the oldest are closed, the tables go on."]
    house.now = 61.0
    house.comes_in(STRANGER)
    assert len(house.said) == 2


def test_whoever_leaves_makes_room_and_is_forgotten() -> None:
    house = House(most=2)
    lines = [house.comes_in(PHONE), house.comes_in(STRANGER)]
    for line in (*lines, *lines):
        house.crowd.leave(line)
    assert len(house.crowd) == 0
    assert house.crowd._lines == {}
    house.crowd.now(lines[0], Doing.IDLE)
    assert house.crowd._lines == {}


def test_as_many_files_as_the_system_allows_may_be_open() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard))
        assert open_files() > 256
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] > 256
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
