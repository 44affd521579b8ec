"""The curtain: who has no phone stakes on the table screen, and nobody else sees anything of it."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.actors import all_see
from tests.browser.evening import Evening
from tests.browser.prepared import START_AREAS, into_dispute


def test_a_player_without_a_phone_stakes_behind_the_curtain(evening: Evening) -> None:
    table = evening.table_screen()
    table.opens_a_table()
    anna, ben = evening.seated(table, "Anna", "Ben")
    table.seats_without_a_phone("Dora")
    all_see((table, anna, ben), "Dora")
    table.tap("Start the game")
    for seat, area in enumerate(START_AREAS):
        table.asks("take-start-area", seat, area=area)
    into_dispute(anna, ben)
    anna.seals(x1=1)
    ben.seals(x1=2)
    table.sees("2 of 3 in")

    # Closed: nothing of Dora's is in the page, and a mere tap does not open it.
    table.tap(table.link("Answer for Dora"))
    table.sees("Hand the device to", "Dora")
    assert "in hand" not in table.page.content()
    expect(table.staked("x1")).to_have_count(0)
    table.tap("Hold to open")
    expect(table.staked("x1")).to_have_count(0)

    # Held, it opens; once the stake is sealed it closes again.
    table.holds_open()
    expect(table.staked("x1")).to_be_visible()
    table.seals(x1=1, x3=1)
    table.page.wait_for_url("**/table")
    all_see((table, anna, ben), "Ben rolls.")
    for screen in (table, anna, ben):
        expect(screen.cards).to_have_count(1 + 2 + 2)

    # Back shows nothing but the table or a closed curtain.
    for _ in range(3):
        table.page.go_back()
        expect(table.main).to_be_visible()
        expect(table.staked("x1")).to_have_count(0)
        assert not re.search("Seal my stake|in hand|Hold to see my cards", table.page.content())


def test_a_curtain_that_was_reloaded_is_closed_again(evening: Evening) -> None:
    table = evening.table_screen()
    table.opens_a_table()
    anna, ben = evening.seated(table, "Anna", "Ben")
    table.seats_without_a_phone("Dora")
    table.tap("Start the game")
    for seat, area in enumerate(START_AREAS):
        table.asks("take-start-area", seat, area=area)
    into_dispute(anna, ben)
    table.opens(f"/t/{table.code}/curtain/2")
    table.holds_open()
    expect(table.staked("x1")).to_be_visible()
    table.page.reload()
    table.sees("Dispute over Oxeneford")
    expect(table.staked("x1")).to_have_count(0)
    assert "in hand" not in table.page.content()
