"""The box sheet: printed numbers, where each comes from, and what they must add up to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from scoring.words import Text

# Printed values by field key. A field that is missing is not known yet: Herald asks, it never guesses.
Box: TypeAlias = Mapping[str, str]


class Trust(Enum):
    """How sure a built-in value is."""

    PRINTED = "printed"  # stated by the rulebook, or follows from it by logic alone
    PROBABLE = "probable"  # needs an assumption: offered as the default, marked unverified


@dataclass(frozen=True)
class Source:
    """Where a built-in value comes from."""

    place: str
    trust: Trust = Trust.PRINTED


@dataclass(frozen=True)
class BoxField:
    """One printed number (or name): its question, its possible values and, where known, the value itself.

    `many` is the number of values that belong together ("4 start areas"), stored joined by spaces.
    """

    key: str
    group: Text
    label: Text
    options: tuple[str, ...]
    value: str | None = None
    source: Source | None = None
    many: int = 1

    @property
    def certain(self) -> bool:
        return self.source is not None and self.source.trust is Trust.PRINTED

    def allows(self, value: str) -> bool:
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


def built_in(fields: tuple[BoxField, ...]) -> Box:
    """What a new box knows: the values stated by the rulebook."""
    return {field.key: field.value for field in fields if field.value is not None and field.certain}
