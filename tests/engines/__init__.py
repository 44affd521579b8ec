"""Browsers other than Chromium, driven by their own remote protocols, a desktop for Chromium and nginx, from Debian
packages.

`./check` imports this before anything is installed, so it uses only the standard library.
"""

from __future__ import annotations

import os
from pathlib import Path

from tests.engines.desktop import Desktop
from tests.engines.driver import Driver
from tests.engines.firefox import Firefox
from tests.engines.nginx import Nginx
from tests.engines.webkit import WebKit

ENGINES: dict[str, type[Driver]] = {"WebKit": WebKit, "Firefox": Firefox}
LOCK = "Chromium’s screen lock"


def missing() -> dict[str, str]:
    """Returns the Debian packages of each part that is not installed."""
    parts = {**ENGINES, LOCK: Desktop, "nginx": Nginx}
    return {name: part.packages for name, part in parts.items() if not part.is_here()}


def are_required() -> bool:
    return os.environ.get("CI") == "true"


def make_driver(name: str, folder: Path) -> Driver:
    return ENGINES[name](folder)
