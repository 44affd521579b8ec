"""Screens consist of regions: each is one element, identical with or without cache, sent only if changed."""

from __future__ import annotations

import json
import re
from collections.abc import Hashable, Iterator
from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from unittest.mock import patch

import pytest

from companion import macro_cache, regions
from companion.devices import hashed
from companion.i18n import LocalePreference
from companion.regions import SCREEN, SLOT, UNCHANGED, GenerationCache, Page, Region, RenderedScreen, SentRegion
from companion.screen_stream import ScreenStream
from companion.store import DeviceRole, TableRow
from scoring.games import GAMES
from scoring.recording import load, to_json
from scoring.replay import apply_record, replay
from tests.actors import token
from tests.bench.evenings import longest
from tests.conftest import make_app
from tests.games import one_for_all
from tests.recorder import some_game
from tests.server import CHECKOUT

CODE = "ABCD"
VOID = {"input", "br", "img", "path", "rect", "circle", "use", "line"}
LOOKS = 20  # moments per game at which all screens are compared
MOMENTS = 12  # of a whole evening
TRACKED = [key for key in GAMES if key != "any-game"]  # that game has no moves to track


class Roots(HTMLParser):
    """Ids of the top-level elements."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.depth, self.ids = 0, list[str | None]()
        self.feed(re.sub(r"<@[\w@-]+>", "", html))
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self.depth == 0:
            self.ids.append(dict(attrs).get("id"))
        self.depth += tag not in VOID

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self.depth == 0:
            self.ids.append(dict(attrs).get("id"))

    def handle_endtag(self, tag: str) -> None:
        self.depth -= tag not in VOID


@pytest.fixture(params=one_for_all(GAMES, lambda game: game == "royals"))
def watching(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Iterator[list[ScreenStream]]]:
    """Yields all screens of a bot game at several moments."""
    records = some_game(request.param).records
    app = make_app(tmp_path, seed=7)
    made = app.extensions["herald"]
    made.store.open_table(TableRow(CODE, request.param, records[0].at, None, None), [to_json(r) for r in records])
    live = made.tables.find(CODE)
    claims = {str(n): DeviceRole(seat.key) for n, seat in enumerate(live.projection.table.seats)}
    for name, claim in {**claims, "host": DeviceRole(host=True), "screen": DeviceRole()}.items():
        made.tables.claim(live, hashed(token(name)), claim)
    devices = {**dict.fromkeys(claims, "me"), "host": "table", "screen": "table", "spectator": "table"}
    screens = [
        ScreenStream(
            app,
            CODE,
            hashed(token(name)),
            page,
            LocalePreference("nl" if name == "1" else None, "en"),
            laptop=name == "host",
        )
        for name, page in devices.items()
    ]

    def moments() -> Iterator[list[ScreenStream]]:
        projection, every = None, max(1, min(9, len(records) // LOOKS))
        for number, (record, following) in enumerate(pairwise(records)):
            projection = apply_record(projection, record)
            # Screens are never rendered between two events of one action.
            if number > 5 and number % every == 0 and following.action_id != record.action_id:
                live.load(projection)
                yield screens

    yield moments()
    made.store.close()


def drawing(screen: ScreenStream) -> RenderedScreen:
    """Renders the screen without the result shared with other screens."""
    regions.screen_cache.clear()
    found = screen._render()
    assert found is not None
    return replace(found, seq=0)


def whole(screen: ScreenStream) -> RenderedScreen:
    """Renders the screen as for an empty page."""
    return drawing(replace(screen, shown={}))


class ComparingCache(GenerationCache):
    """Caches nothing and asserts that equal keys always render the same."""

    def __init__(self) -> None:
        super().__init__(0)
        self.drawn: dict[Hashable, dict[str, str]] = {}
        self.hits = 0

    def get(self, key: Hashable) -> None:
        hash(key)

    def put(self, key: Hashable, drawn: dict[str, str]) -> None:
        self.hits += key in self.drawn
        assert self.drawn.setdefault(key, drawn) == drawn, f"{key} does not tell what {key[0]} is drawn of"  # type: ignore[index]


def filled(news: dict[str, str], name: str, before: RenderedScreen) -> str:
    """Returns a region as the page fills it, from the diff and its current regions."""
    return SLOT.sub(
        lambda slot: filled(news, slot[1], before) if slot[1] in news else before.filled(slot[1]), news[name]
    )


def changed_regions_in(message: str) -> dict[str, str]:
    return json.loads(message.split("data: ")[1]) if message else {}


def page_after(before: RenderedScreen, news: dict[str, str]) -> str:
    """Returns the page after applying the diff."""
    page = before.whole if SCREEN not in news else filled(news, SCREEN, before)
    inside = {name for html in news.values() for name in SLOT.findall(html)}
    for name in news.keys() - inside - {SCREEN}:
        page = page.replace(before.filled(name), filled(news, name, before))
    return page


def test_every_screen_during_a_game(watching: Iterator[list[ScreenStream]]) -> None:
    walk, compared = ScreenWalk(), ComparingCache()
    with patch("companion.regions.kept", compared):
        for screens in watching:
            macro_cache.board.forget()
            for number, screen in enumerate(screens):
                walk.looks_at(number, screen)
    assert compared.hits
    assert 0 < walk.sent < walk.whole
    assert walk.left_out


class ScreenWalk:
    """Checks that hold for all screens, in one pass over a game."""

    def __init__(self) -> None:
        self.before: dict[int, RenderedScreen] = {}
        self.alone: set[tuple[str, str]] = set()
        # Characters sent, and those of the full screens.
        self.sent = self.whole = 0
        # Regions that were not rendered because the page already had them.
        self.left_out = 0

    def looks_at(self, number: int, screen: ScreenStream) -> None:
        now = whole(screen)
        self.a_region_is_one_element_with_its_name_as_id_and_each_has_its_slot(now)
        self.what_is_sent_makes_the_old_screen_the_new_one(number, screen, now)

    def a_region_is_one_element_with_its_name_as_id_and_each_has_its_slot(self, now: RenderedScreen) -> None:
        slots = [slot for html in now.parts.values() for slot in SLOT.findall(html)]
        assert sorted([*slots, SCREEN]) == sorted(now.parts)
        for name, html in now.parts.items() - self.alone:
            assert name == SCREEN or Roots(html).ids == [name]
        self.alone |= now.parts.items()

    def what_is_sent_makes_the_old_screen_the_new_one(
        self, number: int, screen: ScreenStream, now: RenderedScreen
    ) -> None:
        before, changed = self.before.get(number), drawing(screen)
        self.left_out += list(changed.parts.values()).count(UNCHANGED)
        message = screen._diff(changed)
        self.before[number] = now
        if before is None:
            return
        news = changed_regions_in(message)
        page = page_after(before, news)
        assert page == now.whole
        assert screen._diff(now) == screen._diff(drawing(screen)) == "", "nothing is said twice"
        self.sent, self.whole = self.sent + sum(map(len, news.values())), self.whole + len(page)


def test_identical_screens_share_a_render_but_not_a_diff(
    watching: Iterator[list[ScreenStream]],
) -> None:
    diffs, late = Diffs(), None
    for number, (*_, host, screen, spectator) in enumerate(watching):
        late = late or replace(screen)  # read only at every second moment, so its page lacks more
        diffs.check_diffs(host, screen, spectator, *([late] if number % 2 else []))
    assert diffs.equal_diffs
    assert diffs.different_diffs


class Diffs:
    """Screens without a seat, and what their pages last showed."""

    def __init__(self) -> None:
        self.pages: dict[int, RenderedScreen] = {}
        # Screens that shared a rendering, with the same diff and with different ones.
        self.equal_diffs = self.different_diffs = 0

    def check_diffs(self, *screens: ScreenStream) -> None:
        drawings, shown = [self.drawn(one) for one in screens], [one.shown for one in screens]
        messages = [one._diff(drawn) for one, drawn in zip(screens, drawings, strict=True)]
        assert drawings[1] is not drawings[2], "somebody who may not tap anything looks on"
        for one, other in ((0, 1), (1, len(screens) - 1)):
            if drawings[one] is drawings[other]:
                same = messages[one] == messages[other]
                assert same or shown[one] != shown[other]
                self.equal_diffs, self.different_diffs = self.equal_diffs + same, self.different_diffs + (not same)
        for screen, message in zip(screens, messages, strict=True):
            self.check_message(screen, message)

    def drawn(self, screen: ScreenStream) -> RenderedScreen:
        """Renders the screen, sharing the result with identical screens."""
        found = screen._render()
        assert found is not None
        found.seq = 0
        return found

    def check_message(self, screen: ScreenStream, message: str) -> None:
        before, now = self.pages.get(id(screen)), whole(screen)
        assert before is None or page_after(before, changed_regions_in(message)) == now.whole
        self.pages[id(screen)] = now


@pytest.mark.parametrize("game", one_for_all(TRACKED, lambda game: game == "royals"))
def test_what_phones_share_is_what_each_would_render_alone(game: str, tmp_path: Path) -> None:
    """In a whole evening with every move, where each phone can tap for the player whose turn it is."""
    records = load(longest(CHECKOUT, game).read_text(encoding="utf-8")).records
    app, shared = make_app(tmp_path, seed=7), set[str]()
    tables = app.extensions["herald"].tables
    app.extensions["herald"].store.open_table(
        TableRow(CODE, game, records[0].at, None, None), [to_json(record) for record in records]
    )
    live = tables.find(CODE)
    for seat in live.projection.table.seats:
        tables.claim(live, hashed(token(seat.name)), DeviceRole(seat.key))
    english = LocalePreference(None, "en")
    phones = [
        ScreenStream(app, CODE, hashed(token(seat.name)), "me", english, False) for seat in live.projection.table.seats
    ]
    # Screens are never rendered between two events of one action.
    ends = [n for n in range(20, len(records)) if records[n].action_id != records[n - 1].action_id]
    for end in ends[:: max(1, len(ends) // MOMENTS)]:
        live.load(replay(records[:end]))
        regions.clear_caches()
        together = [whole(phone) for phone in phones]
        names = set[str].intersection(*(set(found.parts) for found in together))
        shared |= {name for name in names if len({id(found.parts[name]) for found in together}) == 1}
        for phone, found in zip(phones, together, strict=True):
            regions.clear_caches()
            macro_cache.board.forget()
            assert whole(phone).whole == found.whole
    assert shared or len(ends) < MOMENTS, "only a short evening may have nothing to share"
    app.extensions["herald"].store.close()


class InterruptedPage(dict[str, SentRegion]):
    """A page during whose comparison another stream computes its diff."""

    def __init__(self, drawing: RenderedScreen, page: Page) -> None:
        super().__init__(page)
        self.drawing = drawing

    def __ne__(self, other: object) -> bool:
        self.drawing._last_diff = ({}, "for another page", {})
        return super().__ne__(other)


def test_concurrent_diffs_do_not_mix() -> None:
    drawing = RenderedScreen(1, {SCREEN: Region("<p>Anna leads.</p>")})
    page = InterruptedPage(drawing, {SCREEN: Region("<p>Ben leads.</p>").shown})
    diffs = drawing.diff(page)
    assert "Anna leads." in diffs[0]
    assert drawing.diff(dict(page)) == diffs


def test_host_screen_is_shared_unless_it_has_host_actions(watching: Iterator[list[ScreenStream]]) -> None:
    """The cache key covers everything that templates show only to the host."""
    for screens in watching:
        host, other = screens[-3:-1]
        as_host, as_other = whole(host).whole, whole(other).whole
        regions.clear_caches()
        same = host._render() is other._render()
        assert same == (as_host == as_other)
