"""The address in the QR code is one that phones on the network can reach."""

from ipaddress import IPv4Address

import pytest

from companion.lan import Address, addresses, best_first

LOOPBACK = Address("127.0.0.1", "lo")
WIFI = Address("192.168.1.20", "wlan0")
CABLE = Address("192.168.178.7", "enp3s0")
PHONE_HOTSPOT = Address("172.20.10.3", "wlan0")
OWN_HOTSPOT = Address("10.42.0.1", "wlan0")
MAC_SHARING = Address("192.168.2.1", "bridge100")
HOME_BRIDGE = Address("192.168.1.4", "br0")
PUBLIC = Address("8.8.4.4", "eth0")
TUNNEL = Address("10.8.0.6", "tun0")
WIREGUARD = Address("10.2.0.2", "wg0")
MAC_VPN = Address("10.9.0.2", "utun4")
TAILSCALE = Address("100.101.102.103", "tailscale0")
TAILSCALE_ON_WINDOWS = Address("100.101.102.103", "")
WINDOWS = Address("192.168.1.20", "")
WINDOWS_VM = Address("172.28.112.1", "")
DOCKER = Address("172.17.0.1", "docker0")
DOCKER_NETWORK = Address("172.18.0.1", "br-2f1c9a3b7d10")
CONTAINER = Address("172.19.0.1", "veth12ab")
VIRTUAL_MACHINES = Address("192.168.122.1", "virbr0")
NO_DHCP = Address("169.254.7.7", "eth0")

ORDERS = {
    "Wi-Fi before what containers and machines use": (
        [LOOPBACK, DOCKER, DOCKER_NETWORK, CONTAINER, VIRTUAL_MACHINES, WIFI],
        None,
        [WIFI],
    ),
    "Wi-Fi before a VPN that holds the default route": ([LOOPBACK, TUNNEL, WIFI], TUNNEL, [WIFI, TUNNEL]),
    "every kind of VPN after the cable": (
        [WIREGUARD, MAC_VPN, TAILSCALE, CABLE],
        None,
        [CABLE, WIREGUARD, MAC_VPN, TAILSCALE],
    ),
    "the routed one of two home networks": ([WIFI, CABLE], CABLE, [CABLE, WIFI]),
    "the order of the system without a route": ([CABLE, WIFI], None, [CABLE, WIFI]),
    "a phone’s hotspot": ([LOOPBACK, PHONE_HOTSPOT], PHONE_HOTSPOT, [PHONE_HOTSPOT]),
    "the laptop’s own hotspot as second choice": ([OWN_HOTSPOT, CABLE], CABLE, [CABLE, OWN_HOTSPOT]),
    "internet sharing on a Mac": ([MAC_SHARING], None, [MAC_SHARING]),
    "a home server’s bridge": ([DOCKER, HOME_BRIDGE], HOME_BRIDGE, [HOME_BRIDGE]),
    "a private address before a public one": ([PUBLIC, WIFI], PUBLIC, [WIFI, PUBLIC]),
    "an interface without a network last": ([NO_DHCP, TAILSCALE], None, [TAILSCALE, NO_DHCP]),
    "Windows, where interfaces have no names": (
        [WINDOWS_VM, TAILSCALE_ON_WINDOWS, WINDOWS, WINDOWS],
        WINDOWS,
        [WINDOWS, WINDOWS_VM, TAILSCALE_ON_WINDOWS],
    ),
    "loopback when there is nothing else": ([LOOPBACK, DOCKER], None, [LOOPBACK]),
    "loopback when there is nothing at all": ([], None, [LOOPBACK]),
}


@pytest.mark.parametrize(("found", "routed", "expected"), ORDERS.values(), ids=ORDERS.keys())
def test_best_address_comes_first(found: list[Address], routed: Address | None, expected: list[Address]) -> None:
    assert best_first(found, routed.ip if routed else None) == tuple(expected)


def test_this_machine_has_distinct_addresses() -> None:
    found = addresses()
    assert found
    assert len({address.ip for address in found}) == len(found)
    assert all(IPv4Address(address.ip) for address in found)
