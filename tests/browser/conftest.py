"""A shared server, and people with browsers for each test."""

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


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for most tests, because starting one takes longer than a test."""
    yield from running(tmp_path_factory)


@pytest.fixture(scope="module")
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for the test. Modules that kill it or depend on its earlier games set `OWN_SERVER = True`."""
    if getattr(request.module, "OWN_SERVER", False):
        yield from running(tmp_path_factory)
    else:
        yield request.getfixturevalue("shared_server")


def running(folders: pytest.TempPathFactory) -> Iterator[Server]:
    made = Server(folders.mktemp("herald"))
    made.start()
    yield made
    made.kill()
    assert "Traceback" not in made.said(), made.said()


@pytest.fixture(scope="session")
def everybody(browser: Browser) -> Iterator[Evening]:
    """Devices for the whole session, because opening one takes longer than most tests."""
    made = Evening(browser)
    yield made
    made.go_home()


@pytest.fixture
def evening(everybody: Evening, server: Server, request: pytest.FixtureRequest) -> Iterator[Evening]:
    everybody.begin(server, moving=request.node.get_closest_marker("moving") is not None)
    yield everybody
    assert everybody.ends() == [], "the browsers complain"
