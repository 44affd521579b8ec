"""The connection breaks and comes back: screens say so plainly, then catch up without a reload."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.actors import Phone
from tests.browser.evening import Evening
from tests.browser.prepared import TABLE, open_dispute, set_out
from tests.browser.server import Server

# These tests kill and freeze the server.
OWN_SERVER = True

NETWORK_ERRORS = ("net::ERR_", "Failed to fetch", "signal is aborted")
HIDE = """hidden => {
    Object.defineProperty(document, 'hidden', {configurable: true, get: () => hidden});
    document.dispatchEvent(new Event('visibilitychange'));
}"""


@pytest.fixture
def rough_evening(evening: Evening) -> Evening:
    evening.may_complain(*NETWORK_ERRORS)
    return evening


def test_phone_that_was_offline_catches_up_without_a_reload(rough_evening: Evening) -> None:
    table, anna, ben, _ = set_out(rough_evening, TABLE, "Anna", "Ben")
    ben.should_see("Anna moves or stays.")
    ben.mark_page()
    ben.page.context.set_offline(True)
    expect(ben.lost).to_be_visible()
    expect(table.lost).to_be_hidden()
    anna.submit("move-figure", area="Oxeneford")
    table.should_see("Anna, in Oxeneford")
    ben.should_see("Anna moves or stays.")
    ben.page.context.set_offline(False)
    ben.should_see("Anna, in Oxeneford")
    expect(ben.lost).to_be_hidden()
    assert not ben.was_reloaded


def test_killed_server_loses_no_half_filled_stake(rough_evening: Evening, server: Server) -> None:
    screens = open_dispute(rough_evening)
    _, anna, ben, carla = screens
    anna.seal(x1=1)
    anna.should_see("Your stake is sealed.")
    carla.choose(x2=2)
    for screen in screens:
        screen.mark_page()

    server.kill()
    for screen in screens:
        expect(screen.lost).to_be_visible()
    carla.button("Seal my stake").tap()  # the server is down
    expect(carla.page.get_by_text("Not saved yet.")).to_be_visible()
    expect(carla.staked("x2")).to_have_value("2")
    server.start()
    for screen in screens:
        expect(screen.lost).to_be_hidden()
    anna.should_see("Your stake is sealed.")
    carla.should_see("Your stake is sealed.")  # sent again
    ben.seal(x1=1)
    for screen in screens:
        expect(screen.cards).to_have_count(1 + 1 + 2)
        assert not screen.was_reloaded


def test_half_open_stream_is_detected(rough_evening: Evening, server: Server) -> None:
    table = rough_evening.table_screen()
    table.open_without_taps()
    phone = rough_evening.special_phone("Anna")
    phone.page.clock.install()
    phone.join_table(table.link_to_join)
    phone.should_see("You’re in.")
    server.freeze()
    try:
        phone.page.clock.fast_forward(20_000)
        expect(phone.lost).to_be_visible()
    finally:
        server.thaw()
    expect(phone.lost).to_be_hidden()


def test_phone_that_slept_updates_when_it_wakes(evening: Evening) -> None:
    table, anna, ben, _ = set_out(evening, TABLE, "Anna", "Ben")
    ben.should_see("Anna moves or stays.")
    ben.page.evaluate(HIDE, True)
    anna.submit("move-figure", area="Oxeneford")
    table.should_see("Anna, in Oxeneford")
    ben.should_see("Anna moves or stays.")  # A sleeping phone has closed its connection.
    ben.page.evaluate(HIDE, False)
    ben.should_see("Anna, in Oxeneford")


def test_frozen_tab_catches_up_when_it_goes_on(evening: Evening) -> None:
    table, anna, ben, _ = set_out(evening, TABLE, "Anna", "Ben")
    ben.should_see("Anna moves or stays.")
    ben.mark_page()
    browser = ben.page.context.new_cdp_session(ben.page)
    stopped: list[object] = []
    browser.on("Debugger.paused", lambda event: stopped.append(event))
    browser.send("Debugger.enable")
    browser.send("Debugger.pause")  # before the next line of any script
    anna.submit("move-figure", area="Oxeneford")
    table.should_see("Anna, in Oxeneford")
    assert stopped
    browser.send("Debugger.resume")
    ben.should_see("Anna, in Oxeneford")
    expect(ben.lost).to_be_hidden()
    assert not ben.was_reloaded


def test_phone_with_two_tabs_plays_in_either(evening: Evening) -> None:
    _, anna, *_ = set_out(evening, "Anna")
    other = Phone(anna.page.context.new_page(), anna.origin, "Anna", anna.code, anna.seat)
    other.open(other.path)
    anna.should_see("Your turn: tap an area, or stay.")
    anna.tap(anna.area("Oxeneford"))
    for tab in (anna, other):
        tab.should_see("In Oxeneford: place a courtier")
    other.tap("Place a courtier")
    for tab in (anna, other):
        tab.should_not_see("In Oxeneford: place a courtier")
    other.page.close()


def test_back_button_leads_to_the_current_screen_and_sends_nothing(evening: Evening) -> None:
    _, anna, *_ = set_out(evening, "Anna")
    anna.should_see("Your turn: tap an area, or stay.")
    anna.tap(anna.area("Oxeneford"))
    anna.should_see("In Oxeneford: place a courtier")
    sent: list[str] = []
    anna.page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    anna.open(f"/t/{anna.code}/history")
    anna.submit("place-courtier")
    anna.submit("end-turn")
    sent.clear()
    anna.page.go_back()
    anna.should_see("Ben moves or stays.")
    anna.page.go_back()
    anna.page.go_forward()
    anna.should_see("Ben moves or stays.")
    assert sent == []


def test_deleted_table_is_reported_on_a_phone_that_wakes(evening: Evening) -> None:
    evening.may_complain("status of 404", "MIME type")
    table, phone = evening.table_screen(), evening.phone("Anna")
    table.open_without_taps()
    phone.open(table.path)
    phone.should_see("Take a seat")
    phone.page.evaluate(HIDE, True)
    table.open("/")
    table.delete_table()
    phone.page.evaluate(HIDE, False)
    phone.should_see("No table has this code.")
    expect(phone.lost).to_be_hidden()


# --- beside the stream ------------------------------------------------------------------------------------

# Simulates a save that the stream does not report; the page then fetches its screen.
SAVED = """() => {
    const say = (type, ctx) => document.dispatchEvent(new CustomEvent(type, {detail: {ctx}}));
    const request = {method: 'POST', form: null, body: new FormData()};
    say('htmx:config:request', {request});
    say('htmx:after:request', {request, response: {status: 204}});
}"""
# The next fetch is rendered by the server at once, but its response is held until `handOver()`.
HOLD_ANSWER = """() => {
    const real = window.fetch;
    window.fetch = async (url, options) => {
        window.fetch = real;
        const answer = await real.call(window, url, options);
        await new Promise((go) => { window.handOver = go; });
        return answer;
    };
}"""
# Records all headlines from now on.
HEADLINES = """() => {
    window.headlines = [];
    const note = () => window.headlines.push(document.querySelector('#screen h1').textContent);
    const what = {subtree: true, childList: true, characterData: true};
    new MutationObserver(note).observe(document.getElementById('screen'), what);
}"""
# New streams hold their news until `LET_GO`, and the clock stands still except for `window.passed`.
HOLD_NEWS = """() => {
    const Real = window.EventSource, now = Date.now();
    window.news = [], window.passed = 0;
    Date.now = () => now + window.passed;
    window.EventSource = class extends Real {
        addEventListener(type, hear) {
            super.addEventListener(type, type === 'news' ? (event) => window.news.push(() => hear(event)) : hear);
        }
    };
    window.dispatchEvent(new Event('online'));
}"""
LET_GO = "() => window.news.splice(0).forEach((one) => one())"


def test_older_screen_is_not_shown_after_newer_news(evening: Evening) -> None:
    _, anna, ben, _ = set_out(evening, "Anna", "Ben")
    ben.should_see("Anna moves or stays.")
    ben.page.evaluate(HOLD_ANSWER)
    ben.page.evaluate(SAVED)
    ben.page.wait_for_function("() => !!window.handOver")
    anna.submit("move-figure", area="Oxeneford")
    ben.should_see("Anna, in Oxeneford")
    ben.page.evaluate(HEADLINES)
    with ben.page.expect_request("**/stream"):
        ben.page.evaluate("window.handOver()")
    ben.wait_until_current()
    ben.should_see("Anna, in Oxeneford")
    assert not [text for text in ben.page.evaluate("window.headlines") if "moves or stays" in text]


def test_fetch_beside_the_stream_opens_a_new_stream(evening: Evening) -> None:
    """The fetched screen may be newer than the state that the stream last sent. The old stream would not report a
    return to that state."""
    _, _, ben, _ = set_out(evening, "Ben")
    ben.should_see("Anna moves or stays.")
    with ben.page.expect_request("**/stream"):
        ben.page.evaluate(SAVED)
    ben.wait_until_current()


def test_second_tap_before_the_news_of_the_first_is_not_sent(evening: Evening) -> None:
    _, anna, _, _ = set_out(evening, "Anna")
    anna.should_see("Your turn: tap an area, or stay.")
    with anna.page.expect_request("**/stream"):
        anna.page.evaluate(HOLD_NEWS)
    anna.page.wait_for_function("() => window.news.length > 0")
    anna.page.evaluate(LET_GO)
    sent: list[str] = []
    anna.page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    oxeneford = anna.main.locator("button[name=area][value=Oxeneford]")
    oxeneford.tap()
    expect(anna.page.locator("#live.is-sent")).to_have_count(1)
    oxeneford.tap()
    anna.button("Do nothing").tap()
    assert len(sent) == 1
    anna.page.evaluate("window.passed = 600")
    with anna.page.expect_request(lambda request: request.method == "POST"):
        oxeneford.tap()
    anna.page.evaluate(LET_GO)
    anna.should_see("In Oxeneford: place a courtier")
