"""Declarations of this game for the tests shared by all games: see tests/games.py."""

from __future__ import annotations

from dataclasses import dataclass, field

from scoring.kernel import Event
from scoring.replay import Projection
from tests.games import Scene
from tests.sample_game.rules.auction import JewelSold
from tests.sample_game.rules.components import COINS
from tests.sample_game.rules.corrections import CoinsCorrected
from tests.sample_game.rules.state import State

# Saved logs stay readable forever: lines are added, never changed or removed.
STORED = [
    "bid-sealed 1: seat, coins",
    "bids-revealed 1: bids",
    "coins-corrected 1: seat, coins",
    "game-ended 1",
    "jewel-sold 1: seat, jewel, coins",
    "jewel-turned-up 1: jewel",
    "jewel-unsold 1: jewel",
]
ENDINGS = ("single-winner",)
MOMENTS = ("2-single-winner",)
SCENE = Scene(
    seats=3,
    seed=1,
    table=lambda view: view.sealed is not None,
    phone=lambda view: view.sealed is not None,
)


def endings_of(projection: Projection) -> set[str]:
    standings = projection.table.standings
    assert standings is not None
    return {"single-winner"} if len(standings.winners) == 1 else {"shared-victory"}


@dataclass
class Ledger:
    """Independent count of all players' coins."""

    seats: int
    coins: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self.coins = [COINS] * self.seats

    def book(self, event: Event) -> None:
        match event:
            case JewelSold(seat, _, coins):
                self.coins[seat] -= coins
            case CoinsCorrected(seat, coins):
                self.coins[seat] = coins

    def check(self, state: State) -> None:
        assert tuple(self.coins) == state.coins
