"""All screens of every game while bots play: valid pages that satisfy a strict CSP."""

from __future__ import annotations

import random

import pytest

from companion.tables import ActionRequest
from scoring.bots import random_action
from scoring.games import GAMES
from scoring.kernel import Rng
from scoring.table import PLAYER_COLOURS, Actor, actions_by_name
from scoring.table_events import StartGame
from tests.actors import HTMX, Evening
from tests.web.pages import faults, with_form
from tests.web.scenes import submit_directly

STEPS, LOOKS = 150, 8


def seat_players(evening: Evening, game: str) -> None:
    evening.open(game)
    names = ("Anna", "Ben", "Carla", "David", "Eva")
    for name, colour in list(zip(names, PLAYER_COLOURS, strict=False))[: GAMES[game].players[0]]:
        evening.sit(name, colour)
    submit_directly(evening, None, StartGame())


def play_one_step(evening: Evening, rng: Rng) -> None:
    """Takes one random legal action."""
    tables, code = evening.services.tables, evening.laptop.code
    seat, action, printed_values = random_action(evening.projection.table, rng)
    tables.submit(tables.find(code), ActionRequest(Actor(seat), action, seat, printed_values=printed_values))


@pytest.mark.parametrize("game", GAMES)
def test_every_screen_of_every_game_is_valid(evening: Evening, game: str) -> None:
    seat_players(evening, game)
    rng, could_ask, found = Rng(random.Random(7)), set[str](), set[str]()
    for step in range(STEPS):
        if evening.projection.table.standings is not None:
            break
        new = offered_actions(evening) - found
        if new or step % (STEPS // LOOKS) == 0:
            pages = [device.get() for device in (evening.laptop, *evening.phones)]
            assert {page.status_code for page in pages} == {200}
            assert [fault for page in pages for fault in faults(page.text)] == [], step
            found |= with_form(new, (page.text for page in pages), (evening.laptop, *evening.phones))
        could_ask |= new
        play_one_step(evening, rng)
    assert could_ask - found == set(), "these were offered, and no screen had a form for them"
    history = evening.laptop.get(f"/t/{evening.laptop.code}/history")
    assert (history.status_code, faults(history.text)) == (200, [])


def offered_actions(evening: Evening) -> set[str]:
    """Actions that are legal for any seat now."""
    table = evening.projection.table
    views = [table.game.view(table.state, seat) for seat in range(len(table.seats))]
    actions = {one.action for view in views for one in (*view.legal_actions, *view.corrections)}
    return actions - {"change-tracking-mode"} if table.example else actions  # a trial table cannot count a real board


@pytest.mark.parametrize("game", GAMES)
def test_action_with_only_its_name_crashes_no_game(evening: Evening, game: str) -> None:
    seat_players(evening, game)
    before = evening.projection
    for name in actions_by_name(GAMES[game]):
        for seat in ("", "0", "99"):
            form = {"action_name": name, "seat": seat, "seq": "999", "page": "me", "preview": "1"}
            response = evening.phones[0].post(f"/t/{evening.laptop.code}/actions", form, headers=HTMX)
            assert response.status_code in (200, 400, 403, 422), (name, seat)
    assert evening.projection is before
