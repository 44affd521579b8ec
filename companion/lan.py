"""Which address of this machine the phones in the room can reach."""

import contextlib
import socket
import struct
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network

# Names of interfaces that lead to containers and virtual machines on this computer, never to a phone.
VIRTUAL = (
    *("docker", "br-", "veth", "virbr", "vmnet", "vboxnet"),
    *("podman", "cni", "flannel", "cali", "lxc", "lxdbr", "dummy"),
)
VPN = ("tun", "tap", "wg", "utun", "ppp", "tailscale", "zt", "ipsec", "nordlynx", "proton")

# Tailscale and carriers hand these out; no home router does.
SHARED = IPv4Network("100.64.0.0/10")

# The request "address of this interface", by system.
SIOCGIFADDR = {"linux": 0x8915, "darwin": 0xC0206921}

# Reserved for documentation: asking for the way there sends nothing.
FAR_AWAY = ("198.51.100.1", 9)


@dataclass(frozen=True)
class Address:
    ip: str
    interface: str

    @property
    def is_loopback(self) -> bool:
        return IPv4Address(self.ip).is_loopback


def addresses() -> tuple[Address, ...]:
    """Every address a phone might reach, best first; loopback alone when there is none."""
    return best_first(tuple(of_interfaces()) or tuple(of_host_name()), routed())


def best_first(found: Iterable[Address], routed: str | None = None) -> tuple[Address, ...]:
    """The reachable ones in order; `routed` is the address the system itself would use for the internet."""
    reachable = [address for address in dict.fromkeys(found) if is_reachable(address)]
    ordered = sorted(reachable, key=lambda address: (distance(address), address.ip != routed))
    return tuple(ordered) or (Address("127.0.0.1", "lo"),)


def is_reachable(address: Address) -> bool:
    return not address.is_loopback and not address.interface.startswith(VIRTUAL)


def distance(address: Address) -> int:
    """How far from the room: home network, public address, VPN, an interface without a network."""
    ip = IPv4Address(address.ip)
    if ip.is_link_local:
        return 3
    if address.interface.startswith(VPN) or ip in SHARED:
        return 2
    return 0 if ip.is_private else 1


def of_interfaces() -> Iterator[Address]:
    if sys.platform not in SIOCGIFADDR:
        return
    for _, interface in socket.if_nameindex():
        # An interface without an IPv4 address answers with an error.
        with contextlib.suppress(OSError):
            yield Address(ip_of(interface), interface)


def ip_of(interface: str) -> str:
    import fcntl  # not on Windows

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        request = struct.pack("256s", interface.encode()[:15])
        answer = fcntl.ioctl(asking, SIOCGIFADDR[sys.platform], request)
    return socket.inet_ntoa(answer[20:24])


def of_host_name() -> Iterator[Address]:
    """For systems whose interfaces cannot be asked, such as Windows."""
    with contextlib.suppress(OSError):
        for *_, place in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET, socket.SOCK_DGRAM):
            yield Address(str(place[0]), "")
    if hint := routed():
        yield Address(hint, "")


def routed() -> str | None:
    """A hint only: without a default route there is no answer, with a VPN it is the wrong one."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        asking.connect(FAR_AWAY)
        return str(asking.getsockname()[0])
    return None
