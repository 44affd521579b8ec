"""The stream of one device's page: what changed on it, and nothing where nothing did."""

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

# A closed phone is noticed at the second failed write, so within two beats.
BEAT_SECONDS = 5.0
BEAT = "event: beat\ndata:\n\n"
# There is no such table any more: the page looks, and is told so.
GONE = "event: gone\ndata:\n\n"


@dataclass
class ScreenStream:
    """Whoever looks, as known when the stream was opened. The seat is not: it may move while the page is open."""

    app: Flask
    code: str
    device: str
    page: str
    locale_preference: LocalePreference
    laptop: bool
    # What the page shows, as far as the stream has to know it.
    shown: Page = field(default_factory=dict)

    @property
    def services(self) -> Services:
        services: Services = self.app.extensions["herald"]
        return services

    def messages(self, stamp: str = "") -> Iterator[str]:
        """For ever: what is new, at once; and a beat where nothing was to be said for a while. A page that was drawn a
        moment ago and says so by its stamp is not sent again."""
        hub = self.services.hub
        seat = self._seat_key()
        hub.subscribe(self.code, seat, self.page)
        try:
            seen = hub.version(self.code)
            yield self._first(stamp)
            spoken = time.monotonic()
            while True:
                now = hub.wait(self.code, seen, spoken + BEAT_SECONDS - time.monotonic())
                # What wakes a stream and changes nothing on its screen is not heard: a beat is due when it is due.
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
        rendered = self._rendered()
        if rendered is None:
            return GONE
        told = self._diff(rendered)
        return BEAT if rendered.stamp == stamp else told

    def _changes(self) -> str:
        rendered = self._rendered()
        return GONE if rendered is None else self._diff(rendered)

    def _diff(self, rendered: RenderedScreen) -> str:
        news, self.shown = rendered.diff(self.shown)
        return f"event: news\ndata: {news}\n\n" if news else ""

    def _rendered(self) -> RenderedScreen | None:
        """The screen as it is now; None if there is no such table any more."""
        with self.app.app_context():
            g.locale_preference, g.laptop = self.locale_preference, self.laptop
            try:
                live = self.services.tables.find(self.code)
            except UnknownTable:
                return None
            self.services.bots.look(live)
            seat = live.seat_of(self.device) if self.page == "me" else None
            page = "moved" if self.page == "me" and seat is None else self.page
            return render_screen(screen_for(ScreenRequest(self.services, live, self.device, page, seat)), self.shown)
