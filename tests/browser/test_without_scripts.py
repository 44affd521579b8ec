"""A phone that runs no scripts plays along: everything is a form, and a reload looks again."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.evening import Evening
from tests.browser.prepared import into_dispute, start


def test_a_phone_without_scripts_joins_stakes_and_sees_the_reveal(evening: Evening) -> None:
    table = evening.table_screen()
    table.opens_a_table()
    anna, ben = evening.seated(table, "Anna", "Ben")
    old = evening.special_phone("Olga", java_script_enabled=False)
    old.joins(table.link_to_join)
    old.sees("You are seated.")
    table.sees("Olga")
    start(table)
    into_dispute(anna, ben)

    old.tap(old.link("Look again"))
    old.staked("x1").fill("2")
    old.tap("Seal my stake")
    old.sees("Your stake is sealed.")
    expect(old.cards).to_have_count(0)
    anna.seals(x1=1)
    ben.seals(x3=1)
    table.sees("Ben rolls.")
    old.page.reload()
    old.sees("Ben rolls.")
    expect(old.cards).to_have_count(1 + 1 + 2)


def test_a_phone_without_scripts_takes_its_turn(evening: Evening) -> None:
    table = evening.table_screen()
    table.opens_a_table()
    old = evening.special_phone("Olga", java_script_enabled=False)
    old.joins(table.link_to_join)
    evening.seated(table, "Ben", "Carla")
    start(table)
    old.page.reload()
    old.tap(old.area("Oxeneford"))
    old.sees("Olga moves to Oxeneford.")
    old.tap("Place a courtier")
    old.sees("Olga places a courtier in Oxeneford.")
    old.tap("End the turn")
    old.sees("Ben moves, or stays.")
    table.sees("Ben moves, or stays.")
