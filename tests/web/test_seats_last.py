"""Seats survive reloads, restarts, moved chairs and dead phones."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from werkzeug.test import TestResponse

from scoring.lang_lebe.dispute import SealStake
from tests.actors import Device, Evening
from tests.conftest import EVENING
from tests.web.scenes import (
    events,
    is_fragment,
    link_for,
    restart,
    set_up,
    start_dispute,
    stranger,
    submit_directly,
    without_phone,
)

USED_UP = "This link has already been used or has expired. Ask the host for a new one."


def name_on(page: TestResponse) -> str:
    """Returns the name in a phone's banner or toolbar."""
    found = page.text.split('class="banner-name">')[1:] or page.text.split('class="badge-name">')[1:]
    return found[0].split("<")[0]


def new_phone(evening: Evening) -> Device:
    return Device(evening.app.test_client(), evening.laptop.code, "me")


@pytest.mark.parametrize("htmx", [False, True])
def test_reload_keeps_the_seat_and_its_page(evening: Evening, htmx: bool) -> None:
    _, ben, _ = set_up(evening)
    first, again = ben.get(htmx=htmx), ben.get(htmx=htmx)
    assert name_on(first) == "Ben"
    assert first.text == again.text
    assert is_fragment(first) is htmx


def test_server_restart_keeps_seats_state_and_host(evening: Evening, tmp_path: Path) -> None:
    set_up(evening)
    start_dispute(evening)
    evening.phones[1].submit("seal-stake", x1=2, x2=1)
    before, view = evening.projection, evening.view(1)
    again = restart(evening, tmp_path)
    assert again.projection == before
    assert again.view(1) == view
    for phone, name in zip(again.phones, ("Anna", "Ben", "Carla"), strict=True):
        assert name_on(phone.get()) == name
    assert "Your stake is sealed." in again.phones[1].get().text
    assert again.phones[0].submit("seal-stake", x1=1).status_code == 200
    assert again.laptop.post(f"/t/{again.laptop.code}/seat/0/link").status_code == 200, "still the host"


@pytest.mark.parametrize(
    ("action", "fields", "names"),
    [
        ("move-seat", {"number": 0, "by": 1}, ("Ben", "Anna", "Carla")),
        ("move-seat", {"number": 0, "by": -1}, ("Ben", "Carla", "Anna")),
        ("move-seat", {"number": 2, "by": 1}, ("Carla", "Anna", "Ben")),
        ("leave-seat", {"number": 0}, ("Ben", "Carla")),
        ("leave-seat", {"number": 1}, ("Anna", "Carla")),
    ],
)
def test_phones_keep_their_seats_when_others_move_or_leave(
    evening: Evening, action: str, fields: dict[str, int], names: tuple[str, ...]
) -> None:
    evening.open()
    phones = {
        name: evening.sit(name, colour) for name, colour in (("Anna", "red"), ("Ben", "blue"), ("Carla", "green"))
    }
    assert evening.laptop.submit(action, None, None, True, **fields).status_code == 200
    assert evening.projection.table.names == names
    for name in names:
        assert name_on(phones[name].get()) == name


@pytest.mark.parametrize("htmx", [False, True])
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_leaving_player_is_offered_another_seat(evening: Evening, seat: int, htmx: bool) -> None:
    evening.open()
    for name, colour in (("Anna", "red"), ("Ben", "blue"), ("Carla", "green")):
        evening.sit(name, colour)
    phone = evening.phones[seat]
    response = phone.submit("leave-seat", number=seat, htmx=htmx)
    page = response if htmx else phone.get(response.location)
    assert "Take another seat" in page.text
    assert "banner-name" not in page.text, "nobody else’s seat is shown"
    assert len(evening.projection.table.seats) == 2
    assert phone.post(f"/j/{phone.code}", {"name": "Again", "colour": "purple"}).status_code == 303
    assert name_on(phone.get()) == "Again"


@pytest.mark.parametrize("htmx", [False, True])
def test_moving_ones_own_seat_keeps_showing_it(evening: Evening, htmx: bool) -> None:
    evening.open()
    anna, _ = evening.sit("Anna", "red"), evening.sit("Ben", "blue")
    response = anna.submit("move-seat", number=0, by=1, htmx=htmx)
    assert name_on(response if htmx else anna.get()) == "Anna"


# --- a new phone for a seat -------------------------------------------------------------------------------


def test_link_is_used_up_by_taking_the_seat_not_by_viewing_it(evening: Evening) -> None:
    set_up(evening)
    link, phone = link_for(evening, 1), new_phone(evening)
    for _ in range(3):  # a chat preview, a reload
        page = phone.get(link)
        assert page.status_code == 200
        assert "From now on, this phone plays for Ben" in page.text
    assert name_on(evening.phones[1].get()) == "Ben"
    taken = phone.post(link)
    assert (taken.status_code, taken.location) == (303, f"/t/{phone.code}/me")
    assert name_on(phone.get()) == "Ben"
    for again in (new_phone(evening).post(link), new_phone(evening).get(link), phone.post(link)):
        assert again.status_code == 410
        assert USED_UP in again.text


def test_old_phone_is_informed_and_loses_its_permissions(evening: Evening) -> None:
    set_up(evening)
    start_dispute(evening)
    old, phone = evening.phones[1], new_phone(evening)
    seen = old.seen_seq()
    version = evening.services.hub.version(old.code)
    phone.post(link_for(evening, 1))
    assert evening.services.hub.version(old.code) > version, "its screen looks again"
    for htmx in (False, True):
        told = old.get(htmx=htmx)
        assert "This seat has moved" in told.text
        assert "Another device is using it now." in told.text
        assert "seal-stake" not in told.text
    before = evening.projection.seq
    refused = old.submit("seal-stake", seq=seen, seat=1, x1=1)
    assert refused.status_code == 403
    assert "This seat has moved" in old.get(htmx=True).text
    assert evening.projection.seq == before
    assert phone.submit("seal-stake", seat=1, x1=1).status_code == 200


def test_tap_from_a_phone_that_lost_its_seat_shows_no_seat(evening: Evening) -> None:
    set_up(evening)
    old = evening.phones[0]
    new_phone(evening).post(link_for(evening, 0))
    response = old.submit("end-turn", seat=0)
    assert response.status_code == 200
    assert "This seat has moved" in response.text
    assert "Hold to see my cards" not in response.text


def test_new_phone_sees_what_the_old_one_had_sealed(evening: Evening) -> None:
    set_up(evening)
    start_dispute(evening)
    evening.phones[1].submit("seal-stake", x2=2)
    phone = new_phone(evening)
    phone.post(link_for(evening, 1))
    assert "Your stake is sealed." in phone.get().text


def test_link_is_valid_for_fifteen_minutes(evening: Evening) -> None:
    set_up(evening)
    link = link_for(evening, 1)
    evening.services.clock = lambda: EVENING + timedelta(minutes=14, seconds=59)
    assert new_phone(evening).get(link).status_code == 200
    evening.services.clock = lambda: EVENING + timedelta(minutes=15)
    for response in (new_phone(evening).get(link), new_phone(evening).post(link)):
        assert response.status_code == 410
        assert USED_UP in response.text
    assert name_on(evening.phones[1].get()) == "Ben"


def test_newer_link_for_a_seat_replaces_the_older_one(evening: Evening) -> None:
    set_up(evening)
    older, newer = link_for(evening, 1), link_for(evening, 1)
    assert new_phone(evening).get(older).status_code == 410
    assert new_phone(evening).get(newer).status_code == 200


def test_link_follows_a_moved_seat_and_expires_when_it_is_left(evening: Evening) -> None:
    evening.open()
    evening.sit("Anna", "red")
    evening.sit("Ben", "blue")
    link = link_for(evening, 0)
    evening.laptop.submit("move-seat", number=0, by=1)
    assert "I’m Anna" in new_phone(evening).get(link).text
    evening.laptop.submit("leave-seat", number=1)
    assert new_phone(evening).get(link).status_code == 410


def test_only_the_host_can_create_a_link(evening: Evening) -> None:
    set_up(evening)
    path = f"/t/{evening.laptop.code}/seat/1/link"
    screen = stranger(evening)
    screen.post(f"/t/{screen.code}/watch")
    for device in (*evening.phones, screen, stranger(evening)):
        assert device.post(path).status_code == 403
        assert "/link" not in device.get(f"/t/{device.code}/invite").text
    assert evening.laptop.get(f"/t/{evening.laptop.code}/invite").text.count("/link") == 3
    assert evening.laptop.post(f"/t/{evening.laptop.code}/seat/3/link").status_code == 404


def test_link_gives_a_phone_to_a_seat_behind_the_curtain(evening: Evening) -> None:
    evening.open()
    seat = without_phone(evening, "Opa", "white")
    phone = new_phone(evening)
    phone.post(link_for(evening, seat))
    assert evening.projection.table.seats[seat].phone
    assert name_on(phone.get()) == "Opa"


def test_host_who_takes_over_a_seat_stays_host(evening: Evening) -> None:
    set_up(evening)
    evening.laptop.post(link_for(evening, 2))
    assert evening.laptop.get(f"/t/{evening.laptop.code}").location.endswith("/me")
    assert evening.laptop.post(f"/t/{evening.laptop.code}/seat/0/link").status_code == 200
    assert events(evening.projection).count("SeatChanged") == 0


def test_table_screen_shows_whose_phone_is_waited_for(evening: Evening) -> None:
    set_up(evening)
    start_dispute(evening)
    evening.laptop.get()
    assert "Anna Ben Carla These phones are asleep." in evening.laptop.text
    code, keys = evening.laptop.code, [seat.key for seat in evening.projection.table.seats]
    for key in keys[1:]:
        evening.services.hub.subscribe(code, key)
    evening.laptop.get()
    assert "Anna This phone is asleep. Phone died?" in evening.laptop.text
    assert evening.laptop.text.count("This phone is asleep.") == 1
    submit_directly(evening, 0, SealStake(x1=1))
    assert "asleep" not in evening.laptop.get().text, "nobody waits for Anna any more"


def test_sleeping_phone_is_ignored_if_the_table_screen_can_act(evening: Evening) -> None:
    set_up(evening)
    assert "asleep" not in evening.laptop.get().text
