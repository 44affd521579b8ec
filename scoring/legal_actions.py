"""Legal actions and their form fields, used by buttons, validation, bots and the fuzzer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any


@dataclass(frozen=True)
class Pick:
    """A choice from `options`; the form starts at `value`, if set."""

    name: str
    options: tuple[str | int, ...]
    value: str | int | None = None

    def allows(self, value: Any) -> bool:
        return value in self.options


@dataclass(frozen=True)
class Proposal(Pick):
    """A choice from `options`, or any other value that the action itself does not refuse."""

    def allows(self, value: Any) -> bool:
        return True


@dataclass(frozen=True)
class Likely(Pick):
    """A choice from the likely `options`; the `others` are accepted too, since earlier entries may be wrong."""

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
    """The faces of `count` dice, typed in by the player who rolled them."""

    name: str
    count: int

    def allows(self, value: Any) -> bool:
        faces = (value,) if isinstance(value, int) else value or ()
        return len(faces) == self.count and all(1 <= face <= 6 for face in faces)


@dataclass(frozen=True)
class Limit:
    """An upper bound for the sum of these counts. Another count in the form may raise the bound."""

    names: tuple[str, ...]
    most: int
    # Name of the other count, and how much each of its units adds.
    raised_by: tuple[str, int] | None = None

    def allows(self, values: Mapping[str, Any]) -> bool:
        raised = (values.get(self.raised_by[0]) or 0) * self.raised_by[1] if self.raised_by else 0
        return sum(values.get(name) or 0 for name in self.names) <= self.most + raised


@dataclass(frozen=True)
class LegalAction:
    """An action that this seat may take now, with the values its form may have."""

    seat: int
    action: str
    fields: tuple[Pick | Count | Dice, ...] = ()
    # Bounds for the sum of all counts, if any.
    total: tuple[int, int] | None = None
    # Unknown printed values that must be entered with the action.
    missing_values: tuple[str, ...] = ()
    private: bool = False
    # Bounds for the sums of some counts.
    limits: tuple[Limit, ...] = ()
    # For a correction: the place on the board that opens it when tapped.
    at: str = ""
    # Already entered; entering again overwrites it.
    already_entered: bool = False

    def field(self, name: str) -> Pick | Count | Dice:
        return next(field for field in self.fields if field.name == name)

    def allows(self, values: Mapping[str, Any]) -> bool:
        """True if the form values are within all bounds."""
        within = all(field.allows(values.get(field.name)) for field in self.fields)
        return within and self._total_allows(values) and all(limit.allows(values) for limit in self.limits)

    def _total_allows(self, values: Mapping[str, Any]) -> bool:
        if self.total is None:
            return True
        low, high = self.total
        return low <= sum(values.get(field.name) or 0 for field in self.fields if isinstance(field, Count)) <= high


def filled_in(action: Any) -> dict[str, Any]:
    """Returns an action's values by form field name: `troops.London` is one entry of a mapping `troops`."""
    values: dict[str, Any] = {}
    for field in fields(action):
        value = getattr(action, field.name)
        if isinstance(value, Mapping):
            values |= {f"{field.name}.{key}": part for key, part in value.items()}
        else:
            values[field.name] = value
    return values
