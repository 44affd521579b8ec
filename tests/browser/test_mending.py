"""Fixing a mistake on a phone and on the table screen: tap what is wrong, change it, see what follows, keep it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from scoring.games import GAMES
from scoring.replay import Story
from tests.browser.evening import Evening
from tests.browser.looking import findings
from tests.browser.moments import brought, moments, waited_for
from tests.browser.prepared import set_out


def test_a_courtier_too_many_is_taken_off_the_board_on_a_phone_and_on_the_table_screen(evening: Evening) -> None:
    table, anna, *_ = set_out(evening)
    for screen, said in (
        (anna, "Corrected: 1 courtier of Anna in Rouecestre."),
        (table, "no courtiers in Rouecestre."),
    ):
        screen.tap(screen.link("Fix a mistake"))
        screen.tap(screen.page.locator("a.mend-spot").filter(has_text="Rouecestre"))
        form = screen.page.locator(".mend-form").first
        expect(form.get_by_role("radio", name="Anna")).to_be_checked()
        screen.tap(form.get_by_role("button", name="One less: Courtiers"))
        if screen is table:
            form.get_by_role("radio", name="Nobody").check(force=True)
        expect(form.locator(".mend-changes")).to_contain_text(said)
        screen.tap(form.get_by_role("button", name="Keep it"))
        screen.sees(said)
    anna.is_current()


def places(story: Story) -> set[str]:
    """Where on the board something can be put right."""
    table = story.table
    return {offer.at for offer in table.game.corrections(table.state, None) if offer.at}


@pytest.mark.parametrize("game", GAMES)
def test_the_board_to_be_put_right_is_for_everybody(evening: Evening, game: str) -> None:
    story = next(story for story in reversed(moments(game)) if places(story))
    table, (phone,) = brought(evening, story, waited_for(story))
    for screen in (table, phone):
        screen.opens(f"{screen.path}/put-right")
        spots = screen.page.locator("a.mend-spot")
        expect(spots.first).to_be_visible()
        assert findings(screen) == []
        screen.tap(spots.nth(1))
        expect(screen.page.locator(".mend-form").first).to_be_visible()
        assert findings(screen) == []
