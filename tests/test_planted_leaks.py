"""Tests of the secrecy check: it finds planted leaks of every kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from flask import Response

from companion.screen_stream import ScreenStream
from scoring.games import GAMES
from scoring.kernel import Event
from scoring.lang_lebe.components import Cards
from scoring.lang_lebe.dispute import StakeSealed
from scoring.timeline import timeline
from scoring.words import T
from tests.games import but, temporarily_registered
from tests.secrecy import (
    CODE,
    PAGES,
    SCREENS,
    SECRET,
    Room,
    address,
    changed,
    differences,
    log_until,
    probes_of,
)

Rooms = tuple[Room, Room]


def several_cards_were_staked(event: Event) -> bool:
    return isinstance(event, StakeSealed) and event.seat == SECRET and event.stake.count > 1


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rooms]:
    """Two rooms that differ in one sealed stake, before the reveal."""
    log, place = log_until("lang-lebe", several_cards_were_staked, before="stakes-revealed")
    other = changed(log, place, StakeSealed(SECRET, Cards(x1=1)))
    folder = tmp_path_factory.mktemp("leaky")
    rooms = (Room(folder / "one", log), Room(folder / "two", other))
    assert differences(*rooms) == []
    yield rooms
    for room in rooms:
        room.close()


@pytest.fixture
def leaky(pair: Rooms) -> Rooms:
    """The rooms, with the data of earlier leaks discarded."""
    for room in pair:
        room.show(room.projection, room.hiding)
        for stream in room.streams.values():
            stream.heard.clear()
    return pair


def stake_of(room: Room) -> Cards:
    stake: Cards = room.projection.table.state.phase.sealed.of(SECRET)
    return stake


def plant_leak(room: Room, leak: Callable[[Response], Response], monkeypatch: pytest.MonkeyPatch) -> None:
    """Adds the leak to every response of this room, for one test."""
    before = room.app.after_request_funcs.get(None, [])
    monkeypatch.setitem(room.app.after_request_funcs, None, [leak, *before])


def test_extra_attribute_in_a_view_is_found(leaky: Rooms) -> None:
    game = GAMES["lang-lebe"]

    def telling(state: Any, seat: int | None) -> Any:
        return replace(game.view(state, seat), stake=state.phase.sealed.of(SECRET))

    with temporarily_registered(but(game, view=telling)):
        assert "view of screen" in differences(*leaky, (), ())


def test_secret_dependent_order_is_found(leaky: Rooms) -> None:
    game = GAMES["lang-lebe"]

    def ordered(state: Any, seat: int | None) -> Any:
        view = game.view(state, seat)
        turned = state.phase.sealed.of(SECRET).count > 1
        return replace(view, areas=view.areas[::-1] if turned else view.areas)  # type: ignore[call-arg, attr-defined]

    with temporarily_registered(but(game, view=ordered)):
        assert "/table for screen" in differences(*leaky, SCREENS, ())


def test_response_longer_by_one_space_is_found(leaky: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    for room in leaky:
        blanks = b" " * stake_of(room).count

        def pad(response: Response, blanks: bytes = blanks) -> Response:
            if response.mimetype in ("application/jsonl", "text/html") and not response.is_streamed:
                response.set_data(response.get_data() + blanks)
            return response

        plant_leak(room, pad, monkeypatch)
    found = differences(*leaky, ("/export", "/nothing"), probes_of("lang-lebe")[:1])
    assert {"/nothing for spectator", "/export for host", "probe 0 by 2", "fragment for 0"} <= set(found)


def test_secret_dependent_header_is_found(leaky: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    for room in leaky:
        count = stake_of(room).count

        def mark(response: Response, count: int = count) -> Response:
            response.headers["Server-Timing"] = f"seal;dur={count}"
            return response

        plant_leak(room, mark, monkeypatch)
    assert "/table for screen" in differences(*leaky, SCREENS, ())


def test_file_with_a_secret_is_found(leaky: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(StakeSealed, "secret", frozenset())
    assert "/export for spectator" in differences(*leaky, ("/export",), ())


def test_secret_history_before_the_end_is_found(leaky: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    for room in leaky:
        told = [str(line) for line in timeline(room.projection).secret_lines]
        monkeypatch.setitem(room.app.view_functions, "postgame.story", lambda code, told=told: " ".join(told))
    assert "/story for spectator" in differences(*leaky, ("/story",), ())


@pytest.mark.parametrize("page", [page for page in PAGES if page != "/nothing"])
def test_page_with_a_secret_is_found(page: str, leaky: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    path = address(page, "lang-lebe").partition("?")[0]
    for room in leaky:
        endpoint, _ = room.app.url_map.bind("localhost").match(path)
        told = str(stake_of(room))
        monkeypatch.setitem(room.app.view_functions, endpoint, lambda told=told, **_: told)
    assert f"{page} for spectator" in differences(*leaky, (page,), (), ["spectator"])


def test_every_page_about_a_table_is_compared(leaky: Rooms) -> None:
    """Streams, redirects and the link to a seat have tests of their own."""
    urls = leaky[0].app.url_map
    looked_at = {
        urls.bind("localhost").match(address(page, "royals").partition("?")[0])[0]
        for page in PAGES
        if page != "/nothing"
    }
    about_tables = {
        rule.endpoint
        for rule in urls.iter_rules()
        if "GET" in (rule.methods or ()) and ("code" in rule.arguments or rule.endpoint.startswith("evenings."))
    }
    assert about_tables - looked_at == {"table.stream", "table.old_corrections"}


def wake(rooms: Rooms) -> None:
    """Wakes the streams of one room only, without a change."""
    for room in rooms:
        if stake_of(room).count > 1:
            room.made.hub.publish(CODE)
        room.listen()


def test_waking_a_stream_without_a_change_sends_nothing(leaky: Rooms) -> None:
    assert len({stake_of(room).count > 1 for room in leaky}) == 2
    wake(leaky)
    assert differences(*leaky, (), ()) == []


def test_stream_that_sends_without_a_change_is_found(leaky: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    told = ScreenStream._diff
    monkeypatch.setattr(ScreenStream, "_diff", lambda self, drawing: told(self, drawing) or "event: news\ndata: {}\n\n")
    wake(leaky)
    assert "stream of spectator" in differences(*leaky, (), ())


def test_secret_dependent_push_is_found(leaky: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES["lang-lebe"]

    def telling(state: Any, seat: int | None) -> Any:
        return replace(game.view(state, seat), headline=T(str(state.phase.sealed.of(SECRET).count)))

    monkeypatch.setattr(f"scoring.{game.folder}.GAME", but(game, view=telling))
    for room in leaky:
        room.made.hub.publish(CODE)
        room.listen()
    assert {"stream of spectator", "stream of 0", "stream of host"} <= set(differences(*leaky, (), ()))
