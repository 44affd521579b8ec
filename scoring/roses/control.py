"""Who controls an area: control points, the influence table piece by piece, and the votes of the houses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from scoring.once import once
from scoring.roses import sheet
from scoring.roses.printed import AREAS, CALAIS_POINTS, HOUSES, KIND_OF, KINDS, NOBLES, PIECES
from scoring.roses.state import State, area_of, leftmost, members
from scoring.words import T, Text

# Nobles from the highest down, then how many castles, large towns, bishops … ships: compared from left to right.
Influence: TypeAlias = tuple[tuple[int, ...], ...]
OTHER_KINDS = KINDS[1:]


@dataclass(frozen=True)
class Control:
    """What one seat, or one house, has in an area."""

    points: int
    influence: Influence


def pieces_in(state: State, area: str, seats: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(p for p in PIECES if state.owners.get(p) in seats and area_of(state, p) == area)


def has_calais(state: State, area: str, seats: tuple[int, ...]) -> bool:
    return state.calais is not None and state.calais[0] in seats and state.calais[1] == area


@once
def control(state: State, area: str, seats: tuple[int, ...]) -> Control:
    """The Captain of Calais is a noble of 4 (nl 280, 288)."""
    pieces, calais = pieces_in(state, area, seats), has_calais(state, area, seats)
    points = sum(sheet.points_of(state.box, piece) for piece in pieces) + (CALAIS_POINTS if calais else 0)
    return Control(points, influence(state, pieces, calais))


def influence(state: State, pieces: tuple[str, ...], calais: bool = False) -> Influence:
    nobles = [sheet.points_of(state.box, piece) for piece in pieces if piece in NOBLES]
    nobles += [CALAIS_POINTS] if calais else []
    counts = ((sum(KIND_OF[piece] == kind for piece in pieces),) for kind in OTHER_KINDS)
    return (tuple(sorted(nobles, reverse=True)), *counts)


def ranking(state: State, area: str) -> tuple[int, ...]:
    """Seats with control points there, the strongest first; equal in everything: furthest left (nl 108, 449)."""
    found = {seat: control(state, area, (seat,)) for seat in state.order}
    there = [seat for seat in state.order if found[seat].points]
    return tuple(sorted(there, key=lambda seat: (found[seat].points, found[seat].influence), reverse=True))


def house_with_votes(state: State, area: str) -> str:
    """The house with more points, then by the influence table, then with the player furthest left; or none (nl 469)."""
    found = {house: control(state, area, members(state, house)) for house in HOUSES}
    there = [house for house in HOUSES if found[house].points]
    if not there:
        return ""
    best = max((found[house].points, found[house].influence) for house in there)
    equal = [house for house in there if (found[house].points, found[house].influence) == best]
    present = tuple(s for house in equal for s in members(state, house) if control(state, area, (s,)).points)
    return state.houses[leftmost(state, present)]


def votes(state: State) -> dict[str, int]:
    """Votes of each house as the board stands."""
    won = {area: house_with_votes(state, area) for area in AREAS}
    return {house: sum(AREAS[area].votes for area in AREAS if won[area] == house) for house in HOUSES}


def king(won: dict[str, int]) -> str:
    """The house with more votes; equal: no King this round (nl 477)."""
    lancaster, york = won["lancaster"], won["york"]
    return "" if lancaster == york else "lancaster" if lancaster > york else "york"


# --- why ------------------------------------------------------------------------------------------------

_DECIDES = {
    "castle": T("the Royal Castle decides"),
    "large": T("the large town decides"),
    "bishop": T("the bishop decides"),
    "small": T("the small town decides"),
    "port": T("the port decides"),
    "ship": T("more ships decide"),
}


def why_before(one: Influence, other: Influence) -> Text:
    """With equal points: what in the influence table decides; else the turn order."""
    if one[0] != other[0]:
        return T("nobles decide: {one} before {other}", one=_nobles(one[0]), other=_nobles(other[0]))
    for kind, mine, theirs in zip(OTHER_KINDS, one[1:], other[1:], strict=True):
        if mine != theirs:
            return _DECIDES[kind]
    return T("all is equal: the turn order decides")


def _nobles(values: tuple[int, ...]) -> Text | str:
    return " + ".join(map(str, values)) if values else T("none")


def tie_note(state: State, area: str, before: int, after: int) -> Text | None:
    """How a tie between two neighbours of the ranking was broken."""
    one, other = (control(state, area, (seat,)) for seat in (before, after))
    return why_before(one.influence, other.influence) if one.points == other.points else None


def house_note(state: State, area: str) -> Text | None:
    """How a tie between the houses was broken."""
    first, second = (control(state, area, members(state, house)) for house in HOUSES)
    if first.points != second.points or not first.points:
        return None
    one, other = sorted((first.influence, second.influence), reverse=True)
    return why_before(one, other)
