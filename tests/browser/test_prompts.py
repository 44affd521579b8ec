"""Phones prompt their players, again after a minute, and go dark while nothing is asked of them."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.actors import Phone, TableScreen
from tests.browser.evening import QUIET_PAGE, TABLE_SIZE, Evening
from tests.browser.prepared import COLOURS, NAMES, start, start_dispute

COUNT_BUZZES = "window.buzzes = 0; navigator.vibrate = () => { window.buzzes += 1; return true; };"

COUNT_LOCKS = """
window.locks = 0;
const request = async () => { window.locks += 1; return {release() {}}; };
Object.defineProperty(navigator, 'wakeLock', {value: {request}});
"""

# Flashes remove themselves, so they are counted as they appear.
COUNT_FLASHES = """() => {
    window.flashes = [];
    const seen = list => list.flatMap(one => [...one.addedNodes]).filter(one => /prompt-flash/.test(one.className));
    new MutationObserver(list => window.flashes.push(...seen(list).map(one => one.className)))
        .observe(document.body, {childList: true});
}"""


def set_out(
    evening: Evening, *looking: str, script: str = "", box: str = "example"
) -> tuple[TableScreen, Phone, Phone, Phone]:
    """Anna, Ben and Carla have their start areas; Anna begins. The test controls the clocks of `looking` phones."""
    table = evening.table_screen()
    table.post("/new/lang-lebe", box=box, follow="moves", dice="typed")
    phones = [evening.special_phone(name) if name in looking else evening.phone(name) for name in NAMES]
    those = [phone for phone in phones if phone.name in looking]
    for phone in those:
        phone.page.context.add_init_script(COUNT_BUZZES + script)
        phone.open(QUIET_PAGE)
    for seat, phone in enumerate(phones):
        phone.post(f"/j/{table.code}", name=phone.name, colour=COLOURS[seat])
        phone.seat = seat
    start(table)
    for phone in those:
        phone.page.clock.install()
        phone.open(phone.path)
    anna, ben, carla = phones
    return table, anna, ben, carla


def test_phone_prompts_on_your_turn_and_again_after_a_minute(evening: Evening) -> None:
    _table, anna, ben, _carla = set_out(evening, "Anna", "Ben")
    expect(anna.page).to_have_title("● Your turn – Herald")
    expect(ben.page).not_to_have_title("● Your turn – Herald")
    ben.page.locator("h1").first.tap()
    ben.page.evaluate(COUNT_FLASHES)
    anna.submit("end-turn")
    expect(ben.page).to_have_title("● Your turn – Herald")
    expect(anna.page).not_to_have_title("● Your turn – Herald")
    assert ben.page.evaluate("window.buzzes") == 1
    ben.page.clock.run_for(61_000)
    assert ben.page.evaluate("window.buzzes") == 2
    assert ben.page.evaluate("window.flashes") == ["prompt-flash seat-blue"] * 2
    expect(ben.page.locator("#announce")).to_contain_text("Your turn.")
    ben.page.clock.run_for(300_000)
    assert ben.page.evaluate("window.buzzes") == 2


def test_phone_band_has_its_seat_colour_while_prompted(evening: Evening) -> None:
    _table, anna, ben, _carla = set_out(evening, "Anna", "Ben")
    expect(anna.page.locator(".seat-bar")).to_have_css("background-color", "rgb(180, 39, 42)")
    expect(ben.page.locator(".seat-bar")).to_have_css("background-color", "rgba(0, 0, 0, 0)")


def test_phone_prompts_once_per_turn(
    evening: Evening,
) -> None:
    _table, anna, ben, _carla = set_out(evening, "Ben")
    ben.page.locator("h1").first.tap()
    anna.submit("end-turn")
    expect(ben.page).to_have_title("● Your turn – Herald")
    ben.page.clock.run_for(50_000)
    ben.submit("move-figure", area="Grentebrige")
    ben.wait_until_current()
    expect(ben.page).to_have_title("● Your turn – Herald")
    ben.page.locator("h1").first.tap()
    ben.page.clock.run_for(50_000)
    assert ben.page.evaluate("window.buzzes") == 1
    ben.page.reload()
    expect(ben.page).to_have_title("● Your turn – Herald")
    assert ben.page.evaluate("window.buzzes") == 0
    expect(ben.page.locator(".prompt-flash")).to_have_count(0)


def test_prompts_name_stake_and_dice(evening: Evening) -> None:
    _table, anna, ben, carla = set_out(evening, *NAMES)
    start_dispute(anna, ben)
    for phone in (anna, ben, carla):
        expect(phone.page).to_have_title("● Your stake – Herald")
        phone.submit("seal-stake", x1=1)
    expect(carla.page).to_have_title("● Your dice – Herald")


def test_idle_phone_goes_dark_and_the_waking_tap_is_ignored(
    evening: Evening,
) -> None:
    _table, anna, ben, _carla = set_out(evening, "Ben")
    ben.page.clock.run_for(50_000)
    expect(ben.page.locator("#dark")).to_be_visible()
    ben.page.locator("#dark").click()
    expect(ben.page.locator("#dark")).to_have_count(0)
    ben.page.clock.run_for(50_000)
    expect(ben.page.locator("#dark")).to_be_visible()
    anna.submit("end-turn")
    expect(ben.page.locator("#dark")).to_have_count(0)


def test_dark_phone_wakes_for_a_highlight_and_for_the_end(evening: Evening) -> None:
    _table, anna, _ben, carla = set_out(evening, "Carla")
    dark = carla.page.locator("#dark")
    carla.page.clock.run_for(50_000)
    expect(dark).to_contain_text("Anna")
    anna.submit("end-turn")
    expect(dark).to_contain_text("Ben")
    insert_content(carla, '<section id="highlights"><p class="highlight-own">You are king.</p></section>')
    expect(dark).to_have_count(0)
    expect(carla.page.locator(".highlight-layer")).to_contain_text("You are king.")
    carla.page.clock.run_for(50_000)
    expect(dark).to_be_visible()
    insert_content(carla, "", ends=True)
    expect(dark).to_have_count(0)


def set_to_do(phone: Phone, *lines: str) -> None:
    ticks = "".join(f'<li><label><input type="checkbox"> {line}</label></li>' for line in lines)
    insert_content(phone, f'<section class="now"><ul class="hands">{ticks}</ul></section>')


def test_dark_phone_shows_its_to_do_lines_and_how_to_wake_it(evening: Evening) -> None:
    _table, _anna, ben, _carla = set_out(evening, "Ben", box="new")
    dark, to_do = ben.page.locator("#dark"), "figure and 2 courtiers in Lideforde."
    ben.page.clock.run_for(50_000)
    expect(dark).to_contain_text(to_do)
    assert dark.evaluate("dark => getComputedStyle(dark, '::after').content") == '"Tap to wake"'
    dark.click()
    ben.page.get_by_label(to_do).check()
    ben.page.clock.run_for(50_000)
    expect(dark).to_be_visible()
    expect(dark).not_to_contain_text(to_do)


def test_new_to_do_line_for_its_owner_wakes_a_dark_phone(evening: Evening) -> None:
    _table, _anna, ben, _carla = set_out(evening, "Ben")
    ben.page.clock.run_for(50_000)
    expect(ben.page.locator("#dark")).to_be_visible()
    set_to_do(ben, "Ben may place a courtier.")
    expect(ben.page.locator("#dark")).to_have_count(0)


def test_phone_stays_lit_for_a_while_after_an_update(evening: Evening) -> None:
    _table, anna, _ben, carla = set_out(evening, "Carla")
    carla.page.clock.run_for(40_000)
    anna.submit("end-turn")
    carla.wait_until_current()
    carla.page.clock.run_for(30_000)
    expect(carla.page.locator("#dark")).to_have_count(0)
    carla.page.clock.run_for(16_000)
    expect(carla.page.locator("#dark")).to_be_visible()


def insert_content(phone: Phone, html: str, ends: bool = False) -> None:
    """Inserts new content into the screen as the stream would."""
    phone.page.evaluate(
        """([html, ends]) => {
            if (ends) document.getElementById('state').removeAttribute('data-rest');
            if (html) document.getElementById('state').dataset.film = '99999 0 0';
            document.getElementById('screen').insertAdjacentHTML('beforeend', html);
            const ctx = {request: {method: 'GET'}, response: {status: 200}};
            document.dispatchEvent(new CustomEvent('htmx:after:swap', {detail: {ctx}}));
        }""",
        [html, ends],
    )


def test_table_screen_shows_who_is_awaited_after_a_minute(evening: Evening) -> None:
    table, *_ = set_out(evening)
    screen = evening.special_phone("", viewport=TABLE_SIZE, is_mobile=False).page
    screen.clock.install()
    screen.goto(f"{evening.origin}/t/{table.code}/table")
    expect(screen.locator("#waiting")).to_be_hidden()
    screen.clock.run_for(121_000)
    expect(screen.locator("#waiting")).to_have_text("Waiting for Anna · 2 min")


def test_table_screen_stays_awake_too(evening: Evening) -> None:
    table, *_ = set_out(evening)
    screen = evening.special_phone("", viewport=TABLE_SIZE, is_mobile=False).page
    screen.add_init_script(COUNT_LOCKS)
    screen.goto(f"{evening.origin}/t/{table.code}/table")
    expect(screen.locator("#state")).to_have_count(1)
    screen.wait_for_function("window.locks === 1")
