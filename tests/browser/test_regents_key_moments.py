"""Régents, KEY_MOMENTS mode: a whole game of four on phones, with all taps counted."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from scoring.regents.components import LOCATIONS
from scoring.table import PLAYER_COLOURS
from tests.browser.accessibility import picture
from tests.browser.actors import Phone, TableScreen
from tests.browser.evening import Evening
from tests.release_gates import LONG

pytestmark = pytest.mark.long  # see accessibility.picture

NAMES = ("Anna", "Ben", "Carla", "David")
CARDS = (("mackintosh", "political"), ("campbell", "military"), ("macgregor", "financial"), ("macduff", "religious"))
AIM = 4  # taps per turn, all phones together

# Locations held by each of the four at the end of each turn, by round.
HELD = (
    ("throne", "chapel", "store", "treasure"),
    ("throne store", "chapel", "knights", "treasure tower"),
    ("throne store", "chapel treasure", "knights rampart", "throne"),
    ("store knights", "chapel", "throne", "treasure tower"),
    ("store throne", "chapel", "knights", "treasure tower"),
    ("throne chapel", "store", "knights rampart", "treasure"),
    ("throne", "store chapel", "knights", "treasure tower"),
    ("throne knights", "store chapel", "treasure", "tower"),
)
# Additional actions by round and seat: the controls to tap.
BESIDES = {
    (1, 0): ("Take a counsellor",),
    (2, 1): ("Take a counsellor", "Place a counsellor"),
    (3, 2): ("=Play a card", "^Influence", "^Trade", "^Political"),
    (5, 3): ("=Spy on a player", "^Anna"),
    (6, 0): ("Place a counsellor",),
    (7, 1): ("Use a chip: one more action",),
}


def room(phone: Phone, place: str) -> Locator:
    return phone.main.locator(f"button.held-room.room-{place}")


def set_out(evening: Evening) -> tuple[TableScreen, list[Phone]]:
    """Sets out a game: everybody has entered their cards; Anna begins."""
    table = evening.table_screen()
    table.post("/new/regents", box="new", follow="counts")
    phones = [evening.phone(name) for name in NAMES]
    for seat, phone in enumerate(phones):
        phone.post(f"/j/{table.code}", name=phone.name, colour=list(PLAYER_COLOURS)[seat])
        phone.seat = seat
    table.submit("start-game")
    for phone, (clan, domain) in zip(phones, CARDS, strict=True):
        phone.submit("enter-cards", clan=clan, domain=domain)
    table.post(f"/t/{table.code}/box", likely=1)
    table.submit("begin", 0, first=0)
    for screen in (table, *phones):
        screen.open(screen.path)
    return table, phones


def tap_control(phone: Phone, what: str) -> None:
    """Taps a button by name or, after ^, by prefix; after =, opens the control of that name."""
    if what.startswith("="):
        phone.tap(phone.tool(what[1:]))
    else:
        phone.tap(phone.main.get_by_role("button", name=re.compile(what)).first if what.startswith("^") else what)


def claim_rooms(phone: Phone, held: str) -> None:
    """Taps the changes since the last scoring."""
    for place in LOCATIONS:
        wanted = str(place in held.split()).lower()
        if room(phone, place).get_attribute("aria-pressed") != wanted:
            phone.tap(room(phone, place))
            expect(room(phone, place)).to_have_attribute("aria-pressed", wanted)


def score_rooms(phone: Phone) -> None:
    """Scores in the proposed order; the Rampart pushes nobody back."""
    nobody = phone.main.get_by_role("radio", name="No one’s")
    if nobody.count():
        phone.tap(nobody)
    phone.tap(phone.main.get_by_role("button", name=re.compile("^(Score|End turn)")))


@pytest.mark.repeats
def test_whole_game_takes_at_most_four_taps_per_turn(evening: Evening) -> None:
    """All eight rounds in the long run, otherwise the first three."""
    table, phones = set_out(evening)
    rounds = HELD if LONG else HELD[:3]
    for number, turns in enumerate(rounds, start=1):
        for seat, held in enumerate(turns):
            phone = phones[seat]
            expect(room(phone, "throne")).to_be_visible()
            for what in BESIDES.get((number, seat), ()):
                tap_control(phone, what)
            claim_rooms(phone, held)
            if (number, seat) in ((3, 2), (4, 3)):
                picture(f"regents-held-{number}", table, phone)
            score_rooms(phone)
    taps = sum(phone.taps for phone in phones)
    assert taps <= AIM * len(rounds) * len(NAMES)
    assert table.taps == 0
    if LONG:
        assert taps == 76, "2.4 a turn, see docs/taps.md"
        is_counted(table, phones)


def is_counted(table: TableScreen, phones: list[Phone]) -> None:
    table.should_see("The last round is over. Are the tracks correct?")
    phones[0].tap("The tracks are correct – score")
    table.should_see("is Guardian of the Kingdom")
    assert table.taps == 0


def test_other_phones_stay_calm_during_a_turn(evening: Evening) -> None:
    table, (anna, ben, *_) = set_out(evening)
    ben.should_see("Anna’s turn.")
    assert not ben.main.get_by_role("button", name=re.compile("^Score|^End turn")).filter(visible=True).count()
    anna.tap(room(anna, "throne"))
    anna.tap(room(anna, "chapel"))
    expect(table.main.locator(".hall.is-lit")).to_have_count(2)
    anna.tap(room(anna, "throne"))
    expect(table.main.locator(".hall.is-lit")).to_have_count(1)
    anna.page.evaluate("scrollTo(0, 0)")
    score = anna.main.get_by_role("button", name=re.compile("^Score"))
    assert score.evaluate("e => e.getBoundingClientRect().bottom <= innerHeight"), "what is asked is above the fold"
