"""The household: the laptop and the devices it has let in. Only they may import files and use the boxes."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from flask import g, request
from werkzeug.exceptions import TooManyRequests

from companion.config import CODE_LETTERS
from companion.devices import device
from companion.security import TooFast
from companion.services import Services, check_guesses, count_wrong_guess, services
from companion.tables import LiveTable

CODE_LENGTH = 6


def is_laptop() -> bool:
    """True if the request comes from the machine Herald runs on."""
    return bool(g.laptop)


def at_home() -> bool:
    return is_laptop() or services().store.is_in_household(device())


def count_step(live: LiveTable) -> None:
    """Counts a step, by device if it has a seat, belongs to the household or hosts the table, otherwise by address;
    raises 429 after too many. The laptop has no limit."""
    if is_laptop():
        return
    one, trusted = services(), at_home() or live.is_host(device()) or live.seat_of(device()) is not None
    steps, who = (one.seated_steps, device()) if trusted else (one.steps, request.remote_addr or "")
    if steps.too_often(who):
        raise TooFast if trusted else TooManyRequests
    steps.count(who)


def show_code_on_console(services: Services, tell: Callable[[str], None]) -> None:
    """For a machine without a browser: prints the pairing code at once, and after each use the next code."""
    services.on_new_pairing_code = tell
    tell(code_of(services))


def pairing_code() -> str:
    """Returns the one-time code shown on the laptop. A device that enters it joins the household for good."""
    return code_of(services())


def code_of(services: Services) -> str:
    services.pairing_code = services.pairing_code or "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
    return services.pairing_code


def join_household(typed: str) -> bool:
    """Returns True if the code was right and the device has joined. A wrong code counts as a guess, like a table
    code.
    """
    check_guesses()
    current = services()
    if not secrets.compare_digest("".join(typed.split()).upper().encode(), pairing_code().encode()):
        count_wrong_guess()
        return False
    current.pairing_code = ""
    current.store.add_to_household(device())
    current.on_new_pairing_code(code_of(current))
    return True
