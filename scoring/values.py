"""Helpers that return changed copies of immutable values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


def replaced(values: tuple[Value, ...], seat: int, value: Value) -> tuple[Value, ...]:
    """Returns the values with the one of this seat replaced."""
    return (*values[:seat], value, *values[seat + 1 :])


def without(old: Mapping[Key, Value], key: Key) -> dict[Key, Value]:
    """Returns the mapping without this key, if it has it."""
    return {other: value for other, value in old.items() if other != key}
