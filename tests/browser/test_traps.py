"""Accidental input: double taps count once, a reload keeps input, missing input is reported."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.evening import Evening
from tests.browser.prepared import COLOURS, NAMES, TABLE, open_dispute, set_out, start

A_BUTTON = "#screen form button[type=submit]"
UNDER_THE_FINGER = """([x, y, what]) => {
    const next = [...document.querySelectorAll(what)].find((one) => one.checkVisibility());
    const place = {position: 'fixed', left: `${x - 30}px`, top: `${y - 30}px`, width: '60px', height: '60px'};
    Object.assign(next.style, place, {zIndex: 99});
}"""

# Stops the page's clock, so that all taps are simultaneous on any machine. Counts the requests.
STANDS_STILL = """() => {
    window.now = Date.now(); Date.now = () => window.now;
    window.sent = 0; document.addEventListener('submit', () => { window.sent += 1; });
}"""


def test_tracking_mode_is_switched_both_ways_from_one_link(evening: Evening) -> None:
    table = evening.table_screen()
    table.post("/new/lang-lebe", box="new", follow="moves")
    for name, colour in zip(NAMES, COLOURS, strict=True):
        evening.phone(name).post(f"/j/{table.code}", name=name, colour=colour)
    start(table)
    table.open(table.path)
    for now, other, then in (
        ("Tracking: every move", "Just the hard parts", "Tracking: just the hard parts"),
        ("Tracking: just the hard parts", "Track every move", "Tracking: every move"),
    ):
        table.page.get_by_role("link", name=now).click()
        table.page.get_by_role("button", name=other).click()
        expect(table.page.get_by_role("link", name=then)).to_be_visible()


def test_two_taps_in_one_place_never_do_two_different_things(evening: Evening) -> None:
    """A control that appears under the finger is not meant, wherever the second button is."""
    table, anna, *_ = set_out(evening, TABLE, "Anna")
    before = anna.seq()
    button = anna.page.locator(".thumb .actions button").first
    box = button.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    anna.page.evaluate(STANDS_STILL)
    anna.page.mouse.click(x, y)
    expect(anna.page.locator("#state")).not_to_have_attribute("data-seq", before)
    # Puts a disclosure, then a submit button, under the finger.
    anna.page.evaluate(UNDER_THE_FINGER, [x, y, "#help > summary"])
    anna.page.mouse.click(x, y)
    expect(anna.page.locator("#help")).not_to_have_attribute("open", "")
    anna.page.evaluate("document.getElementById('help').remove()")
    anna.page.evaluate(UNDER_THE_FINGER, [x, y, A_BUTTON])
    anna.page.mouse.click(x, y)
    assert anna.page.evaluate("window.sent") == 1
    anna.page.evaluate("window.now += 600")
    anna.page.evaluate(UNDER_THE_FINGER, [x, y, A_BUTTON])
    anna.page.mouse.click(x, y)
    assert anna.page.evaluate("window.sent") == 2
    table.wait_until_current()


def test_new_question_ignores_a_tap_for_the_previous_one(evening: Evening) -> None:
    """At Saga's end, a tap on a land shows its army question where the keys for fame were. A second tap there must not
    answer it."""
    table = evening.table_screen()
    table.post("/new/saga", box="new")
    table.submit("choose-option", option="follow", value="counts")
    anna, ben = phones = [evening.phone(name) for name in NAMES[:2]]
    for seat, phone in enumerate(phones):
        phone.post(f"/j/{table.code}", name=phone.name, colour=COLOURS[seat])
        phone.seat = seat
    table.submit("start-game")
    ben.submit("enter-last-knight")
    anna.open(anna.path)
    head = anna.page.locator(".saga-question")
    expect(head).to_have_text("How much fame do you have?")
    fame = head.evaluate("e => getComputedStyle(e).backgroundColor")
    anna.page.evaluate(STANDS_STILL)
    anna.button("Castle Land: Mine").tap()
    expect(head).to_have_text("What’s the army under Castle Land worth?")
    assert head.evaluate("e => getComputedStyle(e).backgroundColor") != fame
    number = anna.main.get_by_role("group", name="What’s the army").get_by_role("button", name="24", exact=True)
    number.tap()
    assert anna.page.evaluate("window.sent") == 1
    anna.page.evaluate("window.now += 600")
    number.tap()
    assert anna.page.evaluate("window.sent") == 2
    expect(head).to_have_text("How much fame do you have?")


def test_reload_keeps_a_half_filled_stake(evening: Evening) -> None:
    _table, _anna, ben, _carla = open_dispute(evening, "Ben")
    ben.choose(x1=2)
    ben.page.reload()
    expect(ben.staked("x1")).to_have_value("2")
    ben.tap("Seal my stake")
    ben.should_see("Your stake is sealed.")
    ben.page.reload()
    ben.should_see("Your stake is sealed.")


def test_reload_keeps_half_typed_dice(evening: Evening) -> None:
    _table, anna, ben, carla = open_dispute(evening, *NAMES)
    for phone in (anna, ben, carla):
        phone.submit("seal-stake", x1=2)
    carla.should_see("Roll 2 dice.")
    carla.tap(carla.main.get_by_role("button", name="5", exact=True))
    carla.page.reload()
    expect(carla.dice).to_have_value("5")
    carla.type_dice("3")
    carla.should_see("Ben and Anna roll.")


def test_new_task_starts_at_the_top_of_the_page(evening: Evening) -> None:
    _table, anna, ben, _carla = set_out(evening, "Anna", "Ben")
    ben.tap(ben.summary("The board"))
    ben.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    assert ben.page.evaluate("scrollY") > 0
    anna.submit("move-figure", area="Oxeneford")
    ben.wait_until_current()
    assert ben.page.evaluate("scrollY") > 0  # nothing is asked of Ben: his scroll position stays
    anna.submit("end-turn")
    ben.should_see("Your turn: tap an area, or stay.")
    ben.page.wait_for_function("scrollY === 0")


def test_join_form_closes_after_seating_a_player_without_phone(evening: Evening) -> None:
    table = evening.table_screen()
    table.open_without_taps()
    table.page.set_viewport_size({"width": 1280, "height": 720})
    table.seat_without_phone("Grandma")
    # longer than SETTLING of static/live.js, because the drawer is where the button was
    table.page.wait_for_timeout(600)
    table.seat_without_phone("Grandpa")
    expect(table.page.get_by_label("Table code")).to_be_in_viewport()
    expect(table.page.locator("#no-phone")).not_to_have_attribute("open", "")


def test_missing_input_is_reported_at_its_field(evening: Evening) -> None:
    table = evening.table_screen()
    table.open_without_taps()
    phone = evening.special_phone("Anna")  # a phone that has never played
    phone.page.goto(table.link_to_join)
    expect(phone.page.locator(".missing")).to_have_count(0)
    phone.tap("Take a seat")
    name = phone.page.get_by_label("Your name")
    expect(phone.page.locator(".field", has=name).locator(".missing")).to_have_text("Please fill this in.")
    expect(name).to_be_focused()
    name.fill("Anna")
    expect(phone.page.locator(".missing")).to_have_count(0)
    phone.tap("Take a seat")
    phone.should_see("You’re in.")


def test_form_with_further_fields_is_sent_only_by_its_button(evening: Evening) -> None:
    """The form asks who, whose, where and what is there. A single choice submits the earlier tap: test_saga,
    test_regents."""
    table = evening.table_screen()
    table.post("/new/lang-lebe", box="new")
    table.submit("choose-option", option="follow", value="counts")
    anna, *_others = phones = [evening.phone(name) for name in NAMES]
    for seat, phone in enumerate(phones):
        phone.post(f"/j/{table.code}", name=phone.name, colour=COLOURS[seat])
    anna.seat = 0
    table.submit("start-game")
    anna.open(anna.path)
    anna.tap(anna.summary("Dispute"))
    expect(anna.button("Election")).to_be_hidden()
    anna.tap(anna.page.locator(".call-counts label.tile").nth(2))
    anna.tap("Start the dispute")
    expect(anna.page.locator("#call-dispute .missing")).to_have_text("Please fill this in.")
    before = anna.seq()
    anna.tap(anna.page.get_by_role("radio", name=re.compile("Ben")))
    expect(anna.page.locator("#call-dispute .missing")).to_have_count(0)
    anna.page.wait_for_timeout(300)
    assert anna.seq() == before
    anna.tap("Start the dispute")
    anna.should_see("How much do you stake?")
