"""Rules without a server: the heaviest decision of each game, and the time to read logs."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from scoring.bots import play_game
from scoring.games import GAMES
from scoring.kernel import Event, Game, Rng
from scoring.recording import load
from scoring.replay import Projection
from tests.games import but, recordings, temporarily_registered
from tests.real_cards import RealCards

RECORDED = recordings()


def heaviest(game: Game[Any], seats: int, times: int) -> float:
    """CPU seconds of the slowest decision in a bot game; each decision counts with its fastest of several tries."""
    tries = zip(*(decisions(game, seats) for _ in range(times)), strict=True)
    return max(min(one) for one in tries)


def decisions(game: Game[Any], seats: int) -> list[float]:
    """CPU seconds of every decision of the same game, in order."""
    with decision_times(game) as seconds:
        bots_play(game, seats)
    return seconds


def bots_play(game: Game[Any], seats: int) -> Projection:
    return play_game(game, seats, Rng(random.Random(seats)), real=RealCards())


@contextmanager
def decision_times(game: Game[Any]) -> Iterator[list[float]]:
    seconds = list[float]()

    def decide(*given: Any) -> list[Event]:
        began = time.process_time()
        try:
            return game.decide(*given)
        finally:
            seconds.append(time.process_time() - began)

    with temporarily_registered(but(game, decide=decide)):
        yield seconds


def replay_seconds(events: int) -> float:
    """CPU seconds to read and replay `events` events of recorded games, all games mixed."""
    return cpu(lambda: read_recordings(events)) * events / read_recordings(events)


def read_recordings(events: int) -> int:
    """Reads whole recordings until at least `events` events; returns the number read."""
    done = 0
    while done < events:
        for path in RECORDED:
            done += load(path.read_text(encoding="utf-8")).seq
            if done >= events:
                break
    return done


def cpu(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def figures_of_all_games(times: int, full_tables: bool = True) -> dict[str, float]:
    return {game.folder: heaviest(game, game.players[-1 if full_tables else 0], times) for game in GAMES.values()}
