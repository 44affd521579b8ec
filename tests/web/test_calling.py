"""What a phone calls for, in the words that are spoken, and the curtain that lights up when its seat is awaited."""

from __future__ import annotations

import re

from scoring.lang_lebe.dispute import SealStake
from tests.actors import Device, Evening
from tests.web.scenes import happens, in_dispute, set_up, with_curtain


def spoken(device: Device) -> str:
    found = re.search(r'data-say="([^"]*)"', device.get(htmx=True).text)
    assert found
    return found[1]


def test_your_turn_and_your_stake_are_said_to_whom_they_concern(evening: Evening) -> None:
    anna, ben, _ = set_up(evening)
    assert "Your turn." in spoken(anna)
    assert "Your" not in spoken(ben)
    in_dispute(evening)
    assert "Your stake." in spoken(anna)


def test_sealed_is_said_to_whoever_has_sealed_and_to_nobody_else(evening: Evening) -> None:
    anna, ben, _ = set_up(evening)
    in_dispute(evening)
    happens(evening, 0, SealStake(x1=1))
    assert "Sealed." in spoken(anna)
    assert "Your stake." not in spoken(anna)
    assert "Sealed." not in spoken(ben)
    assert "Sealed." not in spoken(evening.laptop)


def test_answer_for_grandma_lights_up_when_she_is_awaited(evening: Evening) -> None:
    carla = with_curtain(evening)
    link = re.compile(rf'class="button ([\w -]+)"[^>]* href="/t/{evening.laptop.code}/curtain/{carla}"')

    def lit() -> bool:
        found = link.search(evening.laptop.get().text)
        assert found
        return "is-waited-for" in found[1]

    assert not lit()
    in_dispute(evening)
    assert lit()
    happens(evening, carla, SealStake(x1=1))
    assert not lit()
