"""The scoring phase: where a player has the majority, every order of scoring, and what each order gives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from scoring.majority import most
from scoring.regents import castle
from scoring.regents.phases import Turn
from scoring.regents.printed import DE, DOMAIN_OF, DOMAINS, LOCATIONS, RAMPART, ROOMS, TOWER
from scoring.regents.state import State, chips_left, opponents, tokens_in, ways
from scoring.regents.tracks import Markers, advanced, at, chips_on_the_way, points

NOTHING, NOBODY = "nothing", "nobody"


@dataclass(frozen=True)
class Plan:
    """An order of scoring ("throne", "tower.trade"), the location that Diplomacy wins in it, and what it gives."""

    order: tuple[str, ...]
    tie: str
    after: Markers
    chips: tuple[str, ...]
    points: int

    @property
    def key(self) -> str:
        return " ".join(self.order) or NOTHING

    @property
    def worth(self) -> int:
        """Points on the tracks and a point a chip (en 1134, 1139)."""
        return self.points + len(self.chips)


# --- majorities ----------------------------------------------------------------------------------------


def leaders(state: State, place: str) -> tuple[int, ...]:
    """The owners with most tokens there; the neutral clan counts as a player (en 1148)."""
    return most({owner: tokens_in(state, owner, place) for owner in range(len(state.agents))})


def is_blocked(state: State, place: str) -> bool:
    """By the King (en 1004), unless Alliance was played (en 1256)."""
    return place == state.king and not (isinstance(state.phase, Turn) and state.phase.card == "alliance")


def majorities(state: State, seat: int) -> tuple[str, ...]:
    """Locations where the seat has more tokens than any other single player (en 1004, de 150, nl 575)."""
    return tuple(p for p in LOCATIONS if leaders(state, p) == (seat,) and not is_blocked(state, p))


def ties_to_win(state: State, seat: int) -> tuple[str, ...]:
    """Where Diplomacy would decide a tie for most: a room (en 1240, nl 767), in the German rules any Raum (de 341)."""
    if not (isinstance(state.phase, Turn) and state.phase.card == "diplomacy"):
        return ()
    there = LOCATIONS if state.edition == DE else ROOMS
    tied = (p for p in there if seat in leaders(state, p) and len(leaders(state, p)) > 1)
    return tuple(place for place in tied if not is_blocked(state, place))


def spaces_in(state: State, won: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    """By room won, the spaces its track advances: as many as its group has rooms (en 1028, 1202)."""
    groups = castle.groups(ways(state), won)
    return tuple((room, len(group)) for room in ROOMS for group in groups if room in group)


def pushes(state: State, seat: int, won: tuple[str, ...]) -> tuple[str, ...]:
    """Markers that the Rampart can send back: never off the track (en 1126, de 258)."""
    if RAMPART not in won:
        return (NOBODY,)
    markers = (f"{o}.{d}" for o in opponents(state, seat) for d in DOMAINS if at(state.tracks[o], d) > 1)
    return (NOBODY, *markers)


# --- orders --------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def outcomes(
    markers: Markers, rooms: tuple[tuple[str, int], ...], tower: bool, edition: str
) -> Mapping[Markers, tuple[str, ...]]:
    """Everything that some order leads to, each with one order that does; the Tower goes anywhere in it (en 1014)."""
    found: dict[Markers, tuple[str, ...]] = {}
    for number, (room, spaces) in enumerate(rooms):
        after = advanced(markers, DOMAIN_OF[room], spaces, edition)
        rest = outcomes(after, rooms[:number] + rooms[number + 1 :], tower, edition)
        found |= {end: (room, *order) for end, order in rest.items() if end not in found}
    for domain in DOMAINS if tower else ():
        after = advanced(markers, domain, 1, edition)
        rest = outcomes(after, rooms, False, edition) if after != markers else {}
        found |= {end: (f"{TOWER}.{domain}", *order) for end, order in rest.items() if end not in found}
    return found or {markers: ()}


def plans(state: State, seat: int) -> tuple[Plan, ...]:
    """One plan for each thing that scoring can lead to, the one worth most first."""
    made = (plan for tie in ("", *ties_to_win(state, seat)) for plan in plans_with(state, seat, tie))
    return tuple(sorted(made, key=_preference, reverse=True))


def plans_with(state: State, seat: int, tie: str) -> tuple[Plan, ...]:
    won, before = won_with(state, seat, tie), state.tracks[seat]
    ends = outcomes(before, spaces_in(state, won), TOWER in won, state.edition)
    return tuple(_plan(state, before, order, tie, after) for after, order in ends.items())


def won_with(state: State, seat: int, tie: str) -> tuple[str, ...]:
    """The majorities, with the tie that Diplomacy wins."""
    return (*majorities(state, seat), *((tie,) if tie else ()))


def followed(state: State, seat: int, order: tuple[str, ...], won: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    """The advances of this order: on which track, by how many spaces."""
    spaces = dict(spaces_in(state, won))
    return tuple(
        (DOMAIN_OF[place], spaces[place]) if place in spaces else (place.removeprefix(f"{TOWER}."), 1)
        for place in order
    )


def _plan(state: State, before: Markers, order: tuple[str, ...], tie: str, after: Markers) -> Plan:
    chips = chips_on_the_way(before, after, chips_left(state))
    return Plan(order, tie, after, chips, points(after) - points(before))


def _preference(plan: Plan) -> tuple[int, int, list[int]]:
    """Worth most; among equals the one that goes furthest, then the one that leaves no track behind."""
    return plan.worth, sum(plan.after), sorted(plan.after)
