"""Common network problems are detected and explained: at the start, on a page and in the README."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion import lan
from companion.__main__ import hint
from companion.app import create_app
from companion.config import Config
from companion.lan import Address, Kind, best_first
from companion.network import ADVICE, KINDS, troubles
from scoring.words import render
from tests.actors import Evening
from tests.test_lan import (
    CABLE,
    CONTAINER,
    DOCKER,
    DOCKER_NETWORK,
    HOME_BRIDGE,
    LOOPBACK,
    MAC_SHARING,
    MAC_VPN,
    NO_DHCP,
    PHONE_HOTSPOT,
    PUBLIC,
    TAILSCALE,
    TAILSCALE_ON_WINDOWS,
    TUNNEL,
    VIRTUAL_MACHINES,
    WIFI,
    WIREGUARD,
)
from tests.web.pages import faults
from tests.web.scenes import away_from_the_laptop, stranger

KINDS_OF = {
    Kind.HOME: [WIFI, CABLE, PHONE_HOTSPOT, MAC_SHARING, HOME_BRIDGE, Address("fd00::1", "eth0")],
    Kind.PUBLIC: [PUBLIC],
    Kind.VPN: [TUNNEL, WIREGUARD, MAC_VPN, TAILSCALE, Address("10.64.0.3", "ppp0"), Address("10.9.9.9", "tap0")],
    Kind.CARRIER: [TAILSCALE_ON_WINDOWS, Address("100.64.0.1", "wlan0"), Address("100.127.255.254", "wwan0")],
    Kind.NO_ROUTER: [NO_DHCP],
    Kind.VIRTUAL: [DOCKER, DOCKER_NETWORK, CONTAINER, VIRTUAL_MACHINES],
    Kind.LOOPBACK: [LOOPBACK, Address("::1")],
}


@pytest.mark.parametrize(("kind", "address"), [(kind, one) for kind, all_ in KINDS_OF.items() for one in all_])
def test_address_is_classified_by_interface_and_range(kind: Kind, address: Address) -> None:
    assert address.kind is kind
    assert kind is Kind.VIRTUAL or kind in KINDS


LOOKS = {
    "one Wi-Fi": ([LOOPBACK, WIFI], []),
    "containers and virtual machines besides": ([DOCKER, DOCKER_NETWORK, VIRTUAL_MACHINES, WIFI], []),
    "a phone’s hotspot": ([PHONE_HOTSPOT], []),
    "no network": ([LOOPBACK, DOCKER], ["No network"]),
    "a cable to nowhere": ([NO_DHCP], ["no router"]),
    "nothing but a VPN": ([TUNNEL], ["only address belongs to a VPN"]),
    "nothing but a carrier": ([TAILSCALE_ON_WINDOWS], ["VPN or mobile network"]),
    "a network of a hall": ([PUBLIC], ["public addresses"]),
    "a VPN besides": ([WIFI, WIREGUARD], ["A VPN is on"]),
    "a VPN besides, on Windows": ([WIFI, TAILSCALE_ON_WINDOWS], ["A VPN is on"]),
    "Wi-Fi and cable": ([WIFI, CABLE], ["several networks"]),
    "everything": ([WIFI, CABLE, TUNNEL, DOCKER, NO_DHCP], ["A VPN is on", "several networks"]),
}


@pytest.mark.parametrize(("found", "says"), LOOKS.values(), ids=LOOKS.keys())
def test_only_suspicious_addresses_are_reported(found: list[Address], says: list[str]) -> None:
    said = [render(trouble, ()) for trouble in troubles(best_first(found))]
    assert len(said) == len(says)
    assert all(part in sentence for part, sentence in zip(says, said, strict=True))


def test_start_prints_one_sentence_about_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    url = "http://192.168.1.20:8000/"
    for found, lines in (((WIFI, CABLE, TUNNEL), 1), ((WIFI,), 0)):
        monkeypatch.setattr(lan, "addresses", lambda found=found: found)
        assert hint(Config(Path(), port=8000), url).count("\n") == lines
        assert hint(Config(Path(), port=8000, address="192.168.1.20"), url) == ""
    monkeypatch.setattr(lan, "addresses", lambda: (WIFI, TUNNEL))
    assert hint(Config(Path(), port=8000), url).endswith("Help: http://192.168.1.20:8000/help/network\n")


def test_readme_gives_the_same_advice() -> None:
    readme = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
    for one in ADVICE:
        assert "| {} | {} | {} |".format(*(render(text, ()) for text in (one.seen, one.why, one.helps))) in readme


# --- the page -------------------------------------------------------------------------------------------------


@pytest.fixture
def troubled(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> Evening:
    """A laptop in two networks and a VPN."""
    monkeypatch.setattr(lan, "addresses", lambda: (WIFI, CABLE, TUNNEL))
    return evening


def test_page_shows_the_problem_and_the_remedy(troubled: Evening) -> None:
    page = troubled.laptop.get("/help/network")
    assert (page.status_code, faults(page.text)) == (200, [])
    for text in ("A VPN is on.", "several networks", "192.168.178.7 · Wi-Fi or cable", "10.8.0.6 · VPN"):
        assert text in troubled.laptop.text
    assert all(render(one.helps, ()) in troubled.laptop.text for one in ADVICE)
    assert 'href="/help/network"' in troubled.laptop.get("/").text
    troubled.open()
    assert 'href="/help/network"' in troubled.laptop.get(f"/t/{troubled.laptop.code}/invite").text


def test_page_shows_when_a_phone_has_connected(troubled: Evening) -> None:
    assert "No phone has connected yet." in troubled.laptop.get("/help/network").text
    asking = troubled.laptop.get("/help/network", htmx=True)
    assert 'hx-trigger="every 2s"' in asking.text
    assert "<html" not in asking.text
    phone = stranger(troubled)
    over = {"base_url": "http://192.168.178.7:8000"}
    assert "This phone can reach Herald." in phone.client.get("/phone", **over).text
    assert "connected using 192.168.178.7. Choose that one" in troubled.laptop.get("/help/network").text
    assert troubled.laptop.post("/help/address", {"address": "192.168.178.7"}).status_code == 303
    told = troubled.laptop.get("/help/network", htmx=True).text
    assert "A phone has connected using this address." in told
    assert "hx-trigger" not in told


def test_laptop_at_its_own_address_is_not_a_phone(troubled: Evening) -> None:
    away_from_the_laptop(troubled.laptop, "192.168.1.20")
    troubled.laptop.client.get("/phone", base_url="http://192.168.1.20:8000")
    assert troubled.services.confirmed == {}


def test_only_the_laptop_sets_the_address_and_the_wifi(troubled: Evening) -> None:
    phone = stranger(troubled)
    for path, form in (("address", {"address": "10.8.0.6"}), ("wifi", {"wifi_name": "Attic", "wifi_password": "x"})):
        assert phone.post(f"/help/{path}", form).status_code == 403
    assert 'action="/help/' not in phone.get("/help/network").text
    assert troubled.laptop.post("/help/address", {"address": "1.2.3.4"}).status_code == 400
    assert troubled.laptop.post("/help/wifi", {"wifi_name": "Attic", "wifi_password": "x"}).status_code == 303
    assert "to join Attic" in troubled.laptop.get("/help/network").text
    assert "Attic" not in phone.get("/help/network").text, "other networks are unknown to Herald"
    assert faults(troubled.laptop.get("/help/network").text) == []


def test_page_opens_for_a_name_from_the_command_line(tmp_path: Path) -> None:
    app = create_app(Config(tmp_path, host="localhost", address="localhost"))
    page = app.test_client().get("/help/network")
    assert (page.status_code, faults(page.text)) == (200, [])
    assert "started for this device only" in page.text
