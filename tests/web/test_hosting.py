"""Hosting: the laptop and its lists, table screens, watchers, rematches, Wi-Fi, address, language."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from companion import lan, qr
from companion.i18n import NAMES
from companion.routes import start
from companion.routes.start import NEWEST
from scoring.games import GAMES
from tests.actors import Device, Evening
from tests.web.scenes import away_from_the_laptop, finish_game, restart, sentence, set_up, stranger


def listed_tables(device: Device, page: str = "/") -> list[str]:
    """Codes of the tables on the start page, in order."""
    device.last = device.client.get(page, headers={"Referer": "http://localhost/tables"})
    return re.findall(r'action="/resume/(\w+)"', device.last.text)


# --- who may tap ------------------------------------------------------------------------------------------


def test_device_that_opens_a_table_is_its_host(evening: Evening) -> None:
    set_up(evening)
    invite = f"/t/{evening.laptop.code}/invite"
    assert "Phone died?" in evening.laptop.get(invite).text
    assert "Phone died?" not in evening.phones[0].get(invite).text


def test_watcher_sees_the_table_but_cannot_tap(evening: Evening) -> None:
    set_up(evening)
    watcher = stranger(evening)
    page = watcher.get(f"/t/{watcher.code}/table")
    assert page.status_code == 200
    assert "Anna" in page.text
    assert "<form" not in page.text
    before = evening.projection.seq
    for fields in (
        {"action_name": "end-turn", "seat": "0"},
        {"action_name": "undo", "to": "5"},
        {"action_name": "enter-printed-value"},
    ):
        response = watcher.post(f"/t/{watcher.code}/actions", {"seq": before, "page": "table", **fields})
        assert response.status_code == 403
        assert sentence(response) == "This device can’t do that at this table."
    assert evening.projection.seq == before


def test_watcher_has_no_seat_page(evening: Evening) -> None:
    set_up(evening)
    watcher = stranger(evening)
    assert watcher.get(f"/t/{watcher.code}/me").location == f"/j/{watcher.code}"
    assert watcher.get(f"/t/{watcher.code}").location == f"/t/{watcher.code}/table"


def test_device_without_a_seat_becomes_a_tappable_table_screen(evening: Evening) -> None:
    set_up(evening)
    screen = stranger(evening)
    assert screen.post(f"/t/{screen.code}/watch").location == f"/t/{screen.code}/table"
    assert screen.submit("end-turn", seat=0).status_code == 200
    record = evening.projection.records[-1]
    assert record.by is None
    assert len(evening.projection.table.seats) == 3
    assert screen.submit("change-phone", number=1, phone=0).status_code == 403, "it is not the host"


def test_phone_that_watches_keeps_its_seat(evening: Evening) -> None:
    set_up(evening)
    anna = evening.phones[0]
    anna.post(f"/t/{anna.code}/watch")
    assert anna.get(f"/t/{anna.code}").location.endswith("/me")


# --- the start page ---------------------------------------------------------------------------------------


def test_laptop_lists_all_tables_and_a_phone_only_its_own(evening: Evening) -> None:
    first = evening.open().code
    second = evening.open().code
    phone = away_from_the_laptop(Device(evening.app.test_client(), second))
    phone.post(f"/j/{second}", {"name": "Anna", "colour": "red"})
    somebody_elses_laptop_browser = Device(evening.app.test_client())
    assert listed_tables(evening.laptop) == listed_tables(somebody_elses_laptop_browser) == [second, first]
    assert listed_tables(phone) == [second]
    assert listed_tables(stranger(evening)) == []


def test_only_the_laptop_and_the_host_can_delete_a_table(evening: Evening) -> None:
    code = set_up(evening)[0].code
    phone = away_from_the_laptop(evening.phones[0])
    watcher = stranger(evening)
    for device in (phone, watcher):
        assert f"/t/{code}/delete" not in device.get("/").text
        assert device.post(f"/t/{code}/delete").status_code == 403
    host = away_from_the_laptop(evening.laptop)
    assert f"/t/{code}/delete" in host.get("/").text
    assert host.post(f"/t/{code}/delete").location == "/"
    assert host.get(f"/t/{code}/table").status_code == 404
    assert phone.get().status_code == 404
    assert listed_tables(Device(evening.app.test_client())) == []


def test_laptop_resumes_a_table_as_host_but_a_phone_does_not(evening: Evening) -> None:
    code = evening.open().code
    other_browser, phone = Device(evening.app.test_client(), code), stranger(evening)
    for device, hosts in ((other_browser, True), (phone, False)):
        assert device.post(f"/resume/{code}").location == f"/t/{code}"
        assert ("Wi-Fi code for guests" in device.get(f"/t/{code}/invite").text) is hosts


def test_resuming_a_table_leads_to_ones_own_screen(evening: Evening) -> None:
    set_up(evening)
    anna = evening.phones[0]
    anna.post(f"/resume/{anna.code}")
    assert anna.get(f"/t/{anna.code}").location.endswith("/me")
    assert "Wi-Fi code for guests" not in anna.get(f"/t/{anna.code}/invite").text


def test_finished_table_is_listed_with_its_winner(evening: Evening) -> None:
    finish_game(evening)
    evening.laptop.get("/")
    words = evening.laptop.text
    assert "Go on with" not in words
    earlier = words[words.index("Past games") :]
    winner = evening.projection.table.names[evening.projection.table.standings.winners[0]]  # type: ignore[union-attr]
    assert f"won by {winner}" in earlier


def test_start_page_has_the_newest_tables_and_a_link_to_all(evening: Evening) -> None:
    codes = [evening.open().code for _ in range(NEWEST + 1)][::-1]
    assert listed_tables(evening.laptop) == codes[:-1]
    assert f"All {NEWEST + 1} tables" in evening.laptop.text
    assert listed_tables(evening.laptop, "/tables") == codes


def test_list_of_all_tables_has_pages(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(start, "PER_PAGE", 2)
    codes = [evening.open().code for _ in range(5)][::-1]
    pages = [listed_tables(evening.laptop, f"/tables?page={page}") for page in range(4)]
    assert pages == [codes[:2], codes[2:4], codes[4:], []]
    assert "/tables?page=1" in evening.laptop.get("/tables").text
    assert "/tables?page=0" not in evening.laptop.text


def test_host_can_take_a_seat_on_the_same_device(evening: Evening) -> None:
    phone = stranger(evening)
    code = phone.post("/new/saga", {"box": "example"}).location.split("/")[2]
    assert f'href="/j/{code}"' in phone.get(f"/t/{code}/table").text
    assert phone.post(f"/j/{code}", {"name": "Anna", "colour": "red"}).location == f"/t/{code}/me"
    assert "Phone died?" in phone.get(f"/t/{code}/invite").text, "and is still its host"


def test_start_page_begins_with_the_code_or_with_the_games(evening: Evening) -> None:
    guest = stranger(evening)
    for device, first, then in (
        (evening.laptop, 'class="games"', 'name="code"'),
        (guest, 'name="code"', 'class="games"'),
    ):
        page = device.get("/").text
        assert 0 < page.index(first) < page.index(then)


def test_phone_is_shown_the_tables_it_belongs_to(evening: Evening) -> None:
    evening.open()
    own = evening.open().code
    anna = away_from_the_laptop(evening.sit("Anna", "red"))
    for page in ("/", "/tables"):
        assert listed_tables(anna, page) == [own]


# --- again ------------------------------------------------------------------------------------------------


def test_rematch_keeps_seats_and_devices(evening: Evening) -> None:
    old = finish_game(evening)
    before = evening.projection.table
    response = evening.phones[1].post(f"/t/{old}/rematch")
    again = response.location.rsplit("/", 1)[1]
    assert again != old
    table = evening.services.tables.find(again).projection.table
    assert [(s.name, s.colour, s.phone) for s in table.seats] == [(s.name, s.colour, s.phone) for s in before.seats]
    assert (table.printed_values, table.options, table.started) == (before.printed_values, before.options, False)
    for seat, phone in enumerate(evening.phones):
        assert phone.get(f"/t/{again}").location == f"/t/{again}/me"
        assert evening.services.tables.find(again).projection.table.seats[seat].name in phone.get(f"/t/{again}/me").text
    assert evening.laptop.post(f"/t/{again}/seat/0/link").status_code == 200, "the host is the same"


def test_rematch_requested_twice_opens_one_table(evening: Evening) -> None:
    old = finish_game(evening)
    places = {device.post(f"/t/{old}/rematch").location for device in (evening.laptop, *evening.phones)}
    assert len(places) == 1
    assert f'href="{places.pop()}"' in evening.laptop.get(f"/t/{old}/table").text


def test_next_game_keeps_people_and_devices(evening: Evening) -> None:
    old = finish_game(evening)
    before = evening.projection.table
    assert "Another game" in evening.phones[0].get(f"/t/{old}/me").text
    code = evening.phones[0].post(f"/t/{old}/rematch", {"game": "regents"}).location.rsplit("/", 1)[1]
    table = evening.services.tables.find(code).projection.table
    assert (table.game_key, table.names, table.example) == ("regents", before.names, before.example)
    for phone in evening.phones:
        assert phone.get(f"/t/{code}").location == f"/t/{code}/me"


def test_rematch_with_an_unknown_game_is_a_404(evening: Evening) -> None:
    old = finish_game(evening)
    assert evening.laptop.post(f"/t/{old}/rematch", {"game": "chess"}).status_code == 404


def test_deleted_rematch_can_be_replaced(evening: Evening) -> None:
    old = finish_game(evening)
    first = evening.laptop.post(f"/t/{old}/rematch").location
    evening.laptop.post(f"{first}/delete")
    assert "Go to the next game" not in evening.laptop.get(f"/t/{old}/table").text
    second = evening.laptop.post(f"/t/{old}/rematch").location
    assert second != first
    assert evening.laptop.get(second).status_code == 302


def test_no_rematch_of_a_running_game_and_none_by_a_watcher(evening: Evening) -> None:
    set_up(evening)
    assert evening.laptop.post(f"/t/{evening.laptop.code}/rematch").status_code == 403
    old = finish_game(Evening(evening.app))
    assert stranger(evening).post(f"/t/{old}/rematch").status_code == 403


# --- a finished game ------------------------------------------------------------------------------------------


def test_end_entry_starts_with_the_people_of_tonight(evening: Evening) -> None:
    evening.open("lang-lebe")
    for name, colour in (("Ada", "green"), ("Bo", "red"), ("Cleo", "yellow")):
        evening.sit(name, colour)
    link = f"/new/royals/end?table={evening.laptop.code}"
    page = evening.laptop.get(link).text
    people = re.findall(r'name="name" value="(\w+)".*?<option value="(\w+)" selected', page, re.DOTALL)
    assert people == [("Ada", "green"), ("Bo", "red"), ("Cleo", "yellow")]
    assert (
        f"/new/lang-lebe/end?table={evening.laptop.code}" in evening.laptop.get(f"/t/{evening.laptop.code}/table").text
    )
    code = evening.laptop.post(link, {"name": [n for n, _ in people], "colour": [c for _, c in people]}).location.split(
        "/"
    )[2]
    table = evening.services.tables.find(code).projection.table
    assert [(seat.name, seat.colour) for seat in table.seats] == people


def test_end_entry_lets_colours_be_picked(evening: Evening) -> None:
    evening.open("lang-lebe")
    evening.sit("Ada", "green")
    answer = evening.laptop.post("/new/royals/end", {"name": ["Bo", "ada", "Cleo"], "colour": ["white", "", ""]})
    table = evening.services.tables.find(answer.location.split("/")[2]).projection.table
    assert [(seat.name, seat.colour) for seat in table.seats] == [("Bo", "white"), ("ada", "green"), ("Cleo", "black")]
    twice = evening.laptop.post("/new/royals/end", {"name": ["Ada", "Bo"], "colour": ["red", "red"]})
    assert "That colour was just taken." in twice.text


# --- Wi-Fi, address, language -----------------------------------------------------------------------------


def test_wifi_is_entered_once_and_kept(evening: Evening, tmp_path: Path) -> None:
    evening.open()
    invite = f"/t/{evening.laptop.code}/invite"
    wifi = {"wifi_name": "Haus; am See", "wifi_password": "geheim:1"}
    assert evening.laptop.post(f"/t/{evening.laptop.code}/wifi", wifi).location == invite
    drawing = qr.svg(qr.wifi("Haus; am See", "geheim:1"), "Haus; am See")
    assert drawing in evening.laptop.get(invite).text
    assert "geheim" not in evening.laptop.get(invite).text
    again = restart(evening, tmp_path)
    assert drawing in again.laptop.get(invite).text
    assert drawing in again.laptop.get(f"/t/{again.open().code}/invite").text, "and for every later table"


@pytest.mark.parametrize("wifi", [{"wifi_name": "x" * 33}, {"wifi_name": "x", "wifi_password": "y" * 64}])
def test_invalid_wifi_is_refused(evening: Evening, wifi: dict[str, str]) -> None:
    evening.open()
    assert evening.laptop.post(f"/t/{evening.laptop.code}/wifi", wifi).status_code == 400
    assert evening.services.store.setting("wifi_name") == ""


def test_only_the_host_enters_the_wifi(evening: Evening) -> None:
    evening.open()
    phone = evening.sit("Anna", "red")
    assert phone.post(f"/t/{phone.code}/wifi", {"wifi_name": "Mine"}).status_code == 403


def test_address_in_the_qr_code_can_be_changed_and_is_kept(
    evening: Evening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = (lan.Address("10.0.0.5", "eth0"), lan.Address("192.168.7.7", "wlan0"))
    monkeypatch.setattr(lan, "addresses", lambda: found)
    code = evening.open().code
    assert evening.services.addresses == ("192.168.1.20", "10.0.0.5", "192.168.7.7")
    chosen = evening.laptop.post(f"/t/{code}/address", {"address": "192.168.7.7"})
    assert chosen.status_code == 303
    assert f"http://192.168.7.7:8000/j/{code}" in evening.laptop.get().text
    for wrong in ("8.8.8.8", "", "evil.example"):
        assert evening.laptop.post(f"/t/{code}/address", {"address": wrong}).status_code == 400
    assert stranger(evening).post(f"/t/{code}/address", {"address": "10.0.0.5"}).status_code == 403
    again = restart(evening, tmp_path)
    assert again.services.addresses[0] == "192.168.1.20", "the command line decides first"
    object.__setattr__(again.services.config, "address", None)
    assert again.services.addresses == ("192.168.7.7", "10.0.0.5")


def test_address_counts_as_working_once_a_phone_used_it(evening: Evening) -> None:
    code = evening.open().code
    says = "A phone has already connected using this address."
    assert says not in evening.laptop.get(f"/t/{code}/invite").text
    stranger(evening).client.get(f"/j/{code}", base_url="http://192.168.1.20:8000")
    assert says in evening.laptop.get(f"/t/{code}/invite").text


def test_forged_addresses_use_no_memory_and_hide_no_real_one(evening: Evening) -> None:
    phone = stranger(evening)
    for n in range(150):
        phone.client.get("/nothing", headers={"Host": f"10.0.0.{n}"})
    assert len(evening.services.confirmed) == 100
    phone.client.get("/nothing", headers={"Host": "192.168.1.20:8000"})
    assert "192.168.1.20" in evening.services.confirmed
    assert len(evening.services.confirmed) == 100


def test_language_is_chosen_per_phone_and_redirects_only_locally(evening: Evening) -> None:
    code = evening.open().code
    chosen = evening.laptop.post("/language", {"language": "en", "back": f"/j/{code}"})
    assert (chosen.status_code, chosen.location) == (303, f"/j/{code}")
    cookie = chosen.headers["Set-Cookie"]
    assert cookie.startswith("language=en;")
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    for away in ("https://evil.example/", "//evil.example", "/\\evil.example", "/\t/evil.example", "/\n", "", "/?x=1"):
        assert evening.laptop.post("/language", {"language": "en", "back": away}).location == "/"
    assert evening.laptop.post("/language", {"language": "xx"}).status_code == 400


def test_language_is_chosen_in_the_header(evening: Evening) -> None:
    anna = evening.start("Anna", "Ben", "Carla")[0]
    guest = stranger(evening)
    for device, path in ((evening.laptop, "/"), (guest, f"/j/{anna.code}"), (anna, f"/t/{anna.code}/me")):
        page = device.get(path).text
        header = page[page.index("<header") : page.index("</header>")]
        assert f'<input type="hidden" name="back" value="{path}">' in header
        assert all(f'name="language" value="{key}"' in header for key in NAMES)
        assert page.count('action="/language"') == 1


def test_many_running_tables_do_not_hide_other_sections(evening: Evening) -> None:
    codes = [evening.open().code for _ in range(7)]
    page = evening.laptop.get("/").text
    assert "6 more tables in progress" in evening.laptop.text
    first, more = page.split('id="more"')
    assert [code for code in codes if f"/resume/{code}" in first] == codes[-1:]
    assert all(f"/resume/{code}" in more for code in codes[:-1])


def test_refused_table_creates_no_box(evening: Evening) -> None:
    laptop = evening.laptop
    assert laptop.post("/new/lang-lebe", {"box": "new", "dice": "loaded"}).status_code == 422
    assert evening.services.store.boxes("lang-lebe") == []


def test_copy_is_added_with_its_first_value(evening: Evening) -> None:
    store = evening.services.store
    for names in (["Lang lebe der König!"], ["Lang lebe der König!", "Lang lebe der König! 2"]):
        evening.open(box="new")
        assert len(store.boxes()) == len(names) - 1
        for key in ("votes.Wigemor", "votes.Rouecestre"):
            assert evening.laptop.enter_printed_value(key, "2").status_code == 200
        assert sorted(box.name for box in store.boxes("lang-lebe")) == names
    assert "Lang lebe der König! 3" not in evening.laptop.get("/new/lang-lebe").text


def test_new_table_prefers_the_fullest_copy_then_the_last_used(evening: Evening) -> None:
    store = evening.services.store
    for box, best in (("new", [1]), ("new", [2, 1]), ("1", [1, 2])):
        evening.open(box=box)
        evening.laptop.enter_printed_value("votes.Wigemor", "2")
        assert [one.id for one in store.boxes()] == best
    evening.open(box="2")
    evening.laptop.enter_printed_value("votes.Lancastre", "2")
    evening.open(box="1")
    evening.open(box="new")
    assert [one.id for one in store.boxes()] == [2, 1]
    for page in ("/new/lang-lebe", "/new/lang-lebe/end"):
        assert 'value="2" checked' in evening.laptop.get(page).text


@pytest.mark.parametrize("reversed_", [False, True])
def test_new_table_lists_interpretations_of_its_tracking_mode(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, reversed_: bool
) -> None:
    """Options of moves follow in the lobby; the order of options does not matter."""
    tracking_mode, *_, one, other = GAMES["saga"].options
    interpretations = (one, replace(other, of_moves=False))
    monkeypatch.setattr(
        GAMES["saga"], "options", (tracking_mode, *(interpretations[::-1] if reversed_ else interpretations))
    )
    page = evening.laptop.get("/new/saga").text
    assert "When a land is used" in page
    assert "When a land falls" not in page


def test_interpretations_are_chosen_behind_a_tap(evening: Evening) -> None:
    """Few tables need them; the usual options are open, in the lobby and on the new-table page."""
    new = evening.laptop.get("/new/wars-of-the-roses").text
    lobby = evening.open("saga").get().text
    for page, usual, reading in (
        (new, "Sand timer for planning", "An area with only ships"),
        (lobby, "Fame at the start of a turn", "When a land is used"),
    ):
        open_, folded = page.split("Rules open to interpretation")
        assert usual in open_
        assert reading not in open_
        assert reading in folded
    evening.laptop.submit("choose-option", option="turned", value="over")
    assert evening.projection.table.options["turned"] == "over"
