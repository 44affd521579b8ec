"""Régents on phones and a table screen: secret cards, a full turn with counted taps, an accusation."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Locator, expect

from scoring.bots import play_game
from scoring.games import GAMES
from scoring.kernel import Rng
from scoring.recording import export_whole
from scoring.regents.components import DOOR_KEYS
from scoring.regents.ending import POINT_KINDS, RoundEnded
from scoring.replay import Projection, replay
from scoring.table import PLAYER_COLOURS
from tests.browser.accessibility import picture
from tests.browser.actors import Phone, TableScreen
from tests.browser.evening import Evening
from tests.browser.moments import import_game, recorded_game, stages, waited_for
from tests.browser.screen import Screen, all_see

pytestmark = pytest.mark.long  # see accessibility.picture
# The lobby asks about the boxes that exist on this server.
OWN_SERVER = True

NAMES = ("Anna", "Maximiliane-Theresia", "Carla", "Dschingis von Berg", "Eva")
CLANS = ("MacKintosh", "Campbell", "MacGregor", "MacDuff", "MacLeod")
DOMAINS = ("Political", "Military", "Financial", "Religious", "Trade")
PLACES = ("throne", "chapel", "store", "knights")


def open_regents(table: TableScreen, *choices: str) -> None:
    table.open("/")
    table.tap(table.link("Régents"))
    for choice in choices:
        table.page.get_by_role("radio", name=re.compile(f"^{choice}")).check()
    table.tap("Open the table")
    table.read_code()


def enter_cards(phone: Phone, clan: str, domain: str) -> None:
    phone.tap(phone.page.get_by_role("radio", name=clan))
    phone.tap(phone.page.get_by_role("radio", name=domain))
    phone.tap("These are my cards")


def piece(screen: Screen, key: str) -> Locator:
    return screen.main.locator(f'.castle-form input[name="piece"][value="{key}"]')


def room(screen: Screen, key: str) -> Locator:
    return screen.main.locator(f".room-{key}")


def move_piece(phone: Phone, key: str, to: str) -> None:
    """Moves a piece with two taps: its place, then the new one."""
    phone.tap(piece(phone, key))
    phone.tap(phone.main.locator(f".go-{to}"))


def set_out(evening: Evening, names: tuple[str, ...], **options: str) -> tuple[TableScreen, list[Phone]]:
    """Sets out a game: everybody has entered their cards and placed four agents; Anna begins."""
    table = evening.table_screen()
    table.post("/new/regents", box="new", **options)
    phones = [evening.phone(name) for name in names]
    for seat, phone in enumerate(phones):
        phone.post(f"/j/{table.code}", name=phone.name, colour=list(PLAYER_COLOURS)[seat])
        phone.seat = seat
    table.submit("start-game")
    for seat, phone in enumerate(phones):
        phone.submit("enter-cards", clan=CLANS[seat].lower(), domain=DOMAINS[seat].lower())
    if len(names) == 3:
        table.submit("show-neutral", 0, clan="stewart")
    table.post(f"/t/{table.code}/box", likely=1)
    table.submit("begin", 0, first=0)
    for place in PLACES:
        for seat in range(len(names)):
            table.submit("place-agent", seat, place=place)
    for screen in (table, *phones):
        screen.open(screen.path)
    phones[0].should_see("Your turn: 3 actions")
    return table, phones


@pytest.mark.repeats
def test_from_secret_cards_to_the_first_agent(evening: Evening) -> None:
    table = evening.table_screen()
    open_regents(table, "(Our|Another) copy")  # another test may have left a box
    anna, ben, carla = evening.seated(table, "Anna", "Ben", "Carla")
    table.tap("Start the game")
    anna.should_see("Everyone secretly enters their clan and domain cards.")
    picture("regents-cards", table, anna)
    enter_cards(anna, "MacKintosh", "Trade")
    table.should_see("1 of 3 in")
    with anna.holding("Hold to see my cards"):
        expect(anna.page.locator("#my-cards")).to_contain_text("MacKintosh")
    for other in (table, ben, carla):
        expect(other.main.locator("#my-cards")).to_have_count(0)
    enter_cards(ben, "Campbell", "Military")
    enter_cards(carla, "Stewart", "Religious")
    table.tap("MacLeod")

    # The doors of the missing diagram are asked for once, together and with a likely answer: one tap.
    table.tap("Anna")
    table.should_see("Is this what’s printed?")
    likely = table.main.locator(".likely-list").get_by_role("listitem")
    expect(likely).to_have_text([re.compile("not adjacent$")] * len(DOOR_KEYS))
    anna.should_not_see("Is this what’s printed?")
    picture("regents-doors", table, anna)
    table.tap("Yes, all correct")
    table.should_not_see("Is this what’s printed?")
    anna.should_see("Place an agent")
    picture("regents-placing", table, anna)
    anna.tap(anna.main.locator(".go-chapel"))
    expect(room(table, "chapel").locator(".token.seat-red")).to_have_count(1)
    all_see([table, ben], "Ben places an agent.")


def test_one_full_turn_on_phones_takes_at_most_ten_taps(evening: Evening) -> None:
    table, (anna, ben, _, david, _) = set_out(evening, NAMES)
    picture("regents-turn", table, anna, ben)

    before = anna.taps
    anna.tap(piece(anna, "agent.chapel"))
    picture("regents-chosen", anna)
    anna.tap(anna.main.locator(".go-tower"))
    expect(room(table, "tower").locator(".token.seat-red")).to_have_count(1)
    anna.should_see("Your turn: 2 actions")
    move_piece(anna, "agent.store", "rampart")
    move_piece(anna, "king", "treasure")
    anna.should_see("Score your majorities.")
    picture("regents-score", table, anna)
    anna.tap(re_score(anna))
    assert anna.taps - before <= 10
    assert anna.taps - before == 7
    ben.should_see("Your turn: 3 actions")

    # On the table screen: the King has moved, the marker has advanced, Ben is on turn.
    expect(room(table, "treasure").locator(".king")).to_have_count(1)
    first_space = table.main.locator(".track-political .track-cell").nth(1)
    expect(table.main.locator(".tracks .track-cell").filter(has_text="Anna: 1")).to_have_count(1)
    expect(first_space).to_be_visible()
    table.should_see("On the board:", "one space, to 1.")
    picture("regents-scored", table, anna, david)


def re_score(phone: Phone) -> Locator:
    return phone.button(re.compile(r"^Score \+\d"))


def play_card(phone: Phone, card: str) -> None:
    """Plays a card from the hand; its button also describes its effect."""
    hand = phone.page.get_by_role("group", name="Play a card")
    phone.tap(hand.get_by_role("button", name=re.compile(rf"^{card} \w")))


@pytest.mark.repeats
def test_cards_spying_and_an_accusation(evening: Evening) -> None:
    table, (anna, ben, carla, _) = set_out(evening, NAMES[:4], edition="de")
    anna.tap(anna.tool("Play a card"))
    picture("regents-hand", anna)
    play_card(anna, "Influence")
    anna.should_see("Influence: Anna advances 2 spaces.")
    picture("regents-influence", table, anna)
    for track in ("Trade", "Political"):
        anna.tap(anna.main.get_by_role("group", name="Which track?").get_by_role("button", name=track))
    expect(table.main.locator(".played", has_text="Influence")).to_have_count(1)

    anna.tap(anna.tool("Spy on a player"))
    anna.tap(anna.main.get_by_role("button", name=NAMES[1]))
    all_see([table, ben, carla], f"Anna spied on {NAMES[1]}.")
    notes = anna.page.locator("#my-cards")
    with anna.holding("Hold to see my cards and what I spied"):
        expect(notes).to_contain_text(f"{NAMES[1]} holds")
        picture("regents-notes", anna)
    expect(ben.page.locator("#my-cards")).not_to_contain_text("holds")

    # A wrong accusation: only the two players learn anything; Ben chooses where Anna goes back.
    anna.tap(anna.tool("Accuse a player"))
    anna.tap(anna.page.get_by_role("radio", name=NAMES[1]))
    picture("regents-accuse", anna)
    anna.tap("Stewart")
    all_see([table, carla, ben], f"{NAMES[1]} is innocent and chooses on which tracks Anna goes back.")
    expect(notes).to_contain_text(f"{NAMES[1]} is Campbell.")
    for other in (table, carla):
        expect(other.page.locator("body")).not_to_contain_text("Campbell.")
    expect(ben.page.locator("#my-cards")).to_contain_text("Anna thought you were Stewart.")
    picture("regents-penalty", table, ben)
    ben.tap(ben.main.get_by_role("group", name="Which track goes back?").get_by_role("button", name="Trade"))
    anna.should_see("Your turn: 1 action")
    table.should_see("Anna: move Trade off the track.", "Anna: move Political off the track.")


@pytest.mark.repeats
def test_cards_that_move_other_agents(evening: Evening) -> None:
    """Betrayal swaps two agents in two taps. Suspicion drives one out, and it returns for an action point."""
    table, (anna, ben, *_) = set_out(evening, NAMES[:3])
    anna.tap(anna.tool("Play a card"))
    play_card(anna, "Betrayal")
    anna.should_see("Betrayal: tap two agents to swap.")
    expect(anna.main.get_by_role("heading", level=1)).to_be_in_viewport()
    picture("regents-swap", table, anna)
    anna.tap(anna.main.locator('input[name="one"][value="0.chapel"]'))
    anna.tap(anna.main.locator('button[name="other"][value="1.store"]'))
    expect(room(table, "store").locator(".token.seat-red")).to_have_count(2)
    for _ in range(3):
        table.submit("move-piece", 0, piece="king", to="treasure" if _ % 2 == 0 else "throne")
    anna.should_see("Score your majorities.")
    move_piece(anna, "neutral.treasure", "tower")
    picture("regents-neutral", table, anna)
    anna.tap(anna.button(re.compile("^(Score \\+\\d|End turn)")))

    ben.should_see("Your turn: 3 actions")
    ben.tap(ben.tool("Play a card"))
    play_card(ben, "Suspicion")
    picture("regents-suspicion", ben)
    ben.tap(ben.button("Anna: Throne Room"))
    table.should_see("1 agent outside the castle", "Anna: take one of your agents out of the Throne Room.")
    anna.should_see("ake one of your agents out of the Throne Room.")


@pytest.mark.repeats
def test_player_without_a_phone_answers_behind_the_curtain(evening: Evening) -> None:
    """Dora's cards are entered on the host's device and leave no trace there."""
    table = evening.table_screen()
    open_regents(table, "Just try it")
    table.tap("Real cards")
    evening.seated(table, "Anna", "Ben")
    table.seat_without_phone("Dora")
    table.tap("Start the game")
    table.tap(table.link("Play for Dora"))
    table.hold_open()
    table.tap(table.page.get_by_role("radio", name="Stewart"))
    table.tap(table.page.get_by_role("radio", name="Trade"))
    table.tap("These are my cards")
    table.should_see("1 of 3 in")
    expect(table.page.locator("#my-cards")).to_have_count(0)


@pytest.mark.repeats
@pytest.mark.moving
def test_final_scoring_is_revealed_category_by_category(evening: Evening) -> None:
    """A bot game at the check before the final scoring; no points are shown before the finale."""
    table = evening.table_screen()
    file, counted = game_before_count()
    table.import_table(file)
    anna = evening.phone("Anna")
    anna.take_over(table.seat_link("Anna"), seat=0)
    table.open(table.path)
    table.should_see("The last round is over. Are the tracks correct?")
    picture("regents-check", table, anna)
    table.tap("The tracks are correct – score")
    table.skip()  # the domain cards
    end = table.page.get_by_role("region", name="End of the game")
    kinds = end.locator(".end-table tbody th")
    expect(kinds).to_have_text(counted)
    moments = [int(str(kind.get_attribute("data-at"))) for kind in kinds.all()]
    assert moments == sorted(set(moments)), "one kind after the other"
    expect(kinds.first).to_be_visible()
    picture("regents-count", table, anna)
    table.tap("Skip")
    expect(end.get_by_role("listitem")).to_have_count(5)
    anna.wait_until_current()
    picture("regents-end", table, anna)


def game_before_count() -> tuple[str, list[str]]:
    """Returns a game as a file, and the categories in which a player scores."""
    regents = GAMES["regents"]
    projection = play_game(regents, 5, Rng(random.Random(1)), {"dealt": "herald", "edition": "de"})
    last = projection.records.index(next(record for record in projection.records if record.event == RoundEnded(8)))
    lines = regents.score(projection.table.state)
    counted = [kind.message for kind in POINT_KINDS.values() if any(line.category == kind for line in lines)]
    assert len(counted) > 2
    return export_whole(replay(projection.records[: last + 1])), counted


def with_a_push(rampart_alone: bool) -> Projection:
    """Returns a recorded game with a scoring player who can push a marker back from the Rampart. With `rampart_alone`
    there is nothing else to answer."""
    for projection in stages(recorded_game("regents/recorded/4-right-accusation.jsonl")):
        view = projection.table.game.view(projection.table.state, None)
        if any(len(plan.pushes) > 1 for plan in view.plans) and bool(view.plans[0].points) != rampart_alone:
            return projection
    raise AssertionError("nobody pushes a marker back in this recording")


@pytest.mark.repeats
@pytest.mark.parametrize("rampart_alone", [False, True])
def test_rampart_is_answered_before_or_after_the_scoring_tap(evening: Evening, rampart_alone: bool) -> None:
    projection = with_a_push(rampart_alone)
    for score_first in (True, False):
        _table, (phone,) = import_game(evening, projection, waited_for(projection))
        phone.taps = 0
        whose = phone.main.get_by_role("group", name=re.compile("^Rampart"))
        scores = phone.button("End turn") if rampart_alone else re_score(phone)
        if rampart_alone:
            expect(phone.main.locator(".plan")).to_have_text(re.compile(r"^\s*Rampart\s*$"))
        if score_first:
            phone.tap(scores)
            expect(whose.locator(".missing")).to_have_text("Please fill this in.")
        phone.tap(whose.get_by_role("radio").first)
        if not score_first:
            phone.tap(scores)
        phone.should_not_see("Score your majorities.")
        assert phone.taps == 2, "see docs/taps.md"
