"""The connection breaks and comes back: it is said plainly, and afterwards every screen is current without a reload."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.evening import Evening
from tests.browser.prepared import in_dispute, set_out
from tests.browser.server import Server

NETWORK_ERRORS = ("net::ERR_", "Failed to fetch", "signal is aborted")
HIDE = """hidden => {
    Object.defineProperty(document, 'hidden', {configurable: true, get: () => hidden});
    document.dispatchEvent(new Event('visibilitychange'));
}"""


@pytest.fixture
def rough_evening(evening: Evening) -> Evening:
    evening.may_complain(*NETWORK_ERRORS)
    return evening


def test_a_phone_that_was_offline_is_current_again_without_a_reload(rough_evening: Evening) -> None:
    table, anna, ben, _ = set_out(rough_evening)
    ben.sees("Anna moves, or stays.")
    ben.stays_the_same_page()
    ben.page.context.set_offline(True)
    expect(ben.lost).to_be_visible()
    expect(table.lost).to_be_hidden()
    anna.asks("move-figure", area="Oxeneford")
    table.sees("Anna is in Oxeneford")
    ben.sees("Anna moves, or stays.")
    ben.page.context.set_offline(False)
    ben.sees("Anna is in Oxeneford")
    expect(ben.lost).to_be_hidden()
    assert not ben.was_reloaded


def test_all_screens_outlive_a_killed_server_with_a_half_filled_stake(rough_evening: Evening, server: Server) -> None:
    screens = in_dispute(rough_evening)
    _, anna, ben, carla = screens
    anna.seals(x1=1)
    anna.sees("Your stake is sealed.")
    carla.chooses(x2=2)
    for screen in screens:
        screen.stays_the_same_page()

    server.kill()
    for screen in screens:
        expect(screen.lost).to_be_visible()
    carla.tap("Seal my stake")  # nobody is there to take it
    server.start()
    for screen in screens:
        expect(screen.lost).to_be_hidden()
    anna.sees("Your stake is sealed.")
    expect(carla.staked("x2")).to_have_value("2")
    carla.tap("Seal my stake")
    carla.sees("Your stake is sealed.")
    ben.seals(x1=1)
    for screen in screens:
        expect(screen.cards).to_have_count(1 + 1 + 2)
        assert not screen.was_reloaded


def test_a_half_open_stream_is_noticed(rough_evening: Evening, server: Server) -> None:
    table = rough_evening.table_screen()
    table.opens_a_table()
    phone = rough_evening.special_phone("Anna")
    phone.page.clock.install()
    phone.joins(table.link_to_join)
    phone.sees("You are seated.")
    server.freeze()
    try:
        phone.page.clock.fast_forward(20_000)
        expect(phone.lost).to_be_visible()
    finally:
        server.thaw()
    expect(phone.lost).to_be_hidden()


def test_a_phone_that_slept_looks_again_when_it_wakes(evening: Evening) -> None:
    table, anna, ben, _ = set_out(evening)
    ben.sees("Anna moves, or stays.")
    ben.page.evaluate(HIDE, True)
    anna.asks("move-figure", area="Oxeneford")
    table.sees("Anna is in Oxeneford")
    ben.sees("Anna moves, or stays.")  # asleep, it has given its connection back
    ben.page.evaluate(HIDE, False)
    ben.sees("Anna is in Oxeneford")


def test_a_table_that_was_deleted_says_so_on_a_phone_that_wakes(evening: Evening) -> None:
    evening.may_complain("status of 404", "MIME type")
    table, phone = evening.table_screen(), evening.phone("Anna")
    table.opens_a_table()
    phone.opens(table.path)
    phone.sees("Take a seat")
    phone.page.evaluate(HIDE, True)
    table.opens("/")
    table.deletes_the_table()
    phone.page.evaluate(HIDE, False)
    phone.sees("There is no table with this code.")
    expect(phone.lost).to_be_hidden()
