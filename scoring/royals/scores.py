"""Points marker by marker, and the final places."""

from __future__ import annotations

from scoring.royals.markers import KINDS, RULES, called, kind_of
from scoring.royals.state import Marker, Over, State, markers_of, value
from scoring.standings import ScoreLine, Standing, Standings, places, ranked, totals
from scoring.words import T, Text, seats


def score(state: State) -> tuple[ScoreLine, ...]:
    """Not for other eyes before the end: markers lie face down (de 219)."""
    return tuple(_line(state, marker) for marker in state.markers)


def _line(state: State, marker: Marker) -> ScoreLine:
    kind, points = kind_of(marker.key), value(state, marker.key) or 0
    return ScoreLine(marker.seat, called(state, marker.key), points, RULES[kind], marker.note, KINDS[kind])


def points_of(state: State, seat: int) -> int:
    return totals(score(state), state.seats)[seat]


def highest_marker(state: State, seat: int) -> int:
    return max((value(state, marker.key) or 0 for marker in markers_of(state, seat)), default=0)


def standings(state: State) -> Standings | None:
    """Most points, then the highest single marker, then shared (de 281)."""
    if not isinstance(state.phase, Over):
        return None
    points = totals(score(state), state.seats)
    keys = {seat: (points[seat], highest_marker(state, seat)) for seat in range(state.seats)}
    at = places(keys)
    rows = (Standing(at[seat], seat, points[seat], _tie_break(keys, seat)) for group in ranked(keys) for seat in group)
    return Standings(tuple(rows), _reason(keys))


def _tie_break(keys: dict[int, tuple[int, int]], seat: int) -> Text | None:
    """Where points are equal: the highest marker of each tells, or nothing does."""
    equal = [other for other in keys if other != seat and keys[other][0] == keys[seat][0]]
    if not equal:
        return None
    if any(keys[other] == keys[seat] for other in equal):
        return T("equal points, and the highest marker is {points} for each", points=keys[seat][1])
    return T("equal points; highest single marker {points}", points=keys[seat][1])


def _reason(keys: dict[int, tuple[int, int]]) -> Text:
    first, points = ranked(keys)[0], max(keys.values())[0]
    if len(first) > 1:
        return T("{who} share the victory with {points} victory points.", who=seats(first), points=points)
    if sum(key[0] == points for key in keys.values()) > 1:
        return T("{who} wins: {points} victory points and the highest single marker.", who=seats(first), points=points)
    return T("{who} wins with {points} victory points.", who=seats(first), points=points)
