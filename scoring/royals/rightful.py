"""Whose each marker would be by the cubes and the printed numbers as they are known now.

Markers stay where the table has put them; where a correction changes whose one would be, the table is told.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from scoring.royals import epoch, printed, titles
from scoring.royals.printed import COUNTRIES, MarkerKey
from scoring.royals.state import (
    Marker,
    Over,
    Reveal,
    Scored,
    Scoring,
    State,
    completed_at,
    has_cube_in,
    has_every_city,
    owners_of,
)

Owners = dict[MarkerKey, tuple[int, ...]]


def doubtful(before: State, after: State) -> Iterator[tuple[MarkerKey, tuple[int, ...]]]:
    """Markers that would have other owners after something was put right, and whose they would be."""
    then, now = rightful(before), rightful(after)
    for marker in dict.fromkeys((*then, *now)):
        seats = now.get(marker, ())
        if seats != then.get(marker, ()) and seats != owners_of(after, marker):
            yield marker, seats


def rightful(state: State) -> Owners:
    """Owners by marker, as far as anybody has taken it or should have."""
    owners: Owners = {m.key: (m.seat,) if is_earned(state, m) else () for m in state.markers if _by_presence(m)}
    owners |= _noble_houses(state)
    for number, board in state.scored.items():
        owners |= _epoch(state, number, board)
    if isinstance(state.phase, Reveal | Over):
        owners |= {marker: tuple(sorted(seats)) for marker, seats in titles.awards(state)}
    return owners


def _by_presence(marker: Marker) -> bool:
    return marker.key.startswith(("city.", "country."))


def is_earned(state: State, marker: Marker) -> bool:
    """False if the owner lacks the cubes: those in a city never leave it (de 193)."""
    kind, _, place = marker.key.partition(".")
    if kind == "city":
        return has_cube_in(state, marker.seat, place)
    return kind != "country" or has_every_city(state, marker.seat, printed.country_of(place))


def _noble_houses(state: State) -> Owners:
    """The highest to the first with a cube on every title, and so on (de 239)."""
    markers = (printed.noble_marker(which) for which in printed.NOBLES_IN_PLAY[state.edition][state.seats])
    return {marker: (seat,) for marker, seat in zip(markers, noble_houses(state), strict=False)}


def noble_houses(state: State) -> tuple[int, ...]:
    """Seats with a cube on every title, in the order of the moves that completed them."""
    at = {seat: moves for seat in range(state.seats) if (moves := completed_at(state, seat)) is not None}
    taken = [marker.seat for marker in state.markers if marker.key.startswith("noble.")]
    # Cubes that were only counted come after the move before the count.
    return tuple(sorted(at, key=lambda seat: (at[seat], taken.index(seat) if seat in taken else len(taken))))


def _epoch(state: State, number: int, board: Scored) -> Owners:
    """As the board lay then; seats that only the table could put in order share a doubt."""
    then = replace(state, epoch=number, holders=board.holders, phase=Scoring(0, True, board.settled))
    owners: Owners = {marker: () if seat is None else (seat,) for marker, seat in epoch.awards(then)}
    for country in COUNTRIES:
        if tied := epoch.tie_to_settle(then, country):
            owners |= {printed.epoch_marker(country, number, which): tied for which in printed.RANKS}
    return owners
