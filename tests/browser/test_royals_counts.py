"""Royals, only what is tedious: a whole game of four with a known box, and all that anybody taps."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from scoring.kernel import COUNTS
from scoring.replay import Record, Story, advance
from scoring.royals import GAME
from scoring.royals.printed import EXAMPLE
from scoring.royals.state import State
from scoring.seating import GameStarted, SeatTaken
from scoring.standings import totals
from scoring.table import new_table
from tests.browser.actors import Phone, TableScreen
from tests.browser.evening import Evening
from tests.browser.looking import shot, sized
from tests.browser.moments import brought
from tests.browser.screen import Screen, all_see
from tests.royals.counted import sums
from tests.royals.scripted import ANNA, BEN, CARLA, scripted

AT = "2026-01-01T20:00:00+00:00"
NAMES = ("Anna", "Ben", "Carla", "David")
COLOURS = ("black", "white", "purple", "orange")
YEARS = {1: 1648, 2: 1680, 3: 1714}
MOST_TAPS = 60
# Positions that are not in sight, or under the button at the bottom.
HIDDEN_SPOTS = """() => {
    window.scrollTo(0, 0);
    const top = document.querySelector('.thumb').getBoundingClientRect().top;
    const low = [...document.querySelectorAll('.spot')].filter(e => e.getBoundingClientRect().bottom > top + 1);
    return low.map(e => e.value);
}"""


def begun(follow: str = COUNTS) -> Story:
    """A table with its own box, of which everything is known."""
    story = advance(None, Record(1, AT, None, "open", new_table(GAME, {"follow": follow}, EXAMPLE, example=False)))
    seats = (SeatTaken(number + 1, name, COLOURS[number]) for number, name in enumerate(NAMES))
    for event in (*seats, GameStarted()):
        story = advance(story, Record(story.seq + 1, AT, None, f"ask-{story.seq}", event))
    return story


def spot(screen: Screen, key: str) -> Locator:
    return screen.main.locator(f'button.spot[value="{key}"]')


def taps_own_positions(phones: list[Phone], before: State | None, now: State) -> None:
    """Everybody what is new; the rest is known from the epoch before."""
    known = before.holders if before else {}
    for key, seat in now.holders.items():
        if known.get(key) != seat:
            phones[seat].tap(spot(phones[seat], key))
            expect(spot(phones[seat], key)).to_have_attribute("aria-pressed", "true")


def types(phone: Phone, points: int) -> None:
    for digit in str(points):
        phone.tap(phone.main.locator(f'[data-digit="{digit}"]'))


def seals(phone: Phone, added_up: dict[str, int]) -> None:
    """City bonuses have two digits here, so the pad goes on to the country bonuses by itself."""
    assert 9 < added_up["city"] < 100
    types(phone, added_up["city"])
    if added_up["country"]:
        types(phone, added_up["country"])
    phone.tap("Seal")


@pytest.fixture
def four(evening: Evening) -> tuple[TableScreen, list[Phone]]:
    evening.may_complain("navigator.vibrate")  # a phone that nobody has touched yet cannot buzz
    table, phones = brought(evening, begun(), *range(4))
    return table, phones


def test_a_whole_game_takes_at_most_sixty_taps_of_all_together(four: tuple[TableScreen, list[Phone]]) -> None:
    table, phones = four
    real = scripted().state
    screens = [table, *phones]
    all_see(screens, "You are playing the epoch 1648.")
    table.sees("Set up the board")
    shot(phones[ANNA].page, "royals-counts-playing-phone")

    for epoch, year in YEARS.items():
        phones[BEN].tap("The last round of 1714 is over" if epoch == 3 else f"Epoch {year} is over")
        for phone in phones:
            phone.sees("Tap what is yours")
        taps_own_positions(phones, real.scored.get(epoch - 1), real.scored[epoch])
        shot(phones[CARLA].page, f"royals-counts-board-{year}-phone")
        with sized(phones[CARLA].page, {"width": 360, "height": 640}):
            shot(phones[CARLA].page, f"royals-counts-board-{year}-small-phone")
            assert phones[CARLA].page.evaluate(HIDDEN_SPOTS) == [], "all of the board is above the fold"
        shot(table.page, f"royals-counts-board-{year}-table")
        phones[CARLA].is_current()
        phones[CARLA].tap(f"The board is right: score {year}")
        if epoch < 3:
            all_see(screens, f"You are playing the {'epoch 1680' if epoch == 1 else 'last epoch, 1714'}.")
            shot(table.page, f"royals-counts-scored-{year}-table")
            shot(phones[ANNA].page, f"royals-counts-scored-{year}-phone")

    for phone in phones:
        phone.sees("Your cubes on the titles")
    for seat in (ANNA, BEN, ANNA, BEN):  # each took a Duke twice that nobody saw at the end of an epoch
        phones[seat].tap("One more: Duke")
        phones[seat].is_current()
    shot(phones[ANNA].page, "royals-counts-titles-phone")
    table.sees("Cubes on the titles")
    phones[ANNA].tap("The cubes are right: score the titles")

    for seat, phone in enumerate(phones):
        phone.sees("What are your bonus markers worth?")
        if seat == ANNA:
            shot(phone.page, "royals-counts-sums-phone")
        seals(phone, sums(real, seat))
        if seat < 3:
            phone.sees("Sealed.")
            table.sees_not("All markers are added up.")

    end = table.page.get_by_role("region", name="The end")
    expect(end).to_contain_text("Anna wins with 84 victory points.")
    row = end.get_by_role("row").last
    expect(row).to_have_text(re.compile(r"\s*".join(["Total", *map(str, totals(GAME.score(real), 4))])))
    taps = sum(screen.taps for screen in screens)
    print(f"{taps} taps of all together")
    assert table.taps == 0, "nobody has to touch the table screen"
    assert taps <= MOST_TAPS, f"{taps} taps"
    assert taps == 55, "says the README"


def test_two_who_tap_the_same_position_are_told_at_once_and_one_tap_settles_it(
    four: tuple[TableScreen, list[Phone]],
) -> None:
    table, phones = four
    phones[ANNA].tap("Epoch 1648 is over")
    for seat in (ANNA, BEN):
        phones[seat].tap(spot(phones[seat], "Spain.2.a"))
    all_see([table, phones[ANNA], phones[BEN]], "Duke of Valencia: whose is it?")
    expect(phones[CARLA].button("The board is right: score 1648")).to_have_count(0)
    shot(phones[ANNA].page, "royals-counts-contested-phone")
    phones[CARLA].tap(phones[CARLA].main.locator(".contested").get_by_role("button", name="Ben"))
    expect(spot(phones[ANNA], "Spain.2.a")).to_have_attribute("aria-pressed", "false")
    expect(spot(phones[BEN], "Spain.2.a")).to_have_attribute("aria-pressed", "true")
    expect(phones[CARLA].button("The board is right: score 1648")).to_be_visible()


def test_on_the_table_screen_anybodys_position_is_two_taps(four: tuple[TableScreen, list[Phone]]) -> None:
    table, phones = four
    table.tap("Epoch 1648 is over")
    table.tap(table.page.locator("#spot-france-5-a > summary"))
    table.tap(table.page.locator("#spot-france-5-a").get_by_role("button", name="Carla"))
    expect(spot(phones[CARLA], "France.5.a")).to_have_attribute("aria-pressed", "true")
    shot(table.page, "royals-counts-whose-table")


def test_a_phone_can_take_a_whole_country(four: tuple[TableScreen, list[Phone]]) -> None:
    _, phones = four
    anna, ben = phones[ANNA], phones[BEN]
    anna.tap("Epoch 1648 is over")
    anna.tap(anna.main.locator("summary", has_text="Spain"))
    valencia = anna.main.get_by_role("group", name="Duke of Valencia")
    anna.tap(valencia.get_by_role("button", name="Ben"))
    expect(spot(ben, "Spain.2.a")).to_have_attribute("aria-pressed", "true")
    anna.is_current()
    anna.tap(valencia.get_by_role("button", name="Carla"))  # one says it is Ben's, then Carla's: the table settles it
    anna.sees("Duke of Valencia: whose is it?")
    anna.tap(anna.main.locator(".contested").get_by_role("button", name="Carla"))
    expect(spot(phones[CARLA], "Spain.2.a")).to_have_attribute("aria-pressed", "true")
    expect(spot(ben, "Spain.2.a")).to_have_attribute("aria-pressed", "false")
    anna.is_current()
    anna.tap(valencia.get_by_role("button", name="Carla"))  # it was nobody's after all
    expect(spot(phones[CARLA], "Spain.2.a")).to_have_attribute("aria-pressed", "false")
    shot(anna.page, "royals-counts-whole-country-phone")
