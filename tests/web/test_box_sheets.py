"""Box sheets go out and come back; what does not fit is refused whole."""

from __future__ import annotations

import json

import pytest

from tests.actors import Evening
from tests.web.scenes import brings, notice, set_up, stranger

SHEET = {"format": "herald-box", "game": "lang-lebe", "name": "Ours", "values": {"votes.Wigemor": "4"}}
NO_SHEET = "That file is not a box sheet of Herald for a game it knows."


def test_a_box_sheet_goes_out_and_comes_back_the_same(evening: Evening) -> None:
    assert brings(evening.laptop, json.dumps(SHEET), "/boxes/import").location == "/boxes/1"
    out = evening.laptop.get("/boxes/1/export")
    assert json.loads(out.text) == SHEET
    brings(evening.laptop, out.data, "/boxes/import")
    first, second = evening.services.store.boxes()
    assert (first.name, first.values) == (second.name, second.values) == ("Ours", {"votes.Wigemor": "4"})


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "royals-of-another-herald"},
        {"game": ["lang-lebe"]},
        {"format": "herald-box-9"},
        {"values": {"votes.Paris": "4"}},
        {"values": {"votes.Wigemor": "9"}},
        {"values": {"votes.Wigemor": 10**40}},
        {"values": {"votes.Tateshale": "2"}},
        {"values": [["votes.Wigemor", "4"]]},
        {"values": None},
    ],
    ids=str,
)
def test_a_sheet_that_does_not_fit_is_refused_whole(unmoved: Evening, wrong: dict[str, object]) -> None:
    response = brings(unmoved.laptop, json.dumps({**SHEET, **wrong}), "/boxes/import")
    assert (response.status_code, NO_SHEET in response.text) == (422, True)
    assert len(unmoved.services.store.boxes()) == 1


@pytest.mark.parametrize("content", ["", "x", "[]", "7", "{}", b"\xff\xfe", "[" * 20_000, '{"game": ' * 6_000])
def test_what_is_no_sheet_is_refused(unmoved: Evening, content: str | bytes) -> None:
    response = brings(unmoved.laptop, content, "/boxes/import")
    assert (response.status_code, NO_SHEET in response.text) == (422, True)


@pytest.mark.parametrize("name", ["", "\ud800", "\0\n", "x" * 500, 7, None])
def test_a_strange_name_does_not_spoil_a_sheet(evening: Evening, name: object) -> None:
    assert brings(evening.laptop, json.dumps({**SHEET, "name": name}), "/boxes/import").status_code == 303
    kept = evening.services.store.boxes()[0].name
    assert kept.isprintable()
    assert 0 < len(kept) <= 40
    assert evening.laptop.get("/").status_code == 200


def test_sheets_are_filled_in_on_the_laptop_or_at_the_table(evening: Evening) -> None:
    set_up(evening, box="new")
    sheet, right, wrong = f"/t/{evening.laptop.code}/box", {"votes.Wigemor": "4"}, {"votes.Wigemor": "9"}
    phone = stranger(evening)
    for url in ("/boxes/1", "/boxes/1/export"):
        assert phone.get(url).status_code == 403
    assert phone.post("/boxes/1", right).status_code == phone.post(sheet, right).status_code == 403
    for url in ("/boxes/1", sheet):
        before = evening.story.seq
        response = evening.laptop.post(url, {**wrong, "votes.Lundonia": "3", "name": "Renamed"})
        assert (response.status_code, notice(response)) == (422, "That is not one of the values this can have.")
        assert evening.story.seq == before
        assert evening.services.store.boxes()[0].name == "Lang lebe der König!"
    assert evening.phones[0].post(sheet, right).status_code == 303
    assert evening.services.store.boxes()[0].values["votes.Wigemor"] == "4"
