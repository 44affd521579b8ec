"""The noble house bonus (de 81, 237-241): markers in play, who earns one, and its possible value per seat."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.legal_actions import Count, Pick
from scoring.royals import components
from scoring.royals.components import MarkerKey
from scoring.royals.state import State

KIND = "noble"


def in_play(state: State) -> tuple[MarkerKey, ...]:
    """Returns the markers in play, highest first. Their number depends on the edition and the players (de 81)."""
    return tuple(map(components.noble_marker, components.NOBLES_IN_PLAY[state.edition][state.seats]))


def markers_left(state: State) -> tuple[MarkerKey, ...]:
    """Returns those markers in play that are still on the board, highest first."""
    return state.still_on_board(in_play(state))


def earned_marker(state: State, seat: int) -> tuple[MarkerKey, ...]:
    """Returns the highest marker left if the seat has a cube on every title and no such marker yet (de 239-241)."""
    if state.has_marker(seat, f"{KIND}.") or not state.has_every_title(seat):
        return ()
    return markers_left(state)[:1]


def houses(state: State) -> tuple[int, ...]:
    """Returns the seats with a cube on every title, in order of completion."""
    at = {seat: moves for seat in range(state.seats) if (moves := state.completed_at(seat)) is not None}
    taken = [marker.seat for marker in state.markers if marker.key.startswith(f"{KIND}.")]
    # Seats whose cubes were counted may share a move; then the order decides in which they took their markers.
    return tuple(sorted(at, key=lambda seat: (at[seat], taken.index(seat) if seat in taken else len(taken))))


def rightful_owners(state: State) -> Mapping[MarkerKey, tuple[int, ...]]:
    """Returns the rightful owners: highest marker to the first seat with a cube on every title, and so on (de 239)."""
    return {marker: (seat,) for marker, seat in zip(in_play(state), houses(state), strict=False)}


def sum_field(state: State, seat: int, name: str) -> Pick | Count:
    """Returns the form field for this seat's noble house points: at most one marker (de 241).

    Allows any number if the value of a possible marker is unread.
    """
    markers, needs_one = _possible_markers(state, seat)
    values = tuple(state.value(marker) for marker in markers)
    known = tuple(value for value in values if value is not None)
    if len(known) < len(values):
        return Count(name, int(needs_one), components.MOST_POINTS)
    return Pick(name, known if needs_one else (0, *known))


def _possible_markers(state: State, seat: int) -> tuple[tuple[MarkerKey, ...], bool]:
    """Returns the markers this seat may have, and whether it must have one.

    If Herald does not know the order in which houses were completed, a seat may have any marker taken by a house.
    """
    markers, seen = in_play(state), {marker.key: marker.seat for marker in state.markers}
    if state.only_leaders_entered:
        return markers, False
    complete = houses(state)
    if seat not in complete:
        return (), False
    mine = tuple(marker for marker in markers if seen.get(marker) == seat)
    others = tuple(marker for marker in markers[: len(complete)] if marker not in seen)
    return mine or others, bool(mine) or len(complete) <= len(markers)
