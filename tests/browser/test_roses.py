"""Wars of the Roses with four phones and a table screen: cards, secret plans, the reveal, parliament."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from scoring.recording import export_whole
from scoring.replay import Record
from scoring.roses import GAME
from scoring.roses.components import EXAMPLE
from scoring.table import new_table
from tests.browser.accessibility import picture
from tests.browser.actors import Phone, TableScreen
from tests.browser.evening import Evening
from tests.browser.prepared import own_table
from tests.browser.screen import Screen, all_see

pytestmark = pytest.mark.long  # see accessibility.picture
# The lobby asks about the boxes that exist on this server.
OWN_SERVER = True

NAMES = ("Anna-Margarethe", "Ben", "Carla von Hohenfels", "David")
CARDS = ("noble.north.1", "castle.midlands", "small.south-east", "noble.wales.1")
CARDS += ("mercenaries", "port.south-east", "bishop.midlands", "large.north")
CARDS += ("castle.north", "large.midlands", "ship.south-east", "castle.wales")
RECORDED = Path(__file__).parent.parent / "roses" / "recorded"
AT = "2026-01-01T20:00:00+00:00"
MOST_TAPS = 25
TAPS_A_ROUND = 1
MOST_TAPS_OF_A_COUNT = 14

Four = tuple[TableScreen, Phone, Phone, Phone, Phone]


KNOWN = {"format": "herald-box", "game": "wars-of-the-roses", "name": "Read before", "values": dict(EXAMPLE)}


def open_with_box(table: TableScreen) -> None:
    """Opens a table with a fully read box."""
    table.open("/")
    table.tap(table.summary("Import a file"))
    file = {"name": "box.json", "mimeType": "application/json", "buffer": json.dumps(KNOWN).encode()}
    table.page.get_by_label(re.compile("^A file of printed values")).set_input_files(file)  # type: ignore[arg-type]
    table.tap("Import printed values or a sheet")
    expect(table.main).to_be_visible()


def card(screen: Screen, key: str) -> Locator:
    return screen.main.locator(f'button[name="card"][value="{key}"]')


def field(phone: Phone, name: str) -> Locator:
    return phone.page.locator(f'[name="{name}"]')


def plus(phone: Phone, name: str) -> Locator:
    return phone.page.locator(f'.counter:has([name="{name}"]) [data-step="1"]')


def more(phone: Phone, name: str, times: int) -> None:
    """Taps the plus next to a number."""
    for _ in range(times):
        phone.tap(plus(phone, name))


def open_area(phone: Phone, area: str) -> None:
    phone.tap(phone.page.locator(f"#plan-{area} > summary"))


def seal_empty_plan(phone: Phone) -> None:
    """Seals a plan without orders, which needs a confirmation."""
    phone.tap(phone.page.locator(".if-empty > summary").first)
    phone.should_see("Your plan has no orders.")
    phone.tap("Seal an empty plan")


def total(phone: Phone) -> Locator:
    """The cost of the plan; the remaining troops are shown next to it."""
    return phone.page.locator(".plan-total output[data-cost]")


def seated(evening: Evening) -> Four:
    """Four phones with a fully read box and a three-minute timer, before the choice of houses. No page is open yet,
    because open pages would follow every step."""
    table = evening.table_screen()
    opened = Record(1, AT, None, "open", new_table(GAME, {"glass": "3"}, EXAMPLE, example=False))
    table.import_without_taps(export_whole(own_table([opened])))
    anna, ben, carla, david = (evening.phone(name) for name in NAMES)
    for seat, phone in enumerate((anna, ben, carla, david)):
        phone.post(f"/j/{table.code}", name=phone.name, colour=GAME.colours[seat])
        phone.seat = seat
    table.submit("start-game")
    return table, anna, ben, carla, david


def all_look(players: Four) -> Four:
    for screen in players:
        screen.open(screen.path)
    return players


@pytest.fixture
def players(evening: Evening) -> Four:
    return all_look(seated(evening))


def go_to_planning(table: TableScreen, first: int = 0) -> None:
    for number, key in enumerate(CARDS[first:], first):
        seat = (0, 1, 2, 3, 3, 2, 1, 0, 0, 1, 2, 3)[number]
        table.submit("take-card", seat, card=key)


def go_to_cards(table: TableScreen) -> None:
    for seat, house in enumerate(("lancaster", "york", "york")):
        table.submit("take-house", seat, house=house)
    for seat in (0, 1, 2):
        table.submit("draw-stone", 0, next=seat)


@pytest.mark.repeats
def test_four_phones_plan_reveal_and_hold_parliament(players: Four) -> None:
    table, anna, ben, carla, david = players
    picture("roses-set-up", table, anna)
    expect(table.button("Draw houses and turn order")).to_be_visible()
    go_to_cards(table)
    all_see(players, "Anna-Margarethe")
    table.should_see("12 to go")

    # A card is one tap, on the picker's phone or on the map.
    anna.should_see("Pick a card")
    picture("roses-cards", table, anna)
    before = anna.taps
    anna.tap(card(anna, CARDS[0]))
    assert anna.taps - before == 1
    table.should_see("Ben picks a card: 11 to go.")
    table.tap(card(table, CARDS[1]))
    table.should_see("Carla von Hohenfels picks a card: 10 to go.")
    go_to_planning(table, 2)
    all_see(players[1:], "Your plan")
    table.should_see("Everyone plans in secret.", "0 of 4 in")
    expect(table.page.locator(".glass")).to_contain_text(re.compile(r"[0-2]:\d\d"))
    anna.submit("correct-purse", pounds=60)
    anna.wait_until_current()
    picture("roses-planning", table, anna)

    # A typical plan: a bid, a march, a defence, an attack, three cubes.
    before = anna.taps
    anna.tap("+5")
    more(anna, "bid", 1)
    anna.tap(field(anna, "calais").nth(1).locator("xpath=.."))
    open_area(anna, "north")
    anna.tap(field(anna, "moves.noble.north.1").nth(2).locator("xpath=.."))
    more(anna, "troops.large.north", 2)
    anna.tap(field(anna, "white.noble.north.1"))
    open_area(anna, "midlands")
    expect(anna.page.locator("#plan-midlands .warn").first).to_be_hidden()
    more(anna, "troops.castle.midlands", 4)
    anna.tap(field(anna, "black.bishop.midlands"))
    picture("roses-plan-area", anna)
    open_area(anna, "south-east")
    anna.tap(field(anna, "black.ship.south-east"))
    expect(total(anna)).to_have_text("£46 of £60")  # 6 + 6 + 10 + 12 + 6 + 6
    anna.tap("Seal my plan")
    anna.should_see("Your plan is sealed.")
    assert anna.taps - before <= MOST_TAPS
    table.should_see("1 of 4 in")
    picture("roses-sealed", table, anna)
    for screen in (table, ben, carla, david):
        expect(screen.page.locator("#my-plan")).to_have_count(0)

    # A full plan takes no more room on a phone than an empty one.
    seal_empty_plan(ben)
    sizes = {str(phone.page.locator("#my-plan").bounding_box()["height"]) for phone in (anna, ben)}  # type: ignore[index]
    assert len(sizes) == 1

    # The last plan reveals all of them.
    for phone in (carla, david):
        seal_empty_plan(phone)
    all_see(players, "Before parliament: is the board correct?")
    film = table.page.locator("#highlights")
    for caption in (
        "Captain of Calais (South East England).",
        "4 troops beside Kenilworth, against Ben.",
        "goes from Carla von Hohenfels to Anna-Margarethe.",
        "Anna-Margarethe takes Kenilworth with 1 left.",
    ):
        expect(film).to_contain_text(caption)
    table.should_see("Take all troops off the board")
    expect(table.page.locator(".highlight-layer")).to_be_visible()
    table.skip()
    table.main.locator(".hands input").first.check()
    picture("roses-check", table, anna)

    table.tap("The board is correct – hold parliament")
    table.should_see("8 to go")
    for title in ("North England: 9 votes", "Midlands: 8 votes", "Special awards"):
        expect(film).to_contain_text(title)
    picture("roses-round-2", table, anna)

    # In round 2, players who are behind may ask France for money, openly and in turn, before the planning.
    seats = (2, 1, 3, 0)
    cards = (
        "port.wales",
        "large.wales",
        "bishop.wales",
        "ship.wales",
        "port.west",
        "large.west",
        "bishop.west",
        "ship.west",
    )
    for seat, key in zip(seats * 2, cards, strict=True):
        table.submit("take-card", seat, card=key)
    carla.should_see("Ask France for £25?")
    for screen in (table, anna, ben, david):
        screen.should_see("Carla von Hohenfels may ask France for £25.")
    picture("roses-french-aid", table, carla)
    with carla.holding("Hold to see my purse"):
        purse = int(carla.page.locator("#my-purse strong").inner_text().removeprefix("£"))
    carla.tap("Take £25 from France")
    ben.should_see("Ask France for £25?")
    table.should_see("Carla von Hohenfels: put your French Aid tile in the box and take £25 from the bank.")
    table.tap(table.summary("No one asks France this round"))
    table.should_see("This skips Ben and David. Does everyone keep their tile?")
    table.tap("Yes, no one asks")
    all_see(players[1:], "Your plan")
    expect(total(carla)).to_have_text(f"£0 of £{purse + 25}")
    expect(table.main.locator(".player", has_text="Carla von Hohenfels")).to_contain_text("aid taken")

    # The last plan can be copied as far as it is still legal.
    anna.tap("Copy last plan")
    expect(field(anna, "bid")).to_have_value("6")
    expect(field(anna, "troops.large.north")).to_have_value("2")
    expect(field(anna, "white.noble.north.1")).to_be_checked()
    anna.tap("Clear")
    expect(field(anna, "bid")).to_have_value("0")

    # The second round to its end: a bid from the French money, the last plan copied.
    carla.tap("+5")
    carla.tap(field(carla, "calais").first.locator("xpath=.."))
    carla.tap("Seal my plan")
    anna.tap("Copy last plan")
    anna.tap("Seal my plan")
    for phone in (ben, david):
        seal_empty_plan(phone)
    expect(table.page.locator(".highlight-layer")).to_have_count(1)
    table.skip()
    table.tap("The board is correct – hold parliament")
    all_see(players, "Round 3")
    table.should_see("return the Captain of Calais to the board")
    expect(table.page.locator(".kings .rose-lancaster, .kings .rose-york")).to_have_count(2)


def test_round_takes_one_tap_after_the_last_plan(evening: Evening) -> None:
    """Taps on all devices from the last sealed plan to the cards of the next round. The only orders: one noble moves
    and attacks."""
    table, anna, ben, carla, david = players = seated(evening)
    go_to_cards(table)
    go_to_planning(table)
    anna.submit("correct-purse", pounds=30)
    all_look(players)
    open_area(anna, "north")
    anna.tap(field(anna, "moves.noble.north.1").nth(2).locator("xpath=.."))
    open_area(anna, "midlands")
    more(anna, "troops.castle.midlands", 4)
    anna.tap("Seal my plan")
    for phone in (ben, carla, david):
        seal_empty_plan(phone)
    before = sum(screen.taps for screen in players)
    table.should_see("Before parliament: is the board correct?")
    expect(table.page.locator("#highlights")).to_contain_text("Anna-Margarethe takes Kenilworth with 1 left.")
    table.skip()
    table.tap("The board is correct – hold parliament")
    table.should_see("8 to go")
    assert sum(screen.taps for screen in players) - before == TAPS_A_ROUND


@pytest.mark.repeats
def test_end_of_an_untracked_game_is_counted_on_one_device(evening: Evening) -> None:
    table = evening.table_screen()
    open_with_box(table)
    table.open("/new/wars-of-the-roses/end")
    for number, name in enumerate(NAMES):
        table.page.locator('input[name="name"]').nth(number).fill(name)
    table.tap("Start scoring")
    table.should_see("How do things stand before the last parliament?")
    before = table.taps
    for seat, (points, house) in enumerate(((90, "York"), (80, "Lancaster"), (80, "Lancaster"), (60, "York"))):
        table.page.locator(f"#points-{seat}").fill(str(points))
        table.tap(table.page.locator(f"#enter-points-{seat}-points button", has_text=house))
        expect(table.page.locator(f"#enter-points-{seat}-points")).to_have_class(re.compile("is-known"))
    table.should_see("Tied on points: who’s further left in turn order?")
    table.tap(table.page.locator(".is-asked button", has_text="Ben"))
    picture("roses-count", table)
    for seat, pieces in ((0, ("castle.west",)), (1, ("castle.wales", "large.wales", "castle.north"))):
        table.tap(table.page.locator(f'.whose input[value="{seat}"]').locator("xpath=.."))
        for piece in pieces:
            chip = table.page.locator(f'button[name="place"][value="{piece}"]')
            table.tap(chip)
            expect(chip).to_have_attribute("aria-pressed", "true")
    table.tap("Hold the last parliament")
    table.should_see("wins with")
    picture("roses-count-end", table)
    assert table.taps - before <= MOST_TAPS_OF_A_COUNT


@pytest.mark.repeats
def test_plan_survives_other_players_moves_a_reload_and_changes(evening: Evening, players: Four) -> None:
    table, anna, ben, *_ = players
    evening.may_complain("status of 422")
    go_to_cards(table)
    go_to_planning(table)
    ben.should_see("Your plan")
    more(ben, "bid", 2)
    ben.tap(field(ben, "calais").first.locator("xpath=.."))
    open_area(ben, "midlands")
    more(ben, "troops.castle.midlands", 1)
    seal_empty_plan(anna)
    ben.wait_until_current()
    expect(ben.page.locator("#plan-midlands")).to_have_attribute("open", "")
    expect(total(ben)).to_have_text(re.compile(r"^£5 of £\d+$"))

    # Not sent yet, and still there after a reload.
    ben.page.reload()
    expect(field(ben, "troops.castle.midlands")).to_have_value("1")
    expect(total(ben)).to_have_text(re.compile(r"^£5 of £\d+$"))
    ben.tap("Clear")
    expect(total(ben)).to_have_text(re.compile(r"^£0 of £\d+$"))
    ben.page.reload()
    expect(total(ben)).to_have_text(re.compile(r"^£0 of £\d+$"))
    more(ben, "bid", 3)
    ben.should_see("Pick where the Captain of Calais lands.")
    ben.tap(field(ben, "calais").first.locator("xpath=.."))
    ben.tap("Seal my plan")
    ben.should_see("Your plan is sealed.")

    # Shown only while held; it can be changed until the last plan is in.
    plan = ben.page.locator("#my-plan")
    expect(plan).to_be_hidden()
    with ben.holding("Hold to see my plan"):
        expect(plan).to_contain_text("Calais £3, Midlands")
    ben.tap("Change my plan")
    expect(field(ben, "bid")).to_have_value("3")
    table.should_see("1 of 4 in")
    more(ben, "bid", 1)
    expect(ben.page.locator(".thumb").get_by_text("Seal my plan").last).to_be_visible()
    ben.tap("Seal my plan")
    ben.wait_until_current()
    table.should_see("2 of 4 in")
    with ben.holding("Hold to see my plan"):
        expect(plan).to_contain_text("Calais £4, Midlands")


@pytest.mark.repeats
def test_board_check_starts_at_the_top_of_a_phone(players: Four) -> None:
    table, anna, ben, carla, david = players
    go_to_cards(table)
    go_to_planning(table)
    for phone in (anna, ben, carla):
        phone.submit("seal-plan", bid=1, calais="midlands")
    ben.should_see("Your plan is sealed.")
    ben.tap(ben.summary("The board"))
    ben.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    assert ben.page.evaluate("scrollY") > 0
    david.submit("seal-plan")
    ben.wait_until_current()
    assert ben.page.evaluate("scrollY") == 0


@pytest.mark.repeats
def test_plan_that_exceeds_the_purse_says_so(players: Four) -> None:
    table, anna, ben, carla, david = players
    go_to_cards(table)
    go_to_planning(table)
    open_area(david, "wales")
    more(david, "troops.castle.wales", 3)
    expect(total(david)).to_have_text("£9 of £6 – That’s more than you have, so not everything will be paid for.")
    expect(left(david, "troops")).to_have_text("Troops left: 17")
    field(david, "troops.castle.wales").fill("21")
    expect(left(david, "troops")).to_have_text("Troops left: -1")
    field(david, "troops.castle.wales").fill("3")
    picture("roses-short-purse", david)
    david.tap("Seal my plan")
    david.should_see("Your plan is sealed.")
    with david.holding("Hold to see my plan"):
        expect(david.page.locator("#my-plan")).to_contain_text("Not enough money for: 1 troop at Royal Castle of Wales")
    for phone in (anna, ben, carla):
        seal_empty_plan(phone)
    table.open(f"/t/{table.code}/history")
    table.should_see("Not enough money for: 1 troop at Royal Castle of Wales.")


def left(phone: Phone, kind: str) -> Locator:
    return phone.page.locator(f'.plan-left output[data-of="{kind}."]')


def test_plan_is_limited_by_supply_and_shows_the_remainder(evening: Evening) -> None:
    """Four of three mercenaries, or a bid without a landing place, cannot be planned."""
    table, anna, _, _, david = players = seated(evening)
    go_to_cards(table)
    go_to_planning(table)
    table.submit("correct-mercenaries", 0, whose=3, count=3)
    table.submit("correct-owner", 0, piece="small.wales", owner=3)
    all_look(players)
    open_area(david, "wales")
    castle, town = (f"mercenaries.{place}.wales" for place in ("castle", "small"))
    more(david, castle, 3)
    expect(left(david, "mercenaries")).to_have_text("Mercenaries left: 0")
    expect(plus(david, town)).to_be_disabled()
    david.tap(david.page.locator(f'.counter:has([name="{castle}"]) [data-step="-1"]'))
    expect(left(david, "mercenaries")).to_have_text("Mercenaries left: 1")
    more(david, town, 1)
    expect(plus(david, town)).to_be_disabled()
    picture("roses-mercenaries-left", david)

    # Troops are one pool, too.
    field(david, "troops.castle.wales").fill("19")
    more(david, "troops.small.wales", 1)
    expect(plus(david, "troops.small.wales")).to_be_disabled()
    expect(left(david, "troops")).to_have_text("Troops left: 0")

    # A bid asks for its landing place at once, and is not sealed without one.
    anna.tap("+5")
    missing = anna.page.locator("[data-landing]")
    expect(missing).to_have_text("Pick where the Captain of Calais lands.")
    expect(missing).to_be_visible()
    picture("roses-bid-without-place", anna)
    anna.tap("Seal my plan")
    expect(anna.page.locator(".plan-calais .missing")).to_be_visible()
    table.should_see("0 of 4 in")
    anna.tap(field(anna, "calais").first.locator("xpath=.."))
    expect(missing).to_be_hidden()
    anna.tap("Seal my plan")
    anna.should_see("Your plan is sealed.")


@pytest.mark.repeats
def test_seventh_cube_of_a_colour_cannot_be_planned(evening: Evening) -> None:
    table, anna, *_ = players = seated(evening)
    go_to_cards(table)
    go_to_planning(table)
    persons = [f"{kind}.{area}" for kind in ("bishop", "ship") for area in ("north", "west", "wales", "marches")][:7]
    for person in persons:
        table.submit("correct-owner", 0, piece=person, owner=1)
    all_look(players)
    expect(left(anna, "black")).to_be_hidden()
    cubes = [anna.page.locator(f'[name="black.{person}"]') for person in persons]
    for cube in cubes[:6]:
        cube.evaluate("cube => cube.click()")
    expect(left(anna, "black")).to_have_text("Black cubes left: 0")
    expect(cubes[6]).to_be_disabled()
    cubes[0].evaluate("cube => cube.click()")
    expect(cubes[6]).to_be_enabled()
    expect(left(anna, "black")).to_have_text("Black cubes left: 1")


@pytest.mark.repeats
def test_running_total_excludes_troops_to_be_dropped(players: Four) -> None:
    """Anna is not in the Midlands: her orders there cost nothing until her noble goes there."""
    table, anna, *_ = players
    go_to_cards(table)
    go_to_planning(table)
    open_area(anna, "midlands")
    more(anna, "troops.castle.midlands", 2)
    expect(total(anna)).to_have_text(re.compile(r"^£0 of"))
    expect(anna.page.locator("#plan-midlands .warn").first).to_be_visible()
    open_area(anna, "north")
    anna.tap(field(anna, "moves.noble.north.1").nth(2).locator("xpath=.."))
    expect(total(anna)).to_have_text(re.compile(r"^£6 of"))
    expect(anna.page.locator("#plan-midlands .plan-sum")).to_have_text("£6")
    anna.tap(field(anna, "moves.noble.north.1").nth(1).locator("xpath=.."))
    expect(total(anna)).to_have_text(re.compile(r"^£0 of"))


@pytest.mark.repeats
def test_newcomer_tries_the_game_without_pieces(evening: Evening) -> None:
    table = evening.table_screen()
    table.open_without_taps("wars-of-the-roses")
    anna, ben = evening.seated(table, *NAMES[:2])
    table.tap("Start the game")
    table.tap("Draw the turn order")
    table.should_see("12 to go")
    picture("roses-nothing-on-the-table", table, anna)
    # The last card is taken automatically; so would several, if only mercenaries were left. Mercenaries go first, but
    # not twice in a row, because two quick taps in one place count as one.
    lying, mercenaries = table.main.locator('button[name="card"]'), card(table, "mercenaries")
    others = table.main.locator('button[name="card"]:not([value="mercenaries"])')
    for left in range(12, 1, -1):
        table.should_see(f"{left} to go")
        assert lying.count() <= left
        table.tap(mercenaries if left % 2 == 0 and mercenaries.count() else others.first)
    for phone in (anna, ben):
        phone.should_see("Your plan")
        seal_empty_plan(phone)
    table.should_see("Before parliament: is the board correct?")


@pytest.mark.repeats
def test_new_box_is_read_card_by_card(evening: Evening) -> None:
    table = evening.table_screen()
    table.open_without_taps("wars-of-the-roses", box="new")
    anna, ben, carla = evening.seated(table, *NAMES[:3])
    table.tap("Start the game")
    table.tap("Draw the turn order")
    phones = (anna, ben, carla)
    for phone in phones:
        phone.wait_until_current()
    first = next(phone for phone in phones if phone.main.get_by_text("Pick a card").is_visible())
    first.tap(first.page.locator('button[name="card"][value="noble.wales.1"]'))
    first.should_see("Printed value", "number in the shield")
    picture("roses-new-box", table, first)
    first.tap(first.page.locator('.question button[name="value"][value="7"]'))
    table.should_see("8 to go")


@pytest.mark.repeats
def test_end_of_a_recorded_game(evening: Evening) -> None:
    table = evening.table_screen()
    table.import_table((RECORDED / "4-final-tie.jsonl").read_text(encoding="utf-8"))
    table.open(f"/t/{table.code}/table")
    table.should_see("wins with", "victory points")
    picture("roses-end", table)
