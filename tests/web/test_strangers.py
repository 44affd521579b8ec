"""Small doors that a stranger, or a page of another site, tried."""

from __future__ import annotations

from datetime import timedelta

import pytest

from companion.security import GUESSES
from tests.actors import Evening
from tests.conftest import EVENING
from tests.web.scenes import away_from_the_laptop, finished, link_for, notice, set_up, stranger

PICTURE = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"}


@pytest.mark.parametrize("address", ["127.0.0.1", "192.168.1.31"])
def test_pictures_on_a_page_of_another_site_lock_nobody_out(evening: Evening, address: str) -> None:
    code = evening.open().code
    device = stranger(evening, address)
    for n in range(GUESSES + 1):
        assert device.client.get(f"/t/0{n}/table", headers=PICTURE).status_code == 403
    assert device.get(f"/j/{code}").status_code == 200
    assert device.client.get(f"/t/{code}/table", headers=PICTURE).status_code == 403, "nor do they learn anything"


def test_a_link_on_another_page_leads_to_a_table(evening: Evening) -> None:
    link = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
    assert stranger(evening).client.get(f"/j/{evening.open().code}", headers=link).status_code == 200


def test_the_laptop_is_never_locked_out(evening: Evening) -> None:
    code = evening.open().code
    for n in range(3 * GUESSES):
        assert evening.laptop.get(f"/t/0{n}/table").status_code == 404
    assert Evening(evening.app).laptop.get(f"/t/{code}/table").status_code == 200


@pytest.mark.parametrize("back", [timedelta(minutes=5), timedelta(hours=3)])
def test_a_seat_link_does_not_outlive_a_clock_that_falls_back(evening: Evening, back: timedelta) -> None:
    set_up(evening)
    made, now = evening.services, [1000.0]
    made.steady = lambda: now[0]
    link = link_for(evening, 1)
    assert stranger(evening).get(link).status_code == 200
    now[0] += 15 * 60 + 1
    made.clock = lambda: EVENING - back
    assert stranger(evening).get(link).status_code == 410


def test_a_seat_link_of_before_a_restart_ends_with_a_clock_that_falls_back(evening: Evening) -> None:
    set_up(evening)
    link = link_for(evening, 1)
    evening.services.links.clear()
    evening.services.clock = lambda: EVENING - timedelta(hours=1)
    assert stranger(evening).get(link).status_code == 410


@pytest.mark.parametrize("path", ["/people/remove", "/people/rename"])
def test_a_stranger_does_not_learn_who_has_played_here(evening: Evening, path: str) -> None:
    finished(evening)
    guest = stranger(evening)
    here, nobody = (guest.post(path, {"name": name, "new": "Eve"}) for name in ("Anna", "Xanthippe"))
    assert (here.status_code, here.data) == (nobody.status_code, nobody.data)
    assert here.status_code == 403
    assert evening.laptop.post(path, {"name": "Xanthippe", "new": "Eve"}).status_code == 404


def test_nobody_sits_down_as_somebody_else_in_disguise(evening: Evening) -> None:
    evening.open()
    away_from_the_laptop(evening.sit("Anna", "red"))
    for name in ("\uff21nna", "An\u200bna", "Anna\u3164"):
        response = stranger(evening).post(f"/j/{evening.laptop.code}", {"name": name, "colour": "blue"})
        assert response.status_code == 422
        assert notice(response) == "Write the name in ordinary letters; emoji are fine."
    rainbow = {"name": "\U0001f3f3\ufe0f\u200d\U0001f308", "colour": "blue"}
    assert stranger(evening).post(f"/j/{evening.laptop.code}", rainbow).status_code == 303
