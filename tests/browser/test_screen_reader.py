"""For those who listen to a screen: what happens is said, politely, in a region that stays."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from tests.browser.evening import Evening
from tests.browser.prepared import NAMES, TABLE, in_dispute
from tests.browser.screen import STAKES_NINE, Screen

KEEP = "() => { window.region = document.getElementById('announce'); }"
SAME = "() => window.region.isConnected && window.region === document.getElementById('announce')"


def region(screen: Screen) -> Locator:
    """The one place where things are said: a screen reader waits for a pause."""
    found = screen.page.locator("[aria-live]")
    expect(found).to_have_count(1)
    expect(found).to_have_attribute("aria-live", "polite")
    expect(screen.page.locator('[role="alert"]')).to_have_count(0)
    return found


def test_a_move_and_a_reveal_are_said_on_every_screen(evening: Evening) -> None:
    table, anna, ben, carla = in_dispute(evening)
    screens = (table, anna, ben, carla)
    for screen in screens:
        expect(region(screen)).to_be_empty()  # nothing is said about what was there before
        screen.page.evaluate(KEEP)
    for phone in (anna, ben, carla):
        phone.submits("seal-stake", x1=1)
    for screen in screens:
        expect(region(screen)).to_contain_text("Stakes: Anna")
        expect(region(screen)).to_contain_text("Ben, Carla and Anna roll.")
        assert screen.page.evaluate(SAME), "its words change, the region stays"


def test_a_refusal_is_said_each_time(evening: Evening) -> None:
    evening.may_complain("status of 422")
    anna = in_dispute(evening, "Anna")[1]
    anna.page.evaluate(KEEP)
    for _ in range(2):
        anna.button("Seal my stake").evaluate(STAKES_NINE)
        notice = anna.page.locator(".notice-refusal")
        expect(notice).to_be_visible()
        expect(region(anna)).to_contain_text(notice.inner_text().split("\n")[0])
        assert anna.page.evaluate(SAME)
        anna.page.evaluate("() => { window.region.textContent = 'silence'; }")
        anna.page.wait_for_timeout(600)  # sooner it would be the same tap
    expect(region(anna)).to_have_text("silence")


def test_a_refusal_stays_while_it_is_read_whatever_others_do_and_goes_with_the_news_after_that(
    evening: Evening,
) -> None:
    evening.may_complain("status of 422")
    _, anna, ben, carla = in_dispute(evening, *NAMES)
    anna.page.evaluate("() => { window.now = Date.now(); Date.now = () => window.now; }")
    anna.button("Seal my stake").evaluate(STAKES_NINE)
    notice = anna.page.locator(".notice-refusal")
    expect(notice).to_be_visible()
    ben.submits("seal-stake", x1=1)
    expect(region(anna)).to_contain_text("Ben")
    expect(notice).to_be_visible()
    anna.page.evaluate("() => { window.now += 7000; }")
    carla.submits("seal-stake", x1=1)
    expect(notice).to_have_count(0)


# A press as assistive technology makes it: no pointer, a mouse that goes down without a count, a click that has one.
PRESSED = """(button) => {
    for (const [type, detail] of [['mousedown', 0], ['mouseup', 0], ['click', 1]]) {
        button.dispatchEvent(new MouseEvent(type, {bubbles: true, cancelable: true, detail}));
    }
}"""


def test_what_is_held_opens_by_a_press_without_a_pointer_and_is_read_out(evening: Evening) -> None:
    anna = in_dispute(evening, "Anna")[1]
    anna.seals(x1=1)
    hold, shown = anna.page.locator("[data-hold-show]").first, anna.page.locator("#my-cards")
    expect(shown).to_be_hidden()
    hold.evaluate(PRESSED)
    expect(shown).to_be_visible()
    expect(region(anna)).to_contain_text("Staked:")
    hold.evaluate(PRESSED)
    expect(shown).to_be_hidden()
    expect(region(anna)).to_be_empty()
    hold.tap()  # a mere tap shows nothing that stays
    expect(shown).to_be_hidden()


# How many things on the page would move by themselves.
MOVING = """() => [...document.querySelectorAll('*')]
    .flatMap(e => [null, '::before', '::after'].map(part => getComputedStyle(e, part)))
    .filter(style => parseFloat(style.transitionDuration) > 0 || style.animationName !== 'none').length"""


def test_who_wants_no_motion_gets_none(evening: Evening) -> None:
    table, *_ = in_dispute(evening, TABLE)
    table.page.emulate_media(reduced_motion="no-preference")
    assert table.page.evaluate(MOVING) > 0
    table.page.emulate_media(reduced_motion="reduce")
    assert table.page.evaluate(MOVING) == 0
    table.page.emulate_media(reduced_motion="null")
