"""The rules page: interpretations per game, in three languages, linked from help and every refusal."""

from __future__ import annotations

from typing import Any

import pytest

from companion.i18n import available_languages
from scoring.games import GAMES
from scoring.interpretations import lines_of
from scoring.kernel import Game
from scoring.words import render
from tests.actors import HTMX, Device, Evening
from tests.games import shipped_games
from tests.web.pages import faults
from tests.web.scenes import set_up
from tests.web.test_every_game import seat_players

EVERY_GAME = pytest.mark.parametrize("key", shipped_games())
TITLES = {"en": "Rules interpretations", "nl": "Hoe Herald de regels leest", "de": "Regelauslegung"}


def page_text(device: Device, key: str, language: str) -> str:
    assert device.post("/language", {"language": language, "back": f"/rules/{key}"}).status_code in (302, 303)
    answer = device.get(f"/rules/{key}")
    assert answer.status_code == 200
    assert TITLES[language] in device.text
    assert faults(answer.text) == []
    return device.text


@EVERY_GAME
def test_each_game_has_a_page_in_three_languages(evening: Evening, key: str) -> None:
    pages = {language: page_text(evening.laptop, key, language) for language in available_languages()}
    assert set(pages) == set(TITLES)
    for reading in GAMES[key].interpretations:
        assert reading.text.message in pages["en"]
        assert reading.text.message not in pages["nl"] + pages["de"]
        assert render(GAMES[key].cite(reading.rule, "en"), ()) in pages["en"], "where it is printed, as people find it"


@EVERY_GAME
def test_every_interpretation_cites_the_rulebook(key: str) -> None:
    game: Game[Any] = GAMES[key]
    for reading in game.interpretations:
        lines = lines_of(reading.rule)
        assert lines, f'no edition and line such as "en 3": {reading}'
        assert {edition for edition, _ in lines} <= {"en", "nl", "de"}, reading


@pytest.mark.parametrize(
    ("key", "rule", "words"),
    [
        pytest.param("saga", "nl 103, 150, 255", "they still block each other", id="equal armies of two players"),
        pytest.param("wars-of-the-roses", "nl 387", "two nobles in an area have the same value", id="equal nobles"),
        pytest.param("wars-of-the-roses", "nl 427", "No one can decline it", id="garrisons"),
        pytest.param("wars-of-the-roses", "nl 427", "20 troop counters", id="counters of a garrison"),
        pytest.param("wars-of-the-roses", "nl 427", "without a fight and can’t decline", id="a neutral location"),
        pytest.param("regents", "nl 561, 767", "“zaal” is one of the five rooms", id="the Dutch zaal"),
        pytest.param("regents", "en 888, 980-982", "already revealed by another player", id="a revealed clan"),
        pytest.param("regents", "en 1232, de 220, nl 645", "With no action left", id="Privilege without an action"),
    ],
)
def test_interpretation_of_an_ambiguous_rule_is_listed(key: str, rule: str, words: str) -> None:
    listed = [one for one in GAMES[key].interpretations if lines_of(rule) <= lines_of(one.rule)]
    assert any(words in one.text.message for one in listed)


def test_unknown_game_has_no_page(evening: Evening) -> None:
    assert evening.laptop.get("/rules/chess").status_code == 404
    assert evening.laptop.get("/t/ZZZZ/rules").status_code == 404


def test_refusal_links_to_its_interpretations(evening: Evening) -> None:
    evening.open("wars-of-the-roses", box="example")
    phones = [evening.sit(name, colour) for name, colour in (("Anna", "red"), ("Ben", "green"))]
    evening.laptop.submit("start-game")
    refused = phones[0].submit("take-card", card="castle.north")
    assert refused.status_code == 422
    assert f'href="/t/{evening.laptop.code}/rules?cited=nl+189"' in refused.text
    cited = phones[0].get(f"/t/{evening.laptop.code}/rules?cited=nl+259,+1-99999")
    assert cited.text.count("is-meant") == 1, "the reading of French aid"
    assert "Back to the table" in phones[0].text


def test_refusal_links_work_without_htmx_and_in_corrections(evening: Evening) -> None:
    evening.open("wars-of-the-roses", box="example")
    anna, _ = (evening.sit(name, colour) for name, colour in (("Anna", "red"), ("Ben", "green")))
    evening.laptop.submit("start-game")
    link = f"/t/{evening.laptop.code}/rules"
    assert link in anna.submit("take-card", card="castle.north", htmx=False).text
    assert link in anna.get(f"/t/{evening.laptop.code}/me/corrections").text


@EVERY_GAME
def test_rules_page_is_linked_from_every_refusal(evening: Evening, key: str) -> None:
    """Including refusals that cite no rulebook line."""
    seat_players(evening, key)
    link = f'href="/t/{evening.laptop.code}/rules"'
    for htmx in (True, False):
        refused = evening.laptop.submit("start-game", htmx=htmx)
        assert refused.status_code == 422
        assert link in refused.text


def test_rules_page_is_linked_from_a_correction_form(evening: Evening) -> None:
    anna, *_ = set_up(evening)
    way = f"/t/{anna.code}/me/corrections?at=seat.1"
    change = {
        "action_name": "correct-bonus",
        "page": "me",
        "seat": "0",
        "seq": str(evening.projection.seq),
        "whose": "1",
        "votes": "99",
    }
    for headers in (HTMX, {}):
        refused = anna.post(way, change, headers=headers).text
        assert "Choose a number from 0 to 15." in refused
        assert f'href="/t/{anna.code}/rules"><small' in refused


@pytest.mark.parametrize("page", ["/me", "/me/help", "/table/help", "/history", "/me/corrections"])
def test_rules_page_is_linked_from_a_table(evening: Evening, page: str) -> None:
    evening.open("regents", box="example")
    anna, *_ = (evening.sit(name, colour) for name, colour in (("Anna", "red"), ("Ben", "green"), ("Carla", "blue")))
    evening.laptop.submit("start-game")
    assert f'href="/t/{anna.code}/rules"' in anna.get(f"/t/{anna.code}{page}").text


@EVERY_GAME
def test_rules_page_is_linked_from_the_new_table_page(evening: Evening, key: str) -> None:
    assert f'href="/rules/{key}"' in evening.laptop.get(f"/new/{key}").text


def test_citation_names_its_lines() -> None:
    assert lines_of("nl 312-314, 469, de 8") == {("nl", 312), ("nl", 313), ("nl", 314), ("nl", 469), ("de", 8)}
    assert lines_of("") == lines_of("nowhere") == frozenset()
    assert len(lines_of("nl 1-99999")) < 200


def test_printed_heading_in_another_language_opens_with_a_tap(evening: Evening) -> None:
    """Readers in the rulebook's own language see it at once."""
    page_text(evening.laptop, "lang-lebe", "en")
    english = evening.laptop.get("/rules/lang-lebe?cited=nl+120").text
    assert "<summary>Dutch rulebook: Diplomatic disputes</summary>" in english
    assert '<q lang="nl">Diplomatieke twisten</q>' in english
    page_text(evening.laptop, "lang-lebe", "nl")
    dutch = evening.laptop.get("/rules/lang-lebe?cited=nl+120").text
    assert "Nederlandse spelregels: “Diplomatieke twisten”" in dutch
    assert "<q" not in dutch
