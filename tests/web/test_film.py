"""The film of a move: its position on all screens, moved and stopped from the table screen; bots wait for it."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from tests.actors import Device, Evening
from tests.conftest import EVENING

FOUR = ("Anna", "Ben", "Carla", "David")
CARDS = ("noble.north.1", "castle.midlands", "small.south-east", "noble.wales.1")
CARDS += ("mercenaries", "port.south-east", "bishop.midlands", "large.north")
CARDS += ("castle.north", "large.midlands", "ship.south-east", "castle.wales")


class FilmClock:
    """The server's clock."""

    def __init__(self, evening: Evening) -> None:
        self.now = EVENING
        evening.services.films.clock = evening.services.clock = lambda: self.now

    def advance(self, milliseconds: int) -> None:
        self.now += timedelta(milliseconds=milliseconds)


def play_to_last_plan(evening: Evening) -> list[Device]:
    phones = evening.start(*FOUR, game="wars-of-the-roses", cards="herald")
    laptop = evening.laptop
    laptop.submit("draw-lots", 0)
    while (take := evening.view(None).legal_action("take-card")) is not None:
        laptop.submit("take-card", take.seat, card=take.field("card").options[0])  # type: ignore[union-attr]
    for phone in phones[:-1]:
        phone.submit("seal-plan", **{"troops.castle.north": 1})
    return phones


@pytest.fixture
def film(evening: Evening) -> Evening:
    """A round just after the last plan was sealed."""
    evening.time = FilmClock(evening)  # type: ignore[attr-defined]
    play_to_last_plan(evening)[-1].submit("seal-plan", bid=1, calais="midlands")
    assert evening.projection.films[0].is_long
    return evening


def durations(device: Device) -> tuple[int, ...]:
    """The film that a screen states: seq, position, whether it stands still."""
    found = re.search(r'data-film="(\d+) (\d+) ([01])"', device.get().text)
    return tuple(map(int, found.groups())) if found else ()


def test_all_screens_state_the_same_position(film: Evening) -> None:
    seq = film.projection.seq
    assert durations(film.laptop) == (seq, 0, 0)
    film.time.advance(4200)  # type: ignore[attr-defined]
    assert {durations(device) for device in (film.laptop, *film.phones)} == {(seq, 4200, 0)}
    film.time.advance(3_600_000)  # type: ignore[attr-defined]
    assert {durations(device) for device in (film.laptop, *film.phones)} == {(seq, 10_000_000, 0)}


def test_a_table_screen_moves_and_stops_it_for_all(film: Evening) -> None:
    seq, url = film.projection.seq, f"/t/{film.laptop.code}/film"
    version = film.services.hub.version(film.laptop.code)
    assert film.laptop.post(url, {"seq": seq, "at": 9000, "paused": 1}).status_code == 204
    assert film.services.hub.version(film.laptop.code) > version
    film.time.advance(5000)  # type: ignore[attr-defined]
    assert durations(film.phones[2]) == (seq, 9000, 1)
    film.phones[0].post(url, {"seq": seq, "at": 9000, "paused": 0})
    film.time.advance(500)  # type: ignore[attr-defined]
    assert durations(film.laptop) == (seq, 9500, 0)
    film.laptop.post(url, {"seq": seq, "at": 999_999_999, "paused": 0})
    assert durations(film.laptop) == (seq, 10_000_000, 0), "it is over"


def test_strangers_and_screens_of_an_earlier_film_move_nothing(film: Evening) -> None:
    seq, url = film.projection.seq, f"/t/{film.laptop.code}/film"
    stranger = Device(film.app.test_client(), film.laptop.code)
    assert stranger.post(url, {"seq": seq, "at": 9000, "paused": 1}).status_code == 403
    film.laptop.post(url, {"seq": seq - 1, "at": 9000, "paused": 1})
    film.laptop.post(url, {"seq": seq, "paused": 1})
    assert durations(film.laptop) == (seq, 0, 0)


def test_a_restart_keeps_the_time(film: Evening) -> None:
    film.services.films.positions.clear()
    film.time.advance(3000)  # type: ignore[attr-defined]
    assert durations(film.laptop)[1] == 3000


def test_page_has_every_scene_and_phones_get_captions(film: Evening) -> None:
    page = film.laptop.get().text
    scenes = film.projection.films[0].scenes
    assert page.count('<article class="highlight') == len(scenes)
    assert len(re.findall(r'data-from="\d+" data-lasts', page)) == len(scenes)
    for phone in film.phones:
        assert phone.get().text.count('data-layer="is-cover"') == len(scenes)


def test_an_undo_ends_the_film(film: Evening) -> None:
    to = film.projection.records[-1].action_id
    first = next(record.seq for record in film.projection.records if record.action_id == to)
    film.laptop.submit("undo", to=first - 1)
    assert durations(film.laptop) == ()


def test_bots_wait_for_the_film(film: Evening) -> None:
    live = film.services.tables.find(film.laptop.code)
    assert film.services.bots.is_busy(live)
    film.time.advance(film.projection.films[0].length)  # type: ignore[attr-defined]
    assert not film.services.bots.is_busy(live)


def test_the_finale_begins_when_the_last_film_is_over(evening: Evening) -> None:
    from scoring.reveal_phases import ConfirmBoard
    from tests.web.scenes import prepare_election, submit_directly

    time = FilmClock(evening)
    prepare_election(evening)
    submit_directly(evening, 0, ConfirmBoard())
    length = evening.projection.films[0].length
    assert f'data-elapsed="-{length}"' in evening.laptop.get().text
    seq = evening.projection.seq
    evening.laptop.post(f"/t/{evening.laptop.code}/film", {"seq": seq, "at": 100, "paused": 1})
    assert 'data-elapsed="-10000000"' in evening.laptop.get().text, "it waits"
    evening.laptop.post(f"/t/{evening.laptop.code}/film", {"seq": seq, "at": length, "paused": 0})
    time.advance(1500)
    assert 'data-elapsed="1500"' in evening.laptop.get().text
