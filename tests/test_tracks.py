"""Marks that a moving marker reaches."""

from __future__ import annotations

import pytest

from scoring.tracks import reached


@pytest.mark.parametrize(
    ("before", "after", "marks"),
    [
        (9, 10, (10,)),
        (9, 11, (10,)),
        (10, 11, ()),
        (0, 30, (10, 20, 30)),
        (9, 9, ()),
        (10, 10, ()),
        (11, 10, (10,)),
        (11, 9, (10,)),
        (10, 9, ()),
    ],
)
def test_marks_are_reached_by_landing_on_or_jumping_over(before: int, after: int, marks: tuple[int, ...]) -> None:
    assert reached((10, 20, 30), before, after) == marks
