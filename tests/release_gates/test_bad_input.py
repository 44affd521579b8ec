"""No request to any route causes a server error, a change despite a refusal, or an information leak."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import cycle
from pathlib import Path
from typing import NoReturn

import pytest
from flask import abort, request
from werkzeug.test import TestResponse

from tests.release_gates import range_id, shares
from tests.release_gates.figures import Figures
from tests.release_gates.hostile import STREAM, Hostile, World

EACH = 500
TELLING = ("Traceback", "sqlite3", "werkzeug", ".py", "<script>alert(1)")


@pytest.mark.parametrize("requests", shares(1000, 100_000, EACH), ids=range_id)
def test_no_request_causes_an_error_or_a_change_despite_refusal(
    requests: range, tmp_path: Path, figures: Figures
) -> None:
    world = World(tmp_path / "world", requests.start)
    for _ in requests:
        check(world, world.next(), figures)
    routes = len(list(world.app.url_map.iter_rules()))
    assert figures["anywhere"] >= routes, "every route had its turn"
    figures["5xx"] += 0
    world.made.store.close()


def check(world: World, sent: Hostile, figures: Figures) -> None:
    before = world.state()
    response = world.send(sent)
    figures["requests"] += 1
    figures[sent.what] += 1
    assert response.status_code < 500, sent
    assert not sent.expected or response.status_code in (*sent.expected, 413), (response.status_code, sent)
    if response.status_code >= 400 or sent.method in ("GET", "HEAD", "OPTIONS"):
        figures["refused, nothing changed"] += response.status_code >= 400
        assert world.state() == before, repr(sent)
    assert not [word for word in TELLING if word in words_of(response)], sent
    response.close()


def words_of(response: TestResponse) -> str:
    if response.mimetype == STREAM or response.status_code < 400:
        return ""
    return response.get_data().decode(errors="replace")


# --- the gate can fail ----------------------------------------------------------------------------------------------


def first_failure(world: World, made: Callable[[World], Hostile] = World.next, requests: int = 3000) -> str:
    """Returns the first failure within this number of requests, or "nothing"."""
    try:
        for _ in range(requests):
            check(world, made(world), Counter())
    except AssertionError as wrong:
        return str(wrong)
    finally:
        world.made.store.close()
    return "nothing"


def test_new_route_that_fails_on_a_form_is_found(tmp_path: Path) -> None:
    world = World(tmp_path / "world", 1)
    world.app._got_first_request = False
    world.app.add_url_rule("/dice", "dice", lambda: str(int(request.form["name"])), methods=["POST"])
    world.routes = cycle(world.app.url_map.iter_rules())
    assert "path='/dice" in first_failure(world, World.anywhere)


def test_refusal_that_changes_something_is_found(tmp_path: Path) -> None:
    world = World(tmp_path / "world", 1)

    def early(code: str) -> NoReturn:
        world.made.store.set_setting("address", "1.2.3.4")
        abort(400)

    world.app.view_functions["join.address"] = early
    assert "/address" in first_failure(world, World.anywhere)


def test_accepted_action_of_another_seat_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.tables.may_act", lambda *_: True)
    assert "foreign seat" in first_failure(World(tmp_path / "world", 1), World.foreign)


def test_error_page_that_echoes_its_input_is_found(tmp_path: Path) -> None:
    world = World(tmp_path / "world", 1)
    world.app.view_functions["boxes.fill"] = lambda number: (str(request.form.to_dict()), 400)
    world.routes = cycle(rule for rule in world.app.url_map.iter_rules() if rule.endpoint == "boxes.fill")
    assert "path='/boxes/" in first_failure(world, World.anywhere)
