"""A phone without scripts can play: everything is a form, and a reload updates the screen."""

from __future__ import annotations

from playwright.sync_api import expect

from scoring.replay import Projection
from tests.browser.actors import Phone, TableScreen
from tests.browser.evening import Evening
from tests.browser.moments import import_game, recorded_game, stages
from tests.browser.prepared import start, start_dispute


def test_phone_without_scripts_joins_stakes_and_sees_the_reveal(evening: Evening) -> None:
    table = evening.table_screen()
    table.open_without_taps()
    anna, ben = evening.seated(table, "Anna", "Ben")
    old = evening.special_phone("Olga", java_script_enabled=False)
    old.join_table(table.link_to_join)
    old.should_see("You’re in.")
    table.should_see("Olga")
    start(table)
    start_dispute(anna, ben)

    old.tap(old.link("Refresh"))
    old.staked("x1").fill("2")
    old.tap("Seal my stake")
    old.should_see("Your stake is sealed.")
    expect(old.cards).to_have_count(0)
    anna.seal(x1=1)
    ben.seal(x3=1)
    table.should_see("Ben, Olga and Anna roll.")
    old.page.reload()
    old.should_see("Ben, Olga and Anna roll.")
    expect(old.cards).to_have_count(1 + 1 + 2)


def test_phone_without_scripts_takes_its_turn(evening: Evening) -> None:
    table = evening.table_screen()
    table.open_without_taps()
    old = evening.special_phone("Olga", java_script_enabled=False)
    old.join_table(table.link_to_join)
    evening.seated(table, "Ben", "Carla")
    start(table)
    old.page.reload()
    old.tap(old.area("Oxeneford"))
    old.should_see("Olga moved to Oxeneford.")
    old.tap("Place a courtier")
    old.should_see("Olga placed a courtier in Oxeneford.")
    old.tap("End turn")
    old.should_see("Ben moves or stays.")
    table.should_see("Ben moves or stays.")


def test_phone_without_scripts_shows_its_cards_after_a_warning(evening: Evening) -> None:
    table = evening.table_screen()
    table.open_without_taps()
    old = evening.special_phone("Olga", java_script_enabled=False)
    old.join_table(table.link_to_join)
    evening.seated(table, "Ben", "Carla")
    start(table)
    old.page.reload()
    expect(old.button("Hold to see my cards")).to_have_count(0)
    old.tap(old.link("Hold to see my cards"))
    old.should_see("Make sure no one else can see this screen.")
    old.tap("Show it")
    expect(old.page.locator("#my-cards")).to_be_visible()
    old.should_see("12 ×1")


def test_browser_that_cannot_parse_the_scripts_says_so(evening: Evening) -> None:
    """Like Chromium 83, which supports neither htmx's syntax nor all of ours."""
    evening.may_complain("htmx", "Failed to load resource", "Unexpected token")
    old = evening.special_phone("Olga")
    old.page.route("**/htmx-*.js*", lambda route: route.fulfill(body="a ||= ;", content_type="text/javascript"))
    old.open("/")
    expect(old.page.get_by_text("This browser is too old")).to_be_visible()
    new = evening.special_phone("Nora")
    new.open("/")
    expect(new.page.get_by_text("This browser is too old")).to_be_hidden()


def first_stage(path: str, action: str) -> tuple[Projection, int]:
    """Returns a recorded game at the first moment with this action, and a seat that can take it."""
    for projection in stages(recorded_game(path)):
        for seat, _ in enumerate(projection.table.seats):
            view = projection.table.game.view(projection.table.state, seat)
            if (action, seat) in {(legal_action.action, legal_action.seat) for legal_action in view.legal_actions}:
                return projection, seat
    raise AssertionError(f"nobody is ever asked to {action}")


def old_phone(evening: Evening, path: str, action: str) -> tuple[TableScreen, Phone]:
    """Imports such a table; the phone of that seat runs no scripts."""
    projection, seat = first_stage(path, action)
    table, _ = import_game(evening, projection)
    old = evening.special_phone(projection.table.seats[seat].name, java_script_enabled=False)
    old.take_over(old.origin + table.new_link(seat), seat)
    return table, old


def test_phone_without_scripts_seals_a_plan(evening: Evening) -> None:
    table, old = old_phone(evening, "roses/recorded/2-empty-area.jsonl", "seal-plan")
    old.page.locator('[name="bid"]').fill("1")
    old.page.get_by_role("radio", name="Midlands").first.check(force=True)
    old.tap("Seal my plan")
    old.should_see("Your plan is sealed.")
    table.should_see("1 of 2 in")
    expect(old.page.locator("#my-plan")).to_be_hidden()


def test_phone_without_scripts_enters_secret_cards(evening: Evening) -> None:
    table, old = old_phone(evening, "regents/recorded/4-right-accusation.jsonl", "enter-cards")
    old.page.get_by_role("radio", name="Campbell").check(force=True)
    old.page.get_by_role("radio", name="Trade").check(force=True)
    old.tap("These are my cards")
    table.should_see("1 of 4 in")
    expect(old.page.locator("#my-cards")).to_be_hidden()


def test_phone_without_scripts_moves_a_piece_through_the_castle(evening: Evening) -> None:
    table, old = old_phone(evening, "regents/recorded/3-single-winner.jsonl", "move-piece")
    king = old.page.get_by_role("radio", name="the King")
    to = str(king.get_attribute("data-to")).split()[0]
    king.check(force=True)
    old.tap(old.main.locator(f".go-{to}"))
    expect(table.main.locator(f".room-{to} .king")).to_have_count(1)


def test_phone_without_scripts_plays_a_knight(evening: Evening) -> None:
    table, old = old_phone(evening, "saga/recorded/3-last-knight.jsonl", "play-knight")
    pad = old.main.get_by_role("group", name="Which knight?").first
    armies = old.page.get_by_role("radio")
    if armies.count():
        armies.first.check(force=True)
    before = table.seq()
    old.tap(pad.get_by_role("button", disabled=False).first)
    table.wait_until_current()
    assert int(table.seq()) > int(before)
