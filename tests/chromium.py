"""The one Chromium of a test run: two synchronous Playwrights cannot run in one thread."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

# The headless shell is the same engine without a browser around it: windows cost a third.
PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
FLAGS = [
    # Not a secure context, like an address on a network at home; localhost would hide what phones do not have.
    "--host-resolver-rules=MAP herald.test 127.0.0.1",
    # As many phones as tests like, but no process in reserve for each of them.
    "--renderer-process-limit=1",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# For pictures that are smaller than the screen: hinted letters would run into each other.
UNHINTED = "--font-render-hinting=none"


def program() -> str | None:
    """The Chromium to use; None is Playwright's own."""
    return os.environ.get("HERALD_CHROMIUM") or next(filter(None, map(shutil.which, PROGRAMS)), None)


@contextmanager
def chromium(*more: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program(), args=[*FLAGS, *more])
        try:
            yield browser
        finally:
            browser.close()
