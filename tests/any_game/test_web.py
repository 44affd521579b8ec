"""Opening tables by sheets, the editor, saved sheets, and what follows a game."""

from __future__ import annotations

import json
from io import BytesIO
from urllib.parse import unquote

import pytest

from companion.sharing import codes_of, sheet_of
from companion.store import BoxRow
from scoring.any_game.examples import EXAMPLES, LANTERN_MARKET, NIGHT_FERRY, TIDEWATER
from scoring.any_game.sheet import Sheet, parsed
from scoring.any_game.state import SHEET
from tests.actors import Device, Evening

GAME = "any-game"
NAMES = ("Anna", "Ben", "Carla", "David", "Emma")


def start_table(evening: Evening, sheet: str = "blank", players: int = 3) -> Device:
    """Starts a table with this sheet; returns the first player's phone."""
    return evening.start(*NAMES[:players], game=GAME, box=sheet)[0]


def sheet_at(evening: Evening) -> Sheet:
    return parsed(evening.projection.table.printed_values[SHEET])


def save_sheet(evening: Evening) -> BoxRow:
    (box,) = evening.services.store.boxes(GAME)
    return box


def change(device: Device, part: str, path: str = "", **values: str) -> int:
    """Posts a form of the editor; returns the status."""
    answer = device.post(path or f"/t/{device.code}/game-sheet", {"part": part, **values})
    return answer.status_code


@pytest.mark.parametrize("sheet", ["blank", *EXAMPLES])
def test_each_sheet_opens_a_table_and_a_demo(evening: Evening, sheet: str) -> None:
    title = parsed(EXAMPLES[sheet]).title if sheet in EXAMPLES else "Any game"
    assert start_table(evening, sheet, 5).get().status_code == 200
    assert evening.projection.table.game.title == title
    assert not evening.projection.table.example
    demo = evening.laptop.post(f"/demo/{GAME}", {"box": sheet})
    evening.laptop.code = demo.location.split("/")[2]
    table = evening.projection.table
    assert (table.game.title, table.started, table.example) == (title, True, True)
    assert len(table.seats) >= table.game.players[0]


def test_blank_sheet_has_the_words_of_a_language(evening: Evening) -> None:
    evening.laptop.client.set_cookie("language", "de")
    start_table(evening)
    sheet = sheet_at(evening)
    assert [row.label for row in sheet.rows] == ["Punkte"]
    assert getattr(sheet.tool("vote"), "options", ()) == ("Ja", "Nein")
    assert [tool.id for tool in sheet.tools] == ["bid", "vote", "dice", "first", "timer"]


def test_start_page_offers_the_sixth_game(evening: Evening) -> None:
    assert "whatever’s on the table" in evening.laptop.get("/").text
    page = evening.laptop.get(f"/new/{GAME}").text
    assert all(title in page for title in ("Blank table", "Tidewater", "Lantern Market", "The Night Ferry"))


def test_rows_are_added_while_playing(evening: Evening) -> None:
    anna = start_table(evening)
    assert "Points for each" in anna.get(f"/t/{anna.code}/game-sheet?add=rows.count").text
    assert '<details class="card part-add" open id="add-rows">' in anna.last.text  # type: ignore[union-attr]
    assert change(anna, "rows.new", kind="count", label="Jam jars", each="2") == 303
    assert anna.last.location.endswith("?add=rows#add-rows"), "the next row"  # type: ignore[union-attr]
    row = sheet_at(evening).row("jam_jars")
    assert row is not None
    assert (row.kind, row.label) == ("count", "Jam jars")
    assert "Sheet changed: Jam jars." in evening.laptop.get(f"/t/{anna.code}/history").text
    assert change(anna, "rows.jam_jars", label="Jam", each="3") == 303
    assert [(row.id, row.label) for row in sheet_at(evening).rows] == [("points", "Points"), ("jam_jars", "Jam")]
    assert change(anna, "rows.jam_jars", change="up") == 303
    assert [row.id for row in sheet_at(evening).rows] == ["jam_jars", "points"]
    assert change(anna, "rows.jam_jars", change="delete") == 303
    assert [row.id for row in sheet_at(evening).rows] == ["points"]


def test_two_phones_change_different_rows_without_collision(evening: Evening) -> None:
    anna = start_table(evening)
    ben = evening.phones[1]
    anna.get(f"/t/{anna.code}/game-sheet?add=rows.count")
    ben.get(f"/t/{anna.code}/game-sheet?add=rows.count")
    assert change(anna, "rows.new", kind="count", label="Apples") == 303
    assert change(ben, "rows.new", kind="count", label="Pears") == 303
    assert [row.label for row in sheet_at(evening).rows] == ["Points", "Apples", "Pears"]


def test_a_mistake_is_named_and_the_form_keeps_its_entries(evening: Evening) -> None:
    anna = start_table(evening)
    assert change(anna, "rows.new", kind="count", label="Jam", each="three") == 422
    assert "Points for each: enter a number from −9999 to 9999." in anna.text
    assert 'value="Jam"' in anna.last.text  # type: ignore[union-attr]
    assert change(anna, "rows.new", kind="formula", label="Change", expression="floor(coins / 5)") == 422
    assert "There’s no row “coins” above this one." in anna.text
    assert change(anna, "rows.new", kind="") == 422
    assert change(anna, "rows.gone", label="Gone") == 422
    assert len(sheet_at(evening).rows) == 1


def test_rounds_and_players_are_entered_as_people_write_them(evening: Evening) -> None:
    anna = start_table(evening)
    assert change(anna, "rows.new", kind="count", label="Jam", when="each-round") == 303
    assert change(anna, "rows.new", kind="count", label="Tea", **{"when": "", "when.other": "2, 4"}) == 303
    assert [row.when for row in sheet_at(evening).rows[1:]] == ["each-round", (2, 4)]  # type: ignore[attr-defined]
    assert change(anna, "head", title="Teatime", players="3–6") == 303
    assert sheet_at(evening).players == (3, 6)
    assert change(anna, "head", title="Teatime", players="three") == 422
    assert "Players: enter 1 to 2 numbers from 2 to 9." in anna.text


def test_every_part_of_the_examples_is_saved_unchanged_by_its_form(evening: Evening) -> None:
    for name, text in EXAMPLES.items():
        evening.phones.clear()
        anna = start_table(evening, name, 5)
        page = anna.get(f"/t/{anna.code}/game-sheet").text
        sheet = parsed(text)
        from companion.routes.game_sheets import part_view, parts_of

        for views in (*parts_of(sheet).values(), (part_view("head", sheet),)):
            for view in views:
                assert view.title in page or view.at == "head"
                assert change(anna, view.at, kind=view.kind, **{f.name: f.value for f in view.fields if f.value}) == 303
        assert sheet_at(evening) == sheet, name


def test_tools_votes_and_ends_are_added_too(evening: Evening) -> None:
    anna = start_table(evening)
    assert change(anna, "tools.new", kind="vote", button="Sail?", options="Aye\nNay", passes="two-thirds") == 303
    assert change(anna, "ends.new", kind="", at="100", text="A hundred!") == 303
    sheet = sheet_at(evening)
    assert sheet.tools[-1].button == "Sail?"
    assert (sheet.ends[0].row, sheet.ends[0].at) == ("", 100)
    anna.submit("start-tool", tool=sheet.tools[-1].id)
    assert "Aye" in anna.get().text


def test_a_sheet_is_kept_under_its_title_and_opened_again(evening: Evening) -> None:
    anna = start_table(evening)
    change(anna, "rows.new", kind="count", label="Jam", each="2")
    kept = evening.laptop.post(f"/t/{anna.code}/game-sheet/keep", {"title": "Orchard Row"})
    assert kept.status_code == 303
    assert evening.projection.table.game.title == "Orchard Row"
    box = save_sheet(evening)
    assert box.name == "Orchard Row"
    evening.laptop.post(f"/t/{anna.code}/game-sheet/keep", {"title": "orchard row"})
    assert save_sheet(evening).id == box.id, "the same title replaces it"
    evening.phones.clear()
    start_table(evening, str(box.id))
    assert [row.label for row in sheet_at(evening).rows] == ["Points", "Jam"]
    assert change(evening.phones[0], "rows.jam", label="Pies") == 303
    assert parsed(save_sheet(evening).values[SHEET]).row("jam").label == "Jam", "a table changes its own copy"  # type: ignore[union-attr]


def test_guests_change_the_table_and_not_the_collection(evening: Evening) -> None:
    anna = start_table(evening)
    evening.laptop.post("/game-sheets/new")
    number = save_sheet(evening).id
    guest = Device(evening.app.test_client(), anna.code)
    guest.client.environ_base["REMOTE_ADDR"] = "192.168.1.50"
    assert change(guest, "rows.new", kind="count", label="Jam") == 403
    for path in (f"/game-sheets/{number}", f"/game-sheets/{number}/delete", "/game-sheets/new"):
        assert guest.post(path, {"part": "head"}).status_code == 403
    assert guest.post(f"/t/{anna.code}/game-sheet/keep", {"title": "Mine"}).status_code == 403


def test_a_saved_sheet_is_edited_deleted_and_taken_along(evening: Evening) -> None:
    laptop = evening.laptop
    assert laptop.post("/game-sheets/new").status_code == 303
    path = f"/game-sheets/{save_sheet(evening).id}"
    head = {"title": "Orchard Row", "players": "2 5", "wins": "highest", "open_scores": "1"}
    assert change(laptop, "head", path, **head) == 303
    assert change(laptop, "rows.new", path, kind="scale", label="Jam", steps="1 = 1\n2 = 3", more="4") == 303
    assert save_sheet(evening).name == "Orchard Row"
    file = laptop.get(f"{path}/file")
    assert 'filename="orchard-row.herald-sheet.json"' in file.headers["Content-Disposition"]
    assert parsed(file.text).row("jam").kind == "scale"  # type: ignore[union-attr]
    shared = laptop.get(f"/boxes/{save_sheet(evening).id}/share")
    assert shared.status_code == 200
    assert laptop.post(f"{path}/delete").status_code == 303
    assert evening.services.store.boxes(GAME) == []
    taken = laptop.post("/boxes/import", {"file": (BytesIO(file.data), "a.json")}, content_type="multipart/form-data")
    assert taken.status_code == 303
    assert parsed(save_sheet(evening).values[SHEET]).title == "Orchard Row"


@pytest.mark.parametrize("sheet", EXAMPLES)
def test_codes_bring_a_sheet_to_another_herald(evening: Evening, sheet: str) -> None:
    code = start_table(evening, sheet, 5).code
    evening.laptop.post(f"/t/{code}/game-sheet/keep", {"title": "Codes"})
    kept = save_sheet(evening)
    texts = codes_of(sheet_of(kept))
    assert evening.laptop.get(f"/boxes/{kept.id}/share").text.count('class="qr"') == len(texts)
    assert 1 < len(texts) <= 4
    evening.laptop.post(f"/game-sheets/{kept.id}/delete")
    missing = evening.laptop.post("/boxes/import", {"codes": texts[0]})
    assert missing.status_code == 422
    assert evening.services.store.boxes(GAME) == []
    assert evening.laptop.post("/boxes/import", {"codes": "\n".join((*texts, texts[0]))}).status_code == 303
    assert save_sheet(evening).values == kept.values


def test_sheet_with_a_known_title_replaces_it_or_gets_another(evening: Evening) -> None:
    code = start_table(evening, "tidewater").code
    evening.laptop.post(f"/t/{code}/game-sheet/keep", {"title": "Tidewater"})
    other = TIDEWATER.replace('"Charts"', '"Maps"')
    page = evening.laptop.post(
        "/boxes/import", {"file": (BytesIO(other.encode()), "a.json")}, content_type="multipart/form-data"
    )
    assert "Sheet changed: Charts, Maps." in page.text
    assert evening.laptop.post("/boxes/import", {"sheet": other, "new": "1"}).status_code == 303
    assert [box.name for box in evening.services.store.boxes(GAME)] == ["Tidewater", "Tidewater 2"]
    assert [parsed(box.values[SHEET]).title for box in evening.services.store.boxes(GAME)] == [
        "Tidewater",
        "Tidewater 2",
    ]
    (first, _) = evening.services.store.boxes(GAME)
    assert evening.laptop.post(f"/boxes/{first.id}/merge", {"sheet": other, "take": SHEET}).status_code == 303
    kept = evening.services.store.box(first.id)
    assert kept is not None
    assert parsed(kept.values[SHEET]).rows[2].label == "Maps"


def test_a_saved_sheet_is_printed_blank(evening: Evening) -> None:
    code = start_table(evening, "lantern-market").code
    evening.laptop.post(f"/t/{code}/game-sheet/keep", {"title": "Lantern Market"})
    page = evening.laptop.get(f"/sheets/{GAME}?box={save_sheet(evening).id}&seats=4").text
    assert all(row in page for row in ("Lantern Market", "Most glass", "Broken promises"))
    assert evening.laptop.get(f"/sheets/{GAME}?box=999").status_code == 404


def test_formulas_name_rows_as_they_are_labelled(evening: Evening) -> None:
    anna = start_table(evening)
    change(anna, "rows.points", label="Military", when="each-round", min="-999")
    change(anna, "rows.new", kind="count", label="Blue cards")
    for number, typed in enumerate(("Military / 3", "military/3 + BLUE cards", "floor(blue_cards × 2)", "points")):
        assert change(anna, "rows.new", kind="formula", label=f"Sum {number}", expression=typed) == 303
    rows = [getattr(sheet_at(evening).row(f"sum_{n}"), "expression", "") for n in range(4)]
    assert rows == ["points / 3", "points/3 + blue_cards", "floor(blue_cards × 2)", "points"]
    page = anna.get(f"/t/{anna.code}/game-sheet").text
    assert 'value="military/3 + blue_cards"' in page
    assert (
        "Rows: military, blue_cards, sum_0, sum_1, sum_2, sum_3."
        in anna.get(f"/t/{anna.code}/game-sheet?add=rows.formula").text
    )
    change(anna, "rows.new", kind="count", label="Min")
    change(anna, "rows.new", kind="formula", label="Least", expression="min(Military, 3)")
    assert getattr(sheet_at(evening).row("least"), "expression", "") == "min(points, 3)"
    assert change(anna, "head", title="War", players="2 4", tie_breaks="-Blue cards, military") == 303
    assert sheet_at(evening).tie_breaks == ("-blue_cards", "points")


@pytest.mark.parametrize("sheet", ["blank", "tidewater"])
def test_dice_and_first_player_are_shown_on_every_screen(evening: Evening, sheet: str) -> None:
    anna = start_table(evening, sheet)
    change(anna, "tools.new", kind="dice", button="Three dice", count="3", sides="8")
    anna.submit("start-tool", tool="three_dice")
    anna.submit("start-tool", tool="first")
    first = evening.projection.table.state.first
    for device in (anna, evening.laptop):
        page = device.get().text
        assert page.partition('class="round-dice"')[2].partition("</section>")[0].count('<b class="nums">') >= 3
        assert f"{NAMES[first]} goes first." in page
    assert len(evening.projection.table.state.rolled[1]) == 3


def test_guest_takes_the_sheet_home_as_a_file(evening: Evening) -> None:
    anna = start_table(evening, "tidewater")
    anna.client.environ_base["REMOTE_ADDR"] = "192.168.1.77"
    page = anna.get(f"/t/{anna.code}/game-sheet").text
    assert "Save as a sheet" not in page
    assert "You can take it home as a file." in page
    assert anna.post(f"/t/{anna.code}/game-sheet/keep", {"title": "Mine"}).status_code == 403
    file = anna.get(f"/t/{anna.code}/game-sheet/file")
    assert parsed(file.text).title == "Tidewater"
    assert "tidewater.herald-sheet.json" in file.headers["Content-Disposition"]


def test_rows_are_chosen_from_a_list(evening: Evening) -> None:
    anna = start_table(evening)
    change(anna, "rows.new", kind="count", label="Apples")
    page = anna.get(f"/t/{anna.code}/game-sheet?add=rows.majority").text
    assert "Apples" in page.partition('name="over"')[2].partition("</select>")[0]
    assert change(anna, "rows.new", kind="majority", label="Most apples", over="apples", prizes="5 2") == 303
    assert "Rows: points, apples, most_apples." in anna.get(f"/t/{anna.code}/game-sheet?add=rows.formula").text


def test_a_file_with_a_mistake_is_refused_with_its_line(evening: Evening) -> None:
    bad = TIDEWATER.replace('"kind": "holder"', '"kind": "hodler"').encode()
    form = {"file": (BytesIO(bad), "a.json")}
    answer = evening.laptop.post("/boxes/import", form, content_type="multipart/form-data")
    assert answer.status_code == 422
    assert "Line 4: Unknown kind “hodler”." in evening.laptop.text
    assert evening.services.store.boxes(GAME) == []


def test_sheet_in_the_form_for_tables_is_passed_on(evening: Evening) -> None:
    form = {"file": (BytesIO(TIDEWATER.encode()), "a.json")}
    answer = evening.laptop.post("/import", form, content_type="multipart/form-data")
    assert (answer.status_code, answer.location) == (307, "/boxes/import")


def test_plays_are_counted_by_title_and_sent_to_bg_stats(evening: Evening) -> None:
    anna = start_table(evening, "tidewater")
    evening.laptop.submit("end-game", seat=0)
    for phone in evening.phones:
        phone.submit("enter-amounts", amounts__charts=2, amounts__boats=phone.seat)
    assert evening.projection.table.standings is not None
    page = evening.laptop.get("/statistics").text
    assert "/statistics/any-game/tidewater" in page
    assert "Tidewater" in evening.laptop.get("/statistics/any-game/tidewater").text
    link = unquote(evening.laptop.get(f"/t/{anna.code}/bgstats").location)
    play = json.loads(link.partition("data=")[2])
    assert (play["game"]["name"], play["game"]["sourceGameId"]) == ("Tidewater", "any-game/tidewater")
    assert (play["game"]["highestWins"], play["game"]["noPoints"]) == (True, False)
    assert evening.laptop.get(f"/t/{anna.code}/story").status_code == 200


def test_a_game_without_points_ends_with_the_named_winners(evening: Evening) -> None:
    anna = start_table(evening, "night-ferry", 5)
    evening.laptop.submit("move-marker", seat=0, row="storm", to=3)
    evening.laptop.submit("name-winners", seat=0, won__1=1, won__4=1)
    standings = evening.projection.table.standings
    assert standings is not None
    assert standings.winners == (1, 4)
    assert "Ben and Emma won together." in evening.laptop.get(f"/t/{anna.code}/story").text
    assert "0 points" not in evening.laptop.get().text
    play = json.loads(unquote(evening.laptop.get(f"/t/{anna.code}/bgstats").location).partition("data=")[2])
    assert play["game"]["noPoints"] is True


def test_an_evening_is_exported_and_imported(evening: Evening) -> None:
    anna = start_table(evening, "lantern-market")
    anna.submit("start-tool", tool="bid")
    for phone, bid in zip(evening.phones, (5, 11, 3), strict=True):
        phone.submit("seal-answer", amounts__answer=bid)
    coins = [evening.projection.table.state.marker(sheet_at(evening).row("coins"), seat) for seat in range(3)]
    assert coins == [40, 29, 40]
    while evening.projection.table.standings is None:
        evening.laptop.submit("end-game", seat=0)
        for phone in evening.phones:
            phone.submit("enter-amounts", amounts__lamps=1)
    file = evening.laptop.get(f"/t/{anna.code}/export").data
    evening.laptop.post(f"/t/{anna.code}/delete")
    back = evening.laptop.post("/import", {"file": (BytesIO(file), "a.jsonl")}, content_type="multipart/form-data")
    assert back.status_code == 303
    evening.laptop.code = back.location.split("/")[2]
    assert evening.projection.table.game.title == "Lantern Market"
    assert evening.projection.table.standings is not None


def test_sheets_of_tests_are_the_examples() -> None:
    assert {LANTERN_MARKET, NIGHT_FERRY, TIDEWATER} == set(EXAMPLES.values())
