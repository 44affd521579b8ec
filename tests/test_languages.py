"""Each phone speaks its own language: rules, buttons and errors alike, while the phone beside it keeps another."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion import languages
from companion.tables import Request
from scoring.bots import next_ask
from scoring.games import GAMES
from scoring.kernel import Chance
from scoring.table import Actor
from tests.actors import Device, Evening
from tests.conftest import make_app
from tests.pseudo import CLOSE, LANGUAGE, OPEN, in_brackets, not_in_brackets, words_on, write_catalogue

PLAYERS = {"Anna": "red", "Ben": "blue", "Carla": "green"}


@pytest.fixture
def abroad(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Flask:
    """An app that also knows a throw-away language."""
    write_catalogue(tmp_path / "package")
    monkeypatch.setattr(languages, "PACKAGE", tmp_path / "package")
    return make_app(tmp_path)


@pytest.fixture
def table(abroad: Flask) -> Evening:
    """Ben's phone asks for the other language, by cookie; Anna's and the laptop do not."""
    evening = Evening(abroad)
    evening.start(*PLAYERS)
    speaks(evening.phones[1])
    return evening


def speaks(device: Device) -> None:
    response = device.post("/language", {"language": LANGUAGE, "back": "/"})
    assert response.status_code == 303


def test_a_catalogue_makes_a_language_available(abroad: Flask) -> None:
    assert languages.available() == ("en", LANGUAGE)
    assert abroad.test_client().post("/language", data={"language": "fr"}).status_code == 400


def test_one_phone_speaks_another_language_while_the_others_keep_english(table: Evening) -> None:
    anna, ben, _ = table.phones
    assert OPEN not in anna.get().text + table.laptop.get().text
    page = ben.get().text
    assert f'lang="{LANGUAGE}"' in page
    assert in_brackets("Who starts where?") in words_on(page)  # a sentence of the rules
    assert in_brackets("History") in words_on(page)  # a sentence of a template
    assert "Who starts where?" in words_on(anna.get().text)
    assert 'lang="en"' in anna.get().text


def test_what_happened_is_told_to_each_in_the_own_language(table: Evening) -> None:
    anna, ben, _ = table.phones
    assert anna.ask("take-start-area", area="Rouecestre").status_code == 200
    assert "Anna starts in Rouecestre." in anna.text
    ben.get(f"/t/{ben.code}/history")
    assert in_brackets("Anna starts in Rouecestre.") in ben.text


def test_a_refusal_is_said_in_the_language_of_whoever_asked(table: Evening) -> None:
    anna, ben, _ = table.phones
    for phone in (anna, ben):
        assert phone.ask("take-start-area", area="Atlantis").status_code == 422
    assert "There is no such area on the board." in anna.text
    assert in_brackets("There is no such area on the board.") in ben.text


def test_a_browser_that_prefers_the_language_gets_it_without_a_cookie(abroad: Flask) -> None:
    client = abroad.test_client()
    told = client.get("/", headers={"Accept-Language": f"{LANGUAGE}-BE,{LANGUAGE};q=0.9,en;q=0.5"})
    assert in_brackets("What are you playing tonight?") in told.text
    for english in ("en-GB,nl;q=0.5", "fr", "nl;q=0,en", "*", ""):
        assert OPEN not in client.get("/", headers={"Accept-Language": english}).text
    assert OPEN not in client.get("/").text


def test_a_cookie_weighs_more_than_the_browser(abroad: Flask) -> None:
    client = abroad.test_client()
    client.set_cookie(languages.COOKIE, "en")
    assert OPEN not in client.get("/", headers={"Accept-Language": LANGUAGE}).text
    client.set_cookie(languages.COOKIE, "xx")
    assert OPEN in client.get("/", headers={"Accept-Language": LANGUAGE}).text


# --- nothing is left over -------------------------------------------------------------------------------------


def pages(evening: Evening, game: str) -> Iterator[str]:
    """Every kind of page, before, during and after a game of bots."""
    table = f"/t/{evening.laptop.code}"
    for path in ("/", f"/new/{game}", f"/j/{evening.laptop.code}", "/nothing", "/s/used-up", f"{table}/curtain/9"):
        yield evening.laptop.get(path).text
    yield evening.laptop.post(f"{table}/seat/0/link").text
    made, chance = evening.services, Chance(random.Random(3))
    live = made.tables.find(evening.laptop.code)
    for step in range(5000):
        if step % 25 == 0:
            yield evening.laptop.get(htmx=True).text
            yield evening.phones[step % 3].get(htmx=True).text
        if live.story.table.standings is not None:
            break
        seat, ask, fills = next_ask(live.story.table, chance)
        made.tables.ask(live, Request(Actor(seat), ask, seat, fills=fills))
    for path in ("table", "history", "invite", "box", "story", "picture", "picture.svg", "sheet"):
        yield evening.laptop.get(f"{table}/{path}").text
    for path in ("/statistics", f"/statistics/{game}", "/statistics/person?name=Anna", f"/sheets/{game}"):
        yield evening.laptop.get(path).text
    yield evening.laptop.get("/").text


def left_over(html: str, names: set[str]) -> list[str]:
    """Words that are neither translated nor a name, a code, an address or the line of a rulebook."""
    rest = not_in_brackets(html)
    for citation in sorted(citations(), key=len, reverse=True):
        rest = rest.replace(citation, " ")
    words = re.findall(r"[^\W\d_]{2,}", re.sub(r"https?://\S+|\b(nl|de|en) \d+", " ", rest))
    return sorted(set(words) - names)


def citations() -> set[str]:
    places = (field.source.place for game in GAMES.values() for field in game.box if field.source)
    return {place for place in places if isinstance(place, str)}


@pytest.mark.parametrize("game", GAMES)
def test_nothing_on_any_page_is_left_in_another_language(abroad: Flask, game: str) -> None:
    evening = Evening(abroad)
    speaks(evening.laptop)
    evening.open(game)
    lobby = evening.laptop.get().text
    for name, colour in PLAYERS.items():
        speaks(evening.sit(name, colour))
    assert evening.laptop.ask("start-game").status_code == 200
    names = {
        *PLAYERS,
        *printed_names(game),
        "Herald",
        "QR",
        "BG",
        "Stats",
        *languages.NAMES.values(),
        evening.laptop.code,
    }
    names |= {word for rules in GAMES.values() for word in re.findall(r"\w+", rules.title)}
    found = (left_over(page, names) for page in (lobby, *pages(evening, game)))
    assert [words for words in found if words] == []


def printed_names(game: str) -> set[str]:
    """Names on the board, which no language changes; whatever a field has words for is said with them."""
    fields = GAMES[game].box
    values = {option for field in fields if not field.words for option in field.options}
    values |= {GAMES[game].example.get(field.key, "") for field in fields if field.is_name}
    values |= {field.value for field in fields if field.is_name and field.value}
    return {word for value in values for word in re.findall(r"[^\W\d_]+", value)}


def test_a_sentence_written_without_gettext_is_noticed() -> None:
    page = f'<p>{OPEN}Votes of {OPEN}Man{CLOSE}{CLOSE} Anna</p><button title="Roll again">{OPEN}Roll{CLOSE}</button>'
    assert left_over(page, {"Anna"}) == ["Roll", "again"]
