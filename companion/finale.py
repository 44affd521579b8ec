"""The finale: row by row of the score sheet, then place by place from the last to the first, then the winner alone.

When something appears follows from when the game ended, so every screen shows the same at the same time, a reload or a
swap begins nothing anew, and nobody has to tap.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.standings import Category, Standings, ranked
from scoring.words import Text

# Milliseconds: about a quarter of a minute for four players, the longest pause before the winner.
START, ROW, CELL, PLACE, SUSPENSE = 1500, 500, 250, 1200, 2000
OVER = 10_000_000


@dataclass(frozen=True)
class Cell:
    points: int
    at: int


@dataclass(frozen=True)
class FinaleRow:
    name: Text
    at: int
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Finale:
    """`elapsed` is how long the game has been over; whatever is `at` a later moment is still to come."""

    elapsed: int
    rows: tuple[FinaleRow, ...]
    # When each seat hears its place, and with it its total: nobody adds up before the count does.
    places: tuple[int, ...]
    winner: int

    @property
    def is_running(self) -> bool:
        return self.elapsed < self.winner

    def waits(self, at: int) -> bool:
        return at > self.elapsed


def build_finale(elapsed: int, categories: Sequence[Category], standings: Standings, read_out: bool = False) -> Finale:
    """Within a row whoever has least comes first; places of equals come together, the winner last of all. Rows that
    were read out before are there from the beginning."""
    now, rows = START, []
    for category in categories:
        if read_out:
            rows.append(FinaleRow(category.name, 0, tuple(Cell(points, 0) for points in category.points)))
            continue
        order = ranked({seat: (-points,) for seat, points in enumerate(category.points)})
        steps = {seat: step for step, group in enumerate(order, 1) for seat in group}
        cells = (Cell(points, now + CELL * steps[seat]) for seat, points in enumerate(category.points))
        rows.append(FinaleRow(category.name, now, tuple(cells)))
        now += ROW + CELL * len(order)
    groups = sorted({place.place for place in standings.places}, reverse=True)
    places = {place: now + PLACE * step for step, place in enumerate(groups, 1)}
    winner = places[groups[-1]] = places[groups[-1]] + SUSPENSE - PLACE
    at = tuple(places[place.place] for place in sorted(standings.places, key=lambda place: place.seat))
    return Finale(elapsed, tuple(rows), at, winner)
