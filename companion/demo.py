"""Demo tables with example values: bots that play each other, or bots to play against."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from companion.bots import is_demo
from companion.config import HeraldError
from companion.devices import hashed, new_token
from companion.services import Services
from companion.tables import ActionRequest, LiveTable
from scoring.games import GAMES
from scoring.kernel import Game
from scoring.lobby_rules import allowed_options
from scoring.printed_values import PrintedValues
from scoring.table_events import Actor, SeatBot, StartGame

# Number of players in a demo, or the game's minimum if that is higher. A demo with more players takes too long.
DEMO_PLAYERS = 3
# Number of newest tables that are searched for abandoned demos.
SEARCHED_TABLES = 30


def checked_choice(game: str, seats: int | None) -> tuple[Game[Any], int]:
    """Returns the game and its number of players. Raises HeraldError if either is invalid."""
    if game not in GAMES:
        raise HeraldError(f"Herald does not know {game}: it knows {', '.join(GAMES)}.")
    players = GAMES[game].players
    if seats is not None and seats not in players:
        raise HeraldError(f"{GAMES[game].title} is for {players[0]} to {players[-1]} players.")
    return GAMES[game], seats or max(DEMO_PLAYERS, players[0])


def open_demo(
    services: Services, game: str, seats: int | None = None, values: PrintedValues | None = None
) -> LiveTable:
    """Opens a table with a bot on every seat and starts the game."""
    rules, seats = checked_choice(game, seats)
    delete_abandoned_demos(services)
    live = with_bots(services, rules, seats, values)
    services.tables.submit(live, ActionRequest(Actor(), StartGame()))
    return live


def open_against_bots(services: Services, game: str, values: PrintedValues | None = None) -> LiveTable:
    """Opens a table with bots and one free seat."""
    rules, seats = checked_choice(game, None)
    return with_bots(services, rules, seats - 1, values)


def with_bots(services: Services, rules: Game[Any], seats: int, values: PrintedValues | None = None) -> LiveTable:
    seats += max(0, rules.of_values(values or {}).players[0] - max(DEMO_PLAYERS, rules.players[0]))
    live = services.tables.open(rules.key, allowed_options(rules, {}, example=True), None, values=values)
    for _ in range(seats):
        services.tables.submit(live, ActionRequest(Actor(), SeatBot()))
    return live


def delete_abandoned_demos(services: Services) -> None:
    """Deletes demos that nobody watches any more."""
    for live in list(services.tables.read(services.store.tables()[:SEARCHED_TABLES])):
        if is_demo(live) and live.code not in services.bots.last_viewed and not services.hub.is_watched(live.code):
            services.tables.delete(live)


def phone_link(services: Services, live: LiveTable, seat: int) -> str:
    """Returns the path of a one-time link that takes over a bot's seat."""
    token = new_token()
    services.keep_link(hashed(token), live.code, live.projection.table.seats[seat].key, timedelta(hours=1))
    return f"/s/{token}"
