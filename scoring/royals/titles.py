"""The title scoring: most cubes on a title take its portrait, two that are equal a half each (de 271-275)."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.majority import most
from scoring.royals import printed
from scoring.royals.printed import TITLES, MarkerKey
from scoring.royals.state import State, cubes_on
from scoring.words import TN, Text, seats

HALVES = 2


def leaders(state: State, title: str) -> tuple[int, ...]:
    return most(dict(enumerate(cubes_on(state, title))))


def marker_for(title: str, tied: int) -> MarkerKey | None:
    """The whole portrait for one, halves for two, nothing for more or for nobody."""
    if tied == 1:
        return printed.title_marker(title, "full")
    return printed.title_marker(title, "half") if tied == HALVES else None


def awards(state: State) -> Iterator[tuple[MarkerKey, tuple[int, ...]]]:
    """From Marshal to King: the marker and who gets it; nobody: it leaves the game."""
    for title in TITLES:
        ahead = leaders(state, title)
        marker = marker_for(title, len(ahead))
        yield (marker, ahead) if marker else (printed.title_marker(title, "full"), ())


def numbers_needed(state: State) -> tuple[str, ...]:
    """Values of the portraits that somebody gets, and of any marker taken before its value was known."""
    won = (marker for marker, owners in awards(state) if owners)
    taken = (marker.key for marker in state.markers)
    return tuple(key for key in dict.fromkeys((*taken, *won)) if not state.box.get(key))


def why(state: State, title: str, seat: int) -> Text:
    cubes = cubes_on(state, title)[seat]
    others = [other for other in leaders(state, title) if other != seat]
    most_cubes = TN("{count} cube, more than anybody", "{count} cubes, more than anybody", cubes)
    as_many = TN(
        "{count} cube, as {others}: a half each", "{count} cubes, as {others}: a half each", cubes, others=seats(others)
    )
    return as_many if others else most_cubes
