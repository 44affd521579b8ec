"""Page object of a screen: finds and taps elements by the words that users read."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect

PHONE_SIZE = {"width": 390, "height": 844}
PATIENCE = 20_000
# Seconds between taps that send; static/live.js ignores an earlier one in the same place.
PACE = 0.55
expect.set_options(timeout=PATIENCE)

# The seq of the table, regardless of the screen.
SEQ = """async (path) => {
    const answer = await fetch(path, {headers: {'HX-Request': 'true'}});
    return (await answer.text()).match(/data-seq="(\\d+)/)[1];
}"""
# Highlights cover the screen until they end or are tapped. Skips them and returns their number.
SKIP = """() => {
    let count = 0;
    for (let on; (on = document.querySelector('.highlight-layer:not(.is-leaving)')); count += 1) on.click();
    return count;
}"""
# Posts like a form of the page, to reach the point that a test is about.
POST = """async ([path, form]) => {
    const answer = await fetch(path, {method: 'POST', body: new URLSearchParams(form)});
    return [answer.status, answer.url];
}"""

# Stops the running film at a position, or lets it go on from there, on all screens.
SEEK = """async ([at, paused]) => {
    const [seq] = document.getElementById('state').dataset.film.split(' ');
    const form = new URLSearchParams({seq, at, paused: Number(paused)});
    return (await fetch(location.pathname.replace(/[^/]+$/, 'film'), {method: 'POST', body: form})).status;
}"""


# Sends more cards than a player has, bypassing the page's validation.
STAKES_NINE = "({form}) => { form.noValidate = true; form.elements.x1.value = 9; form.requestSubmit(); }"


@dataclass
class Screen:
    """A device and the person using it. `taps` counts their taps."""

    page: Page
    origin: str
    name: str = ""
    code: str = ""
    seat: int | None = None
    taps: int = 0
    sent: float = 0  # time of the last tap that sent something

    def open(self, path: str) -> None:
        self.page.goto(self.origin + path)

    @property
    def main(self) -> Locator:
        return self.page.get_by_role("main")

    @property
    def lost(self) -> Locator:
        return self.page.get_by_text("Connection lost.")

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("button", name=name, exact=isinstance(name, str))

    def link(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("link", name=name)

    def area(self, name: str) -> Locator:
        """The button of an area; it also names who is there."""
        return self.button(re.compile(rf"^{name}\b"))

    def summary(self, text: str) -> Locator:
        """The control that expands more content."""
        return self.page.locator("summary", has_text=re.compile(rf"^\s*{text}\s*$"))

    def tool(self, name: str) -> Locator:
        """The icon in the bar that opens more actions."""
        return self.page.locator(".thumb summary", has_text=name)

    def tap(self, what: Locator | str) -> None:
        """Taps no faster than `PACE` and waits for the response."""
        found = self.button(what) if isinstance(what, str) else what
        self.skip()
        self.taps += 1
        sends = found.evaluate("e => e.type === 'submit'", timeout=PATIENCE)
        self.page.wait_for_timeout(max(0, self.sent + PACE - time.monotonic()) * 1000)
        if self.page.viewport_size == PHONE_SIZE:
            found.tap()
        else:
            found.click()
        expect(self.page.locator(".htmx-request, #live.is-sent")).to_have_count(0)
        if sends:
            self.sent = time.monotonic()  # The next question has just arrived.

    def skip(self) -> None:
        """Skips the running highlights with taps."""
        if self.page.evaluate(SKIP):
            expect(self.page.locator(".highlight-layer")).to_have_count(0)

    def should_see(self, *texts: str) -> None:
        for text in texts:
            expect(self.main).to_contain_text(text)

    def should_not_see(self, *texts: str) -> None:
        for text in texts:
            expect(self.main).not_to_contain_text(text)

    def submit(self, action: str, seat: int | None = None, **form: object) -> None:
        number = self.seat if seat is None else seat
        values = {"action_name": action, "page": self.path.rpartition("/")[2], "seq": self.seq(), **form}
        if number is not None:
            values["seat"] = number
        self.post(f"/t/{self.code}/actions", **values)

    def post(self, path: str, **form: object) -> None:
        """Posts without a tap; stores the code of the table that it leads to."""
        status, url = self.page.evaluate(POST, [path, {key: str(value) for key, value in form.items()}])
        assert status == 200, (path, form, status)
        self.code = url.split("/")[4]

    @property
    def path(self) -> str:
        return f"/t/{self.code}/{'table' if self.seat is None else 'me'}"

    def seq(self) -> str:
        return str(self.page.evaluate(SEQ, self.path))

    def wait_until_current(self) -> None:
        """Waits until this screen shows the current seq of the table."""
        expect(self.page.locator("#state")).to_have_attribute("data-seq", self.seq())

    @contextmanager
    def holding(self, name: str) -> Iterator[None]:
        """Keeps a finger on the button."""
        self.button(name).scroll_into_view_if_needed()
        self.button(name).hover()
        self.page.mouse.down()
        yield
        self.page.mouse.up()

    def hold_open(self) -> None:
        """Holds the curtain's button until it opens."""
        with self.holding("Hold to open"), self.page.expect_navigation():
            pass

    def undone_line(self, text: str) -> Locator:
        """An undone history line."""
        return self.page.locator("li.is-undone", has_text=text)

    def mark_page(self) -> None:
        """Marks the page, so that `was_reloaded` detects a reload."""
        self.page.evaluate("window.stayed = true")

    @property
    def was_reloaded(self) -> bool:
        return not self.page.evaluate("window.stayed === true")

    # --- a dispute ----------------------------------------------------------------------------------------

    @property
    def cards(self) -> Locator:
        """Face-up cards on this screen."""
        return self.main.locator(".mini-card").filter(visible=True)

    @property
    def own_stake(self) -> Locator:
        """A phone's own stake, shown while the button is held."""
        return self.main.get_by_text("Staked:")

    def staked(self, kind: str) -> Locator:
        return self.page.get_by_label(kind.replace("x", "×"), exact=True)

    def choose(self, **cards: int) -> None:
        for kind, count in cards.items():
            for _ in range(count):
                self.tap(f"One more: {kind.replace('x', '×')}")

    def seal(self, **cards: int) -> None:
        self.choose(**cards)
        self.tap("Seal my stake")

    @property
    def dice(self) -> Locator:
        return self.page.get_by_label("The dice on the table").first

    def card(self, kind: str) -> Locator:
        """A card to spend on a roll."""
        return self.page.get_by_role("radio", name=re.compile(f"^{kind.replace('x', '×')}(?!\\d)"))

    def type_dice(self, faces: str) -> None:
        """Types dice faces; the last one submits them."""
        for face in faces:
            self.tap(self.main.get_by_role("button", name=face, exact=True).filter(visible=True).first)

    # --- an election --------------------------------------------------------------------------------------

    @property
    def counted(self) -> Locator:
        """The count lines revealed so far."""
        election = self.page.get_by_role("region", name="King election")
        return election.get_by_role("list").first.get_by_role("listitem").filter(has_text=re.compile(r"\d area vote"))

    def read_out(self) -> list[str]:
        return [" ".join(line.split()) for line in self.counted.all_text_contents()]

    def should_show_the_end(self, players: int) -> None:
        """Expects the king and everybody's place."""
        end = self.page.get_by_role("region", name="End of the game")
        expect(end).to_contain_text(re.compile("is king with [0-9]+ votes"))
        expect(end.get_by_role("listitem")).to_have_count(players)


def all_see(screens: Sequence[Screen], *texts: str) -> None:
    for screen in screens:
        screen.should_see(*texts)


def film_at(screen: Screen, at: int, paused: bool = True) -> None:
    """Moves the film to this position in milliseconds, on all screens of the table."""
    assert screen.page.evaluate(SEEK, [at, paused]) == 204
