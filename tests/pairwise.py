"""Pairwise settings: every pair of choices a table can make before the start occurs in one of them.

A setting chooses a player count, a value for every option, and whether the printed values are known.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any, TypeAlias

from scoring.kernel import EVERY_MOVE, Game

# An option's key and value, or one of the two below.
Choice: TypeAlias = tuple[str, str]
SEATS = "seats"
PRINTED, KNOWN, UNREAD = "printed", "known", "unread"


@dataclass(frozen=True)
class Setting:
    """One value per choice."""

    choices: tuple[Choice, ...]

    @property
    def seats(self) -> int:
        return int(dict(self.choices)[SEATS])

    @property
    def is_unread(self) -> bool:
        """True if nobody has entered a printed value yet."""
        return (PRINTED, UNREAD) in self.choices

    @property
    def options(self) -> dict[str, str]:
        return {key: value for key, value in self.choices if key not in (SEATS, PRINTED)}

    def __str__(self) -> str:
        return "-".join(value for _, value in self.choices)


def settings(game: Game[Any]) -> list[Setting]:
    """Pairwise settings for a table with a box."""
    return _covering(game, _axes(game))


def bot_settings(game: Game[Any]) -> list[Setting]:
    """Pairwise settings for a table with bots, which has no box: printed values are known."""
    without_box = {option.key: option.without_box for option in game.options if option.without_box}
    fixed = {PRINTED: KNOWN, **without_box}
    return _covering(
        game, ([choice for choice in axis if fixed.get(choice[0]) in (None, choice[1])] for axis in _axes(game))
    )


def first_uses(found: Sequence[Setting]) -> set[Setting]:
    """The settings that use some choice first; together they use every choice."""
    before: set[Choice] = set()
    first: set[Setting] = set()
    for setting in found:
        if not before.issuperset(setting.choices):
            first.add(setting)
        before.update(setting.choices)
    return first


def pairs(game: Game[Any]) -> set[frozenset[Choice]]:
    """Every pair of choices that can occur together and both matter."""
    every = combinations(_axes(game), 2)
    met = (pair for one, other in every for pair in product(one, other))
    return {frozenset(pair) for pair in met if _matters(game, dict(pair))}


def values(game: Game[Any]) -> set[Choice]:
    return {(option.key, value) for option in game.options for value, _ in option.values}


def _axes(game: Game[Any]) -> Iterator[Sequence[Choice]]:
    yield [(SEATS, str(count)) for count in game.players]
    yield [(PRINTED, KNOWN), *([(PRINTED, UNREAD)] if game.printed_fields else [])]
    for option in game.options:
        yield [(option.key, value) for value, _ in option.values]


def _covering(game: Game[Any], axes: Iterator[Sequence[Choice]]) -> list[Setting]:
    """Greedy and deterministic: each setting covers most of the remaining pairs."""
    rows = [row for row in product(*axes) if _matters(game, dict(row))]
    left = {pair for row in rows for pair in combinations(row, 2)}
    chosen: list[Setting] = []
    while left:
        best = max(rows, key=lambda row: len(left.intersection(combinations(row, 2))))
        left.difference_update(combinations(best, 2))
        chosen.append(Setting(best))
    return chosen


def _matters(game: Game[Any], choices: Mapping[str, str]) -> bool:
    """False if an option about moves differs from its default where moves are not tracked."""
    tracking = choices.get("follow", EVERY_MOVE)
    ignored = (option for option in game.options if not option.matters(tracking))
    return all(choices.get(option.key, option.values[0][0]) == option.values[0][0] for option in ignored)
