"""People: spellings are merged, names corrected, people removed, and the log stays unchanged."""

from __future__ import annotations

from companion.people import People, names_in, with_names
from scoring.recording import export, load
from scoring.words import render
from tests.actors import Evening
from tests.web.played import LANG_LEBE, ROYALS, SAGA, add_played, half
from tests.web.scenes import history, import_table, stranger

NOW = "2026-02-01T12:00:00+00:00"


def test_renamed_person_has_the_new_name_everywhere(evening: Evening) -> None:
    live = add_played(evening, LANG_LEBE)
    log = evening.services.store.log(live.code)
    evening.services.people.rename("Anna", "Annabel")
    laptop = evening.laptop
    for path in ("table", "history", "story", "sheet", "export", "scores.csv", "picture.svg", "evening.bgsplay"):
        text = laptop.get(f"/t/{live.code}/{path}").text
        assert "Annabel" in text, path
        assert "Anna " not in text.replace("Annabel", ""), path
    assert "Annabel" in laptop.get("/").text
    assert evening.services.store.log(live.code) == log


def test_spellings_that_differ_in_case_and_spaces_are_one_person(evening: Evening) -> None:
    add_played(evening, ROYALS, 0)
    add_played(evening, ROYALS, 1, ["ANNA", "ben", "Ｃarla"])
    assert len(evening.laptop.get("/statistics").text.split("/statistics/person")) - 1 == 3


def test_two_spellings_are_merged_into_one_person(evening: Evening) -> None:
    add_played(evening, ROYALS, 0, ["Anna", "Ben", "Carla"])
    add_played(evening, ROYALS, 1, ["Änne", "Ben", "Carla"])
    plays = evening.services.plays
    assert {table.play.of("anna") is not None for table in plays.all()} == {True, False}
    evening.services.people.rename("Änne", "Anna")
    assert all(table.play.of("anna") for table in plays.all())


def test_name_corrected_twice_resolves_to_the_last_one(evening: Evening) -> None:
    live = add_played(evening, ROYALS, 0, ["Ann", "Ben", "Carla"])
    people = evening.services.people
    people.rename("Ann", "Anna")
    people.rename("Anna", "Annabel")
    assert people.with_display_names(live).table.names == ("Annabel", "Ben", "Carla")
    people.rename("Annabel", "Ann")
    assert people.with_display_names(live).table.names == ("Ann", "Ben", "Carla")


def test_former_name_resolves_to_the_renamed_person(evening: Evening) -> None:
    one, two = (
        add_played(evening, ROYALS, 0, ["Bea", "Ben", "Carla"]),
        add_played(evening, ROYALS, 1, ["Anna", "Ben", "Carla"]),
    )
    people = evening.services.people
    people.rename("Bea", "Beatrix")
    people.rename("Anna", "Bea")
    assert people.with_display_names(one).table.names[0] == people.with_display_names(two).table.names[0] == "Beatrix"


def test_removed_person_is_anonymous_at_all_earlier_tables(evening: Evening) -> None:
    live = add_played(evening, LANG_LEBE)
    evening.services.people.remove("Anna", NOW)
    for path in (
        "table",
        "history",
        "story",
        "sheet",
        "export",
        "scores.csv",
        "picture.svg",
        "bgstats",
        "evening.bgsplay",
    ):
        response = evening.laptop.get(f"/t/{live.code}/{path}")
        assert "Anna" not in response.text + str(response.headers), path
    assert "N. N." in history(evening.laptop)
    guest = stranger(evening)
    for page in (evening.laptop.get("/"), evening.laptop.get("/statistics"), guest.get(f"/j/{live.code}")):
        assert "Anna" not in page.text
    assert "Anna" not in evening.laptop.post(f"/t/{live.code}/seat/0/link").text
    assert live.projection.table.standings is not None
    assert [result.place for result in evening.services.plays.of(live).play.results] != []
    assert len(evening.services.plays.of(live).play.results) == 2, "what nobody scored counts for nobody"


def test_name_of_a_removed_person_can_be_used_again(evening: Evening) -> None:
    add_played(evening, ROYALS, 0)
    evening.services.people.remove("Anna", NOW)
    later = add_played(evening, ROYALS, 60)
    assert evening.services.people.with_display_names(later).table.names == ("Anna", "Ben", "Carla")


def test_removing_a_person_removes_all_spellings(evening: Evening) -> None:
    live = add_played(evening, ROYALS, 0, ["Änne", "Ben", "Carla"])
    people = evening.services.people
    people.rename("Änne", "Anna")
    people.remove("Anna", NOW)
    assert people.with_display_names(live).table.names == ("N. N.", "Ben", "Carla")
    assert [row.name for row in evening.services.store.names()] == ["", ""]


def test_two_removed_people_at_one_table_are_distinguishable(evening: Evening) -> None:
    live = add_played(evening, ROYALS)
    for name in ("Anna", "Carla"):
        evening.services.people.remove(name, NOW)
    assert sorted(evening.services.people.with_display_names(live).table.names) == ["Ben", "N. N.", "N. N. 2"]
    assert load(export(evening.services.people.with_display_names(live))).table.names


def test_two_people_at_one_table_never_get_the_same_name(evening: Evening) -> None:
    add_played(evening, ROYALS, 0, ["Anne", "Ben", "Carla"])
    people = evening.services.people
    people.rename("Anne", "Anna")
    both = add_played(evening, ROYALS, 1, ["Anne", "Anna", "Carla"])
    assert people.with_display_names(both).table.names == ("Anne", "Anna", "Carla")


def test_earlier_names_of_a_removed_person_are_removed_too(evening: Evening) -> None:
    evening.open("royals")
    anna, _ = evening.sit("Anna", "red"), evening.sit("Ben", "blue")
    anna.submit("change-seat", number=0, name="Änne", colour="red")
    projection = evening.projection
    said = evening.services.people.display_names({1: "Änne", 2: "Ben"}, projection.records[0].at)
    assert said == {1: "Änne", 2: "Ben"}
    assert names_in(projection.records) == {1: "Änne", 2: "Ben"}
    renamed = [record.event for record in with_names(projection.records, {1: "N. N.", 2: "Ben"})]
    assert "Anna" not in str(renamed)
    assert "Änne" not in str(renamed)


def test_names_do_not_change_during_a_game(evening: Evening) -> None:
    add_played(evening, ROYALS, 0, ["Anna", "Ben", "Carla"])
    evening.services.people.rename("Anna", "Annabel")
    running = evening.services.tables.adopt(half(SAGA).records)
    assert evening.services.people.with_display_names(running) is running.projection


def test_story_page_uses_the_new_name(evening: Evening) -> None:
    live = add_played(evening, SAGA)
    before = [render(line.text, live.projection.table.names) for line in live.projection.lines]
    evening.services.people.rename("Anna", "Zoë")
    shown = evening.services.people.with_display_names(live)
    assert [render(line.text, shown.table.names) for line in shown.lines] == [
        said.replace("Anna", "Zoë") for said in before
    ]


def test_import_recognises_a_table_despite_other_names(evening: Evening) -> None:
    live = add_played(evening, ROYALS)
    file = evening.laptop.get(f"/t/{live.code}/export").data
    evening.services.people.rename("Anna", "Annabel")
    assert import_table(evening.laptop, file).location == f"/t/{live.code}"
    assert import_table(evening.laptop, evening.laptop.get(f"/t/{live.code}/export").data).location == f"/t/{live.code}"


def test_names_survive_a_restart(evening: Evening) -> None:
    live = add_played(evening, ROYALS)
    evening.services.people.rename("Anna", "Annabel")
    assert People(evening.services.store).with_display_names(live).table.names[0] == "Annabel"


def test_rematch_uses_the_new_names(evening: Evening) -> None:
    live = add_played(evening, ROYALS)
    evening.services.people.rename("Anna", "Annabel")
    code = evening.laptop.post(f"/t/{live.code}/rematch").location.rsplit("/", 1)[1]
    assert evening.services.tables.find(code).projection.table.names == ("Annabel", "Ben", "Carla")
