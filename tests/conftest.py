"""Fixtures: a real app on a real SQLite file, with a fixed clock and a seeded rng."""

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

from companion.app import build_app
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

# Keep compiled templates, here and in every server that a test starts. Recompiling them for each test took a third of
# the run.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# A run keeps all recordings and templates it has read. Frequent garbage collection over them took a fifth of the run.
gc.set_threshold(100_000, 50, 100)

# A busy machine must not fail a test.
settings.register_profile("herald", deadline=None)
settings.load_profile("herald")

RELEASE_GATES = Path(__file__).parent / "release_gates"
EVENING = datetime(2026, 1, 1, 20, 0, tzinfo=UTC)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Marks release gates and `repeats` tests as long. Deselects `repeats` tests unless the run is long, takes
    screenshots or selects them (`-m repeats`)."""
    for item in items:
        if RELEASE_GATES in item.path.parents or item.get_closest_marker("repeats"):
            item.add_marker(pytest.mark.long)
    everything = LONG or os.environ.get("HERALD_SHOTS") or "repeats" in config.option.markexpr
    left_out = {item: None for item in items if not everything and item.get_closest_marker("repeats")}
    config.hook.pytest_deselected(items=[*left_out])
    items[:] = [item for item in items if item not in left_out]


def make_app(folder: Path, seed: int = 1) -> Flask:
    return with_services(build_app(frozenset()), folder, seed)


def with_services(app: Flask, folder: Path, seed: int = 1) -> Flask:
    """Returns the app with fresh services, like a newly started Herald."""
    config = Config(folder, port=8000, address="192.168.1.20")
    app.extensions["herald"] = made = make_services(config, lambda: EVENING, random.Random(seed))
    made.device_key = DEVICE_KEY
    return app


@pytest.fixture(scope="session")
def wired_app() -> Flask:
    """The app with routes and templates, shared because creating it takes longer than most tests."""
    return build_app(frozenset())


@pytest.fixture
def app(wired_app: Flask, tmp_path: Path) -> Flask:
    return with_services(wired_app, tmp_path)


@pytest.fixture
def evening(app: Flask) -> Evening:
    """A table to fill: `evening.open(...)`, `evening.sit("Anna", "red")`."""
    return Evening(app)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests that need a real browser."""
    from tests.chromium import chromium  # imported here because Playwright is slow to load

    with chromium() as found:
        yield found
