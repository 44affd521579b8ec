"""The game state and its predicates, named as in the rulebook."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from scoring.kernel import Event, GameState, Phase
from scoring.majority import Decision
from scoring.memo import memoize_by_identity
from scoring.printed_values import number
from scoring.royals import components
from scoring.royals.components import COUNTRIES, NO_POSITION, POSITIONS, TITLES, YEARS, MarkerKey
from scoring.words import T, Text

NOBODY = -1


class RoyalsPhase(Phase, abstract=True):
    """Base class for all phases of this game."""

    def on_board(self, state: State) -> State:
        """Returns the state with the board as shown on the screens."""
        return state

    def decisions(self, country: str) -> tuple[Decision, ...]:
        """Returns the table's tie decisions in this country, in order."""
        return ()

    def entered_influence(self, country: str, seat: int) -> int | None:
        """Returns the influence the seat has entered for the country; None if influence is computed from the board."""
        return None


class TableEvent(Event, abstract=True, clears=True):
    """Base class for events that clear the to-do list."""


@dataclass(frozen=True)
class Marker:
    """A marker, its owner, and how it was won."""

    key: MarkerKey
    seat: int
    note: Text


@dataclass(frozen=True)
class CubeCount:
    """A seat's cubes on a title, counted after a total of `moves` moves by all seats."""

    cubes: int
    moves: int


@dataclass(frozen=True, kw_only=True)
class State(GameState):
    """The complete state, secrets included. Screens get only the view."""

    phase: RoyalsPhase
    edition: str
    # Total number of cubes of each seat.
    cubes: tuple[int, ...]
    first: int = 0
    epoch: int = 1
    # True: the third epoch has ended; the round is being completed.
    last_round: bool = False
    # Position -> seat whose cube is on it.
    holders: Mapping[str, int] = field(default_factory=dict)
    # City -> seats whose cubes are on its field, one entry per cube.
    displaced: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    # Every (seat, position) ever occupied; each put a cube on the position's title.
    occupied: tuple[tuple[int, str], ...] = ()
    # (title, seat) -> cubes when last counted; only later moves are added.
    counted: Mapping[tuple[str, int], CubeCount] = field(default_factory=dict)
    markers: tuple[Marker, ...] = ()
    removed: tuple[MarkerKey, ...] = ()
    # Marker -> the seat it was last passed on from.
    passed_on: Mapping[MarkerKey, int] = field(default_factory=dict)
    # By epoch, the state as scored, including the table's decisions on ties.
    scored: Mapping[int, State] = field(default_factory=dict)
    # By epoch, later position corrections that may already apply to its scoring.
    doubted: Mapping[int, Mapping[str, int]] = field(default_factory=dict)
    # The epoch whose result is on the screens, until play continues.
    on_show: int | None = None
    # False if some moves were untracked; bonus markers and cubes on titles are then counted at the table.
    tracked: bool = True
    # Seat -> entered total by kind of marker.
    sums: Mapping[int, Mapping[str, int]] = field(default_factory=dict)
    # Seat -> its highest single marker, if a tie needed it.
    highest: Mapping[int, int] = field(default_factory=dict)

    # --- seats -----------------------------------------------------------------------------------------

    def still_to_play(self, seat: int) -> tuple[int, ...]:
        """Returns the seats still to play after this one before the round is complete (de 249)."""
        order = self.clockwise(self.first)
        return order[order.index(seat) + 1 :]

    @memoize_by_identity
    def cubes_laid(self, seat: int) -> int:
        """Returns the seat's cubes on positions, beside cities and on titles."""
        on_board = sum(holder == seat for holder in self.holders.values())
        beside = sum(cubes.count(seat) for cubes in self.displaced.values())
        return on_board + beside + sum(self.cubes_on(title)[seat] for title in TITLES)

    def supply(self, seat: int) -> int:
        """Returns the cubes left; negative if more are on the board than the colour has."""
        return self.cubes[seat] - self.cubes_laid(seat)

    def holders_when_scored(self, epoch: int) -> Mapping[str, int]:
        """Returns the holders when the epoch was scored, including later corrections."""
        then = {**self.scored[epoch].holders, **self.doubted.get(epoch, {})}
        return {position: holder for position, holder in then.items() if holder != NOBODY}

    @property
    def is_unseen(self) -> bool:
        """True if Herald knows nothing about the board."""
        return not self.occupied and not self.holders

    @property
    def only_leaders_entered(self) -> bool:
        """True if Herald has seen no cube on a title: the table enters who has the most, not how many."""
        return not self.tracked and self.is_unseen

    @property
    def unread_titles(self) -> tuple[str, ...]:
        """Keys of unread titles. Players find a position on the shown board only by its title."""
        return self.unknown(map(components.title_key, POSITIONS))

    # --- positions -------------------------------------------------------------------------------------

    def title_of(self, position: str) -> str | None:
        """Returns the position's title; `NO_POSITION` if the position does not exist, None if unread."""
        return self.printed_values.get(components.title_key(position)) or None

    def exists(self, position: str) -> bool:
        """True unless the position is known not to exist: a city has one or two positions (de 159)."""
        return position in POSITIONS and self.title_of(position) != NO_POSITION

    def holder(self, position: str) -> int | None:
        return self.holders.get(position)

    @memoize_by_identity
    def held_in(self, country: str, seat: int | None = None) -> tuple[str, ...]:
        """Returns the positions with a cube in the country, of any seat or of this one. Excludes positions that do not
        exist."""
        holders = self.holders
        held = [place for place in components.POSITIONS_IN[country] if place in holders and self.exists(place)]
        return tuple(held) if seat is None else tuple(place for place in held if holders[place] == seat)

    def has_position_in(self, seat: int, city: str) -> bool:
        return any(self.holder(position) == seat for position in components.POSITIONS_OF[city])

    def has_cube_in(self, seat: int, city: str) -> bool:
        """True if the seat has a cube on a position or, displaced, on the city's field (de 231)."""
        return self.has_position_in(seat, city) or seat in self.displaced.get(city, ())

    def has_every_city(self, seat: int, country: str) -> bool:
        return all(self.has_cube_in(seat, city) for city in components.CITIES_OF[country])

    @memoize_by_identity
    def with_cube(self, seat: int, position: str) -> State:
        """Returns the state after a move: cubes on the position and its title, a displaced one beside the city (de 165,
        193)."""
        displaced, loser = self.displaced, self.holder(position)
        if loser is not None:
            city = components.city_of(position)
            displaced = {**displaced, city: (*displaced.get(city, ()), loser)}
        return replace(
            self,
            holders={**self.holders, position: seat},
            displaced=displaced,
            occupied=(*self.occupied, (seat, position)),
        )

    def with_board(self, holders: Mapping[str, int]) -> State:
        """Returns the state with these holders. Each cube on a position where its seat had none counts as a move."""
        state = replace(self, holders={place: seat for place, seat in self.holders.items() if place in holders})
        for place, seat in holders.items():
            if state.holder(place) != seat:
                state = state.with_cube(seat, place)
        return state

    # --- titles ----------------------------------------------------------------------------------------

    @memoize_by_identity
    def cubes_on(self, title: str) -> tuple[int, ...]:
        """Returns the cubes by seat, one for each time it occupied a position with this title (de 169). They never
        leave (de 197).

        An entered count stands, even if titles of earlier moves are corrected.
        """
        moves = self._moves_by_title().get(title, [])
        known = [self.counted.get((title, seat), CubeCount(0, 0)) for seat in range(self.seats)]
        return tuple(
            count.cubes + sum(who == seat and n >= count.moves for n, who in moves) for seat, count in enumerate(known)
        )

    @memoize_by_identity
    def _moves_by_title(self) -> dict[str | None, list[tuple[int, int]]]:
        """Returns the number of each move and its seat, by the title of its position."""
        found: dict[str | None, list[tuple[int, int]]] = {}
        for n, (seat, position) in enumerate(self.occupied):
            found.setdefault(self.title_of(position), []).append((n, seat))
        return found

    def has_every_title(self, seat: int) -> bool:
        return all(self.cubes_on(title)[seat] for title in TITLES)

    def completed_at(self, seat: int) -> int | None:
        """Returns after how many moves by all seats this seat had a cube on every title; None if it has not."""
        came = [self._first_cube_move(title, seat) for title in TITLES]
        known = [moves for moves in came if moves is not None]
        return max(known) if len(known) == len(came) else None

    def _first_cube_move(self, title: str, seat: int) -> int | None:
        """Returns the number of the move that brought the seat's first cube to a title, at most that of its last
        count."""
        mine = (n for n, (who, at) in enumerate(self.occupied, 1) if who == seat and self.title_of(at) == title)
        count = self.counted.get((title, seat))
        if count is None:
            return min(mine, default=None)
        return min((count.moves, *mine)) if count.cubes else min((n for n in mine if n > count.moves), default=None)

    # --- markers ---------------------------------------------------------------------------------------

    def value(self, marker: MarkerKey) -> int | None:
        """Returns the value from the printed values or the rulebook; None if unread."""
        return number(self.printed_values, marker) or components.STATED_VALUES.get(marker)

    def unknown(self, keys: Iterable[str]) -> tuple[str, ...]:
        """Returns the keys of printed values not entered yet."""
        return tuple(
            key
            for key in dict.fromkeys(keys)
            if not self.printed_values.get(key) and key not in components.STATED_VALUES
        )

    @property
    def gone(self) -> frozenset[MarkerKey]:
        """Markers that have an owner or have left the game."""
        return frozenset((*self.removed, *(taken.key for taken in self.markers)))

    def still_on_board(self, markers: Iterable[MarkerKey]) -> tuple[MarkerKey, ...]:
        """Returns those of these markers that are still on the board; empty if moves were untracked."""
        if not self.tracked:
            return ()
        gone = self.gone
        return tuple(marker for marker in markers if marker not in gone)

    def has_marker(self, seat: int, start: str) -> bool:
        """True if the seat has a marker whose key starts with `start`."""
        return any(marker.key.startswith(start) for marker in self.markers_of(seat))

    def markers_of(self, seat: int) -> tuple[Marker, ...]:
        return tuple(marker for marker in self.markers if marker.seat == seat)

    def without_marker(self, marker: MarkerKey) -> State:
        """Returns the state with the marker neither owned nor removed."""
        return replace(
            self,
            markers=tuple(taken for taken in self.markers if taken.key != marker),
            removed=tuple(key for key in self.removed if key != marker),
        )

    def owners_of(self, marker: MarkerKey) -> tuple[int, ...]:
        """Returns the marker's owners: no seat, one, or two with half a portrait each."""
        return tuple(sorted(taken.seat for taken in self.markers if taken.key == marker))

    # --- in words --------------------------------------------------------------------------------------

    def city_name(self, city: str) -> Text | str:
        return components.city_name(self.printed_values, city)

    def position_name(self, position: str) -> Text:
        """Returns the position's name, such as "Duke of Valencia"."""
        title = TITLES.get(self.title_of(position) or "", T("position"))
        return T("{title} of {city}", title=title, city=self.city_name(components.city_of(position)))

    def marker_name(self, marker: MarkerKey) -> Text:
        """Returns the marker's name. Its value is shown to its owner only."""
        match marker.split("."):
            case ["city", *city]:
                return T("city marker for {city}", city=self.city_name(".".join(city)))
            case ["country", country, "first"]:
                return T("higher country marker for {country}", country=COUNTRIES[country].name)
            case ["country", country, _]:
                return T("lower country marker for {country}", country=COUNTRIES[country].name)
            case ["epoch", country, epoch, "first"]:
                return T("higher {year} marker for {country}", country=COUNTRIES[country].name, year=YEARS[int(epoch)])
            case ["epoch", country, epoch, _]:
                return T("lower {year} marker for {country}", country=COUNTRIES[country].name, year=YEARS[int(epoch)])
            case ["value", title, "full"]:
                return T("{title} portrait", title=TITLES[title])
            case ["value", title, _]:
                return T("half {title} portrait", title=TITLES[title])
            case _:
                return T("noble house marker")
