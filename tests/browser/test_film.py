"""Films in real browsers: played by time, hurried, stopped, stepped back, without motion and without scripts."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Locator, Route, expect

from scoring.recording import export_whole
from scoring.replay import Projection
from scoring.words import render
from tests.browser.actors import Phone, TableScreen
from tests.browser.evening import TABLE_SIZE, Evening
from tests.browser.fitting import SETTLED
from tests.browser.prepared import own_table
from tests.browser.screen import Screen, film_at
from tests.films import film_of
from tests.games import one_for_all
from tests.pictures import PLAY

pytestmark = pytest.mark.moving

SIZES = (TABLE_SIZE, {"width": 1366, "height": 768}, {"width": 1280, "height": 720})
# Parts of the film that are cut, off screen, scroll, or are too small to read from two metres.
CRAMPED = """() => {
    for (const one of document.getAnimations()) one.finish();
    const least = 24 * Math.min(innerHeight / 1080, innerWidth / 1920) - .5;
    const layer = document.querySelector('.highlight-layer:not(.is-leaving)');
    const all = [...layer.querySelectorAll('*:not(.land-scene > *)')].filter(one => one.getClientRects().length);
    const says = one => [...one.childNodes].some(node => node.nodeType === 3 && node.data.trim());
    const box = one => one.getBoundingClientRect();
    const out = one => box(one).right > innerWidth + 1 || box(one).bottom > innerHeight + 1 || box(one).left < 0;
    return all.filter(one => !one.closest('.film-list ol') && !one.closest('.is-summary') && out(one)
        || says(one) && parseFloat(getComputedStyle(one).fontSize) < least).map(one => one.outerHTML.slice(0, 120));
}"""


# Words of the verdict, and names on the board, that are covered by something else or broken mid-word.
COVERED = """() => {
    const layer = document.querySelector('.highlight-layer:not(.is-leaving)');
    const words = [...layer.querySelectorAll('.highlight-verdict > span:last-child, .land-name')];
    return words.filter(one => one.getClientRects().length).filter(one => {
        const range = document.createRange();
        range.selectNodeContents(one.firstChild || one);
        const lines = [...range.getClientRects()].filter(line => line.width);
        return lines.length > one.textContent.trim().split(/\\s+/).length || lines.some(line => {
            const top = document.elementFromPoint(line.x + line.width / 2, line.y + line.height / 2);
            return !top || !(one.contains(top) || top.contains(one));
        });
    }).map(one => one.outerHTML.slice(0, 120));
}"""


def layer(screen: Screen) -> Locator:
    return screen.page.locator(".highlight-layer:not(.is-leaving)")


def title(screen: Screen) -> Locator:
    return layer(screen).locator(".highlight-title")


def titles(projection: Projection) -> list[str]:
    return [render(one.title, projection.table.names) for one in projection.highlights]


# A film of each game, by the kind of its scenes.
FILMS = {
    "wars-of-the-roses": "battle",
    "lang-lebe": "votes",
    "regents": "chip",
    "royals": "country",
    "saga": "conquest",
}


@pytest.fixture(params=one_for_all(FILMS, lambda game: game == "wars-of-the-roses"))
def projection(request: pytest.FixtureRequest) -> Projection:
    return film_of(request.param, FILMS[request.param])


def is_at_scene(screen: Screen, projection: Projection, number: int) -> None:
    expect(title(screen)).to_have_text(titles(projection)[number])
    expect(layer(screen).locator(".film-dots > li").nth(number)).to_have_class(re.compile("is-now"))


def import_shown_film(evening: Evening, projection: Projection, *names: str) -> tuple[TableScreen, list[Phone]]:
    """Imports a table whose last film is over; returns its screen and phones of the first seats."""
    table = evening.table_screen()
    table.import_without_taps(export_whole(own_table(projection.records)))
    phones = [evening.phone(name) for name in names]
    for seat, phone in enumerate(phones):
        phone.post(table.new_link(seat))
        phone.seat = seat
    for screen in (table, *phones):
        screen.open(screen.path)
    return table, phones


def test_film_plays_to_its_end_by_itself(evening: Evening, projection: Projection) -> None:
    table, _ = import_shown_film(evening, projection)
    film = projection.films[0]
    page = table.page
    expect(layer(table)).to_have_count(0)  # it was over when the page was opened
    page.clock.install()
    page.clock.pause_at(datetime.now(UTC) + timedelta(seconds=2))
    page.evaluate(PLAY)
    for number, scene in enumerate(film.scenes):
        is_at_scene(table, projection, number)
        expect(layer(table).locator(".film-dots .is-past")).to_have_count(number)
        page.clock.run_for(scene.told - scene.at + 50)
        expect(layer(table).locator(".highlight-verdict")).to_have_class("highlight-verdict is-here")
        listed = [line for line in film.to_do if line.at <= scene.told and (line.until or scene.ends) > scene.told]
        if layer(table).locator(".film-list:visible").count():  # beside a board there is no room for it
            expect(layer(table).locator(".film-list li:visible")).to_have_count(len(listed))
        page.clock.run_for(scene.ends - scene.told)
    expect(layer(table)).to_have_count(0)


def test_screens_agree_on_the_film_position_after_a_reload(evening: Evening, projection: Projection) -> None:
    table, (anna,) = import_shown_film(evening, projection, "Anna")
    film, names = projection.films[0], titles(projection)
    last = len(film.scenes) - 1
    film_at(table, film.scenes[last].at + 10)
    is_at_scene(table, projection, last)
    expect(layer(anna)).to_contain_text(names[last])
    table.page.reload()
    is_at_scene(table, projection, last)
    second = evening.special_phone("second", viewport=TABLE_SIZE, is_mobile=False)
    second.open(table.path)
    is_at_scene(second, projection, last)
    film_at(table, film.length + 9000, paused=False)
    for screen in (table, second):
        expect(layer(screen)).to_have_count(0)


def test_tap_hurries_and_buttons_and_keys_step_for_all_screens(evening: Evening, projection: Projection) -> None:
    table, (anna,) = import_shown_film(evening, projection, "Anna")
    film, names = projection.films[0], titles(projection)
    film_at(table, 10)
    is_at_scene(table, projection, 0)
    layer(table).click(position={"x": 400, "y": 500})
    is_at_scene(table, projection, 1)
    expect(layer(anna).locator(".film-caption")).to_have_text(names[1])
    expect(table.page.locator("#state")).to_have_attribute("data-film", re.compile(" 0$"))  # it plays for everybody
    film_at(table, 20)
    expect(layer(table)).to_have_class(re.compile("is-paused"))
    table.button("Next scene").click()
    is_at_scene(table, projection, 1)
    table.page.keyboard.press("ArrowLeft")
    is_at_scene(table, projection, 0)
    table.page.keyboard.press("ArrowRight")
    is_at_scene(table, projection, 1)
    table.button("Back one scene").click()
    is_at_scene(table, projection, 0)
    table.button("Next scene").click()
    is_at_scene(table, projection, 1)
    expect(layer(anna).locator(".film-caption")).to_have_text(names[1])
    stands = f"{film.seq} {film.scenes[1].at} 1"
    expect(table.page.locator("#state")).to_have_attribute("data-film", stands)


def test_last_position_counts_when_an_earlier_one_is_slow(evening: Evening) -> None:
    projection = film_of("wars-of-the-roses", "battle")
    table, _ = import_shown_film(evening, projection)
    film = projection.films[0]
    film_at(table, film.scenes[1].at)
    is_at_scene(table, projection, 1)
    held: list[Route] = []
    seek = re.compile(r"/film$")
    table.page.route(seek, lambda route: route.continue_() if held else held.append(route))
    table.page.keyboard.press("ArrowRight")
    while not held:
        table.page.wait_for_timeout(50)
    table.page.keyboard.press("ArrowRight")
    is_at_scene(table, projection, 3)
    table.page.wait_for_timeout(500)  # the later position would be sent now
    held[0].continue_()
    stands = f"{film.seq} {film.scenes[3].at} 1"
    expect(table.page.locator("#state")).to_have_attribute("data-film", stands)
    is_at_scene(table, projection, 3)


def test_holding_stops_the_film_and_letting_go_continues_it(evening: Evening, projection: Projection) -> None:
    table, _ = import_shown_film(evening, projection)
    film_at(table, projection.films[0].scenes[1].at, paused=False)
    is_at_scene(table, projection, 1)
    table.page.mouse.move(400, 500)
    table.page.mouse.down()
    expect(layer(table)).to_have_class(re.compile("is-paused"))
    expect(table.page.locator('[data-film="pause"]')).to_have_attribute("aria-pressed", "true")
    table.page.mouse.up()
    expect(table.page.locator('[data-film="pause"]')).to_have_attribute("aria-pressed", "false")
    is_at_scene(table, projection, 1)  # the release is no tap
    table.page.keyboard.press(" ")
    expect(table.page.locator('[data-film="pause"]')).to_have_attribute("aria-pressed", "true")


def test_phone_leaves_the_film_and_the_table_screen_plays_on(evening: Evening, projection: Projection) -> None:
    table, (anna,) = import_shown_film(evening, projection, "Anna")
    film_at(table, 10)
    expect(layer(anna)).to_contain_text("Look at the table screen.")
    while layer(anna).count():
        layer(anna).click()
    anna.page.reload()
    anna.wait_until_current()
    expect(layer(anna)).to_have_count(0)
    expect(title(table)).to_have_text(titles(projection)[0])


BOX = "one => { const { x, y, width, height } = one.getBoundingClientRect(); return [x, y, width, height]; }"


def test_film_plays_on_the_board_in_its_place(evening: Evening) -> None:
    """A place changes hands when the verdict of its battle appears, and back when the film steps back."""
    projection = film_of("wars-of-the-roses", "battle")
    table, _ = import_shown_film(evening, projection)
    own = table.page.locator("#screen .stage-board .map-view").evaluate(BOX)
    scene = next(one for one in projection.films[0].scenes if one.before.state.owners != one.after.state.owners)
    place = scene.highlight.places[0]
    owners = [one.state.owners[place] for one in (scene.before, scene.after)]
    piece = layer(table).locator(f'[data-key="{place}"]')
    before, after = (re.compile(f"seat-{projection.table.seats[seat].colour}") for seat in owners)
    film_at(table, scene.told - 10)
    expect(piece).to_have_class(before)
    assert layer(table).locator(".film-map .map-view").evaluate(BOX) == own
    expect(layer(table).locator('.film-map [data-key="lit"] > *')).not_to_have_count(0)
    film_at(table, scene.told + 50)
    expect(piece).to_have_class(after)
    film_at(table, scene.at + 10)
    expect(piece).to_have_class(before)
    film_at(table, projection.films[0].scenes[-1].ends - 10)
    expect(piece).to_have_class(after)


def test_players_have_the_points_of_the_scene(evening: Evening) -> None:
    projection = film_of("wars-of-the-roses", "area")
    table, _ = import_shown_film(evening, projection)
    for scene in projection.films[0].scenes[:3]:
        for at, state in ((scene.at + 10, scene.before.state), (scene.told + 50, scene.after.state)):
            film_at(table, at)
            for seat, points in enumerate(state.victory_points):
                score = layer(table).locator(f'[data-key="player-{seat}"] .player-score')
                expect(score).to_have_text(re.compile(rf"\b{points}$"))


def test_without_motion_every_scene_is_there_at_once(evening: Evening, projection: Projection) -> None:
    table, (anna,) = import_shown_film(evening, projection, "Anna")
    for screen in (table, anna):
        screen.page.emulate_media(reduced_motion="reduce")
    film_at(table, 10)
    for highlight in projection.highlights:
        verdict = layer(table).get_by_text(render(highlight.verdict, projection.table.names), exact=True).first
        expect(verdict).to_be_visible()
    assert table.page.evaluate("document.getAnimations().filter(one => one.playState === 'running').length") == 0
    for size in SIZES:
        table.page.set_viewport_size(size)  # type: ignore[arg-type]
        assert table.page.evaluate(CRAMPED) == [], size
    table.page.set_viewport_size(TABLE_SIZE)  # type: ignore[arg-type]
    expect(anna.page.locator(".is-cover")).to_have_count(0)
    layer(table).click()
    expect(layer(table)).to_have_count(0)


def test_without_scripts_every_scene_is_in_the_page(evening: Evening, projection: Projection) -> None:
    table, _ = import_shown_film(evening, projection)
    plain = evening.special_phone("plain", java_script_enabled=False)
    plain.open(table.path)
    for number, highlight in enumerate(projection.highlights):
        scene = plain.page.locator(".highlights .highlight").nth(number)
        expect(scene).to_be_visible()
        expect(scene).to_contain_text(render(highlight.verdict, projection.table.names))


def test_screen_reader_finds_every_scene_beside_the_film(evening: Evening, projection: Projection) -> None:
    table, _ = import_shown_film(evening, projection)
    film_at(table, 10)
    expect(title(table)).to_be_visible()
    tree = json.dumps(table.page.get_by_role("region", name="Just now").aria_snapshot())
    for name in titles(projection):
        assert name in tree


# The last scenes of a round of Roses, and a film of each other game.
SCENES = [("wars-of-the-roses", kind) for kind in ("plans", "deployment", "battle", "area")]
SCENES += [(game, kind) for game, kind in FILMS.items() if game != "wars-of-the-roses"]


@pytest.mark.repeats
@pytest.mark.parametrize(("game", "kind"), SCENES)
def test_every_scene_fits_the_table_screen(evening: Evening, game: str, kind: str) -> None:
    projection = film_of(game, kind)
    table, _ = import_shown_film(evening, projection)
    for scene in projection.films[0].scenes:
        film_at(table, scene.told + 50)
        expect(layer(table)).to_have_class(re.compile("is-moving (is-beside )?is-told is-paused"))
        for size in SIZES:
            table.page.set_viewport_size(size)  # type: ignore[arg-type]
            table.page.evaluate(SETTLED)
            assert table.page.evaluate(CRAMPED) == [], (size, scene.highlight.kind)
            assert table.page.evaluate(COVERED) == [], (size, scene.highlight.kind)


def test_film_beside_a_light_board_is_dark_while_it_plays(evening: Evening) -> None:
    projection = film_of("royals", "country")
    table, _ = import_shown_film(evening, projection)
    table.page.evaluate("document.getElementById('light').click()")
    day = table.page.locator("#day")
    expect(day).to_have_attribute("media", "all")
    film_at(table, 10)
    expect(day).to_have_attribute("media", "not all")
    film_at(table, projection.films[0].length + 9000, paused=False)
    expect(day).to_have_attribute("media", "all")


@pytest.mark.repeats
@pytest.mark.parametrize(
    ("game", "kind", "place"), [("lang-lebe", "votes", ".map-light"), ("regents", "tracks", ".room")]
)
def test_counted_areas_and_scored_rooms_are_lit(evening: Evening, game: str, kind: str, place: str) -> None:
    projection = film_of(game, FILMS[game])
    table, _ = import_shown_film(evening, projection)
    scene = next(one for one in projection.films[0].scenes if one.highlight.kind == kind)
    film_at(table, scene.at + 10)
    expect(layer(table)).to_have_class(re.compile("is-beside"))
    assert scene.highlight.places
    expect(table.page.locator(f".stage-board {place}.is-lit")).to_have_count(len(set(scene.highlight.places)))


def test_scene_with_a_place_lights_it_on_the_board_that_stays(evening: Evening) -> None:
    """Royals: the country that is scored; what it brings appears with its verdict."""
    projection = film_of("royals", "country")
    table, _ = import_shown_film(evening, projection)
    film, board = projection.films[0], table.page.locator(".stage-board .map-view")
    before = board.bounding_box()
    for scene in film.scenes:
        (place,) = scene.highlight.places
        film_at(table, scene.at + 10)
        expect(layer(table)).to_have_class(re.compile("is-beside"))
        expect(board.locator(".map-light.is-lit")).to_have_attribute("data-light", place)
        coming = table.page.locator(f'.stage-players [data-scene="{place}"]')
        for points in coming.all():
            expect(points).to_have_class("is-coming")
        film_at(table, scene.told + 10)
        for points in coming.all():
            expect(points).not_to_have_class("is-coming")
        assert board.bounding_box() == before
    film_at(table, film.length + 9000, paused=False)
    expect(layer(table)).to_have_count(0)
    expect(board.locator(".map-light.is-lit")).to_have_count(0)
