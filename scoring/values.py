"""Small changes to values that never change: each gives a new one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


def replaced(values: tuple[Value, ...], seat: int, value: Value) -> tuple[Value, ...]:
    """The same for everybody but this seat."""
    return (*values[:seat], value, *values[seat + 1 :])


def without(old: Mapping[Key, Value], key: Key) -> dict[Key, Value]:
    """The mapping with this key left out, whether it was there or not."""
    return {other: value for other, value in old.items() if other != key}
