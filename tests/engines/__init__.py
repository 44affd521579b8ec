"""Other browsers than Chromium, each by its own remote protocol: Debian packages drive them, and nothing else.

`./check` reads this before anything is installed: the standard library alone.
"""

from __future__ import annotations

import os
from pathlib import Path

from tests.engines.driver import Driver
from tests.engines.firefox import Firefox
from tests.engines.webkit import WebKit

ENGINES: dict[str, type[Driver]] = {"WebKit": WebKit, "Firefox": Firefox}


def missing() -> dict[str, str]:
    """By engine that is not here: the Debian packages that bring it."""
    return {name: engine.packages for name, engine in ENGINES.items() if not engine.is_here()}


def are_a_must() -> bool:
    return os.environ.get("CI") == "true"


def made(name: str, folder: Path) -> Driver:
    return ENGINES[name](folder)
