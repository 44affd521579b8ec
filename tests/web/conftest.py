"""Every web test has an app of its own; templates are compiled once for all of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from tests.actors import Evening
from tests.web.scenes import app_in, in_dispute, set_up


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    return app_in(tmp_path)


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    """A table in the middle of a dispute, with a box of its own, for tests that change nothing."""
    evening = Evening(app_in(tmp_path_factory.mktemp("busy")))
    set_up(evening, box="new")
    in_dispute(evening)
    return evening


@pytest.fixture
def unmoved(busy: Evening) -> Iterator[Evening]:
    """The same table, which must not have moved when the test is over."""
    before = busy.story
    yield busy
    assert busy.story is before
    assert len(busy.services.store.log(busy.laptop.code)) == before.seq
