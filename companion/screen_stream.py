"""The event stream of one device's page: sends only what changed."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field

from flask import Flask, g

from companion.i18n import LocalePreference
from companion.regions import Page, RenderedScreen, render_screen
from companion.screens import ScreenRequest, screen_for
from companion.services import Services
from companion.tables import UnknownTable

# A closed phone is detected at the second failed write, so within two heartbeats.
BEAT_SECONDS = 5.0
BEAT = "event: beat\ndata:\n\n"
# The table no longer exists: the page reloads, to show that.
GONE = "event: gone\ndata:\n\n"


@dataclass
class ScreenStream:
    """An open stream, with the client as known when it opened. The seat is looked up each time, since it may change."""

    app: Flask
    code: str
    device: str
    page: str
    locale_preference: LocalePreference
    laptop: bool
    # The page's regions, as far as diffs need them.
    shown: Page = field(default_factory=dict)

    @property
    def services(self) -> Services:
        services: Services = self.app.extensions["herald"]
        return services

    def messages(self, stamp: str = "") -> Iterator[str]:
        """Yields changes at once, and a heartbeat after BEAT_SECONDS without any. Ends only when the table is deleted.
        A page whose stamp is current is not sent again."""
        hub = self.services.hub
        seat = self._seat_key()
        hub.subscribe(self.code, seat, self.page)
        try:
            seen = hub.version(self.code)
            yield self._first(stamp)
            spoken = time.monotonic()
            while True:
                now = hub.wait(self.code, seen, spoken + BEAT_SECONDS - time.monotonic())
                # A wake-up that changes nothing here sends nothing and does not delay the heartbeat.
                message = self._changes() if now != seen else ""
                seen = now
                if not message and time.monotonic() - spoken >= BEAT_SECONDS:
                    message = BEAT
                if message:
                    yield message
                    spoken = time.monotonic()
                if message == GONE:
                    return
        finally:
            hub.unsubscribe(self.code, seat, self.page)

    def _seat_key(self) -> int | None:
        live = self.services.tables.find(self.code)
        number = live.seat_of(self.device)
        return None if number is None else live.projection.table.seats[number].key

    def _first(self, stamp: str) -> str:
        rendered = self._render()
        if rendered is None:
            return GONE
        told = self._diff(rendered)
        return BEAT if rendered.stamp == stamp else told

    def _changes(self) -> str:
        rendered = self._render()
        return GONE if rendered is None else self._diff(rendered)

    def _diff(self, rendered: RenderedScreen) -> str:
        news, self.shown = rendered.diff(self.shown)
        return f"event: news\ndata: {news}\n\n" if news else ""

    def _render(self) -> RenderedScreen | None:
        """Returns the current screen; None if the table no longer exists."""
        with self.app.app_context():
            g.locale_preference, g.laptop = self.locale_preference, self.laptop
            try:
                live = self.services.tables.find(self.code)
            except UnknownTable:
                return None
            self.services.bots.keep_playing(live)
            seat = live.seat_of(self.device) if self.page == "me" else None
            page = "moved" if self.page == "me" and seat is None else self.page
            return render_screen(screen_for(ScreenRequest(self.services, live, self.device, page, seat)), self.shown)
