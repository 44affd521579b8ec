"""A real app on a real SQLite file, with a clock that stands still and luck that repeats."""

from __future__ import annotations

import gc
import os
import random
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from flask import Flask
from hypothesis import settings

from companion.app import wired
from companion.config import Config
from companion.services import make_services
from tests.actors import DEVICE_KEY, Evening
from tests.release_gates import LONG
from tests.release_gates.figures import (  # noqa: F401 – for the gates, wherever they run
    figures,
    pytest_runtest_logreport,
    pytest_runtest_makereport,
    pytest_sessionfinish,
    pytest_terminal_summary,
)

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# Compiled templates are kept, here and in every server that a test starts: compiling them for each test anew took a
# third of all time wherever this was set.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# A run keeps what it has read – recordings, templates: looking through all of it often took a fifth of all time.
gc.set_threshold(100_000, 50, 100)

# A busy machine is no fault.
settings.register_profile("herald", deadline=None)
settings.load_profile("herald")

RELEASE_GATES = Path(__file__).parent / "release_gates"
EVENING = datetime(2026, 1, 1, 20, 0, tzinfo=UTC)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """The release gates are all longer in the long run; what only repeats is no part of another one, unless somebody
    asks for it (`-m repeats`) or wants its pictures."""
    for item in items:
        if RELEASE_GATES in item.path.parents or item.get_closest_marker("repeats"):
            item.add_marker(pytest.mark.long)
    everything = LONG or os.environ.get("HERALD_SHOTS") or "repeats" in config.option.markexpr
    left_out = {item: None for item in items if not everything and item.get_closest_marker("repeats")}
    config.hook.pytest_deselected(items=[*left_out])
    items[:] = [item for item in items if item not in left_out]


def make_app(folder: Path, seed: int = 1) -> Flask:
    return at_work(wired(frozenset()), folder, seed)


def at_work(app: Flask, folder: Path, seed: int = 1) -> Flask:
    """The same as a Herald that was just started."""
    config = Config(folder, port=8000, address="192.168.1.20")
    app.extensions["herald"] = made = make_services(config, lambda: EVENING, random.Random(seed))
    made.device_key = DEVICE_KEY
    return app


@pytest.fixture(scope="session")
def wired_app() -> Flask:
    """Its routes and templates: making them takes longer than most tests."""
    return wired(frozenset())


@pytest.fixture
def app(wired_app: Flask, tmp_path: Path) -> Flask:
    return at_work(wired_app, tmp_path)


@pytest.fixture
def evening(app: Flask) -> Evening:
    """People around a table: `evening.open(...)`, `evening.sit("Anna", "red")`."""
    return Evening(app)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests that need a real browser."""
    from tests.chromium import chromium  # only they wait for Playwright

    with chromium() as found:
        yield found
