"""The one Chromium of a test run: two synchronous Playwright instances cannot share a thread."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

# The headless shell is the same engine without the browser window, which costs a third of the time.
PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
FLAGS = [
    # Not a secure context, like an address on a home network; localhost would hide APIs that phones lack.
    "--host-resolver-rules=MAP herald.test 127.0.0.1",
    # Tests open many phones; none of them needs a spare process.
    "--renderer-process-limit=1",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# For screenshots that are scaled down, where hinted glyphs would run into each other.
UNHINTED = "--font-render-hinting=none"


def program() -> str | None:
    """Path of the Chromium to use; None means Playwright's own."""
    return os.environ.get("HERALD_CHROMIUM") or next(filter(None, map(shutil.which, PROGRAMS)), None)


@contextmanager
def chromium(*more: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program(), args=[*FLAGS, *more])
        try:
            yield browser
        finally:
            browser.close()
