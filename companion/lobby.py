"""Views of the lobby: how to join, the chosen options, and how far the box has been read."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from markupsafe import Markup

from companion import qr
from companion.box_views import asked_fields
from companion.services import Services
from scoring.kernel import Option
from scoring.lobby_rules import is_fixed
from scoring.table import Table
from scoring.words import Text

# Seconds to find a place on the board, read its number and tap it.
SECONDS_A_NUMBER = 6


@dataclass(frozen=True)
class InviteView:
    """The ways to join: the address behind the QR code, and the code to type."""

    url: str
    home: str
    # The announced name and port; empty if nothing is announced or the name is already shown.
    by_name: str
    qr: Markup
    addresses: tuple[str, ...]
    confirmed: bool
    wifi: str
    wifi_qr: Markup | None


@dataclass(frozen=True)
class ColourView:
    colour: str
    name: str = ""


@dataclass(frozen=True)
class BoxProgressView:
    """The number of printed values read so far, and the work that remains."""

    known: int
    all: int
    minutes: int
    phones: int
    # Devices that are reading now.
    readers: int
    # True if every unread field has a likely value, so that one look and one tap confirm them all.
    likely: bool
    # Warning for a table that starts with many printed values unread; None if few.
    unread_box_warning: Text | None

    @property
    def unread(self) -> int:
        return self.all - self.known


@dataclass(frozen=True)
class LobbyView:
    # The game's key.
    game: str
    players: range
    options: tuple[tuple[Option, str], ...]
    # Options decided by bots, since they have no real pieces.
    fixed: tuple[Text, ...]
    free_colours: tuple[ColourView, ...]
    # True if the number of players is valid.
    may_start: bool
    # Options that have to be chosen before the game.
    unanswered: tuple[Text, ...]
    full: bool
    # None if there is nothing to read.
    reading: BoxProgressView | None


# Cached, because rendering a QR code takes longer than the rest of the screen, and the code stays the same all
# evening. Not used for seat links, which must not stay in memory.
kept_qr = lru_cache(maxsize=200)(qr.svg)


def invite(services: Services, code: str) -> InviteView:
    base, addresses = services.base_url, services.addresses
    url = f"{base}/j/{code}"
    wifi, code_for_wifi = wifi_qr(services)
    return InviteView(
        url=url,
        home=base.removeprefix("http://"),
        by_name=by_name(services),
        qr=kept_qr(url, url),
        addresses=addresses,
        confirmed=addresses[0] in services.confirmed,
        wifi=wifi,
        wifi_qr=code_for_wifi,
    )


def by_name(services: Services) -> str:
    is_shown_already = services.addresses[0] == services.local_name
    return f"{services.local_name}:{services.config.port}" if services.local_name and not is_shown_already else ""


def wifi_qr(services: Services) -> tuple[str, Markup | None]:
    """Returns the Wi-Fi name and the QR code that joins it; empty and None if the host has not entered them."""
    name = services.store.setting("wifi_name")
    payload = qr.wifi(name, services.store.setting("wifi_password")) if name else ""
    return name, kept_qr(payload, name) if payload else None


def lobby(services: Services, code: str, table: Table) -> LobbyView:
    return LobbyView(
        game=table.game_key,
        players=table.game.players,
        options=tuple((option, table.options[option.key]) for option in choices(table) if not is_fixed(table, option)),
        fixed=tuple(one.label_of(table.options[one.key]) for one in choices(table) if is_fixed(table, one)),
        free_colours=tuple(ColourView(colour) for colour in table.free_colours),
        may_start=len(table.seats) in table.game.players,
        unanswered=tuple(option.label for option in table.game.options if not table.options[option.key]),
        full=len(table.seats) >= table.game.players[-1],
        reading=box_progress(services, code, table),
    )


def choices(table: Table) -> tuple[Option, ...]:
    """Options with several values that are relevant to the tracking mode."""
    return tuple(one for one in table.game.options if len(one.listed) > 1 and one.matters(table.tracking_mode))


def box_progress(services: Services, code: str, table: Table) -> BoxProgressView | None:
    """Returns how far the box has been read; None if all values are known or the table uses example values."""
    fields = asked_fields(table.game)
    left = [field for field in fields if not table.printed_values.get(field.key)]
    unread = len(left)
    if table.example or not left:
        return None
    phones = max(1, sum(seat.phone for seat in table.seats))
    minutes = max(1, round(unread * SECONDS_A_NUMBER / 60 / phones))
    likely = all(field.value and not field.is_name for field in left)
    return BoxProgressView(
        known=len(fields) - unread,
        all=len(fields),
        minutes=minutes,
        phones=phones,
        readers=services.box_assignments.reading(code),
        likely=likely,
        unread_box_warning=table.game.unread_box_warning(table.tracking_mode, table.printed_values),
    )
