"""The curtain: a player without a phone stakes on the table screen, and nobody else sees anything."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.actors import Phone, TableScreen
from tests.browser.evening import Evening
from tests.browser.prepared import start, start_dispute
from tests.browser.screen import all_see

# With a number, because the chosen rules also mention cards in hand.
SECRETS = re.compile(r"Seal my stake|\d+ in hand|Hold to see my cards")


@pytest.fixture
def dispute(evening: Evening) -> tuple[TableScreen, Phone, Phone]:
    """A dispute in which only Dora, who has no phone, has not staked yet."""
    table = evening.table_screen()
    table.open_table()
    anna, ben = evening.seated(table, "Anna", "Ben")
    table.seat_without_phone("Dora")
    start(table)
    start_dispute(anna, ben)
    anna.submit("seal-stake", x1=1)
    ben.submit("seal-stake", x1=2)
    table.should_see("2 of 3 in")
    return table, anna, ben


def is_closed(table: TableScreen) -> None:
    """Expects nothing of Dora's in the page, not even hidden."""
    expect(table.main).to_be_visible()
    expect(table.staked("x1")).to_have_count(0)
    assert not SECRETS.search(table.page.content())


def test_player_without_a_phone_stakes_behind_the_curtain(dispute: tuple[TableScreen, Phone, Phone]) -> None:
    table, anna, ben = dispute
    table.tap(table.link("Play for Dora"))
    table.should_see("Pass the device to", "Dora")
    is_closed(table)
    table.tap("Hold to open")  # a short tap does not open it
    is_closed(table)
    assert table.page.locator(".hold-submit.is-hinted").count() == 1

    table.hold_open()
    expect(table.staked("x1")).to_be_visible()
    assert re.search(r"\d+ in hand", table.page.content())
    table.seal(x1=1, x3=1)
    table.page.wait_for_url("**/table")
    all_see(dispute, "Ben, Dora and Anna roll.")
    for screen in (table, anna, ben):
        expect(screen.cards).to_have_count(1 + 2 + 2)

    for _ in range(3):
        table.page.go_back()
        is_closed(table)


def test_curtain_closes_on_a_tap_and_on_a_reload(dispute: tuple[TableScreen, Phone, Phone]) -> None:
    table, *_ = dispute
    for close in (lambda: table.tap(table.link("Close private screen")), table.page.reload):
        table.tap(table.link("Play for Dora"))
        table.hold_open()
        expect(table.staked("x1")).to_be_visible()
        close()
        table.should_see("2 of 3 in")
        is_closed(table)
