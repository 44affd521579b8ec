"""herald.local on the screens: accepted only while announced, in the QR code once a phone has used it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion import lan
from companion.lan import Address
from tests.actors import Evening
from tests.web.scenes import stranger

NAME = "herald.local"
BY_NAME = f"http://{NAME}:8000"
BY_ADDRESS = "http://192.168.1.20:8000"


@pytest.fixture(autouse=True)
def found_address(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """Detects the address: one from the command line would take precedence over the name."""
    monkeypatch.setattr(lan, "addresses", lambda: (Address("192.168.1.20", "wlan0"),))
    evening.services.config = replace(evening.services.config, address=None)


@pytest.fixture
def announced_evening(evening: Evening) -> Evening:
    evening.open()
    evening.services.local_name = NAME
    return evening


def join_status(evening: Evening, base: str = BY_NAME) -> int:
    return stranger(evening).client.get("/phone", base_url=base).status_code


def invitation(evening: Evening) -> str:
    return evening.laptop.get(f"/t/{evening.laptop.code}/table").text


def test_name_is_accepted_only_while_it_is_announced(announced_evening: Evening) -> None:
    assert join_status(announced_evening) == 200
    announced_evening.services.local_name = ""
    assert join_status(announced_evening) == 400


@pytest.mark.parametrize("host", ["evil.local", "herald.local.evil.example", "xherald.local", "herald"])
def test_other_names_are_refused(announced_evening: Evening, host: str) -> None:
    assert join_status(announced_evening, f"http://{host}:8000") == 400


def test_name_is_shown_beside_the_address_but_not_in_the_qr_code(announced_evening: Evening) -> None:
    page = invitation(announced_evening)
    assert f"{NAME}:8000" in page
    assert f'aria-label="{BY_ADDRESS}/j/' in page


def test_qr_code_has_the_name_once_a_phone_used_it(announced_evening: Evening) -> None:
    join_status(announced_evening)
    page = invitation(announced_evening)
    assert f'aria-label="{BY_NAME}/j/' in page
    assert page.count(f'<strong class="nums">{NAME}:8000</strong>') == 1, "not a second time beside itself"


def test_laptop_itself_does_not_confirm_the_name(announced_evening: Evening) -> None:
    announced_evening.laptop.client.get("/phone", base_url=BY_NAME)
    assert announced_evening.services.base_url == BY_ADDRESS


def test_host_can_switch_back_to_the_address(announced_evening: Evening) -> None:
    join_status(announced_evening)
    assert announced_evening.laptop.post("/help/address", {"address": "192.168.1.20"}).status_code == 303
    assert announced_evening.services.base_url == BY_ADDRESS
    assert announced_evening.laptop.post("/help/address", {"address": NAME}).status_code == 303
    assert announced_evening.services.base_url == BY_NAME


def test_unannounced_name_is_not_shown(evening: Evening) -> None:
    evening.open()
    assert NAME not in invitation(evening)
    evening.services.confirmed[NAME] = None
    assert evening.services.base_url == BY_ADDRESS
