"""Rankings by influence in a country (de 253-259) and by cubes on a title (de 271-275)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, zip_longest
from typing import TypeAlias

from scoring.majority import most, open_tie, settled
from scoring.memo import memoize_by_identity
from scoring.printed_values import number
from scoring.royals import components
from scoring.royals.components import COUNTRIES, NO_POSITION, RANK, RANKS, TITLES, MarkerKey
from scoring.royals.state import State
from scoring.standings import ranked
from scoring.words import TN, T, Text, seats

HALVES = 2

# --- in a country --------------------------------------------------------------------------------------


def influence_of(state: State, position: str) -> int | None:
    """Returns the position's influence: None if unread, 0 if the position does not exist (de 159)."""
    key = components.influence_key(position)
    return 0 if state.printed_values.get(key) == NO_POSITION else number(state.printed_values, key)


def _at_least(state: State, held: Sequence[str]) -> int:
    """Returns the minimum influence of these positions; an unread value counts as 1."""
    known = (influence_of(state, position) for position in held)
    return sum(1 if points is None else points for points in known)


@memoize_by_identity
def influence(state: State, country: str, seat: int) -> int:
    """Returns the influence of all positions held; displaced cubes have none (de 199)."""
    if (entered := state.phase.entered_influence(country, seat)) is not None:
        return entered
    return _at_least(state, state.held_in(country, seat))


def is_known(state: State, country: str, seat: int) -> bool:
    """True if all printed values of this influence are known."""
    return all(influence_of(state, position) is not None for position in state.held_in(country, seat))


def _best_position(state: State, held: Sequence[str]) -> tuple[int, int]:
    """Returns the rank of the highest title, and the highest bonus of the cities where it is held (de 255-257)."""
    return max(((_rank(state, position), _city_bonus(state, position)) for position in held), default=(-1, 0))


def _rank(state: State, position: str) -> int:
    return RANK.get(state.title_of(position) or "", -1)


def _city_bonus(state: State, position: str) -> int:
    return state.value(components.city_marker(components.city_of(position))) or 0


def key_of(state: State, country: str, seat: int) -> tuple[int, int, int]:
    """Returns the sort key: influence, then highest title, then highest city bonus."""
    return influence(state, country, seat), *_best_position(state, state.held_in(country, seat))


@memoize_by_identity
def ranking(state: State, country: str) -> tuple[tuple[int, ...], ...]:
    """Returns the seats with influence, most first. Tied seats share a group unless the table has decided."""
    present = (seat for seat in range(state.seats) if influence(state, country, seat))
    equals = ranked({seat: key_of(state, country, seat) for seat in present})
    return tuple(part for group in equals for part in settled(group, state.phase.decisions(country)))


# --- unread printed values -----------------------------------------------------------------------------

# Influence, rank of the highest title, city bonus where that title is held.
Level: TypeAlias = tuple[float, float, float]
# Upper bound of an unread value.
ANY = float("inf")


def deciding_values(state: State, country: str) -> Iterator[str]:
    """Yields the unread values that decide who takes the markers (de 253-257). Considers each undecided pair, unless
    two others are ahead of both. Influence comes first, then titles if that is equal, then city bonuses."""
    present = {seat: held for seat in range(state.seats) if (held := state.held_in(country, seat))}
    bounds = {seat: (_lower_bound(state, held), _upper_bound(state, held)) for seat, held in present.items()}
    for pair in combinations(present, 2):
        (low, high), (low_of_other, high_of_other) = (bounds[seat] for seat in pair)
        reach = min(high, high_of_other)
        ahead = sum(bounds[seat][0] > reach for seat in present if seat not in pair)
        if low <= high_of_other and low_of_other <= high and ahead < len(RANKS):
            yield from _first_unread(state, *(present[seat] for seat in pair))


def _first_unread(state: State, one: Sequence[str], other: Sequence[str]) -> Sequence[str]:
    """Returns the unread values of an undecided pair. Titles matter only if all influence is known, cities only if all
    titles are."""
    return (
        state.unknown(map(components.influence_key, (*one, *other)))
        or state.unknown(map(components.title_key, (*one, *other)))
        or _unread_bonuses(state, _cities(state, one), _cities(state, other))
    )


def _unread_bonuses(state: State, one: Sequence[MarkerKey], other: Sequence[MarkerKey]) -> Sequence[str]:
    """Returns the unread bonuses of the cities where two seats hold equal highest titles. A city of both seats matters
    only if their other cities differ."""
    of_one = [city for city in one if city not in other]
    of_other = [city for city in other if city not in one]
    if not state.unknown(of_one + of_other) and _best_bonus(state, of_one) == _best_bonus(state, of_other):
        return ()
    return state.unknown((*one, *other))


def _cities(state: State, held: Sequence[str]) -> tuple[MarkerKey, ...]:
    """Returns the bonus markers of the cities where the highest of these titles is held."""
    rank, _ = _best_position(state, held)
    return tuple(
        components.city_marker(components.city_of(position)) for position in held if _rank(state, position) == rank
    )


def _best_bonus(state: State, cities: Iterable[MarkerKey], unread: float = 0) -> float:
    """Returns the highest bonus of these cities; without cities 1, the lowest possible bonus."""
    values = (state.value(city) for city in cities)
    return max((unread if value is None else value for value in values), default=1)


def _lower_bound(state: State, held: Sequence[str]) -> Level:
    """Returns the lower bound for these positions."""
    return _at_least(state, held), *_best_position(state, held)


def _upper_bound(state: State, held: Sequence[str]) -> Level:
    """Returns the upper bound for these positions."""
    rank, _ = _best_position(state, held)
    return (
        sum(ANY if (points := influence_of(state, position)) is None else points for position in held),
        rank if all(map(state.title_of, held)) else ANY,
        _best_bonus(state, _cities(state, held), unread=ANY),
    )


# --- the markers ---------------------------------------------------------------------------------------


def tie_to_settle(state: State, country: str) -> tuple[int, ...]:
    """Returns the fully tied seats among which the table must choose."""
    return open_tie(ranking(state, country), len(RANKS))


def winners(state: State, country: str) -> tuple[int, ...]:
    """Returns who gets the higher marker and, if another seat has influence, who gets the lower one."""
    return tuple(seat for group in ranking(state, country) for seat in group)[: len(RANKS)]


def epoch_awards(state: State) -> Iterator[tuple[MarkerKey, int | None]]:
    """Yields each marker of this epoch with its new owner; None if it leaves the game (de 259)."""
    for country in COUNTRIES:
        yield from zip_longest(components.epoch_markers(country, state.epoch), winners(state, country))


def _tied_seats(state: State, country: str, seat: int) -> list[int]:
    """Returns the other seats with equal influence, if all of it is known."""
    present = [other for group in ranking(state, country) for other in group if is_known(state, country, other)]
    if seat not in present:
        return []
    points = influence(state, country, seat)
    return [other for other in present if other != seat and influence(state, country, other) == points]


def what_decided(state: State, country: str, seat: int) -> Text | None:
    """Returns how a tie was broken; None if there was none or it is still open."""
    equal = _tied_seats(state, country, seat)
    return _tie_break(state, country, seat, equal) if equal and seat not in tie_to_settle(state, country) else None


def why_ahead(state: State, country: str, seat: int) -> Text:
    """Returns the amount of influence, and how a tie was broken."""
    plain = _how_much(state, country, seat)
    how, others = what_decided(state, country, seat), seats(_tied_seats(state, country, seat))
    return T("{points}, tied with {others}; {how}", points=plain, others=others, how=how) if how else plain


def _how_much(state: State, country: str, seat: int) -> Text:
    """Returns the influence, or its minimum if some values were not needed and stayed unread."""
    if is_known(state, country, seat):
        return TN("{count} influence", "{count} influence", influence(state, country, seat))
    if len(state.held_in(country, seat)) == len(state.held_in(country)):
        return T("no one else is there")
    return TN("at least {count} influence", "at least {count} influence", influence(state, country, seat))


def _tie_break(state: State, country: str, seat: int, equal: list[int]) -> Text:
    """Returns the criterion that separates this seat from the one closest to it."""
    mine = key_of(state, country, seat)
    keys = [key_of(state, country, other) for other in equal]
    level = max(next((n for n, part in enumerate(key) if part != mine[n]), len(mine)) for key in keys)
    if level == 1:
        return T("the higher title decided")
    return T("the city with the higher bonus decided") if level == 2 else T("the table decided")


# --- on a title ----------------------------------------------------------------------------------------


def leaders(state: State, title: str) -> tuple[int, ...]:
    return most(dict(enumerate(state.cubes_on(title))))


def portrait_awards(state: State) -> Iterator[tuple[MarkerKey, tuple[int, ...]]]:
    """Yields portraits from Marshal to King: whole for one leader, half for two. With more, it leaves the game (de
    275)."""
    for title in TITLES:
        full, half = components.portraits(title)
        ahead = leaders(state, title)
        yield (half if len(ahead) == HALVES else full), ahead if len(ahead) <= HALVES else ()


def why_most(state: State, title: str, seat: int) -> Text:
    """Returns the number of cubes, and who is tied."""
    cubes = state.cubes_on(title)[seat]
    others = [other for other in leaders(state, title) if other != seat]
    if state.only_leaders_entered:
        return T("tied with {others} on cubes: half each", others=seats(others)) if others else T("the most cubes")
    if not others:
        return TN("{count} cube, more than anyone else", "{count} cubes, more than anyone else", cubes)
    return TN(
        "{count} cube, tied with {others}: half each",
        "{count} cubes, tied with {others}: half each",
        cubes,
        others=seats(others),
    )
