"""Why a phone may not find Herald: what this computer's addresses tell, and what usually helps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.lan import Address, Kind
from scoring.words import T, Text

KINDS = {
    Kind.HOME: T("Wi-Fi or cable"),
    Kind.PUBLIC: T("public address"),
    Kind.VPN: T("VPN"),
    Kind.CARRIER: T("VPN or mobile network"),
    Kind.NO_ROUTER: T("no router"),
    Kind.LOOPBACK: T("this computer alone"),
}


@dataclass(frozen=True)
class Advice:
    """A trouble as people meet it, its usual cause, and what helps."""

    seen: Text
    why: Text
    helps: Text


# No program can see these from the inside; README.md has the same table.
ADVICE = (
    Advice(
        T("The page opens on no phone"),
        T("the phones are on another network, or on mobile data"),
        T("connect them to the same Wi-Fi as the laptop; the Wi-Fi code helps"),
    ),
    Advice(
        T("It opens on all phones but one"),
        T("that phone is on mobile data or uses a VPN"),
        T("switch mobile data and VPN off on it for the evening"),
    ),
    Advice(
        T("It opens on the laptop only"),
        T("a firewall on the laptop"),
        T("allow Python in the firewall, for private networks"),
    ),
    Advice(
        T("It worked at home, not at the club"),
        T("a guest Wi-Fi that keeps devices apart"),
        T("use another Wi-Fi, or the hotspot of one phone for everybody, the laptop too"),
    ),
    Advice(
        T("The address in the code looks wrong"),
        T("the laptop has several networks, or a VPN"),
        T("choose the next address, or switch the VPN off"),
    ),
)


ALONE = T("Herald was started for this device alone, so phones cannot join: start it again without --host.")


def troubles(found: Sequence[Address]) -> tuple[Text, ...]:
    """What looks off about these addresses, the worst first, each with what to do."""
    kinds = [address.kind for address in found]
    best, homes = min(kinds), kinds.count(Kind.HOME)
    said = {
        Kind.LOOPBACK: T("No network: phones cannot join. Connect this computer to Wi-Fi or open a hotspot."),
        Kind.NO_ROUTER: T("The network has no router that hands out addresses: connect this computer to Wi-Fi."),
        Kind.CARRIER: T("The only address is one of a VPN or a mobile network: phones in the room may not reach it."),
        Kind.VPN: T("The only address is that of a VPN: connect this computer to the Wi-Fi of the phones."),
        Kind.PUBLIC: T("This network gives public addresses, as halls and schools do: they often keep devices apart."),
    }
    if best is not Kind.HOME:
        return (said[best],)
    vpn = T("A VPN is on. If phones do not find Herald, switch it off.")
    several = T("This computer is on several networks. If phones do not find it, try the next address.")
    return (*([vpn] if Kind.VPN in kinds or Kind.CARRIER in kinds else []), *([several] if homes > 1 else []))
