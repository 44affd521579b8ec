"""Finds the addresses of this machine that phones in the room can reach."""

import contextlib
import socket
import struct
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from ipaddress import IPv4Network, ip_address

# Name prefixes of interfaces to containers and virtual machines on this computer, which no phone can reach.
VIRTUAL = (
    *("docker", "br-", "veth", "virbr", "vmnet", "vboxnet"),
    *("podman", "cni", "flannel", "cali", "lxc", "lxdbr", "dummy"),
)
VPN = ("tun", "tap", "wg", "utun", "ppp", "tailscale", "zt", "ipsec", "nordlynx", "proton")

# Assigned by Tailscale and carriers, never by a home router.
SHARED = IPv4Network("100.64.0.0/10")

# The ioctl request for an interface's address, by platform.
SIOCGIFADDR = {"linux": 0x8915, "darwin": 0xC0206921}

# Reserved for documentation; looking up the route sends nothing.
FAR_AWAY = ("198.51.100.1", 9)


class Kind(IntEnum):
    """The kind of network behind an address; smaller values are more likely to reach the phones in the room."""

    HOME = 0
    PUBLIC = 1
    VPN = 2
    CARRIER = 3
    NO_ROUTER = 4  # link-local: no router has assigned an address
    VIRTUAL = 5
    LOOPBACK = 6


@dataclass(frozen=True)
class Address:
    ip: str
    interface: str = ""

    @property
    def kind(self) -> Kind:
        ip = ip_address(self.ip)
        if ip.is_loopback:
            return Kind.LOOPBACK
        if self.interface.startswith(VIRTUAL):
            return Kind.VIRTUAL
        if ip.is_link_local:
            return Kind.NO_ROUTER
        if self.interface.startswith(VPN):
            return Kind.VPN
        if ip in SHARED:
            return Kind.CARRIER
        return Kind.HOME if ip.is_private else Kind.PUBLIC


def addresses() -> tuple[Address, ...]:
    """Returns every address a phone might reach, best first; only loopback if there is none."""
    return best_first(tuple(interface_addresses()) or tuple(host_name_addresses()), default_route_address())


def best_first(found: Iterable[Address], default_route_address: str | None = None) -> tuple[Address, ...]:
    """Returns the reachable addresses, best first; `routed` is the address of the default route."""
    reachable = [address for address in dict.fromkeys(found) if address.kind < Kind.VIRTUAL]
    ordered = sorted(reachable, key=lambda address: (address.kind, address.ip != default_route_address))
    return tuple(ordered) or (Address("127.0.0.1", "lo"),)


def interface_addresses() -> Iterator[Address]:
    if sys.platform not in SIOCGIFADDR:
        return
    for _, interface in socket.if_nameindex():
        # An interface without an IPv4 address raises an error.
        with contextlib.suppress(OSError):
            yield Address(ip_of(interface), interface)


def ip_of(interface: str) -> str:
    import fcntl  # not on Windows

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        request = struct.pack("256s", interface.encode()[:15])
        answer = fcntl.ioctl(asking, SIOCGIFADDR[sys.platform], request)
    return socket.inet_ntoa(answer[20:24])


def host_name_addresses() -> Iterator[Address]:
    """Yields the addresses of the host name, for systems such as Windows whose interfaces cannot be listed."""
    with contextlib.suppress(OSError):
        for *_, place in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET, socket.SOCK_DGRAM):
            yield Address(str(place[0]), "")
    if hint := default_route_address():
        yield Address(hint, "")


def default_route_address() -> str | None:
    """Returns the address used for the default route, or None. It is only a hint: with a VPN it is the wrong one."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        asking.connect(FAR_AWAY)
        return str(asking.getsockname()[0])
    return None
