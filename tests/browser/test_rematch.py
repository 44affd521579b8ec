"""Phones move along to the rematch, to another game, and to a free colour."""

from __future__ import annotations

from playwright.sync_api import expect

from scoring.recording import export_whole
from tests.browser.actors import Phone, TableScreen
from tests.browser.evening import Evening
from tests.browser.moments import named
from tests.browser.prepared import COLOURS, NAMES, own_table
from tests.games import projection_in, recordings_folder

Three = tuple[TableScreen, Phone, Phone, Phone]


def after_a_game(evening: Evening) -> Three:
    """Anna, Ben and Carla are at the end of their game; Ben reads Dutch."""
    projection = named(projection_in(recordings_folder("saga") / "3-last-knight.jsonl"), NAMES)
    assert projection.table.standings is not None
    table = evening.table_screen()
    table.import_without_taps(export_whole(own_table(projection.records)))
    anna, ben, carla = phones = [evening.special_phone(name) for name in NAMES]
    for seat, phone in enumerate(phones):
        phone.open("/static/postgame.js")
        phone.post(table.new_link(seat))
        phone.seat = seat
    ben.page.context.add_cookies([{"name": "language", "value": "nl", "url": evening.origin}])
    for screen in (table, *phones):
        screen.open(screen.path)
    return table, anna, ben, carla


def all_follow(table: TableScreen, *phones: Phone) -> None:
    """Expects everybody at the same new table, in their own seat and language, without a tap on a phone."""
    table.page.wait_for_url(lambda url: table.code not in url)
    table.code = table.page.url.split("/")[4]
    for phone in phones:
        phone.page.wait_for_url(f"**/t/{table.code}/me")
        phone.code = table.code
        expect(phone.page.locator("html")).to_have_attribute("lang", "nl" if phone.name == "Ben" else "en")
        assert phone.taps == 0
    assert [phone.page.locator("#state").get_attribute("data-colour") for phone in phones] == [*COLOURS]


def all_are_awake(table: TableScreen) -> None:
    table.submit("start-game")
    expect(table.page.locator("#screen .stage")).to_be_visible()
    expect(table.page.locator(".foot-asleep")).to_have_count(0)


def check_stays(phone: Phone, old: str) -> None:
    """Expects a phone that returned to the old table to stay there, even after a reload."""
    phone.open(old)
    expect(phone.link("Go to the next game")).to_be_visible()
    phone.page.reload()
    expect(phone.link("Go to the next game")).to_be_visible()


def test_rematch_moves_all_phones_except_one_that_goes_back(evening: Evening) -> None:
    table, anna, *others = after_a_game(evening)
    old = anna.path
    table.tap("Rematch")
    all_follow(table, anna, *others)
    all_are_awake(table)
    check_stays(anna, old)


def test_rematch_button_is_in_the_bottom_bar_of_a_phone(evening: Evening) -> None:
    table, anna, *others = after_a_game(evening)
    expect(anna.page.locator(".thumb").get_by_role("button", name="Rematch")).to_be_visible()
    anna.tap("Rematch")
    anna.taps = 0
    all_follow(table, anna, *others)


def test_another_game_moves_phones_even_from_the_story_page(evening: Evening) -> None:
    """That phone also stays at the old table once it goes back."""
    table, anna, ben, carla = after_a_game(evening)
    old = carla.path
    carla.open(f"/t/{carla.code}/story")
    rematch = table.button("Rematch").bounding_box()
    table.tap(table.summary("Another game"))
    assert table.button("Rematch").bounding_box() == rematch, "the buttons keep their places"
    table.tap("Régents")
    all_follow(table, anna, ben, carla)
    all_are_awake(table)
    check_stays(carla, old)


def test_finished_game_is_scored_with_the_same_people(evening: Evening) -> None:
    """From the end of a game to the score of another one that was played without Herald, without typing."""
    table, *_ = after_a_game(evening)
    table.tap(table.summary("Another game"))
    table.tap(table.link("Royals"))
    table.tap("Start scoring")
    table.should_see("Who has the most cubes on each title?")
    heads = table.page.locator("thead th")
    expect(heads).to_have_text([*NAMES])
    for head, colour in zip(heads.all(), COLOURS, strict=True):
        expect(head.locator(f".seat-{colour}")).to_have_count(1)


def test_taken_colour_disappears_from_the_join_page(evening: Evening) -> None:
    table = evening.table_screen()
    table.open_table()
    anna, ben = (evening.special_phone(name) for name in NAMES[:2])
    ben.page.goto(table.link_to_join)
    first = ben.page.locator("#colours input[type=radio]").first
    red = str(first.get_attribute("value"))
    expect(first).to_be_checked()
    ben.page.get_by_label("Your name").fill("Ben")
    anna.join_table(table.link_to_join)
    expect(ben.page.locator(f"#colours input[value={red}]")).to_have_count(0)
    expect(first).to_be_checked()
    expect(ben.page.get_by_label("Your name")).to_have_value("Ben")
    ben.tap("Take a seat")
    ben.should_see("You’re in.")
