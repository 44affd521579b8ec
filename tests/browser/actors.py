"""The people at the table: one with the table screen, the others with phones."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.scan import decode_qr
from tests.browser.screen import Screen
from tests.browser.server import NAME

# The SVG path of the QR code on a page reached by POST, and its size.
LINK_OF = """async (path) => {
    const answer = await fetch(path, {method: 'POST'});
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const drawing = [...page.querySelectorAll('svg')].find(e => e.matches('.qr') || e.closest('.qr'));
    const drawn = [...drawing.querySelectorAll('path')].pop();
    return [drawn.getAttribute('d'), Number(drawing.getAttribute('viewBox').split(' ').pop())];
}"""

# Posts a file as the start page would; returns the path it redirects to.
BRING = """async (text) => {
    const form = new FormData();
    form.append('file', new Blob([text]), 'table.jsonl');
    return (await fetch('/import', {method: 'POST', body: form})).url;
}"""

# Takes a seat as the page's form would, with the suggested colour.
SIT = """async ([path, name]) => {
    const page = new DOMParser().parseFromString(await (await fetch(path)).text(), 'text/html');
    const form = new FormData(page.querySelector('form:has([name=colour])'));
    form.set('name', name);
    return (await fetch(path, {method: 'POST', body: new URLSearchParams(form)})).url;
}"""


class TableScreen(Screen):
    """The laptop that opened the table: host and table screen."""

    def open_table(self, *choices: str) -> None:
        self.open("/")
        self.tap(self.link("Lang lebe der König!"))
        for choice in ("Just try it", *choices):
            self.page.get_by_role("radio", name=re.compile(rf"^{choice}")).check()
        self.tap("Open the table")
        self.read_code()
        self.tap("Real dice")

    def open_without_taps(self, game: str = "lang-lebe", **chosen: str) -> None:
        """Opens a table without taps, for tests about something else."""
        self.post(f"/new/{game}", **({"box": "example", "dice": "typed"} | chosen))
        self.open(self.path)

    def import_table(self, file: str) -> None:
        """Imports a table that was exported elsewhere."""
        self.open("/")
        self.tap(self.summary("Import a file"))
        self.page.get_by_label("A saved Herald table").set_input_files(
            {"name": "table.jsonl", "mimeType": "application/jsonl", "buffer": file.encode()}
        )
        self.tap("Import the table")
        expect(self.main).to_be_visible()
        self.code = self.page.url.split("/")[4]

    def import_without_taps(self, file: str) -> None:
        """Imports a table without taps."""
        self.code = self.page.evaluate(BRING, file).split("/")[4]

    def seat_without_phone(self, name: str) -> None:
        field = self.page.get_by_label("Name", exact=True)
        self.tap(self.summary("Add a player without a phone"))
        expect(field).to_have_value("")
        field.fill(name)
        self.tap("Take a seat")
        self.should_see("plays on a shared device")
        expect(field).to_be_hidden()

    def delete_table(self) -> None:
        """Deletes a running table on the start page."""
        shown = self.page.locator(".goes-on").filter(has_text=self.code)
        self.tap(shown.locator("summary"))
        self.tap(shown.get_by_role("button", name="Delete"))
        expect(shown).to_have_count(0)

    def read_code(self) -> None:
        self.code = self.page.get_by_label("Table code").inner_text()

    def scan(self, label: str | re.Pattern[str]) -> str:
        """Returns the address in a QR code, with the host name by which phones reach the laptop here."""
        drawing = self.page.get_by_role("img", name=label)
        size = int(str(drawing.get_attribute("viewBox")).split()[-1])
        found = decode_qr(str(drawing.locator("path").last.get_attribute("d")), size)
        return found.replace("127.0.0.1", NAME)

    @property
    def link_to_join(self) -> str:
        return self.scan(re.compile("^http"))

    def seat_link(self, name: str) -> str:
        """Returns the one-time link for a seat, as the new phone would scan it."""
        self.open(f"/t/{self.code}/invite")
        self.tap(self.page.locator("#new-phone > summary"))
        self.tap(self.page.get_by_role("listitem").filter(has_text=name).get_by_role("button", name="New phone"))
        return self.scan("QR")

    def new_link(self, seat: int) -> str:
        """Returns the path of a seat's one-time link without taps."""
        page = self.page.evaluate(LINK_OF, f"/t/{self.code}/seat/{seat}/link")
        return "/" + decode_qr(*page).split("/", 3)[3]


class Phone(Screen):
    def join_table(self, link: str) -> None:
        self.page.goto(link)
        self.page.get_by_label("Your name").fill(self.name)
        self.tap("Take a seat")
        self.page.wait_for_url("**/me")
        self.code = self.page.url.split("/")[4]

    def sit_without_taps(self, code: str) -> None:
        """Takes a seat without taps."""
        self.code = self.page.evaluate(SIT, [f"/j/{code}", self.name]).split("/")[4]
        self.page.goto(f"{self.origin}/t/{self.code}/me")

    def take_over(self, link: str, seat: int) -> None:
        self.page.goto(link)
        self.tap(f"I’m {self.name}")
        self.page.wait_for_url("**/me")
        self.code, self.seat = self.page.url.split("/")[4], seat
