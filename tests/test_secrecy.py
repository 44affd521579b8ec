"""Secrecy: no view, page, length, error, file or stream depends on another seat's secret.

Whole games are played twice through the web app, equal except for one seat's secrets. All data that other devices
receive must be equal, byte for byte. In one kind of pair a seat changes its sealed choice before the reveal (any game).
In the other, hands were dealt differently (a pair of logs that the game supplies).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from scoring.bots import fill_in, printed
from scoring.games import GAMES
from scoring.kernel import Game, Rng, stored_name
from scoring.legal_actions import LegalAction
from scoring.replay import replay
from tests.games import hidden, one_for_all
from tests.real_cards import RealCards
from tests.recorder import haste, hasty_choice, many_of
from tests.secrecy import PAGES, SCREENS, SECRET, Log, Room, address, differences
from tests.strategies import begun

THOROUGH = (0, 5)  # indices of secrets compared on all pages; every fourth is compared on screens, all of them in views
Rooms = tuple[Room, Room]
OpenRooms = Callable[[Log, Log], Rooms]


@pytest.fixture
def rooms(tmp_path: Path) -> Iterator[OpenRooms]:
    opened: list[Room] = []

    def open_rooms(one: Log, two: Log) -> Rooms:
        pair = (
            Room(tmp_path / f"{len(opened)}", one),
            Room(tmp_path / f"{len(opened) + 1}", two),
        )
        opened.extend(pair)
        return pair

    yield open_rooms
    for room in opened:
        room.close()


# --- changing a choice before the reveal -------------------------------------------------------------------------


@dataclass
class Pair:
    """Bots in two rooms. Before sealing its choice, the seat seals another one, different in each room."""

    rooms: Rooms
    rng: random.Random
    pending: tuple[str, dict[str, str]] | None = None
    # Actions since the rooms last differed. After three, the streams are read only every tenth action.
    alike: int = 0
    compared: int = 0
    owner_saw: int = 0

    @property
    def projection(self) -> Any:
        return self.rooms[0].projection

    def both_ask(self, legal_action: LegalAction, values: dict[str, str]) -> None:
        printed_values = printed(self.projection.table.game, legal_action, self.projection.table.read, Rng(self.rng))
        self.alike = 0 if self.pending else self.alike + 1
        for room in self.rooms:
            room.submit(
                legal_action.seat,
                legal_action.action,
                values,
                printed_values,
                listening=self.alike <= 3 or self.alike % 10 == 0,
            )

    def step(self, tastes: list[dict[str, float]], real: RealCards) -> None:
        table = self.projection.table
        legal_action = self.sealed_action() or hasty_choice(self.projection, tastes, self.rng)
        kind = table.game.action_named(legal_action.action)
        assert kind is not None
        rng = Rng(self.rng)
        values = dict(real(table, legal_action, rng) or fill_in(many_of(legal_action), rng))
        last = kind.sealed and self.rooms[0].view(None).waiting_for == (legal_action.seat,)
        if kind.sealed and legal_action.seat == SECRET and not last:
            self.seal_something_else(legal_action, values)
        else:
            early = legal_action.action in hidden(table.game_key).REVEALS_EARLY
            if (last or early) and self.pending is not None:
                self.settle()
            self.both_ask(legal_action, values)

    def sealed_action(self) -> LegalAction | None:
        """Returns the sealed action of the secret's seat, taken first so that it can still change."""
        actions = self.projection.table.game.action_named
        legal_actions = [
            o for o in self.rooms[0].view(SECRET).legal_actions if o.seat == SECRET and actions(o.action).sealed
        ]
        return legal_actions[0] if legal_actions and SECRET in self.rooms[0].view(None).waiting_for else None

    def seal_something_else(self, legal_action: LegalAction, values: dict[str, str]) -> None:
        self.pending = (legal_action.action, values)
        fewer = (
            replace(legal_action, total=(legal_action.total[0], legal_action.total[0]))
            if legal_action.total
            else legal_action
        )
        for room, shape in zip(self.rooms, (legal_action, fewer), strict=True):
            room.submit(SECRET, legal_action.action, fill_in(shape, Rng(self.rng)), {})
        self.compare()

    def settle(self) -> None:
        """Seals the same choice in both rooms before the choices are revealed."""
        self.compare()
        assert self.pending is not None
        action, values = self.pending
        for room in self.rooms:
            room.submit(SECRET, action, values, {})
        self.pending, self.alike = None, 0
        assert self.rooms[0].projection.table == self.rooms[1].projection.table

    def compare(self) -> None:
        one, two = self.rooms
        if one.projection.table != two.projection.table:
            pages = PAGES if self.compared in THOROUGH else SCREENS if self.compared % 4 == 1 else ()
            assert differences(one, two, pages, None if pages is PAGES else ()) == []
            self.compared += 1
            self.owner_saw += one.view(SECRET) != two.view(SECRET)


SEALING = [game for game in GAMES.values() if any(action.sealed for action in game.actions)]


@pytest.mark.parametrize("game", one_for_all(SEALING, lambda game: game.key == "royals"), ids=lambda game: game.key)
def test_whole_game_does_not_leak_sealed_choices(game: Game[Any], rooms: OpenRooms) -> None:
    secret = hidden(game.key)
    options = {option.key: option.values[-1][0] for option in game.options} | dict(secret.SEALING_OPTIONS)
    records = list(begun(game, game.players[0], options).records)
    pair = Pair(rooms(records, records), random.Random(3))
    # One seat ends its turns late, the others at once.
    tastes = [{**haste(game.key), "end-turn": 8.0 if seat else 0.1} for seat in range(game.players[0])]
    real = RealCards()
    for _ in range(400):
        if pair.projection.table.standings is not None:
            break
        pair.step(tastes, real)
    assert pair.projection.table.standings is not None
    enough = secret.SEALED_ONCE or max(THOROUGH) + 1
    assert pair.compared >= enough, "if so little is sealed in a whole game, say how much: SEALED_ONCE in its hidden.py"
    assert pair.owner_saw == pair.compared, "the owner does see it"
    for room in pair.rooms:
        room.listen()
    assert differences(*pair.rooms, SCREENS, ()) == []


# Streams are compared push by push; the other one redirects to a page that is compared.
COMPARED_OTHERWISE = {"table.stream", "table.old_corrections"}


@pytest.mark.parametrize("game", GAMES)
def test_every_page_and_file_about_a_table_is_compared(wired_app: Flask, game: str) -> None:
    paths = wired_app.url_map.bind("")
    pages = (address(page, game).partition("?")[0] for page in PAGES if page != "/nothing")
    compared = {paths.match(page, "GET")[0] for page in pages} | COMPARED_OTHERWISE
    about = ("/t/", "/tables", "/statistics", "/api/", "/j/")
    rules = [rule for rule in wired_app.url_map.iter_rules() if "GET" in (rule.methods or ())]
    assert {rule.endpoint for rule in rules if rule.rule.startswith(about)} <= compared


# --- different deals ----------------------------------------------------------------------------------------------


TWINS = [key for key in GAMES if hidden(key).twins is not None]


@pytest.mark.parametrize("key", one_for_all(TWINS, lambda key: key == "lang-lebe"))
def test_different_hidden_cards_are_indistinguishable_to_others(key: str, rooms: OpenRooms) -> None:
    secret = hidden(key)
    assert secret.twins is not None
    one, two = secret.twins()
    assert replay(one).table != replay(two).table
    pair = rooms(one, two)
    looked = 0
    rng, tastes = random.Random(5), [{**haste(key), "end-turn": 0.2}] * len(pair[0].projection.table.seats)
    assert differences(*pair) == []
    for step in range(40):
        legal_action = hasty_choice(pair[0].projection, tastes, rng)
        filled = fill_in(legal_action, Rng(rng))
        values = secret.alike(filled) if legal_action.seat == SECRET else filled
        if values is None or (legal_action.seat == SECRET and legal_action.action in secret.RESTS_ON_IT):
            continue
        if legal_action.action in secret.ASKS_FOR_IT and str(SECRET) in (str(legal_action.seat), values["whose"]):
            continue
        for room in pair:
            room.submit(legal_action.seat, legal_action.action, values, {})
        if any(stored_name(type(record.event)) in secret.REVEALS for record in pair[0].projection.records[len(one) :]):
            break  # the secret is out, or the next hands come from different piles
        assert differences(*pair, SCREENS if step % 5 == 0 else (), None if step % 20 == 10 else ()) == []
        assert pair[0].view(SECRET) != pair[1].view(SECRET)
        looked += 1
    assert looked > 10
