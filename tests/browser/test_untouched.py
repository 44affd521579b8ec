"""Another player's move changes only the affected parts of a screen; a waking phone is up to date at once."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.evening import Evening
from tests.browser.prepared import NAMES, TABLE, open_dispute, set_out
from tests.browser.test_connection import HIDE

MOVES = 20
# Counts all changes to existing texts, attributes and elements.
WATCH = """selector => {
    window.touched = 0;
    const seen = {subtree: true, childList: true, attributes: true, attributeOldValue: true, characterData: true};
    const isOne = ({ type, target, attributeName, oldValue }) =>
        type !== 'attributes' || target.getAttribute(attributeName) !== oldValue;
    for (const one of document.querySelectorAll(selector)) {
        new MutationObserver(changes => { window.touched += changes.filter(isOne).length; }).observe(one, seen);
    }
}"""
WHERE = "() => [document.activeElement.name, document.activeElement.selectionStart, window.scrollY]"


def where(page: Page) -> list[object]:
    found: list[object] = page.evaluate(WHERE)
    return found


def test_input_focus_and_scroll_survive_twenty_foreign_moves(evening: Evening) -> None:
    table, anna, ben, _carla = open_dispute(evening, TABLE, "Anna", "Ben")
    ben.choose(x1=2)
    ben.page.locator("#board > summary").click()
    ben.page.locator('input[name="x2"]').focus()
    ben.page.evaluate("window.scrollTo(0, 120)")
    ben.page.evaluate(WATCH, "form[id^=seal-stake], #board")
    ben.mark_page()
    before = where(ben.page)
    assert before[2] == 120
    for number in range(MOVES):
        anna.submit("seal-stake", x1=1 + number % 2)
    ben.wait_until_current()
    expect(ben.page.locator(".thumb input[name=to]")).to_have_value(str(int(anna.seq()) - 1))
    assert where(ben.page) == before
    expect(ben.page.locator("#board")).to_have_attribute("open", "")
    expect(ben.staked("x1")).to_have_value("2")
    assert ben.page.evaluate("window.touched") == 0
    assert not ben.was_reloaded
    ben.tap("Seal my stake")
    ben.should_see("Your stake is sealed.")
    table.should_see("Ben")


def test_half_typed_name_survives_twenty_changes_at_the_table(evening: Evening) -> None:
    table = evening.table_screen()
    table.post("/new/lang-lebe", box="example", dice="typed")
    anna, ben, carla = (evening.phone(name) for name in NAMES)
    for seat, (phone, colour) in enumerate(zip((anna, ben, carla), ("red", "blue", "green"), strict=True)):
        phone.post(f"/j/{table.code}", name=phone.name, colour=colour)
        phone.seat = seat
    for screen in (table, ben):
        screen.open(screen.path)
    ben.page.locator("#change-seat > summary").click()
    field = ben.page.locator("#change-seat input[name=name]")
    field.fill("Benedi")
    field.evaluate("one => one.setSelectionRange(3, 3)")
    before = where(ben.page)
    for number in range(MOVES):
        table.submit("move-seat", number=number % 3, by=1)
    ben.wait_until_current()
    expect(field).to_have_value("Benedi")
    expect(ben.page.locator("#change-seat")).to_have_attribute("open", "")
    assert where(ben.page) == before


def test_phone_asleep_for_minutes_updates_through_its_stream(
    evening: Evening,
) -> None:
    table, anna, ben, _ = set_out(evening, TABLE, "Anna", "Ben")
    ben.should_see("Anna moves or stays.")
    ben.mark_page()
    ben.page.evaluate(HIDE, True)
    anna.submit("move-figure", area="Oxeneford")
    anna.submit("place-courtier")
    anna.submit("end-turn")
    table.should_see("Ben")
    requests: list[str] = []
    ben.page.on("request", lambda request: requests.append(request.url))
    ben.page.evaluate("minutes => { const now = Date.now; Date.now = () => now() + minutes * 60000; }", 5)
    ben.page.evaluate(HIDE, False)
    ben.should_see("Your turn: tap an area, or stay.")
    assert [url.rpartition("/")[2] for url in requests] == ["stream"]
    assert not ben.was_reloaded
