"""A sealed stake: half filled in, sealed, viewed, changed and revealed while others act."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.actors import Phone
from tests.browser.evening import Evening
from tests.browser.prepared import Three, open_dispute, set_out
from tests.browser.screen import all_see


@pytest.fixture
def players(evening: Evening) -> Three:
    return open_dispute(evening)


def test_half_filled_stake_survives_another_players_move(players: Three) -> None:
    table, anna, ben, carla = players
    carla.choose(x1=2, x2=1)
    anna.seal(x1=1)
    carla.wait_until_current()
    expect_stake(carla, x1="2", x2="1", x3="0")
    carla.should_see("3 of 1–5 cards")
    carla.tap("Seal my stake")
    ben.seal(x1=1)
    expect(table.cards).to_have_count(1 + 1 + 3)


def test_sealed_stake_survives_a_reload_and_can_be_changed(players: Three) -> None:
    table, anna, ben, carla = players
    carla.seal(x1=1, x2=1)
    carla.should_see("Your stake is sealed.")
    carla.page.reload()
    carla.should_see("Your stake is sealed.")

    carla.tap("Change my stake")
    expect_stake(carla, x1="1", x2="1", x3="0")
    anna.seal(x1=1)
    table.should_see("1 of 3 in")
    carla.wait_until_current()
    carla.choose(x3=1)
    carla.tap("Seal my stake")
    carla.wait_until_current()
    table.should_see("2 of 3 in")
    expect_no_stake(carla)

    ben.seal(x1=1)
    all_see(players, "Ben, Carla and Anna roll.")
    for screen in players:
        expect(screen.cards).to_have_count(1 + 1 + 3)
    expect(carla.button("Change my stake")).to_have_count(0)


def test_stake_is_visible_to_its_owner_only_while_held(players: Three) -> None:
    table, anna, ben, carla = players
    carla.seal(x1=1, x2=1)
    carla.should_see("Your stake is sealed.")
    expect_no_stake(carla)
    with carla.holding("Hold to see my cards"):
        expect(carla.own_stake).to_be_visible()
        anna.seal(x1=1)  # another player's move does not hide it
        carla.wait_until_current()
        expect(carla.own_stake).to_be_visible()
    expect_no_stake(carla)
    for screen in (table, ben):
        expect(screen.own_stake).to_have_count(0)
        expect(screen.cards).to_have_count(0)


def test_short_tap_on_cards_says_that_they_are_held(evening: Evening) -> None:
    _, anna, *_ = set_out(evening, "Anna")
    button = anna.button("Hold to see my cards")
    label = button.locator(".hold-label")
    button.tap()
    said = "() => getComputedStyle(document.querySelector('.hold-button'), '::after').content"
    anna.page.wait_for_function(f"({said})() === '\"Keep your finger on it\"'")
    expect(label).to_be_visible()  # again
    with anna.holding("Hold to see my cards"):
        anna.page.wait_for_timeout(600)
    expect(label).to_be_visible()


def test_illegal_stake_cannot_be_sent(players: Three) -> None:
    *_, carla = players
    seal = carla.button("Seal my stake")
    expect(seal).to_be_disabled()
    carla.choose(x1=5)
    expect(seal).to_be_enabled()
    carla.choose(x2=1)
    expect(seal).to_be_disabled()


def expect_stake(phone: Phone, **stake: str) -> None:
    for kind, count in stake.items():
        expect(phone.staked(kind)).to_have_value(count)


def expect_no_stake(phone: Phone) -> None:
    expect(phone.cards).to_have_count(0)
    expect(phone.own_stake).to_be_hidden()
    expect(phone.staked("x1").filter(visible=True)).to_have_count(0)
