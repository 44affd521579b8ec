"""Keyboard only: everything on the table screen works without mouse or touch, and focus is never lost."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from tests.browser.evening import Evening
from tests.browser.prepared import TABLE, open_dispute, set_out
from tests.browser.screen import Screen

# The focused element, and whether it or its next sibling has a visible outline.
FOCUSED = """() => {
    const at = document.activeElement, style = e => getComputedStyle(e);
    const outlined = e => e && style(e).outlineStyle !== 'none' && parseFloat(style(e).outlineWidth) > 1;
    const words = at.innerText || at.getAttribute('aria-label') || at.value || at.tagName;
    const atTheEnd = at === document.body; // the next stop is the first one again
    return [words, atTheEnd || outlined(at) || outlined(at.nextElementSibling)];
}"""
MOST_STOPS = 60


def tab_to(screen: Screen, what: Locator) -> None:
    """Tabs to the element and expects a visible focus at every stop."""
    for _ in range(MOST_STOPS):
        screen.page.keyboard.press("Tab")
        words, visible = screen.page.evaluate(FOCUSED)
        assert visible, f"the focus is on {words[:50]!r}, and nobody sees it"
        if what.evaluate("(wanted) => wanted === document.activeElement"):
            return
    raise AssertionError(f"no way to {what} by keyboard")


def press_key(screen: Screen, what: Locator, key: str = "Enter") -> None:
    """Presses a key after more than SETTLING of static/live.js, which ignores earlier presses on a changed screen."""
    tab_to(screen, what)
    screen.page.wait_for_timeout(600)
    screen.page.keyboard.press(key)
    expect(screen.page.locator(".htmx-request")).to_have_count(0)


def test_whole_turn_by_keyboard_on_the_table_screen(evening: Evening) -> None:
    table, *_ = set_out(evening, TABLE)
    table.should_see("Anna moves or stays.")
    table.page.keyboard.press("Tab")
    expect(table.link("Skip to content")).to_be_focused()
    table.page.keyboard.press("Enter")
    press_key(table, table.area("Oxeneford"))
    table.should_see("Anna, in Oxeneford")
    press_key(table, table.button("Place a courtier"), "Space")
    table.should_see("Anna placed a courtier in Oxeneford.")
    press_key(table, table.button("End turn"))
    table.should_see("Ben moves or stays.")
    press_key(table, table.button("Undo"))
    table.should_see("Undone: Ben’s turn.")


def test_correction_by_keyboard(evening: Evening) -> None:
    table, *_ = set_out(evening, TABLE)
    press_key(table, table.link("Fix a mistake"))
    press_key(table, table.page.locator("a.correction-spot").filter(has_text="Oxeneford"))
    courtiers = table.page.locator("#courtiers")
    expect(courtiers).to_be_visible()
    press_key(table, courtiers.get_by_role("radio", name="Anna"), "Space")
    press_key(table, courtiers.get_by_role("button", name="2", exact=True))
    table.should_see("Corrected: Anna has 2 courtiers in Oxeneford.")
    press_key(table, table.link("Done"))
    expect(courtiers).to_have_count(0)


def test_focus_survives_a_move_by_another_player(evening: Evening) -> None:
    table, anna, ben, _ = set_out(evening, TABLE, "Anna", "Ben")
    tab_to(table, table.link("Fix a mistake"))
    anna.submit("move-figure", area="Oxeneford")
    table.wait_until_current()
    expect(table.link("Fix a mistake")).to_be_focused()
    anna.submit("place-courtier")
    anna.submit("end-turn")
    ben.submit("enter-foreign", area="Oxeneford")
    anna.staked("x2").focus()
    ben.submit("seal-stake", x1=1)
    anna.wait_until_current()
    expect(anna.staked("x2")).to_be_focused()


def test_focus_moves_to_the_headline_if_its_control_is_gone(evening: Evening) -> None:
    table, *_ = set_out(evening, TABLE)
    table.page.keyboard.press("Tab")
    press_key(table, table.area("Oxeneford"))
    table.should_see("Anna, in Oxeneford")
    expect(table.page.get_by_role("heading", level=1)).to_be_focused()


def test_focus_moves_to_the_headline_after_sealing_by_keyboard(evening: Evening) -> None:
    """The button still exists, but in the closed drawer that changes the stake."""
    _table, anna, *_ = open_dispute(evening, "Anna")
    anna.staked("x1").fill("1")
    press_key(anna, anna.button("Seal my stake"))
    anna.should_see("Your stake is sealed.")
    expect(anna.page.get_by_role("heading", level=1)).to_be_focused()


def test_escape_closes_a_confirmation_and_restores_focus(evening: Evening) -> None:
    table, *phones = open_dispute(evening)
    for phone in phones:
        phone.submit("seal-stake", x1=1)
    table.should_see("Ben, Carla and Anna roll.")
    undo = table.summary("Undo")
    press_key(table, undo)
    table.should_see("Does the table agree?")
    tab_to(table, table.main.get_by_role("button", name=re.compile("^Undo$")).first)
    table.page.keyboard.press("Escape")
    expect(undo).to_be_focused()
    expect(table.main.get_by_text("Does the table agree?")).to_be_hidden()
