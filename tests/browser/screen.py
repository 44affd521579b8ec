"""What is on a screen: what people look for and tap, written here once, by the words they read."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect

PHONE_SIZE = {"width": 390, "height": 844}
PATIENCE = 20_000
# Seconds after a tap that sends something; sooner, in the same place, no other is heard (static/live.js).
PACE = 0.55
expect.set_options(timeout=PATIENCE)

# The step at which the table is, whatever the screen shows.
SEQ = """async (path) => {
    const answer = await fetch(path, {headers: {'HX-Request': 'true'}});
    return (await answer.text()).match(/data-seq="(\\d+)/)[1];
}"""
# Great moments cover the screen until they are over or tapped away. Returns how many there were.
SKIP = """() => {
    let count = 0;
    for (let on; (on = document.querySelector('.highlight-layer:not(.is-leaving)')); count += 1) on.click();
    return count;
}"""
# Posts as a form of a page would; for the way to the point that a test is about.
POST = """async ([path, form]) => {
    const answer = await fetch(path, {method: 'POST', body: new URLSearchParams(form)});
    return [answer.status, answer.url];
}"""

# Sends more cards than anybody has, past what the page itself would stop.
STAKES_NINE = "({form}) => { form.noValidate = true; form.elements.x1.value = 9; form.requestSubmit(); }"


@dataclass
class Screen:
    """A device in somebody's hand. `taps` counts what its owner did to it."""

    page: Page
    origin: str
    name: str = ""
    code: str = ""
    seat: int | None = None
    taps: int = 0
    sent: float = 0  # when its owner last tapped something that sends

    def opens(self, path: str) -> None:
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
        """An area that can be tapped; its button also says who is there."""
        return self.button(re.compile(rf"^{name}\b"))

    def summary(self, text: str) -> Locator:
        """What opens to show more."""
        return self.page.locator("summary", has_text=re.compile(rf"^\s*{text}\s*$"))

    def tap(self, what: Locator | str) -> None:
        """Taps at the pace of people, and waits for the answer as they do."""
        found = self.button(what) if isinstance(what, str) else what
        self.skips()
        self.taps += 1
        sends = found.evaluate("e => e.type === 'submit' || !!e.closest('.first-numbers')", timeout=PATIENCE)
        self.page.wait_for_timeout(max(0, self.sent + PACE - time.monotonic()) * 1000)
        if self.page.viewport_size == PHONE_SIZE:
            found.tap()
        else:
            found.click()
        expect(self.page.locator(".htmx-request, #live.is-sent")).to_have_count(0)
        if sends:
            self.sent = time.monotonic()  # what was asked next has just come

    def skips(self) -> None:
        """Taps away what is being played, as somebody in a hurry does."""
        if self.page.evaluate(SKIP):
            expect(self.page.locator(".highlight-layer")).to_have_count(0)

    def sees(self, *texts: str) -> None:
        for text in texts:
            expect(self.main).to_contain_text(text)

    def sees_not(self, *texts: str) -> None:
        for text in texts:
            expect(self.main).not_to_contain_text(text)

    def submits(self, action: str, seat: int | None = None, **form: object) -> None:
        number = self.seat if seat is None else seat
        values = {"action_name": action, "page": self.path.rpartition("/")[2], "seq": self.seq(), **form}
        if number is not None:
            values["seat"] = number
        self.posts(f"/t/{self.code}/actions", **values)

    def posts(self, path: str, **form: object) -> None:
        """Without a tap; learns at which table this device is."""
        status, url = self.page.evaluate(POST, [path, {key: str(value) for key, value in form.items()}])
        assert status == 200, (path, form, status)
        self.code = url.split("/")[4]

    @property
    def path(self) -> str:
        return f"/t/{self.code}/{'table' if self.seat is None else 'me'}"

    def seq(self) -> str:
        return str(self.page.evaluate(SEQ, self.path))

    def is_current(self) -> None:
        """Waits until this screen shows the step at which the table is now."""
        expect(self.page.locator("#state")).to_have_attribute("data-seq", self.seq())

    @contextmanager
    def holding(self, name: str) -> Iterator[None]:
        """A finger stays on the button."""
        self.button(name).scroll_into_view_if_needed()
        self.button(name).hover()
        self.page.mouse.down()
        yield
        self.page.mouse.up()

    def holds_open(self) -> None:
        """Holds the button of the curtain until it opens."""
        with self.holding("Hold to open"), self.page.expect_navigation():
            pass

    def struck(self, text: str) -> Locator:
        """A line of the history that was undone."""
        return self.page.locator("li.is-undone", has_text=text)

    def stays_the_same_page(self) -> None:
        """From now on `was_reloaded` tells."""
        self.page.evaluate("window.stayed = true")

    @property
    def was_reloaded(self) -> bool:
        return not self.page.evaluate("window.stayed === true")

    # --- a dispute ----------------------------------------------------------------------------------------

    @property
    def cards(self) -> Locator:
        """Cards that lie open on this screen."""
        return self.main.locator(".mini-card").filter(visible=True)

    @property
    def own_stake(self) -> Locator:
        """What a phone shows of its own stake while it is held."""
        return self.main.get_by_text("Staked:")

    def staked(self, kind: str) -> Locator:
        return self.page.get_by_label(kind.replace("x", "×"), exact=True)

    def chooses(self, **cards: int) -> None:
        for kind, count in cards.items():
            for _ in range(count):
                self.tap(f"One more: {kind.replace('x', '×')}")

    def seals(self, **cards: int) -> None:
        self.chooses(**cards)
        self.tap("Seal my stake")

    @property
    def dice(self) -> Locator:
        return self.page.get_by_label("The dice on the table").first

    def card(self, kind: str) -> Locator:
        """A card to spend on a roll."""
        return self.page.get_by_role("radio", name=re.compile(f"^{kind.replace('x', '×')}(?!\\d)"))

    def types_dice(self, faces: str) -> None:
        """The last one sends them."""
        for face in faces:
            self.tap(self.main.get_by_role("button", name=face, exact=True).filter(visible=True).first)

    # --- an election --------------------------------------------------------------------------------------

    @property
    def counted(self) -> Locator:
        """The lines of the count that have been read out."""
        election = self.page.get_by_role("region", name="King election")
        return election.get_by_role("list").first.get_by_role("listitem").filter(has_text=re.compile(r"\d area vote"))

    def read_out(self) -> list[str]:
        return [" ".join(line.split()) for line in self.counted.all_text_contents()]

    def shows_the_end(self, players: int) -> None:
        """Who is king, and everybody's place."""
        end = self.page.get_by_role("region", name="End of the game")
        expect(end).to_contain_text(re.compile("is king with [0-9]+ votes"))
        expect(end.get_by_role("listitem")).to_have_count(players)


def all_see(screens: Sequence[Screen], *texts: str) -> None:
    for screen in screens:
        screen.sees(*texts)
