"""Corrections on a phone and on the table screen: tap the wrong place, change it, see the effects, save."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from scoring.games import GAMES
from scoring.replay import Projection
from tests.browser.accessibility import findings
from tests.browser.evening import Evening
from tests.browser.moments import brought, moments, waited_for
from tests.browser.prepared import TABLE, set_out
from tests.games import one_for_all


def test_surplus_courtier_is_removed_on_a_phone_and_on_the_table_screen(evening: Evening) -> None:
    table, anna, *_ = set_out(evening, TABLE, "Anna")
    for screen, said in (
        (anna, "Corrected: Anna has 1 courtier in Rouecestre."),
        (table, "no courtiers in Rouecestre."),
    ):
        screen.tap(screen.link("Fix a mistake"))
        screen.tap(screen.page.locator("a.correction-spot").filter(has_text="Rouecestre"))
        form = screen.page.locator(".correction-form").first
        expect(form.get_by_role("radio", name="Anna")).to_be_checked()
        screen.tap(form.get_by_role("button", name="One fewer: Courtiers"))
        if screen is table:
            form.get_by_role("radio", name="No one").check(force=True)
        expect(form.locator(".correction-changes")).to_contain_text(said)
        screen.tap(form.get_by_role("button", name="Save"))
        screen.sees(said)
    anna.is_current()


def places(projection: Projection) -> set[str]:
    """Returns the places on the board that can be corrected."""
    table = projection.table
    return {legal_action.at for legal_action in table.game.corrections(table.state, None) if legal_action.at}


@pytest.mark.parametrize("game", one_for_all(GAMES, lambda game: game == "royals"))
def test_correction_board_is_accessible(evening: Evening, game: str) -> None:
    projection = next((projection for projection in reversed(moments(game)) if places(projection)), None)
    assert projection, f"nothing of {game} can be corrected at any of its MOMENTS"
    table, (phone,) = brought(evening, projection, waited_for(projection))
    for screen in (table, phone):
        screen.opens(f"{screen.path}/corrections")
        spots = screen.page.locator("a.correction-spot")
        expect(spots.first).to_be_visible()
        assert findings(screen) == []
        screen.tap(spots.nth(1))
        expect(screen.page.locator(".correction-form").first).to_be_visible()
        assert findings(screen) == []


def kinds(projection: Projection, seat: int | None) -> dict[str, str]:
    """Returns a place on the board for each kind of correction; corrections that end the turn come last."""
    table = projection.table
    found = {
        legal_action.action: legal_action.at
        for legal_action in table.game.corrections(table.state, seat)
        if legal_action.at
    }
    return dict(sorted(found.items(), key=lambda kind: kind[0].startswith("call-")))


# Changes the form: the last unselected tile of a group, otherwise one step, otherwise another list entry.
CHANGES = """(form) => {
    let taps = 0;
    const groups = new Set([...form.querySelectorAll('input[type=radio]')].map((one) => one.name));
    for (const name of groups) {
        const tiles = [...form.querySelectorAll(`input[type=radio][name="${name}"]`)];
        if (taps && tiles.some((one) => one.checked)) continue;
        tiles.filter((one) => !one.checked).at(-1).click();
        taps += 1;
    }
    const steps = [...form.querySelectorAll('[data-step], [data-turn]')].filter((one) => !one.disabled);
    if (!taps && steps.length) { steps.at(-1).click(); taps += 1; }
    for (const select of taps ? [] : form.querySelectorAll('select')) {
        select.selectedIndex = select.selectedIndex ? select.selectedIndex - 1 : 1;
        select.dispatchEvent(new Event('input', {bubbles: true}));
        taps += 2;
    }
    return taps;
}"""
FEW_TAPS = 6


@pytest.mark.parametrize("game", one_for_all(GAMES, lambda game: game == "lang-lebe"))
def test_every_kind_of_correction_takes_at_most_six_taps_on_a_phone_or_the_table_screen(
    evening: Evening, game: str
) -> None:
    """Taps: "Fix a mistake", the wrong place, the right value, "Save". The effects are shown before saving."""
    projection = max(moments(game), key=lambda projection: len(kinds(projection, waited_for(projection))))
    seat = waited_for(projection)
    table, (phone,) = brought(evening, projection, seat)
    every, public = kinds(projection, seat), kinds(projection, None)
    assert every, f"nothing of {game} can be corrected at any of its MOMENTS"
    for number, (action, place) in enumerate(every.items()):
        screen = table if action in public and number % 2 else phone
        screen.opens(screen.path)
        screen.skips()
        before, screen.taps = screen.seq(), 0
        screen.tap(screen.link("Fix a mistake").last)
        screen.tap(screen.page.locator(f'a.correction-spot[href*="at={quote(place, safe=":")}#correction"]').first)
        form = screen.page.locator(f'.correction-form:has(input[name="action_name"][value="{action}"])').first
        changed = form.evaluate(CHANGES)
        screen.taps += changed
        if action in public and changed:
            expect(form.locator(".correction-changes")).not_to_be_empty()
        if form.locator(".notice-refusal").count():
            continue  # this change is refused, and the form says so before saving
        screen.tap(form.get_by_role("button", name="Save"))
        expect(screen.page.locator("#state")).to_be_attached()
        assert screen.seq() != before, action
        assert screen.taps <= FEW_TAPS, action
