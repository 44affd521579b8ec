"""Prompts of a phone, as spoken, and the curtain link that lights up when its seat is waited for."""

from __future__ import annotations

import re

from scoring.lang_lebe.dispute import SealStake
from tests.actors import Device, Evening
from tests.web.scenes import prepare_election, set_up, start_dispute, submit_directly, with_curtain


def announced_text(device: Device) -> str:
    found = re.search(r'data-say="([^"]*)"', device.get(htmx=True).text)
    assert found
    return found[1]


def test_turn_and_stake_prompts_go_to_the_seats_concerned(evening: Evening) -> None:
    anna, ben, _ = set_up(evening)
    assert "Your turn." in announced_text(anna)
    assert "Your" not in announced_text(ben)
    start_dispute(evening)
    assert "Your stake." in announced_text(anna)


def test_sealed_prompt_goes_only_to_the_seat_that_sealed(evening: Evening) -> None:
    anna, ben, _ = set_up(evening)
    start_dispute(evening)
    submit_directly(evening, 0, SealStake(x1=1))
    assert "Sealed." in announced_text(anna)
    assert "Your stake." not in announced_text(anna)
    assert "Sealed." not in announced_text(ben)
    assert "Sealed." not in announced_text(evening.laptop)


def test_curtain_link_lights_up_when_its_seat_is_waited_for(evening: Evening) -> None:
    carla = with_curtain(evening)
    link = re.compile(rf'class="button ([\w -]+)"[^>]* href="/t/{evening.laptop.code}/curtain/{carla}"')

    def is_lit() -> bool:
        found = link.search(evening.laptop.get().text)
        assert found
        return "is-waited-for" in found[1]

    assert not is_lit()
    start_dispute(evening)
    assert is_lit()
    submit_directly(evening, carla, SealStake(x1=1))
    assert not is_lit()


def may_dim(device: Device) -> bool:
    return "data-rest=" in device.get(htmx=True).text


def test_no_phone_dims_while_anybody_may_tap(evening: Evening) -> None:
    """Before an election, one of the phones confirms the board."""
    prepare_election(evening)
    anna, ben, carla = evening.phones
    assert evening.view(None).waiting_for == ()
    assert [may_dim(phone) for phone in (anna, ben, carla)] == [False] * 3
    assert "The board is correct – count" in anna.text


def test_other_phones_show_who_sets_up_the_game(evening: Evening) -> None:
    anna, ben = evening.start("Anna", "Ben", game="saga")
    assert not may_dim(anna)
    assert "The button is on" not in anna.text
    assert not may_dim(ben)
    assert "The button is on Anna’s phone." in ben.text
    evening.laptop.submit("change-phone", number=0, phone=0)
    ben.get(htmx=True)
    assert "The button is on the table screen." in ben.text
    evening.laptop.submit("lay-crowns", seat=0)
    evening.laptop.submit("lay-drawn", seat=0)
    evening.laptop.submit("begin", seat=0, first=0)
    assert may_dim(ben)
    assert "The button is on" not in ben.text
