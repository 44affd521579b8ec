"""The box sheet: printed numbers, where each comes from, and what they must add up to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from itertools import pairwise
from typing import TypeAlias

from scoring.words import T, Text

NAME_LENGTH = 24
FEW = 8

# Printed values by field key. A field that is missing is not known yet: Herald asks, it never guesses.
Box: TypeAlias = Mapping[str, str]


class Trust(Enum):
    """How sure a built-in value is."""

    PRINTED = "printed"  # stated by the rulebook, or follows from it by logic alone
    PROBABLE = "probable"  # needs an assumption: offered as the default, marked unverified


@dataclass(frozen=True)
class Source:
    """Where a built-in value comes from: a place in a rulebook, or words."""

    place: str | Text
    trust: Trust = Trust.PRINTED


@dataclass(frozen=True)
class BoxField:
    """One printed number (or name): its question, its possible values and, where known, the value itself.

    `many` is the number of values that belong together ("4 start areas"), stored joined by spaces.
    `absent` is the value that says there is no such thing in this box; a move never brings it along.
    Without options it is a name: free to choose, and free to forget.
    Fields of one `group` are filled in together, by one phone; those of one `part` stand side by side.
    """

    key: str
    group: Text
    label: Text
    options: tuple[str, ...]
    value: str | None = None
    source: Source | None = None
    many: int = 1
    absent: str = ""
    part: Text | None = None
    # How a value is said, where it is not simply shown.
    words: Mapping[str, Text] = field(default_factory=dict)

    @property
    def is_name(self) -> bool:
        return not self.options

    @property
    def is_typed(self) -> bool:
        """True for names, and for numbers of so wide a range that nobody wants them all on the screen."""
        return self.is_name or (len(self.options) > FEW and all(option.isdecimal() for option in self.options))

    @property
    def full_label(self) -> Text:
        """The question where its part is not written above it."""
        return T("{part}: {label}", part=self.part, label=self.label) if self.part else self.label

    def said(self, value: str) -> Text | str:
        return self.words.get(value, value)

    @property
    def certain(self) -> bool:
        return self.source is not None and self.source.trust is Trust.PRINTED

    def allows(self, value: str) -> bool:
        if self.is_name:
            return len(value) <= NAME_LENGTH and value.isprintable() and value == " ".join(value.split())
        if self.absent and value == self.absent:
            return True
        parts = value.split(" ")
        distinct = len(set(parts)) == len(parts) == self.many
        fixed = not self.certain or value == self.value
        return distinct and fixed and all(part in self.options for part in parts)


@dataclass(frozen=True)
class Check:
    """A sum that the rulebook states, told live while the sheet is filled in."""

    text: Text
    rule: str
    holds: Callable[[Box], bool | None]  # None: not all values are known yet


def numbers(low: int, high: int) -> tuple[str, ...]:
    """The options of a field that holds a number."""
    return tuple(str(number) for number in range(low, high + 1))


def number(box: Box, key: str) -> int | None:
    """A printed number, if it is known and there is one."""
    value = box.get(key, "")
    return int(value) if value.isdecimal() else None


def rising(text: Text, rule: str, keys: tuple[str, ...]) -> Check:
    """Each of these numbers is greater than the one before it."""
    return _compared(text, rule, keys, lambda one, other: one < other)


def falling(text: Text, rule: str, keys: tuple[str, ...]) -> Check:
    """None of these numbers is greater than the one before it."""
    return _compared(text, rule, keys, lambda one, other: one >= other)


def _compared(text: Text, rule: str, keys: tuple[str, ...], right: Callable[[int, int], bool]) -> Check:
    def holds(box: Box) -> bool | None:
        found = [number(box, key) for key in keys]
        known = [value for value in found if value is not None]
        if not all(right(one, other) for one, other in pairwise(known)):
            return False
        return True if len(known) == len(found) else None

    return Check(text, rule, holds)


def built_in(fields: tuple[BoxField, ...]) -> Box:
    """What a new box knows: the values stated by the rulebook."""
    return {field.key: field.value for field in fields if field.value is not None and field.certain}
