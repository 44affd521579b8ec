"""Each device has its own language for rules, buttons and errors."""

from __future__ import annotations

import io
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest
from flask import Flask

from companion import i18n, lan
from companion.routes import join
from companion.tables import ActionRequest
from scoring.bots import random_action
from scoring.games import GAMES
from scoring.kernel import Rng
from scoring.table import Actor, Table, actions_by_name
from tests.actors import HTMX, Device, Evening
from tests.conftest import make_app
from tests.games import one_for_all
from tests.pseudo import CLOSE, LANGUAGE, OPEN, bracketed, not_in_brackets, words_on, write_catalogue
from tests.web.played import SAGA, add_played, with_box

PLAYERS = {"Anna": "red", "Ben": "blue", "Carla": "green"}
MORE = {"David": "yellow", "Eva": "purple", "Femke": "orange"}


@pytest.fixture
def abroad(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Flask:
    """An app with the pseudo-language installed."""
    write_catalogue(tmp_path / "package")
    monkeypatch.setattr(i18n, "CATALOGS", tmp_path / "package" / "translations")
    return make_app(tmp_path)


@pytest.fixture
def table(abroad: Flask) -> Evening:
    """A table at which only Ben's phone has the pseudo-language, by cookie."""
    evening = Evening(abroad)
    evening.start(*PLAYERS)
    speaks(evening.phones[1])
    return evening


def speaks(device: Device) -> None:
    response = device.post("/language", {"language": LANGUAGE, "back": "/"})
    assert response.status_code == 303


def test_catalogue_makes_a_language_available(abroad: Flask) -> None:
    assert i18n.available_languages() == ("en", LANGUAGE)
    assert abroad.test_client().post("/language", data={"language": "fr"}).status_code == 400


def test_one_phone_has_another_language_than_the_others(table: Evening) -> None:
    anna, ben, _ = table.phones
    assert OPEN not in anna.get().text + table.laptop.get().text
    page = ben.get().text
    assert f'lang="{LANGUAGE}"' in page
    assert bracketed("Who starts where?") in words_on(page)  # a sentence of the rules
    assert bracketed("History") in words_on(page)  # a sentence of a template
    assert "Who starts where?" in words_on(anna.get().text)
    assert 'lang="en"' in anna.get().text


@pytest.mark.parametrize(
    "fixed", ["{{ 'nl 120'|cited }}", "{{ 'red'|colour_name }}", "{{ '2026-01-01T20:00:00+00:00'|day }}"]
)
def test_constant_template_text_is_rendered_per_language(app: Flask, fixed: str) -> None:
    template = app.jinja_env.from_string(fixed)
    said = set()
    for language in ("en", "de"):
        with app.test_request_context(headers={"Accept-Language": language}):
            said.add(template.render())
    assert len(said) == 2


def test_history_is_in_the_language_of_each_reader(table: Evening) -> None:
    anna, ben, _ = table.phones
    assert anna.submit("take-start-area", area="Rouecestre").status_code == 200
    assert "Anna started in Rouecestre." in anna.text
    ben.get(f"/t/{ben.code}/history")
    assert bracketed("Anna started in Rouecestre.") in ben.text


def test_refusal_is_in_the_language_of_the_sender(table: Evening) -> None:
    anna, ben, _ = table.phones
    for phone in (anna, ben):
        assert phone.submit("take-start-area", area="Atlantis").status_code == 422
    assert "That area isn’t on the board." in anna.text
    assert bracketed("That area isn’t on the board.") in ben.text


def test_browser_language_applies_without_a_cookie(abroad: Flask) -> None:
    client = abroad.test_client()
    told = client.get("/", headers={"Accept-Language": f"{LANGUAGE}-BE,{LANGUAGE};q=0.9,en;q=0.5"})
    assert bracketed("What are you playing tonight?") in told.text
    for english in ("en-GB,nl;q=0.5", "fr", "nl;q=0,en", "*", ""):
        assert OPEN not in client.get("/", headers={"Accept-Language": english}).text
    assert OPEN not in client.get("/").text


def test_cookie_takes_precedence_over_the_browser_language(abroad: Flask) -> None:
    client = abroad.test_client()
    client.set_cookie(i18n.COOKIE, "en")
    assert OPEN not in client.get("/", headers={"Accept-Language": LANGUAGE}).text
    client.set_cookie(i18n.COOKIE, "xx")
    assert OPEN in client.get("/", headers={"Accept-Language": LANGUAGE}).text


# --- days, rulebooks, the table screen ------------------------------------------------------------------------


@pytest.mark.parametrize(("language", "day"), [("en", "1 Jan 2026"), ("nl", "1 jan 2026"), ("de", "01.01.2026")])
def test_date_is_formatted_for_the_language(evening: Evening, language: str, day: str) -> None:
    evening.open()
    evening.laptop.client.set_cookie(i18n.COOKIE, language)
    evening.laptop.get("/")
    assert day in evening.laptop.text
    evening.laptop.get(f"/t/{evening.laptop.code}/sheet")
    assert day in evening.laptop.text


@pytest.mark.parametrize(
    ("language", "cited"),
    [
        ("en", "Dutch rulebook: Components"),
        ("nl", "Nederlandse spelregels: “De Speeluitrusting”"),
        ("de", "Niederländische Spielregel: Spielmaterial"),
    ],
)
def test_refusal_cites_the_rulebook_in_words(evening: Evening, language: str, cited: str) -> None:
    anna, *_ = evening.start("Anna", "Ben", "Carla")
    anna.client.set_cookie(i18n.COOKIE, language)
    assert anna.submit("take-start-area", area="Man").status_code == 422
    assert cited in anna.text, "the printed heading only for those who read the rulebook’s language"


def test_table_screen_without_a_language_uses_the_hosts(abroad: Flask) -> None:
    evening = Evening(abroad)
    speaks(evening.laptop)
    evening.open()
    evening.laptop.get()
    television, phone = Device(abroad.test_client(), evening.laptop.code), evening.sit("Anna", "red")
    assert bracketed("Take a seat") in words_on(television.get().text)
    assert OPEN not in phone.get().text + television.get("/").text
    television.client.set_cookie(i18n.COOKIE, "en")
    assert OPEN not in television.get().text


def test_story_page_uses_and_declares_the_hosts_language(abroad: Flask) -> None:
    evening = Evening(abroad)
    speaks(evening.laptop)
    code = add_played(evening, SAGA).code
    evening.laptop.get()
    page = Device(abroad.test_client(), code).get(f"/t/{code}/story").text
    assert f'<html lang="{LANGUAGE}"' in page
    assert bracketed("Who led") in words_on(page)


# --- no leftovers ---------------------------------------------------------------------------------------------


def pages(evening: Evening, game: str) -> Iterator[str]:
    """Yields every kind of page before, during and after a bot game."""
    yield from around_the_table(evening, game)
    made, rng = evening.services, Rng(random.Random(3))
    live, seen = made.tables.find(evening.laptop.code), set[str]()
    for step in range(5000):
        table, phone = live.projection.table, evening.phones[step % len(evening.phones)]
        phase, legal_actions = type(table.state.phase).__name__, shown_to(table, phone.seat)
        if phase not in seen:
            yield from refusals(evening, phone)
        if not {phase, *legal_actions} <= seen:
            yield from rendered_screens(evening, phone)
        seen |= {phase, *legal_actions}
        if table.standings is not None:
            break
        seat, action, printed_values = random_action(table, rng)
        made.tables.submit(live, ActionRequest(Actor(seat), action, seat, printed_values=printed_values))
    yield from after_the_game(evening, game)


def shown_to(table: Table, seat: int | None) -> set[str]:
    """Actions shown on the table screen and on this phone."""
    views = {"table": table.game.view(table.state, None), "phone": table.game.view(table.state, seat)}
    return {
        f"{one.action} on the {where}"
        for where, view in views.items()
        for one in (*view.legal_actions, *view.corrections)
    }


def refusals(evening: Evening, phone: Device) -> Iterator[str]:
    """Responses to every action that is refused in this phase, sent from a phone."""
    yield phone.submit("undo", to=10**5).text
    for action in actions_by_name(evening.projection.table.game):
        yield from nothing_happened(evening, phone, action)


def rendered_screens(evening: Evening, phone: Device) -> Iterator[str]:
    """Yields the table screen and a phone at this moment."""
    yield evening.laptop.get(htmx=True).text
    yield phone.get(htmx=True).text
    for path in ("history", "sheet", "table/corrections"):
        yield evening.laptop.get(f"/t/{evening.laptop.code}/{path}").text
    # the seat may have moved to another device
    if (page := phone.get(f"/t/{phone.code}/me/corrections")).status_code == 200:
        yield page.text


def nothing_happened(evening: Evening, phone: Device, action: str) -> Iterator[str]:
    """Responses to an action without fields; actions that need no fields are left to the bots."""
    before = evening.projection.seq
    form = {"action_name": action, "seat": str(phone.seat), "seq": "1", "page": "me", "preview": "1"}
    yield phone.post(f"/t/{phone.code}/actions", form, headers=HTMX).text
    assert evening.projection.seq == before


def around_the_table(evening: Evening, game: str) -> Iterator[str]:
    """Yields pages for joining, the curtain, a new phone and the box, and error pages."""
    laptop, table, stranger = evening.laptop, f"/t/{evening.laptop.code}", Device(evening.app.test_client())
    speaks(stranger)
    yield from (
        laptop.get(path).text
        for path in ("/", "/tables", f"/new/{game}", f"{table}/invite", f"{table}/{values_page(game)}")
    )
    yield from (stranger.get(path).text for path in (f"/j/{laptop.code}", f"{table}/table", "/statistics"))
    yield from (laptop.get(path).text for path in ("/nothing", "/s/used-up", f"{table}/curtain/9", f"{table}/story"))
    yield stranger.post(f"{table}/actions", {"action_name": "start-game"}).text
    yield stranger.post(f"/j/{laptop.code}", {"name": "", "colour": "red"}).text
    yield laptop.post(f"/new/{game}", {"box": "no"}).text
    yield laptop.post("/nothing").text
    with pytest.MonkeyPatch.context() as rng:
        rng.setattr(lan, "addresses", lambda: (lan.Address("10.0.0.5", "wg0"), lan.Address("192.168.1.20", "eth0")))
        yield from (device.get(path).text for device in (laptop, stranger) for path in ("/help/network", "/phone"))
    for path in ("/import", "/boxes/import"):
        yield laptop.post(path, {"file": (io.BytesIO(b"no"), "f")}, content_type="multipart/form-data").text
    yield from a_seat_that_moves(evening, stranger)
    box = evening.services.store.add_box(game, GAMES[game].title)
    evening.services.store.fill_box(box.id, GAMES[game].example if GAMES[game].ready_made else {})
    yield laptop.get(f"/game-sheets/{box.id}" if GAMES[game].ready_made else f"/boxes/{box.id}").text
    yield laptop.get(f"/new/{game}").text


def a_seat_that_moves(evening: Evening, stranger: Device) -> Iterator[str]:
    """Moves the last seat to a new phone, behind the curtain and back to its phone."""
    laptop, last = evening.laptop, len(evening.phones) - 1
    token = "t" * 32
    with pytest.MonkeyPatch.context() as rng:
        rng.setattr(join, "new_token", lambda: token)
        yield laptop.post(f"/t/{laptop.code}/seat/{last}/link").text
    yield stranger.get(f"/s/{token}").text
    assert stranger.post(f"/s/{token}").status_code == 303
    yield evening.phones[last].get().text
    assert laptop.submit("change-phone", number=last, phone="0").status_code == 200
    yield laptop.get(f"/t/{laptop.code}/curtain/{last}").text
    yield laptop.post(f"/t/{laptop.code}/curtain/{last}", follow_redirects=True).text


def after_the_game(evening: Evening, game: str) -> Iterator[str]:
    table = f"/t/{evening.laptop.code}"
    for path in ("table", "history", "invite", values_page(game), "story", "picture", "picture.svg", "sheet"):
        yield evening.laptop.get(f"{table}/{path}").text
    evening.services.tables.adopt(
        with_box([replace(evening.projection.records[0], action_id="o"), *evening.projection.records[1:]])
    )
    for path in ("/statistics", f"/statistics/{game}", "/statistics/person?name=Anna", f"/sheets/{game}", "/"):
        yield evening.laptop.get(path).text
    yield evening.laptop.post("/people/rename", {"name": "Anna", "new": ""}).text
    yield evening.laptop.post("/people/rename", {"name": "Anna", "new": "Ben"}).text


def left_over(html: str, names: set[str]) -> list[str]:
    """Returns untranslated words that are no name, code or address, and numbers with a hyphen as minus sign."""
    said = re.sub(r"https?://\S+", " ", words_on(html))
    hyphens = re.findall(r"(?<![\w)-])-\d+", said)
    words = re.findall(r"[^\W\d_]{2,}", not_in_brackets(said))
    return sorted({*words, *hyphens} - names)


@pytest.mark.parametrize("game", one_for_all(GAMES, lambda game: game == "saga"))
def test_every_text_on_every_page_is_translated(abroad: Flask, game: str) -> None:
    evening = Evening(abroad)
    speaks(evening.laptop)
    evening.open(game)
    lobby = evening.laptop.get().text
    players = dict(islice({**PLAYERS, **MORE}.items(), min(max(3, GAMES[game].players[0]), GAMES[game].players[-1])))
    for name, colour in players.items():
        speaks(evening.sit(name, colour))
    assert evening.laptop.submit("start-game").status_code == 200
    read = {lobby, *pages(evening, game)}  # a set, because many refusals are the same
    names = {*players, *printed_names(game), *i18n.NAMES.values()}
    names |= {row.code for row in evening.services.store.tables()}
    names |= {"Herald", "QR", "BG", "Stats", "jan"}  # the test clock is in January
    names |= {word for rules in GAMES.values() for word in re.findall(r"\w+", rules.title)}
    found = (left_over(page, names) for page in read)
    assert [words for words in found if words] == []


def values_page(game: str) -> str:
    """The page of a table's printed values."""
    return "game-sheet" if GAMES[game].ready_made else "box"


def printed_names(game: str) -> set[str]:
    """Returns names printed on the board, except those that a field translates."""
    fields = GAMES[game].printed_fields
    values = {option for field in fields if not field.words for option in field.options}
    values |= {GAMES[game].example.get(field.key, "") for field in fields if field.is_name}
    values |= {field.value for field in fields if field.is_name and field.value}
    values |= {name for field in fields for name in field.names}
    values |= {value for ready in GAMES[game].ready_made.values() for value in ready.values()}
    return {word for value in values for word in re.findall(r"[^\W\d_]+", value)}


def test_untranslated_text_and_a_hyphen_as_minus_are_found() -> None:
    assert left_over("<p>nl 12-14, 3-4 of 5, −3</p>", {"nl", "of"}) == []
    assert left_over("<td>-3</td>", set()) == ["-3"]
    page = f'<p>{OPEN}Votes of {OPEN}Man{CLOSE}{CLOSE} Anna</p><button title="Roll again">{OPEN}Roll{CLOSE}</button>'
    assert left_over(page, {"Anna"}) == ["Roll", "again"]
