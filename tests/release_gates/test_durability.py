"""A real server is killed repeatedly without warning; every request it answered with success is still stored."""

from __future__ import annotations

import random
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.release_gates import range_id, shares
from tests.release_gates.figures import Figures
from tests.release_gates.load import Household, start_household, until_it_dies
from tests.server import COMPANION, Server

EACH = 10


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    made = Server(tmp_path, (*COMPANION, "--instance", str(tmp_path)))
    made.start()
    yield made
    made.kill()


@pytest.mark.parametrize("kills", shares(4, 200, EACH), ids=range_id)
def test_killed_server_loses_and_doubles_nothing(server: Server, kills: range, figures: Figures) -> None:
    rng, household = random.Random(kills.start), start_household(server)
    for kill in kills:
        kill_while_busy(household, kill, rng.uniform(0.005, 0.4))
        figures["kills"] += 1
        figures["requests cut off"] += sum(phone.pending is not None for phone in household.phones)
        server.start()
        household.check()
        for phone in household.phones:  # unanswered requests are sent again
            if phone.pending:
                phone.send()
        household.check()
    server.kill()
    household.check_file()
    figures["answered requests, all there"] += household.answered
    figures["lost"] += 0
    assert figures["requests cut off"] > 0, "at least one request was under way"
    assert household.answered > figures["requests cut off"]


def kill_while_busy(household: Household, round_: int, seconds: float) -> None:
    """Lets all clients write at once and kills the server this many seconds after the first answer."""
    before = household.answered
    busy = [threading.Thread(target=until_it_dies, args=(somebody, round_)) for somebody in household.everybody]
    for thread in busy:
        thread.start()
    while household.answered == before:  # takes a while on a busy machine
        time.sleep(0.002)
    time.sleep(seconds)
    household.server.kill()
    for thread in busy:
        thread.join()


# A server that reports "saved" too early: once its folder contains a file named "hasty", it commits nothing.
HASTY = """
import sys
from pathlib import Path
from companion import serve
serve.patch()
from companion.store import Store

sign = Path(sys.argv[sys.argv.index("--instance") + 1]) / "hasty"

def write(self, work):
    if not self._connection.in_transaction:
        self._execute("BEGIN IMMEDIATE")
    result = work()
    if not sign.exists():
        self._execute("COMMIT")
    return result

Store._write = write
from companion.__main__ import main
sys.exit(main())
"""


def test_server_that_reports_saved_too_early_is_found(tmp_path: Path) -> None:
    hasty = Server(tmp_path, (sys.executable, "-c", HASTY, "serve", "--instance", str(tmp_path)))
    hasty.start()
    try:
        household = start_household(hasty)
        (tmp_path / "hasty").touch()
        kill_while_busy(household, 1, 0.1)
        hasty.start()
        with pytest.raises(AssertionError):
            household.check()
    finally:
        hasty.kill()
