"""Who belongs to the house: the laptop itself, and the devices it has let in. Files and boxes are theirs."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from flask import g

from companion.devices import device
from companion.services import Services, check_guesses, guessed_wrong, services
from companion.tables import CODE_LETTERS

CODE_LENGTH = 6


def is_laptop() -> bool:
    """True on the machine Herald runs on."""
    return bool(g.laptop)


def at_home() -> bool:
    return is_laptop() or services().store.is_at_home(device())


def tell_on_console(services: Services, tell: Callable[[str], None]) -> None:
    """No browser can show the code on this machine: it is told at once, and the next one when this has been used."""
    services.tell_code = tell
    tell(code_of(services))


def pairing_code() -> str:
    """Shown on the laptop; whoever types it belongs to the house for good. It works once."""
    return code_of(services())


def code_of(services: Services) -> str:
    services.pairing_code = services.pairing_code or "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
    return services.pairing_code


def join_household(typed: str) -> bool:
    """True if this was the code; wrong ones are counted like those of tables."""
    check_guesses()
    current = services()
    if not secrets.compare_digest("".join(typed.split()).upper().encode(), pairing_code().encode()):
        guessed_wrong()
        return False
    current.pairing_code = ""
    current.store.let_in(device())
    current.tell_code(code_of(current))
    return True
