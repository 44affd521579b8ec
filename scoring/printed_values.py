"""The box sheet: printed numbers, where each comes from, and what they must add up to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import pairwise
from typing import TypeAlias

from scoring.names import is_plain
from scoring.words import T, Text, TextList

NAME_LENGTH = 24

# Printed values by field key. A field that is missing is not known yet: Herald asks, it never guesses.
PrintedValues: TypeAlias = Mapping[str, str]


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
class PrintedField:
    """One printed number (or name): its question, its possible values and, where known, the value itself.

    `many` is the number of values that belong together ("4 start areas"), stored joined by spaces.
    `absent` is the value that says there is no such thing in this box; a move never brings it along.
    Without options it is a name: free to choose, and free to forget.
    Fields of one `group` are filled in together, by one phone; those of one `part` stand side by side.
    A place that has a name is known by it: `named_by` is the field that holds it, which is read first.
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
    # How a value is said, where it is not simply shown.
    words: Mapping[str, Text] = field(default_factory=dict)
    # False: no screen needs it before a game, or it is learned by playing.
    asked: bool = True
    named_by: str = ""
    # Where that one is absent there is nothing to read here either.
    absent_with: str = ""
    # Of a name: some that can be tapped instead of typed. None of them is taken for granted.
    names: tuple[str, ...] = ()
    # Nothing else is printed at its place: that says enough.
    alone: bool = False

    @property
    def is_name(self) -> bool:
        return not self.options

    def place(self, box: PrintedValues) -> Text | str | None:
        """Where it is printed: by its name, once that is known."""
        return box.get(self.named_by) or self.part

    def full_label(self, box: PrintedValues) -> Text:
        """The question where its place is not written above it."""
        place = self.place(box)
        return T("{part}: {label}", part=place, label=self.label) if place else self.label

    @property
    def names_a_place(self) -> bool:
        return self.named_by == self.key

    def to_read_first(self, box: PrintedValues) -> str:
        """The name of its place, if nobody has read that yet: without it nobody knows where to look."""
        return "" if self.names_a_place or box.get(self.named_by) else self.named_by

    def is_absent(self, box: PrintedValues) -> bool:
        """True if the thing that it would be printed on is not in this box."""
        return bool(self.absent) and box.get(self.absent_with) == self.absent

    def said(self, value: str) -> Text | str:
        return self.words.get(value, value)

    def entry(self, box: PrintedValues) -> Text:
        """What was read here, inside a sentence: "Lincolia 2", where that place has no other number."""
        label = self.place(box) if self.alone else self.full_label(box)
        return T("{label} {value}", label=label or self.label, value=self.said(box[self.key]))

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


# What each printed number can still be.
Possible: TypeAlias = Mapping[str, frozenset[int]]


@dataclass(frozen=True)
class ConsistencyCheck:
    """Something that the rulebook states about printed numbers, told live while the sheet is filled in."""

    text: Text
    rule: str
    holds: Callable[[PrintedValues], bool | None]  # None: not all values are known yet
    # What it leaves possible, of what was possible without it.
    narrowed: Callable[[Possible], Possible] = lambda possible: possible


def numbers(low: int, high: int) -> tuple[str, ...]:
    """The options of a field that holds a number."""
    return tuple(str(number) for number in range(low, high + 1))


def number(box: PrintedValues, key: str) -> int | None:
    """A printed number, if it is known and there is one."""
    value = box.get(key, "")
    return int(value) if value.isdecimal() else None


def summing(text: Text, rule: str, keys: tuple[str, ...], total: int) -> ConsistencyCheck:
    """These numbers come to a sum."""

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
    """Each of these numbers is greater than the one before it."""
    return _compared(text, rule, keys, 1)


def falling(text: Text, rule: str, keys: tuple[str, ...]) -> ConsistencyCheck:
    """None of these numbers is greater than the one before it."""
    return _compared(text, rule, keys[::-1], 0)


def _compared(text: Text, rule: str, keys: tuple[str, ...], more: int) -> ConsistencyCheck:
    """Each is at least so much more than the one before it."""

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
    """The second of each pair is half the first."""

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


# --- known by reasoning --------------------------------------------------------------------------------


def possible(
    fields: Iterable[PrintedField], checks: Iterable[ConsistencyCheck], box: PrintedValues
) -> tuple[Possible, ConsistencyCheck | None]:
    """What the numbers can still be, and the statement that cannot come true any more, if there is one."""
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
    """Numbers that nobody has read and that can only be one thing; none where the box contradicts itself."""
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
    """A statement of the rulebook that cannot come true, and the fewest numbers read that are against it."""

    check: ConsistencyCheck
    entries: PrintedValues
    why: Text


def contradiction(
    fields: Iterable[PrintedField], checks: Iterable[ConsistencyCheck], box: PrintedValues
) -> Contradiction | None:
    """What these numbers make impossible, and which of them do."""
    fields, checks = tuple(fields), tuple(checks)
    if contradicted(fields, checks, box) is None:
        return None
    entries = fewest(lambda some: contradicted(fields, checks, some) is not None, box, tuple(box))
    check = contradicted(fields, checks, entries)
    assert check is not None
    read = TextList(tuple(field.entry(box) for field in fields if field.key in entries))
    why = T("{statement} That doesn’t fit {entries}.", statement=check.text, entries=read)
    return Contradiction(check, entries, why)


def fewest(still: Callable[[PrintedValues], bool], entries: PrintedValues, doubtful: Sequence[str]) -> PrintedValues:
    """Leaves out what is doubtful as long as it still is so without: all at once or else half by half, since few of
    many numbers are against a statement."""
    fewer = {key: value for key, value in entries.items() if key not in doubtful}
    if still(fewer):
        return fewer
    if len(doubtful) == 1:
        return entries
    middle = len(doubtful) // 2
    return fewest(still, fewest(still, entries, doubtful[:middle]), doubtful[middle:])


def contradicted(
    fields: Iterable[PrintedField], checks: Iterable[ConsistencyCheck], box: PrintedValues
) -> ConsistencyCheck | None:
    """A statement of the rulebook that these numbers make impossible."""
    return possible(fields, checks, box)[1]


def built_in(fields: tuple[PrintedField, ...]) -> PrintedValues:
    """What a new box knows: the values stated by the rulebook."""
    return {field.key: field.value for field in fields if field.value is not None and field.certain}
