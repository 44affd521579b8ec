"""A real app on a real SQLite file, with a clock that stands still and luck that repeats."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from types import CodeType
from typing import TYPE_CHECKING

import pytest
from flask import Flask
from hypothesis import settings
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket

from companion.app import create_app
from companion.config import Config
from tests.actors import Evening
from tests.proof.figures import (  # noqa: F401 – for the gates, wherever they run
    figures,
    pytest_runtest_logreport,
    pytest_runtest_makereport,
    pytest_terminal_summary,
)

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# A busy machine is no fault.
settings.register_profile("herald", deadline=None)
settings.load_profile("herald")

EVENING = datetime(2026, 1, 1, 20, 0, tzinfo=UTC)


class Compiled(BytecodeCache):
    """Templates compiled for an earlier app, by name and content."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._kept.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        if bucket.code is not None:
            self._kept[bucket.key, bucket.checksum] = bucket.code


COMPILED = Compiled()


def make_app(folder: Path, seed: int = 1) -> Flask:
    """The real app on this folder; templates are compiled once for all tests of a process."""
    config = Config(folder, port=8000, address="192.168.1.20")
    app = create_app(config, clock=lambda: EVENING, source=random.Random(seed))
    app.jinja_env.bytecode_cache = COMPILED
    return app


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    return make_app(tmp_path)


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
