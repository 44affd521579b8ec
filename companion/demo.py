"""A table for a stranger: bots among themselves to watch, or bots to play against, on example numbers."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from companion.bots import is_demo
from companion.config import HeraldError
from companion.devices import hashed, new_token
from companion.services import Services
from companion.tables import ActionRequest, LiveTable
from scoring.bots import trial_options
from scoring.games import GAMES
from scoring.kernel import Game
from scoring.table_events import Actor, SeatBot, StartGame

# A game to be watched or tried is for three where it can be: enough to see, soon over.
COMPANY = 3
# So many tables are looked through for demos that are over.
NEWEST = 30


def known(game: str, seats: int | None) -> tuple[Game[Any], int]:
    """The game and a number of players it is for."""
    if game not in GAMES:
        raise HeraldError(f"Herald does not know {game}: it knows {', '.join(GAMES)}.")
    players = GAMES[game].players
    if seats is not None and seats not in players:
        raise HeraldError(f"{GAMES[game].title} is for {players[0]} to {players[-1]} players.")
    return GAMES[game], seats or max(COMPANY, players[0])


def open_demo(services: Services, game: str, seats: int | None = None) -> LiveTable:
    """A table with a bot on every seat, and the game begun."""
    rules, seats = known(game, seats)
    clear_away(services)
    live = with_bots(services, rules, seats)
    services.tables.submit(live, ActionRequest(Actor(), StartGame()))
    return live


def open_against_bots(services: Services, game: str) -> LiveTable:
    """A table at which one seat is free."""
    rules, seats = known(game, None)
    return with_bots(services, rules, seats - 1)


def with_bots(services: Services, rules: Game[Any], seats: int) -> LiveTable:
    live = services.tables.open(rules.key, trial_options(rules), None)
    for _ in range(seats):
        services.tables.submit(live, ActionRequest(Actor(), SeatBot()))
    return live


def clear_away(services: Services) -> None:
    """Demos that nobody watches any more: nobody will want to go on with one."""
    for live in list(services.tables.read(services.store.tables()[:NEWEST])):
        if is_demo(live) and live.code not in services.bots.looked_at and not services.hub.is_watched(live.code):
            services.tables.delete(live)


def phone_link(services: Services, live: LiveTable, seat: int) -> str:
    """A one-time link to sit down in a bot's place."""
    token = new_token()
    services.keep_link(hashed(token), live.code, live.projection.table.seats[seat].key, timedelta(hours=1))
    return f"/s/{token}"
