"""Highlights in real browsers: played step by step, skipped, without motion, without scripts; sound; the crown."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.people import with_names
from scoring.highlights import Highlight
from scoring.recording import export_whole
from scoring.regents.accusing import AccusationProved, SpiedOn
from scoring.replay import Projection, replay
from scoring.words import render
from tests.browser.accessibility import WANTED, complaints_of_axe, shot
from tests.browser.actors import Phone, TableScreen
from tests.browser.evening import TABLE_SIZE, Evening
from tests.browser.moments import import_game, stages
from tests.browser.prepared import file_before_coronation, open_dispute, own_table
from tests.browser.screen import PHONE_SIZE, SKIP, Screen, film_at
from tests.games import TESTS, one_for_all, projection_in
from tests.highlights import ALL, played_in, with_highlight
from tests.pictures import PLAY

pytestmark = pytest.mark.moving

SIZES = (TABLE_SIZE, {"width": 1366, "height": 768}, {"width": 1280, "height": 720})
# Elements off screen, cut, or too small to read from two metres (24 px of 1080 lines).
OUT_OF_SIGHT = """() => {
    for (const one of document.getAnimations()) one.finish(); // dice that are still falling are larger
    const least = 24 * Math.min(innerHeight / 1080, innerWidth / 1920) - .5;
    const says = one => [...one.childNodes].some(node => node.nodeType === 3 && node.data.trim());
    const outside = box => box.width
        && (box.left < 0 || box.top < 0 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1);
    const all = [...document.querySelectorAll('.highlight-layer *')].filter(one => !one.closest('.film-list ol'));
    const box = one => one.getBoundingClientRect();
    const said = ['title', 'verdict'].map(name => box(document.querySelector(`.highlight-layer .highlight-${name}`)));
    const covers = one => said.some(text => one.top < text.bottom - 1 && one.bottom > text.top + 1
        && one.left < text.right - 1 && one.right > text.left + 1);
    const leaves = one => { // a line is as high as what lies in it, and as wide; a crown sits on its corner
        if (one.closest('.highlight-crown')) return false;
        const [inner, line] = [box(one), one.closest('.highlight-row') || document.body];
        const [around, edge] = [box(line), one === line ? 0 : parseFloat(getComputedStyle(line).paddingRight)];
        return inner.width > 1 && (inner.top < around.top - 1 || inner.bottom > around.bottom + 1
            || inner.right > around.right - edge + 1);
    };
    const found = {
        'over title or verdict': all.filter(one => one.matches('.highlight-row') && covers(box(one))),
        'out of its line': all.filter(one => !one.ownerSVGElement && leaves(one)),
        outside: all.filter(one => !one.ownerSVGElement && outside(box(one))),
        small: all.filter(one => says(one) && parseFloat(getComputedStyle(one).fontSize) < least),
        broken: all.filter(one => one.matches('.badge-name') && one.getClientRects().length > 1),
    };
    return Object.entries(found).flatMap(([why, these]) => these.map(one => `${why}: ${one.outerHTML.slice(0, 120)}`));
}"""
MOVING = """() => document.getAnimations().filter(one => one.playState === 'running' &&
    one.effect.target.closest('.highlight-layer')).length"""


def with_twelve_letters(projection: Projection) -> Projection:
    names = (
        "Christophine",
        "Maximilianus",
        "Bartholomeus",
        "Wilhelminuza",
        "Konstantinus",
        "Ferdinandius",
        "Gottfriedina",
        "Hildegardius",
        "Isabellarius",
    )
    return replay(
        tuple(with_names(projection.records, {s.key: n for s, n in zip(projection.table.seats, names, strict=False)}))
    )


def table_and_phones(evening: Evening, projection: Projection) -> str:
    table = evening.table_screen()
    table.import_without_taps(export_whole(own_table(projection.records)))
    return f"/t/{table.code}/table"


def second_table_screen(evening: Evening, **options: object) -> Phone:
    """A table screen for a single test."""
    usual = {"viewport": TABLE_SIZE, "has_touch": False, "is_mobile": False}
    return evening.special_phone("another", **{**usual, **options})


SHOWN = (("lang-lebe", "stakes"), ("saga", "conquest"))
# A spy's highlight is always a ticker.
REVEALED = [case for case in ALL if case != ("regents", "spy")]


@pytest.mark.parametrize(("game", "kind"), one_for_all(REVEALED, lambda case: case in SHOWN))
def test_highlight_works_played_skipped_and_without_scripts(evening: Evening, game: str, kind: str) -> None:
    projection = with_twelve_letters(with_highlight(game, kind))
    path, acts = table_and_phones(evening, projection), projection.highlights
    number = next(n for n, act in enumerate(acts) if act.kind == kind)
    verdict = render(acts[number].verdict, projection.table.names)

    screen = second_table_screen(evening)
    page = screen.page
    page.clock.install()
    screen.open(path)
    layer = page.locator(".highlight-layer:not(.is-leaving)")
    expect(layer).to_have_count(0)  # a page opened later does not replay it
    page.clock.pause_at(datetime.now(UTC) + timedelta(seconds=2))

    # Played: row by row, then the verdict, then it closes by itself.
    scene, scenes = projection.films[0].scenes[number], projection.films[0].scenes
    page.evaluate(PLAY)
    expect(layer).to_have_count(1)
    for _ in range(number):
        layer.click()  # a tap skips to the next one
    hidden = layer.locator("[data-beat]:not(.is-here)")
    before = hidden.count()
    assert before == len([row for row in acts[number].rows if not row.known]) + 1
    page.clock.run_for(scene.first + 50)
    assert hidden.count() == before - 1
    for total in layer.locator(".highlight-row:not([data-beat]) .highlight-number").all():
        expect(total).to_be_visible()  # known before, and still visible
    page.clock.run_for(scene.told - scene.at - scene.first)
    expect(layer).to_have_class(re.compile("is-told"))
    expect(layer).to_contain_text(verdict)
    for size in SIZES:
        page.set_viewport_size(size)  # type: ignore[arg-type]
        for _ in range(20):  # the board, and the scene beside it, take the new size
            page.clock.run_for(50)
            if not (found := page.evaluate(OUT_OF_SIGHT)):
                break
        assert found == [], size
    page.set_viewport_size(TABLE_SIZE)  # type: ignore[arg-type]
    page.clock.run_for(scene.ends - scene.told)
    shown = layer.locator(".highlight-title")
    if number + 1 < len(scenes):
        expect(shown).to_have_text(render(acts[number + 1].title, projection.table.names))
    else:
        expect(layer).to_have_count(0)
    page.evaluate(SKIP)  # the highlights after it
    page.clock.run_for(450)

    # Skipped: one tap each, and the taps do not reach the page beneath.
    page.evaluate(PLAY)
    for left in range(len(acts), 0, -1):
        expect(layer).to_have_count(1)
        layer.click()
        expect(layer).to_have_count(1 if left > 1 else 0)
    page.clock.run_for(450)
    expect(page.locator(".highlight-layer")).to_have_count(0)

    # Without motion: everything is visible at once.
    page.emulate_media(reduced_motion="reduce")
    page.evaluate(PLAY)
    expect(layer).to_contain_text(verdict)
    for told in layer.locator(".highlight-verdict").all():
        expect(told).to_be_visible()
    for row in layer.locator(".highlight-layer:not(.is-summary) .highlight-row").all():
        expect(row).to_be_visible()
    assert page.evaluate(MOVING) == 0
    if WANTED:
        shot(page, f"highlight-{game}-{kind}")
    page.emulate_media(reduced_motion="no-preference")

    # Without scripts: it is part of the page.
    plain = second_table_screen(evening, java_script_enabled=False)
    plain.open(path)
    expect(plain.page.locator(".highlights .highlight").nth(number)).to_contain_text(verdict)
    expect(plain.page.locator(".highlights .highlight").nth(number)).to_be_visible()


@pytest.mark.parametrize("many", one_for_all([2, 3, 4], lambda many: many == 4))
def test_five_cards_stay_in_one_line_in_any_dispute(evening: Evening, many: int) -> None:
    def is_it(act: Highlight) -> bool:
        full = any(len(row.pieces) == 5 and row.note for row in act.rows)
        return act.kind == "dice" and len(act.rows) == many and full

    projection = next(projection for projection in played_in("lang-lebe") if any(map(is_it, projection.highlights)))
    screen = second_table_screen(evening, reduced_motion="reduce")
    screen.open(table_and_phones(evening, with_twelve_letters(projection)))
    screen.page.evaluate(PLAY)
    for _ in range(next(n for n, act in enumerate(projection.highlights) if is_it(act))):
        screen.page.locator(".highlight-layer:not(.is-leaving)").click()
    for size in SIZES:
        screen.page.set_viewport_size(size)  # type: ignore[arg-type]
        assert screen.page.evaluate(OUT_OF_SIGHT) == [], size


def test_table_screen_reveals_all_stakes_and_phones_show_who_won(evening: Evening) -> None:
    table, anna, ben, carla = open_dispute(evening)
    layers = [screen.page.locator(".highlight-layer:not(.is-leaving)") for screen in (table, anna, ben, carla)]
    for phone in (anna, ben, carla):
        phone.submit("seal-stake", x1=1)
    expect(layers[0]).to_contain_text("Dispute over Oxeneford")
    expect(layers[0].locator(".highlight-row.is-here")).to_have_count(3)
    layers[0].click()
    expect(layers[0]).to_have_count(0)
    for phone, die in ((ben, "6"), (carla, "1"), (anna, "1")):
        phone.submit("roll-dice", dice=die)
    expect(layers[0].locator(".is-won")).to_contain_text("Ben")
    expect(layers[2]).to_contain_text("You won the dispute over Oxeneford.")
    expect(layers[1]).to_contain_text("You lost the dispute over Oxeneford to Ben.")
    expect(layers[3]).to_have_count(0)  # Carla took no part in it
    expect(ben.page.locator("#announce")).to_contain_text("You won the dispute over Oxeneford.")
    expect(table.page.locator("#announce")).to_contain_text("Ben won the dispute over Oxeneford.")


def in_the_last_roll(evening: Evening, table_screen: bool = True) -> tuple[TableScreen, Phone, Phone, Phone]:
    """A dispute decided by Anna's die."""
    table, anna, ben, carla = open_dispute(evening)
    for phone in (anna, ben, carla):
        phone.submit("seal-stake", x1=1)
    ben.submit("roll-dice", dice="6")
    carla.submit("roll-dice", dice="1")
    if not table_screen:
        table.open(f"/t/{table.code}/history")
    for phone in (anna, ben, carla):
        phone.skip()
    return table, anna, ben, carla


def roll_until_verdict(table: TableScreen, anna: Phone) -> int:
    """Rolls the last die and stops the film at its start; returns when the verdict appears."""
    anna.submit("roll-dice", dice="1")
    anna.wait_until_current()
    film_at(anna, 0)
    return int(table.page.locator("[data-first]").first.get_attribute("data-first") or 0) + 3 * 750


def layer_of(screen: Screen) -> Locator:
    return screen.page.locator(".highlight-layer:not(.is-leaving)")


def test_phones_hide_the_result_until_the_table_screen_shows_it(evening: Evening) -> None:
    table, anna, *others = in_the_last_roll(evening)
    told = roll_until_verdict(table, anna)
    for phone in (anna, *others):
        expect(layer_of(phone)).to_have_text(re.compile("^\\s*Look at the table screen\\.\\s*$"))
        animation = layer_of(phone).evaluate("one => getComputedStyle(one).animationName")
        assert animation == "none", "nothing shines through"
        box = layer_of(phone).bounding_box()
        assert box
        assert (box["width"], round(box["height"])) == (PHONE_SIZE["width"], PHONE_SIZE["height"]), "all is covered"
    film_at(anna, told - 100)
    for phone in (anna, *others):
        expect(layer_of(phone)).to_contain_text("Look at the table")
    film_at(anna, told + 100)  # three dice and the verdict have been played
    for phone in (anna, others[0]):
        expect(layer_of(phone)).to_contain_text("the dispute over Oxeneford")
    expect(layer_of(others[1])).to_have_count(0)


# Shows or hides the tab.
LOOKS = """(visible) => {
    Object.defineProperty(document, 'hidden', {configurable: true, get: () => !visible});
    document.dispatchEvent(new Event('visibilitychange'));
}"""


def test_phone_announces_no_more_than_it_shows(evening: Evening) -> None:
    table, anna, ben, carla = in_the_last_roll(evening)
    told = roll_until_verdict(table, anna)
    for phone in (ben, carla):
        expect(phone.page.locator("#announce")).to_have_text("Look at the table screen.")
    ben.submit("place-courtier")
    carla.wait_until_current()
    expect(carla.page.locator("#announce")).to_have_text("Look at the table screen.")
    film_at(anna, told + 100)
    expect(ben.page.locator("#announce")).to_contain_text("You won the dispute over Oxeneford.")
    heard = carla.page.locator("#announce")
    expect(heard).to_have_text(re.compile("Ben won the dispute.* Ben placed a courtier"))


def test_announcement_that_comes_in_a_hidden_tab_is_repeated(evening: Evening) -> None:
    table, anna, ben, _ = in_the_last_roll(evening)
    told = roll_until_verdict(table, anna)
    expect(ben.page.locator("#announce")).to_have_text("Look at the table screen.")
    film_at(anna, told - 2500, paused=False)
    expect(ben.page.locator("#state")).to_have_attribute("data-film", re.compile(" 0$"))
    ben.page.evaluate(LOOKS, False)
    expect(layer_of(ben)).to_contain_text("You won the dispute over Oxeneford.")  # the cover is gone
    expect(ben.page.locator("#announce")).to_have_text("Look at the table screen.")
    ben.page.evaluate(LOOKS, True)
    expect(ben.page.locator("#announce")).to_contain_text("You won the dispute over Oxeneford.")


def test_tap_on_the_phone_does_not_wait_for_the_table_screen(evening: Evening) -> None:
    table, anna, ben, _ = in_the_last_roll(evening)
    roll_until_verdict(table, anna)
    layer_of(ben).click()
    expect(layer_of(ben)).to_contain_text("You won the dispute over Oxeneford.")
    layer_of(ben).click()
    expect(layer_of(ben)).to_have_count(0)
    ben.page.reload()
    ben.wait_until_current()
    expect(layer_of(ben)).to_have_count(0)  # A closed highlight does not return.
    expect(layer_of(table)).to_have_count(1)


def test_phone_shows_the_result_without_a_table_screen(evening: Evening) -> None:
    _, anna, ben, carla = in_the_last_roll(evening, table_screen=False)
    anna.submit("roll-dice", dice="1")
    expect(layer_of(ben)).to_contain_text("You won the dispute over Oxeneford.")
    carla.wait_until_current()
    expect(layer_of(carla)).to_have_count(0)


def test_undone_highlight_stops_playing(evening: Evening) -> None:
    table, *phones = open_dispute(evening)
    for phone in phones:
        phone.submit("seal-stake", x1=1)
    table.wait_until_current()
    film_at(table, 0)
    expect(layer_of(table)).to_have_count(1)
    table.submit("undo", to=table.page.locator('form[id^="undo"] input[name="to"]').get_attribute("value"))
    expect(layer_of(table)).to_have_count(0)


def game_before_right_accusation() -> tuple[Projection, AccusationProved]:
    before: Projection | None = None
    for path in sorted((TESTS / "regents" / "recorded").glob("*.jsonl")):
        for projection in stages(projection_in(path)):
            action = projection.records[-1].action_id
            for record in projection.records[-6:]:
                if before and record.action_id == action and isinstance(record.event, AccusationProved):
                    return before, record.event
            before = projection
    raise AssertionError("no recording has one")


def test_correct_accusation_is_explained_on_both_phones(evening: Evening) -> None:
    projection, proved = game_before_right_accusation()
    table = evening.table_screen()
    table.import_without_taps(export_whole(own_table(projection.records)))
    phones = {}
    for seat in (proved.seat, proved.whose):
        phone = phones[seat] = evening.phone(f"phone {len(phones)}")
        phone.post(table.new_link(seat))
        phone.seat = seat
        phone.open(phone.path)
    table.open(table.path)
    phones[proved.seat].submit("accuse", whose=proved.whose, clan=proved.clan)
    layer = table.page.locator(".highlight-layer:not(.is-leaving)")
    expect(layer.locator(".highlight-turned")).to_be_visible()
    expect(layer).to_contain_text(f"Unmasked: {projection.table.names[proved.whose]} is")
    told = {seat: phone.page.locator(".highlight-layer:not(.is-leaving)") for seat, phone in phones.items()}
    expect(told[proved.whose]).to_contain_text("You’ve been unmasked")
    expect(told[proved.seat]).to_contain_text("You were right: 2 spaces forward.")


def game_before_spying() -> tuple[Projection, SpiedOn]:
    """Returns the game just before a player spies."""
    before: Projection | None = None
    for projection in stages(projection_in(TESTS / "regents" / "recorded" / "4-chips-decide.jsonl")):
        event = projection.records[-1].event
        if before and isinstance(event, SpiedOn):
            return before, event
        before = projection
    raise AssertionError("nobody spies in this recording")


def test_spying_fills_the_phone_and_passes_as_a_ticker(evening: Evening) -> None:
    projection, spied = game_before_spying()
    table, (spy, victim) = import_game(evening, projection, spied.seat, spied.whose)
    spy.submit("spy", whose=spied.whose)
    names = projection.table.names
    told = victim.page.locator(".highlight-layer:not(.is-leaving)")
    expect(told).to_have_text(re.compile(f"^\\s*{names[spied.seat]} spied on you\\.\\s*$"))
    covered = told.bounding_box()
    assert covered
    assert (covered["width"], round(covered["height"])) == (PHONE_SIZE["width"], PHONE_SIZE["height"])
    ticker = table.page.locator(".highlight-layer:not(.is-leaving)")
    expect(ticker).to_contain_text(f"{names[spied.seat]} spied on {names[spied.whose]}.")
    box = ticker.bounding_box()
    assert box
    assert box["y"] > TABLE_SIZE["height"] * 0.8, "the board stays in view"
    expect(spy.page.locator(".highlight-layer")).to_have_count(0)


# --- the finale -----------------------------------------------------------------------------------------------


def test_winner_is_crowned_on_the_whole_table_screen(evening: Evening) -> None:
    table, screen = evening.table_screen(), second_table_screen(evening)
    table.import_table(file_before_coronation())
    table.open(table.path)
    table.tap("The board is correct – count")
    table.skip()  # the count
    screen.page.clock.install()
    screen.open(f"/t/{table.code}/table")
    expect(screen.page.locator(".end")).to_have_count(1)
    layer = screen.page.locator(".highlight-layer:not(.is-leaving)")
    assert layer.count() == 0, "nobody is crowned before the places are told"
    crowned: list[str] = []
    for _ in range(24):
        screen.page.clock.run_for(500)
        crowned += layer.all_text_contents()
    assert re.search(r"Long live King \w+!", crowned[0])
    expect(layer).to_have_count(0)


# --- sound ----------------------------------------------------------------------------------------------------

TONES = """window.tones = 0;
const real = AudioContext.prototype.createOscillator;
AudioContext.prototype.createOscillator = function () { window.tones += 1; return real.call(this); };"""


def tones(page: Page) -> int:
    return int(page.evaluate("window.tones"))


def test_sound_is_off_by_default_and_the_setting_is_remembered(evening: Evening) -> None:
    path = table_and_phones(evening, with_highlight("lang-lebe", "dice"))
    screen = second_table_screen(evening)
    screen.page.add_init_script(TONES)
    screen.page.clock.install()
    screen.open(path)
    screen.page.evaluate(PLAY)
    screen.page.clock.run_for(4000)
    assert tones(screen.page) == 0
    screen.skip()
    screen.page.get_by_label("Sound").check()
    assert tones(screen.page) > 0, "it lets itself be heard"
    screen.page.reload()
    expect(screen.page.get_by_label("Sound")).to_be_checked()
    screen.page.evaluate(PLAY)
    screen.page.clock.run_for(4000)
    assert tones(screen.page) >= 4, "a tone a step, and a chord"


def test_phone_has_no_sound(evening: Evening) -> None:
    _, (anna,) = import_game(evening, with_highlight("lang-lebe", "dice"), 0)
    expect(anna.page.get_by_label("Sound")).to_have_count(0)


def test_table_screen_with_the_sound_switch_is_accessible(evening: Evening) -> None:
    screen = second_table_screen(evening)
    screen.open(table_and_phones(evening, with_highlight("saga", "conquest")))
    assert complaints_of_axe(screen.page) == []
