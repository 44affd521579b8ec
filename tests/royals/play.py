"""A Royals game for tests: a small custom board, and moves by name."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest

from scoring.kernel import Action, Event, GameConfig, PrintedValueEntered, Refusal, Rng
from scoring.reveal_phases import ConfirmBoard
from scoring.royals import GAME
from scoring.royals.components import EXAMPLE
from scoring.royals.epoch import EndEpoch, EndTurn, EpochScoring, SettleTie, ties_to_settle
from scoring.royals.markers import MarkerDoubted, MarkerTaken, MissedMarkerTaken
from scoring.royals.state import State
from scoring.royals.turn import ChooseStartPlayer, TakePosition
from scoring.royals.view import RoyalsView
from scoring.words import render

NAMES = ("Anna", "Ben", "Carla", "David", "Eva")
RNG = Rng(random.Random(1))


@dataclass
class Play:
    """A game in progress. The seat whose turn it is acts, unless another seat is given."""

    state: State
    events: list[Event] = field(default_factory=list)

    def act(self, action: Action, seat: int | None = None) -> list[Event]:
        now = self.state.turn or 0
        events = GAME.decide(self.state, now if seat is None else seat, action, RNG)
        for event in events:
            self.state = GAME.apply(self.state, event)
        self.events += events
        return events

    def take(self, *positions: str) -> list[Event]:
        return [event for position in positions for event in self.act(TakePosition(position))]

    def play_turns(self, *turns: tuple[str, ...]) -> None:
        """Takes the positions of each turn, in order of play."""
        for positions in turns:
            self.take(*positions)
            self.act(EndTurn())

    def end_epoch(self) -> None:
        self.act(EndEpoch())

    def score_epoch(self) -> list[Event]:
        self.act(EndEpoch())
        return self.act(ConfirmBoard())

    def confirm(self) -> list[Event]:
        """Confirms the board; ties are settled for the lowest seat."""
        events = self.act(ConfirmBoard())
        while isinstance(self.state.phase, EpochScoring) and (ties := ties_to_settle(self.state)):
            country, tied = next(iter(ties.items()))
            events += self.act(SettleTie(country, min(tied)))
        return events

    def fill(self, **values: object) -> list[Event]:
        """Enters printed values; returns the events caused by them."""
        before = len(self.events)
        for key, value in values.items():
            filled = PrintedValueEntered(key.replace("__", "."), str(value))
            follows = GAME.after_printed_value(self.state, filled)
            for event in (filled, *follows):
                self.state = GAME.apply(self.state, event)
            self.events += follows
        return self.events[before:]

    def markers(self, seat: int) -> set[str]:
        return {marker.key for marker in self.state.markers if marker.seat == seat}

    def notes(self, seat: int) -> dict[str, str]:
        return {m.key: render(m.note, NAMES) for m in self.state.markers if m.seat == seat}

    def view(self, seat: int | None) -> RoyalsView:
        return GAME.view(self.state, seat)


def game(seats: int = 3, first: int = 0, edition: str = "abacus", box: Mapping[str, str] | None = None) -> Play:
    """A game on the example box with some printed values replaced, ready for the first turn."""
    setting = GameConfig(
        seats, {"edition": edition}, {**EXAMPLE, **(box or {})}, ("red", "blue", "green", "orange", "purple")[:seats]
    )
    play = Play(GAME.start(setting))
    play.act(ChooseStartPlayer(first), seat=0)
    return play


def game_with_values(seats: int = 3, **values: object) -> Play:
    """A game with only these printed values known, ready for the first turn."""
    known = {key.replace("__", "."): str(value) for key, value in values.items()}
    play = Play(GAME.start(GameConfig(seats, {}, known)))
    play.act(ChooseStartPlayer(0), seat=0)
    return play


def markers_taken(events: list[Event]) -> list[tuple[int, str]]:
    return [(e.seat, e.marker) for e in events if isinstance(e, MarkerTaken | MissedMarkerTaken)]


def doubts(events: list[Event]) -> list[tuple[str, tuple[int, ...]]]:
    return [(event.marker, event.seats) for event in events if isinstance(event, MarkerDoubted)]


def check_refused(play: Play, action: Action, code: str, seat: int | None = None) -> Refusal:
    """Checks that the action is refused with this code and changes nothing."""
    before = play.state
    with pytest.raises(Refusal) as caught:
        play.act(action, seat)
    assert caught.value.code == code
    assert play.state == before
    return caught.value


def settle(play: Play, country: str, ahead: int) -> list[Event]:
    return play.act(SettleTie(country, ahead))
