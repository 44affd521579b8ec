"""Who is ahead: by influence in a country (de 253-259), and by cubes on a title (de 271-275)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

from scoring.box import number
from scoring.kernel import END
from scoring.majority import most, open_tie
from scoring.royals import printed
from scoring.royals.printed import COUNTRIES, RANK, RANKS, TITLES, MarkerKey
from scoring.royals.state import State
from scoring.standings import ranked
from scoring.words import TN, T, Text, seats

HALVES = 2

# --- in a country --------------------------------------------------------------------------------------


def influence_of(state: State, position: str) -> int | None:
    return number(state.box, printed.influence_key(position))


def influence(state: State, country: str, seat: int) -> int:
    """Points of all positions held; displaced cubes bring none (de 199)."""
    return sum(influence_of(state, position) or 0 for position in state.held_in(country, seat))


def is_known(state: State, country: str, seat: int) -> bool:
    return all(influence_of(state, position) is not None for position in state.held_in(country, seat))


def _best_position(state: State, country: str, seat: int) -> tuple[int, int]:
    """The highest title held in the country now, and the highest bonus of the cities where it is held (de 255-257)."""
    held = state.held_in(country, seat)
    return max(((_rank(state, position), _city_bonus(state, position)) for position in held), default=(-1, 0))


def _rank(state: State, position: str) -> int:
    return RANK.get(state.title_of(position) or "", -1)


def _city_bonus(state: State, position: str) -> int:
    return state.value(printed.city_marker(printed.city_of(position))) or 0


def key_of(state: State, country: str, seat: int) -> tuple[int, int, int, int]:
    """Influence, then the higher title, then the city with the higher bonus, then what the table decided."""
    settled = state.phase.put_first(country)
    decided = len(settled) - settled.index(seat) if seat in settled else 0
    return influence(state, country, seat), *_best_position(state, country, seat), decided


def order(state: State, country: str) -> tuple[tuple[int, ...], ...]:
    """Seats with influence from the most to the least, equals together."""
    present = (seat for seat in range(state.seats) if influence(state, country, seat))
    return ranked({seat: key_of(state, country, seat) for seat in present})


def positions_that_decide(state: State, country: str) -> Iterator[str]:
    """Where equals in influence hold the same highest title: of these cities the bonus decides (de 257). None, as long
    as not all influence is known."""
    present = {seat: state.held_in(country, seat) for seat in range(state.seats) if state.held_in(country, seat)}
    if not all(is_known(state, country, seat) for seat in present):
        return
    ahead = {seat: (influence(state, country, seat), _best_position(state, country, seat)[0]) for seat in present}
    for seat, (points, rank) in ahead.items():
        if list(ahead.values()).count((points, rank)) > 1:
            yield from (position for position in present[seat] if _rank(state, position) == rank)


def tie_to_settle(state: State, country: str) -> tuple[int, ...]:
    """Seats equal in everything, one of whom has to be put first."""
    return open_tie(order(state, country), len(RANKS))


def winners(state: State, country: str) -> tuple[int, ...]:
    """Who gets the higher and, if anybody else has influence, the lower marker."""
    return tuple(seat for group in order(state, country) for seat in group)[: len(RANKS)]


def epoch_awards(state: State) -> Iterator[tuple[MarkerKey, int | None]]:
    """Each marker of this epoch with its owner; None: it leaves the game (de 259)."""
    for country in COUNTRIES:
        yield from zip_longest(printed.epoch_markers(country, state.epoch), winners(state, country))


def _equal(state: State, country: str, seat: int) -> list[int]:
    """Others with as much influence."""
    others = [other for group in order(state, country) for other in group if other != seat]
    return [other for other in others if influence(state, country, other) == influence(state, country, seat)]


def what_decided(state: State, country: str, seat: int) -> Text | None:
    """How a tie was broken, if there was one."""
    equal = _equal(state, country, seat)
    return _tie_break(state, country, seat, equal) if equal else None


def why_ahead(state: State, country: str, seat: int) -> Text:
    """How much influence, and how a tie was broken."""
    plain = TN("{count} point of influence", "{count} points of influence", influence(state, country, seat))
    how, others = what_decided(state, country, seat), seats(_equal(state, country, seat))
    return T("{points}, as {others}; {how}", points=plain, others=others, how=how) if how else plain


def _tie_break(state: State, country: str, seat: int, equal: list[int]) -> Text:
    """By what this seat differs from the one closest to it."""
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
    """From Marshal to King, the whole portrait for one, halves for two; nobody: it leaves the game (de 275)."""
    for title in TITLES:
        full, half = printed.portraits(title)
        ahead = leaders(state, title)
        yield (half if len(ahead) == HALVES else full), ahead if len(ahead) <= HALVES else ()


def why_most(state: State, title: str, seat: int) -> Text:
    """How many cubes, and who has as many."""
    cubes = state.cubes_on(title)[seat]
    others = [other for other in leaders(state, title) if other != seat]
    if state.follow == END:  # only who has the most was asked
        return T("as many cubes as {others}: a half each", others=seats(others)) if others else T("the most cubes")
    if not others:
        return TN("{count} cube, more than anybody", "{count} cubes, more than anybody", cubes)
    return TN(
        "{count} cube, as {others}: a half each", "{count} cubes, as {others}: a half each", cubes, others=seats(others)
    )
