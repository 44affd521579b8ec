"""An epoch scoring: influence in a country, who comes before whom, and who gets its two markers (de 253-259)."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.box import number
from scoring.majority import open_tie
from scoring.royals import printed
from scoring.royals.printed import COUNTRIES, RANK, RANKS, MarkerKey
from scoring.royals.state import CountryResult, Scoring, State, held_in, title_of
from scoring.standings import ranked
from scoring.words import TN, T, Text, seats


def influence_of(state: State, position: str) -> int | None:
    return number(state.box, printed.influence_key(position))


def influence(state: State, country: str, seat: int) -> int:
    """Points of all positions held; displaced cubes bring none (de 199)."""
    return sum(influence_of(state, position) or 0 for position in held_in(state, country, seat))


def is_known(state: State, country: str, seat: int) -> bool:
    return all(influence_of(state, position) is not None for position in held_in(state, country, seat))


def highest_title(state: State, country: str, seat: int) -> int:
    """The rank of the best title held in the country now; -1 without any."""
    ranks = (RANK.get(title_of(state, position) or "", -1) for position in held_in(state, country, seat))
    return max(ranks, default=-1)


def best_city(state: State, country: str, seat: int) -> int:
    """The highest city bonus among the cities where exactly that title is held (de 257)."""
    best = highest_title(state, country, seat)
    held = (p for p in held_in(state, country, seat) if RANK.get(title_of(state, p) or "", -1) == best)
    bonuses = (number(state.box, printed.city_marker(printed.city_of(position))) or 0 for position in held)
    return max(bonuses, default=0)


def key_of(state: State, country: str, seat: int) -> tuple[int, int, int, int]:
    """Influence, then the higher title, then the city with the higher bonus, then what the table said."""
    settled = state.phase.settled.get(country, ()) if isinstance(state.phase, Scoring) else ()
    said = len(settled) - settled.index(seat) if seat in settled else 0
    return (
        influence(state, country, seat),
        highest_title(state, country, seat),
        best_city(state, country, seat),
        said,
    )


def order(state: State, country: str) -> tuple[tuple[int, ...], ...]:
    """Seats with influence from the most to the least, equals together."""
    present = (seat for seat in range(state.seats) if influence(state, country, seat))
    return ranked({seat: key_of(state, country, seat) for seat in present})


def tie_to_settle(state: State, country: str) -> tuple[int, ...]:
    """Seats equal in everything, one of whom has to be put first."""
    return open_tie(order(state, country), len(RANKS))


def ties_to_settle(state: State) -> dict[str, tuple[int, ...]]:
    return {country: tied for country in COUNTRIES if (tied := tie_to_settle(state, country))}


def winners(state: State, country: str) -> tuple[int, ...]:
    """Who gets the higher and, if anybody else has influence, the lower marker."""
    return tuple(seat for group in order(state, country) for seat in group)[: len(RANKS)]


def awards(state: State) -> Iterator[tuple[MarkerKey, int | None]]:
    """Each marker of this epoch with its owner; None: it leaves the game (de 259)."""
    for country in COUNTRIES:
        owners = winners(state, country)
        for place, which in enumerate(RANKS):
            marker = printed.epoch_marker(country, state.epoch, which)
            yield marker, owners[place] if place < len(owners) else None


def numbers_needed(state: State) -> tuple[str, ...]:
    """Printed numbers without which this epoch cannot be scored."""
    return tuple(key for country in COUNTRIES for key in _needed_in(state, country) if not state.box.get(key))


def _needed_in(state: State, country: str) -> Iterator[str]:
    held = held_in(state, country)
    for position in held:
        yield printed.title_key(position)
        yield printed.influence_key(position)
    for city in dict.fromkeys(map(printed.city_of, held)):
        yield printed.city_marker(city)
    for which in RANKS[: len({state.holders[position] for position in held})]:
        yield printed.epoch_marker(country, state.epoch, which)


# --- why -----------------------------------------------------------------------------------------------


def why(state: State, country: str, seat: int) -> Text:
    """How much influence, and how a tie was broken."""
    points = influence(state, country, seat)
    equal = [other for group in order(state, country) for other in group if other != seat]
    equal = [other for other in equal if influence(state, country, other) == points]
    plain = TN("{count} point of influence", "{count} points of influence", points)
    if not equal:
        return plain
    how = _tie_break(state, country, seat, equal)
    return T("{points}, as {others}; {how}", points=plain, others=seats(equal), how=how)


def _tie_break(state: State, country: str, seat: int, equal: list[int]) -> Text:
    """By what this seat differs from the one closest to it."""
    mine = key_of(state, country, seat)
    keys = [key_of(state, country, other) for other in equal]
    level = max(next((n for n, part in enumerate(key) if part != mine[n]), len(mine)) for key in keys)
    if level == 1:
        return T("the higher title decided")
    return T("the city with the higher bonus decided") if level == 2 else T("the table decided")


def result(state: State, country: str) -> CountryResult:
    owners = winners(state, country)
    return CountryResult(
        country,
        tuple(influence(state, country, seat) for seat in range(state.seats)),
        owners[0] if owners else None,
        owners[1] if len(owners) > 1 else None,
        tuple(why(state, country, seat) for seat in owners),
    )
