"""Score lines, and places with their reasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from scoring.words import TN, T, Text, TextList, Who

POINTS = T("Points")


@dataclass(frozen=True)
class ScoreLine:
    """Points for one reason, which players can check; totals are sums of these lines."""

    seat: int
    what: Text
    points: int
    rule: str
    note: Text | None = None
    # Row of the score sheet.
    category: Text | None = None


@dataclass(frozen=True)
class Category:
    """Points of all seats in one row of the score sheet."""

    name: Text
    points: tuple[int, ...]


@dataclass(frozen=True)
class Standing:
    """A seat's place; ties share a place."""

    place: int
    seat: int
    points: int
    reason: Text | None = None


@dataclass(frozen=True)
class Standings:
    """The end of a game: the places, and the reason."""

    places: tuple[Standing, ...]
    reason: Text
    # Exclamation for the winner, if the game awards a title.
    cheer: Text | None = None
    # Sentence after the cheer, if it says more than winner and points.
    after: Text | None = None
    # Points needed, if the game is won by reaching a target.
    target: int | None = None

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(standing.seat for standing in self.places if standing.place == 1)

    @property
    def victory(self) -> Text:
        """The winners in about three words; `reason` says how they won."""
        if self.cheer and len(self.winners) == 1:
            return self.cheer
        return TN("{who} wins!", "{who} share the win!", len(self.winners), who=TextList(tuple(map(Who, self.winners))))

    @property
    def headline(self) -> Text:
        """The winners, named once: the cheer, or the whole sentence with the points."""
        return self.victory if self.after or (self.cheer and len(self.winners) == 1) else self.reason

    @property
    def verdict(self) -> Text | None:
        """The lead over the next place, or the tie-break; None for a shared victory or if neither applies."""
        first, others = self.places[0], [standing for standing in self.places if standing.place > 1]
        if len(self.winners) > 1 or not others:
            return None
        second, ahead = others[0], first.points - others[0].points
        if ahead > 0:
            return TN(
                "One ahead of {other}, {points} to {theirs}.",
                "{count} ahead of {other}, {points} to {theirs}.",
                ahead,
                points=first.points,
                theirs=second.points,
                other=Who(second.seat),
            )
        if ahead == 0 and first.reason:
            return T(
                "Tied with {other} at {points}: {why}.", points=first.points, other=Who(second.seat), why=first.reason
            )
        return None

    def place_of(self, seat: int) -> int:
        return next(standing.place for standing in self.places if standing.seat == seat)


def totals(lines: Sequence[ScoreLine], seats: int) -> tuple[int, ...]:
    return tuple(sum(line.points for line in lines if line.seat == seat) for seat in range(seats))


def categories(lines: Sequence[ScoreLine], seats: int, sheet: Sequence[Text] = ()) -> tuple[Category, ...]:
    """Returns the lines added up row by row, in sheet order; rows without a line are left out."""
    rows: dict[Text, list[ScoreLine]] = {row: [] for row in sheet}
    for line in lines:
        rows.setdefault(line.category or POINTS, []).append(line)
    return tuple(Category(row, totals(under, seats)) for row, under in rows.items() if under)


def ranked(keys: Mapping[int, tuple[Any, ...]]) -> tuple[tuple[int, ...], ...]:
    """Returns the seats from the highest key to the lowest, grouped by equal keys."""
    order = sorted(keys, key=lambda seat: keys[seat], reverse=True)
    return tuple(tuple(sorted(group)) for _, group in groupby(order, key=lambda seat: keys[seat]))


def tied(keys: Mapping[int, tuple[Any, ...]]) -> tuple[tuple[int, ...], ...]:
    """Returns the groups of seats with equal keys."""
    return tuple(group for group in ranked(keys) if len(group) > 1)


def places(keys: Mapping[int, tuple[Any, ...]]) -> dict[int, int]:
    """Returns the place of each seat; equal keys share a place, and the next place is skipped."""
    result: dict[int, int] = {}
    for group in ranked(keys):
        place = len(result) + 1
        result |= dict.fromkeys(group, place)
    return result
