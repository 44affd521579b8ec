"""The services that routes use, created once per app."""

from __future__ import annotations

import contextlib
import os
import random
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from flask import abort, current_app, g, request

from companion import lan
from companion.bots import Bots
from companion.box_assignments import BoxAssignments
from companion.config import Config, HeraldError
from companion.connection_limits import KNOWN
from companion.curtains import Curtains
from companion.devices import device
from companion.film import Films
from companion.hub import Hub
from companion.pending_moves import PendingMoves
from companion.people import People
from companion.play_archive import PlayArchive
from companion.security import (
    ALL_OPENINGS,
    ALL_REMATCHES,
    ALL_STEPS,
    OPENING_SECONDS,
    OPENINGS,
    REMATCHES,
    SEATED_STEPS,
    STEPS,
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
    films: Films
    clock: Clock
    # Signs device cookies.
    device_key: str
    guesses: Guesses = field(default_factory=Guesses)
    openings: RateCounter = field(default_factory=lambda: RateCounter(OPENING_SECONDS, OPENINGS, ALL_OPENINGS))
    rematches: RateCounter = field(default_factory=lambda: RateCounter(OPENING_SECONDS, REMATCHES, ALL_REMATCHES))
    steps: RateCounter = field(default_factory=lambda: RateCounter(OPENING_SECONDS, STEPS, ALL_STEPS))
    seated_steps: RateCounter = field(default_factory=lambda: RateCounter(OPENING_SECONDS, SEATED_STEPS, ALL_STEPS))
    # By code of a table where somebody skipped the finale: the seq at that moment.
    skipped: dict[str, int] = field(default_factory=dict)
    # Addresses of this machine over which a phone has connected, newest last.
    confirmed: dict[str, None] = field(default_factory=dict)
    # The name announced on the local network, once it is registered (companion.announce).
    local_name: str = ""
    # The locale of each table's host, by code; other table screens use it too.
    host_locales: dict[str, str] = field(default_factory=dict)
    # The address chosen on a screen since Herald started.
    address: str = ""
    pending_moves: PendingMoves = field(default_factory=PendingMoves)
    # Which device reads which printed field.
    box_assignments: BoxAssignments = field(default_factory=BoxAssignments)
    # Expiry of each seat link, by the monotonic clock.
    links: dict[str, float] = field(default_factory=dict)
    steady: Callable[[], float] = time.monotonic
    # One-time code that lets a device into the household (companion.household).
    pairing_code: str = ""
    # Called with each new code; on a machine without a display, prints it to the console.
    on_new_pairing_code: Callable[[str], None] = lambda code: None
    # Held during an import: one file at a time.
    importing: threading.Lock = field(default_factory=threading.Lock)

    def now(self) -> str:
        return self.clock().isoformat(timespec="seconds")

    def keep_link(self, link: str, code: str, seat: int, lasts: timedelta) -> None:
        """Stores a one-time link to this seat; `link` is its hash."""
        now = self.steady()
        self.links = {one: until for one, until in self.links.items() if until > now}
        self.links[link] = now + lasts.total_seconds()
        self.store.add_seat_link(link, code, seat, (self.clock() + lasts).isoformat(timespec="seconds"))

    def seat_of_link(self, link: str) -> tuple[str, int] | None:
        """Returns the table code and seat key of a valid link; None if it has expired by either clock. The monotonic
        clock guards against a wall clock that is set back, and restarts with Herald, so that the host then has to make
        a new link."""
        lasts = self.steady() < self.links.get(link, 0.0)
        return self.store.seat_link(link, self.now()) if lasts else None

    @property
    def addresses(self) -> tuple[str, ...]:
        """The addresses where phones may find this machine, the chosen one first."""
        if self.config.is_alone:
            return (self.config.host,)
        given = (self.config.address,) if self.config.address else ()
        # Not every phone can resolve the name, so it is only offered once a phone has used it.
        name = (self.local_name,) if self.local_name in self.confirmed else ()
        found = tuple(dict.fromkeys((*given, *(address.ip for address in lan.addresses()), *name)))
        # Precedence: tonight's choice on a screen, the command line, the announced name, an earlier evening's choice.
        chosen = self.address or self.config.address or "".join(name) or self.store.setting("address")
        return (chosen, *(ip for ip in found if ip != chosen)) if chosen in found else found

    @property
    def base_url(self) -> str:
        address, port = self.addresses[0], self.config.public_port or self.config.port
        return f"http://[{address}]:{port}" if ":" in address else f"http://{address}:{port}"


def make_services(config: Config, clock: Clock = utc_now, source: random.Random | None = None) -> Services:
    store = Store(config.instance)
    hub = Hub()
    rng = Rng(source or random.SystemRandom())
    tables = Tables(store, hub, rng, lambda: clock().isoformat(timespec="seconds"))
    people, films = People(store), Films(clock)
    plays = PlayArchive(store, tables, people)
    tables.on_over = plays.keep
    tables.first_letters = config.codes or tables.first_letters
    return Services(
        config,
        store,
        hub,
        tables,
        people,
        plays,
        Curtains(tables, hub),
        Bots(tables, hub, rng, lambda live: films.runs(live.code, live.projection)),
        films,
        clock,
        shared_key(config.key_file) if config.key_file else device_key(store),
    )


def shared_key(file: Path) -> str:
    """Returns the signing key of several instances; the first to start creates it."""
    try:
        with contextlib.suppress(FileExistsError), open(file, "x", opener=open_private) as new:
            new.write(secrets.token_hex(32))
        while not (key := file.read_text()):
            time.sleep(0.01)  # another instance has just created the file
        return key
    except OSError as problem:
        raise HeraldError(f"The key {file} cannot be used: {problem.strerror}.") from problem


def open_private(path: str, flags: int) -> int:
    return os.open(path, flags, mode=0o600)


def device_key(store: Store) -> str:
    """Returns the signing key of this instance, created on first use."""
    key = store.setting("device_key")
    if not key:
        key = secrets.token_hex(32)
        # reported once somebody wants to play; cookies signed with a lost key are issued again
        with contextlib.suppress(StoreFailed):
            store.set_setting("device_key", key)
    return key


def services() -> Services:
    services: Services = current_app.extensions["herald"]
    return services


def find_table(code: str) -> LiveTable:
    """Returns the table, or raises UnknownTable. Counts wrong guesses and raises TooManyGuesses after too many, but
    never locks out devices at the table."""
    reject_cross_site()
    blocked = guessed_too_often()
    try:
        live = services().tables.find(code.upper())
    except UnknownTable:
        if blocked:  # reveals nothing, so it is not counted
            raise TooManyGuesses from None
        count_wrong_guess()
        raise
    if device() in live.claims:
        request.environ.get(KNOWN, ignore_address)()
    elif blocked:
        raise TooManyGuesses
    return live


def ignore_address() -> None:
    """Does nothing. Stands in for the connection limiter, which only Herald's own server has."""


def check_guesses() -> None:
    reject_cross_site()
    if guessed_too_often():
        raise TooManyGuesses


def reject_cross_site() -> None:
    """Rejects requests from other sites' pages, so that they do not count as guesses of the person viewing such a
    page.
    """
    if is_cross_site() and request.headers.get("Sec-Fetch-Dest", "") != "document":
        abort(403)


def guessed_too_often() -> bool:
    """True if this address has guessed too often; never on the laptop, which sees all tables anyway."""
    return not g.laptop and services().guesses.too_many(request.remote_addr or "")


def count_wrong_guess() -> None:
    if not g.laptop:
        services().guesses.wrong(request.remote_addr or "")


class TooManyGuesses(Exception):
    """Too many wrong codes or seat links were tried."""
