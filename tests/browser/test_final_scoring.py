"""FINAL_SCORING mode: four players who played without Herald, one device, every tap and digit counted."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import pytest
from playwright.sync_api import Locator, expect

from scoring.games import GAMES
from tests.browser.accessibility import picture, resized, shot
from tests.browser.actors import TableScreen
from tests.browser.evening import QUIET_PAGE, Evening
from tests.browser.screen import PHONE_SIZE

NAMES = ("Anna", "Ben", "Carla", "David")


class Counter(TableScreen):
    """The one device on which everything is entered. A digit counts as a tap."""

    def counts(self, game: str) -> None:
        """Opens a table with a fully read box; names are typed once."""
        self.open(f"/new/{game}/end")
        # The form starts with tonight's people, who may be more.
        fields = self.page.get_by_label(re.compile(r"^Player \d$"))
        for seat in range(fields.count()):
            fields.nth(seat).fill(NAMES[seat] if seat < len(NAMES) else "")
        self.tap("Start scoring")
        self.code = self.page.url.split("/")[4]
        self.open(QUIET_PAGE)  # the table's page would follow every entry
        for field in GAMES[game].printed_fields:
            if not field.certain and (value := GAMES[game].example.get(field.key)):
                self.submit("enter-printed-value", field=field.key, value=value)
        self.open(self.path)
        self.taps = 0

    def types(self, field: Locator, number: int) -> None:
        field.fill(str(number))
        self.taps += len(str(number))

    def choose_seat(self, seat: int) -> None:
        whose = self.page.locator(f'input[name="seat"][type="radio"][value="{seat}"]')
        if not whose.is_checked():
            self.tap(whose.locator("xpath=.."))

    def claims(self, places: Mapping[int, str]) -> None:
        """Enters who owns what: the seat, then each place on the rendered board."""
        for seat, theirs in places.items():
            self.choose_seat(seat)
            for place in theirs.split():
                button = self.page.locator(f'button[name="place"][value="{place}"]')
                self.tap(button)
                self.wait_until_current()

    def ends(self, *says: str) -> None:
        end = self.page.get_by_role("region", name="End of the game")
        for text in says:
            expect(end).to_contain_text(text)


@pytest.fixture
def laptop(evening: Evening) -> Counter:
    screen = evening.table_screen()
    return Counter(screen.page, screen.origin)


@pytest.mark.repeats
def test_lang_lebe_an_election(laptop: Counter) -> None:
    laptop.counts("lang-lebe")
    areas = {0: "Lundonia Man Rouecestre", 1: "Wigemor Lancastre Lincolia", 2: "Oxeneford Sarisberie Lideforde"}
    laptop.claims({**areas, 3: "Tateshale Stadford Sedberouie Grentebrige"})
    for name, cards, bonus in zip(NAMES, (7, 0, 9, 12), (4, 3, 2, 12), strict=True):
        row = laptop.main.get_by_role("group", name=name, exact=True)
        laptop.types(row.locator('[name="cards"]'), cards)
        laptop.types(row.locator('[name="bonus"]'), bonus)
        laptop.tap(row.get_by_role("button", name="Enter"))
        expect(row.get_by_role("button", name="Change")).to_be_visible()
    picture("just-the-end-lang-lebe", laptop)
    laptop.tap("Count the votes")
    laptop.ends("David is king with 24 votes")
    assert laptop.taps == 31, "see docs/taps.md"


def enter_sums(laptop: Counter, seat: int, noble: int, **points: int) -> None:
    for kind, number in points.items():
        laptop.types(laptop.page.locator(f"#sum-{seat}-{kind}"), number)
    form = laptop.page.locator(f"#enter-sums-{seat}-sums")
    if noble:
        laptop.tap(form.locator(f'[name="points.noble"][value="{noble}"]').locator("xpath=.."))
    laptop.tap(form.get_by_role("button", name="Enter"))
    expect(form.get_by_role("button", name="Change it")).to_be_visible()


@pytest.mark.repeats
def test_royals_markers_and_titles(laptop: Counter) -> None:
    laptop.counts("royals")
    for title, *most in (("King", 0), ("Princess", 1), ("Cardinal", 2, 3), ("Duke", 0), ("Countess", 3), ("Baron", 1)):
        for seat in most:
            cubes = laptop.button(f"{title}, {NAMES[seat]}")  # type: ignore[index]
            laptop.tap(cubes)
            expect(cubes).to_have_attribute("aria-pressed", "true")
    laptop.tap("The cubes are correct – score the titles")
    enter_sums(laptop, 0, 16, city=21, country=9, epoch=24)
    enter_sums(laptop, 1, 0, city=14, country=0, epoch=18)
    enter_sums(laptop, 2, 0, city=17, country=6, epoch=21)
    picture("just-the-end-royals", laptop)
    last = laptop.page.locator("#enter-sums-3-sums")
    for kind, number in (("city", 12), ("country", 4), ("epoch", 15)):
        laptop.types(laptop.page.locator(f"#sum-3-{kind}"), number)
    laptop.tap(last.get_by_role("button", name="Enter"))
    laptop.ends("Anna wins with")
    assert laptop.taps == 33, "see docs/taps.md"


def enter_number(laptop: Counter, question: str, value: int) -> None:
    group = laptop.main.get_by_role("group", name=re.compile(f"^{re.escape(question)}"))
    laptop.tap(group.get_by_role("button", name=str(value), exact=True))


def enter_player(
    laptop: Counter, name: str, lands: Sequence[tuple[str, str, int]], fame: int, hand: int | None
) -> None:
    for land, shown, army in lands:
        laptop.tap(laptop.button(f"{land}: {shown}"))
        enter_number(laptop, f"What’s the army under {land} worth?", army)
    enter_number(laptop, f"How much fame does {name} have?", fame)
    if hand is None:
        laptop.tap("Everything has been entered")
    else:
        enter_number(laptop, f"What’s {name}’s hand worth?", hand)


@pytest.mark.repeats
def test_saga_lands_armies_fame_and_hands(laptop: Counter) -> None:
    laptop.counts("saga")
    laptop.tap("Ben")
    enter_player(laptop, "Anna", [("Corn Land", "+5 fame", 11), ("Castle Land", "Anna has it", 9)], 23, 2)
    enter_player(laptop, "Ben", [("Gold Land", "army counts as 0", 8)], 17, None)
    picture("just-the-end-saga", laptop)
    enter_player(laptop, "Carla", [("Treasure Land", "add a knight", 12)], 9, 4)
    enter_player(laptop, "David", [("Forest Land", "no hand penalty", 10)], 12, None)
    laptop.tap("Everything is correct – score")
    expect(laptop.page.locator(".count .roll-total")).to_have_text(["17", "17", "22", "46"])
    assert laptop.taps == 20, "see docs/taps.md"


# Keys out of view, or under the bottom bar.
LOW_KEYS = """() => {
    const foot = document.querySelector('.thumb, footer');
    const top = Math.min(innerHeight, foot ? foot.getBoundingClientRect().top : innerHeight);
    const keys = [...document.querySelectorAll('.numbers > *')].filter(e => e.offsetParent);
    return keys.filter(e => e.getBoundingClientRect().bottom > top + 1 || e.getBoundingClientRect().top < 0)
        .map(e => e.textContent.trim());
}"""


# Number of lines of a text.
LINES = """e => {
    const words = document.createRange();
    words.selectNodeContents(e.firstChild);
    return new Set([...words.getClientRects()].map(one => one.top)).size;
}"""


def test_saga_questions_start_at_the_top_of_a_small_phone(laptop: Counter) -> None:
    laptop.counts("saga")
    with resized(laptop.page, {"width": 360, "height": 640}):
        expect(laptop.button("Ben")).to_be_in_viewport(ratio=1)
        laptop.tap("Ben")
        laptop.should_see("What’s in front of Anna?")
        shot(laptop.page, "just-the-end-saga-lands-small-phone")
        laptop.tap(laptop.button("Castle Land: Anna has it"))
        shot(laptop.page, "just-the-end-saga-army-small-phone")
        assert laptop.page.evaluate(LOW_KEYS) == []
        enter_number(laptop, "What’s the army under Castle Land worth?", 11)
        expect(laptop.button("Castle Land: Not Anna’s")).to_be_visible()
        assert laptop.page.locator(".land-name").first.evaluate(LINES) <= 2, "beside the army's worth"
        laptop.tap(laptop.page.get_by_role("link", name="No more lands? On to fame"))
        shot(laptop.page, "just-the-end-saga-fame-small-phone")
        assert laptop.page.evaluate(LOW_KEYS) == []
        enter_number(laptop, "How much fame does Anna have?", 23)
        shot(laptop.page, "just-the-end-saga-hand-small-phone")
        assert laptop.page.evaluate(LOW_KEYS) == []
        laptop.page.evaluate("scrollTo(0, 300)")
        enter_number(laptop, "What’s Anna’s hand worth?", 2)
        laptop.should_see("What’s in front of Ben?")
        expect(laptop.main).to_contain_text("23 fame · 2 in hand")
        assert laptop.page.evaluate("scrollY") == 0
        shot(laptop.page, "just-the-end-saga-next-small-phone")


# Buttons in view that something lies over.
COVERED = """() => [...document.querySelectorAll('main button')].filter(e => {
    const box = e.getBoundingClientRect(), y = box.bottom - 4;
    return y < innerHeight && !e.contains(document.elementFromPoint(box.left + box.width / 2, y));
}).map(e => e.getAttribute('aria-label') || e.textContent.trim())"""


def test_footer_covers_no_button_on_a_small_phone(laptop: Counter) -> None:
    laptop.counts("royals")
    with resized(laptop.page, {"width": 360, "height": 640}):
        assert laptop.page.evaluate(COVERED) == []


TRACKS = ((10, 4, 4, 1, 1), (4, 16, 4, 5, 0), (3, 0, 13, 0, 24), (1, 6, 0, 10, 4))


@pytest.mark.repeats
def test_regents_tracks_chips_counsellors_and_domain_cards(laptop: Counter) -> None:
    laptop.counts("regents")
    domains = ("political", "military", "financial", "religious", "trade")
    for seat, (name, tracks) in enumerate(zip(NAMES, TRACKS, strict=True)):
        mine = laptop.page.locator(f"#end-of-{seat}-now")  # expands automatically
        for domain, value in zip(domains, tracks, strict=True):
            laptop.tap(mine.locator(f'[name="tracks.{domain}"][value="{value}"]').locator("xpath=.."))
        laptop.tap(mine.get_by_role("button", name="One more: Privilege chips"))
        laptop.tap(mine.locator(f'[name="domain"][value="{domains[seat]}"]').locator("xpath=.."))
        laptop.tap(mine.locator('[name="shown"][value="1"]').locator("xpath=.."))
        if seat == 2:
            picture("just-the-end-regents", laptop)
        laptop.tap(f"Save for {name}")
    with resized(laptop.page, PHONE_SIZE):
        expect(laptop.page.locator(".tracks")).to_be_visible()
        assert laptop.page.evaluate(CUT) == [], "no marker lies over the name of its track"
    laptop.tap(re_button(laptop, "score"))
    laptop.ends("is Guardian of the Kingdom")
    assert laptop.taps == 37, "see docs/taps.md"


def re_button(laptop: Counter, word: str) -> Locator:
    return laptop.main.get_by_role("button", name=re.compile(f"correct – {word}"))


HELD = {
    0: "castle.west large.west small.west ship.west noble.west.1 noble.west.2 port.west bishop.west",
    1: "castle.wales large.wales small.wales noble.wales.1 port.wales bishop.wales castle.north",
    2: "castle.midlands large.midlands small.midlands noble.midlands.1 noble.midlands.2 bishop.midlands",
    3: "castle.south-east large.south-east small.south-east noble.south-east.1 ship.south-east port.south-east",
}


@pytest.mark.repeats
def test_wars_of_the_roses_points_kings_and_the_last_parliament(laptop: Counter) -> None:
    laptop.counts("wars-of-the-roses")
    houses = ("York", "Lancaster", "Lancaster", "York")
    for seat, (points, house) in enumerate(zip((90, 84, 71, 60), houses, strict=True)):
        laptop.types(laptop.page.locator(f"#points-{seat}"), points)
        form = laptop.page.locator(f"#enter-points-{seat}-points")
        laptop.tap(form.get_by_role("button", name=house))
        expect(form).to_have_class(re.compile("is-known"))
    for house, number in (("lancaster", 1), ("york", 3)):
        laptop.types(laptop.page.locator(f"#kings-{house}"), number)
    laptop.tap(laptop.page.locator(".count-kings").get_by_role("button", name="Save"))
    laptop.claims(HELD)
    picture("just-the-end-roses", laptop)
    laptop.tap("Hold the last parliament")
    laptop.ends("wins with")
    assert laptop.taps == 46, "see docs/taps.md"


# Elements that overflow the full-screen highlight, or a name's cell.
CUT = """() => [...document.querySelectorAll('.highlight-layer *, .tracks .track-name > span')].filter(e => {
    const edge = e.closest('.highlight-layer') ? innerWidth : e.closest('.track-name').getBoundingClientRect().right;
    return e.getBoundingClientRect().width > 1 && e.getBoundingClientRect().right > edge + 1;
}).map(e => e.textContent.trim().slice(0, 40))"""


@pytest.mark.parametrize("width", [360, pytest.param(390, marks=pytest.mark.repeats)])
def test_highlight_fits_on_a_phone(laptop: Counter, width: int) -> None:
    laptop.counts("royals")
    with resized(laptop.page, {"width": width, "height": 640}):
        for title, seat in (("King", 0), ("Cardinal", 2), ("Cardinal", 3)):
            laptop.tap(laptop.button(f"{title}, {NAMES[seat]}"))
            laptop.wait_until_current()
        laptop.tap("The cubes are correct – score the titles")
        expect(laptop.page.locator(".highlight-layer")).to_contain_text("Cardinal")
        assert laptop.page.evaluate(CUT) == []
