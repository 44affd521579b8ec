"""An evening of bots with every kind of trouble: lost phones, double taps, stale pages and restarts.

Everything goes through the web app; the same seed gives the same evening. A failure is saved as two files in
tests/failures: all requests (`python -m tests.release_gates FILE` sends them again), and the log, which Herald's start
page can import.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.routes import join
from companion.services import Services
from scoring.bots import NAMES, fill_in, printed
from scoring.games import GAMES
from scoring.kernel import Rng
from scoring.legal_actions import LegalAction
from scoring.recording import export_whole, load
from scoring.replay import Projection, replay, undo_steps
from scoring.table import PLAYER_COLOURS
from tests.actors import HTMX, token
from tests.conftest import make_app
from tests.real_cards import RealCards
from tests.recorder import hasty_choice, many_of, mixed_options, tastes

FAILURES = Path(__file__).parent.parent / "failures"
PAGES = (
    "me",
    "table",
    "history",
    "export",
    "box",
    "invite",
    "sheet",
    "me/help",
    "table/help",
    "me/hidden",
    "curtain/0",
    "story",
    "picture",
    "scores.csv",
)
TROUBLE = 120  # number of actions with trouble; after that the game is only finished
MAX_ACTIONS = 6000
HOST = "laptop"


@dataclass
class Chaos:
    """A table of bots, with methods that cause trouble."""

    game: str
    seed: int
    folder: Path
    done: Counter[str] = field(default_factory=Counter)
    steps: list[dict[str, Any]] = field(default_factory=list)
    clients: dict[str, FlaskClient] = field(default_factory=dict)
    code: str = ""
    # By seat, the device that holds it; None if the seat plays on a shared device.
    phones: list[str | None] = field(default_factory=list)
    # Phones that used to hold a seat.
    lost: list[str] = field(default_factory=list)
    # Forms that were submitted, with the device that sent them.
    sent: list[tuple[str, dict[str, str]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.rng = random.Random(f"{self.game} {self.seed}")
        self.real = RealCards()
        self.app = make_app(self.folder, self.seed)

    @property
    def made(self) -> Services:
        services: Services = self.app.extensions["herald"]
        return services

    @property
    def projection(self) -> Projection:
        return self.made.tables.find(self.code).projection

    @property
    def over(self) -> bool:
        return self.projection.table.standings is not None

    # --- requests ---------------------------------------------------------------------------------------------

    def send(
        self, who: str, method: str, path: str, form: Mapping[str, str] | None = None, htmx: bool = False
    ) -> TestResponse:
        """Sends one request of the evening and records it; fails on a 5xx response."""
        step = {"who": who, "method": method, "path": path, "form": dict(form or {}), "htmx": htmx}
        self.steps.append(step)
        self.done["requests"] += 1
        response = resend(self.client(who), self.code, step)
        step["status"] = response.status_code
        assert response.status_code < 500, f"{method} {path} {form}"
        return response

    def client(self, who: str) -> FlaskClient:
        if who not in self.clients:
            self.clients[who] = device(self.app, who)
        return self.clients[who]

    def submit(self, who: str, page: str, action: str, seat: int | None = None, **values: str) -> TestResponse:
        where = {} if seat is None else {"seat": str(seat)}
        form = {"action_name": action, "page": page, "seq": str(self.projection.seq), **where, **values}
        self.sent.append((who, form))
        return self.send(who, "POST", "/t/{code}/actions", form, self.rng.random() < 0.5)

    # --- the evening ------------------------------------------------------------------------------------------

    def play(self) -> None:
        try:
            self.sit_down()
            for number in range(MAX_ACTIONS):
                if self.over:
                    break
                if number < TROUBLE and self.rng.random() < 0.4:
                    self.rng.choice(self.TROUBLES)(self)
                if not self.over:
                    self.move()
            assert self.over, f"no end within {MAX_ACTIONS} asks"
            self.go_home()
        except BaseException:
            self.keep()
            raise

    def sit_down(self) -> None:
        rules = GAMES[self.game]
        options = {"box": "example", **mixed_options(rules, self.rng.randrange(100))}
        answer = self.send(HOST, "POST", f"/new/{self.game}", options)
        self.code = answer.location.split("/")[2]
        for number in range(self.rng.choice(rules.players)):
            name, colour = NAMES[number], list(PLAYER_COLOURS)[number]
            self.phones.append(f"phone-{number}")
            self.send(f"phone-{number}", "POST", "/j/{code}", {"name": name, "colour": colour})
        self.submit(HOST, "table", "start-game")
        assert self.projection.table.started
        self.tastes = tastes(self.projection, self.rng)

    def move(self) -> None:
        """Takes a legal action on a screen; it must be accepted."""
        self.resolve_contradictions()
        if not self.offers():
            self.correct_contradictions()
        before = self.projection
        legal_action = hasty_choice(before, self.tastes, self.rng)
        answer = self.take(legal_action)
        assert answer.status_code < 400, (
            f"an offer was refused: {legal_action} {self.sent[-1]} {response_words(answer)}"
        )
        assert self.projection.seq > before.seq, f"nothing came of {legal_action}"
        self.done["asks"] += 1
        if legal_action.action == "confirm-board" and self.projection.table.state.phase == before.table.state.phase:
            # Herald found contradicting printed values, which must be corrected first.
            self.take(self.rng.choice(self.offers(corrections=True)))

    def resolve_contradictions(self) -> None:
        """Re-enters contradicting printed values from the example box, because Herald scores nothing with them."""
        rules = self.projection.table.game
        for key, value in rules.example.items():
            if rules.printed_values_refusal(self.projection.table.printed_values) and self.projection.table.read.get(
                key
            ) not in (None, value):
                self.submit(HOST, "table", "enter-printed-value", field=key, value=value)
        assert rules.printed_values_refusal(self.projection.table.printed_values) is None

    def offers(self, corrections: bool = False) -> list[LegalAction]:
        """Returns the legal actions, or the corrections, of all seats."""
        table = self.projection.table
        views = [table.game.view(table.state, seat) for seat in range(len(table.seats))]
        every = [(view.seat, view.corrections if corrections else view.legal_actions) for view in views]
        return [
            legal_action for seat, legal_actions in every for legal_action in legal_actions if legal_action.seat == seat
        ]

    def correct_contradictions(self) -> None:
        """Resolves contradicting entries by corrections until there is a legal action or the game is over."""
        for _ in range(200):
            legal_actions = self.offers(corrections=True)
            assert legal_actions, "nobody can do anything: a dead end"
            self.take(self.rng.choice(legal_actions))
            if self.offers() or self.over:
                return
        raise AssertionError("no correction leads on: a dead end")

    def take(self, legal_action: LegalAction) -> TestResponse:
        rng = Rng(self.rng)
        table = self.projection.table
        values = dict(self.real(table, legal_action, rng) or fill_in(many_of(legal_action), rng))
        who, page = self.place_of(legal_action)
        for key, value in printed(table.game, legal_action, table.read, rng).items():
            self.send(who, "POST", "/t/{code}/box", {"field": key, "value": value})
        return self.submit(who, page, legal_action.action, legal_action.seat, **values)

    def place_of(self, legal_action: LegalAction) -> tuple[str, str]:
        """Returns a device and page where the action can be tapped; shared actions work on any device."""
        own = self.phones[legal_action.seat]
        if own is None:
            return (HOST, "curtain") if legal_action.private else (HOST, "table")
        if legal_action.private or self.rng.random() < 0.6:
            return own, "me"
        other = self.rng.choice([HOST, *(phone for phone in self.phones if phone)])
        return other, "table"

    def go_home(self) -> None:
        """Checks that all pages render at the end, and that replay, export and restart give the same table."""
        for page in PAGES:
            self.send(HOST, "GET", f"/t/{{code}}/{page}")
        assert replay(self.projection.records) == self.projection
        assert load(export_whole(self.projection)).table == self.projection.table
        self.restart()
        self.done["evenings"] += 1
        self.done["events"] += self.projection.seq

    # --- failures ---------------------------------------------------------------------------------------------

    def tap_twice(self) -> None:
        who, form = self.sent[-1]
        before = self.projection
        self.send(who, "POST", "/t/{code}/actions", form)
        assert self.projection.seq == before.seq, f"stored twice: {form}"

    def tap_on_an_old_page(self) -> None:
        who, form = self.rng.choice(self.sent[-40:])
        self.send(who, "POST", "/t/{code}/actions", form)

    def tap_action_of_another_seat(self) -> None:
        """Checks that strangers and phones that lost their seat cannot take private actions."""
        legal_action = hasty_choice(self.projection, self.tastes, self.rng)
        before, values = self.projection, fill_in(legal_action, Rng(self.rng))
        form = {
            "action_name": legal_action.action,
            "page": "me",
            "seat": str(legal_action.seat),
            "seq": str(before.seq),
            **values,
        }
        self.send("stranger", "POST", "/t/{code}/actions", form)
        assert self.projection is before
        others = {HOST, *self.lost, *filter(None, self.phones)} - {self.phones[legal_action.seat]}
        self.send(self.rng.choice(sorted(others)), "POST", "/t/{code}/actions", form)
        assert not legal_action.private or self.projection is before

    def undo_something(self) -> None:
        who = self.rng.choice([HOST, *(phone for phone in self.phones if phone)])
        seat = self.phones.index(who) if who in self.phones else None
        ways = [step.to for step in undo_steps(self.projection, seat).values()][:12]
        if ways:
            self.submit(who, "table" if seat is None else "me", "undo", to=str(self.rng.choice(ways)))
            self.done["times gone back"] += 1
        if (wish := self.projection.table.proposal) is not None:
            agreed = {"to": str(wish)} if self.rng.random() < 0.7 else {}
            self.submit(HOST, "table", "undo" if agreed else "decline-undo", **agreed)

    def random_correction(self) -> None:
        seat = self.rng.randrange(len(self.phones))
        table = self.projection.table
        legal_actions = [
            legal_action for legal_action in table.game.view(table.state, seat).corrections if legal_action.seat == seat
        ]
        if not legal_actions:
            return
        legal_action = self.rng.choice(legal_actions)
        who, page = self.place_of(legal_action)
        form = {"action_name": legal_action.action, "page": page, "seat": str(seat), "seq": str(self.projection.seq)}
        form |= fill_in(legal_action, Rng(self.rng))
        before = self.projection
        self.send(who, "POST", "/t/{code}/actions", {**form, "preview": "1"}, htmx=True)
        # On a curtain page, opening the curtain itself is logged.
        assert self.projection.table.state is before.table.state, "a preview changes nothing"
        self.send(who, "POST", "/t/{code}/actions", form)
        self.done["corrections"] += self.projection is not before

    def lose_a_phone(self) -> None:
        seat = self.rng.randrange(len(self.phones))
        self.submit(HOST, "table", "change-phone", number=str(seat), phone="0")
        self.lost += filter(None, [self.phones[seat]])
        self.phones[seat] = None
        self.done["phones lost"] += 1

    def find_a_phone(self) -> None:
        """Moves a seat to a new phone; the old phone keeps requesting pages."""
        seat = self.rng.randrange(len(self.phones))
        token, old = f"{self.rng.getrandbits(128):032x}", self.phones[seat]
        with pytest.MonkeyPatch.context() as fixed:
            fixed.setattr(join, "new_token", lambda: token)
            self.send(HOST, "POST", f"/t/{{code}}/seat/{seat}/link", {"token": token})
        new = f"phone-{token[:6]}"
        self.send(new, "POST", f"/s/{token}")
        self.phones[seat] = new
        self.send(new, "POST", f"/s/{token}")
        if old:
            self.lost.append(old)
            self.send(old, "GET", "/t/{code}/me")
        self.done["phones lost"] += 1

    def restart(self) -> None:
        before = self.projection
        claims = self.made.tables.find(self.code).claims
        self.made.store.close()
        self.steps.append({"restart": True})
        self.app, self.clients = make_app(self.folder, self.seed), {}
        assert self.projection == before, "the table is as it was"
        assert self.made.tables.find(self.code).claims == claims
        self.done["restarts"] += 1

    def look_around(self) -> None:
        for page in self.rng.sample(PAGES, 3):
            who = self.rng.choice([HOST, "stranger", *self.lost, *filter(None, self.phones)])
            self.send(who, "GET", f"/t/{{code}}/{page}", htmx=self.rng.random() < 0.5)

    def rename_a_seat(self) -> None:
        seat = self.rng.randrange(len(self.phones))
        colour = self.rng.choice(list(PLAYER_COLOURS))
        self.submit(
            HOST, "table", "change-seat", number=str(seat), name=f"Name {self.rng.randrange(30)}", colour=colour
        )

    def read_the_box_again(self) -> None:
        """Re-enters a printed value: replaces it by another one or clears it."""
        printed_field = self.rng.choice(self.projection.table.game.printed_fields)
        value = self.rng.choice([*printed_field.options, ""])
        self.submit(HOST, "table", "enter-printed-value", field=printed_field.key, value=value)

    TROUBLES = (
        *(
            tap_twice,
            tap_on_an_old_page,
            tap_action_of_another_seat,
            undo_something,
            undo_something,
            random_correction,
            random_correction,
        ),
        *(lose_a_phone, find_a_phone, restart, look_around, rename_a_seat, random_correction, read_the_box_again),
    )

    # --- failures ---------------------------------------------------------------------------------------------

    def keep(self) -> None:
        FAILURES.mkdir(exist_ok=True)
        name = f"{self.game}-{self.seed}"
        head = {"game": self.game, "seed": self.seed}
        lines = [json.dumps(line) + "\n" for line in (head, *self.steps)]
        (FAILURES / f"{name}.requests.jsonl").write_text("".join(lines), encoding="utf-8")
        if self.code:
            (FAILURES / f"{name}.jsonl").write_text(export_whole(self.projection), encoding="utf-8")


def device(app: Flask, who: str) -> FlaskClient:
    client = app.test_client()
    client.set_cookie("herald", token(who))
    return client


def resend(client: FlaskClient, code: str, step: Mapping[str, Any]) -> TestResponse:
    headers = HTMX if step["htmx"] else {}
    path = step["path"].replace("{code}", code)
    return client.open(path, method=step["method"], data=step["form"], headers=headers)


def response_words(answer: TestResponse) -> str:
    return f"{answer.status_code} {answer.text[:2000]}"


def send_again(file: Path, folder: Path) -> Chaos:
    """Replays an evening from its requests and prints every response that differs."""
    head, *steps = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    again = Chaos(head["game"], head["seed"], folder)
    for number, step in enumerate(steps):
        if step.get("restart"):
            again.restart()
            continue
        token = step["form"].get("token", "") or "x" * 32
        with pytest.MonkeyPatch.context() as fixed:
            fixed.setattr(join, "new_token", lambda token=token: token)
            answer = resend(again.client(step["who"]), again.code, step)
        again.code = again.code or answer.location.split("/")[2]
        if answer.status_code != step.get("status", 500) or answer.status_code >= 500:
            print(f"request {number}: {answer.status_code}, not {step.get('status')}: {step}")
    return again
