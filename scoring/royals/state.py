"""Where the game stands, and small claims about it, named as the rulebook names things."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from scoring.kernel import Event, GameState, Phase
from scoring.memo import memoize_by_identity
from scoring.printed_values import number
from scoring.royals import components
from scoring.royals.components import COUNTRIES, NO_POSITION, POSITIONS, TITLES, YEARS, MarkerKey
from scoring.words import T, Text

NOBODY = -1


class RoyalsPhase(Phase, abstract=True):
    """What all phases of this game answer."""

    def on_board(self, state: State) -> State:
        """The state with the board as it is seen on the screens."""
        return state

    def decisions(self, country: str) -> tuple[Decision, ...]:
        """What the table has decided between equals in this country, in that order."""
        return ()

    def told(self, country: str, seat: int) -> int | None:
        """How much influence the seat has said it has there, where nobody has read the board."""
        return None


class TableEvent(Event, abstract=True, clears=True):
    """With it the table goes on: the to-do list so far has served."""


@dataclass(frozen=True)
class Decision:
    """Whom the table put first, and among whom."""

    first: int
    among: tuple[int, ...]


@dataclass(frozen=True)
class Marker:
    """A marker before its owner, and how it was won."""

    key: MarkerKey
    seat: int
    note: Text


@dataclass(frozen=True)
class Counted:
    """Cubes of a seat on a title, counted at the table after so many `moves` of everybody."""

    cubes: int
    moves: int


@dataclass(frozen=True, kw_only=True)
class State(GameState):
    """All of it, secrets included: screens see `view` only."""

    phase: RoyalsPhase
    edition: str
    # Wooden cubes of each seat.
    cubes: tuple[int, ...]
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
    # Marker -> from whom it was passed on last.
    passed_on: Mapping[MarkerKey, int] = field(default_factory=dict)
    # By epoch, the state that was scored: the board as it lay, and what the table said about ties.
    scored: Mapping[int, State] = field(default_factory=dict)
    # By epoch, positions put right since that may have been so when it was scored.
    doubted: Mapping[int, Mapping[str, int]] = field(default_factory=dict)
    # The epoch whose scoring is on the screen, until the table goes on.
    on_show: int | None = None
    # False: moves were made that Herald has not seen, so bonus markers and cubes on titles are counted at the table.
    followed: bool = True
    # Seat -> points by kind of markers, as everybody added them up in the end.
    sums: Mapping[int, Mapping[str, int]] = field(default_factory=dict)
    # Seat -> its highest single marker, where it was asked for.
    highest: Mapping[int, int] = field(default_factory=dict)

    # --- seats -----------------------------------------------------------------------------------------

    def still_to_play(self, seat: int) -> tuple[int, ...]:
        """Who has a turn after this seat before the round is complete (de 249)."""
        order = self.clockwise(self.first)
        return order[order.index(seat) + 1 :]

    def cubes_laid(self, seat: int) -> int:
        """On positions, beside the cities and on the titles."""
        on_board = sum(holder == seat for holder in self.holders.values())
        beside = sum(cubes.count(seat) for cubes in self.displaced.values())
        return on_board + beside + sum(self.cubes_on(title)[seat] for title in TITLES)

    def supply(self, seat: int) -> int:
        """Below zero: more cubes lie on the board than this colour has."""
        return self.cubes[seat] - self.cubes_laid(seat)

    def lay_then(self, epoch: int) -> Mapping[str, int]:
        """Whose cubes lay on the positions when the epoch was scored, with what was put right since."""
        then = {**self.scored[epoch].holders, **self.doubted.get(epoch, {})}
        return {position: holder for position, holder in then.items() if holder != NOBODY}

    @property
    def is_unseen(self) -> bool:
        """Herald has seen nothing of the board."""
        return not self.occupied and not self.holders

    @property
    def most_told(self) -> bool:
        """Nobody has seen a cube come to a title: who has the most there is told, and not how many."""
        return not self.followed and self.is_unseen

    @property
    def unread_titles(self) -> tuple[str, ...]:
        """Without all of them nobody finds a position on the drawn board."""
        return self.unknown(map(components.title_key, POSITIONS))

    # --- positions -------------------------------------------------------------------------------------

    def title_of(self, position: str) -> str | None:
        """`NO_POSITION` where there is none; None while nobody has said which title it is."""
        return self.box.get(components.title_key(position)) or None

    def exists(self, position: str) -> bool:
        """True if there is, or may be, such a position: a city has one or two (de 159)."""
        return position in POSITIONS and self.title_of(position) != NO_POSITION

    def holder(self, position: str) -> int | None:
        return self.holders.get(position)

    def held_in(self, country: str, seat: int | None = None) -> tuple[str, ...]:
        """Positions of the country with a cube, of anybody or of this seat; none that turns out not to exist."""
        held = (
            position for position in filter(self.exists, components.POSITIONS_IN[country]) if position in self.holders
        )
        return tuple(position for position in held if seat in (None, self.holders[position]))

    def has_position_in(self, seat: int, city: str) -> bool:
        return any(self.holder(position) == seat for position in components.POSITIONS_OF[city])

    def has_cube_in(self, seat: int, city: str) -> bool:
        """On a position or, displaced, on the city's field (de 231)."""
        return self.has_position_in(seat, city) or seat in self.displaced.get(city, ())

    def has_every_city(self, seat: int, country: str) -> bool:
        return all(self.has_cube_in(seat, city) for city in components.CITIES_OF[country])

    def with_cube(self, seat: int, position: str) -> State:
        """After a move: a cube on the position, one on its title, a displaced one beside the city (de 165, 193)."""
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
        """With the cubes where they are said to lie: those that are new there were moves, whatever else was."""
        state = replace(self, holders={place: seat for place, seat in self.holders.items() if place in holders})
        for place, seat in holders.items():
            if state.holder(place) != seat:
                state = state.with_cube(seat, place)
        return state

    # --- titles ----------------------------------------------------------------------------------------

    @memoize_by_identity
    def cubes_on(self, title: str) -> tuple[int, ...]:
        """Cubes by seat: one for each time it occupied such a position (de 169); they never leave (de 197).

        What was counted at the table holds, whatever title the moves before it turn out to have had.
        """
        moves = [(n, seat) for n, (seat, position) in enumerate(self.occupied) if self.title_of(position) == title]
        known = [self.counted.get((title, seat), Counted(0, 0)) for seat in range(self.seats)]
        return tuple(
            count.cubes + sum(who == seat and n >= count.moves for n, who in moves) for seat, count in enumerate(known)
        )

    def has_every_title(self, seat: int) -> bool:
        return all(self.cubes_on(title)[seat] for title in TITLES)

    def completed_at(self, seat: int) -> int | None:
        """After how many moves of everybody the seat had a cube on every title; None: it has not."""
        came = [self._came_at(title, seat) for title in TITLES]
        known = [moves for moves in came if moves is not None]
        return max(known) if len(known) == len(came) else None

    def _came_at(self, title: str, seat: int) -> int | None:
        """After how many moves the first cube on a title came, at the latest when it was counted there."""
        mine = (n for n, (who, at) in enumerate(self.occupied, 1) if who == seat and self.title_of(at) == title)
        count = self.counted.get((title, seat))
        if count is None:
            return min(mine, default=None)
        return min((count.moves, *mine)) if count.cubes else min((n for n in mine if n > count.moves), default=None)

    # --- markers ---------------------------------------------------------------------------------------

    def value(self, marker: MarkerKey) -> int | None:
        """As the box has it, or as the rulebook states it; None while nobody has read it."""
        return number(self.box, marker) or components.STATED_VALUES.get(marker)

    def unknown(self, keys: Iterable[str]) -> tuple[str, ...]:
        """Those printed numbers that nobody has said yet."""
        return tuple(
            key for key in dict.fromkeys(keys) if not self.box.get(key) and key not in components.STATED_VALUES
        )

    @property
    def gone(self) -> frozenset[MarkerKey]:
        """Markers that have found an owner, or have left the game."""
        return frozenset((*self.removed, *(taken.key for taken in self.markers)))

    def left(self, markers: Iterable[MarkerKey]) -> tuple[MarkerKey, ...]:
        """Those that still lie on the board, as far as Herald knows."""
        if not self.followed:
            return ()
        gone = self.gone
        return tuple(marker for marker in markers if marker not in gone)

    def has_marker(self, seat: int, start: str) -> bool:
        """True if the seat has a marker whose name begins like that."""
        return any(marker.key.startswith(start) for marker in self.markers_of(seat))

    def markers_of(self, seat: int) -> tuple[Marker, ...]:
        return tuple(marker for marker in self.markers if marker.seat == seat)

    def without_marker(self, marker: MarkerKey) -> State:
        """It lies before nobody, and has not left the game."""
        return replace(
            self,
            markers=tuple(taken for taken in self.markers if taken.key != marker),
            removed=tuple(key for key in self.removed if key != marker),
        )

    def owners_of(self, marker: MarkerKey) -> tuple[int, ...]:
        """Nobody, somebody, or two with a half each."""
        return tuple(sorted(taken.seat for taken in self.markers if taken.key == marker))

    # --- in words --------------------------------------------------------------------------------------

    def city_name(self, city: str) -> Text | str:
        return components.city_name(self.box, city)

    def position_name(self, position: str) -> Text:
        """ "Duke of Valencia" """
        title = TITLES.get(self.title_of(position) or "", T("position"))
        return T("{title} of {city}", title=title, city=self.city_name(components.city_of(position)))

    def marker_name(self, marker: MarkerKey) -> Text:
        """What the marker is, in words; its value is told to its owner only."""
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
