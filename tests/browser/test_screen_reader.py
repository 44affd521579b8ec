"""Screen readers: events are announced politely in a persistent live region."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from tests.browser.evening import Evening
from tests.browser.prepared import NAMES, TABLE, open_dispute
from tests.browser.screen import STAKES_NINE, Screen

KEEP = "() => { window.region = document.getElementById('announce'); }"
SAME = "() => window.region.isConnected && window.region === document.getElementById('announce')"


def region(screen: Screen) -> Locator:
    """The only live region; a screen reader announces it at the next pause."""
    found = screen.page.locator("[aria-live]")
    expect(found).to_have_count(1)
    expect(found).to_have_attribute("aria-live", "polite")
    expect(screen.page.locator('[role="alert"]')).to_have_count(0)
    return found


def test_move_and_reveal_are_announced_on_every_screen(evening: Evening) -> None:
    table, anna, ben, carla = open_dispute(evening)
    screens = (table, anna, ben, carla)
    for screen in screens:
        expect(region(screen)).to_be_empty()  # the state at page load is not announced
        screen.page.evaluate(KEEP)
    for phone in (anna, ben, carla):
        phone.submit("seal-stake", x1=1)
    for screen in screens:
        expect(region(screen)).to_contain_text("Stakes: Anna")
        expect(region(screen)).to_contain_text("Ben, Carla and Anna roll.")
        assert screen.page.evaluate(SAME), "its words change, the region stays"


def test_refusal_is_announced_each_time(evening: Evening) -> None:
    evening.may_complain("status of 422")
    anna = open_dispute(evening, "Anna")[1]
    anna.page.evaluate(KEEP)
    for _ in range(2):
        anna.button("Seal my stake").evaluate(STAKES_NINE)
        notice = anna.page.locator(".notice-refusal")
        expect(notice).to_be_visible()
        expect(region(anna)).to_contain_text(notice.inner_text().split("\n")[0])
        assert anna.page.evaluate(SAME)
        anna.page.evaluate("() => { window.region.textContent = 'silence'; }")
        anna.page.wait_for_timeout(600)  # an earlier tap would count as the same one
    expect(region(anna)).to_have_text("silence")


def test_refusal_stays_until_read_and_goes_with_the_next_news(
    evening: Evening,
) -> None:
    evening.may_complain("status of 422")
    _, anna, ben, carla = open_dispute(evening, *NAMES)
    anna.page.evaluate("() => { window.now = Date.now(); Date.now = () => window.now; }")
    anna.button("Seal my stake").evaluate(STAKES_NINE)
    notice = anna.page.locator(".notice-refusal")
    expect(notice).to_be_visible()
    ben.submit("seal-stake", x1=1)
    expect(region(anna)).to_contain_text("Ben")
    expect(notice).to_be_visible()
    anna.page.evaluate("() => { window.now += 7000; }")
    carla.submit("seal-stake", x1=1)
    expect(notice).to_have_count(0)


# A press by assistive technology: no pointer, a mousedown with detail 0, a click with detail 1.
PRESSED = """(button) => {
    for (const [type, detail] of [['mousedown', 0], ['mouseup', 0], ['click', 1]]) {
        button.dispatchEvent(new MouseEvent(type, {bubbles: true, cancelable: true, detail}));
    }
}"""


def test_secret_opens_and_is_announced_without_a_pointer(evening: Evening) -> None:
    anna = open_dispute(evening, "Anna")[1]
    anna.seal(x1=1)
    hold, shown = anna.page.locator("[data-hold-show]").first, anna.page.locator("#my-cards")
    expect(shown).to_be_hidden()
    hold.evaluate(PRESSED)
    expect(shown).to_be_visible()
    expect(region(anna)).to_contain_text("Staked:")
    hold.evaluate(PRESSED)
    expect(shown).to_be_hidden()
    expect(region(anna)).to_be_empty()
    hold.tap()  # a short tap shows nothing permanently
    expect(shown).to_be_hidden()


# Number of elements with a transition or animation.
MOVING = """() => [...document.querySelectorAll('*')]
    .flatMap(e => [null, '::before', '::after'].map(part => getComputedStyle(e, part)))
    .filter(style => parseFloat(style.transitionDuration) > 0 || style.animationName !== 'none').length"""


def test_reduced_motion_disables_all_motion(evening: Evening) -> None:
    table, *_ = open_dispute(evening, TABLE)
    table.page.emulate_media(reduced_motion="no-preference")
    assert table.page.evaluate(MOVING) > 0
    table.page.emulate_media(reduced_motion="reduce")
    assert table.page.evaluate(MOVING) == 0
    table.page.emulate_media(reduced_motion="null")
