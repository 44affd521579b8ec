"""Herald speaks on the table screen, if the table wants: each thing once, in the language of the screen."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from companion.i18n import COOKIE
from scoring.recording import export_whole
from scoring.words import render
from tests.browser.actors import TableScreen
from tests.browser.evening import TABLE_SIZE, Evening
from tests.browser.prepared import NAMES, own_table, set_out
from tests.browser.screen import Screen, film_at
from tests.films import film_of

pytestmark = pytest.mark.moving

# Stands for the browser's speech: notes what is said in which language, and what is stopped.
VOICE = """(languages) => {
    window.said = [];
    class Saying { constructor(text) { this.text = text; } }
    const voices = languages.map(lang => ({ lang }));
    const speech = Object.assign(new EventTarget(), {
        getVoices: () => voices,
        speak: ({ lang, text }) => window.said.push(`${lang}: ${text}`),
        cancel: () => window.said.push('stop'),
        pause: () => window.said.push('pause'),
        resume: () => window.said.push('resume'),
    });
    Object.defineProperty(window, 'speechSynthesis', { value: speech });
    window.SpeechSynthesisUtterance = Saying;
}"""

# Said after Anna moved to Oxeneford, and after her turn.
HEADLINES = ["en: Anna, in Oxeneford: place a courtier or roll to move on.", "en: Ben moves or stays."]


def turns(anna: Screen) -> None:
    anna.submit("move-figure", area="Oxeneford")
    anna.submit("end-turn")


def speaking(evening: Evening, path: str, *languages: str, on: bool = True) -> Screen:
    """A table screen with these voices, which has just been switched on."""
    screen = evening.special_phone("speaker", viewport=TABLE_SIZE, is_mobile=False, has_touch=False)
    screen.page.add_init_script(f"({VOICE})({list(languages)})")
    screen.open(path)
    if on:
        screen.page.get_by_label("Speech").check()
        heard_texts(screen.page)
    return screen


def heard_texts(page: Page, stops: bool = False) -> list[str]:
    """Returns what was said since the last time, and with `stops` also what was stopped."""
    said: list[str] = page.evaluate("window.said.splice(0)")
    return [one for one in said if stops or ": " in one]


def with_film(evening: Evening) -> TableScreen:
    table = evening.table_screen()
    table.import_without_taps(export_whole(own_table(film_of("wars-of-the-roses", "battle").records)))
    table.open(table.path)
    return table


def test_is_off_until_switched_on_and_remembered(evening: Evening) -> None:
    table, anna, *_ = set_out(evening, "table")
    screen = speaking(evening, table.path, "en-GB", on=False)
    expect(screen.page.get_by_label("Speech")).not_to_be_checked()
    turns(anna)
    screen.should_see("Ben moves or stays.")
    assert heard_texts(screen.page) == []
    screen.page.get_by_label("Speech").check()
    assert heard_texts(screen.page) == HEADLINES[-1:]
    screen.page.reload()
    expect(screen.page.get_by_label("Speech")).to_be_checked()


def test_headlines_are_spoken_once_even_after_a_reload(evening: Evening) -> None:
    evening.may_complain("ERR_INTERNET_DISCONNECTED", "Failed to load")
    table, anna, *_ = set_out(evening, "table")
    screen = speaking(evening, table.path, "en-GB")
    turns(anna)
    screen.should_see("Ben moves or stays.")
    assert heard_texts(screen.page) == HEADLINES
    screen.page.reload()
    expect(screen.page.locator(".headline")).to_have_text("Ben moves or stays.")
    screen.page.wait_for_timeout(500)
    assert heard_texts(screen.page) == []
    screen.page.context.set_offline(True)
    expect(screen.lost).to_be_visible()
    screen.page.context.set_offline(False)
    expect(screen.lost).to_be_hidden()
    assert heard_texts(screen.page) == []


def test_film_titles_and_verdicts_are_spoken_once(evening: Evening) -> None:
    projection = film_of("wars-of-the-roses", "battle")
    names = projection.table.names
    table = with_film(evening)
    screen = speaking(evening, table.path, "en-GB")
    scenes = projection.films[0].scenes[:3]
    film_at(table, 0, paused=True)
    page = screen.page
    expect(page.locator(".highlight-layer.is-paused")).to_have_count(1)
    assert "pause" in heard_texts(page, stops=True)
    for scene in scenes:
        film_at(table, scene.told, paused=True)
        title, verdict = (render(one, names) for one in (scene.highlight.title, scene.highlight.verdict))
        expect(page.locator(".highlight-layer .highlight-title")).to_have_text(title)
        expect(page.locator(".highlight-layer.is-told")).to_have_count(1)
        said = heard_texts(page)
        assert f"en: {verdict}" in said
        assert said.count(f"en: {verdict}") == 1
    film_at(table, scenes[0].told, paused=True)  # stepped back
    expect(page.locator(".highlight-layer .highlight-title")).to_have_text(render(scenes[0].highlight.title, names))
    assert heard_texts(page) == []


def test_skipping_a_scene_stops_its_sentence(evening: Evening) -> None:
    table = with_film(evening)
    screen = speaking(evening, table.path, "en-GB")
    film_at(table, 10, paused=True)
    layer = screen.page.locator(".highlight-layer:not(.is-leaving)")
    expect(layer).to_be_visible()
    heard_texts(screen.page, stops=True)
    screen.page.keyboard.press("Escape")
    assert "stop" in heard_texts(screen.page, stops=True)


def test_second_screen_on_the_same_device_repeats_nothing(evening: Evening) -> None:
    table, anna, *_ = set_out(evening, "table")
    screen = speaking(evening, table.path, "en-GB")
    other = screen.page.context.new_page()
    other.add_init_script(f"({VOICE})(['en-GB'])")
    other.goto(screen.page.url)
    expect(other.get_by_label("Speech")).to_be_checked()
    turns(anna)
    for page in (screen.page, other):
        expect(page.locator(".headline")).to_have_text("Ben moves or stays.")
    assert sorted(heard_texts(screen.page) + heard_texts(other)) == HEADLINES
    other.close()


def test_speaks_the_language_of_the_screen(evening: Evening) -> None:
    table, anna, *_ = set_out(evening, "table")
    screen = speaking(evening, table.path, "nl-NL", "en-GB", on=False)
    screen.page.context.add_cookies([{"name": COOKIE, "value": "nl", "url": evening.origin}])
    screen.page.reload()
    screen.page.locator("#speech").check()
    heard_texts(screen.page)
    turns(anna)
    expect(screen.page.locator(".headline")).to_contain_text("Ben")
    assert heard_texts(screen.page)[-1] == f"nl: {screen.page.locator('.headline').inner_text()}"


@pytest.mark.parametrize("languages", [(), ("de-DE",)])
def test_switch_says_that_there_is_no_voice(evening: Evening, languages: tuple[str, ...]) -> None:
    table, *_ = set_out(evening, "table")
    screen = speaking(evening, table.path, *languages, on=False)
    expect(screen.page.locator("#no-voice")).to_be_hidden()
    screen.page.get_by_label("Speech").click()
    expect(screen.page.get_by_text("This browser has no voice for this language.")).to_be_visible()
    expect(screen.page.get_by_label("Speech")).not_to_be_checked()


def test_nothing_is_said_that_the_table_screen_does_not_show(evening: Evening) -> None:
    """Stakes are sealed and revealed: every sentence stands on the table screen."""
    table, *phones = set_out(evening, "table")
    screen = speaking(evening, table.path, "en-GB")
    anna, ben, _carla = phones
    anna.submit("move-figure", area="Oxeneford")
    anna.submit("place-courtier")
    anna.submit("end-turn")
    ben.submit("enter-foreign", area="Oxeneford")
    for phone, cards in zip(phones, (1, 2, 1), strict=True):
        phone.submit("seal-stake", x1=cards)
    expect(screen.page.locator(".highlight-layer")).to_be_visible()
    said = heard_texts(screen.page)
    assert said
    shown = " ".join(screen.page.locator("body").inner_text().split())
    assert all(not re.search(r"×\d", one) for one in said)
    assert any(one.removeprefix("en: ") in shown for one in said)


def test_phones_are_silent(evening: Evening) -> None:
    _, anna, *_ = set_out(evening, NAMES[0])
    expect(anna.page.get_by_label("Speech")).to_have_count(0)
    assert anna.page.evaluate("[...document.scripts].every(one => !one.src.includes('speech'))")
