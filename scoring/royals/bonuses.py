"""Bonuses: which markers a seat has earned with the cubes that lie there now (de 217-241)."""

from __future__ import annotations

from scoring.royals import printed
from scoring.royals.printed import MarkerKey
from scoring.royals.state import (
    State,
    has_every_city,
    has_every_title,
    has_marker,
    holder,
    is_left,
)


def earned(state: State, seat: int, city: str) -> tuple[MarkerKey, ...]:
    """What this seat gets after a move in this city, in the order city, country, noble house."""
    found = (
        city_bonus(state, seat, city),
        country_bonus(state, seat, printed.country_of(city)),
        noble_house_bonus(state, seat),
    )
    return tuple(marker for marker in found if marker)


def city_bonus(state: State, seat: int, city: str) -> MarkerKey | None:
    """To the first in the city, on whichever position (de 223)."""
    marker = printed.city_marker(city)
    is_there = any(holder(state, position) == seat for position in printed.positions_of(city))
    return marker if is_there and is_left(state, marker) else None


def country_bonus(state: State, seat: int, country: str) -> MarkerKey | None:
    """The highest left, with a cube in every city; one a seat and country (de 229-233)."""
    if has_marker(state, seat, f"country.{country}.") or not has_every_city(state, seat, country):
        return None
    return next(iter(country_markers_left(state, country)), None)


def noble_house_bonus(state: State, seat: int) -> MarkerKey | None:
    """The highest left, with a cube on every title; one a seat (de 239-241)."""
    if has_marker(state, seat, "noble.") or not has_every_title(state, seat):
        return None
    return next(iter(noble_markers_left(state)), None)


def country_markers_left(state: State, country: str) -> tuple[MarkerKey, ...]:
    """The higher one first."""
    markers = (printed.country_marker(country, which) for which in printed.COUNTRY_MARKERS)
    return tuple(marker for marker in markers if is_left(state, marker))


def noble_markers_left(state: State) -> tuple[MarkerKey, ...]:
    """The highest first; how many are in play goes by edition and players."""
    markers = (printed.noble_marker(which) for which in printed.NOBLES_IN_PLAY[state.edition][state.seats])
    return tuple(marker for marker in markers if is_left(state, marker))
