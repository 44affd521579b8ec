"""Ways through the castle: which locations are adjacent, how far it is, and which rooms form one group."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import TypeAlias

from scoring.box import Box
from scoring.regents.printed import DOOR, LOCATIONS, OUTER, OUTER_PAIRS, RAMPART, ROOMS, THRONE, TOWER, door_key

Doors: TypeAlias = frozenset[frozenset[str]]

# The Throne Room is the centre (en 845, ex. 3 at 1034); Tower and Rampart join two rooms each (en 1120, 1124).
_FIXED: Doors = frozenset(
    frozenset(pair)
    for pair in (
        *((THRONE, room) for room in OUTER),
        (TOWER, "treasure"),
        (TOWER, "chapel"),
        (RAMPART, "knights"),
        (RAMPART, "store"),
    )
)


def doors(box: Box) -> Doors:
    """All adjacent pairs; a link between outer rooms that nobody has confirmed is none."""
    return _FIXED | {frozenset(pair) for pair in OUTER_PAIRS if box.get(door_key(*pair)) == DOOR}


@cache
def steps_to(doors: Doors, start: str, rooms_only: bool = False) -> Mapping[str, int]:
    """The shortest way to every other location; the King keeps to the rooms (en 954)."""
    open_to = ROOMS if rooms_only else tuple(LOCATIONS)
    found, edge = {start: 0}, [start]
    while edge:
        here = edge.pop(0)
        for place in open_to:
            if place not in found and frozenset((here, place)) in doors:
                found[place] = found[here] + 1
                edge.append(place)
    return {place: steps for place, steps in found.items() if place != start}


def groups(doors: Doors, rooms: Iterable[str]) -> tuple[frozenset[str], ...]:
    """The rooms parted into groups that hang together (en 1028); Tower and Rampart never take part (en 1036)."""
    left, made = [room for room in ROOMS if room in set(rooms)], []
    while left:
        group = {left.pop(0)}
        while joining := {room for room in left if any(frozenset((room, other)) in doors for other in group)}:
            group |= joining
            left = [room for room in left if room not in joining]
        made.append(frozenset(group))
    return tuple(made)
