"""KEY_MOMENTS mode: a whole game of four with two disputes and two elections, every tap counted."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from scoring.lang_lebe.components import EXAMPLE, FIELDS
from tests.browser.above_fold import SMALL
from tests.browser.accessibility import picture, sized
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


def in_the_lobby(evening: Evening) -> tuple[TableScreen, list[Phone]]:
    table = evening.table_screen()
    table.posts("/new/lang-lebe", box="new")
    phones = [evening.phone(name) for name in NAMES]
    for seat, phone in enumerate(phones):
        phone.posts(f"/j/{table.code}", name=phone.name, colour=COLOURS[seat])
        phone.seat = seat
    return table, phones


def at_a_table_with_a_known_box(evening: Evening) -> tuple[TableScreen, list[Phone]]:
    table, phones = in_the_lobby(evening)
    for field in FIELDS:
        if field.key.startswith("votes.") and not field.certain:
            table.submits("enter-printed-value", field=field.key, value=EXAMPLE[field.key])
    table.opens(table.path)
    table.tap(table.button(re.compile("^Just the hard parts")))
    table.tap("Start the game")
    for phone in phones:
        phone.opens(phone.path)
    all_see((table, *phones), "Keep playing")
    return table, phones


def tapped(phones: list[Phone]) -> int:
    """Returns the number of taps on all phones since the last call."""
    taps = sum(phone.taps for phone in phones)
    for phone in phones:
        phone.taps = 0
    return taps


def calls_a_dispute(phone: Phone, defender: str, courtiers: int, figure: bool) -> None:
    phone.tap(phone.summary("Dispute"))
    phone.tap(phone.page.locator("#call-dispute label.tile", has_text=defender))
    if figure:
        phone.tap(phone.page.get_by_text("The figure is there too"))
    phone.tap(phone.page.locator(".call-counts label.tile").nth(courtiers))
    phone.tap("Start the dispute")


def stakes(phone: Phone, **cards: int) -> None:
    phone.sees("How much do you stake?")
    if cards == {"x1": 1}:
        phone.tap("Just one ×1")
        return
    for kind, number in cards.items():
        phone.tap(
            phone.page.get_by_role("group", name=kind.replace("x", "×"), exact=True).locator("label.tile").nth(number)
        )
    phone.tap("Seal my stake")


def rolls(phone: Phone, dice: str) -> None:
    """Types the dice; the last one submits them."""
    phone.sees("Roll ")
    for face in dice:
        phone.tap(phone.main.get_by_role("button", name=face, exact=True))


def taps_areas(phone: Phone, *areas: str) -> None:
    for area in areas:
        phone.tap(phone.area(area))
        expect(phone.area(area)).to_have_attribute("aria-pressed", "true")


def number_key(phone: Phone, number: int) -> Locator:
    return phone.page.locator(".numbers").get_by_role("button", name=str(number), exact=True)


def counts_cards(phone: Phone, number: int) -> None:
    phone.tap(number_key(phone, number))


@pytest.mark.long
def test_lobby_asks_every_device_for_the_tracking_mode(evening: Evening) -> None:
    table, phones = in_the_lobby(evening)
    anna, ben, *_ = screens = [*phones, table]
    for screen in screens:
        screen.opens(screen.path)
        screen.sees("One question first:", "Tap every move.", "Just play, and use Herald for disputes and elections.")
        expect(screen.button("Start the game")).to_have_count(0)
    picture("lang-lebe-lobby-asks", table, anna)
    anna.tap(anna.button(re.compile("^Just the hard parts")))
    for screen in screens:
        expect(screen.button("Start the game")).to_be_visible()
        screen.sees_not("One question first:")
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
    table, phones = at_a_table_with_a_known_box(evening)
    anna, ben, carla, david = phones
    tapped(phones)

    calls_a_dispute(anna, "Ben", 2, figure=True)
    stakes(anna, x1=2, x2=1)
    stakes(ben, x1=1, x2=2)
    stakes(carla, x1=1)
    stakes(david, x1=1)
    for phone, dice in ((carla, "1"), (anna, "661"), (david, "4"), (ben, "123")):  # in any order
        rolls(phone, dice)
    all_see((table, *phones), "Anna won the dispute.")
    table.sees("Ben: take 2 courtiers back.", "Anna: send Ben’s figure", "Ben: you can take back 1 card ×1.")
    first_dispute = tapped(phones)

    ben.tap("Election")
    for phone, areas, number in zip(phones[:3], AREAS, (7, 0, 9), strict=False):
        taps_areas(phone, *areas)
        counts_cards(phone, number)
    david.tap("All free areas are mine")
    counts_cards(david, 12)
    ben.tap("Count the votes")
    all_see((table, *phones), "Keep playing")
    table.sees("deal everyone 13 cards")
    david.sees("Bonus votes 4")
    first_election = tapped(phones)
    with sized(anna.page, SMALL):
        highest = anna.page.locator("#election .count > li").first
        expect(highest).to_contain_text("David")
        expect(highest.locator(".count-who")).to_be_in_viewport()
        expect(highest.locator(".roll-total")).to_be_in_viewport()
    assert first_dispute <= MOST_A_DISPUTE
    assert first_election <= MOST_AN_ELECTION
    assert (first_dispute, first_election) == (21, 16), "see docs/taps.md"
    if LONG:
        goes_on_to_the_crown(table, phones)


def goes_on_to_the_crown(table: TableScreen, phones: list[Phone]) -> None:
    *_, david = phones
    calls_a_dispute(david, "Carla", 1, figure=False)
    for phone in phones:
        stakes(phone, x1=1)
    for phone, dice in zip(phones, ("1", "2", "1", "6"), strict=True):
        rolls(phone, dice)
    all_see((table, *phones), "David won the dispute.")
    second_dispute = tapped(phones)

    david.tap("Election")
    taps_areas(david, "Oxeneford", "Lundonia")  # the others keep the areas entered last
    for phone, number in zip(phones, (3, 4, 0, 5), strict=True):
        counts_cards(phone, number)
    david.tap("Count the votes")
    table.shows_the_end(len(NAMES))
    table.sees("David is king with 24 votes")
    second_election = tapped(phones)

    assert second_dispute <= MOST_A_DISPUTE
    assert second_election <= MOST_AN_ELECTION


def test_player_without_an_area_is_named_on_every_screen(evening: Evening) -> None:
    table, phones = at_a_table_with_a_known_box(evening)
    anna, ben, *_ = phones
    anna.tap("Election")
    for phone, areas in zip(phones, AREAS, strict=True):
        if phone is not ben:
            taps_areas(phone, *areas)
    for phone, number in zip(phones, (7, 0, 9, 12), strict=True):
        counts_cards(phone, number)
    all_see((table, *phones), "Ben has no area yet. Where is their figure?")
    for screen in (table, *phones):
        expect(screen.button("Count the votes")).to_have_count(0)
    taps_areas(ben, "Wigemor")
    anna.tap("Count the votes")
    expect(table.page.locator("#highlights")).to_contain_text("King election")


def ends_above(what: Locator, bar: Locator) -> bool:
    upper, lower = what.bounding_box(), bar.bounding_box()
    assert upper
    assert lower
    return upper["y"] + upper["height"] <= lower["y"] + 1


def test_lobby_box_button_is_above_the_bar_on_a_small_phone(evening: Evening) -> None:
    _table, (anna, *_) = in_the_lobby(evening)
    anna.submits("choose-option", option="follow", value="counts")
    anna.opens(anna.path)
    with sized(anna.page, SMALL):
        assert ends_above(anna.button("Enter values now"), anna.page.locator(".thumb"))


def test_own_area_is_not_offered_for_a_dispute(evening: Evening) -> None:
    table, phones = at_a_table_with_a_known_box(evening)
    anna, *_ = phones
    anna.tap(anna.summary("Dispute"))
    whose = anna.page.locator("#call-dispute .call-seats label")
    expect(whose.filter(visible=True)).to_contain_text(["Ben", "Carla", "David"])
    anna.tap(whose.filter(has_text="Ben"))
    anna.page.get_by_label("Who enters?").select_option("Ben")
    expect(whose.filter(visible=True)).to_contain_text(["Anna", "Carla", "David"])
    expect(anna.page.locator("#call-dispute [name=defender]:checked")).to_have_count(0)
    with sized(anna.page, SMALL):
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
    anna.submits("call-dispute", defender=1, courtiers=2, figure=1)
    for phone in phones:
        phone.submits("seal-stake", x1=1)
    for phone, die in zip(phones, "6123", strict=True):
        phone.submits("roll-dice", dice=die)
    table.sees("Anna won the dispute.")
    with sized(table.page, {"width": 1366, "height": 768}):
        table.tap(table.summary("Dispute"))
        assert table.page.evaluate("document.documentElement.scrollHeight") <= 768


def test_named_area_limits_the_number_of_courtiers(evening: Evening) -> None:
    _table, (anna, *_) = at_a_table_with_a_known_box(evening)
    anna.tap(anna.summary("Dispute"))
    too_many = anna.page.locator(".call-counts label:has(:disabled)")
    expect(too_many).to_have_count(0)
    anna.page.locator(".call-area select").select_option("Sedberouie")
    expect(too_many).to_have_text(["3", "4"])
    anna.page.locator(".call-area select").select_option("")
    expect(too_many).to_have_count(0)


def test_empty_stake_cannot_be_sealed(evening: Evening) -> None:
    _table, (anna, *_) = at_a_table_with_a_known_box(evening)
    calls_a_dispute(anna, "Ben", 2, figure=True)
    anna.sees("How much do you stake?")
    expect(anna.button("Seal my stake")).to_be_disabled()
    stakes(anna, x2=1)
    anna.sees("Your stake is sealed.")


def test_large_card_counts_are_one_tap_further(evening: Evening) -> None:
    _table, (anna, *_) = at_a_table_with_a_known_box(evening)
    anna.tap("Election")
    anna.tap(anna.page.locator(".more-keys > summary"))
    counts_cards(anna, 24)
    anna.tap(anna.summary("Change my card count"))
    anna.tap(anna.page.locator(".more-keys > summary"))
    anna.tap("Seal")
    expect(anna.summary("Change my card count")).to_be_visible()
    expect(anna.page.locator(".numbers").first).to_be_hidden()


def test_tap_meant_for_another_area_settles_nothing(evening: Evening) -> None:
    _table, (anna, ben, *_) = at_a_table_with_a_known_box(evening)
    anna.tap("Election")
    for place in ("Lundonia", "Grentebrige"):
        anna.submits("claim-place", place=place)
        ben.submits("claim-place", place=place)
    ben.page.clock.install(time=0)
    ben.opens(ben.path)
    ben.page.clock.pause_at(60)
    anna.submits("settle-place", place="Grentebrige")
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
    table, phones = at_a_table_with_a_known_box(evening)
    anna, ben, *_ = phones
    anna.tap("Election")
    taps_areas(anna, "Lundonia")
    ben.tap(ben.area("Lundonia"))
    all_see((table, *phones), "Whose is Lundonia?")
    with sized(table.page, TABLE):
        tops = {box["y"] for one in table.page.locator(".settle button").all() if (box := one.bounding_box())}
        assert len(tops) == 1, "those it may be stand side by side"
    for phone in phones[:3]:
        with sized(phone.page, SMALL):
            more = phone.page.locator(".more-keys > summary")
            for key in (*(number_key(phone, number) for number in range(6)), more):
                assert ends_above(key, phone.page.locator(".thumb")), f"{phone.name} can enter any count"
            more.tap()
            for number in range(6, 25):
                expect(number_key(phone, number)).to_be_visible()
    ben.tap(ben.main.locator(".settle").get_by_role("button", name="Ben"))
    for screen in (table, *phones):
        screen.sees_not("Whose is Lundonia?")
    expect(anna.area("Lundonia")).to_have_attribute("aria-pressed", "false")
