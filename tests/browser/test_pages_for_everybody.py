"""Accessibility of the pages before, beside and after the game, and of intermediate messages."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from scoring.game_info import GAME_INFOS
from scoring.replay import replay
from tests.browser.accessibility import complaints_of_axe, findings, new_findings
from tests.browser.evening import Evening
from tests.browser.moments import LONG_NAMES, import_game, recorded_game, stages
from tests.browser.prepared import TABLE, open_dispute, set_out
from tests.browser.screen import STAKES_NINE, Screen
from tests.web.played import with_box

# Statistics and the start page cover everything played on this server.
OWN_SERVER = True

pytestmark = pytest.mark.long
PAGES = (*(f"/new/{key}" for key in GAME_INFOS), "/help/network", "/phone", "/t/XXXX/table")
# Pages of a table beside the game, whether running or finished.
OF_A_TABLE = ("history", "box", "invite", "sheet")
AFTER_THE_END = ("story", "picture", *OF_A_TABLE)


def found_on(screens: tuple[Screen, ...], *paths: str) -> dict[str, list[str]]:
    wrong = {}
    for path in paths:
        for screen in screens:
            screen.open(path)
            wrong[f"{path} {type(screen).__name__}"] = new_findings(screen)
    return {where: what for where, what in wrong.items() if what}


def test_pages_without_a_table(evening: Evening) -> None:
    evening.may_complain("status of 404")
    table, phone = evening.table_screen(), evening.phone("Anna")
    assert found_on((table, phone), "/", *PAGES) == {}


def test_open_a_table_on_the_start_page_leads_to_a_new_table(evening: Evening) -> None:
    """A tap in the middle of what looks like a button, on the laptop and on a phone."""
    for screen in (evening.table_screen(), evening.phone("Anna")):
        for game in GAME_INFOS:
            screen.open("/")
            shown = screen.page.locator(f".game-tile:has([href='/new/{game}']) .game-open")
            shown.scroll_into_view_if_needed()
            middle = shown.bounding_box()
            assert middle
            screen.page.mouse.click(middle["x"] + middle["width"] / 2, middle["y"] + middle["height"] / 2)
            screen.page.wait_for_url(f"**/new/{game}")


def test_pages_on_the_way_to_a_seat(evening: Evening) -> None:
    table, phone = evening.table_screen(), evening.phone("Anna")
    table.post("/new/lang-lebe", box="example", dice="typed")
    assert found_on((phone,), f"/j/{table.code}") == {}
    for name, colour in zip(LONG_NAMES, ("red", "blue", "green", "yellow"), strict=False):
        table.submit("take-seat", name=name, colour=colour)
    phone.post(f"/j/{table.code}", name=LONG_NAMES[4], colour="grey")
    assert found_on((table,), table.path, f"/t/{table.code}/invite") | found_on((phone,), f"/t/{table.code}/me") == {}
    phone.open(table.new_link(4))
    assert findings(phone) == []
    table.submit("start-game")
    assert found_on((table,), f"/t/{table.code}/curtain/0") == {}


@pytest.mark.repeats  # a finished table has the same pages
def test_pages_of_a_running_table(evening: Evening) -> None:
    projection = next(stages(recorded_game("regents/recorded/5-shared-victory.jsonl")))
    table, phones = import_game(evening, projection, 0)
    paths = [f"/t/{table.code}/{page}" for page in OF_A_TABLE]
    assert found_on((table, *phones), *paths) == {}


def test_pages_of_a_finished_table(evening: Evening) -> None:
    played = recorded_game("royals/recorded/5-highest-marker.jsonl")
    table, phones = import_game(evening, replay(with_box(played.records)), 0)  # only games with a physical box count
    paths = [f"/t/{table.code}/{page}" for page in AFTER_THE_END]
    numbers = (
        "/tables",
        "/statistics",
        "/statistics/royals",
        f"/statistics/person?name={LONG_NAMES[0]}",
        "/sheets/saga?seats=4",
    )
    assert found_on((table, *phones), *paths, *numbers) == {}


def test_pages_of_a_game_sheet(evening: Evening) -> None:
    table = evening.table_screen()
    table.post("/new/any-game", box="tidewater")
    (phone,) = evening.seated(table, "Anna")
    sheet = f"/t/{table.code}/game-sheet"
    assert (
        found_on((table, phone), "/new/any-game", sheet, f"{sheet}?add=rows.majority", f"{sheet}?add=rows.track") == {}
    )


# --- interruptions ------------------------------------------------------------------------------------------


def test_refusal_confirmation_and_proposal(evening: Evening) -> None:
    evening.may_complain("status of 422")
    screens = open_dispute(evening)
    table, *phones = screens
    anna, *others = phones
    anna.button("Seal my stake").evaluate(STAKES_NINE)
    expect(anna.page.locator(".notice-refusal")).to_be_visible()
    assert findings(anna) == []
    for phone in (anna, *others):
        phone.submit("seal-stake", x1=1)
    anna.should_see("Ben, Carla and Anna roll.")
    anna.tap(anna.summary("Undo"))
    anna.should_see("Does the table agree?")
    assert complaints_of_axe(anna.page) == []
    anna.tap("Undo")
    for screen in (table, anna):
        screen.should_see("Go back to before the reveal?")
        assert findings(screen) == []


def test_moved_seat_and_lost_connection(evening: Evening) -> None:
    table, anna, *_ = set_out(evening, TABLE, "Anna")
    link, another = table.new_link(0), evening.phone("another")
    another.open(link)
    another.post(link)
    anna.should_see("This seat has moved")
    anna.page.evaluate("() => { document.getElementById('offline').hidden = false; }")
    expect(anna.lost).to_be_visible()
    assert findings(anna) == []
