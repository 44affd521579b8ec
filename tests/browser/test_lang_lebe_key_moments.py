"""KEY_MOMENTS mode: a whole game of four with two disputes and two elections, every tap counted."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from scoring.lang_lebe.components import EXAMPLE, FIELDS
from tests.browser.above_fold import SMALL
from tests.browser.accessibility import picture, resized
from tests.browser.actors import Phone, TableScreen
from tests.browser.evening import Evening
from tests.browser.screen import all_see
from tests.release_gates import LONG

# Target: taps on all phones together, with four players.
MOST_A_DISPUTE, MOST_AN_ELECTION = 25, 16
NAMES = ("Anna", "Ben", "Carla", "David")
COLOURS = ("red", "blue", "green", "yellow")
TABLE = {"width": 1366, "height": 768}
# 8, 10 (a third less: 7), 9 and 12 area votes.
AREAS = (
    ("Lundonia", "Man", "Rouecestre"),
    ("Wigemor", "Lancastre", "Lincolia"),
    ("Oxeneford", "Sarisberie", "Lideforde"),
    ("Tateshale", "Stadford", "Sedberouie", "Grentebrige"),
)


def open_lobby(evening: Evening) -> tuple[TableScreen, list[Phone]]:
    table = evening.table_screen()
    table.post("/new/lang-lebe", box="new")
    phones = [evening.phone(name) for name in NAMES]
    for seat, phone in enumerate(phones):
        phone.post(f"/j/{table.code}", name=phone.name, colour=COLOURS[seat])
        phone.seat = seat
    return table, phones


def open_table_with_known_box(evening: Evening) -> tuple[TableScreen, list[Phone]]:
    table, phones = open_lobby(evening)
    for field in FIELDS:
        if field.key.startswith("votes.") and not field.certain:
            table.submit("enter-printed-value", field=field.key, value=EXAMPLE[field.key])
    table.open(table.path)
    table.tap(table.button(re.compile("^Just the hard parts")))
    table.tap("Start the game")
    for phone in phones:
        phone.open(phone.path)
    all_see((table, *phones), "Keep playing")
    return table, phones


def count_taps(phones: list[Phone]) -> int:
    """Returns the number of taps on all phones since the last call."""
    taps = sum(phone.taps for phone in phones)
    for phone in phones:
        phone.taps = 0
    return taps


def call_dispute(phone: Phone, defender: str, courtiers: int, figure: bool) -> None:
    phone.tap(phone.summary("Dispute"))
    phone.tap(phone.page.locator("#call-dispute label.tile", has_text=defender))
    if figure:
        phone.tap(phone.page.get_by_text("The figure is there too"))
    phone.tap(phone.page.locator(".call-counts label.tile").nth(courtiers))
    phone.tap("Start the dispute")


def seal_stake(phone: Phone, **cards: int) -> None:
    phone.should_see("How much do you stake?")
    if cards == {"x1": 1}:
        phone.tap("Just one ×1")
        return
    for kind, number in cards.items():
        phone.tap(
            phone.page.get_by_role("group", name=kind.replace("x", "×"), exact=True).locator("label.tile").nth(number)
        )
    phone.tap("Seal my stake")


def roll_dice(phone: Phone, dice: str) -> None:
    """Types the dice; the last one submits them."""
    phone.should_see("Roll ")
    for face in dice:
        phone.tap(phone.main.get_by_role("button", name=face, exact=True))


def tap_areas(phone: Phone, *areas: str) -> None:
    for area in areas:
        phone.tap(phone.area(area))
        expect(phone.area(area)).to_have_attribute("aria-pressed", "true")


def number_key(phone: Phone, number: int) -> Locator:
    return phone.page.locator(".numbers").get_by_role("button", name=str(number), exact=True)


def count_cards(phone: Phone, number: int) -> None:
    phone.tap(number_key(phone, number))


@pytest.mark.long
def test_lobby_asks_every_device_for_the_tracking_mode(evening: Evening) -> None:
    table, phones = open_lobby(evening)
    anna, ben, *_ = screens = [*phones, table]
    for screen in screens:
        screen.open(screen.path)
        screen.should_see(
            "One question first:", "Tap every move.", "Just play, and use Herald for disputes and elections."
        )
        expect(screen.button("Start the game")).to_have_count(0)
    picture("lang-lebe-lobby-asks", table, anna)
    anna.tap(anna.button(re.compile("^Just the hard parts")))
    for screen in screens:
        expect(screen.button("Start the game")).to_be_visible()
        screen.should_not_see("One question first:")
    ben.tap(ben.summary("Just the hard parts"))
    picture("lang-lebe-lobby-answered", table, ben)
    ben.tap(ben.button(re.compile("^Track every move")))
    expect(anna.summary("Track every move")).to_be_visible()
    expect(table.button(re.compile("^Track every move"))).to_have_attribute("aria-pressed", "true")
    anna.tap("Start the game")
    all_see(screens, "Who starts where?")


@pytest.mark.long
def test_dispute_and_election_stay_within_the_tap_targets(evening: Evening) -> None:
    """Continues up to the crown in the long run."""
    table, phones = open_table_with_known_box(evening)
    anna, ben, carla, david = phones
    count_taps(phones)

    call_dispute(anna, "Ben", 2, figure=True)
    seal_stake(anna, x1=2, x2=1)
    seal_stake(ben, x1=1, x2=2)
    seal_stake(carla, x1=1)
    seal_stake(david, x1=1)
    for phone, dice in ((carla, "1"), (anna, "661"), (david, "4"), (ben, "123")):  # in any order
        roll_dice(phone, dice)
    all_see((table, *phones), "Anna won the dispute.")
    table.should_see("Ben: take 2 courtiers back.", "Anna: send Ben’s figure", "Ben: you can take back 1 card ×1.")
    first_dispute = count_taps(phones)

    ben.tap("Election")
    for phone, areas, number in zip(phones[:3], AREAS, (7, 0, 9), strict=False):
        tap_areas(phone, *areas)
        count_cards(phone, number)
    david.tap("All free areas are mine")
    count_cards(david, 12)
    ben.tap("Count the votes")
    all_see((table, *phones), "Keep playing")
    table.should_see("deal everyone 13 cards")
    david.should_see("Bonus votes 4")
    first_election = count_taps(phones)
    with resized(anna.page, SMALL):
        highest = anna.page.locator("#election .count > li").first
        expect(highest).to_contain_text("David")
        expect(highest.locator(".count-who")).to_be_in_viewport()
        expect(highest.locator(".roll-total")).to_be_in_viewport()
    assert first_dispute <= MOST_A_DISPUTE
    assert first_election <= MOST_AN_ELECTION
    assert (first_dispute, first_election) == (21, 16), "see docs/taps.md"
    if LONG:
        play_to_the_crown(table, phones)


def play_to_the_crown(table: TableScreen, phones: list[Phone]) -> None:
    *_, david = phones
    call_dispute(david, "Carla", 1, figure=False)
    for phone in phones:
        seal_stake(phone, x1=1)
    for phone, dice in zip(phones, ("1", "2", "1", "6"), strict=True):
        roll_dice(phone, dice)
    all_see((table, *phones), "David won the dispute.")
    second_dispute = count_taps(phones)

    david.tap("Election")
    tap_areas(david, "Oxeneford", "Lundonia")  # the others keep the areas entered last
    for phone, number in zip(phones, (3, 4, 0, 5), strict=True):
        count_cards(phone, number)
    david.tap("Count the votes")
    table.should_show_the_end(len(NAMES))
    table.should_see("David is king with 24 votes")
    second_election = count_taps(phones)

    assert second_dispute <= MOST_A_DISPUTE
    assert second_election <= MOST_AN_ELECTION


def test_player_without_an_area_is_named_on_every_screen(evening: Evening) -> None:
    table, phones = open_table_with_known_box(evening)
    anna, ben, *_ = phones
    anna.tap("Election")
    for phone, areas in zip(phones, AREAS, strict=True):
        if phone is not ben:
            tap_areas(phone, *areas)
    for phone, number in zip(phones, (7, 0, 9, 12), strict=True):
        count_cards(phone, number)
    all_see((table, *phones), "Ben has no area yet. Where is their figure?")
    for screen in (table, *phones):
        expect(screen.button("Count the votes")).to_have_count(0)
    tap_areas(ben, "Wigemor")
    anna.tap("Count the votes")
    expect(table.page.locator("#highlights")).to_contain_text("King election")


def is_above(what: Locator, bar: Locator) -> bool:
    upper, lower = what.bounding_box(), bar.bounding_box()
    assert upper
    assert lower
    return upper["y"] + upper["height"] <= lower["y"] + 1


def test_lobby_box_button_is_above_the_bar_on_a_small_phone(evening: Evening) -> None:
    _table, (anna, *_) = open_lobby(evening)
    anna.submit("choose-option", option="follow", value="counts")
    anna.open(anna.path)
    with resized(anna.page, SMALL):
        assert is_above(anna.button("Enter values now"), anna.page.locator(".thumb"))


def test_own_area_is_not_offered_for_a_dispute(evening: Evening) -> None:
    table, phones = open_table_with_known_box(evening)
    anna, *_ = phones
    anna.tap(anna.summary("Dispute"))
    whose = anna.page.locator("#call-dispute .call-seats label")
    expect(whose.filter(visible=True)).to_contain_text(["Ben", "Carla", "David"])
    anna.tap(whose.filter(has_text="Ben"))
    anna.page.get_by_label("Who enters?").select_option("Ben")
    expect(whose.filter(visible=True)).to_contain_text(["Anna", "Carla", "David"])
    expect(anna.page.locator("#call-dispute [name=defender]:checked")).to_have_count(0)
    with resized(anna.page, SMALL):
        area = anna.page.locator(".call-area select")
        cut = """select => {
            const copy = select.cloneNode(true);
            Object.assign(copy.style, {position: 'absolute', width: 'auto', maxWidth: 'none'});
            select.after(copy);
            const [needs, has] = [copy.offsetWidth, select.offsetWidth];
            copy.remove();
            return has < needs;
        }"""
        assert not area.evaluate(cut), "its words can be read"
    anna.submit("call-dispute", defender=1, courtiers=2, figure=1)
    for phone in phones:
        phone.submit("seal-stake", x1=1)
    for phone, die in zip(phones, "6123", strict=True):
        phone.submit("roll-dice", dice=die)
    table.should_see("Anna won the dispute.")
    with resized(table.page, {"width": 1366, "height": 768}):
        table.tap(table.summary("Dispute"))
        assert table.page.evaluate("document.documentElement.scrollHeight") <= 768


def test_named_area_limits_the_number_of_courtiers(evening: Evening) -> None:
    _table, (anna, *_) = open_table_with_known_box(evening)
    anna.tap(anna.summary("Dispute"))
    too_many = anna.page.locator(".call-counts label:has(:disabled)")
    expect(too_many).to_have_count(0)
    anna.page.locator(".call-area select").select_option("Sedberouie")
    expect(too_many).to_have_text(["3", "4"])
    anna.page.locator(".call-area select").select_option("")
    expect(too_many).to_have_count(0)


def test_empty_stake_cannot_be_sealed(evening: Evening) -> None:
    _table, (anna, *_) = open_table_with_known_box(evening)
    call_dispute(anna, "Ben", 2, figure=True)
    anna.should_see("How much do you stake?")
    expect(anna.button("Seal my stake")).to_be_disabled()
    seal_stake(anna, x2=1)
    anna.should_see("Your stake is sealed.")


def test_large_card_counts_are_one_tap_further(evening: Evening) -> None:
    _table, (anna, *_) = open_table_with_known_box(evening)
    anna.tap("Election")
    anna.tap(anna.page.locator(".more-keys > summary"))
    count_cards(anna, 24)
    anna.tap(anna.summary("Change my card count"))
    anna.tap(anna.page.locator(".more-keys > summary"))
    anna.tap("Seal")
    expect(anna.summary("Change my card count")).to_be_visible()
    expect(anna.page.locator(".numbers").first).to_be_hidden()


def test_tap_meant_for_another_area_settles_nothing(evening: Evening) -> None:
    _table, (anna, ben, *_) = open_table_with_known_box(evening)
    anna.tap("Election")
    for place in ("Lundonia", "Grentebrige"):
        anna.submit("claim-place", place=place)
        ben.submit("claim-place", place=place)
    ben.page.clock.install(time=0)
    ben.open(ben.path)
    ben.page.clock.pause_at(60)
    anna.submit("settle-place", place="Grentebrige")
    expect(ben.page.locator(".settle")).to_contain_text("Whose is Lundonia?")
    his, sent = ben.page.locator(".settle").get_by_role("button", name="Ben"), []
    ben.page.on("request", lambda request: sent.append(request.method))
    his.tap()
    ben.page.clock.run_for(600)
    assert "POST" not in sent, "it was for Grentebrige"
    his.tap()
    ben.page.clock.run_for(600)
    expect(his).to_have_count(0)
    assert sent.count("POST") == 1


def test_area_tapped_by_two_players_is_shown_at_once_and_settled(evening: Evening) -> None:
    table, phones = open_table_with_known_box(evening)
    anna, ben, *_ = phones
    anna.tap("Election")
    tap_areas(anna, "Lundonia")
    ben.tap(ben.area("Lundonia"))
    all_see((table, *phones), "Whose is Lundonia?")
    with resized(table.page, TABLE):
        tops = {box["y"] for one in table.page.locator(".settle button").all() if (box := one.bounding_box())}
        assert len(tops) == 1, "those it may be stand side by side"
    for phone in phones[:3]:
        with resized(phone.page, SMALL):
            more = phone.page.locator(".more-keys > summary")
            for key in (*(number_key(phone, number) for number in range(6)), more):
                assert is_above(key, phone.page.locator(".thumb")), f"{phone.name} can enter any count"
            more.tap()
            for number in range(6, 25):
                expect(number_key(phone, number)).to_be_visible()
    ben.tap(ben.main.locator(".settle").get_by_role("button", name="Ben"))
    for screen in (table, *phones):
        screen.should_not_see("Whose is Lundonia?")
    expect(anna.area("Lundonia")).to_have_attribute("aria-pressed", "false")
