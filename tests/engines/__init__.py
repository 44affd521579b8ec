"""Browsers other than Chromium, driven by their own remote protocols and needing only Debian packages.

`./check` imports this before anything is installed, so it uses only the standard library.
"""

from __future__ import annotations

import os
from pathlib import Path

from tests.engines.driver import Driver
from tests.engines.firefox import Firefox
from tests.engines.webkit import WebKit

ENGINES: dict[str, type[Driver]] = {"WebKit": WebKit, "Firefox": Firefox}


def missing() -> dict[str, str]:
    """Returns the Debian packages of each engine that is not installed."""
    return {name: engine.packages for name, engine in ENGINES.items() if not engine.is_here()}


def are_a_must() -> bool:
    return os.environ.get("CI") == "true"


def made(name: str, folder: Path) -> Driver:
    return ENGINES[name](folder)
