"""Network help: problems, a QR code to test with a phone, and the address and Wi-Fi for the evening."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, abort, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from companion import lan
from companion.household import is_laptop
from companion.lobby import kept_qr, wifi_qr
from companion.network import ADVICE, ALONE, KINDS, troubles
from companion.services import services
from scoring.words import Text

bp = Blueprint("network", __name__)


@dataclass(frozen=True)
class AddressView:
    ip: str
    # None for an address given on the command line.
    kind: Text | None
    # True if a phone has connected over this address.
    arrived: bool


@dataclass(frozen=True)
class NetworkView:
    """The addresses where phones may find this computer, the one in the QR codes first."""

    addresses: tuple[AddressView, ...]
    troubles: tuple[Text, ...]
    url: str
    qr: Markup
    wifi: str
    wifi_qr: Markup | None

    @property
    def works(self) -> bool:
        return self.addresses[0].arrived

    @property
    def better(self) -> AddressView | None:
        """Another address over which a phone has connected; None if the current one works."""
        return None if self.works else next((one for one in self.addresses if one.arrived), None)


def network_view() -> NetworkView:
    current, found = services(), lan.addresses()
    known = {address.ip: address for address in found}
    url = f"{current.base_url}{url_for('network.phone')}"
    name, code = wifi_qr(current)
    return NetworkView(
        addresses=tuple(
            AddressView(ip, KINDS[known[ip].kind] if ip in known else None, ip in current.confirmed)
            for ip in current.addresses
        ),
        troubles=(ALONE,) if current.config.is_alone else troubles(found),
        url=url,
        qr=kept_qr(url, url),
        wifi=name,
        wifi_qr=code,
    )


@bp.get("/help/network")
def page() -> str:
    template = "_arrived.html" if getattr(request, "htmx", None) else "network.html"
    return render_template(template, network=network_view(), advice=ADVICE, may_change=is_laptop(), view=None)


@bp.get("/phone")
def phone() -> str:
    """Renders the target of the test QR code, which proves that the phone found Herald. Its URL is short enough to
    type.
    """
    return render_template("found.html", view=None)


@bp.post("/help/address")
def address() -> Response:
    only_the_laptop()
    choose_address()
    return redirect(url_for("network.page"), 303)


@bp.post("/help/wifi")
def wifi() -> Response:
    only_the_laptop()
    keep_wifi()
    return redirect(url_for("network.page"), 303)


def only_the_laptop() -> None:
    if not is_laptop():
        abort(403)


def choose_address() -> None:
    """Puts the posted address of this machine into the QR codes."""
    chosen = request.form.get("address", "")
    if chosen not in services().addresses:
        abort(400)
    services().address = chosen
    services().store.set_setting("address", chosen)


def keep_wifi() -> None:
    """Saves the Wi-Fi on this machine; guests get it as a QR code."""
    name, password = request.form["wifi_name"], request.form["wifi_password"]
    if len(name) > 32 or len(password) > 63:
        abort(400)
    services().store.set_setting("wifi_name", name.strip())
    services().store.set_setting("wifi_password", password)
