"""Where the game stands, and small claims about it, named as the rulebook names things."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from scoring.box import Box, number
from scoring.ceremony import Ceremony
from scoring.kernel import Setting
from scoring.once import once
from scoring.royals import printed
from scoring.royals.printed import NO_POSITION, TITLES, MarkerKey
from scoring.words import Text

NOBODY = -1


@dataclass(frozen=True)
class SetUp:
    """Pieces are laid out; somebody begins."""


@dataclass(frozen=True)
class Turn:
    turn: int


@dataclass(frozen=True)
class Scoring:
    """After the turn of `turn`. `settled`: by country, who was put before equals, in that order."""

    turn: int
    confirmed: bool = False
    settled: Mapping[str, tuple[int, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Titles:
    """The third epoch is scored: the cubes on the titles are checked."""

    turn: int


@dataclass(frozen=True)
class Reveal:
    """The markers are turned over, one kind after the other."""

    turn: int
    kinds: Ceremony[str]


@dataclass(frozen=True)
class Over:
    pass


Phase: TypeAlias = SetUp | Turn | Scoring | Titles | Reveal | Over


@dataclass(frozen=True)
class Marker:
    """A marker before its owner, and how it was won."""

    key: MarkerKey
    seat: int
    note: Text


@dataclass(frozen=True)
class CountryResult:
    """An epoch scoring of one country: influence by seat, and who got the markers why."""

    country: str
    influence: tuple[int, ...]
    first: int | None
    second: int | None
    notes: tuple[Text, ...]


@dataclass(frozen=True)
class Scored:
    """The board at an epoch scoring, and what the table said about ties."""

    holders: Mapping[str, int]
    settled: Mapping[str, tuple[int, ...]]


@dataclass(frozen=True)
class Counted:
    """Cubes of a seat on a title, counted at the table after so many `moves` of everybody."""

    cubes: int
    moves: int


@dataclass(frozen=True)
class State:
    """All of it, secrets included: screens see `view` only."""

    seats: int
    box: Box
    edition: str
    # Wooden cubes of each seat.
    cubes: tuple[int, ...]
    phase: Phase = field(default_factory=SetUp)
    first: int = 0
    epoch: int = 1
    # The third epoch is over; the round is played to its end.
    last_round: bool = False
    # Position -> whose cube lies there.
    holders: Mapping[str, int] = field(default_factory=dict)
    # City -> whose cubes lie on its field, as often as they do.
    displaced: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    # Every (seat, position) ever occupied: a cube on the position's title each.
    occupied: tuple[tuple[int, str], ...] = ()
    # (title, seat) -> cubes that lay there when somebody counted them: only later moves come on top.
    counted: Mapping[tuple[str, int], Counted] = field(default_factory=dict)
    markers: tuple[Marker, ...] = ()
    removed: tuple[MarkerKey, ...] = ()
    # Marker -> from whom it was passed on, with the cube that earned it.
    passed_on: Mapping[MarkerKey, int] = field(default_factory=dict)
    # By epoch.
    scored: Mapping[int, Scored] = field(default_factory=dict)
    to_do: tuple[Text, ...] = ()
    last_scoring: tuple[CountryResult, ...] = ()


def start(setting: Setting) -> State:
    colours = setting.colours or ("",) * setting.seats
    return State(
        seats=setting.seats,
        box=setting.box,
        edition=setting.options.get("edition", printed.ABACUS),
        cubes=tuple(printed.cubes_of(colour, setting.seats) for colour in colours),
    )


# --- seats ---------------------------------------------------------------------------------------------


def clockwise(state: State, seat: int) -> tuple[int, ...]:
    """All seats in order, beginning with this one."""
    return tuple((seat + step) % state.seats for step in range(state.seats))


def next_seat(state: State, seat: int) -> int:
    return (seat + 1) % state.seats


def turn_of(state: State) -> int | None:
    """Whose turn it is; at a scoring: whose turn it was."""
    return None if isinstance(state.phase, SetUp | Over) else state.phase.turn


def still_to_play(state: State, seat: int) -> tuple[int, ...]:
    """Who has a turn after this seat before the round is complete (de 249)."""
    order = clockwise(state, state.first)
    return order[order.index(seat) + 1 :]


def supply(state: State, seat: int) -> int:
    on_board = sum(holder == seat for holder in state.holders.values())
    beside = sum(cubes.count(seat) for cubes in state.displaced.values())
    return state.cubes[seat] - on_board - beside - sum(cubes_on(state, title)[seat] for title in TITLES)


# --- positions -----------------------------------------------------------------------------------------


def title_of(state: State, position: str) -> str | None:
    """None while nobody has said which title it is."""
    return printed.title_in(state.box, position)


def exists(state: State, position: str) -> bool:
    """True if there is, or may be, such a position: a city has one or two (de 159)."""
    return position in printed.POSITIONS and title_of(state, position) != NO_POSITION


def holder(state: State, position: str) -> int | None:
    return state.holders.get(position)


def held_in(state: State, country: str, seat: int | None = None) -> tuple[str, ...]:
    """Positions of the country with a cube, of anybody or of this seat."""
    held = (position for position in printed.positions_in(country) if position in state.holders)
    return tuple(position for position in held if seat in (None, state.holders[position]))


def has_cube_in(state: State, seat: int, city: str) -> bool:
    """On a position or, displaced, on the city's field (de 231)."""
    on_position = any(holder(state, position) == seat for position in printed.positions_of(city))
    return on_position or seat in state.displaced.get(city, ())


def has_every_city(state: State, seat: int, country: str) -> bool:
    return all(has_cube_in(state, seat, city) for city in printed.cities_of(country))


def with_cube(state: State, seat: int, position: str) -> State:
    """The cubes after a move: one on the position, one on its title, a displaced one beside the city (de 165, 193)."""
    displaced, loser = state.displaced, holder(state, position)
    if loser is not None:
        city = printed.city_of(position)
        displaced = {**displaced, city: (*displaced.get(city, ()), loser)}
    return replace(
        state,
        holders={**state.holders, position: seat},
        displaced=displaced,
        occupied=(*state.occupied, (seat, position)),
    )


# --- titles --------------------------------------------------------------------------------------------


@once
def cubes_on(state: State, title: str) -> tuple[int, ...]:
    """Cubes by seat: one for each time it occupied such a position (de 169); they never leave (de 197).

    What was counted at the table holds, whatever title the moves before it turn out to have had.
    """
    moves = [(n, seat) for n, (seat, position) in enumerate(state.occupied) if title_of(state, position) == title]
    known = [state.counted.get((title, seat), Counted(0, 0)) for seat in range(state.seats)]
    return tuple(
        count.cubes + sum(who == seat and n >= count.moves for n, who in moves) for seat, count in enumerate(known)
    )


def has_every_title(state: State, seat: int) -> bool:
    if state.counted:
        return all(cubes_on(state, title)[seat] for title in TITLES)
    return {title_of(state, position) for who, position in state.occupied if who == seat} >= TITLES.keys()


def completed_at(state: State, seat: int) -> int | None:
    """After how many moves of everybody the seat had a cube on every title; None: it has not."""
    came = [_came_at(state, title, seat) for title in TITLES]
    known = [moves for moves in came if moves is not None]
    return max(known) if len(known) == len(came) else None


def _came_at(state: State, title: str, seat: int) -> int | None:
    """After how many moves the first cube on a title came, at the latest when it was counted there."""
    mine = (n for n, (who, place) in enumerate(state.occupied, 1) if who == seat and title_of(state, place) == title)
    count = state.counted.get((title, seat))
    if count is None:
        return min(mine, default=None)
    return min((count.moves, *mine)) if count.cubes else min((n for n in mine if n > count.moves), default=None)


# --- markers -------------------------------------------------------------------------------------------


def value(state: State, marker: MarkerKey) -> int | None:
    return number(state.box, marker)


def is_left(state: State, marker: MarkerKey) -> bool:
    """True if the marker still lies on the board."""
    return marker not in state.removed and all(taken.key != marker for taken in state.markers)


def has_marker(state: State, seat: int, start: str) -> bool:
    """True if the seat has a marker whose name begins like that."""
    return any(marker.seat == seat and marker.key.startswith(start) for marker in state.markers)


def markers_of(state: State, seat: int) -> tuple[Marker, ...]:
    return tuple(marker for marker in state.markers if marker.seat == seat)


def owners_of(state: State, marker: MarkerKey) -> tuple[int, ...]:
    """Nobody, somebody, or two with a half each."""
    return tuple(sorted(taken.seat for taken in state.markers if taken.key == marker))


def city_name(state: State, city: str) -> Text | str:
    return printed.city_name(state.box, city)
