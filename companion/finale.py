"""The finale: the score sheet row by row, then the places from last to first, then the winner alone.

Reveal times depend only on the time at which the game ended. So all screens show the same at the same time, a reload
restarts nothing, and nobody has to tap.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.standings import Category, Standings, ranked
from scoring.words import Text

# Durations in milliseconds; about 15 seconds in all for four players, with the longest pause before the winner.
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
    """Reveal times in milliseconds after the end of the game. Everything whose time is later than `elapsed` is still
    hidden."""

    elapsed: int
    rows: tuple[FinaleRow, ...]
    # When each seat's place and total appear; totals come last, so that nobody sees them before the rows are counted.
    places: tuple[int, ...]
    winner: int

    @property
    def is_running(self) -> bool:
        return self.elapsed < self.winner

    def waits(self, at: int) -> bool:
        return at > self.elapsed


def build_finale(elapsed: int, categories: Sequence[Category], standings: Standings, read_out: bool = False) -> Finale:
    """Schedules the reveals. In each row the lowest points come first; tied places appear together, the winner last.
    With `read_out`, the rows were read out before and are shown from the start."""
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
