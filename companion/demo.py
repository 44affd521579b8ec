"""Bots at a real table: a newcomer sees the table screen and a phone at work within a minute."""

from __future__ import annotations

import random
import threading
import time
from datetime import timedelta
from typing import Any

from companion.config import Trouble
from companion.devices import hashed, new_token
from companion.services import Services
from companion.tables import Asked, LiveTable
from scoring.bots import NAMES, next_ask
from scoring.games import GAMES
from scoring.kernel import Chance, Game, Refusal
from scoring.seating import StartGame, TakeSeat
from scoring.table import SHAPES, Actor


def known(game: str, seats: int | None) -> tuple[Game[Any], int]:
    """The game and a number of players it is for."""
    if game not in GAMES:
        raise Trouble(f"Herald does not know {game}: it knows {', '.join(GAMES)}.")
    players = GAMES[game].players
    if seats is not None and seats not in players:
        raise Trouble(f"{GAMES[game].title} is for {players[0]} to {players[-1]} players.")
    return GAMES[game], seats or players[-1]


def open_demo(at_work: Services, game: str, seats: int | None) -> LiveTable:
    """A table on the example box with a bot on every seat."""
    _, seats = known(game, seats)
    live = at_work.tables.open(game, {"dice": "herald"}, None)
    for name, colour in list(zip(NAMES, SHAPES, strict=False))[:seats]:
        at_work.tables.ask(live, Asked(Actor(), TakeSeat(name, colour)))
    at_work.tables.ask(live, Asked(Actor(), StartGame()))
    return live


def phone_link(at_work: Services, live: LiveTable, seat: int) -> str:
    """A one-time link to look over a bot's shoulder."""
    token = new_token()
    expires = (at_work.clock() + timedelta(hours=1)).isoformat(timespec="seconds")
    at_work.store.add_seat_link(hashed(token), live.code, live.story.table.seats[seat].key, expires)
    return f"/s/{token}"


def play_on(at_work: Services, live: LiveTable, seconds: float, seed: int | None = None) -> threading.Thread:
    """Lets the bots play at a pace people can follow, until the game is over."""
    chance = Chance(random.SystemRandom() if seed is None else random.Random(seed))

    def play() -> None:
        while live.story.table.standings is None:
            time.sleep(seconds)
            seat, ask, fills = next_ask(live.story.table, chance)
            try:
                at_work.tables.ask(live, Asked(Actor(seat), ask, seat, fills=fills))
            except Refusal:
                continue  # a person was faster

    thread = threading.Thread(target=play, daemon=True)
    thread.start()
    return thread
