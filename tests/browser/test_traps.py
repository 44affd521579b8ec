"""No tap is a trap: two in one place are one, and a reload keeps what was half entered."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.evening import Evening
from tests.browser.prepared import in_dispute, set_out

UNDER_THE_FINGER = """([x, y]) => {
    const buttons = [...document.querySelectorAll('#screen form button[type=submit]')];
    const next = buttons.find((one) => one.checkVisibility());
    const place = {position: 'fixed', left: `${x - 30}px`, top: `${y - 30}px`, width: '60px', height: '60px'};
    Object.assign(next.style, place, {zIndex: 99});
}"""


def test_two_taps_in_one_place_never_do_two_different_things(evening: Evening) -> None:
    """Wherever the second button stands: what comes up under the finger is not meant."""
    table, anna, *_ = set_out(evening)
    before = anna.seq()
    button = anna.page.locator("form button[type=submit]").first
    box = button.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    # The clock of the page stands still: both taps come at once, however slow the machine is.
    anna.page.evaluate("window.now = Date.now(); Date.now = () => window.now;")
    anna.page.evaluate("window.sent = 0; document.addEventListener('submit', () => { window.sent += 1; });")
    anna.page.mouse.click(x, y)
    expect(anna.page.locator("#state")).not_to_have_attribute("data-seq", before)
    # Whatever stands there now: a button that sends something is put under the finger.
    anna.page.evaluate(UNDER_THE_FINGER, [x, y])
    anna.page.mouse.click(x, y)
    assert anna.page.evaluate("window.sent") == 1
    anna.page.evaluate("window.now += 600")
    anna.page.evaluate(UNDER_THE_FINGER, [x, y])
    anna.page.mouse.click(x, y)
    assert anna.page.evaluate("window.sent") == 2
    table.is_current()


def test_a_reload_keeps_a_half_made_stake(evening: Evening) -> None:
    _table, _anna, ben, _carla = in_dispute(evening)
    ben.chooses(x1=2)
    ben.page.reload()
    expect(ben.staked("x1")).to_have_value("2")
    ben.tap("Seal my stake")
    ben.sees("Your stake is sealed.")
    ben.page.reload()
    ben.sees("Your stake is sealed.")
