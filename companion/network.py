"""Reasons why a phone may not find Herald: problems visible in this computer's addresses, and usual remedies."""

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
    Kind.LOOPBACK: T("this computer only"),
}


@dataclass(frozen=True)
class Advice:
    """A problem as people see it, its usual cause, and the remedy."""

    seen: Text
    why: Text
    helps: Text


# Causes that Herald cannot detect from inside the computer; README.md has the same table.
ADVICE = (
    Advice(
        T("The page doesn’t open on any phone"),
        T("the phones are on another network, or on mobile data"),
        T("connect them to the same Wi-Fi as the laptop; the Wi-Fi code helps"),
    ),
    Advice(
        T("It opens on every phone but one"),
        T("that phone is on mobile data or uses a VPN"),
        T("turn off mobile data and VPN on it for the evening"),
    ),
    Advice(
        T("It only opens on the laptop"),
        T("a firewall on the laptop"),
        T("allow Python in the firewall, for private networks"),
    ),
    Advice(
        T("It worked at home but not at the club"),
        T("a guest Wi-Fi that blocks devices from each other"),
        T("use another Wi-Fi, or one phone’s hotspot for everyone, laptop included"),
    ),
    Advice(
        T("The address in the code looks wrong"),
        T("the laptop has several networks, or a VPN"),
        T("try the next address, or turn off the VPN"),
    ),
)


ALONE = T("Herald was started for this device only, so phones can’t join. Restart it without --host.")


def troubles(found: Sequence[Address]) -> tuple[Text, ...]:
    """Problems that these addresses show, worst first, each with a remedy."""
    kinds = [address.kind for address in found]
    best, homes = min(kinds), kinds.count(Kind.HOME)
    said = {
        Kind.LOOPBACK: T("No network, so phones can’t join. Connect this computer to Wi-Fi or start a hotspot."),
        Kind.NO_ROUTER: T("This network has no router handing out addresses. Connect this computer to Wi-Fi."),
        Kind.CARRIER: T("The only address belongs to a VPN or mobile network, so phones in the room may not reach it."),
        Kind.VPN: T("The only address belongs to a VPN. Connect this computer to the same Wi-Fi as the phones."),
        Kind.PUBLIC: T(
            "This network uses public addresses, as halls and schools often do. Such networks often block devices "
            "from each other."
        ),
    }
    if best is not Kind.HOME:
        return (said[best],)
    vpn = T("A VPN is on. If phones can’t find Herald, turn it off.")
    several = T("This computer is on several networks. If phones can’t find it, try the next address.")
    return (*([vpn] if Kind.VPN in kinds or Kind.CARRIER in kinds else []), *([several] if homes > 1 else []))
