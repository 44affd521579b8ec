"""Pages of printed values are exported and imported; a sheet that does not fit is refused as a whole."""

from __future__ import annotations

import json

import pytest

from tests.actors import Evening
from tests.web.scenes import import_table, notice, set_up, stranger

SHEET = {"format": "herald-box", "game": "lang-lebe", "name": "Ours", "values": {"votes.Wigemor": "4"}}
NO_SHEET = "That isn’t a Herald file of printed values. Nothing was imported."
NO_GAME = "Those values are for a game this Herald doesn’t know. Nothing was imported."
NO_FIT = "That file says it’s for Lang lebe der König!, but its values don’t fit that game. Nothing was imported."


def test_box_sheet_survives_export_and_import(evening: Evening) -> None:
    assert import_table(evening.laptop, json.dumps(SHEET), "/boxes/import").location == "/boxes/1"
    out = evening.laptop.get("/boxes/1/export")
    assert json.loads(out.text) == SHEET
    evening.laptop.post("/boxes/import", {"sheet": out.text, "new": "1"})
    first, second = evening.services.store.boxes()
    assert (first.name, first.values) == (second.name, second.values) == ("Ours", {"votes.Wigemor": "4"})


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"game": "chess"}, NO_GAME),
        ({"game": "royals"}, NO_FIT.replace("Lang lebe der König!", "Royals")),
        ({"values": {"votes.Paris": "4"}}, NO_FIT),
        ({"values": {"votes.Wigemor": "9"}}, NO_FIT),
        ({"values": {"votes.Wigemor": 10**40}}, NO_FIT),
        ({"values": {"votes.Tateshale": "2"}}, NO_FIT),
        ({"game": ["lang-lebe"]}, NO_SHEET),
        ({"format": "herald-box-9"}, NO_SHEET),
        ({"values": [["votes.Wigemor", "4"]]}, NO_SHEET),
        ({"values": None}, NO_SHEET),
    ],
    ids=str,
)
def test_sheet_that_does_not_fit_is_refused_as_a_whole(unmoved: Evening, wrong: dict[str, object], why: str) -> None:
    response = import_table(unmoved.laptop, json.dumps({**SHEET, **wrong}), "/boxes/import")
    assert (response.status_code, notice(response)) == (422, why)
    assert len(unmoved.services.store.boxes()) == 1


@pytest.mark.parametrize("content", ["", "x", "[]", "7", "{}", b"\xff\xfe", "[" * 20_000, '{"game": ' * 6_000])
def test_invalid_sheet_is_refused(unmoved: Evening, content: str | bytes) -> None:
    response = import_table(unmoved.laptop, content, "/boxes/import")
    assert (response.status_code, notice(response)) == (422, NO_SHEET)


@pytest.mark.parametrize("name", ["", "\ud800", "\0\n", "x" * 500, 7, None])
def test_unusual_name_does_not_break_a_sheet(evening: Evening, name: object) -> None:
    assert import_table(evening.laptop, json.dumps({**SHEET, "name": name}), "/boxes/import").status_code == 303
    kept = evening.services.store.boxes()[0].name
    assert kept.isprintable()
    assert 0 < len(kept) <= 40
    assert evening.laptop.get("/").status_code == 200


def test_sheets_are_filled_in_on_the_laptop_or_at_the_table(evening: Evening) -> None:
    set_up(evening, box="new")
    sheet, right, wrong = f"/t/{evening.laptop.code}/box", {"field": "votes.Wigemor", "value": "4"}, {"value": "9"}
    phone = stranger(evening)
    for url in ("/boxes/1", "/boxes/1/export"):
        assert phone.get(url).status_code == 403
    assert phone.post("/boxes/1", right).status_code == phone.post(sheet, right).status_code == 403
    for url in ("/boxes/1", sheet):
        before = evening.projection.seq
        response = evening.laptop.post(url, {**right, **wrong})
        assert (response.status_code, notice(response)) == (422, "That value isn’t possible here.")
        assert 'name="field" value="votes.Wigemor"' in response.text
        assert evening.projection.seq == before
    assert evening.laptop.post("/boxes/1", {"name": "Ours"}).status_code == 303
    assert evening.services.store.boxes()[0].name == "Ours"
    assert evening.phones[0].post(sheet, right).status_code == 303
    assert evening.services.store.boxes()[0].values["votes.Wigemor"] == "4"
