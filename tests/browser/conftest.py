"""A server for each module, and people with browsers for each test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.evening import Evening
from tests.browser.server import Server

HERE = Path(__file__).parent


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    made = Server(tmp_path_factory.mktemp("herald"))
    made.start()
    yield made
    made.kill()
    assert "Traceback" not in made.said(), made.said()


@pytest.fixture(scope="session")
def everybody(browser: Browser) -> Iterator[Evening]:
    """The same devices all evening long: opening one takes longer than most tests."""
    made = Evening(browser)
    yield made
    made.goes_home()


@pytest.fixture
def evening(everybody: Evening, server: Server, request: pytest.FixtureRequest) -> Iterator[Evening]:
    everybody.begins(server, moving=request.node.get_closest_marker("moving") is not None)
    yield everybody
    assert everybody.ends() == [], "the browsers complain"
