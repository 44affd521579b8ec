"""Influence tracks: how far a marker gets, what stops it, and which chips it takes on its way."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from scoring.regents.printed import CHIPS, DOMAINS, LAST_SPACE, NEEDED, THRESHOLDS, VALUES

# The space of a player's marker on each track, in the order of DOMAINS; 0 is off the track.
Markers: TypeAlias = tuple[int, ...]
START: Markers = (0,) * len(DOMAINS)
INDEX = {domain: number for number, domain in enumerate(DOMAINS)}


def at(markers: Markers, domain: str) -> int:
    return markers[INDEX[domain]]


def moved(markers: Markers, domain: str, space: int) -> Markers:
    number = INDEX[domain]
    return (*markers[:number], space, *markers[number + 1 :])


def may_pass(markers: Markers, domain: str, edition: str) -> bool:
    """True unless the marker stands on a threshold and another one is too far behind (en 1008, de 146, nl 571)."""
    space = at(markers, domain)
    if space not in THRESHOLDS:
        return True
    others = (other for number, other in enumerate(markers) if number != INDEX[domain])
    return min(others) >= NEEDED[edition][space]


def advanced(markers: Markers, domain: str, spaces: int, edition: str | None) -> Markers:
    """Space by space; stops on a threshold it may not pass and on 30. Without an edition no threshold counts."""
    for _ in range(spaces):
        space = at(markers, domain)
        if space == LAST_SPACE or (edition and not may_pass(markers, domain, edition)):
            return markers
        markers = moved(markers, domain, space + 1)
    return markers


def points(markers: Markers) -> int:
    return sum(VALUES[space] for space in markers)


def chips_on_the_way(before: Markers, after: Markers, left: Iterable[str]) -> tuple[str, ...]:
    """Chips of the thresholds that a marker has reached or jumped over, as far as they still lie there (en 1090)."""
    there = set(left)
    reached = (
        f"{domain}.{VALUES[space]}"
        for domain in DOMAINS
        for space in THRESHOLDS
        if at(before, domain) < space <= at(after, domain)
    )
    return tuple(chip for chip in reached if chip in there and chip in CHIPS)
