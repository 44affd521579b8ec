"""Who takes which land: noticed and carried out at once, whoever's turn it is."""

from __future__ import annotations

from scoring.kernel import Draft
from scoring.saga.events import (
    FreeKnightGranted,
    KnightsFreed,
    KnightsReturned,
    KnightTurned,
    LandConquered,
)
from scoring.saga.knights import COLOURS
from scoring.saga.printed import Property
from scoring.saga.state import State, defence, properties, strength
from scoring.standings import ranked


def conqueror(state: State, land: str) -> int | None:
    """The army that takes the land now.

    It is stronger than the defence (nl 150) and its owner's strongest; with several such owners it is the strongest
    of all, and as long as two owners are equal there, nobody's (nl 251-258). Nobody takes a land from themselves.
    """
    against = [n for n, a in state.armies.items() if a.land == land and a.owner != state.lands[land].holder]
    strong = {number: (strength(state.armies[number]),) for number in against if is_enough(state, number)}
    best = ranked(strong)[0] if strong else ()
    owners = {state.armies[number].owner for number in best}
    return best[0] if len(owners) == 1 else None


def is_enough(state: State, number: int) -> bool:
    return still_needed(state, number) <= 0


def still_needed(state: State, number: int) -> int:
    """How much more the army must be worth to be stronger than the land."""
    army = state.armies[number]
    return defence(state, army.land) + 1 - strength(army)


def settle(draft: Draft[State], free_knight: bool = True) -> None:
    """Carries out every conquest that is due, until none is; each one makes the land stronger, so it ends."""
    while due := _due(draft.state):
        for number in due:
            _conquer(draft, number, free_knight)


def _due(state: State) -> tuple[int, ...]:
    found = (conqueror(state, land) for land in COLOURS)
    return tuple(number for number in found if number is not None)


def _conquer(draft: Draft[State], number: int, free_knight: bool) -> None:
    """What follows, in the order of the text (nl 156-167, 290)."""
    army = draft.state.armies[number]
    land = draft.state.lands[army.land]
    for hidden in army.face_down:
        draft.happen(KnightTurned(army.owner, number, hidden.knight))
    if land.holder is None:
        draft.happen(KnightsFreed(army.land, land.knights))
    else:
        draft.happen(KnightsReturned(land.holder, army.land, land.knights))
    draft.happen(LandConquered(army.owner, army.land, number))
    if free_knight and Property.FREE_KNIGHT in properties(draft.state, army.land) and draft.state.free:
        draft.happen(FreeKnightGranted(army.owner, army.land))  # nl 278
