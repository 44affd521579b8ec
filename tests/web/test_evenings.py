"""Statistics over all evenings, and who may correct names."""

from __future__ import annotations

import csv
import io
import re

import pytest

from scoring.replay import last_undo_step
from tests.actors import Evening
from tests.web.pages import faults
from tests.web.played import BY_MARKER, LANG_LEBE, ROYALS, SAGA, SHARED, add_played, half, phone_at
from tests.web.scenes import notice, stranger


def rows(html: str, after: str = "<tbody>") -> dict[str, list[str]]:
    """Cells of the first table after this text, by name."""
    table = html[html.index(after) :]
    found = re.findall(r'<tr><th scope="row">(.*?)</th>(.*?)</tr>', table[: table.index("</tbody>")], re.DOTALL)
    cells = {plain(name): re.findall(r"<td>(.*?)</td>", row, re.DOTALL) for name, row in found}
    return {name: [plain(cell) for cell in row] for name, row in cells.items()}


def plain(html: str) -> str:
    return " ".join(re.sub("<[^>]+>", " ", html).split())


@pytest.fixture
def club(evening: Evening) -> Evening:
    """Herald after four evenings: Ben wins Royals, Anna and Ben share it, Ben wins with the highest marker, Carla wins
    Saga."""
    add_played(evening, ROYALS, 0)
    add_played(evening, SHARED, 1)
    add_played(evening, BY_MARKER, 2)
    add_played(evening, SAGA, 3)
    return evening


def test_statistics_list_plays_wins_and_places_of_everybody(club: Evening) -> None:
    found = rows(club.laptop.get("/statistics").text)
    assert found == {
        "Ben": ["4", "3", "3", "1.5"],
        "Carla": ["3", "1", "1", "2.0"],
        "Anna": ["4", "1", "1", "2.0"],
        "Eva": ["1", "0", "0", "4.0"],
        "David": ["1", "0", "0", "5.0"],
    }


def test_statistics_show_arms_records_streaks_and_rivals(club: Evening) -> None:
    club.laptop.get("/statistics")
    said = club.laptop.text
    assert "3 Longest winning streak Ben" in said
    assert "Biggest win" in said
    assert "Best comeback" in said
    assert "Ben 2 : 1 Anna" in said
    page = club.laptop.get("/statistics").text
    everybody = page[page.index("<tbody>") : page.index("</tbody>")]
    assert everybody.count('class="coat ') == 5, "everybody’s arms"
    champions = page[page.index('class="champions"') :]
    assert plain(champions[: champions.index("</p>")]).endswith("Ben 3 wins, more than anyone else")
    club.laptop.get("/statistics/royals")
    assert "87 High score Ben" in club.laptop.text


def test_chart_shows_people_in_the_colour_of_their_arms(club: Evening) -> None:
    page = club.laptop.get("/statistics/royals").text
    arms = {
        plain(name): colour
        for colour, name in re.findall(
            r'<a class="person"[^>]*><svg class="coat seat-(\w+)".*?</svg><span>(.*?)</span>', page, re.DOTALL
        )
    }
    lines = {
        plain(name): colour
        for colour, name in re.findall(r'legend-entry seat-(\w+)">(.*?)</span></span>', page, re.DOTALL)
    }
    assert len(set(arms.values())) == len(arms)
    assert lines == {name: arms[name] for name in lines}
    assert lines
    club.laptop.get("/statistics/person?name=Ben")
    assert "best streak 3" in club.laptop.text


def test_game_page_has_averages_and_most_points(club: Evening) -> None:
    page = club.laptop.get("/statistics/royals").text
    found = rows(page)
    assert found["Ben"] == ["3", "3", "3", "1.0", f"{(87 + 22 + 43) / 3:.1f}", "87"]
    assert found["Anna"] == ["3", "1", "1", "2.0", f"{(53 + 22 + 43) / 3:.1f}", "53"]
    assert '<svg class="chart"' in page
    assert rows(page, 'id="chart-table"')["3 Jan 2026"] == ["22", "22", "–", "–", "–"]


def test_person_page_has_places_charts_and_opponents(club: Evening) -> None:
    page = club.laptop.get("/statistics/person?name=%20ANNA").text
    assert rows(page)["Royals"] == ["3", "1", "1. ×1 2. ×1 3. ×1", "39.3", "53"]
    assert rows(page, "By opponent")["Ben"] == ["4", "1", "1", "2"]
    assert "4 plays, 1 win<" in page


@pytest.mark.parametrize(
    "path", ["/statistics", "/statistics/royals", "/statistics/lang-lebe", "/statistics/person?name=Anna"]
)
def test_every_page_is_valid_with_and_without_evenings(club: Evening, path: str) -> None:
    response = club.laptop.get(path)
    assert (response.status_code, faults(response.text)) == (200, [])


def test_game_with_example_values_is_listed_but_not_counted(club: Evening) -> None:
    before = rows(club.laptop.get("/statistics").text)
    tried = add_played(club, ROYALS, 4, example=True)
    for path in ("/statistics", "/statistics/royals"):
        assert "1 game with sample values isn’t counted." in club.laptop.get(path).text
    assert rows(club.laptop.get("/statistics").text) == before
    assert tried.code not in club.laptop.get("/statistics.csv").text
    assert club.laptop.get(f"/t/{tried.code}/story").status_code == 200


def test_person_with_only_trial_games_can_be_renamed_and_removed(club: Evening) -> None:
    tried = add_played(club, SHARED, 5, ["Femke", "Anna"], example=True)
    page = club.laptop.get("/statistics/person?name=Femke")
    assert (page.status_code, faults(page.text)) == (200, [])
    assert "0 plays, 0 wins" in page.text
    assert club.laptop.post("/people/rename", {"name": "Femke", "new": "x" * 40}).status_code == 422
    assert "Femke" in club.laptop.get(f"/t/{tried.code}/story").text
    club.laptop.post("/people/remove", {"name": "Femke"})
    assert "Femke" not in club.laptop.get(f"/t/{tried.code}/story").text


def test_statistics_without_evenings_show_a_friendly_note(evening: Evening) -> None:
    for path in ("/statistics", "/statistics/saga"):
        response = evening.laptop.get(path)
        assert (response.status_code, faults(response.text)) == (200, [])
        assert "No finished games yet." in response.text
    assert evening.laptop.get("/statistics/chess").status_code == 404
    assert evening.laptop.get("/statistics/person?name=Anna").status_code == 404
    assert evening.laptop.get("/statistics/person").status_code == 404


def test_running_game_is_not_in_the_statistics(evening: Evening) -> None:
    evening.services.tables.adopt(half(SAGA, 0.8).records)
    assert "No finished games yet." in evening.laptop.get("/statistics").text


def test_reopened_game_is_left_out_until_it_ends(evening: Evening) -> None:
    live = add_played(evening, SAGA)
    assert "1 finished game<" in evening.laptop.get("/statistics").text
    step = last_undo_step(live.projection)
    assert step is not None
    evening.laptop.submit("undo", to=step.to)
    assert live.projection.table.standings is None
    assert "No finished games yet." in evening.laptop.get("/statistics").text


def test_deleted_table_is_not_in_the_statistics(club: Evening) -> None:
    club.laptop.post(f"/t/{club.laptop.code}/delete")
    assert "Saga" not in club.laptop.get("/statistics").text


def test_phone_sees_its_own_evenings_and_a_stranger_none(club: Evening) -> None:
    first = add_played(club, LANG_LEBE, 5)
    phone = phone_at(club, first, 0)
    assert "1 finished game<" in phone.get("/statistics").text
    assert "David" not in phone.get("/statistics").text
    assert "No finished games yet." in stranger(club).get("/statistics").text
    assert phone.get("/statistics/person?name=Eva").status_code == 404


def test_all_results_are_exported_as_csv(club: Evening) -> None:
    text = club.laptop.get("/statistics.csv").data.decode("utf-8-sig")
    found = list(csv.DictReader(io.StringIO(text)))
    assert len(found) == 3 + 2 + 5 + 3
    assert found[0]["Game"] == "Saga", "the newest first"
    shared = [row for row in found if row["Date"] == "2026-01-03"]
    assert [(row["Name"], row["Place"], row["Points"]) for row in shared] == [("Anna", "1", "22"), ("Ben", "1", "22")]


# --- correcting names ---------------------------------------------------------------------------------------


def test_renaming_on_the_laptop_updates_the_statistics(club: Evening) -> None:
    response = club.laptop.post("/people/rename", {"name": "Anna", "new": "  Änne   M. "})
    assert response.status_code == 303
    page = club.laptop.get(response.location).text
    assert "4 plays, 1 win<" in page
    assert "Anna" not in club.laptop.get("/statistics").text


def test_two_spellings_can_be_merged(club: Evening) -> None:
    add_played(club, ROYALS, 8, ["Annie", "Ben", "Carla"])
    assert club.laptop.post("/people/rename", {"name": "Annie", "new": "Anna"}).status_code == 303
    assert rows(club.laptop.get("/statistics").text)["Anna"][0] == "5"


def test_people_who_sat_at_one_table_cannot_be_merged(club: Evening) -> None:
    response = club.laptop.post("/people/rename", {"name": "Anna", "new": "ben"})
    assert response.status_code == 422
    assert notice(response) == "Anna and ben played at the same table, so they’re two different people."
    assert faults(response.text) == []
    assert "Anna" in club.laptop.get("/statistics").text


@pytest.mark.parametrize("new", ["", "   ", "x" * 21, "a\x00b"])
def test_invalid_new_name_is_refused(club: Evening, new: str) -> None:
    response = club.laptop.post("/people/rename", {"name": "Anna", "new": new})
    assert response.status_code == 422
    assert notice(response) in (
        "Names can be 1 to 20 characters long.",
        "Use ordinary letters in the name. Emoji are fine.",
    )


def test_person_is_removed_from_all_records(club: Evening) -> None:
    assert club.laptop.post("/people/remove", {"name": "Anna"}).status_code == 303
    assert "Anna" not in club.laptop.get("/statistics").text + club.laptop.get("/statistics.csv").text
    assert club.laptop.get("/statistics/person?name=Anna").status_code == 404
    assert rows(club.laptop.get("/statistics").text)["Ben"] == ["4", "3", "3", "1.5"], "the others keep their places"


@pytest.mark.parametrize(
    "form", [("/people/rename", {"name": "Anna", "new": "X"}), ("/people/remove", {"name": "Anna"})]
)
def test_guest_phone_cannot_change_people(club: Evening, form: tuple[str, dict[str, str]]) -> None:
    live = club.services.tables.find(club.laptop.code)
    for device in (phone_at(club, live, 0), stranger(club)):
        assert device.post(*form).status_code == 403
        assert "Edit name" not in device.get("/statistics/person?name=Anna").text
    assert "Anna" in club.laptop.get("/statistics").text


def test_host_of_all_tables_of_a_person_may_correct_the_name(evening: Evening) -> None:
    live = add_played(evening, SAGA, hosted=False)
    host = phone_at(evening, live, 0, host=True)
    assert "Edit name" in host.get("/statistics/person?name=Anna").text
    assert host.post("/people/rename", {"name": "Anna", "new": "Änne"}).status_code == 303
    add_played(evening, ROYALS, 1, ["Änne", "Ben", "Carla"])
    assert host.post("/people/rename", {"name": "Änne", "new": "Anna"}).status_code == 403


def test_person_cannot_be_merged_into_one_of_another_host(evening: Evening) -> None:
    live = add_played(evening, SAGA, 0, ["Xaver", "Yves", "Zoë"], hosted=False)
    host = phone_at(evening, live, 0, host=True)
    add_played(evening, ROYALS, 1)
    assert host.post("/people/rename", {"name": "Xaver", "new": "Anna"}).status_code == 403


def test_unknown_name_cannot_be_changed(club: Evening) -> None:
    assert club.laptop.post("/people/rename", {"name": "Nobody", "new": "X"}).status_code == 404
    assert club.laptop.post("/people/remove").status_code == 404


def test_only_the_laptop_sets_the_location(club: Evening) -> None:
    assert club.laptop.post("/location", {"place": "x" * 41}).status_code == 400
    assert club.laptop.post("/location", {"place": "Home"}).status_code == 303
    assert 'value="Home"' in club.laptop.get("/statistics").text
    assert stranger(club).post("/location", {"place": "Elsewhere"}).status_code == 403
    assert club.services.store.setting("location") == "Home"
