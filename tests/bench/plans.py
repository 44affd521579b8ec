"""CPU time for the last of four full plans of Wars of the Roses on a full board."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from itertools import cycle

from scoring.kernel import Rng
from scoring.roses import GAME
from scoring.roses.components import CUBES, PERSON_PIECES, PIECES, TROOPS
from scoring.roses.plan import targets_of
from scoring.roses.planning import SealPlan, locations_in_reach, movers, persons_of_others
from scoring.roses.state import State
from tests.roses.play import Play, board

RNG = Rng(random.Random(1))


def full_board() -> Play:
    """A board on which every card is owned, dealt in turn."""
    return board(dict(zip(PIECES, cycle((0, 1, 2, 3)), strict=False)), money=200, mercenaries=(4, 4, 4, 4))


def full_plan(state: State, seat: int) -> SealPlan:
    """A plan that moves every noble and ship, places every cube and marches every troop and mercenary."""
    places = locations_in_reach(state, seat)
    own = [person for person in PERSON_PIECES if state.owners.get(person) == seat]
    foreign = [place for place in places if state.owners[place] != seat]
    troops = dict.fromkeys(foreign[: TROOPS // 4], 4)
    return SealPlan(
        moves={piece: targets_of(state, piece)[0] for piece in movers(state, seat)},
        troops=troops,
        mercenaries=dict.fromkeys(places[:4], 1),
        white=dict.fromkeys(own[:CUBES], 1),
        black=dict.fromkeys(persons_of_others(state, seat)[:CUBES], 1),
        bid=10 + seat,
        calais="midlands",
    )


def resolution_seconds(times: int) -> Iterator[float]:
    """Yields CPU seconds to decide the last plan and apply its events."""
    play = full_board()
    plans = [full_plan(play.state, seat) for seat in range(4)]
    for seat in range(3):
        play.act(seat, plans[seat])
    for _ in range(times):
        began = time.process_time()
        state = play.state
        for event in GAME.decide(state, 3, plans[3], RNG):
            state = GAME.apply(state, event)
        yield time.process_time() - began
