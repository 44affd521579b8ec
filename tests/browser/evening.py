"""The room: a server and a browser for each person."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from playwright.sync_api import Browser, ConsoleMessage, Page

from tests.browser.actors import Phone, TableScreen
from tests.browser.screen import PATIENCE, PHONE_SIZE
from tests.browser.server import Server

TABLE_SIZE = {"width": 1920, "height": 1080}
PHONE = {"viewport": PHONE_SIZE, "has_touch": True, "is_mobile": True}
# A page of the server without stream and scripts: the position of a device before its first use.
QUIET_PAGE = "/static/postgame.js"
# The page of an unused device.
AT_HOME = "about:blank"
# Error of a fetch that still runs when its page is left.
LEFT = "htmx:error: Failed to fetch"
# True if a test stopped or set this device's clock; nothing would restart it.
HAS_A_CLOCK_OF_ITS_OWN = "'__pwClock' in globalThis"


@dataclass
class Evening:
    """Everybody in the room, each with a device that is reused by every test. Collects all browser errors. Motion is
    reduced except in tests marked `@pytest.mark.moving`, because rendering it takes almost half of the time."""

    browser: Browser
    origin: str = ""
    moving: bool = False
    pages: dict[str, Page] = field(default_factory=dict)
    guests: list[Page] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)
    expected: list[str] = field(default_factory=list)

    def table_screen(self) -> TableScreen:
        return TableScreen(self._kept("", viewport=TABLE_SIZE), self.origin)

    def phone(self, name: str) -> Phone:
        return Phone(self._kept(name, **PHONE), self.origin, name)

    def special_phone(self, name: str, **options: object) -> Phone:
        """A phone for a single test."""
        page = self._new_page(**{**PHONE, **options})
        self.guests.append(page)
        return Phone(page, self.origin, name)

    def seated(self, table: TableScreen, *names: str) -> list[Phone]:
        """Phones that have joined without taps, for tests about something else."""
        phones = [self.phone(name) for name in names]
        for number, phone in enumerate(phones):
            phone.sit_without_taps(table.code)
            phone.seat = number
        return phones

    def joined(self, table: TableScreen, *names: str) -> list[Phone]:
        """Phones that have joined through the link in the QR code."""
        link = table.link_to_join
        phones = [self.phone(name) for name in names]
        for number, phone in enumerate(phones):
            phone.join_table(link)
            phone.seat = number
        return phones

    def may_complain(self, *patterns: str) -> None:
        """Declares console errors that are expected in this test."""
        self.expected += patterns

    def begin(self, server: Server, moving: bool = False) -> None:
        self.origin, self.moving = server.origin, moving

    def ends(self) -> list[str]:
        """Resets all devices; returns the browser errors."""
        known = (LEFT, *self.expected)
        troubles = [said for said in self.complaints if not any(re.search(pattern, said) for pattern in known)]
        for name in [name for name, page in self.pages.items() if page.url != AT_HOME]:
            if self.pages[name].evaluate(HAS_A_CLOCK_OF_ITS_OWN):
                self.guests.append(self.pages.pop(name))
            else:
                self.pages[name].goto(AT_HOME)
        for page in self.guests:
            page.context.close()
        self.guests, self.complaints, self.expected = [], [], []
        return troubles

    def go_home(self) -> None:
        for page in self.pages.values():
            page.context.close()

    def _kept(self, name: str, **options: object) -> Page:
        if name not in self.pages:
            self.pages[name] = self._new_page(**options)
        page = self.pages[name]
        if page.url == AT_HOME:
            page.emulate_media(reduced_motion="no-preference" if self.moving else "reduce")
            page.goto(self.origin + QUIET_PAGE)
        return page

    def _new_page(self, **options: object) -> Page:
        context = self.browser.new_context(**options)  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE)
        context.on("console", self._listen)
        context.on("weberror", lambda error: self.complaints.append(f"uncaught: {error.error}"))
        return context.new_page()

    def _listen(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.type}: {message.text}")
