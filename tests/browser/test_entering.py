"""Input survives updates while the question stays the same, and is cleared with the next question."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.accessibility import shot
from tests.browser.evening import Evening
from tests.browser.prepared import open_dispute, set_out


def test_dice_of_one_player_are_not_kept_for_the_next(evening: Evening) -> None:
    table, *phones = open_dispute(evening)
    for phone in phones:
        phone.submit("seal-stake", x1=2)
    table.should_see("Ben, Carla and Anna roll.")
    table.type_dice("56")
    table.should_see("Carla and Anna roll.")
    expect(table.dice).to_have_value("")


def test_half_typed_dice_survive_a_move_by_another_player(evening: Evening) -> None:
    table, anna, ben, carla = open_dispute(evening)
    for phone in (anna, ben, carla):
        phone.submit("seal-stake", x1=2)
    table.should_see("Ben, Carla and Anna roll.")
    table.tap(table.main.get_by_role("button", name="5", exact=True))
    carla.page.reload()  # another phone disconnects and reconnects
    carla.should_see("Ben, Carla and Anna roll.")
    table.wait_until_current()
    expect(table.dice).to_have_value("5")


def test_every_roll_starts_with_the_lowest_card(evening: Evening) -> None:
    _, anna, *_ = set_out(evening, "Anna")
    anna.submit("move-figure", area="Oxeneford")
    anna.submit("place-courtier")
    expect(anna.card("x1")).to_be_checked()
    anna.card("x2").check()
    anna.tap(anna.main.get_by_role("button", name="1", exact=True))
    anna.should_see("No luck")
    expect(anna.card("x1")).to_be_checked()


def test_closed_area_says_why_and_x3_needs_no_die(evening: Evening) -> None:
    _, anna, *_ = set_out(evening, "Anna")
    closed = anna.main.locator("[data-why]")
    here = closed.filter(has_text="Rouecestre")
    anna.tap(here)
    anna.should_see("Your figure is already in Rouecestre. Choose another area.")
    anna.tap(closed.filter(has_not_text="Rouecestre").first)
    anna.should_not_see("Your figure is already in Rouecestre")
    anna.should_see("only area, so no one can enter it.")
    shot(anna.page, "lang-lebe-closed-area-phone")
    anna.submit("move-figure", area="Oxeneford")
    anna.should_not_see("only area, so no one can enter it.")
    anna.tap("Spend ×3: no roll needed")
    anna.should_see("It worked! Tap where to go next.")
