"""Points line by line, and the final places (en 5)."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.standings import ScoreLine, Standing, Standings, places, ranked, totals
from scoring.words import T, Text, seats
from tests.sample_game.rules.auction import Over
from tests.sample_game.rules.components import NAMES, value
from tests.sample_game.rules.state import State, jewels_of

SHEET = (JEWELS_WON, COINS_LEFT) = (T("Jewels"), T("Coins"))


def score(state: State) -> tuple[ScoreLine, ...]:
    return tuple(line for seat in range(state.seats) for line in _lines(state, seat)) if state.owners else ()


def _lines(state: State, seat: int) -> Iterator[ScoreLine]:
    for jewel in jewels_of(state, seat):
        yield ScoreLine(seat, NAMES[jewel], value(state.printed_values, jewel) or 0, "en 5", category=JEWELS_WON)
    yield ScoreLine(seat, COINS_LEFT, state.coins[seat], "en 5", category=COINS_LEFT)


def standings(state: State) -> Standings | None:
    """Rank by points, then by jewels; full ties share the place. None before the end."""
    if not isinstance(state.phase, Over):
        return None
    points = totals(score(state), state.seats)
    keys = {seat: (points[seat], len(jewels_of(state, seat))) for seat in range(state.seats)}
    at = places(keys)
    rows = (Standing(at[seat], seat, points[seat]) for group in ranked(keys) for seat in group)
    return Standings(tuple(rows), _reason(ranked(keys)[0], keys))


def _reason(first: tuple[int, ...], keys: dict[int, tuple[int, int]]) -> Text:
    points = keys[first[0]][0]
    if len(first) > 1:
        return T("{who} share the victory with {points} points.", who=seats(first), points=points)
    if sum(key[0] == points for key in keys.values()) > 1:
        return T("{who} wins with {points} points and more jewels.", who=seats(first), points=points)
    return T("{who} wins with {points} points.", who=seats(first), points=points)
