"""A form is sent until it is answered, however its request or its response is lost."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.actors import Phone
from tests.browser.evening import Evening
from tests.browser.prepared import open_dispute
from tests.browser.screen import STAKES_NINE

NETWORK_ERRORS = ("net::ERR_", "Failed to fetch", "signal is aborted", "status of 50")
STAKES = "**/actions"
LOST_IN_MS = 9_000


class Wifi:
    """Loses the first requests of a page; records the forms of all of them."""

    def __init__(self, page: Page) -> None:
        self.page, self.sent = page, list[str | None]()

    def loses(self, times: int, after_saving: bool = False, hanging: bool = False) -> None:
        def handle(route: Route) -> None:
            self.sent.append(route.request.post_data)
            if len(self.sent) > times:
                route.continue_()
                return
            if after_saving:
                assert saved(route) == 204
            if not hanging:
                route.abort("connectionreset")

        self.page.route(STAKES, handle)

    def answers_first_with(self, status: int) -> None:
        def handle(route: Route) -> None:
            self.sent.append(route.request.post_data)
            if len(self.sent) == 1:
                route.fulfill(status=status, body="")
            else:
                route.continue_()

        self.page.route(STAKES, handle)


def saved(route: Route) -> int:
    """Sends the intercepted request by IP address, since only Chromium resolves the name; returns the status."""
    address = urlsplit(route.request.url)
    connection = HTTPConnection("127.0.0.1", address.port)
    headers = {**route.request.all_headers(), "Host": address.netloc}
    connection.request("POST", address.path, route.request.post_data_buffer, headers)
    with closing(connection):
        return connection.getresponse().status


@pytest.fixture
def carla(evening: Evening) -> Iterator[Phone]:
    """Carla's phone before her stake, with a clock that the test controls."""
    evening.may_complain(*NETWORK_ERRORS)
    *_, carla = open_dispute(evening, "Carla")
    carla.should_see("Seal my stake")
    carla.page.clock.install()
    carla.choose(x2=2)
    yield carla
    carla.page.unroute_all()


def seal_stake(phone: Phone) -> None:
    """Taps without waiting for a response."""
    phone.skip()
    phone.button("Seal my stake").tap()


def retry_notice(phone: Phone) -> Locator:
    return phone.page.get_by_text("Not saved yet. Trying again…")


@pytest.mark.parametrize("after_saving", [False, True], ids=["before it is saved", "after it is saved"])
def test_lost_stake_is_sent_again_until_it_is_answered(carla: Phone, after_saving: bool) -> None:
    wifi = Wifi(carla.page)
    wifi.loses(2, after_saving)
    seal_stake(carla)
    expect(retry_notice(carla)).to_be_visible()
    carla.page.clock.run_for(5_000)
    carla.should_see("Your stake is sealed.")
    expect(retry_notice(carla)).to_be_hidden()
    assert len(wifi.sent) == 3
    assert len(set(wifi.sent)) == 1


def test_stake_without_any_response_is_mentioned_and_sent_again(carla: Phone) -> None:
    wifi = Wifi(carla.page)
    wifi.loses(1, hanging=True)
    seal_stake(carla)
    carla.page.clock.run_for(3_000)
    expect(retry_notice(carla)).to_be_visible()
    carla.page.clock.run_for(LOST_IN_MS)
    carla.should_see("Your stake is sealed.")
    expect(retry_notice(carla)).to_be_hidden()


def test_stake_tapped_offline_is_sent_after_twenty_seconds(carla: Phone) -> None:
    carla.page.context.set_offline(True)
    seal_stake(carla)
    expect(retry_notice(carla)).to_be_visible()
    carla.page.clock.run_for(20_000)
    expect(retry_notice(carla)).to_be_visible()
    carla.should_not_see("Your stake is sealed.")
    carla.page.context.set_offline(False)
    carla.page.clock.run_for(5_000)
    carla.should_see("Your stake is sealed.")
    expect(retry_notice(carla)).to_be_hidden()
    expect(carla.lost).to_be_hidden()


def test_nothing_else_is_sent_until_the_stake_is_answered(carla: Phone) -> None:
    wifi = Wifi(carla.page)
    wifi.loses(1)
    seal_stake(carla)
    expect(retry_notice(carla)).to_be_visible()
    carla.button("Seal my stake").tap()
    assert len(wifi.sent) == 1
    carla.page.clock.run_for(5_000)
    carla.should_see("Your stake is sealed.")
    assert len(wifi.sent) == 2


def test_stake_is_sent_again_while_the_server_cannot_save(carla: Phone) -> None:
    Wifi(carla.page).answers_first_with(503)
    seal_stake(carla)
    expect(retry_notice(carla)).to_be_visible()
    carla.page.clock.run_for(5_000)
    carla.should_see("Your stake is sealed.")


def test_failure_of_the_server_is_mentioned_until_the_next_tap(carla: Phone) -> None:
    Wifi(carla.page).answers_first_with(500)
    seal_stake(carla)
    failed = carla.page.get_by_text("Not saved. Tap again.")
    expect(failed).to_be_visible()
    carla.page.clock.run_for(30_000)
    expect(failed).to_be_visible()
    seal_stake(carla)
    carla.should_see("Your stake is sealed.")
    expect(failed).to_be_hidden()


def test_refusal_after_a_lost_response_is_shown(carla: Phone, evening: Evening) -> None:
    evening.may_complain("status of 422", "status of 409")
    wifi = Wifi(carla.page)
    wifi.loses(1)
    carla.button("Seal my stake").evaluate(STAKES_NINE)
    expect(retry_notice(carla)).to_be_visible()
    carla.page.clock.run_for(5_000)
    expect(carla.page.locator(".notice-refusal")).to_be_visible()
    expect(retry_notice(carla)).to_be_hidden()
