"""Royals, KEY_MOMENTS mode: a whole game of four with a known box, every tap counted."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from scoring.kernel import KEY_MOMENTS
from scoring.printed_values import PrintedValues
from scoring.replay import Projection, Record, apply_record
from scoring.royals import GAME
from scoring.royals.components import COUNTRIES, EXAMPLE, TITLES
from scoring.royals.influence import influence, leaders, winners
from scoring.royals.state import State
from scoring.standings import totals
from scoring.table import new_table
from scoring.table_events import GameStarted, SeatTaken
from tests.browser.accessibility import resized, shot
from tests.browser.actors import Phone, TableScreen
from tests.browser.evening import Evening
from tests.browser.moments import import_game
from tests.browser.screen import Screen, all_see
from tests.royals.counted import sums, unread
from tests.royals.scripted import ANNA, BEN, CARLA, scripted

AT = "2026-01-01T20:00:00+00:00"
NAMES = ("Anna", "Ben", "Carla", "David")
COLOURS = ("black", "white", "purple", "orange")
YEARS = {1: 1648, 2: 1680, 3: 1714}
MOST_TAPS = 60
# Positions out of view, or under the button at the bottom.
HIDDEN_SPOTS = """() => {
    window.scrollTo(0, 0);
    const top = document.querySelector('.thumb').getBoundingClientRect().top;
    const low = [...document.querySelectorAll('.position')].filter(e => e.getBoundingClientRect().bottom > top + 1);
    return low.map(e => e.value);
}"""


def started_game(tracking_mode: str = KEY_MOMENTS, box: PrintedValues = EXAMPLE) -> Projection:
    """Returns a started table with this box, by default fully read."""
    known = {key: value for key, value in box.items() if value}
    projection = apply_record(
        None, Record(1, AT, None, "open", new_table(GAME, {"follow": tracking_mode}, known, example=False))
    )
    seats = (SeatTaken(number + 1, name, COLOURS[number]) for number, name in enumerate(NAMES))
    for event in (*seats, GameStarted()):
        projection = apply_record(projection, Record(projection.seq + 1, AT, None, f"ask-{projection.seq}", event))
    return projection


def spot(screen: Screen, key: str) -> Locator:
    return screen.main.locator(f'button.position[value="{key}"]')


def tap_own_positions(phones: list[Phone], before: State | None, now: State) -> None:
    """Every player taps their new positions; the rest is kept from the previous epoch."""
    known = before.holders if before else {}
    for key, seat in now.holders.items():
        if known.get(key) != seat:
            phones[seat].tap(spot(phones[seat], key))
            expect(spot(phones[seat], key)).to_have_attribute("aria-pressed", "true")


def type_points(phone: Phone, points: int) -> None:
    for digit in str(points):
        phone.tap(phone.main.locator(f'[data-digit="{digit}"]:visible'))


def seal_sums(phone: Phone, added_up: dict[str, int]) -> None:
    """Enters and seals the sums. City bonuses have two digits here, so the pad advances to the country bonuses by
    itself."""
    assert 9 < added_up["city"] < 100
    type_points(phone, added_up["city"])
    if added_up["country"]:
        type_points(phone, added_up["country"])
    phone.tap("Seal")


@pytest.fixture
def players(evening: Evening) -> tuple[TableScreen, list[Phone]]:
    evening.may_complain("navigator.vibrate")  # a phone that has not been touched yet cannot vibrate
    table, phones = import_game(evening, started_game(), *range(4))
    return table, phones


@pytest.mark.repeats
def test_whole_game_takes_at_most_sixty_taps_in_total(players: tuple[TableScreen, list[Phone]]) -> None:
    table, phones = players
    real = scripted().state
    screens = [table, *phones]
    all_see(screens, "Now playing epoch 1648.")
    table.should_see("Set up the board")
    shot(phones[ANNA].page, "royals-counts-playing-phone")

    for epoch, year in YEARS.items():
        phones[BEN].tap("The last round of 1714 is over" if epoch == 3 else f"Epoch {year} is over")
        for phone in phones:
            phone.should_see("Tap what’s yours")
        tap_own_positions(phones, real.scored.get(epoch - 1), real.scored[epoch])
        shot(phones[CARLA].page, f"royals-counts-board-{year}-phone")
        with resized(phones[CARLA].page, {"width": 360, "height": 640}):
            shot(phones[CARLA].page, f"royals-counts-board-{year}-small-phone")
            assert phones[CARLA].page.evaluate(HIDDEN_SPOTS) == [], "all of the board is above the fold"
        shot(table.page, f"royals-counts-board-{year}-table")
        phones[CARLA].wait_until_current()
        phones[CARLA].tap(f"The board is correct – score {year}")
        if epoch < 3:
            all_see(screens, f"Now playing {('epoch 1680' if epoch == 1 else 'the last epoch, 1714')}.")
            shot(table.page, f"royals-counts-scored-{year}-table")
            shot(phones[ANNA].page, f"royals-counts-scored-{year}-phone")

    for phone in phones:
        phone.should_see("Your cubes on each title")
    for seat in (ANNA, BEN, ANNA, BEN):  # each took a Duke twice, which is not visible at the end of an epoch
        phones[seat].tap("One more: Duke")
        phones[seat].wait_until_current()
    shot(phones[ANNA].page, "royals-counts-titles-phone")
    table.should_see("Cubes on the titles")
    phones[ANNA].tap("The cubes are correct – score the titles")

    for seat, phone in enumerate(phones):
        phone.should_see("What are your bonus markers worth?")
        if seat == ANNA:
            shot(phone.page, "royals-counts-sums-phone")
        seal_sums(phone, sums(real, seat))
        if seat < 3:
            phone.should_see("Sealed.")
            table.should_not_see("All markers were added up.")

    end = table.page.get_by_role("region", name="End of the game")
    expect(end).to_contain_text("Anna wins with 84 victory points.")
    row = end.get_by_role("row").last
    expect(row).to_have_text(re.compile(r"\s*".join(["Total", *map(str, totals(GAME.score(real), 4))])))
    taps = sum(screen.taps for screen in screens)
    print(f"{taps} taps of all together")
    assert table.taps == 0, "nobody has to touch the table screen"
    assert taps <= MOST_TAPS, f"{taps} taps"
    assert taps == 55, "says the README"


@pytest.mark.repeats
def test_unread_board_takes_four_numbers_per_player_and_epoch(evening: Evening) -> None:
    evening.may_complain("navigator.vibrate")
    table, phones = import_game(evening, started_game(box=unread(EXAMPLE)), *range(4))
    screens = [table, *phones]
    real = scripted().state.scored[1]
    phones[BEN].tap("Epoch 1648 is over")
    for phone in phones:
        phone.should_see("Your influence in each country")
    shot(phones[ANNA].page, "royals-told-phone")
    for seat, phone in enumerate(phones):
        for number, country in enumerate(COUNTRIES):
            if number:
                phone.tap("Next number")
            type_points(phone, influence(real, country, seat))
        with resized(phone.page, {"width": 360, "height": 640}):
            shot(phone.page, f"royals-told-{seat}-small-phone")
            assert phone.page.evaluate("scrollY") == 0
        phone.tap("Done")
        if seat == BEN:
            shot(table.page, "royals-told-table")
            phone.should_see("Everyone adds up their influence in each country.")
            shot(phone.page, "royals-told-waits-phone")
    all_see(screens, "Now playing epoch 1680.")
    shot(table.page, "royals-told-scored-table")
    shot(phones[ANNA].page, "royals-told-scored-phone")
    assert table.taps == 0, "nobody has to touch the table screen"
    assert sum(phone.taps for phone in phones) <= 40, "all phones together"


def type_all_points(phone: Phone, points: list[int]) -> None:
    """Types with the fewest taps: zeros stay, and after two digits the pad has already advanced."""
    lit = 0
    for number, value in enumerate(points):
        if not value:
            continue
        if number != lit:
            one_on = number == lit + 1
            phone.tap("Next number" if one_on else phone.main.locator(".pad:visible .pad-field").nth(number))
        type_points(phone, value)
        lit = number + (value > 9)


@pytest.mark.repeats
def test_whole_game_with_an_unread_board(evening: Evening) -> None:
    evening.may_complain("navigator.vibrate")
    table, phones = import_game(evening, started_game(box=unread(EXAMPLE)), *range(4))
    real = scripted().state
    screens = [table, *phones]
    for epoch, year in YEARS.items():
        scored = real.scored[epoch]
        phones[BEN].tap("The last round of 1714 is over" if epoch == 3 else f"Epoch {year} is over")
        for seat, phone in enumerate(phones):
            phone.should_see("Your influence in each country")
            type_all_points(phone, [influence(scored, country, seat) for country in COUNTRIES])
            phone.tap("Done")
        anna = phones[ANNA]
        expect(anna.main).not_to_contain_text("Everyone adds up their influence")
        for country, who in ((one, who) for one in COUNTRIES for who in winners(scored, one)):
            tie = anna.main.locator(".card", has_text=f"{COUNTRIES[country].name.message}: who’s ahead?")
            if tie.get_by_role("button", name=NAMES[who]).count():
                anna.tap(tie.get_by_role("button", name=NAMES[who]))
                anna.wait_until_current()
    for phone in phones:
        phone.should_see("Who has the most cubes on each title?")
    for title in TITLES:
        for seat in leaders(real, title):
            most = phones[ANNA].button(f"{title}, {NAMES[seat]}")
            phones[ANNA].tap(most)
            expect(most).to_have_attribute("aria-pressed", "true")
    phones[ANNA].tap("The cubes are correct – score the titles")
    for seat, phone in enumerate(phones):
        phone.should_see("What are your bonus markers worth?")
        added_up = sums(real, seat, ("city", "country", "noble", "epoch"))
        if added_up["noble"]:
            phone.tap(phone.main.locator(f'[name="points.noble"][value="{added_up["noble"]}"]').locator("xpath=.."))
        type_all_points(phone, [added_up[kind] for kind in ("city", "country", "epoch")])
        phone.tap("Seal")
    end = table.page.get_by_role("region", name="End of the game")
    expect(end).to_contain_text("Anna wins with 84 victory points.")
    taps = sum(screen.taps for screen in screens)
    print(f"{taps} taps of all together")
    assert table.taps == 0, "nobody has to touch the table screen"
    assert taps == 123, "says the README"


@pytest.mark.repeats
def test_pad_advances_after_two_digits_without_skipping(evening: Evening) -> None:
    evening.may_complain("navigator.vibrate")
    _, (anna, *_) = import_game(evening, started_game(box=unread(EXAMPLE)), *range(4))
    anna.tap("Epoch 1648 is over")
    for points in (14, 7, 12, 9):
        type_points(anna, points)
        anna.tap("Next number")
    shown = anna.page.locator('.pad:visible input[type="number"]')
    assert shown.evaluate_all("every => every.map(one => one.value)") == ["14", "7", "12", "9"]


@pytest.mark.repeats
def test_next_key_advances_from_cleared_and_tapped_rows(evening: Evening) -> None:
    evening.may_complain("navigator.vibrate")
    _, (anna, *_) = import_game(evening, started_game(box=unread(EXAMPLE)), *range(4))
    anna.tap("Epoch 1648 is over")
    shown = anna.page.locator('.pad:visible input[type="number"]')
    type_points(anna, 14)
    anna.tap("Delete the last digit")
    anna.tap("Next number")
    type_points(anna, 12)
    anna.tap(anna.page.locator(".pad-field").first)
    anna.tap("Next number")
    type_points(anna, 5)
    assert shown.evaluate_all("every => every.map(one => one.value)") == ["14", "5", "12", "0"]


@pytest.mark.repeats
def test_entered_influence_is_corrected_in_place(evening: Evening) -> None:
    evening.may_complain("navigator.vibrate")
    _, phones = import_game(evening, started_game(box=unread(EXAMPLE)), *range(4))
    anna = phones[ANNA]
    anna.tap("Epoch 1648 is over")
    for seat, phone in enumerate(phones):
        type_points(phone, 9 - seat)
        phone.tap("Done")
    all_see(phones, "Now playing epoch 1680.")
    with resized(anna.page, {"width": 360, "height": 640}):
        shot(anna.page, "royals-told-scored-small-phone")
        anna.page.goto(anna.page.url.removesuffix("/me") + "/me/corrections")
        shot(anna.page, "royals-told-mend-small-phone")
        told = anna.page.get_by_role("table", name="Influence as entered")
        told.get_by_role("link").filter(has_text="David").first.click()
        sheet = anna.page.locator("#correction")
        expect(sheet).to_contain_text("David")
        shot(anna.page, "royals-told-mend-open-small-phone")
        sheet.get_by_role("group", name="Points").get_by_role("button", name="10", exact=True).click()
        saved = anna.page.locator("#correction-page")
        expect(saved).to_contain_text("France, David: 10")
        expect(saved).to_contain_text("Anna got the lower 1648 marker for France from Ben.")
        shot(anna.page, "royals-told-mended-small-phone")


@pytest.mark.repeats  # see test_lang_lebe_key_moments.py
def test_position_tapped_by_two_is_settled_by_one_tap(
    players: tuple[TableScreen, list[Phone]],
) -> None:
    table, phones = players
    phones[ANNA].tap("Epoch 1648 is over")
    for seat in (ANNA, BEN):
        phones[seat].tap(spot(phones[seat], "Spain.2.a"))
    all_see([table, phones[ANNA], phones[BEN]], "Duke of Valencia: whose is it?")
    expect(phones[CARLA].button("The board is correct – score 1648")).to_have_count(0)
    shot(phones[ANNA].page, "royals-counts-contested-phone")
    phones[CARLA].tap(phones[CARLA].main.locator(".contested").get_by_role("button", name="Ben"))
    expect(spot(phones[ANNA], "Spain.2.a")).to_have_attribute("aria-pressed", "false")
    expect(spot(phones[BEN], "Spain.2.a")).to_have_attribute("aria-pressed", "true")
    phones[CARLA].tap(phones[CARLA].summary("The board is correct – score 1648"))
    phones[CARLA].should_see("Carla and David haven’t tapped anything yet.")
    expect(phones[CARLA].button("Score anyway")).to_be_visible()


@pytest.mark.repeats
def test_on_the_table_screen_any_seats_position_takes_two_taps(players: tuple[TableScreen, list[Phone]]) -> None:
    table, phones = players
    table.tap("Epoch 1648 is over")
    table.tap(table.page.locator("#spot-france-5-a > summary"))
    table.tap(table.page.locator("#spot-france-5-a").get_by_role("button", name="Carla"))
    expect(spot(phones[CARLA], "France.5.a")).to_have_attribute("aria-pressed", "true")
    shot(table.page, "royals-counts-whose-table")


@pytest.mark.repeats
def test_phone_can_enter_a_whole_country(players: tuple[TableScreen, list[Phone]]) -> None:
    _, phones = players
    anna, ben = phones[ANNA], phones[BEN]
    anna.tap("Epoch 1648 is over")
    anna.tap(anna.main.locator("summary", has_text="Spain"))
    valencia = anna.main.get_by_role("group", name="Duke of Valencia")
    anna.tap(valencia.get_by_role("button", name="Ben"))
    expect(spot(ben, "Spain.2.a")).to_have_attribute("aria-pressed", "true")
    anna.wait_until_current()
    anna.tap(valencia.get_by_role("button", name="Carla"))  # assigned to Ben, then to Carla: the players settle it
    anna.should_see("Duke of Valencia: whose is it?")
    anna.tap(anna.main.locator(".contested").get_by_role("button", name="Carla"))
    expect(spot(phones[CARLA], "Spain.2.a")).to_have_attribute("aria-pressed", "true")
    expect(spot(ben, "Spain.2.a")).to_have_attribute("aria-pressed", "false")
    anna.wait_until_current()
    anna.tap(valencia.get_by_role("button", name="Carla"))  # it has no owner after all
    expect(spot(phones[CARLA], "Spain.2.a")).to_have_attribute("aria-pressed", "false")
    shot(anna.page, "royals-counts-whole-country-phone")
