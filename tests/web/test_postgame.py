"""After the game: the story page, the sheets and the files, none of them before the end."""

from __future__ import annotations

import csv
import io
import re
from xml.etree import ElementTree

import pytest

from companion.charts import DASHES, thinned
from companion.finale import OVER, build_finale
from companion.sheets import as_csv
from scoring.recording import load
from scoring.replay import last_undo_step
from scoring.standings import Category, Standing, Standings
from scoring.words import T, render
from tests.actors import HTMX, Evening
from tests.web.pages import faults, read
from tests.web.played import BY_MARKER, LANG_LEBE, ROYALS, SAGA, SHARED, add_played, half, phone_at
from tests.web.scenes import finish_game, sentence, set_up, stranger

REGENTS = "regents/recorded/3-single-winner.jsonl"
ROSES = "roses/recorded/3-noble-bribed-twice.jsonl"
ALL = (LANG_LEBE, SHARED, ROYALS, BY_MARKER, SAGA, REGENTS, ROSES)
# The boards of tracked games in the picture: something of each drawing.
DRAWN = {
    LANG_LEBE: "#land-man",
    ROYALS: "#land-spain",
    SAGA: "#scene-red",
    REGENTS: "castle-stone",
    ROSES: "#token-castle",
}
PAGES_AFTER_THE_END = ("story", "picture", "picture.svg", "scores.csv", "bgstats", "evening.bgsplay")


# --- final scoring ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", PAGES_AFTER_THE_END)
def test_before_the_end_the_page_is_one_sentence(evening: Evening, page: str) -> None:
    set_up(evening)
    for device in (evening.laptop, *evening.phones, stranger(evening)):
        response = device.get(f"/t/{evening.laptop.code}/{page}")
        assert response.status_code == 409
        assert sentence(response) == "You can see this once the game is over."


def test_before_the_end_nothing_can_be_skipped(evening: Evening) -> None:
    set_up(evening)
    assert evening.laptop.post(f"/t/{evening.laptop.code}/skip").status_code == 409


def test_reopened_game_hides_its_story(evening: Evening) -> None:
    code = finish_game(evening)
    assert evening.laptop.get(f"/t/{code}/story").status_code == 200
    step = last_undo_step(evening.projection)
    assert step
    evening.laptop.submit("undo", to=step.to)
    assert evening.projection.table.standings is None
    assert evening.laptop.get(f"/t/{code}/story").status_code == 409


# --- the story ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ALL)
def test_every_page_after_the_game_is_valid_on_laptop_and_phone(evening: Evening, path: str) -> None:
    live = add_played(evening, path)
    for device in (evening.laptop, phone_at(evening, live, 0), stranger(evening)):
        for page in ("story", "picture", "sheet", "table", "history"):
            response = device.get(f"/t/{live.code}/{page}")
            assert (response.status_code, faults(response.text)) == (200, []), page


def test_chart_has_a_line_and_a_shape_per_seat_and_a_data_table(evening: Evening) -> None:
    live = add_played(evening, ROYALS)
    page = evening.laptop.get(f"/t/{live.code}/story").text
    drawing = page[page.index('<svg class="chart"') : page.index("<figcaption")]
    for colour in ("black", "white", "purple"):
        assert f'<g class="series seat-{colour}"><path class="chart-rim"' in drawing
    dashes = re.findall(r'class="chart-line" d="[^"]+" stroke-dasharray="([^"]+)"', drawing)
    assert dashes == list(DASHES[:3])
    assert 'role="img" aria-label="Points over the game"' in drawing
    assert len(re.findall(r'<svg class="shape"', drawing)) == 3 * 4, "at three epochs and the end"
    rows = re.findall(r'<tr><th scope="row">(.*?)</th>(.*?)</tr>', page[page.index('id="chart-table"') :])
    table = {name: [int(cell) for cell in re.findall(r"<td>(-?\d+)</td>", cells)] for name, cells in rows}
    assert table == {
        "Epoch 1": [23, 20, 15],
        "Epoch 2": [40, 46, 31],
        "Epoch 3": [44, 72, 54],
        "End": [53, 87, 76],
    }


def test_final_scoring_shows_score_rows_instead_of_a_flat_chart(evening: Evening) -> None:
    counted = add_played(evening, "royals/recorded/5-end-counted.jsonl")
    page = evening.laptop.get(f"/t/{counted.code}/story").text
    assert '<svg class="chart"' not in page
    assert page.count('class="score-bar"') == 5 * 5, "everybody’s number in every row"
    assert "No one ever overtook" not in evening.laptop.text
    assert "What decided it" not in evening.laptop.text
    drawing = evening.laptop.get(f"/t/{counted.code}/picture.svg").text
    assert '<svg class="chart"' not in drawing
    followed = add_played(evening, ROYALS)
    assert '<svg class="chart"' in evening.laptop.get(f"/t/{followed.code}/story").text
    assert '<svg class="chart"' in evening.laptop.get(f"/t/{followed.code}/picture.svg").text


def test_chart_has_shapes_and_text_but_no_scripts_or_styles(evening: Evening) -> None:
    live = add_played(evening, LANG_LEBE)
    page = evening.laptop.get(f"/t/{live.code}/story").text
    drawing = ElementTree.fromstring(page[page.index('<svg class="chart"') : page.index("<figcaption")].strip())
    assert {element.tag for element in drawing.iter()} <= {"svg", "g", "path", "rect", "text", "use"}
    assert not any({"style", "id", "onclick"} & element.attrib.keys() for element in drawing.iter())


def test_overlapping_chart_labels_are_dropped_except_the_last() -> None:
    labels = [(float(n), f"Election {n}") for n in range(1, 30)]
    kept = thinned(labels)
    assert kept[-1] == labels[-1]
    assert 2 <= len(kept) < 8
    assert thinned([(1.0, "1"), (20.0, "2")]) == [(1.0, "1"), (20.0, "2")]


def test_story_has_leaders_deciding_steps_and_secrets(evening: Evening) -> None:
    live = add_played(evening, LANG_LEBE)
    evening.laptop.get(f"/t/{live.code}/story")
    words = evening.laptop.text
    assert "The lead changed hands 5 times." in words
    assert "Carla Carla moved to Wigemor." in words
    assert "Anna −5 Anna ran out of cards. Time to elect a king!" in words
    assert "Carla staked 1 card ×1, 3 cards ×2, 1 card ×3 for Lincolia." in words
    assert "Carla staked 5, but 3 would have been enough." in words


def test_story_never_denies_that_some_votes_decided_the_crown(evening: Evening) -> None:
    live = add_played(evening, "lang_lebe/recorded/3-counts-several-elections.jsonl")
    evening.laptop.get(f"/t/{live.code}/story")
    assert "Without it, Anna would have had only 18 of the 19 needed." in evening.laptop.text
    assert "No single move" not in evening.laptop.text
    nothing = add_played(evening, "lang_lebe/recorded/3-several-elections.jsonl")
    evening.laptop.get(f"/t/{nothing.code}/story")
    assert "What decided it" not in evening.laptop.text


# --- the end of the game ------------------------------------------------------------------------------------

ROWS = (Category(T("Lands"), (5, 9, 5)), Category(T("Hands"), (0, -3, -1)))
PLACES = Standings((Standing(1, 1, 6), Standing(2, 0, 5), Standing(3, 2, 4)), T("Ben wins."))


def test_finale_reveals_row_by_row_with_the_lowest_first() -> None:
    lands, hands = build_finale(0, ROWS, PLACES).rows
    assert lands.at < lands.cells[0].at == lands.cells[2].at < lands.cells[1].at < hands.at
    assert hands.at < hands.cells[1].at < hands.cells[2].at < hands.cells[0].at


def test_finale_reveals_places_from_last_to_first() -> None:
    stage = build_finale(0, ROWS, PLACES)
    assert stage.places[2] < stage.places[0] < stage.places[1] == stage.winner
    assert stage.places[2] > max(cell.at for row in stage.rows for cell in row.cells)
    assert stage.is_running
    assert not build_finale(stage.winner, ROWS, PLACES).is_running


def test_shared_places_are_revealed_together() -> None:
    shared = Standings((Standing(1, 0, 5), Standing(1, 1, 5), Standing(3, 2, 4)), T("Shared."))
    first, second, third = build_finale(0, ROWS, shared).places
    assert third < first == second


@pytest.mark.parametrize(("seats", "most"), [(4, 15_000), (5, 17_500)])
def test_finale_takes_a_quarter_of_a_minute(seats: int, most: int) -> None:
    rows = tuple(Category(T("Row"), tuple(range(seats))) for _ in range(5))
    places = Standings(tuple(Standing(n + 1, n, seats - n) for n in range(seats)), T("Over."))
    assert 10_000 < build_finale(0, rows, places).winner <= most


def test_totals_are_hidden_until_their_place_is_revealed(evening: Evening) -> None:
    """On the table screen and on phones; nothing below the finale reveals it either."""
    code = finish_game(evening)
    for page in (evening.laptop.get(f"/t/{code}/table").text, evening.phones[0].get().text):
        foot = page[page.index("<tfoot>") : page.index("</tfoot>")]
        assert foot.count("is-waiting") == 1 + len(evening.projection.table.seats)
        assert 'class="end-winner is-waiting"' in page
        assert 'class="below-end is-waiting"' in page


def test_each_phone_shows_its_own_place(evening: Evening) -> None:
    code = finish_game(evening)
    evening.phones[0].post(f"/t/{code}/skip", {"page": "me"}, headers=HTMX)
    standings = evening.projection.table.standings
    assert standings is not None
    for seat, phone in enumerate(evening.phones):
        place = standings.place_of(seat)
        phone.get()
        said = phone.text
        assert {1: "You win!", 2: "You came second.", 3: "You came third."}[place] in said
    evening.laptop.get(f"/t/{code}/table")
    assert f"Long live King {evening.projection.table.names[standings.winners[0]]}!" in evening.laptop.text
    assert "You win!" not in evening.laptop.text


def test_undo_after_the_end_asks_for_confirmation(evening: Evening) -> None:
    code = finish_game(evening)
    page = evening.laptop.get(f"/t/{code}/table").text
    assert "The game is over. Undo the ending and keep playing?" in page


def waiting(html: str) -> int:
    """Number of elements still hidden, except the rematch button, which only phones have."""
    return len(re.findall(r'class="(?!plain actions)[^"]*is-waiting', html))


def test_finale_runs_on_every_screen_until_it_is_skipped(evening: Evening) -> None:
    code = finish_game(evening)
    phone = evening.phones[0]
    screens = [evening.laptop.get(f"/t/{code}/table").text, phone.get().text, evening.phones[1].get().text]
    assert len({waiting(screen) for screen in screens}) == 1
    assert waiting(screens[0]) > 10
    before = evening.services.hub.version(code)
    response = phone.post(f"/t/{code}/skip", {"page": "me"}, headers=HTMX)
    assert response.status_code == 204
    assert evening.services.hub.version(code) > before, "all screens are told"
    assert waiting(evening.laptop.get(f"/t/{code}/table").text) == 0
    assert "skip-form" not in evening.laptop.get(f"/t/{code}/table").text


def test_skipping_without_scripts_redirects_to_the_screen(evening: Evening) -> None:
    code = finish_game(evening)
    assert evening.phones[0].post(f"/t/{code}/skip").status_code == 303


def test_stranger_cannot_skip_the_finale(evening: Evening) -> None:
    code = finish_game(evening)
    assert stranger(evening).post(f"/t/{code}/skip").status_code == 403
    assert waiting(evening.laptop.get(f"/t/{code}/table").text) > 0


def test_old_evening_is_shown_without_a_finale(evening: Evening) -> None:
    live = add_played(evening, SAGA, -30)
    page = evening.laptop.get(f"/t/{live.code}/table").text
    assert waiting(page) == 0
    assert f'data-elapsed="{OVER}"' in page


def test_every_point_links_to_its_rule_and_explains_ties(evening: Evening) -> None:
    live = add_played(evening, BY_MARKER)
    evening.laptop.get(f"/t/{live.code}/table")
    assert "tied on points; highest single marker 38" in evening.laptop.text
    table = live.projection.table
    for line in table.game.score(table.state):
        assert render(table.game.cite(line.rule, "en"), ()) in evening.laptop.text
        assert render(line.what, table.names) in evening.laptop.text


# --- CSV ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ALL)
def test_csv_has_every_score_line_and_adds_up(evening: Evening, path: str) -> None:
    live = add_played(evening, path)
    response = evening.laptop.get(f"/t/{live.code}/scores.csv")
    assert response.headers["Content-Disposition"] == f'attachment; filename="herald-{live.code}.csv"'
    rows = list(csv.DictReader(io.StringIO(response.data.decode("utf-8-sig"))))
    table = live.projection.table
    assert len(rows) == len(table.game.score(table.state)) + len(table.seats)
    for place in table.standings.places:  # type: ignore[union-attr]
        mine = [row for row in rows if row["Name"] == table.names[place.seat]]
        (total,) = (row for row in mine if row["Scored for"] == "Total")
        assert (int(total["Place"]), int(total["Points"])) == (place.place, place.points)
        assert sum(int(row["Points"]) for row in mine if row is not total) == place.points


@pytest.mark.parametrize(
    ("language", "separator", "place", "red"),
    [("en", ",", "Place", "red"), ("nl", ";", "Plaats", "rood"), ("de", ";", "Rang", "Rot")],
)
def test_csv_opens_in_the_spreadsheet_of_its_language(
    evening: Evening, language: str, separator: str, place: str, red: str
) -> None:
    live = add_played(evening, LANG_LEBE)
    evening.laptop.client.set_cookie("language", language)
    raw = evening.laptop.get(f"/t/{live.code}/scores.csv").data
    assert raw.startswith(b"\xef\xbb\xbf"), "the mark by which a spreadsheet knows its letters"
    head, *rows = csv.reader(io.StringIO(raw.decode("utf-8-sig")), delimiter=separator)
    assert head[0] == place
    assert {len(row) for row in rows} == {len(head)}
    assert red in {row[2] for row in rows if row[1] == "Anna"}
    results = evening.laptop.get("/statistics.csv").data.decode("utf-8-sig")
    assert len(results.split("\r\n")[0].split(separator)) == 6


def test_decimals_use_the_separator_of_the_language() -> None:
    assert as_csv([(1.5, "x")], ",") == "\ufeff1,5;x\r\n"
    assert as_csv([(1.5, "x")], ".") == "\ufeff1.5,x\r\n"


def test_name_that_looks_like_a_formula_is_escaped(evening: Evening) -> None:
    live = add_played(evening, ROYALS, 0, ["=1+1", "@Ben", 'Ca"rla, C'])
    text = evening.laptop.get(f"/t/{live.code}/scores.csv").data.decode("utf-8-sig")
    names = {row["Name"] for row in csv.DictReader(io.StringIO(text))}
    assert names == {"'=1+1", "'@Ben", 'Ca"rla, C'}
    assert read(evening.laptop.get("/statistics").text)


# --- paper --------------------------------------------------------------------------------------------------


def test_sheet_of_a_finished_game_has_every_point(evening: Evening) -> None:
    live = add_played(evening, ROYALS)
    evening.laptop.get(f"/t/{live.code}/sheet")
    words = evening.laptop.text
    assert "City bonuses 16 16 17 Epoch markers 28 56 37 Titles 9 15 22 Total 53 87 76 Place 3 1 2" in words
    assert "Cardinal portrait" in words
    assert "Ben wins with 87 victory points." in words


def test_sheet_of_a_running_game_has_public_scores_and_room(evening: Evening) -> None:
    live = evening.services.tables.adopt(half(SAGA, 0.7).records)
    evening.laptop.get(f"/t/{live.code}/sheet")
    words = evening.laptop.text
    table = live.projection.table
    chips = [sum(line.points for line in table.game.score(table.state) if line.seat == seat) for seat in range(3)]
    assert any(chips)
    assert "to carry on with a pencil" in words
    assert render(table.game.view(table.state, None).headline, table.names) in words
    assert "Latest moves" in words


def test_sheet_of_a_running_game_hides_hidden_scores(evening: Evening) -> None:
    projection = half(ROYALS, 0.9)
    live = evening.services.tables.adopt(projection.records)
    assert any(line.points for line in projection.table.game.score(projection.table.state))
    page = evening.laptop.get(f"/t/{live.code}/sheet").text
    assert re.findall(r"<td>(\d+)</td>", page) == []
    assert "City bonuses" in page
    assert "Point by point" not in page


@pytest.mark.parametrize("wanted", ["", "3", "99", "x", "-1"])
def test_empty_sheet_can_be_printed(evening: Evening, wanted: str) -> None:
    response = evening.laptop.get(f"/sheets/royals?seats={wanted}")
    assert (response.status_code, faults(response.text)) == (200, [])
    columns = response.text[response.text.index("<thead>") : response.text.index("</thead>")].count("<td></td>") - 1
    assert columns == (3 if wanted == "3" else 5)
    assert "Noble house bonuses" in response.text
    assert evening.laptop.get("/sheets/chess").status_code == 404
    assert 'href="/sheets/royals"' in evening.laptop.get("/new/royals").text


# --- the picture --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ALL)
def test_picture_is_one_standalone_drawing_with_the_places(evening: Evening, path: str) -> None:
    live = add_played(evening, path)
    response = evening.laptop.get(f"/t/{live.code}/picture.svg")
    assert response.mimetype == "image/svg+xml"
    assert (
        response.headers["Content-Security-Policy"] == "default-src 'none'; style-src 'unsafe-inline'; font-src data:"
    )
    drawing = ElementTree.fromstring(response.data)
    said = [
        text for element in drawing.iter() if element.tag.endswith("text") and (text := (element.text or "").strip())
    ]
    table = live.projection.table
    assert table.game.title in said
    for place in table.standings.places:  # type: ignore[union-attr]
        assert table.names[place.seat] in said
        assert str(place.points) in said
    fetched = re.findall(r"url\(([^)]+)\)", response.text)
    assert all(link.startswith(("data:font/woff2;base64,", "#")) for link in fetched)
    drawn = {f"#{element.get('id')}" for element in drawing.iter() if element.get("id")}
    assert set(re.findall(r'(?:href|src)="?([^")]+)', response.text)) <= drawn
    assert "<script" not in response.text


@pytest.mark.parametrize(("path", "part"), DRAWN.items())
def test_picture_has_the_final_board_of_a_tracked_game(evening: Evening, path: str, part: str) -> None:
    live = add_played(evening, path)
    assert part in evening.laptop.get(f"/t/{live.code}/picture.svg").text


def test_picture_has_no_board_that_herald_has_not_seen(evening: Evening) -> None:
    live = add_played(evening, "lang_lebe/recorded/3-counts-single-winner.jsonl")
    assert DRAWN[LANG_LEBE] not in evening.laptop.get(f"/t/{live.code}/picture.svg").text


def test_picture_has_the_colours_of_the_seats(evening: Evening) -> None:
    from companion.assets import folder

    sheet = (folder("static") / "herald.css").read_text(encoding="utf-8")
    tokens = dict(re.findall(r"--seat-(\w+): (#\w+)[;,]", sheet.split(":root {")[1].split("}")[0]))
    drawing = (folder("templates") / "picture.svg").read_text(encoding="utf-8")
    drawn = dict(re.findall(r"\.seat-(\w+) \{ --seat: (#\w+);", drawing))
    tokens.pop("line", None)
    assert drawn == tokens


def test_picture_keeps_names_in_any_script(evening: Evening) -> None:
    live = add_played(evening, ROYALS, 0, ["Żółć <3", "李小龍", "نادية"])
    drawing = evening.laptop.get(f"/t/{live.code}/picture.svg")
    ElementTree.fromstring(drawing.data)
    for name in ("Żółć &lt;3", "李小龍", "نادية"):
        assert name in drawing.text


def test_export_of_a_finished_table_replays_to_the_same_result(evening: Evening) -> None:
    live = add_played(evening, ROYALS)
    again = load(evening.laptop.get(f"/t/{live.code}/export").text)
    assert again.table == live.projection.table
