"""What is asked is in sight without scrolling, on everybody's phone; `test_for_everybody.py` looks at one of them."""

from __future__ import annotations

import pytest

from scoring.covers import COVERS
from scoring.replay import Story
from tests.browser.evening import Evening
from tests.browser.fold import below, waiting
from tests.browser.moments import beginning, brought, moments


def found_at(evening: Evening, story: Story) -> list[str]:
    _, phones = brought(evening, story, *range(len(story.table.seats)))
    phase = type(story.table.state.phase).__name__
    return [
        f"{phase} at {story.seq}, seat {phone.seat}, {said}"
        for phone in phones
        for said in below(phone, phone.seat in waiting(story))
    ]


@pytest.mark.repeats
@pytest.mark.parametrize("game", COVERS)
def test_what_is_asked_is_above_the_fold(evening: Evening, game: str) -> None:
    assert [said for story in (beginning(game), *moments(game)) for said in found_at(evening, story)] == []
