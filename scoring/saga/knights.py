"""Knights: a colour and a value; how a set is made up, how they are written in a form and said in a sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from scoring.words import Both, T, Text

# In the order in which the rulebook names the lands (nl 33).
COLOURS = ("red", "green", "blue", "orange", "purple", "yellow")
VALUES = (1, 2, 3, 4)  # reviews agree; nl 224: three cards worth 4
SET_CARDS = 12  # nl 38
SET_POINTS = 30  # reviews: each set has three knights of every value; nl 39: all sets are worth the same

One = TypeVar("One")


@dataclass(frozen=True)
class Knight:
    colour: str
    value: int

    @property
    def key(self) -> str:
        """As forms write it: `green-4`."""
        return f"{self.colour}-{self.value}"


ALL_KNIGHTS: tuple[Knight, ...] = tuple(Knight(colour, value) for colour in COLOURS for value in VALUES)
BY_KEY: Mapping[str, Knight] = {knight.key: knight for knight in ALL_KNIGHTS}

_NAMES: Mapping[str, Callable[[int], Text]] = {
    "red": lambda value: T("Red {value}", value=value),
    "green": lambda value: T("Green {value}", value=value),
    "blue": lambda value: T("Blue {value}", value=value),
    "orange": lambda value: T("Orange {value}", value=value),
    "purple": lambda value: T("Purple {value}", value=value),
    "yellow": lambda value: T("Yellow {value}", value=value),
}


def called(one: Knight) -> Text:
    """ "Green 4" """
    return _NAMES[one.colour](one.value)


def listed(knights: Iterable[Knight]) -> Both:
    return Both(tuple(called(one) for one in knights))


def keys(knights: Iterable[Knight]) -> tuple[str, ...]:
    """What a form offers: each kind of knight once."""
    return tuple(dict.fromkeys(one.key for one in knights))


def worth(knights: Iterable[Knight]) -> int:
    return sum(one.value for one in knights)


def colours(knights: Iterable[Knight]) -> frozenset[str]:
    return frozenset(one.colour for one in knights)


def less(things: tuple[One, ...], gone: One) -> tuple[One, ...]:
    """The same things, one of this kind fewer."""
    place = things.index(gone)
    return things[:place] + things[place + 1 :]


def can_be(count: int, points: int) -> bool:
    """True if so many knights can be worth that much: each 1 to 4."""
    return VALUES[0] * count <= points <= VALUES[-1] * count
