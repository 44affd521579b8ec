"""A finished game again: who may see which frame, and what is on it."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

import pytest

from companion.replay_budget import Budget
from scoring.game_info import GAME_INFOS
from scoring.playback import playback
from scoring.words import render
from tests.actors import Evening
from tests.games import game_spec
from tests.web.pages import faults
from tests.web.played import LANG_LEBE, ROYALS, SAGA, add_played, half, phone_at
from tests.web.scenes import finish_game, sentence, set_up, stranger


def words(html: str) -> str:
    return unescape(re.sub(r"<[^>]+>", "", html))


def test_running_game_cannot_be_watched_by_anybody(evening: Evening) -> None:
    set_up(evening)
    for device in (evening.laptop, *evening.phones, stranger(evening)):
        response = device.get(f"/t/{device.code}/again?frame=3")
        assert response.status_code == 409
        assert sentence(response) == "You can see this once the game is over."


def test_end_screen_story_and_lists_link_to_it(evening: Evening) -> None:
    code = finish_game(evening)
    for path in (f"/t/{code}/table", f"/t/{code}/story", "/", "/tables"):
        assert f'href="/t/{code}/again"' in evening.laptop.get(path).text, path


def test_reopened_game_can_no_longer_be_watched(evening: Evening) -> None:
    code = finish_game(evening)
    assert evening.laptop.get(f"/t/{code}/again").status_code == 200
    undo = evening.projection.records[-1].seq - 1
    evening.laptop.submit("undo", to=undo)
    if evening.projection.table.standings is None:
        assert evening.laptop.get(f"/t/{code}/again").status_code == 409


@pytest.mark.parametrize("path", [LANG_LEBE, ROYALS, SAGA])
def test_page_of_a_frame_is_valid(evening: Evening, path: str) -> None:
    code = add_played(evening, path).code
    for query in ("", "?frame=40", "?frame=40&eyes=1"):
        assert faults(evening.laptop.get(f"/t/{code}/again{query}").text) == []


@pytest.mark.parametrize("game", GAME_INFOS)
def test_every_frame_of_a_game_shows_its_caption(evening: Evening, game: str) -> None:
    path = f"{GAME_INFOS[game].folder}/recorded/{game_spec(game).MOMENTS[0]}.jsonl"
    live = add_played(evening, path)
    for number, frame in enumerate(playback(live.projection).frames):
        response = evening.laptop.get(f"/t/{live.code}/again?frame={number}", htmx=True)
        assert response.status_code == 200
        assert render(frame.caption, frame.table.names) in words(response.text)


@pytest.mark.parametrize(
    "query", ["frame=99999", "frame=-1", "frame=x", "frame=1&eyes=7", "eyes=²", "frame=9999999999"]
)
def test_numbers_that_do_not_exist_show_a_frame_that_does(evening: Evening, query: str) -> None:
    code = add_played(evening, SAGA).code
    assert evening.laptop.get(f"/t/{code}/again?{query}").status_code == 200


def test_with_one_players_eyes_only_their_secrets_are_told(evening: Evening) -> None:
    live = add_played(evening, LANG_LEBE)
    frames = playback(live.projection).frames
    number, line = next((n, frame.secrets[0]) for n, frame in enumerate(frames) if frame.secrets)
    secret = render(line.text, live.projection.table.names)
    assert line.seat is not None
    for eyes, knows in (("", True), (line.seat, True), ((line.seat + 1) % 3, False)):
        page = words(evening.laptop.get(f"/t/{live.code}/again?frame={number}&eyes={eyes}", htmx=True).text)
        assert (secret in page) is knows, eyes


def test_script_gets_a_frame_alone(evening: Evening) -> None:
    code = add_played(evening, SAGA).code
    whole, alone = (evening.laptop.get(f"/t/{code}/again?frame=9", htmx=htmx).text for htmx in (False, True))
    assert "<html" not in alone
    assert re.findall(r'data-said="[^"]+"', alone) == re.findall(r'data-said="[^"]+"', whole)


def test_playback_is_computed_once_and_within_the_budget(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    live = add_played(evening, SAGA)
    plays = evening.services.plays
    assert plays.playback(live) is plays.playback(live)
    others = [add_played(evening, SAGA, day) for day in range(1, 6)]
    for other in others:
        plays.playback(other)
    ticks: Callable[[], float] = iter(range(10**6)).__next__
    monkeypatch.setattr(evening.services.tables, "budget", lambda: Budget(5.0, ticks, lambda: None))
    response = evening.laptop.get(f"/t/{live.code}/again")
    assert response.status_code == 503
    assert "takes too long" in sentence(response)
    assert evening.laptop.get(f"/t/{others[-1].code}/again").status_code == 200


def test_anybody_at_the_finished_table_may_watch(evening: Evening) -> None:
    live = add_played(evening, ROYALS)
    for device in (phone_at(evening, live, 1), stranger(evening)):
        assert device.get(f"/t/{live.code}/again").status_code == 200
    again = evening.services.tables.adopt(half(SAGA).records)
    assert stranger(evening).get(f"/t/{again.code}/again").status_code == 409
