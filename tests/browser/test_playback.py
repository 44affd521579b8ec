"""A finished game watched again in real browsers: played, stopped, stepped and seen with one player's eyes."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Locator, expect

from scoring.game_info import GAME_INFOS
from scoring.playback import Playback, playback
from scoring.recording import export_whole
from scoring.words import render
from tests.browser.accessibility import findings
from tests.browser.actors import TableScreen
from tests.browser.evening import Evening
from tests.browser.fitting import SIZES
from tests.browser.prepared import own_table
from tests.browser.screen import Screen
from tests.games import TESTS, game_spec, one_for_all, projection_in

pytestmark = pytest.mark.moving

SAGA = "saga/recorded/3-last-knight.jsonl"
# The evening passes as fast as the page shows it.
HURRY = "() => { document.querySelector('[name=speed][value=\"12\"]').click(); }"
# What does not fit: the page, or what happened in a frame.
CUT = """() => [document.documentElement, document.getElementById('now')].map(
    one => Math.max(one.scrollHeight - one.clientHeight, one.scrollWidth - one.clientWidth))"""
GO = """async (frame) => {
    const range = document.querySelector('.playback-range');
    range.value = frame;
    range.dispatchEvent(new Event('input'));
    while (document.getElementById('now').dataset.frame !== String(frame)) await new Promise(go => setTimeout(go, 5));
}"""


def finished_table(evening: Evening, path: str = SAGA) -> tuple[TableScreen, Playback]:
    projection = projection_in(TESTS / path)
    table = evening.table_screen()
    table.import_without_taps(export_whole(own_table(projection.records)))
    return table, playback(projection)


def open_playback(table: TableScreen, frame: int = 1, query: str = "") -> None:
    table.open(f"/t/{table.code}/again?frame={frame}{query}")


def current_frame(screen: Screen) -> Locator:
    return screen.page.locator("#now")


def is_at(screen: Screen, frame: int) -> None:
    expect(current_frame(screen)).to_have_attribute("data-frame", str(frame))


def frame_text(watched: Playback, frame: int) -> str:
    one = watched.frames[frame]
    return render(one.caption, one.table.names)


def play(screen: Screen) -> Locator:
    return screen.button("Play")


def test_evening_plays_to_its_end_by_itself(evening: Evening) -> None:
    table, watched = finished_table(evening, "saga/recorded/2-end-shared-victory.jsonl")
    table.open(table.path)
    table.tap(table.link("Watch it again"))
    expect(play(table)).to_have_attribute("aria-pressed", "true")
    table.page.evaluate(HURRY)
    is_at(table, len(watched.frames) - 1)
    expect(play(table)).to_have_attribute("aria-pressed", "false")
    for seat, points in enumerate(watched.frames[-1].points):
        expect(table.page.locator(".playback-scores li").nth(seat)).to_contain_text(str(points))
    table.tap(play(table))  # from the start again
    expect(play(table)).to_have_attribute("aria-pressed", "true")


def test_buttons_keys_slider_and_chapters_go_where_they_say(evening: Evening) -> None:
    table, watched = finished_table(evening)
    open_playback(table, 9)
    table.tap(table.link("Next scene"))
    is_at(table, 10)
    expect(current_frame(table)).to_contain_text(frame_text(watched, 10))
    expect(table.page.locator("#announce")).to_have_text(frame_text(watched, 10))
    table.tap(table.link("Back one scene"))
    is_at(table, 9)
    table.page.locator("body").press("ArrowRight")
    is_at(table, 10)
    table.page.locator("body").press("ArrowLeft")
    is_at(table, 9)
    table.page.locator("body").press(" ")
    expect(play(table)).to_have_attribute("aria-pressed", "true")
    table.page.locator("body").press(" ")
    expect(play(table)).to_have_attribute("aria-pressed", "false")
    slider = table.page.get_by_role("slider", name="Position in the evening")
    slider.press("End")
    last = len(watched.frames) - 1
    is_at(table, last)
    expect(slider).to_have_attribute("aria-valuetext", frame_text(watched, last))
    chapter = watched.chapters[2]
    table.tap(table.page.get_by_role("navigation", name="Chapters").get_by_role("link").nth(2))
    is_at(table, chapter.frame)
    expect(current_frame(table)).to_contain_text(f"Chapter 3 of {len(watched.chapters)}")
    table.page.reload()  # the address has the frame
    is_at(table, chapter.frame)


def test_play_button_shows_what_it_does(evening: Evening) -> None:
    table, _ = finished_table(evening)
    open_playback(table, 1)
    for icon, other in (("play", "pause"), ("pause", "play")):
        expect(play(table).locator(f".icon-{icon}")).to_be_visible()
        expect(play(table).locator(f".icon-{other}")).to_be_hidden()
        table.tap(play(table))


# Counts what fades in on the board, outside scenes.
COUNT_FADES = """() => {
    window.fades = 0;
    const faded = (one) => one.target.matches('.is-changed') && !('scene' in document.getElementById('now').dataset);
    new MutationObserver((all) => { window.fades += all.filter(faded).length; })
        .observe(document.getElementById('frame'), { subtree: true, attributeFilter: ['class'] });
}"""
BEYOND = "frame => Number(document.getElementById('now').dataset.frame) > frame"


def test_moves_fade_in_only_while_frames_stay_long_enough(evening: Evening) -> None:
    table, _ = finished_table(evening, "lang_lebe/recorded/5-several-elections.jsonl")
    fades = {}
    for speed, frame in ((1, 3), (12, 12)):
        open_playback(table, 1)
        table.page.evaluate(COUNT_FADES)
        table.page.locator(f'[name="speed"][value="{speed}"]').check(force=True)
        table.tap(play(table))
        table.page.wait_for_function(BEYOND, arg=frame)
        table.tap(play(table))
        fades[speed] = table.page.evaluate("window.fades")
    assert fades[1] > fades[12] == 0


def test_faster_evening_takes_less_time(evening: Evening) -> None:
    table, watched = finished_table(evening)
    open_playback(table, 1)
    spent = {}
    for speed in (1, 12):
        table.page.clock.install() if not spent else None
        table.page.evaluate(GO, 1)
        table.page.locator(f'[name="speed"][value="{speed}"]').check(force=True)
        table.tap(play(table))
        table.page.clock.run_for(1500)
        spent[speed] = int(str(current_frame(table).get_attribute("data-frame")))
        table.tap(play(table))
    assert spent[12] > spent[1], watched.frames[1].length


def test_one_players_eyes_do_not_see_what_others_hid(evening: Evening) -> None:
    table, watched = finished_table(evening, "lang_lebe/recorded/3-single-winner.jsonl")
    frame, line = next((n, one.secrets[0]) for n, one in enumerate(watched.frames) if one.secrets)
    names = watched.frames[0].table.names
    secret = render(line.text, names)
    open_playback(table, frame)
    table.should_see(secret)
    assert line.seat is not None
    for seat, sees in ((line.seat, True), ((line.seat + 1) % 3, False)):
        table.page.get_by_label("Seen by").select_option(names[seat])
        table.page.wait_for_url(re.compile(f"eyes={seat}"))
        is_at(table, frame)
        expect(current_frame(table).locator(".playback-secret")).to_have_count(int(sees))
    assert secret not in table.page.content()


def test_playback_without_motion_waits_to_be_started(evening: Evening) -> None:
    table, _ = finished_table(evening)
    table.page.emulate_media(reduced_motion="reduce")
    open_playback(table, 0)
    expect(play(table)).to_have_attribute("aria-pressed", "false")
    table.page.evaluate(HURRY)
    table.tap(play(table))
    is_at(table, 4)
    moving = "document.getAnimations().filter(one => one.playState === 'running').length"
    assert table.page.evaluate(moving) == 0


def test_playback_without_scripts_uses_links(evening: Evening) -> None:
    table, watched = finished_table(evening)
    plain = evening.special_phone("plain", java_script_enabled=False)
    plain.open(f"/t/{table.code}/again")
    chapter = watched.chapters[1]
    plain.link(render(chapter.name, watched.frames[0].table.names)).first.click()
    is_at(plain, chapter.frame)
    expect(plain.page.locator(".land")).to_have_count(6)
    plain.link("Next scene").click()
    is_at(plain, chapter.frame + 1)
    expect(plain.button("Play")).to_be_hidden()
    plain.page.get_by_label("Seen by").select_option("Ben")
    plain.button("Show").click()
    expect(plain.page.get_by_label("Seen by")).to_have_value("1")
    is_at(plain, chapter.frame + 1)


def test_lost_frame_is_fetched_again(evening: Evening) -> None:
    evening.may_complain("ERR_FAILED", "Failed to load")
    table, _ = finished_table(evening)
    open_playback(table, 5)
    table.page.route("**/again?frame=6", lambda route: route.abort(), times=1)
    table.tap(table.link("Next scene"))
    is_at(table, 6)


def test_screen_reader_finds_the_controls_by_name(evening: Evening) -> None:
    table, watched = finished_table(evening)
    open_playback(table, 20)
    tree = json.dumps(table.page.get_by_role("main").aria_snapshot())
    for name in (
        "Watch the evening again",
        "What happened",
        "Chapters",
        "Position in the evening",
        "Play",
        "Speed",
        "Seen by",
    ):
        assert name in tree
    assert frame_text(watched, 20) in table.page.get_by_role("slider").get_attribute("aria-valuetext", timeout=100)  # type: ignore[operator]


@pytest.mark.parametrize("game", one_for_all(GAME_INFOS, lambda game: game == "lang-lebe"))
def test_playback_is_accessible_and_every_frame_fits(evening: Evening, game: str) -> None:
    folder = GAME_INFOS[game].folder
    table, watched = finished_table(evening, f"{folder}/recorded/{game_spec(game).MOMENTS[0]}.jsonl")
    table.page.emulate_media(reduced_motion="reduce")
    open_playback(table, 1)
    assert findings(table) == []
    for width, height in SIZES:
        table.page.set_viewport_size({"width": width, "height": height})
        for frame in range(2, len(watched.frames), 3 if (width, height) == (1920, 1080) else 11):
            table.page.evaluate(GO, frame)
            assert max(table.page.evaluate(CUT)) <= 1, (frame, width)
    table.page.set_viewport_size({"width": 1920, "height": 1080})
