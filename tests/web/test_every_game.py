"""The screens of every game, while bots play it: valid pages, nothing that a strict policy stops."""

from __future__ import annotations

import random

import pytest

from companion.tables import Asked
from scoring.bots import next_ask
from scoring.games import GAMES
from scoring.kernel import Chance
from scoring.seating import StartGame
from scoring.table import SHAPES, Actor, asks_by_name
from tests.actors import HTMX, Evening
from tests.web.pages import faults
from tests.web.scenes import happens

STEPS, LOOKS = 150, 8


def seated(evening: Evening, game: str) -> None:
    evening.open(game)
    names = ("Anna", "Ben", "Carla", "David", "Eva")
    for name, colour in list(zip(names, SHAPES, strict=False))[: GAMES[game].players[0]]:
        evening.sit(name, colour)
    happens(evening, None, StartGame())


def one_step(evening: Evening, chance: Chance) -> None:
    """What any of the seats could ask, asked for it."""
    tables, code = evening.services.tables, evening.laptop.code
    seat, ask, fills = next_ask(evening.story.table, chance)
    tables.ask(tables.find(code), Asked(Actor(seat), ask, seat, fills=fills))


@pytest.mark.parametrize("game", GAMES)
def test_every_screen_of_every_game_is_valid_enough(evening: Evening, game: str) -> None:
    seated(evening, game)
    chance = Chance(random.Random(7))
    for step in range(STEPS):
        if evening.story.table.standings is not None:
            break
        if step % (STEPS // LOOKS) == 0:
            for device in (evening.laptop, *evening.phones):
                page = device.get()
                assert page.status_code == 200
                assert faults(page.text) == [], (step, device.page)
        one_step(evening, chance)
    history = evening.laptop.get(f"/t/{evening.laptop.code}/history")
    assert (history.status_code, faults(history.text)) == (200, [])


@pytest.mark.parametrize("game", GAMES)
def test_an_ask_with_nothing_but_its_name_fails_in_no_game(evening: Evening, game: str) -> None:
    seated(evening, game)
    before = evening.story
    for name in asks_by_name(GAMES[game]):
        for seat in ("", "0", "99"):
            form = {"ask": name, "seat": seat, "seq": "999", "page": "me", "preview": "1"}
            response = evening.phones[0].post(f"/t/{evening.laptop.code}/ask", form, headers=HTMX)
            assert response.status_code in (200, 400, 403, 422), (name, seat)
    assert evening.story is before
