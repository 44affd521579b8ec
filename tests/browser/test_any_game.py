"""Five evenings with any game, with their taps counted; and the largest sheet on the table screen."""

from __future__ import annotations

import json
import re
import time

import pytest
from playwright.sync_api import expect

from scoring.any_game.sheet import parsed
from tests.browser.actors import Phone, TableScreen
from tests.browser.evening import Evening

NAMES = ("Anna", "Ben", "Carla", "David", "Emma", "Finn", "Gina", "Hugo", "Ines")


def open_table_with(evening: Evening, sheet: str, players: int) -> tuple[TableScreen, list[Phone]]:
    """Opens a table with this sheet, as the start page would; joins and begins without taps."""
    table = evening.table_screen()
    table.open_without_taps("any-game", box=sheet)
    table.read_code()
    phones = evening.seated(table, *NAMES[:players])
    table.submit("start-game")
    for phone in phones:
        phone.taps = 0
    return table, phones


def save_sheet(evening: Evening, text: str) -> str:
    """Saves a sheet, as the import would; returns its number."""
    table = evening.table_screen()
    table.open("/")
    values = {"format": "herald-box", "game": "any-game", "name": parsed(text).title, "values": {"sheet": text}}
    table.post("/boxes/import", sheet=json.dumps(values), new="1")
    return table.code


def type_digits(phone: Phone, digits: str) -> None:
    for digit in digits:
        phone.tap(phone.page.locator(f".pad-keys [data-digit='{digit}']"))


def test_tidewater_takes_fifteen_taps_a_season(evening: Evening) -> None:
    """Evening A: three secret orders and a count for each of four players; the end is scored from two numbers each."""
    table, phones = open_table_with(evening, "tidewater", 4)
    for turn in range(3):
        phones[turn].tap("Give orders")
        for number, phone in enumerate(phones):
            phone.should_see("Which two bays do you sail to?")
            for bay in ("Reed Bay", ("Gull Point", "Old Weir")[number % 2]):
                phone.tap(phone.page.locator("label.tile", has_text=bay))
            phone.tap("Seal")
    phones[0].tap("Season 1 of 3 is over: enter points")
    boats = ("30210", "30021", "11000", "00300")
    for number, phone in enumerate(phones):
        phone.should_see("What did you score?")
        type_digits(phone, boats[number])
        if number == 2:
            phone.tap(phone.page.locator("label.tile", has_text="Harbour master"))
        phone.tap("Done")
    phones[1].tap("All correct – count the points")
    table.should_see("Season 2 of 3")
    table.skip()
    scores = [table.page.locator(".player-score").nth(seat).inner_text() for seat in range(4)]
    # In Reed Bay, Anna and Ben are tied for first and take the second prize, 4. Carla has the harbour.
    assert [score.split()[-1] for score in scores] == ["10", "20", "13", "6"]
    assert max(phone.taps for phone in phones) <= 9 + 6 + 2


def test_lantern_market_pays_from_secret_purses(evening: Evening) -> None:
    """Evening B: a bid is one or two digits and Seal; tied players bid again; the winner pays."""
    table, phones = open_table_with(evening, "lantern-market", 3)
    anna, ben, carla = phones
    anna.tap("Bid for the lot")
    for phone, bid in zip(phones, ("9", "11", "11"), strict=True):
        phone.should_see("What’s your bid?", "of your 40")
        type_digits(phone, bid)
        phone.tap("Seal")
    for phone, bid in ((ben, "12"), (carla, "14")):
        type_digits(phone, bid)
        phone.tap("Seal")
    table.should_see("Lot 2 of 12")
    carla.should_see("Coins 26")
    for other in (anna, ben):
        other.should_not_see("26")
    table.should_not_see("26")
    assert [phone.taps for phone in phones] == [3, 6, 6]
    ben.tap("Bid for the lot")
    carla.tap("Same as last time (14)")
    carla.tap("Seal")
    anna.tap("Pass (0)")
    anna.tap("Seal")
    ben.tap("All in (40)")
    ben.tap("Seal")
    table.should_see("Lot 3 of 12")
    ben.should_see("Coins 0")


def test_night_ferry_shows_how_many_and_table_names_winners(evening: Evening) -> None:
    """Evening C: seven players vote, a crew chooses in secret, the table screen moves the storm."""
    table, phones = open_table_with(evening, "night-ferry", 7)
    phones[0].tap("Vote on the crew")
    for number, phone in enumerate(phones):
        phone.tap(phone.page.locator("label.tile", has_text="Sail" if number < 4 else "Stay"))
        phone.tap("Seal")
    table.skip()
    table.should_see("4 Sail", "3 Stay")
    phones[0].tap(phones[0].summary("The crew rows"))
    for name in ("Ben", "Carla", "David"):
        phones[0].tap(phones[0].page.locator("#tool-watch label.tile", has_text=name))
    phones[0].tap("Ask them")
    for number in (1, 2, 3):
        phones[number].should_see("The table screen shows how many, not who.")
        phones[number].tap(phones[number].page.locator("label.tile", has_text="Drift" if number == 2 else "Row"))
        phones[number].tap("Seal")
    table.skip()
    table.should_see("2 Row", "1 Drift")
    assert [phone.taps for phone in phones] == [8, 4, 4, 4, 2, 2, 2]
    for _ in range(3):
        table.tap(table.button("Storm +1"))
    table.should_see("Who won?")
    for name in ("Carla", "Emma"):
        table.tap(table.page.locator("label.tile", has_text=name))
    table.tap("They won")
    table.should_see("Carla and Emma won together.")


ORCHARD = """\
{"herald": "sheet 1", "title": "Orchard Row", "players": [2, 5],
 "rows": [
  {"id": "apples", "label": "Apples", "kind": "count", "each": 2, "max": 9},
  {"id": "pears", "label": "Pears", "kind": "count", "max": 9},
  {"id": "plums", "label": "Plums", "kind": "count", "each": 3, "max": 9},
  {"id": "jam", "label": "Jam", "kind": "scale", "steps": [[1, 1], [2, 3], [3, 6]], "max": 9},
  {"id": "coins", "label": "Coins", "kind": "points", "max": 99},
  {"id": "bees", "label": "Bees", "kind": "points", "max": 99},
  {"id": "most", "label": "Most apples", "kind": "majority", "over": "apples", "prizes": [5, 2]}]}
"""


def test_finished_game_is_scored_in_nine_taps(evening: Evening) -> None:
    """Evening D: six numbers, eight digits, Done."""
    table, phones = open_table_with(evening, save_sheet(evening, ORCHARD), 4)
    phones[0].tap(phones[0].summary("End the game"))
    phones[0].tap(phones[0].page.locator(".confirm-panel").get_by_role("button", name="End the game"))
    phones[0].taps = 0
    for number, phone in enumerate(phones):
        phone.should_see("What did you score?")
        type_digits(phone, f"{number + 1}3211224")
        phone.tap("Done")
    assert {phone.taps for phone in phones} == {9}
    table.page.locator(".end").wait_for()
    table.should_see("David wins with 59 points.")


PORTAGE = """\
{"herald": "sheet 1", "title": "Long Portage", "players": [2, 6], "tie_breaks": ["supplies"],
 "ends": [
  {"row": "course", "at": 40}],
 "rows": [
  {"id": "course", "label": "Course", "kind": "track", "max": 46, "marks": [[10, 3, "Wreath"], [20, 3, "Wreath"], [30, 3, "Wreath"]], "first_only": true},
  {"id": "supplies", "label": "Supplies", "kind": "track", "max": 20, "worth": []}]}
"""  # noqa: E501


def test_move_is_one_tap_and_a_mark_says_what_to_do(evening: Evening) -> None:
    """Evening E: a race with wreaths for the first to pass 10, 20 and 30."""
    table, (anna, ben) = open_table_with(evening, save_sheet(evening, PORTAGE), 2)
    for _ in range(2):
        ben.tap(ben.button("Course +6"))
        ben.should_see("Course")
    assert ben.taps == 2
    table.should_see("Ben: Wreath", "Ben leads by 15")
    anna.tap(anna.button("Course +5"))
    table.should_see("Ben leads by 10")


def test_sheet_is_made_from_a_blank_table_while_playing(evening: Evening) -> None:
    """Eight rows and a title, at a pace of two seconds a tap and three letters a second: under 180 seconds."""
    table, phones = open_table_with(evening, "blank", 2)
    anna, words = phones[0], 0
    anna.open(f"/t/{table.code}/game-sheet")
    for number, row in enumerate(("Apples", "Pears", "Plums", "Jam", "Honey", "Bees", "Ladders", "Baskets")):
        if number == 0:  # after a row, the next one can be added
            anna.tap(anna.summary("Add a row"))
        anna.tap(anna.link(re.compile("Count" if number % 2 else "Points")))
        anna.page.locator("#add-rows").get_by_label("Name", exact=True).fill(row)
        words += len(row)
        anna.tap("Add")
        expect(anna.page.locator(".part-name", has_text=row)).to_have_count(1)
    assert anna.taps * 2 + words / 3 < 180
    anna.open(f"/t/{table.code}/me")
    table.open(f"/t/{table.code}/game-sheet")
    table.page.get_by_label("What did you play?").fill("Orchard Row")
    table.tap("Save as a sheet")
    expect(table.page.get_by_role("heading", level=1)).to_have_text("Orchard Row")
    table.open("/new/any-game")
    expect(table.page.get_by_role("radio", name=re.compile("^Orchard Row"))).to_have_count(1)


def test_number_pad_adds_and_empty_is_not_zero(evening: Evening) -> None:
    _, phones = open_table_with(evening, "blank", 2)
    phones[0].tap("Round 1 is over: enter points")
    phones[0].should_see("What did you score?")
    points = phones[0].page.get_by_label("Points")
    expect(points).to_have_value("")
    type_digits(phones[0], "3")
    phones[0].tap(phones[0].page.locator("[data-plus]"))
    type_digits(phones[0], "12")
    expect(points).to_have_value("15")
    phones[0].should_see("3 + 12 =")
    phones[0].tap(phones[0].page.locator("[data-minus]"))
    expect(points).to_have_value("-9")


def test_table_goes_on_without_a_missing_player(evening: Evening) -> None:
    table, phones = open_table_with(evening, "blank", 3)
    phones[0].tap("Vote")
    for phone in phones[:2]:
        phone.tap(phone.page.locator("label.tile", has_text="Yes"))
        phone.tap("Seal")
    phones[0].tap("Continue without Carla")
    table.skip()
    table.should_see("2 Yes")


LARGEST = json.dumps(
    {
        "herald": "sheet 1",
        "title": "A game with everything that fits on a sheet",
        "players": [2, 9],
        "rows": [
            {"id": "bays", "label": "Bays", "kind": "majority", "areas": [["Reed Bay", [8, 4, 2]]]},
            *({"id": f"r{n}", "label": f"Row number {n} of the sheet", "kind": "count"} for n in range(29)),
        ],
        "tools": [{"id": f"t{n}", "button": f"Tool number {n}", "kind": "vote"} for n in range(12)],
    }
)
SIZES = ((1920, 1080), (1366, 768), (1280, 720))
OVERFLOW = """() => {
    const page = document.documentElement, cut = [...document.querySelectorAll('.any-grid td, .any-grid th')]
        .filter(e => e.scrollWidth > e.clientWidth + 1 || e.getBoundingClientRect().bottom > innerHeight);
    return [page.scrollHeight - innerHeight > 1, page.scrollWidth > innerWidth, cut.length];
}"""


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_thirty_rows_of_nine_players_fit_the_table_screen(evening: Evening, size: tuple[int, int]) -> None:
    table, phones = open_table_with(evening, save_sheet(evening, LARGEST), 9)
    table.page.set_viewport_size({"width": size[0], "height": size[1]})
    time.sleep(0.5)
    assert table.page.evaluate(OVERFLOW) == [False, False, 0], "with twelve tools"
    table.submit("end-game", 0)
    for seat in range(9):
        numbers = {"amounts.bays.0": 1, **{f"amounts.r{n}": 88 for n in range(29)}}
        phones[seat].submit("enter-amounts", seat, **numbers)
    table.should_see("Is everything correct?")
    time.sleep(0.5)
    assert table.page.evaluate(OVERFLOW) == [False, False, 0], "while it is checked"
