"""Tables with six live screens each, played to a dispute in Lang lebe der König! with one stake missing."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import time
from collections.abc import AsyncGenerator, Coroutine
from dataclasses import dataclass, field

from tests.bench.browser import Browser, Unexpected

PLAYERS = (("Anna", "red"), ("Ben", "blue"), ("Carla", "green"), ("David", "yellow"))
# Start cards of the example box for four players; the owner of Tateshale begins.
START_AREAS = ("Tateshale", "Lancastre", "Lideforde", "Lundonia")
SECOND_AREAS = ("Oxeneford", "Stadford", "Wigemor", "Sedberouie")
STAKE = {"x1": 2, "x2": 1, "x3": 0}
PATIENCE = 120.0
UNDO = re.compile(r'name="to" value="(\d+)"')
SEQ = re.compile(r'data-(?:seq|version)="((\d+)[.\d]*)"')


@dataclass
class Screen:
    """A device on its page of the table. Like live.js, it gets updates from the stream. It can also measure older
    checkouts, whose stream sends only a version and whose screens fetch their own fragment."""

    browser: Browser
    code: str
    page: str
    seat: int | None = None
    # The displayed seq, and the time at which it had been read.
    seq: int = 0
    drawn_at: float = 0.0
    busy: bool = False
    answered_at: float = 0.0
    # Target seq of the undo button.
    undo_to: int = 0
    problems: list[str] = field(default_factory=list)
    _shown: str = ""
    _wanted: str = ""
    _drawn: asyncio.Event = field(default_factory=asyncio.Event)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    @property
    def path(self) -> str:
        return f"/t/{self.code}/{self.page}"

    @property
    def behind(self) -> bool:
        """True if the stream announced a version other than the displayed one."""
        return self._wanted not in ("", self._shown)

    async def look(self) -> None:
        self._draw((await self.browser.get(self.path, fragment=True)).text)

    async def submit(self, name: str, **values: object) -> None:
        """Posts a form of this page; the update arrives with the response or through the stream."""
        seat = {} if self.seat is None else {"seat": self.seat}
        form = {"action_name": name, "page": self.page, "seq": self.seq, **seat, **values}
        self.busy, before = True, self.seq
        try:
            answer = await self.browser.post(f"/t/{self.code}/actions", form, fragment=True)
            self.answered_at = time.perf_counter()
            if answer.body:
                self._draw(answer.text)
        finally:
            self.busy = False
        self._refresh()
        if self._tasks:  # connected to the stream
            await self.reaches(before + 1)
        else:
            await self.look()

    async def connect(self) -> None:
        """Opens the stream and waits for its first event."""
        page = await self.browser.get(self.path)
        found = re.search(r'data-stream="([^"]+)"(?: data-stamp="(\w+)")?', page.text)
        if not found:
            raise Unexpected("a page without a stream")
        self._draw(page.text)
        messages = self.browser.messages(found[1] + (f"?stamp={found[2]}" if found[2] else ""))
        self._hear(*await anext(messages))
        self._begin(self._follow(messages))

    async def reaches(self, seq: int) -> float:
        """Waits until this screen displays `seq` or a later one; returns the time at which it did."""
        while self.seq < seq:
            self._drawn.clear()
            await self._drawn.wait()
        return self.drawn_at

    async def leave(self) -> None:
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.browser.close()

    async def _follow(self, messages: AsyncGenerator[tuple[str, str], None]) -> None:
        async with contextlib.aclosing(messages):
            async for event, data in messages:
                self._hear(event, data)

    def _hear(self, event: str, data: str) -> None:
        if event == "version":
            self._wanted = data
            self._refresh()
        elif event == "news":
            self._draw("".join(json.loads(data).values()))

    def _refresh(self) -> None:
        if self.behind and not self.busy:
            self.busy = True
            self._begin(self._fetch())

    async def _fetch(self) -> None:
        try:
            await self.look()
        finally:
            self.busy = False
        self._refresh()

    def _draw(self, text: str) -> None:
        if undo := UNDO.search(text):
            self.undo_to = int(undo[1])
        if found := SEQ.search(text):  # the region with the seq may not be among the changed ones
            self._shown, self.seq, self.drawn_at = found[1], int(found[2]), time.perf_counter()
            self._drawn.set()

    def _begin(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._end)

    def _end(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            self.problems.append(repr(error))


@dataclass(frozen=True)
class Reveal:
    """Seconds from sending the last stake until its response, and until all screens were up to date."""

    answered: float
    everywhere: float


@dataclass
class Table:
    """Four phones, a table screen and the host's laptop."""

    laptop: Screen
    table_screen: Screen
    phones: tuple[Screen, ...]
    # Spectators.
    watchers: list[Screen] = field(default_factory=list)

    @property
    def screens(self) -> tuple[Screen, ...]:
        return (self.laptop, self.table_screen, *self.phones, *self.watchers)

    @property
    def last(self) -> Screen:
        return self.phones[-1]

    @property
    def problems(self) -> list[str]:
        return [trouble for screen in self.screens for trouble in screen.problems]

    async def connect(self) -> None:
        """Opens all streams and waits for quiet, since each new device causes updates on the others."""
        for screen in self.screens:
            await screen.connect()
        await self.quiet()

    async def quiet(self) -> None:
        """Waits until no screen has anything left to fetch."""
        async with asyncio.timeout(PATIENCE):
            while any(screen.busy or screen.behind for screen in self.screens):
                await asyncio.sleep(0.005)

    async def reveal(self) -> Reveal:
        """Seals the last stake, which reveals all stakes on every screen."""
        await self.quiet()
        began = time.perf_counter()
        await self.last.submit("seal-stake", **STAKE)
        answered = self.last.answered_at
        return Reveal(answered - began, await self.current(self.last.seq) - began)

    async def take_back(self) -> None:
        """Undoes the last stake as host, so that it can be sealed again."""
        await self.quiet()
        await self.laptop.submit("undo", to=self.laptop.undo_to)
        await self.current(self.laptop.seq)

    async def current(self, seq: int) -> float:
        """Returns the time at which the last screen displayed `seq`."""
        async with asyncio.timeout(PATIENCE):
            return max(await asyncio.gather(*(screen.reaches(seq) for screen in self.screens)))

    async def leave(self) -> None:
        for screen in self.screens:
            await screen.leave()


async def open_table(port: int) -> Table:
    """Returns a table that waits for its last stake, without open streams."""
    table = await seated_table(port)
    await play_to_the_last_stake(table)
    return table


async def seated_table(port: int) -> Table:
    """Returns a table opened and joined through the regular pages."""
    laptop = Browser(port)
    await laptop.get("/")
    opened = await laptop.post("/new/lang-lebe", {"box": "example", "dice": "typed"})
    code = opened.headers["location"].split("/")[2]
    watching = Browser(port)
    await watching.get(f"/j/{code}")
    await watching.post(f"/t/{code}/watch", {})
    phones = [await seated_phone(port, code, seat) for seat in range(len(PLAYERS))]
    return Table(Screen(laptop, code, "table"), Screen(watching, code, "table"), tuple(phones))


async def seated_phone(port: int, code: str, seat: int) -> Screen:
    phone = Browser(port)
    await phone.get(f"/j/{code}")
    name, colour = PLAYERS[seat]
    await phone.post(f"/j/{code}", {"name": name, "colour": colour})
    return Screen(phone, code, "me", seat)


async def play_to_the_last_stake(table: Table) -> None:
    """Everybody takes a second area, then Anna enters one of Ben’s. All stakes but David’s are sealed."""
    await tap(table.laptop, "start-game")
    for phone, area in zip(table.phones, START_AREAS, strict=True):
        await tap(phone, "take-start-area", area=area)
    for phone, area in zip(table.phones, SECOND_AREAS, strict=True):
        await tap(phone, "move-figure", area=area)
        await tap(phone, "place-courtier")
        await tap(phone, "end-turn")
    await tap(table.phones[0], "enter-foreign", area=SECOND_AREAS[1])
    for phone in table.phones[:-1]:
        await tap(phone, "seal-stake", **STAKE)
    for screen in table.screens:
        await screen.look()


async def tap(screen: Screen, name: str, **values: object) -> None:
    await screen.look()
    await screen.submit(name, **values)
