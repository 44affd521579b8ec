"""Helpers that copy immutable values with changes."""

from __future__ import annotations

import pytest

from scoring.values import replaced, without


@pytest.mark.parametrize(("seat", "after"), [(0, (9, 2, 3)), (1, (1, 9, 3)), (2, (1, 2, 9))])
def test_replaced_changes_one_seat(seat: int, after: tuple[int, ...]) -> None:
    assert replaced((1, 2, 3), seat, 9) == after


def test_without_drops_a_key_if_present() -> None:
    assert without({"a": 1, "b": 2}, "a") == {"b": 2}
    assert without({"a": 1}, "b") == {"a": 1}
