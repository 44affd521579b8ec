"""Attacks by strangers and by pages of other sites."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from companion.connection_limits import CHARGE
from companion.demo import phone_link
from companion.security import ALL_GUESSES, GUESSES, RateCounter
from companion.store import DeviceRole
from tests.actors import Evening
from tests.conftest import EVENING
from tests.web.scenes import (
    away_from_the_laptop,
    device_of,
    finish_game,
    link_for,
    notice,
    restart,
    sentence,
    set_up,
    stranger,
)

PICTURE = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"}


@pytest.mark.parametrize("address", ["127.0.0.1", "192.168.1.31"])
def test_images_on_another_site_lock_nobody_out(evening: Evening, address: str) -> None:
    code = evening.open().code
    device = stranger(evening, address)
    for n in range(GUESSES + 1):
        assert device.client.get(f"/t/0{n}/table", headers=PICTURE).status_code == 403
    assert device.get(f"/j/{code}").status_code == 200
    assert device.client.get(f"/t/{code}/table", headers=PICTURE).status_code == 403, "nor do they learn anything"


def test_images_of_seat_links_lock_nobody_out(evening: Evening) -> None:
    set_up(evening)
    device, link = stranger(evening), link_for(evening, 1)
    for n in range(GUESSES + 1):
        assert device.client.get(f"/s/{n:032}", headers=PICTURE).status_code == 403
    assert device.client.get(link, headers=PICTURE).status_code == 403, "nor do they learn anything"
    assert device.get(link).status_code == 200


def test_link_on_another_site_leads_to_a_table(evening: Evening) -> None:
    link = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
    assert stranger(evening).client.get(f"/j/{evening.open().code}", headers=link).status_code == 200


def test_laptop_is_never_locked_out(evening: Evening) -> None:
    code = evening.open().code
    for n in range(3 * GUESSES):
        assert evening.laptop.get(f"/t/0{n}/table").status_code == 404
    assert Evening(evening.app).laptop.get(f"/t/{code}/table").status_code == 200


def test_attempts_on_the_laptop_lock_no_guest_out(evening: Evening) -> None:
    """A page of another site opens many windows there; they do not count as guesses from many addresses."""
    code = evening.open().code
    window = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
    for n in range(ALL_GUESSES + 1):
        assert evening.laptop.client.get(f"/t/0{n}/table", headers=window).status_code == 404
        assert evening.laptop.client.get(f"/s/{n:032}", headers=window).status_code == 410
    guest = stranger(evening)
    assert [guest.get(f"/t/0{n}/table").status_code for n in range(2)] == [404, 404]
    assert guest.get(f"/j/{code}").status_code == 200


@pytest.mark.parametrize(
    "away",
    [
        {"X-Forwarded-For": "192.168.1.77"},
        {"X-Forwarded-For": "127.0.0.1"},
        {"X-Forwarded-For": ""},
        {"X-Forwarded-Proto": "https"},
        {"X-Real-IP": "192.168.1.77"},
        {"Forwarded": "for=192.168.1.77"},
        {"Via": "1.1 proxy"},
    ],
    ids=lambda away: "=".join(*away.items()),
)
def test_proxied_request_on_the_laptop_is_not_the_laptop(evening: Evening, away: dict[str, str]) -> None:
    code = evening.open().code
    guest = evening.app.test_client()
    assert guest.post(f"/t/{code}/delete", headers=away).status_code == 403
    assert guest.post("/import", headers=away).status_code == 403
    answers = [guest.get(f"/t/0{n}/table", headers=away).status_code for n in range(GUESSES + 1)]
    assert answers == [404] * GUESSES + [429]
    assert evening.laptop.get(f"/t/{code}/table").status_code == 200


@pytest.mark.parametrize("back", [timedelta(minutes=5), timedelta(hours=3)])
def test_seat_link_expires_even_if_the_clock_is_set_back(evening: Evening, back: timedelta) -> None:
    set_up(evening)
    made, now = evening.services, [1000.0]
    made.steady = lambda: now[0]
    link = link_for(evening, 1)
    assert stranger(evening).get(link).status_code == 200
    now[0] += 15 * 60 + 1
    made.clock = lambda: EVENING - back
    assert stranger(evening).get(link).status_code == 410


def test_seat_link_expires_with_a_restart(evening: Evening, tmp_path: Path) -> None:
    set_up(evening)
    link = link_for(evening, 1)
    again = restart(evening, tmp_path)
    again.services.clock = lambda: EVENING - timedelta(minutes=5)
    assert stranger(again).get(link).status_code == 410
    assert stranger(again).get(link_for(again, 1)).status_code == 200


def test_link_lasts_for_its_lifetime_and_is_then_deleted(evening: Evening) -> None:
    set_up(evening)
    made, now = evening.services, [1000.0]
    made.steady = lambda: now[0]
    path = phone_link(made, made.tables.find(evening.laptop.code), 1)
    now[0] += 3599
    made.clock = lambda: EVENING + timedelta(seconds=now[0] - 1000)
    assert stranger(evening).get(path).status_code == 200
    now[0] += 2
    assert stranger(evening).get(path).status_code == 410
    link_for(evening, 1)
    assert len(made.links) == 1


@pytest.mark.parametrize("path", ["/people/remove", "/people/rename"])
def test_stranger_cannot_see_who_has_played(evening: Evening, path: str) -> None:
    finish_game(evening)
    guest = stranger(evening)
    here, nobody = (guest.post(path, {"name": name, "new": "Eve"}) for name in ("Anna", "Xanthippe"))
    assert (here.status_code, here.data) == (nobody.status_code, nobody.data)
    assert here.status_code == 403
    assert evening.laptop.post(path, {"name": "Xanthippe", "new": "Eve"}).status_code == 404


def test_lookalike_name_cannot_take_a_seat(evening: Evening) -> None:
    evening.open()
    away_from_the_laptop(evening.sit("Anna", "red"))
    for name in ("\uff21nna", "An\u200bna", "Anna\u3164"):
        response = stranger(evening).post(f"/j/{evening.laptop.code}", {"name": name, "colour": "blue"})
        assert response.status_code == 422
        assert notice(response) == "Use ordinary letters in the name. Emoji are fine."
    rainbow = {"name": "\U0001f3f3\ufe0f\u200d\U0001f308", "colour": "blue"}
    assert stranger(evening).post(f"/j/{evening.laptop.code}", rainbow).status_code == 303


def test_pages_are_charged_to_the_address_and_posts_are_not(evening: Evening) -> None:
    """A post may wait for its body, and others work meanwhile."""
    set_up(evening)
    charged: list[float] = []
    client = evening.laptop.client
    client.get(f"/t/{evening.laptop.code}/history", environ_overrides={CHARGE: charged.append})
    assert len(charged) == 1
    assert charged[0] > 0
    client.post(f"/t/{evening.laptop.code}/actions", environ_overrides={CHARGE: charged.append})
    assert len(charged) == 1


def test_guest_without_a_seat_takes_a_limited_number_of_steps(evening: Evening) -> None:
    set_up(evening)
    code, guest, seated = evening.laptop.code, stranger(evening), away_from_the_laptop(evening.phones[0])
    guest.get(f"/j/{code}")
    evening.services.tables.claim(evening.services.tables.find(code), device_of(guest), DeviceRole())
    evening.services.steps = RateCounter(600.0, 3, 1000)
    answers = [guest.submit("no-such-action", seq=0).status_code for _ in range(5)]
    assert answers == [400] * 3 + [429] * 2
    assert sentence(guest.last) == "Too many changes from here. Wait a few minutes, or take a seat."  # type: ignore[arg-type]
    assert [seated.submit("no-such-action", seq=0).status_code for _ in range(5)] == [400] * 5
    assert [evening.laptop.submit("no-such-action", seq=0).status_code for _ in range(5)] == [400] * 5


def test_device_with_a_seat_takes_as_many_steps_as_a_person_taps(evening: Evening) -> None:
    set_up(evening)
    anna, ben = (away_from_the_laptop(phone) for phone in evening.phones[:2])
    evening.services.seated_steps = RateCounter(600.0, 3, 1000)
    assert [anna.submit("no-such-action", seq=0).status_code for _ in range(5)] == [400] * 3 + [429] * 2
    assert sentence(anna.last) == "Too many taps from this device. Wait a minute, then go on."  # type: ignore[arg-type]
    assert ben.submit("no-such-action", seq=0).status_code == 400, "each device counts alone"
    assert [evening.laptop.submit("no-such-action", seq=0).status_code for _ in range(5)] == [400] * 5


def test_table_takes_a_limited_number_of_steps(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    evening.open()
    for name, colour in (("Anna", "red"), ("Ben", "blue"), ("Carla", "green")):
        evening.sit(name, colour)
    monkeypatch.setattr("companion.tables.MOST_STEPS", evening.projection.seq)
    refused = evening.laptop.submit("start-game")
    assert (refused.status_code, notice(refused)) == (
        422,
        "This table is full: it can’t record any more steps. Open a new one.",
    )
    monkeypatch.setattr("companion.tables.MOST_STEPS", evening.projection.seq + 1)
    assert evening.laptop.submit("start-game").status_code == 200
