"""What a seat may ask now and what its form may hold: buttons, validation, bots and the fuzzer all read this."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any


@dataclass(frozen=True)
class Pick:
    """One of these; the form starts at `value`, if something is so already."""

    name: str
    options: tuple[str | int, ...]
    value: str | int | None = None

    def allows(self, value: Any) -> bool:
        return value in self.options


@dataclass(frozen=True)
class Proposal(Pick):
    """One of these, or whatever else the ask itself has nothing against."""

    def allows(self, value: Any) -> bool:
        return True


@dataclass(frozen=True)
class Likely(Pick):
    """One of these, as far as Herald knows; the `others` are taken too, for Herald may have been told wrongly."""

    others: tuple[str | int, ...] = ()

    def allows(self, value: Any) -> bool:
        return value in self.options or value in self.others


@dataclass(frozen=True)
class Count:
    """A whole number from `low` to `high`; the form starts at `value`."""

    name: str
    low: int
    high: int
    value: int = 0

    def allows(self, value: Any) -> bool:
        return self.low <= (value or 0) <= self.high


@dataclass(frozen=True)
class Dice:
    """The faces of `count` dice, typed in by whoever rolled them."""

    name: str
    count: int

    def allows(self, value: Any) -> bool:
        faces = (value,) if isinstance(value, int) else value or ()
        return len(faces) == self.count and all(1 <= face <= 6 for face in faces)


@dataclass(frozen=True)
class Limit:
    """These counts together come to at most so many, and to more where another count of the form adds something."""

    names: tuple[str, ...]
    most: int
    # That count, and what each of it adds.
    raised_by: tuple[str, int] | None = None

    def allows(self, values: Mapping[str, Any]) -> bool:
        raised = (values.get(self.raised_by[0]) or 0) * self.raised_by[1] if self.raised_by else 0
        return sum(values.get(name) or 0 for name in self.names) <= self.most + raised


@dataclass(frozen=True)
class LegalAction:
    """An ask that would be taken now from this seat, with the values its form may have."""

    seat: int
    action: str
    fields: tuple[Pick | Count | Dice, ...] = ()
    # What the counts must add up to, where that is bounded.
    total: tuple[int, int] | None = None
    # Printed numbers that are not known yet and have to come along with the ask.
    missing_values: tuple[str, ...] = ()
    private: bool = False
    # Groups of counts that are bounded together.
    limits: tuple[Limit, ...] = ()
    # Where on the board it belongs: a correction opens when that place is tapped.
    at: str = ""
    # Somebody has said this already: said again, the new values stand.
    already_entered: bool = False

    def field(self, name: str) -> Pick | Count | Dice:
        return next(field for field in self.fields if field.name == name)

    def allows(self, values: Mapping[str, Any]) -> bool:
        """True if the form, filled in like this, is within every bound of the offer."""
        within = all(field.allows(values.get(field.name)) for field in self.fields)
        return within and self._total_allows(values) and all(limit.allows(values) for limit in self.limits)

    def _total_allows(self, values: Mapping[str, Any]) -> bool:
        if self.total is None:
            return True
        low, high = self.total
        return low <= sum(values.get(field.name) or 0 for field in self.fields if isinstance(field, Count)) <= high


def filled_in(action: Any) -> dict[str, Any]:
    """The values of an ask by the names its form has: `troops.London` is one entry of a mapping `troops`."""
    values: dict[str, Any] = {}
    for field in fields(action):
        value = getattr(action, field.name)
        if isinstance(value, Mapping):
            values |= {f"{field.name}.{key}": part for key, part in value.items()}
        else:
            values[field.name] = value
    return values
