"""Keyboard only: everything on the table screen works without mouse or touch, and focus is never lost."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from tests.browser.evening import Evening
from tests.browser.prepared import TABLE, in_dispute, set_out
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


def tabs_to(screen: Screen, what: Locator) -> None:
    """Tabs to the element and expects a visible focus at every stop."""
    for _ in range(MOST_STOPS):
        screen.page.keyboard.press("Tab")
        words, visible = screen.page.evaluate(FOCUSED)
        assert visible, f"the focus is on {words[:50]!r}, and nobody sees it"
        if what.evaluate("(wanted) => wanted === document.activeElement"):
            return
    raise AssertionError(f"no way to {what} by keyboard")


def presses(screen: Screen, what: Locator, key: str = "Enter") -> None:
    """Presses a key after more than SETTLING of static/live.js, which ignores earlier presses on a changed screen."""
    tabs_to(screen, what)
    screen.page.wait_for_timeout(600)
    screen.page.keyboard.press(key)
    expect(screen.page.locator(".htmx-request")).to_have_count(0)


def test_whole_turn_by_keyboard_on_the_table_screen(evening: Evening) -> None:
    table, *_ = set_out(evening, TABLE)
    table.sees("Anna moves or stays.")
    table.page.keyboard.press("Tab")
    expect(table.link("Skip to content")).to_be_focused()
    table.page.keyboard.press("Enter")
    presses(table, table.area("Oxeneford"))
    table.sees("Anna, in Oxeneford")
    presses(table, table.button("Place a courtier"), "Space")
    table.sees("Anna placed a courtier in Oxeneford.")
    presses(table, table.button("End turn"))
    table.sees("Ben moves or stays.")
    presses(table, table.button("Undo"))
    table.sees("Undone: Ben’s turn.")


def test_correction_by_keyboard(evening: Evening) -> None:
    table, *_ = set_out(evening, TABLE)
    presses(table, table.link("Fix a mistake"))
    presses(table, table.page.locator("a.correction-spot").filter(has_text="Oxeneford"))
    courtiers = table.page.locator("#courtiers")
    expect(courtiers).to_be_visible()
    presses(table, courtiers.get_by_role("radio", name="Anna"), "Space")
    presses(table, courtiers.get_by_role("button", name="2", exact=True))
    table.sees("Corrected: Anna has 2 courtiers in Oxeneford.")
    presses(table, table.link("Done"))
    expect(courtiers).to_have_count(0)


def test_focus_survives_a_move_by_another_player(evening: Evening) -> None:
    table, anna, ben, _ = set_out(evening, TABLE, "Anna", "Ben")
    tabs_to(table, table.link("Fix a mistake"))
    anna.submits("move-figure", area="Oxeneford")
    table.is_current()
    expect(table.link("Fix a mistake")).to_be_focused()
    anna.submits("place-courtier")
    anna.submits("end-turn")
    ben.submits("enter-foreign", area="Oxeneford")
    anna.staked("x2").focus()
    ben.submits("seal-stake", x1=1)
    anna.is_current()
    expect(anna.staked("x2")).to_be_focused()


def test_focus_moves_to_the_headline_if_its_control_is_gone(evening: Evening) -> None:
    table, *_ = set_out(evening, TABLE)
    table.page.keyboard.press("Tab")
    presses(table, table.area("Oxeneford"))
    table.sees("Anna, in Oxeneford")
    expect(table.page.get_by_role("heading", level=1)).to_be_focused()


def test_focus_moves_to_the_headline_after_sealing_by_keyboard(evening: Evening) -> None:
    """The button still exists, but in the closed drawer that changes the stake."""
    _table, anna, *_ = in_dispute(evening, "Anna")
    anna.staked("x1").fill("1")
    presses(anna, anna.button("Seal my stake"))
    anna.sees("Your stake is sealed.")
    expect(anna.page.get_by_role("heading", level=1)).to_be_focused()


def test_escape_closes_a_confirmation_and_restores_focus(evening: Evening) -> None:
    table, *phones = in_dispute(evening)
    for phone in phones:
        phone.submits("seal-stake", x1=1)
    table.sees("Ben, Carla and Anna roll.")
    undo = table.summary("Undo")
    presses(table, undo)
    table.sees("Does the table agree?")
    tabs_to(table, table.main.get_by_role("button", name=re.compile("^Undo$")).first)
    table.page.keyboard.press("Escape")
    expect(undo).to_be_focused()
    expect(table.main.get_by_text("Does the table agree?")).to_be_hidden()
