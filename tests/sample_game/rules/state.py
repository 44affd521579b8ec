"""The state of the game, and helpers to query it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from scoring.kernel import GameState

NOBODY = -1


@dataclass(frozen=True, kw_only=True)
class State(GameState):
    coins: tuple[int, ...]
    # Jewel -> seat of its owner; -1 if nobody got it.
    owners: Mapping[str, int] = field(default_factory=dict)


def jewels_of(state: State, seat: int) -> tuple[str, ...]:
    return tuple(jewel for jewel, owner in state.owners.items() if owner == seat)
