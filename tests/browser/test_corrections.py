"""Corrections on a phone and on the table screen: tap the wrong place, change it, see the effects, save."""

from __future__ import annotations

import re
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from scoring.games import GAMES
from scoring.replay import Projection
from tests.browser.above_fold import SMALL
from tests.browser.accessibility import findings, resized
from tests.browser.evening import Evening
from tests.browser.moments import import_game, moments, waited_for
from tests.browser.prepared import TABLE, set_out
from tests.browser.screen import Screen
from tests.games import one_for_all

# Taps on "Fix a mistake", the piece, and its place or number.
MISPLACED = WRONG_NUMBER = 3


def test_misplaced_pieces_and_numbers_take_few_taps(evening: Evening) -> None:
    """On the smallest phone and on the table screen; the page stays until Done."""
    table, anna, *_ = set_out(evening, TABLE, "Anna")
    with resized(anna.page, SMALL):
        expect(anna.link("Fix").first).to_be_in_viewport()
        taps = fix_on_map(anna, "Rouecestre", "Oxeneford", "Corrected: Anna has 1 courtier in Oxeneford.")
        assert taps == MISPLACED, "see docs/taps.md"
        taps = fix_on_map(anna, "Oxeneford", "2", "Corrected: Anna has 2 courtiers in Oxeneford.")
        assert taps == WRONG_NUMBER, "see docs/taps.md"
        anna.tap(anna.link("Done"))
        anna.wait_until_current()
    fix_on_map(table, "Oxeneford", "0", "Corrected: no courtiers in Oxeneford.")


def fix_on_map(screen: Screen, place: str, tapped: str, said: str) -> int:
    """Taps a place on the map, then an area or a number; returns the taps from the screen on, with the last "Done"."""
    screen.open(screen.path)
    before = screen.taps
    screen.tap(screen.link("Fix a mistake"))
    screen.tap(screen.page.locator(".map-spots a").filter(has_text=f"{place}:"))
    number = tapped.isdecimal()
    numbers, areas = screen.page.get_by_role("group", name="Courtiers"), screen.page.locator(".map-spots button")
    screen.tap(numbers.get_by_role("button", name=tapped) if number else areas.filter(has_text=f"{tapped}:"))
    screen.should_see(said)
    expect(screen.page.get_by_role("heading", name="Fix a mistake")).to_be_visible()
    return screen.taps - before


def test_refused_correction_is_explained_beside_its_field(evening: Evening) -> None:
    evening.may_complain("422")
    _, anna, *_ = set_out(evening, "Anna")
    with resized(anna.page, SMALL):
        anna.tap(anna.link("Fix a mistake"))
        anna.tap(anna.page.locator(".map-spots a").filter(has_text="Rouecestre:"))
        anna.tap(anna.summary(re.escape("Whose?")))
        anna.tap(anna.page.get_by_role("radio", name="Ben"))
        anna.tap(anna.page.get_by_role("group", name="Courtiers").get_by_role("button", name="1"))
        refusal = anna.page.locator(".correction-sheet .notice-refusal")
        expect(refusal).to_have_text(re.compile("Another figure is in Rouecestre"))
        expect(refusal).to_be_in_viewport()


def test_empty_area_of_a_figure_has_its_owner_chosen(evening: Evening) -> None:
    """In another one the question for the owner is marked once."""
    _, anna, *_ = set_out(evening, "Anna")
    anna.submit("move-figure", area="Oxeneford")
    with resized(anna.page, SMALL):
        for area, marked in (("Stadford", 1), ("Oxeneford", 0)):
            anna.open(f"{anna.path}/corrections?at={area}#correction")
            anna.tap(anna.page.get_by_role("group", name="Courtiers").get_by_role("button", name="1"))
            expect(anna.page.locator(".missing")).to_have_count(marked)
        anna.should_see("Corrected: Anna has 1 courtier in Oxeneford.")


def places(projection: Projection) -> set[str]:
    """Returns the places on the board that can be corrected."""
    table = projection.table
    return {legal_action.at for legal_action in table.game.corrections(table.state, None) if legal_action.at}


@pytest.mark.parametrize("game", one_for_all(GAMES, lambda game: game == "royals"))
def test_correction_board_is_accessible(evening: Evening, game: str) -> None:
    projection = next((projection for projection in reversed(moments(game)) if places(projection)), None)
    assert projection, f"nothing of {game} can be corrected at any of its MOMENTS"
    table, (phone,) = import_game(evening, projection, waited_for(projection))
    for screen in (table, phone):
        screen.open(f"{screen.path}/corrections")
        spots = screen.page.locator("a.correction-spot")
        expect(spots.first).to_be_visible()
        assert findings(screen) == []
        screen.tap(spots.nth(1))
        expect(screen.page.locator(".correction-form").first).to_be_visible()
        assert findings(screen) == []


def places_by_kind(projection: Projection, seat: int | None) -> dict[str, str]:
    """Returns a place on the board for each kind of correction; corrections that end the turn come last."""
    table = projection.table
    found = {
        legal_action.action: legal_action.at
        for legal_action in table.game.corrections(table.state, seat)
        if legal_action.at
    }
    return dict(sorted(found.items(), key=lambda kind: kind[0].startswith("call-")))


# Chooses the values before the last one, then marks the button that saves: another value than now, else "Save" after
# one step. Returns the number of taps without that button, and whether the last value is a number.
CHANGES = """(form) => {
    let taps = 0;
    for (const name of new Set([...form.querySelectorAll('input[type=radio]')].map((one) => one.name))) {
        const tiles = [...form.querySelectorAll(`input[type=radio][name="${name}"]`)];
        if (tiles.some((one) => one.checked)) continue;
        tiles.at(-1).click();
        taps += 1;
    }
    const values = [...form.querySelectorAll('button[type=submit][name]:not(.is-on):not([name=preview])')];
    const steps = [...form.querySelectorAll('[data-step], [data-turn]')].filter((one) => !one.disabled);
    if (!values.length && steps.length) { steps.at(-1).click(); taps += 1; }
    (values.at(-1) || form.querySelector('.button[type=submit]')).classList.add('saves');
    return [taps, Boolean(form.querySelector('.correction-numbers'))];
}"""
# Taps: "Fix a mistake", the place, its value, which saves; another one if it is not clear which piece is meant.
PIECE_TAPS, NUMBER_TAPS = 4, 3
# Games whose corrections are forms; those of Lang lebe are on the map.
FORMS = [game for game in GAMES if game != "lang-lebe"]


@pytest.mark.parametrize("game", one_for_all(FORMS, lambda game: game == "regents"))
def test_every_piece_takes_four_taps_and_every_number_three(evening: Evening, game: str) -> None:
    """On a small phone or the table screen; the page says what was saved, or the refusal is beside the form."""
    projection = max(moments(game), key=lambda projection: len(places_by_kind(projection, waited_for(projection))))
    seat = waited_for(projection)
    table, (phone,) = import_game(evening, projection, seat)
    every, public = places_by_kind(projection, seat), places_by_kind(projection, None)
    assert every, f"nothing of {game} can be corrected at any of its MOMENTS"
    evening.may_complain("422", "409")
    for number, (action, place) in enumerate(every.items()):
        screen = table if action in public and number % 2 else phone
        with resized(screen.page, SMALL if screen is phone else {"width": 1366, "height": 768}):
            screen.open(screen.path)
            screen.skip()
            before, screen.taps = screen.seq(), 0
            screen.tap(screen.link("Fix a mistake").last)
            screen.tap(screen.page.locator(f'a.correction-spot[href*="at={quote(place, safe=":")}#correction"]').first)
            form = screen.page.locator(f'.correction-form:has(input[name="action_name"][value="{action}"])').first
            changed, is_number = form.evaluate(CHANGES)
            screen.taps += changed
            screen.tap(form.locator(".saves"))
            assert screen.taps <= (NUMBER_TAPS if is_number else PIECE_TAPS), action
            result = screen.page.locator(".notice-success, .correction-sheet .notice-refusal, #state")
            expect(result.first).to_be_attached()
            refused = screen.page.locator(".correction-sheet .notice-refusal")
            if refused.count():
                expect(refused).to_be_in_viewport()
            else:
                screen.open(screen.path)
                assert screen.seq() != before, action
