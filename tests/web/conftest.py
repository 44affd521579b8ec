"""Read-only tables for the web tests, created once per file."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.actors import Evening
from tests.conftest import make_app
from tests.web.scenes import set_up, start_dispute


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    """A table in the middle of a dispute, with its own box. Tests must not change it."""
    evening = Evening(make_app(tmp_path_factory.mktemp("busy")))
    set_up(evening, box="new")
    start_dispute(evening)
    return evening


@pytest.fixture
def unmoved(busy: Evening) -> Iterator[Evening]:
    """The same table; fails if the test has changed it."""
    before = busy.projection
    yield busy
    assert busy.projection is before
    assert len(busy.services.store.log(busy.laptop.code)) == before.seq
