"""Views of the seats and the table screen, containing only what each may see."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scoring.kernel import GameView, stored_name
from scoring.sealed import SealedView, sealed_view
from scoring.words import Text
from tests.sample_game.rules.auction import Bidding
from tests.sample_game.rules.components import JEWELS, NAMES, value
from tests.sample_game.rules.state import State


@dataclass(frozen=True)
class JewelView:
    """`owner` is None before it is sold, and -1 if nobody got it."""

    name: Text
    value: int | None
    owner: int | None
    for_sale: bool


@dataclass(frozen=True)
class ModelView(GameView):
    """`bid` is the seat's own; on the table screen it is None."""

    phase: str
    jewels: tuple[JewelView, ...]
    coins: tuple[int, ...]
    sealed: SealedView | None
    bid: int | None


def public_view(state: State) -> dict[str, Any]:
    """Returns the fields that every screen shows."""
    bidding = state.phase if isinstance(state.phase, Bidding) else None
    return {
        "phase": stored_name(type(state.phase)),
        "jewels": tuple(_jewel(state, jewel, bidding) for jewel in JEWELS),
        "coins": state.coins,
        "sealed": sealed_view(bidding.sealed) if bidding else None,
    }


def own_view(state: State, seat: int | None) -> dict[str, Any]:
    """Returns the fields that depend on whose screen it is (None: a table screen)."""
    return {"bid": state.phase.sealed.of(seat) if isinstance(state.phase, Bidding) else None}


def _jewel(state: State, jewel: str, bidding: Bidding | None) -> JewelView:
    for_sale = bidding is not None and bidding.jewel == jewel
    return JewelView(NAMES[jewel], value(state.printed_values, jewel), state.owners.get(jewel), for_sale)
