"""Test harness of a game: positions as literals, accepted and refused actions."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from scoring.kernel import Action, Event, GameConfig, PrintedValueEntered, Refusal, Rng, stored_name
from scoring.legal_actions import LegalAction
from scoring.regents import GAME
from scoring.regents.castle import MovePiece
from scoring.regents.components import CLANS, DOMAINS, EXAMPLE, OUTER_ROOMS
from scoring.regents.scoring_phase import Score, plans
from scoring.regents.setup import Begin, EnterCards, PlaceAgent, ShowNeutral
from scoring.regents.state import Markers, Secrets, State
from scoring.regents.turn import Turn
from scoring.regents.view import RegentsView
from scoring.words import render

NAMES = ("Anna", "Ben", "Carla", "David", "Eva")
EDITIONS = ("en", "de", "nl")
# The first five clans and all domains, in order: Anna is MacKintosh and political, Ben Campbell and military …
CLANS_OF, DOMAINS_OF = tuple(CLANS), tuple(DOMAINS)


@dataclass
class Play:
    """The state, all events so far, and a seeded rng."""

    state: State
    events: list[Event] = field(default_factory=list)
    rng: Rng = field(default_factory=lambda: Rng(random.Random(1)))

    def act(self, action: Action, seat: int | None = None, **printed_values: str) -> list[Event]:
        """Takes an action for `seat`, by default the seat on turn, and enters these printed values with it."""
        for key, value in printed_values.items():
            self.state = GAME.apply(self.state, PrintedValueEntered(key.replace("__", "."), value))
        decided = GAME.decide(self.state, self.seat if seat is None else seat, action, self.rng)
        for event in decided:
            self.state = GAME.apply(self.state, event)
        self.events += decided
        return decided

    def refusal_code(self, action: Action, seat: int | None = None) -> str:
        """Returns the refusal code and changes nothing; fails if the action is accepted."""
        before = self.state
        with pytest.raises(Refusal) as refused:
            self.act(action, seat)
        assert self.state == before
        assert render(refused.value.message, NAMES)
        return refused.value.code

    @property
    def seat(self) -> int:
        return getattr(self.state.phase, "turn", 0)

    @property
    def turn(self) -> Turn:
        assert isinstance(self.state.phase, Turn)
        return self.state.phase

    def move(self, piece: str, *to: str) -> list[Event]:
        """Moves an agent from one room through others, or the "king", a "counsellor", "outside", "neutral.chapel"."""
        named = piece if piece in ("king", "counsellor", "outside") or "." in piece else f"agent.{piece}"
        return [event for place in to for event in self.act(MovePiece(named, place))]

    def score(self, order: str = "", push: str = "nobody") -> list[Event]:
        """Scores in the given order, by default the proposed one."""
        return self.act(Score(order or plans(self.state, self.seat)[0].key, push))

    def markers(self, seat: int) -> dict[str, int]:
        return dict(zip(DOMAINS, self.state.tracks[seat], strict=True))

    def view(self, seat: int | None = None) -> RegentsView:
        return GAME.view(self.state, seat)

    def legal_action(self, action: type[Action], seat: int | None = None) -> LegalAction | None:
        who = self.seat if seat is None else seat
        return self.view(who).legal_action(stored_name(action), who)

    def happened(self, kind: type[Event]) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]

    def set(self, **fields: object) -> Play:
        """Returns the game with these fields replaced; `turn__…` changes the turn."""
        turn = {key.removeprefix("turn__"): value for key, value in fields.items() if key.startswith("turn__")}
        rest: dict[str, Any] = {key: value for key, value in fields.items() if not key.startswith("turn__")}
        self.state = replace(self.state, **rest)
        if turn:
            self.state = replace(self.state, phase=replace(self.turn, **turn))
        return self


def new_game(
    seats: int = 4,
    edition: str = "en",
    dealt: str = "box",
    box: Mapping[str, str] = EXAMPLE,
    tracking_mode: str = "moves",
) -> Play:
    return Play(GAME.start(GameConfig(seats, {"edition": edition, "dealt": dealt, "follow": tracking_mode}, box)))


def with_cards_entered(seats: int = 4, edition: str = "en", first: int = 0, tracking_mode: str = "moves") -> Play:
    """Returns a game in which all cards are entered and the first agent is to be placed."""
    play = new_game(seats, edition, tracking_mode=tracking_mode)
    for seat in range(seats):
        play.act(EnterCards(CLANS_OF[seat], DOMAINS_OF[seat]), seat)
    if seats == 3:
        play.act(ShowNeutral("stewart"), 0)
    play.act(Begin(first), 0)
    return play


def first_turn(
    seats: int = 4, edition: str = "en", first: int = 0, places: str = "throne chapel store knights"
) -> Play:
    """Returns a game at the start of its first turn, with an agent of every player in each of these rooms."""
    play = with_cards_entered(seats, edition, first)
    for place in places.split():
        for _ in range(seats):
            play.act(PlaceAgent(place))
    return play


def markers(text: str) -> Markers:
    """Parses "1 0 4 8 12": spaces in the order political, military, financial, religious, trade."""
    return tuple(map(int, text.split()))


def position(
    agents: Mapping[int, str],
    seats: int = 4,
    edition: str = "en",
    king: str = "throne",
    tracks: Mapping[int, str] | None = None,
    box: Mapping[str, str] | None = None,
    turn: int = 0,
    neutral: str = " ".join(OUTER_ROOMS),
    **fields: Any,
) -> Play:
    """Returns a position in the middle of a game: agents by seat ("chapel chapel tower") and the seat on turn.

    Unnamed agents are nowhere, so that they do not count.
    """
    state = new_game(seats, edition, box={**EXAMPLE, **(box or {})}).state
    owners = seats + (seats == 3)
    stand = {**dict.fromkeys(range(owners), ""), **({seats: neutral} if seats == 3 else {}), **agents}
    made = replace(
        state,
        phase=Turn(turn, **{key[6:]: fields.pop(key) for key in list(fields) if key.startswith("turn__")}),
        cards=tuple(map(Secrets, CLANS_OF[:seats], DOMAINS_OF[:seats])),
        neutral="stewart" if seats == 3 else "",
        agents=tuple(tuple(stand[owner].split()) for owner in range(owners)),
        king=king,
        tracks=tuple(markers((tracks or {}).get(seat, "0 0 0 0 0")) for seat in range(seats)),
        **{"round": 2, **fields},
    )
    return Play(made)


def scoring(agents: Mapping[int, str], **rest: Any) -> Play:
    """Returns a position (see above) with no action points left."""
    return position(agents, turn__action_points=0, **rest)
