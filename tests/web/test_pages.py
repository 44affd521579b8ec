"""Every page at every moment is valid, accessible and compliant with the strict CSP."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from companion.box_views import asked_fields
from scoring.games import GAMES
from scoring.lang_lebe.corrections import CorrectArea, CorrectHand
from scoring.lang_lebe.dispute import RollDice
from scoring.lang_lebe.setup import TakeStartArea
from scoring.reveal_phases import ConfirmBoard
from scoring.table_events import StartGame
from tests.actors import Device, Evening
from tests.web.pages import all_pages, faults
from tests.web.scenes import (
    finish_game,
    link_for,
    prepare_election,
    reveal_stakes,
    set_up,
    start_dispute,
    stranger,
    submit_directly,
    with_curtain,
    without_phone,
)


def empty(evening: Evening) -> None:
    evening.open()


def lobby(evening: Evening) -> None:
    evening.open(box="new")
    for name, colour in (("Anna", "red"), ("Ben", "blue")):
        evening.sit(name, colour)
    without_phone(evening, "<Carla>", "green")
    evening.laptop.post(f"/t/{evening.laptop.code}/wifi", {"wifi_name": "Wi & Fi", "wifi_password": "x"})


def setting_up(evening: Evening) -> None:
    lobby(evening)
    submit_directly(evening, None, StartGame())
    submit_directly(evening, 0, TakeStartArea("Rouecestre"))


def a_turn(evening: Evening) -> None:
    set_up(evening, box="new")


def a_turn_with_real_cards(evening: Evening) -> None:
    set_up(evening, cards="box", dice="herald")


def placing(evening: Evening) -> None:
    set_up(evening)
    evening.phones[0].submit("move-figure", area="Oxeneford")
    evening.phones[0].submit("place-courtier")


def sealing(evening: Evening) -> None:
    carla = with_curtain(evening)
    start_dispute(evening)
    evening.phones[1].submit("seal-stake", x1=2)
    assert carla == 2


def rolling(evening: Evening) -> None:
    set_up(evening)
    reveal_stakes(evening)


def won_dispute(evening: Evening) -> None:
    rolling(evening)
    for seat, die in ((0, 6), (1, 1), (2, 1)):
        submit_directly(evening, seat, RollDice((die,)))


def proposing(evening: Evening) -> None:
    rolling(evening)
    evening.phones[1].submit("undo", to=evening.projection.seq - 2)


def tied_election(evening: Evening) -> None:
    """Gives Anna and Carla the same number of votes and cards, so that five dice decide the ranks."""
    set_up(evening, cards="box")
    submit_directly(evening, 0, CorrectArea("Lundonia", 0, 1))
    submit_directly(evening, 2, CorrectArea("Lancastre", 2, 1))
    submit_directly(evening, 1, CorrectHand())
    submit_directly(evening, 2, ConfirmBoard())
    assert {legal_action.action for legal_action in evening.view(None).legal_actions} == {"roll-for-tie"}


def finished_game(evening: Evening) -> None:
    finish_game(evening)


MOMENTS: tuple[Callable[[Evening], None], ...] = (
    empty,
    lobby,
    setting_up,
    a_turn,
    a_turn_with_real_cards,
    placing,
    sealing,
    rolling,
    won_dispute,
    proposing,
)
MOMENTS += (prepare_election, tied_election, finished_game)


@pytest.mark.parametrize("moment", MOMENTS)
def test_every_page_of_every_device_is_valid(evening: Evening, moment: Callable[[Evening], None]) -> None:
    moment(evening)
    for device in (evening.laptop, *evening.phones[:2], stranger(evening)):
        for page in all_pages(device):
            assert page.status_code < 500, page.request.path
            if page.mimetype == "text/html":
                assert faults(page.text) == [], page.request.path


def test_pages_reached_only_by_a_form_are_valid(evening: Evening) -> None:
    carla = with_curtain(evening)
    anna, laptop = evening.phones[0], evening.laptop
    link = link_for(evening, 1)
    taken = Device(evening.app.test_client(), laptop.code, "me")
    pages = [
        laptop.post(f"/t/{laptop.code}/curtain/{carla}", follow_redirects=True),
        laptop.post(f"/t/{laptop.code}/seat/1/link"),
        laptop.post("/import"),
        laptop.post("/boxes/import"),
        laptop.post("/new/lang-lebe", {"cards": "none"}),
        anna.submit("correct-bonus", seat=0, whose=1, votes=5, preview=1, htmx=False),
        anna.submit("correct-bonus", seat=0, whose=1, votes=99, htmx=False),
        anna.submit("end-turn", seq=0, htmx=False),
        stranger(evening).post(f"/j/{laptop.code}", {"name": "", "colour": ""}),
    ]
    start_dispute(evening)
    pages.append(laptop.post(f"/t/{laptop.code}/curtain/{carla}", follow_redirects=True))
    link = link_for(evening, 1)
    pages += [taken.get(link), taken.post(link), taken.get(), evening.phones[1].get()]
    for page in pages:
        if page.status_code != 303:
            assert faults(page.text) == [], page.request.path


@pytest.mark.parametrize("game", GAMES)
def test_every_route_returns_a_valid_page(evening: Evening, game: str) -> None:
    """Uses the app's URL map, so that new pages are included."""
    anna = evening.start("Anna", "Ben", "Carla", game=game, box="new")[0]
    for field in asked_fields(GAMES[game])[:1]:
        assert anna.enter_printed_value(field.key, field.value or (*field.options, *field.names)[0]).status_code == 200
    if GAMES[game].ready_made:
        box = evening.services.store.add_box(game, "Ours")
        evening.services.store.fill_box(box.id, GAMES[game].example)
    (box,) = evening.services.store.boxes(game)
    parts = {"code": anna.code, "game": game, "number": str(box.id), "seat": "1", "token": link_for(evening, 1)[3:]}
    read = []
    for rule in evening.app.url_map.iter_rules():
        if "GET" not in (rule.methods or ()) or rule.endpoint in ("static", "table.stream"):
            continue
        for page, device in (("table", evening.laptop), ("me", anna)):
            path = re.sub(r"<(?:\w+:)?(\w+)>", lambda part, at=page: {**parts, "page": at}[part[1]], rule.rule)
            answer = device.client.get(path)
            assert answer.status_code < 500, path
            if answer.mimetype == "text/html" and answer.status_code == 200:
                assert faults(answer.text) == [], path
                read.append(rule.rule)
    assert {"/help/<game>", "/t/<code>/<page>/help", "/t/<code>/me/hidden", "/new/<game>/end"} <= {*read}


@pytest.mark.parametrize(
    ("html", "fault"),
    [
        ('<p id="a"></p><p id="a"></p>', "id a is there 2 times"),
        ("<form method=post></form>", "form without action"),
        ('<form action="/x"></form>', "form without method"),
        ('<form action="/" method=post><form action="/" method=post></form></form>', "a form in a form"),
        ("<input name=x>", "no label"),
        ("<select name=x></select>", "no label"),
        ("<label for=x></label>", "label for nothing"),
        ("<h1></h1><h1></h1>", "more than one h1"),
        ("<p><b></p>", "</p> in"),
        ("<p>", "<p> is not closed"),
        ("<a href='/' class=x class=y></a>", "says something twice"),
        ("<html lang=en><title> </title><main></main></html>", "no title"),
        ("<html><title>x</title><main></main></html>", "no language"),
        ("<button form=nowhere></button>", "form points to nothing"),
        ("<button><a href='/'></a></button>", "<a> in a <button>"),
        ("<p style='color:red'></p>", "<p> style="),
        ("<p onclick='x()'></p>", "<p> onclick="),
        ("<style>p{}</style>", "<style>"),
        ("<script>x()</script>", "script"),
        ("<script src='https://cdn.example/x.js'></script>", "script"),
        ("<a href='//evil.example'></a>", "leads away"),
        ("<img src='/x'>", "image without words"),
        ("<input type=checkbox autocomplete=off>", "autocomplete on a checkbox"),
        ("<summary><div></div></summary>", "<div> in a <summary>"),
        ("<p><ul></ul></p>", "<ul> in a <p>"),
        ("<span aria-label=x></span>", "aria-label on a <span>"),
        ("<h1></h1><h3></h3>", "h1 is followed by h3"),
        ("<table><thead><tr><td>x</td></tr></thead></table>", "no heading for the cell 'x'"),
        ("<table><tr><td></td><th scope=col>x</th></tr><tr><td>y</td></tr></table>", "no heading for the cell 'y'"),
    ],
)
def test_html_validator_finds_faults(html: str, fault: str) -> None:
    assert any(fault in found for found in faults(html)), faults(html)


def test_html_validator_accepts_a_good_page() -> None:
    good = (
        "<html lang=en><title>T</title><main><h1>x</h1><form id=f method=post action=/x><label>n <input name=n></label>"
        "<label for=m>m</label><select id=m name=m></select><input type=hidden name=h></form><button form=f></button>"
        "<svg aria-hidden=true><path d='M0'/></svg><h2>y</h2><details><summary><h3>z</h3></summary><p>p</p></details>"
        "<table><thead><tr><td></td><th scope=col>a</th></tr></thead><tbody><tr><th scope=row>b</th><td>1</td></tr>"
        "<tr><td></td><td>2</td></tr></tbody></table></main></html>"
    )
    assert faults(good) == []
