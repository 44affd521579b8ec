"""Five whole evenings with any game; no player needs more taps than the design allows."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator

from tests.browser.actors import Phone
from tests.browser.evening import Evening
from tests.browser.test_any_game import ORCHARD, PORTAGE, open_table_with, save_sheet, type_digits

pytestmark = pytest.mark.repeats


def most(phones: list[Phone]) -> int:
    return max(phone.taps for phone in phones)


def tile(phone: Phone, text: str, within: str = "") -> Locator:
    return phone.page.locator(f"{within} label.tile", has_text=text)


def enters(phone: Phone, *fields: tuple[str, str]) -> None:
    """Taps fields and types their numbers; a count starts from the last one."""
    for name, number in fields:
        phone.tap(phone.page.locator("label.pad-field", has_text=name))
        type_digits(phone, number)


def test_tidewater_takes_46_taps(evening: Evening) -> None:
    """Evening A: nine orders of three taps, three counts of five, the harbour, and three taps at the end."""
    table, phones = open_table_with(evening, "tidewater", 4)
    bays = ("Reed Bay", "Gull Point", "Salt Flats", "Old Weir", "The Narrows")
    for season in range(3):
        for turn in range(3):
            table.tap("Give orders")
            for number, phone in enumerate(phones):
                phone.should_see("Which two bays do you sail to?")
                for way in (season + number, season + number + 1 + turn):
                    phone.tap(tile(phone, bays[way % 5]))
                phone.tap("Seal")
            table.should_see(f"Season {season + 1} of 3")
        table.tap(f"Season {season + 1} of 3 is over: enter points")
        for number, phone in enumerate(phones):
            phone.should_see("What did you score?")
            if season == 0:
                type_digits(phone, ("30210", "30021", "11003", "00300")[number])
            else:
                enters(phone, (bays[number], str(season)))
            if number == season:
                phone.tap(tile(phone, "Harbour master"))
            if season == 2:
                enters(phone, ("Charts", str(number + 1)))
                type_digits(phone, str(number))
            phone.tap("Done")
        table.tap("All correct – count the points")
    table.page.locator(".end").wait_for()
    table.should_see("wins")
    assert most(phones) <= 46
    assert min(phone.taps for phone in phones) >= 27 + 3 * 3


def test_lantern_market_takes_42_taps(evening: Evening) -> None:
    """Evening B: twelve bids of 2.6 taps, two of them tied and repeated, and six taps at the end."""
    table, phones = open_table_with(evening, "lantern-market", 5)
    for lot in range(12):
        table.tap("Bid for the lot")
        bids = [str((lot + number) % 5 + 1 + 9 * (number == lot % 5 and lot % 2)) for number in range(5)]
        tied = lot in (4, 9)
        if tied:
            bids[lot % 5] = bids[(lot + 1) % 5] = "6"
        for phone, bid in zip(phones, bids, strict=True):
            phone.should_see("What’s your bid?")
            type_digits(phone, bid)
            phone.tap("Seal")
        if tied:
            for number, bid in ((lot % 5, "7"), ((lot + 1) % 5, "8")):
                phones[number].should_see("What’s your bid?")
                type_digits(phones[number], bid)
                phones[number].tap("Seal")
        if lot < 11:
            table.should_see(f"Lot {lot + 2} of 12")
    for number, phone in enumerate(phones):
        phone.should_see("What did you score?")
        type_digits(phone, f"{number + 2}32{number % 2}")
        phone.tap("Done")
    table.page.locator(".end").wait_for()
    table.should_see("1 point per 5 coins")
    assert most(phones) <= 42


def test_night_ferry_takes_20_taps(evening: Evening) -> None:
    """Evening C: eight votes of two taps, a crew twice, and four taps for the caller of a crossing."""
    table, phones = open_table_with(evening, "night-ferry", 7)
    crews = [(0, 1), (2, 3), (4, 5), (6, 0), (1, 2), (3, 4)]
    called = 0
    for vote in range(8):
        table.tap("Vote on the crew")
        sails = vote not in (2, 5)
        for number, phone in enumerate(phones):
            phone.should_see("Should this crew sail?")
            phone.tap(tile(phone, "Sail" if sails == (number < 5) else "Stay"))
            phone.tap("Seal")
        table.should_see("Sail wins." if sails else "Stay wins.")
        table.skip()
        if not sails:
            continue
        crew, caller, before = crews[called], phones[(called * 2 + 2) % 7], phones[(called * 2 + 2) % 7].taps
        caller.tap(caller.summary("The crew rows"))
        for number in crew:
            caller.tap(tile(caller, caller.name if number == caller.seat else phones[number].name, "#tool-watch"))
        caller.tap("Ask them")
        assert caller.taps - before == 4
        caller.taps = before
        for number in crew:
            phones[number].should_see("What do you do tonight?")
            phones[number].tap(tile(phones[number], "Drift" if called == 3 and number == crew[0] else "Row"))
            phones[number].tap("Seal")
        called += 1
        table.should_see(f"Crossing {called + 1} of 7")
        table.tap(table.button("Lights +1" if called < 5 else "Storm +1"))
        if called == 4:
            break
    table.should_see("Who won?")
    for phone in phones[:4]:
        table.tap(table.page.locator("label.tile", has_text=phone.name))
    table.tap("They won")
    table.page.locator(".end").wait_for()
    assert most(phones) <= 20


def test_orchard_row_takes_9_taps_each(evening: Evening) -> None:
    """Evening D on phones: six numbers of eight digits, and Done."""
    table, phones = open_table_with(evening, save_sheet(evening, ORCHARD), 4)
    table.submit("end-game", 0)
    for number, phone in enumerate(phones):
        phone.should_see("What did you score?")
        type_digits(phone, f"{number + 1}3211224")
        phone.tap("Done")
    table.page.locator(".end").wait_for()
    assert most(phones) <= 9


def test_long_portage_takes_14_taps(evening: Evening) -> None:
    """Evening E: a move is one tap; the round in which the first reaches 40 is finished."""
    table, phones = open_table_with(evening, save_sheet(evening, PORTAGE), 4)
    phones[3].tap(phones[3].button("Supplies +2"))
    steps = (3, 2, 2, 3)
    at = [0, 0, 0, 0]
    for move in range(13):
        for number, phone in enumerate(phones):
            step = 4 if number == 3 and move == 12 else steps[number]
            at[number] += step
            phone.tap(phone.button(f"Course +{step}"))
            phone.should_see(f"Course {at[number]}")
    assert at == [39, 26, 26, 40]
    table.tap("Round 1 is over")
    table.page.locator(".end").wait_for()
    table.should_see("Anna wins with 48 points.")
    assert most(phones) <= 14
