"""Undo: one phone undoes a move on all screens; after a reveal the host decides."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.evening import Evening
from tests.browser.prepared import open_dispute, set_out
from tests.browser.screen import all_see

PROPOSAL = "Go back to before the reveal?"


def test_undo_on_one_phone_updates_all_screens(evening: Evening) -> None:
    screens = set_out(evening)
    _, anna, ben, _ = screens
    anna.tap(anna.area("Oxeneford"))
    all_see(screens, "Anna, in Oxeneford")
    ben.tap("Undo")
    all_see(screens, "Anna moves or stays.")

    ben.tap(ben.link("History"))
    undone_line = ben.undone_line("Anna moved to Oxeneford.")
    expect(undone_line).to_be_visible()
    assert undone_line.evaluate("line => getComputedStyle(line).textDecorationLine") == "line-through"


def test_undo_of_a_reveal_needs_the_host(evening: Evening) -> None:
    screens = open_dispute(evening)
    table, anna, ben, carla = screens
    for phone in (anna, ben, carla):
        phone.submit("seal-stake", x1=1)
    all_see(screens, "Ben, Carla and Anna roll.")

    carla.tap(carla.summary("Undo"))
    carla.should_see("Does the table agree?")
    carla.tap("Undo")
    all_see(screens, PROPOSAL)
    for phone in (anna, ben, carla):
        phone.should_see("The host decides")
        expect(phone.button("The table agrees: undo")).to_have_count(0)
    all_see(screens, "Ben, Carla and Anna roll.")  # the proposal alone changes nothing

    table.tap("The table agrees: undo")
    all_see(screens, "Dispute over Oxeneford")
    for screen in screens:
        screen.should_not_see(PROPOSAL)
        expect(screen.cards).to_have_count(0)
    table.should_see("2 of 3 in")
    carla.should_see("Seal my stake")

    table.tap(table.link("History"))
    expect(table.undone_line("Stakes: Anna")).to_be_visible()


def test_host_may_decline_an_undo(evening: Evening) -> None:
    screens = open_dispute(evening)
    table, anna, ben, carla = screens
    for phone in (anna, ben, carla):
        phone.submit("seal-stake", x1=1)
    carla.should_see("Ben, Carla and Anna roll.")
    carla.tap(carla.summary("Undo"))
    carla.tap("Undo")
    table.tap("No, keep playing")
    for screen in screens:
        screen.should_not_see(PROPOSAL)
        screen.should_see("Ben, Carla and Anna roll.")
