"""Seats are persistent: joining takes a name and a tap, and a one-time link moves a seat to a new phone."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.above_fold import SMALL
from tests.browser.accessibility import resized
from tests.browser.evening import Evening
from tests.browser.prepared import TABLE, open_dispute, set_out


def test_joining_takes_a_name_and_one_tap(evening: Evening) -> None:
    table = evening.table_screen()
    table.open_table()
    phone = evening.phone("Anna")
    phone.join_table(table.link_to_join)
    phone.should_see("You’re in.")
    assert phone.taps == 1, "see docs/taps.md"


def test_typical_turn_takes_three_taps(evening: Evening) -> None:
    _, anna, ben, _ = set_out(evening, "Anna", "Ben")
    anna.taps = 0
    anna.tap(anna.area("Oxeneford"))
    anna.tap("Place a courtier")
    anna.tap("End turn")
    ben.should_see("Ben moves or stays.")
    assert anna.taps == 3, "see docs/taps.md"


def test_stake_takes_three_taps(evening: Evening) -> None:
    *_, carla = open_dispute(evening, "Carla")
    carla.taps = 0
    carla.seal(x1=1, x2=1)
    carla.should_see("Your stake is sealed.")
    assert carla.taps == 3, "see docs/taps.md"


def test_two_dice_take_two_taps(evening: Evening) -> None:
    _, anna, ben, carla = open_dispute(evening, "Carla")
    for phone in (anna, ben, carla):
        phone.submit("seal-stake", x1=2)
    carla.should_see("Roll 2 dice.")
    carla.type_dice("35")
    carla.should_see("Ben and Anna roll.")
    assert carla.taps == 2, "see docs/taps.md"


def test_code_can_be_typed_instead_of_scanned(evening: Evening) -> None:
    table = evening.table_screen()
    table.open_table()
    phone = evening.phone("Anna")
    phone.open("/")
    phone.page.get_by_label("Join a table: enter its code").fill(f" {table.code.lower()} ")
    phone.tap("Join")
    phone.page.get_by_label("Your name").fill("Anna")
    phone.tap("Take a seat")
    phone.should_see("You’re in.")
    table.should_see("Anna")


def test_new_phone_takes_over_a_seat_and_the_old_one_says_so(evening: Evening) -> None:
    table, anna, ben, _ = open_dispute(evening, TABLE, "Anna", "Ben")
    anna.submit("seal-stake", x1=2)
    anna.should_see("Your stake is sealed.")

    new = evening.special_phone("Anna")
    link = table.seat_link("Anna")
    new.take_over(link, seat=0)
    new.should_see("Your stake is sealed.")  # The seat is as the old phone left it.
    anna.should_see("This seat has moved")
    expect(anna.own_stake).to_have_count(0)
    ben.should_not_see("This seat has moved")

    # The link works only once.
    evening.may_complain("status of 410")
    late = evening.special_phone("Late")
    late.page.goto(link)
    late.should_see("This link has already been used or has expired.")
    anna.page.reload()
    anna.should_see("This seat has moved")


def test_seat_survives_a_reload_and_a_closed_page(evening: Evening) -> None:
    _, anna, *_ = set_out(evening, "Anna")
    anna.page.reload()
    expect(anna.area("Oxeneford")).to_be_visible()
    anna.page.goto("about:blank")
    anna.open(f"/j/{anna.code}")  # scanning the code again leads back to her seat
    expect(anna.area("Oxeneford")).to_be_visible()


def test_phone_without_a_seat_joins_from_the_tables_address(evening: Evening) -> None:
    """The button is in view on the smallest phone, before the code."""
    table = evening.table_screen()
    table.open_without_taps("saga")
    anna = evening.phone("Anna")
    with resized(anna.page, SMALL):
        anna.open(f"/t/{table.code}")
        expect(anna.link("Join on this device")).to_be_in_viewport(ratio=1)
        anna.link("Join on this device").click()
        anna.page.get_by_label("Your name").fill("Anna")
        anna.tap("Take a seat")
        anna.should_see("You’re in.")
