"""The JSON API: content, permissions, and secrecy while a game runs."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from scoring.lang_lebe.dispute import SealStake
from tests.actors import Device, Evening
from tests.games import TESTS
from tests.web.played import LANG_LEBE, ROYALS, SAGA, add_played, half, phone_at
from tests.web.scenes import set_up, start_dispute, stranger, submit_directly
from tests.web.test_household import add_to_household

PATHS = ("/api/evenings", "/api/evenings/{code}", "/api/statistics")
NAMED = "any_game/recorded/5-named.jsonl"
DOCS = TESTS.parent / "docs/api.md"


def fetch_json(device: Device, path: str, status: int = 200) -> dict[str, Any]:
    answer = device.get(path)
    assert (answer.status_code, answer.mimetype) == (status, "application/json")
    found: dict[str, Any] = json.loads(answer.data)
    return found


def test_finished_evening_has_places_points_and_score_lines(evening: Evening) -> None:
    live = add_played(evening, LANG_LEBE)
    found = fetch_json(evening.laptop, f"/api/evenings/{live.code.lower()}")
    scores = found.pop("scores")
    assert found == {
        "code": live.code,
        "game": "lang-lebe",
        "title": "Lang lebe der König!",
        "state": "over",
        "trial": False,
        "opened": "2026-01-02T19:00:00+00:00",
        "ended": "2026-01-02T20:10:40+00:00",
        "players": [
            {"name": "Anna", "colour": "red", "place": 2, "points": 14},
            {"name": "Ben", "colour": "blue", "place": 3, "points": 4},
            {"name": "Carla", "colour": "green", "place": 1, "points": 20},
        ],
        "minutes": 69,
        "reason": "Carla is king with 20 votes (19 needed).",
    }
    for player in found["players"]:
        assert sum(line["points"] for line in scores if line["name"] == player["name"]) == player["points"]


def test_evenings_are_listed_newest_first(evening: Evening) -> None:
    codes = [add_played(evening, path, day).code for day, path in enumerate((LANG_LEBE, ROYALS, SAGA))]
    found = fetch_json(evening.laptop, "/api/evenings")["evenings"]
    assert [one["code"] for one in found] == codes[::-1]


def test_statistics_leave_trial_games_out(evening: Evening) -> None:
    add_played(evening, LANG_LEBE)
    add_played(evening, ROYALS, 1, example=True)
    found = fetch_json(evening.laptop, "/api/statistics")
    assert (found["plays"], found["trials"]) == (1, 1)
    assert found["games"] == [{"game": "lang-lebe", "title": "Lang lebe der König!", "plays": 1}]
    assert found["people"][0] == {
        "name": "Carla",
        "plays": 1,
        "wins": 1,
        "average_place": 1.0,
        "average_points": 20.0,
        "best": 20,
        "places": [1],
    }


def test_plays_by_a_game_sheet_are_counted_under_its_title(evening: Evening) -> None:
    live = add_played(evening, NAMED)
    counted = {"game": "any-game/the night ferry", "title": "The Night Ferry"}
    assert fetch_json(evening.laptop, "/api/statistics")["games"] == [{**counted, "plays": 1}]
    assert fetch_json(evening.laptop, f"/api/evenings/{live.code}").items() >= counted.items()


def test_removed_person_appears_nowhere(evening: Evening) -> None:
    live = add_played(evening, LANG_LEBE)
    evening.laptop.post("/people/remove", {"name": "Carla"})
    for path in PATHS:
        assert "Carla" not in json.dumps(fetch_json(evening.laptop, path.format(code=live.code)))


@pytest.mark.parametrize("path", PATHS)
def test_only_the_household_reads_the_api(evening: Evening, path: str) -> None:
    live = add_played(evening, SAGA)
    path = path.format(code=live.code)
    for device in (stranger(evening), phone_at(evening, live, 0)):
        assert fetch_json(device, path, 403) == {"error": "This device does not belong to the household."}
    assert fetch_json(add_to_household(evening), path) == fetch_json(evening.laptop, path)


def test_unknown_code_is_an_error_in_json(evening: Evening) -> None:
    assert fetch_json(evening.laptop, "/api/evenings/NONE", 404) == {"error": "There is no table with this code."}


@pytest.mark.parametrize("path", [LANG_LEBE, ROYALS, SAGA])
def test_running_game_shows_nothing_but_its_players(evening: Evening, path: str) -> None:
    live = evening.services.tables.adopt(half(path).records)
    found = fetch_json(evening.laptop, f"/api/evenings/{live.code}")
    assert (found["state"], found["ended"], found["minutes"], found["reason"]) == ("running", None, None, None)
    assert found["scores"] == []
    assert {(one["place"], one["points"]) for one in found["players"]} == {(None, None)}
    assert fetch_json(evening.laptop, "/api/statistics")["plays"] == 0


@pytest.mark.parametrize("stake", [{"x1": 3}, {"x2": 2, "x3": 1}])
def test_sealed_stakes_change_no_byte_of_the_api(evening: Evening, stake: dict[str, int]) -> None:
    """The laptop is visible to everybody, so it must not show what a phone has just sealed."""
    set_up(evening)
    start_dispute(evening)
    paths = [path.format(code=evening.laptop.code) for path in PATHS]
    before = [evening.laptop.get(path).data for path in paths]
    submit_directly(evening, 0, SealStake(**stake))
    assert [evening.laptop.get(path).data for path in paths] == before


def test_api_accepts_no_post(evening: Evening) -> None:
    for path in PATHS:
        assert evening.laptop.post(path.format(code="NONE"), {}).status_code == 405


def test_documentation_shows_every_field(evening: Evening) -> None:
    live = add_played(evening, LANG_LEBE)
    text = DOCS.read_text(encoding="utf-8")
    examples = [json.loads(example) for example in re.findall(r"```json\n(.+?)```", text, re.DOTALL)]
    found = [fetch_json(evening.laptop, path.format(code=live.code)) for path in PATHS]
    assert [shape(example) for example in examples] == [shape(one) for one in found]


def shape(value: Any) -> Any:
    """Returns the field names, with the first item of each list."""
    if isinstance(value, dict):
        return {key: shape(one) for key, one in value.items()}
    return [shape(value[0])] if isinstance(value, list) and value else None
