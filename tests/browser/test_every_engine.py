"""The same evening in WebKit and Firefox: a dispute, a curtain, a reload, and a press by assistive technology.

The other players send plain requests. Tests of an engine that is not installed are skipped with a message; with
`CI=true` they fail.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.cookiejar import CookieJar
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, OpenerDirector, Request, build_opener

import pytest

from tests import engines
from tests.browser.prepared import START_AREAS
from tests.browser.server import Server
from tests.engines.driver import Driver


def require(name: str) -> None:
    if packages := engines.missing().get(name):
        why = f"{name} is not installed: apt install {packages}"
        pytest.fail(why) if engines.are_required() else pytest.skip(why)


@pytest.fixture(scope="module", params=engines.ENGINES)
def engine(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Driver]:
    require(request.param)
    made = engines.make_driver(request.param, tmp_path_factory.mktemp(request.param))
    yield made
    made.quit()


def cookie_opener() -> OpenerDirector:
    return build_opener(HTTPCookieProcessor(CookieJar()))


@dataclass
class Guest:
    """A player whose device sends plain requests instead of running a browser."""

    origin: str
    code: str = ""
    page: str = "me"
    seat: int | None = None
    line: OpenerDirector = field(default_factory=cookie_opener)

    def post(self, path: str, **form: object) -> str:
        """Posts a form; returns the path it redirects to."""
        data = urlencode({key: str(value) for key, value in form.items()}).encode()
        with self.line.open(Request(self.origin + path, data), timeout=20) as answer:
            return str(answer.url)

    def open_table(self) -> None:
        self.page = "table"
        self.code = self.post("/new/lang-lebe", box="example", follow="moves", dice="typed").split("/")[4]

    def sit_down(self, code: str, name: str, colour: str, seat: int) -> None:
        self.code, self.seat = self.post(f"/j/{code}", name=name, colour=colour).split("/")[4], seat

    def submit(self, action: str, seat: int | None = None, **form: object) -> None:
        look = Request(f"{self.origin}/t/{self.code}/{self.page}", headers={"HX-Request": "true"})
        with self.line.open(look, timeout=20) as answer:
            seen = re.search(r'data-seq="(\d+)"', answer.read().decode())
        assert seen
        number = self.seat if seat is None else seat
        whose = {} if number is None else {"seat": number}
        self.post(f"/t/{self.code}/actions", action_name=action, page=self.page, seq=seen[1], **whose, **form)


@pytest.fixture
def origin(server: Server) -> str:
    return f"http://127.0.0.1:{server.port}"


def start_dispute(laptop: Guest, ben: Guest) -> None:
    """Ben has entered the first seat's Oxeneford."""
    laptop.submit("start-game")
    for seat, area in enumerate(START_AREAS):
        laptop.submit("take-start-area", seat, area=area)
    laptop.submit("move-figure", 0, area="Oxeneford")
    laptop.submit("place-courtier", 0)
    laptop.submit("end-turn", 0)
    ben.submit("enter-foreign", area="Oxeneford")


def test_dispute_is_joined_staked_by_keyboard_and_revealed(engine: Driver, origin: str) -> None:
    laptop, ben, carla = Guest(origin), Guest(origin), Guest(origin)
    laptop.open_table()
    engine.open(f"{origin}/j/{laptop.code}")
    assert engine.evaluate("document.getElementById('name').getAttribute('aria-invalid')") == "false"
    engine.tap("#name")
    engine.types("Anna")
    engine.tap(engine.button("Take a seat"))
    engine.wait_for(f"location.pathname === '/t/{laptop.code}/me'")
    ben.sit_down(laptop.code, "Ben", "blue", 1)
    carla.sit_down(laptop.code, "Carla", "green", 2)
    start_dispute(laptop, ben)

    engine.should_see("How much do you stake?")
    engine.tap('[aria-label="One more: ×1"]')
    engine.wait_for("document.getElementById('x1').value === '1'")
    engine.press("Seal my stake")
    engine.should_see("Your stake is sealed.")
    engine.wait_for("document.activeElement.tagName === 'H1'")

    ben.submit("seal-stake", x1=2)
    carla.submit("seal-stake", x1=1)
    engine.should_see("Ben, Carla and Anna roll.")
    engine.wait_for("document.getElementById('announce').textContent.includes('Stakes: Anna')")
    engine.reload()
    engine.should_see("Ben, Carla and Anna roll.")
    assert engine.path == f"/t/{laptop.code}/me"


def open_curtain_page(engine: Driver, origin: str) -> str:
    """Makes the engine the laptop, with Dora, who has no phone and has not staked; returns the path of her curtain."""
    engine.open(f"{origin}/new/lang-lebe")
    engine.post("/new/lang-lebe", box="example", follow="moves", dice="typed")
    engine.wait_for("/^\\/t\\/\\w+\\/table$/.test(location.pathname)")
    code = engine.path.split("/")[2]
    guests = Guest(origin), Guest(origin)
    guests[0].sit_down(code, "Anna", "red", 0)
    guests[1].sit_down(code, "Ben", "blue", 1)
    for action, fields in (("take-seat", {"name": "Dora", "colour": "green"}), ("start-game", {})):
        engine.wait_for("!!document.getElementById('state')")
        seen = engine.evaluate("document.getElementById('state').dataset.seq")
        engine.post(f"/t/{code}/actions", action_name=action, page="table", seq=seen, **fields)
        said = {"take-seat": "Dora", "start-game": "start card"}[action]
        engine.wait_for(f"location.pathname.endsWith('/table') && document.body.innerText.includes({said!r})")
    for seat, area in enumerate(START_AREAS):
        guests[0].submit("take-start-area", seat, area=area)
    guests[0].submit("move-figure", 0, area="Oxeneford")
    guests[0].submit("place-courtier", 0)
    guests[0].submit("end-turn", 0)
    guests[1].submit("enter-foreign", area="Oxeneford")
    return f"{origin}/t/{code}/curtain/2"


STAKE = "!!document.querySelector('#screen input[name=x1]')"


def test_curtain_opens_when_held_and_is_closed_after_a_reload(engine: Driver, origin: str) -> None:
    curtain = open_curtain_page(engine, origin)
    engine.open(curtain)
    engine.tap(".hold-submit")
    engine.should_see("Pass the device to")
    assert not engine.evaluate(STAKE), "a mere tap does not open it"
    engine.hold(".hold-submit")
    engine.wait_for(STAKE)
    engine.reload()
    engine.wait_for("!!document.querySelector('main')")
    assert not engine.evaluate(STAKE)
    assert "You can’t do that here." not in engine.words(), "a look, not the form once more"
    engine.wait_for("/Hold to open|0 of 3 in/.test(document.body.innerText)")  # the curtain again, or the table


def test_secrets_and_curtain_open_by_assistive_technology(engine: Driver, origin: str) -> None:
    curtain = open_curtain_page(engine, origin)
    engine.open(curtain)
    engine.press_as_screen_reader(".hold-submit")
    engine.wait_for(STAKE)

    laptop, ben, carla = Guest(origin), Guest(origin), Guest(origin)
    laptop.open_table()
    engine.open(f"{origin}/j/{laptop.code}")
    engine.post(f"/j/{laptop.code}", name="Anna", colour="red")
    engine.wait_for("location.pathname.endsWith('/me')")
    ben.sit_down(laptop.code, "Ben", "blue", 1)
    carla.sit_down(laptop.code, "Carla", "green", 2)
    laptop.submit("start-game")
    for seat, area in enumerate(START_AREAS):
        laptop.submit("take-start-area", seat, area=area)
    engine.should_see("Hold to see my cards")
    assert not engine.evaluate("!!document.querySelector('#my-cards:not([hidden])')")
    engine.press_as_screen_reader("[data-hold-show]")
    engine.wait_for("!!document.querySelector('#my-cards:not([hidden])')")
    assert "×1" in engine.announced
    engine.press_as_screen_reader("[data-hold-show]")
    engine.wait_for("!!document.querySelector('#my-cards[hidden]')")
    assert engine.announced == "", "nothing secret stays where it was said"
