"""Unknown printed values are left out of the screens: no "?" and no "+?" anywhere."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from scoring.game_info import GAME_INFOS
from scoring.kernel import PrintedValueEntered
from scoring.replay import Record
from scoring.table_events import TableOpened
from tests.actors import Evening
from tests.games import declaration, game_spec, projection_in, recordings_folder
from tests.web.played import phone_at

# One recording per game and tracking mode.
OPENINGS = [(key, name) for key in GAME_INFOS for name in declaration(key, "OPENINGS", game_spec(key).MOMENTS[:1])]
FRACTIONS = (0.15, 0.4, 0.7)


class Words(HTMLParser):
    """Collects the text nodes of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(page)

    def handle_data(self, data: str) -> None:
        self.found.append(data.strip())


def preselected_values(page: str) -> list[str]:
    return [text for text in Words(page).found if re.search(r"^\?+$|\+\?|\d\?", text)]


def from_an_empty_box(records: Sequence[Record]) -> Iterator[Record]:
    """Yields the same game without any entered printed values."""
    for record in records:
        if isinstance(record.event, TableOpened):
            yield replace(record, event=replace(record.event, box={}, example=False))
        elif not isinstance(record.event, PrintedValueEntered):
            yield record


def test_question_mark_is_found() -> None:
    assert preselected_values("<p>Influence <b>?</b> <i>0+?</i> <i> 4? </i> Who goes first? </p>") == ["?", "0+?", "4?"]


@pytest.mark.parametrize("fraction", FRACTIONS)
@pytest.mark.parametrize(("game", "recording"), OPENINGS)
def test_no_screen_shows_a_question_mark_for_a_value(
    evening: Evening, game: str, recording: str, fraction: float
) -> None:
    records = list(from_an_empty_box(projection_in(recordings_folder(game) / f"{recording}.jsonl").records))
    live = evening.services.tables.adopt(
        [replace(record, seq=number) for number, record in enumerate(records[: int(len(records) * fraction)], 1)]
    )
    evening.laptop.code = live.code
    seats = range(len(live.projection.table.seats))
    devices = [evening.laptop, *(phone_at(evening, live, seat, f"p{seat}") for seat in seats)]
    for device in devices:
        page = device.get()
        assert page.status_code == 200
        assert preselected_values(page.text) == [], (recording, device.seat)
