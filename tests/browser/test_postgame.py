"""After the game in real browsers: the finale on a table screen and four phones; prints, pictures, charts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from companion.i18n import COOKIE
from scoring.game_info import GAME_INFOS
from scoring.recording import export_whole
from scoring.royals.ending import MarkersShown
from tests.browser.accessibility import LAPTOP, picture, resized
from tests.browser.actors import Phone, TableScreen
from tests.browser.evening import TABLE_SIZE, Evening
from tests.browser.moments import with_long_names
from tests.browser.prepared import own_table
from tests.browser.screen import Screen
from tests.games import TESTS, game_spec, one_for_all, projection_in
from tests.web.played import with_box

# Statistics cover everything played on this server.
OWN_SERVER = True

pytestmark = [pytest.mark.moving, pytest.mark.long]  # see accessibility.picture

FOUR = TESTS / "royals" / "recorded" / "4-tie-for-the-table.jsonl"
NAMES = ("Anna", "Ben", "Carla", "David")
# Milliseconds after which the longest finale is over.
FINALE = 20_000
# Currently visible parts of the end: numbers in the rows, places, winner.
SEEN = """() => {
    const seen = (selector) => [...document.querySelectorAll(selector)].filter((e) => !e.matches('.is-waiting')).length;
    return [seen('.end-table tbody td'), seen('.end .standings > li'), seen('.end-winner')];
}"""
SAID = """() => {
    window.said = [];
    const region = document.getElementById('announce');
    new MutationObserver(() => window.said.push(region.textContent)).observe(region, {childList: true});
}"""
FIRST_PLACE = "() => document.querySelector('.end .standings > li:not(.is-waiting) .standing-place')?.textContent"


def file_before_reveal() -> str:
    """Royals for four, where an earlier version stopped: all markers are dealt, none is revealed."""
    records = projection_in(FOUR).records
    end = next(place for place, record in enumerate(records) if isinstance(record.event, MarkersShown))
    return export_whole(own_table(records[:end]))


def finished_file(path: str) -> str:
    return export_whole(own_table(projection_in(TESTS / path).records))


def import_with_phones(evening: Evening, file: str, names: Sequence[str] = NAMES) -> tuple[TableScreen, list[Phone]]:
    table = evening.table_screen()
    table.import_without_taps(file)
    phones = [evening.phone(name) for name in names]
    for seat, phone in enumerate(phones):
        phone.post(table.new_link(seat))
        phone.seat = seat
    for screen in (table, *phones):
        screen.open(screen.path)
    return table, phones


def end_game(table: TableScreen) -> None:
    table.submit("continue-reveal", 0)


def winner(screen: Screen) -> Locator:
    return screen.page.locator(".end-winner")


def numbers(screen: Screen) -> list[str]:
    return [
        " ".join(text.split()) for text in screen.page.locator(".end-table td, .end .standings > li").all_inner_texts()
    ]


@pytest.mark.parametrize("many", one_for_all([1, 4], lambda many: many == 1))
def test_finale_reveals_row_by_row_on_every_screen(evening: Evening, many: int) -> None:
    table, phones = import_with_phones(evening, file_before_reveal(), NAMES[:many])
    screens: Sequence[Screen] = (table, *phones)
    end_game(table)
    seen, best = [], []
    for _ in range(100):
        seen.append(tuple(table.page.evaluate(SEEN)))
        best.append(table.page.evaluate(FIRST_PLACE))
        if seen[-1][2]:
            break
        table.page.wait_for_timeout(250)
    assert seen == sorted(seen), "nothing that was there goes away again"
    cells, places, _ = seen[-1]
    assert (cells % 4, places) == (0, 4)
    assert any(0 < now[0] < cells and now[1:] == (0, 0) for now in seen), "rows first"
    assert any(now[0] == cells and 0 < now[1] < 4 and not now[2] for now in seen), "then the places"
    assert list(dict.fromkeys(filter(None, best))) == ["4", "3", "2", "1"], "the last one first"
    for screen in screens:
        expect(winner(screen)).to_be_visible(timeout=FINALE)
        expect(screen.button("Skip")).to_have_count(0)
    for phone in phones:
        assert numbers(phone) == numbers(table), "the same end on every phone"


def test_skipping_the_finale_skips_it_for_everybody(evening: Evening) -> None:
    table, phones = import_with_phones(evening, file_before_reveal(), NAMES[:2])
    end_game(table)
    expect(winner(table)).to_be_hidden()
    expect(phones[1].button("Skip")).to_be_visible()
    phones[1].tap("Skip")
    for screen in (table, *phones):
        expect(winner(screen)).to_be_visible(timeout=2500)

    # The board, the history and every rule stay reachable.
    first = table.page.locator(".end .standings > li").first
    first.locator("summary").first.click()
    line = first.locator(".score-line").first
    line.locator("summary").first.click()
    expect(line.locator(".rule")).to_have_text(re.compile(r"^German rulebook: \w+"))
    table.summary("The final board").click()
    expect(table.summary("The board")).to_be_visible()
    table.tap(table.link("History"))
    table.should_see("All markers are on the table.")


def test_neither_a_reload_nor_a_swap_restarts_the_finale(evening: Evening) -> None:
    table, phones = import_with_phones(evening, file_before_reveal(), NAMES[:1])
    end_game(table)
    expect(table.page.locator(".end-table td:not(.is-waiting)").first).to_be_visible()
    table.page.wait_for_timeout(1500)
    before = table.page.evaluate(SEEN)
    table.page.reload()
    expect(table.page.locator("#state")).to_have_count(1)
    assert table.page.evaluate(SEEN) >= before
    phones[0].open("/")  # a phone that leaves makes every screen update
    expect(winner(table)).to_be_visible(timeout=FINALE)
    table.page.reload()
    assert table.page.evaluate(SEEN)[2] == 1


def test_phone_without_motion_waits_for_the_table_screen(evening: Evening) -> None:
    table, phones = import_with_phones(evening, file_before_reveal(), NAMES[:1])
    (phone,) = phones
    phone.page.emulate_media(reduced_motion="reduce")
    end_game(table)
    expect(phone.page.locator(".end-table")).to_be_visible()
    expect(winner(phone)).to_be_hidden(timeout=1)
    expect(phone.page.locator(".end .standings > li:visible")).to_have_count(0, timeout=1)
    assert phone.page.locator("#announce").inner_text().strip() == ""
    expect(winner(phone)).to_be_visible(timeout=FINALE)
    expect(winner(table)).to_be_visible(timeout=1000)
    expect(phone.page.locator("#announce")).to_contain_text("wins")


def test_without_motion_or_scripts_the_end_is_shown_at_once(evening: Evening) -> None:
    table = evening.table_screen()
    table.import_without_taps(file_before_reveal())
    table.open(table.path)
    calm = evening.special_phone("Olga", reduced_motion="reduce")
    plain = evening.special_phone("Otto", java_script_enabled=False)
    end_game(table)
    for phone in (calm, plain):
        phone.open(f"/t/{table.code}/table")
        expect(winner(phone)).to_be_visible(timeout=1000)
        expect(phone.page.locator(".end .standings > li").last).to_be_visible(timeout=100)
        expect(phone.button("Skip")).to_have_count(0)
    expect(winner(table)).to_be_hidden(timeout=100)


def test_winner_is_announced_once_without_motion(evening: Evening) -> None:
    table, phones = import_with_phones(evening, file_before_reveal(), NAMES[:1])
    table.page.emulate_media(reduced_motion="reduce")
    table.page.evaluate(SAID)
    end_game(table)
    expect(winner(table)).to_be_visible()
    expect(table.page.locator("#announce")).to_contain_text("wins", timeout=2000)
    with table.page.expect_event("console", lambda line: line.text == "swapped"):
        table.page.evaluate("() => document.addEventListener('htmx:after:swap', () => console.log('swapped'))")
        phones[0].open("/")  # a phone that leaves makes every screen update
    table.page.wait_for_timeout(100)
    assert table.page.evaluate("() => window.said.filter((text) => text.includes('wins')).length") == 1, "said once"


# Bottom of the end section and of the part below it, and top of the page footer.
ENDS = """() => {
    const place = selector => document.querySelector(selector).getBoundingClientRect();
    return [place('.end').bottom, place('.below-end > :last-child').bottom, place('.foot').top];
}"""


ENDED = ("lang_lebe/recorded/5-area-votes.jsonl", "royals/recorded/5-highest-marker.jsonl")


@pytest.mark.parametrize("path", one_for_all(ENDED, lambda path: path.startswith("royals")))
def test_page_footer_covers_nothing_of_the_end(evening: Evening, path: str) -> None:
    table = evening.table_screen()
    table.import_without_taps(finished_file(path))
    table.open(table.path)
    expect(winner(table)).to_be_visible()
    for size in (LAPTOP, {"width": 1280, "height": 720}, TABLE_SIZE):
        with resized(table.page, size):
            *ends, foot = table.page.evaluate(ENDS)
            assert max(ends) <= foot, size
            assert table.page.evaluate("document.documentElement.scrollHeight <= innerHeight"), size


# --- pages to look at ---------------------------------------------------------------------------------------


@pytest.mark.repeats  # test_pages_for_everybody.py checks the story of Royals
@pytest.mark.parametrize("name", GAME_INFOS)
def test_story_of_every_game(evening: Evening, name: str) -> None:
    path = f"{GAME_INFOS[name].folder}/recorded/{game_spec(name).MOMENTS[0]}.jsonl"
    table, (phone,) = import_with_phones(evening, finished_file(path), NAMES[:1])
    for page in ("story", "picture", "sheet"):
        for screen in (table, phone):
            screen.open(f"/t/{table.code}/{page}")
        picture(f"{page}-{name}", table, phone)


@pytest.mark.repeats  # test_pages_for_everybody.py checks the statistics after one game
def test_statistics(evening: Evening) -> None:
    table = evening.table_screen()
    for path in sorted((TESTS / "royals" / "recorded").glob("*.jsonl"))[:12]:
        table.import_without_taps(finished_file(path.relative_to(TESTS).as_posix()))
    phone = evening.phone("Anna")
    for name, path in {
        "statistics": "/statistics",
        "statistics-game": "/statistics/royals",
        "statistics-person": "/statistics/person?name=Anna",
    }.items():
        for screen in (table, phone):
            screen.open(path)
        picture(name, table, phone)


def test_picture_is_saved_as_a_png_made_in_the_browser(evening: Evening) -> None:
    table = evening.table_screen()
    table.import_without_taps(finished_file("saga/recorded/3-last-knight.jsonl"))
    table.open(f"/t/{table.code}/picture")
    with table.page.expect_download() as saving:
        table.tap("Save as PNG")
    assert saving.value.suggested_filename == f"herald-{table.code}.png"
    png = Path(saving.value.path()).read_bytes()
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    assert (int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")) == (1080, 1350)
    assert len(png) > 30_000, "something is drawn on it"


def test_without_scripts_the_svg_itself_is_saved(evening: Evening) -> None:
    table = evening.table_screen()
    table.import_without_taps(finished_file("saga/recorded/3-last-knight.jsonl"))
    old = evening.special_phone("Olga", java_script_enabled=False)
    old.open(f"/t/{table.code}/picture")
    expect(old.button("Save as PNG")).to_have_count(0)
    with old.page.expect_download() as saving:
        old.link("Save as SVG").click()
    assert Path(saving.value.path()).read_bytes().lstrip().startswith(b"<svg")


# --- on paper -----------------------------------------------------------------------------------------------


def print_pdf(screen: Screen) -> bytes:
    return screen.page.pdf(prefer_css_page_size=True)


def pages(pdf: bytes) -> list[tuple[int, int]]:
    """Returns the page sizes of a PDF, in points."""
    boxes = re.findall(rb"/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]", pdf)
    return [(round(float(width)), round(float(height))) for width, height in boxes]


A4 = (595, 842)


def test_score_sheets_print_on_one_a4_page(evening: Evening) -> None:
    table = evening.table_screen()
    table.import_without_taps(finished_file("royals/recorded/5-highest-marker.jsonl"))
    over = f"/t/{table.code}/sheet"
    table.import_without_taps(file_before_reveal())
    running = f"/t/{table.code}/sheet"
    for path in (over, running, "/sheets/lang-lebe", "/sheets/royals", "/sheets/saga?seats=2"):
        table.open(path)
        table.page.emulate_media(media="print")
        assert pages(print_pdf(table)) == [A4], path
        expect(table.button("Print")).to_be_hidden()
        expect(table.page.locator(".paper-table")).to_be_visible()
        expect(table.page.locator("header.top")).to_be_hidden()
    table.open(over)
    assert table.page.locator(".paper-columns").evaluate("e => getComputedStyle(e).display") == "grid"
    table.page.emulate_media(media="null")


@pytest.mark.parametrize(
    ("language", "heading"),
    one_for_all([("nl", "Punt voor punt"), ("de", "Punkt für Punkt")], lambda case: case[0] == "de"),
)
def test_longest_game_prints_on_one_page_in_any_language(evening: Evening, language: str, heading: str) -> None:
    reader = evening.special_phone(language)
    reader.page.context.add_cookies([{"name": COOKIE, "value": language, "url": evening.origin}])
    for path in ("royals/recorded/3-tie-by-city.jsonl", "roses/recorded/4-final-tie.jsonl"):
        table = evening.table_screen()
        table.import_without_taps(finished_file(path))
        reader.open(f"/t/{table.code}/sheet")
        expect(reader.page.locator(".paper h2").first).to_have_text(heading)
        assert pages(print_pdf(reader)) == [A4], path


# --- all evenings -------------------------------------------------------------------------------------------

# Pairs whose names and numbers overlap or overflow their line.
TOO_CLOSE = """() => [...document.querySelectorAll('.pairs > li')].filter((pair) => {
    const line = pair.getBoundingClientRect();
    const words = [...pair.querySelectorAll('.person > span, strong')].map((one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        return range.getBoundingClientRect();
    }).sort((one, other) => one.left - other.left);
    return words.some((box, n) => box.left < line.left - 1 || box.right > line.right + 1
        || (n && words[n - 1].right > box.left));
}).map((pair) => pair.textContent)"""


def test_long_names_do_not_overlap_in_who_beats_whom(evening: Evening) -> None:
    table = evening.table_screen()
    for path in ("royals/5-highest-marker", "royals/5-counted", "lang_lebe/5-single-winner"):
        projection = with_long_names(projection_in(TESTS / f"{path.replace('/', '/recorded/')}.jsonl"))
        table.import_without_taps(export_whole(own_table(with_box(projection.records))))
    table.open("/statistics")
    for width in (320, 768, 1280, 1920):
        table.page.set_viewport_size({"width": width, "height": 900})
        assert table.page.locator(".pairs > li").count() > 3
        assert table.page.evaluate(TOO_CLOSE) == [], width
