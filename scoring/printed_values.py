"""Printed values: their fields, their sources, and the consistency checks between them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import pairwise
from typing import TypeAlias

from scoring.names import is_plain
from scoring.words import T, Text, TextList

NAME_LENGTH = 24

# Printed values by field key. A missing key is unknown: Herald asks and never guesses.
PrintedValues: TypeAlias = Mapping[str, str]


class Trust(Enum):
    """Certainty of a built-in value."""

    PRINTED = "printed"  # stated by the rulebook, or follows from it by logic alone
    PROBABLE = "probable"  # needs an assumption: offered as the default, marked unverified


@dataclass(frozen=True)
class Source:
    """Source of a built-in value: a rulebook place, or words."""

    place: str | Text
    trust: Trust = Trust.PRINTED


@dataclass(frozen=True)
class PrintedField:
    """One printed number or name: its question, its possible values and, if known, the value itself.

    `many` is the number of values that belong together ("4 start areas"), stored joined by spaces.
    `absent` is the value for a component that this box does not have; it is never entered with a move.
    A field without options is a name, which players may choose and remove freely.
    Fields of one `group` are entered together, on one phone; those of one `part` are shown side by side.
    `named_by` is the key of the field with the name of this field's place; that name is read first.
    """

    key: str
    group: Text
    label: Text
    options: tuple[str, ...]
    value: str | None = None
    source: Source | None = None
    many: int = 1
    absent: str = ""
    part: Text | str | None = None
    # Display texts of values that are not shown as they are.
    words: Mapping[str, Text] = field(default_factory=dict)
    # False: not needed before a game, or learned by playing.
    asked: bool = True
    named_by: str = ""
    # Key of the field whose absence makes this one absent too.
    absent_with: str = ""
    # For a name: suggestions to tap instead of typing. None of them is assumed.
    names: tuple[str, ...] = ()
    # True: the only value at its place, so the place alone is its label.
    alone: bool = False

    @property
    def is_name(self) -> bool:
        return not self.options

    def place(self, box: PrintedValues) -> Text | str | None:
        """Returns the place where the value is printed: its name once known, else `part`."""
        return box.get(self.named_by) or self.part

    def full_label(self, box: PrintedValues) -> Text:
        """Returns the question including its place, for screens that do not show the place above it."""
        place = self.place(box)
        return T("{part}: {label}", part=place, label=self.label) if place else self.label

    @property
    def names_a_place(self) -> bool:
        return self.named_by == self.key

    def to_read_first(self, box: PrintedValues) -> str:
        """Returns the key of the field that names this field's place, if it is unread; else an empty string."""
        return "" if self.names_a_place or box.get(self.named_by) else self.named_by

    def is_absent(self, box: PrintedValues) -> bool:
        """True if this box lacks the component that bears the value."""
        return bool(self.absent) and box.get(self.absent_with) == self.absent

    def display(self, value: str) -> Text | str:
        return self.words.get(value, value)

    def entry(self, box: PrintedValues) -> Text:
        """Returns the place and the value, such as "Lincolia 2", for a sentence about a place that has no other
        value."""
        label = self.place(box) if self.alone else self.full_label(box)
        return T("{label} {value}", label=label or self.label, value=self.display(box[self.key]))

    def news(self, before: str, value: str) -> Text | None:
        """Returns the history line of a changed value; None for the usual line."""
        return None

    @property
    def certain(self) -> bool:
        return self.source is not None and self.source.trust is Trust.PRINTED

    def allows(self, value: str) -> bool:
        if self.is_name:
            return len(value) <= NAME_LENGTH and is_plain(value) and value == " ".join(value.split())
        if self.absent and value == self.absent:
            return True
        parts = value.split(" ")
        distinct = len(set(parts)) == len(parts) == self.many
        fixed = not self.certain or value == self.value
        return distinct and fixed and all(part in self.options for part in parts)


# Remaining possible values by field key.
Possible: TypeAlias = Mapping[str, frozenset[int]]


@dataclass(frozen=True)
class ConsistencyCheck:
    """A rulebook statement about printed values, checked live while they are entered."""

    text: Text
    rule: str
    holds: Callable[[PrintedValues], bool | None]  # None: some values are unknown
    # Reduces the possible values to those that the statement allows.
    narrowed: Callable[[Possible], Possible] = lambda possible: possible


def numbers(low: int, high: int) -> tuple[str, ...]:
    """Returns the options of a number field."""
    return tuple(str(number) for number in range(low, high + 1))


def number(box: PrintedValues, key: str) -> int | None:
    """Returns a printed number; None if it is unknown or absent."""
    value = box.get(key, "")
    return int(value) if value.isdecimal() else None


def summing(text: Text, rule: str, keys: tuple[str, ...], total: int) -> ConsistencyCheck:
    """Returns the check that these numbers add up to `total`."""

    def holds(box: PrintedValues) -> bool | None:
        known = [value for value in (number(box, key) for key in keys) if value is not None]
        return sum(known) == total if len(known) == len(keys) else None

    def narrowed(possible: Possible) -> Possible:
        low, high = (sum(bound(possible[key]) for key in keys) for bound in (min, max))
        return {
            **possible,
            **{
                key: frozenset(n for n in now if low - min(now) <= total - n <= high - max(now))
                for key, now in ((key, possible[key]) for key in keys)
            },
        }

    return ConsistencyCheck(text, rule, holds, narrowed)


def rising(text: Text, rule: str, keys: tuple[str, ...]) -> ConsistencyCheck:
    """Returns the check that each number is greater than the one before it."""
    return _increasing(text, rule, keys, 1)


def falling(text: Text, rule: str, keys: tuple[str, ...]) -> ConsistencyCheck:
    """Returns the check that no number is greater than the one before it."""
    return _increasing(text, rule, keys[::-1], 0)


def _increasing(text: Text, rule: str, keys: tuple[str, ...], more: int) -> ConsistencyCheck:
    """Returns the check that each number is at least `more` greater than the one before it."""

    def holds(box: PrintedValues) -> bool | None:
        found = [number(box, key) for key in keys]
        known = [value for value in found if value is not None]
        if not all(one + more <= other for one, other in pairwise(known)):
            return False
        return True if len(known) == len(found) else None

    def narrowed(possible: Possible) -> Possible:
        left = dict(possible)
        for one, other in pairwise(keys):
            least = min(left[one], default=0) + more
            left[other] = frozenset(n for n in left[other] if n >= least)
        for other, one in pairwise(keys[::-1]):
            most = max(left[other], default=0) - more
            left[one] = frozenset(n for n in left[one] if n <= most)
        return left

    return ConsistencyCheck(text, rule, holds, narrowed)


def halves(text: Text, rule: str, pairs: tuple[tuple[str, str], ...]) -> ConsistencyCheck:
    """Returns the check that the second number of each pair is half the first."""

    def holds(box: PrintedValues) -> bool | None:
        found = [(number(box, whole), number(box, half)) for whole, half in pairs]
        known = [whole == 2 * half for whole, half in found if whole is not None and half is not None]
        if not all(known):
            return False
        return True if len(known) == len(pairs) else None

    def narrowed(possible: Possible) -> Possible:
        left = dict(possible)
        for whole, half in pairs:
            left[whole] = frozenset(n for n in left[whole] if n % 2 == 0 and n // 2 in left[half])
            left[half] = frozenset(n for n in left[half] if 2 * n in left[whole])
        return left

    return ConsistencyCheck(text, rule, holds, narrowed)


# --- deduced values ------------------------------------------------------------------------------------


def possible(
    fields: Iterable[PrintedField], checks: Iterable[ConsistencyCheck], box: PrintedValues
) -> tuple[Possible, ConsistencyCheck | None]:
    """Returns the possible values of each field, and the first check that these values rule out, if any."""
    checks = tuple(checks)
    left: Possible = {field.key: _values(field, box) for field in fields if _is_number(field)}
    while True:
        before = left
        for check in checks:
            left = check.narrowed(left)
            if check.holds(box) is False or not all(left.values()):
                return before, check
        if left == before:
            return left, None


def _is_number(field: PrintedField) -> bool:
    return field.many == 1 and bool(field.options) and all(option.isdecimal() for option in field.options)


def _values(field: PrintedField, box: PrintedValues) -> frozenset[int]:
    known = number(built_in((field,)) or box, field.key)
    return frozenset(map(int, field.options) if known is None else (known,))


def deduced(fields: Iterable[PrintedField], checks: Iterable[ConsistencyCheck], box: PrintedValues) -> PrintedValues:
    """Returns unread values that follow from the entered ones; empty if these contradict the rulebook."""
    fields = tuple(fields)
    left, broken = possible(fields, checks, box)
    if broken:
        return {}
    known = {**built_in(fields), **box}
    numbers = {key: str(min(now)) for key, now in left.items() if len(now) == 1 and not known.get(key)}
    return {
        **numbers,
        **{field.key: field.absent for field in fields if field.is_absent(box) and not box.get(field.key)},
    }


@dataclass(frozen=True)
class Contradiction:
    """A violated consistency check and a minimal set of entered values violating it."""

    check: ConsistencyCheck
    entries: PrintedValues
    why: Text


def contradiction(
    fields: Iterable[PrintedField], checks: Iterable[ConsistencyCheck], box: PrintedValues
) -> Contradiction | None:
    """Returns the check that these values violate, with a minimal set of them; None if they violate none."""
    fields, checks = tuple(fields), tuple(checks)
    if contradicted(fields, checks, box) is None:
        return None
    entries = smallest_subset(lambda some: contradicted(fields, checks, some) is not None, box, tuple(box))
    check = contradicted(fields, checks, entries)
    assert check is not None
    read = TextList(tuple(field.entry(box) for field in fields if field.key in entries))
    why = T("{statement} That doesn’t fit {entries}.", statement=check.text, entries=read)
    return Contradiction(check, entries, why)


def smallest_subset(
    still: Callable[[PrintedValues], bool], entries: PrintedValues, doubtful: Sequence[str]
) -> PrintedValues:
    """Returns `entries` without the `doubtful` ones that are not needed for `still` to hold.

    It tries to drop all of them, then halves: usually only a few of many values violate a check.
    """
    fewer = {key: value for key, value in entries.items() if key not in doubtful}
    if still(fewer):
        return fewer
    if len(doubtful) == 1:
        return entries
    middle = len(doubtful) // 2
    return smallest_subset(still, smallest_subset(still, entries, doubtful[:middle]), doubtful[middle:])


def contradicted(
    fields: Iterable[PrintedField], checks: Iterable[ConsistencyCheck], box: PrintedValues
) -> ConsistencyCheck | None:
    """Returns a check that these values violate; None if they violate none."""
    return possible(fields, checks, box)[1]


def built_in(fields: tuple[PrintedField, ...]) -> PrintedValues:
    """Returns the values of a new box: those stated by the rulebook."""
    return {field.key: field.value for field in fields if field.value is not None and field.certain}
