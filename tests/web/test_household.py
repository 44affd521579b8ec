"""Files and boxes belong to the household: the laptop and the devices it has admitted."""

from __future__ import annotations

import json
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from companion.household import show_code_on_console
from companion.replay_budget import Budget, replay_in_slices
from companion.security import ALL_OPENINGS, OPENINGS, REMATCHES
from companion.services import Services
from scoring.recording import export_whole
from scoring.replay import Record
from scoring.table_events import Undone
from tests.actors import Device, Evening
from tests.conftest import make_app
from tests.web.scenes import (
    away_from_the_laptop,
    finish_game,
    import_table,
    notice,
    restart,
    sentence,
    set_up,
    stranger,
)

SHEET = json.dumps({"format": "herald-box", "game": "lang-lebe", "name": "Ours", "values": {}})


def code_on(laptop: Device) -> str:
    laptop.get("/house")
    house: Services = laptop.client.application.extensions["herald"]
    assert house.pairing_code in laptop.text
    return house.pairing_code


def add_to_household(evening: Evening) -> Device:
    phone = stranger(evening)
    phone.get("/")
    assert phone.post("/house", {"code": code_on(evening.laptop).lower()}).status_code == 303
    return phone


@pytest.mark.parametrize("path", ["/import", "/boxes/import"])
def test_stranger_cannot_import_files(evening: Evening, path: str) -> None:
    set_up(evening)
    before = (evening.services.store.tables(), evening.services.store.boxes())
    file = export_whole(evening.projection).replace("open-", "other-") if path == "/import" else SHEET
    for device in (stranger(evening), evening.phones[0]):
        device.client.environ_base["REMOTE_ADDR"] = "192.168.1.77"
        response = import_table(device, file, path)
        assert response.status_code == 403
        assert notice(response) == "Only the laptop and the devices it has let in can import files."
        assert "Import a file" not in device.get("/").text
    assert (evening.services.store.tables(), evening.services.store.boxes()) == before


def test_admitted_device_can_import_files_even_after_a_restart(evening: Evening, tmp_path: Path) -> None:
    phone = add_to_household(evening)
    assert "Import a file" in phone.get("/").text
    assert import_table(phone, SHEET, "/boxes/import").location == "/boxes/1"
    assert phone.get("/boxes/1").status_code == 200
    evening.phones = [phone]
    again = restart(evening, tmp_path).phones[0]
    again.client.environ_base["REMOTE_ADDR"] = "192.168.1.77"
    assert again.post("/boxes/import", {"sheet": SHEET, "new": "1"}).location == "/boxes/2"


def test_household_code_works_once_and_only_the_laptop_shows_it(evening: Evening) -> None:
    first = code_on(evening.laptop)
    assert code_on(evening.laptop) == first
    assert first not in stranger(evening).get("/house").text
    phone = add_to_household(evening)
    assert first not in phone.get("/house").text
    response = stranger(evening).post("/house", {"code": first})
    assert (response.status_code, notice(response)) == (422, "That’s not the code on the laptop.")


def test_console_prints_the_next_household_code_after_use(evening: Evening) -> None:
    told: list[str] = []
    show_code_on_console(evening.laptop.client.application.extensions["herald"], told.append)
    assert told == [code_on(evening.laptop)]
    add_to_household(evening)
    assert told[1:] == [code_on(evening.laptop)] != told[:1]


def test_household_code_cannot_be_guessed(evening: Evening) -> None:
    right = code_on(evening.laptop)
    guesser = stranger(evening)
    for _ in range(12):
        assert guesser.post("/house", {"code": "AAAAAA"}).status_code == 422
    assert guesser.post("/house", {"code": right}).status_code == 429


# --- boxes and tables ---------------------------------------------------------------------------------------


def test_stranger_cannot_see_change_or_add_a_box(evening: Evening) -> None:
    set_up(evening, box="new")
    evening.services.store.fill_box(1, {"votes.Wigemor": "4"})
    guest, before = stranger(evening), evening.services.store.boxes()
    assert 'value="1"' not in guest.get("/new/lang-lebe").text
    assert guest.post("/new/lang-lebe", {"box": "1"}).status_code == 403
    guest.code = guest.post("/new/lang-lebe", {"box": "new"}).location.split("/")[2]
    live = evening.services.tables.find(guest.code)
    assert not live.projection.table.example, "it is a box, but nobody’s here"
    assert "votes.Wigemor" not in live.projection.table.printed_values
    assert guest.post(f"/t/{guest.code}/box", {"field": "votes.Wigemor", "value": "2"}).status_code == 303
    assert live.projection.table.printed_values["votes.Wigemor"] == "2"
    assert evening.services.store.boxes() == before


def test_table_of_a_guest_does_not_change_the_household_box(evening: Evening) -> None:
    """Values entered there stay at that table: in the lobby, on the sheet, as likely ones or for a move."""
    evening.services.store.add_box("regents", "Ours")
    guest, before = stranger(evening), evening.services.store.boxes()
    guest.code = guest.post("/new/regents", {"box": "new"}).location.split("/")[2]
    assert guest.post(f"/t/{guest.code}/box", {"field": "door.knights.store", "value": "door"}).status_code == 303
    assert guest.post(f"/t/{guest.code}/box", {"likely": "1"}).status_code == 303
    box = evening.services.tables.find(guest.code).projection.table.printed_values
    assert (box["door.knights.store"], box["door.knights.treasure"]) == ("door", "wall")
    for path in ("/boxes/1", "/boxes/1/merge", "/boxes/import"):
        assert guest.post(path, {"likely": "1", "sheet": SHEET, "take": "votes.Wigemor"}).status_code == 403
    for path in ("/boxes/1/share", "/boxes/1/export"):
        assert guest.get(path).status_code == 403
    assert evening.services.store.boxes() == before


def test_guest_enters_values_for_the_household_at_its_table(evening: Evening) -> None:
    """The household opened that table. Four phones can read a box in three minutes that way."""
    phones = set_up(evening, box="new")
    phones[1].client.environ_base["REMOTE_ADDR"] = "192.168.1.77"
    assert phones[1].post(f"/t/{phones[1].code}/box", {"field": "votes.Wigemor", "value": "4"}).status_code == 303
    assert evening.services.store.boxes()[0].values["votes.Wigemor"] == "4"


def test_household_device_plays_with_household_boxes(evening: Evening) -> None:
    set_up(evening, box="new")
    phone = add_to_household(evening)
    phone.code = phone.post("/new/lang-lebe", {"box": "1"}).location.split("/")[2]
    assert phone.post(f"/t/{phone.code}/box", {"field": "votes.Wigemor", "value": "2"}).status_code == 303
    assert evening.services.store.boxes()[0].values["votes.Wigemor"] == "2"


def test_stranger_opens_few_tables_and_the_laptop_any_number(evening: Evening) -> None:
    guest = stranger(evening)
    answers = [guest.post("/new/saga", {"box": "new"}) for _ in range(OPENINGS + 10)]
    assert [answer.status_code for answer in answers] == [303] * OPENINGS + [429] * 10
    assert notice(answers[-1]) == "A lot of tables were just opened. Join one of them, or try again in ten minutes."
    assert len(evening.services.store.tables()) == OPENINGS
    assert stranger(evening, "192.168.1.78").post("/new/saga", {"box": "new"}).status_code == 303
    assert all(evening.laptop.post("/new/saga", {"box": "example"}).status_code == 303 for _ in range(20))


def test_many_addresses_share_a_limit_of_new_tables(evening: Evening) -> None:
    answers = [stranger(evening, f"10.0.0.{n}").post("/new/saga", {"box": "new"}).status_code for n in range(40)]
    assert answers == [303] * ALL_OPENINGS + [429] * (40 - ALL_OPENINGS)


def test_rematches_are_limited_and_block_nobody_else(evening: Evening) -> None:
    """One device restarts finished bot tables over and over; others can still open theirs."""
    finish_game(evening)
    table = evening.services.tables.find(evening.laptop.code)
    guest = away_from_the_laptop(evening.phones[0])
    answers = []
    for _ in range(REMATCHES + 2):
        table.row = replace(table.row, rematch=None)
        answers.append(guest.post(f"/t/{table.code}/rematch"))
    assert [answer.status_code for answer in answers] == [303] * REMATCHES + [429] * 2
    assert notice(answers[-1]) == "A lot of tables were just opened. Join one of them, or try again in ten minutes."
    for n in range(ALL_OPENINGS):
        stranger(evening, f"10.0.0.{n}").post("/new/saga", {"box": "new"})
    assert away_from_the_laptop(guest, "192.168.1.32").post(f"/t/{table.code}/rematch").status_code == 303


def test_stranger_cannot_change_wifi_or_address(evening: Evening) -> None:
    guest = stranger(evening)
    guest.code = guest.post("/new/saga", {"box": "example"}).location.split("/")[2]
    wifi = {"wifi_name": "Evil", "wifi_password": "12345678"}
    assert guest.post(f"/t/{guest.code}/wifi", wifi).status_code == 403
    assert guest.post(f"/t/{guest.code}/address", {"address": "192.168.1.20"}).status_code == 403
    assert evening.services.store.setting("wifi_name") == ""


# --- replay budget ------------------------------------------------------------------------------------------


class FakeWork:
    """A work clock that advances by `each` per reading, and counts the pauses."""

    def __init__(self, each: float) -> None:
        self.each, self.now, self.pauses = each, 0.0, 0

    def __call__(self) -> float:
        self.now += self.each
        return self.now

    def pause(self) -> None:
        self.pauses += 1

    def budget(self, seconds: float = 15.0) -> Budget:
        return Budget(seconds, self, self.pause)


def log_with_undos(evening: Evening, times: int) -> str:
    """Returns a small file with many undos."""
    set_up(evening)
    projection = evening.projection
    last, start = (
        projection.records[-1],
        next(r.seq for r in projection.records if r.event.__class__.__name__ == "GameStarted"),
    )
    back = [Record(projection.seq + n, last.at, None, f"back-{n}", Undone(start)) for n in range(1, times + 1)]
    return export_whole(replay_in_slices([*projection.records, *back], Budget())).replace("open-", "other-")


def test_file_is_replayed_in_slices_between_other_requests(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    file, work = log_with_undos(evening, 50), FakeWork(0.01)
    monkeypatch.setattr("companion.routes.start.Budget", work.budget)
    assert import_table(evening.laptop, file).status_code == 303
    assert work.pauses > 4 * 50, "between any two lines, records, steps and sentences"


def test_file_that_exceeds_its_budget_is_refused_in_a_sentence(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, work = log_with_undos(evening, 50), FakeWork(0.5)
    before = evening.services.store.tables()
    monkeypatch.setattr("companion.routes.start.Budget", work.budget)
    response = import_table(evening.laptop, file)
    assert response.status_code == 422
    assert notice(response) == "Nothing was imported: the file takes too long to read."
    assert evening.services.store.tables() == before


def test_line_longer_than_any_record_is_not_parsed(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scoring.recording.json", None)
    response = import_table(evening.laptop, "[" + "1," * 100_000 + "1]")
    assert notice(response) == "Nothing was imported: this isn’t a table saved by Herald, or it’s incomplete."


def test_table_over_its_replay_budget_is_set_aside(evening: Evening, tmp_path: Path) -> None:
    phones = set_up(evening)
    code = evening.laptop.code
    other = Evening(evening.app).open().code
    again = restart(evening, tmp_path)
    tables, work = again.services.tables, FakeWork(1.0)
    tables.budget = lambda: work.budget(2.0)
    page = again.laptop.get("/").text
    assert f"Table {code} takes too long to load, so it was set aside." in page
    assert other in page
    response = again.laptop.get(f"/t/{code}/table")
    assert (response.status_code, sentence(response)) == (
        503,
        "This table takes too long to load, so it was set aside. All other tables still work.",
    )
    tried = work.now
    for phone in (again.laptop, *again.phones):
        assert phone.get(f"/t/{code}/table").status_code == 503
    assert work.now == tried, "nobody tries again this evening"
    assert len(phones) == 3
    assert stranger(again).post(f"/t/{code}/delete").status_code == 503
    assert again.laptop.post(f"/t/{code}/delete").status_code == 303
    assert code not in again.laptop.get("/").text


def test_table_is_replayed_once_for_simultaneous_requests(tmp_path: Path, evening: Evening) -> None:
    set_up(evening)
    made = Evening(make_app(tmp_path)).services
    read: list[int] = []
    first, go_on = threading.Event(), threading.Event()
    work = FakeWork(0.01)

    def pause() -> None:
        read.append(1)
        first.set()
        assert go_on.wait(10)

    made.tables.budget = lambda: Budget(15.0, work, pause)
    code = evening.laptop.code
    found: list[object] = []
    busy = [threading.Thread(target=lambda: found.append(made.tables.find(code))) for _ in range(3)]
    for thread in busy:
        thread.start()
    assert first.wait(10)
    other = made.tables.open("saga", {}, None)
    assert made.tables.find(other.code) is other, "no other table waits for it"
    go_on.set()
    for thread in busy:
        thread.join(10)
    assert len(found) == 3
    assert all(live is found[0] for live in found)
