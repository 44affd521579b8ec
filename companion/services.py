"""What the routes work with, made once per app."""

from __future__ import annotations

import contextlib
import random
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from flask import abort, current_app, g, request

from companion import lan
from companion.bots import Bots
from companion.box_assignments import BoxAssignments
from companion.config import Config
from companion.connection_limits import KNOWN
from companion.curtains import Curtains
from companion.devices import device
from companion.hub import Hub
from companion.pending_moves import PendingMoves
from companion.people import People
from companion.play_archive import PlayArchive
from companion.security import (
    ALL_OPENINGS,
    ALL_REMATCHES,
    OPENING_SECONDS,
    OPENINGS,
    REMATCHES,
    Guesses,
    RateCounter,
    is_cross_site,
)
from companion.store import Store, StoreFailed
from companion.tables import LiveTable, Tables, UnknownTable
from scoring.kernel import Rng

Clock = Callable[[], datetime]


def utc_now() -> datetime:
    return datetime.now(UTC)


@dataclass
class Services:
    config: Config
    store: Store
    hub: Hub
    tables: Tables
    people: People
    plays: PlayArchive
    curtains: Curtains
    bots: Bots
    clock: Clock
    # Signs the cookies of devices.
    device_key: str
    guesses: Guesses = field(default_factory=Guesses)
    openings: RateCounter = field(default_factory=lambda: RateCounter(OPENING_SECONDS, OPENINGS, ALL_OPENINGS))
    rematches: RateCounter = field(default_factory=lambda: RateCounter(OPENING_SECONDS, REMATCHES, ALL_REMATCHES))
    # The end of these tables is shown at once: the step at which somebody tapped "skip", by code.
    skipped: dict[str, int] = field(default_factory=dict)
    # Addresses of this machine that a phone has been seen to use, the newest last.
    confirmed: dict[str, None] = field(default_factory=dict)
    # The name announced in the local network, while it is ours (companion.announce).
    local_name: str = ""
    # The language of each table's host, by code: other table screens speak it too.
    spoken: dict[str, str] = field(default_factory=dict)
    # The address chosen on a screen since Herald was started.
    address: str = ""
    # Moves that wait for a printed number.
    pending_moves: PendingMoves = field(default_factory=PendingMoves)
    # Who reads which part of a box now.
    box_assignments: BoxAssignments = field(default_factory=BoxAssignments)
    # When each seat link ends, by a clock that never falls back.
    links: dict[str, float] = field(default_factory=dict)
    steady: Callable[[], float] = time.monotonic
    # What lets the next device into the house (companion.household).
    pairing_code: str = ""
    # Where the next one is told besides: on a machine without a screen, its console.
    tell_code: Callable[[str], None] = lambda code: None
    # One file is read at a time.
    importing: threading.Lock = field(default_factory=threading.Lock)

    def now(self) -> str:
        return self.clock().isoformat(timespec="seconds")

    def keep_link(self, link: str, code: str, seat: int, lasts: timedelta) -> None:
        """`link` is the hash of a one-time link to this seat."""
        now = self.steady()
        self.links = {one: until for one, until in self.links.items() if until > now}
        self.links[link] = now + lasts.total_seconds()
        self.store.add_seat_link(link, code, seat, (self.clock() + lasts).isoformat(timespec="seconds"))

    def linked(self, link: str) -> tuple[str, int] | None:
        """Where it leads, while it lasts: by the clock on the wall, and should that fall back, by one that cannot.
        That one knows nothing of before a restart, so the host makes a new link then."""
        lasts = self.steady() < self.links.get(link, 0.0)
        return self.store.seat_link(link, self.now()) if lasts else None

    @property
    def addresses(self) -> tuple[str, ...]:
        """Where phones may find this machine, the chosen one first."""
        if self.config.is_alone:
            return (self.config.host,)
        given = (self.config.address,) if self.config.address else ()
        # Not every phone can look up the name: it is offered once one has come in by it.
        name = (self.local_name,) if self.local_name in self.confirmed else ()
        found = tuple(dict.fromkeys((*given, *(address.ip for address in lan.addresses()), *name)))
        # What was chosen last counts: tonight on a screen, then on the command line, then some evening before.
        chosen = self.address or self.config.address or "".join(name) or self.store.setting("address")
        return (chosen, *(ip for ip in found if ip != chosen)) if chosen in found else found

    @property
    def base_url(self) -> str:
        address = self.addresses[0]
        return f"http://[{address}]:{self.config.port}" if ":" in address else f"http://{address}:{self.config.port}"


def make_services(config: Config, clock: Clock = utc_now, source: random.Random | None = None) -> Services:
    store = Store(config.instance)
    hub = Hub()
    rng = Rng(source or random.SystemRandom())
    tables = Tables(store, hub, rng, lambda: clock().isoformat(timespec="seconds"))
    people = People(store)
    return Services(
        config,
        store,
        hub,
        tables,
        people,
        PlayArchive(store, tables, people),
        Curtains(tables, hub),
        Bots(tables, hub, rng),
        clock,
        device_key(store),
    )


def device_key(store: Store) -> str:
    """Made once for this folder."""
    key = store.setting("device_key")
    if not key:
        key = secrets.token_hex(32)
        with contextlib.suppress(StoreFailed):  # told by whoever wants to play; such cookies are given out anew
            store.set_setting("device_key", key)
    return key


def services() -> Services:
    services: Services = current_app.extensions["herald"]
    return services


def find_table(code: str) -> LiveTable:
    """The table, or UnknownTable. Wrong guesses are counted; whoever sits at a table is never locked out."""
    reject_cross_site()
    blocked = guessed_too_often()
    try:
        live = services().tables.find(code.upper())
    except UnknownTable:
        if blocked:  # which tells nothing, so it is not counted
            raise TooManyGuesses from None
        guessed_wrong()
        raise
    if device() in live.claims:
        request.environ.get(KNOWN, nobody_counts)()
    elif blocked:
        raise TooManyGuesses
    return live


def nobody_counts() -> None:
    """Without a server of its own, as in a test, there is no crowd."""


def check_guesses() -> None:
    reject_cross_site()
    if guessed_too_often():
        raise TooManyGuesses


def reject_cross_site() -> None:
    """A page of another site tries: it is told nothing, so it is no guess of whoever looks at it."""
    if is_cross_site() and request.headers.get("Sec-Fetch-Dest", "") != "document":
        abort(403)


def guessed_too_often() -> bool:
    """Never on the laptop, which sees all tables anyway."""
    return not g.laptop and services().guesses.too_many(request.remote_addr or "")


def guessed_wrong() -> None:
    if not g.laptop:
        services().guesses.wrong(request.remote_addr or "")


class TooManyGuesses(Exception):
    """Too many codes that do not exist were tried from one address."""
