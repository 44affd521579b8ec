"""A Wars of the Roses game for tests: custom boards, plans by name, and helpers that run whole phases."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from scoring.kernel import Action, Event, GameConfig, PrintedValueEntered
from scoring.reveal_phases import ConfirmBoard, Scene
from scoring.roses import GAME
from scoring.roses.components import EXAMPLE, HOME, NOBLES, SHIPS, home_sea
from scoring.roses.draft import Drafting, RoundBegan, TakeCard
from scoring.roses.parliament import Parliament, scenes
from scoring.roses.plan import Planning
from scoring.roses.planning import PlansRevealed, SealPlan
from scoring.roses.resolution import Resolution, StepShown
from scoring.roses.state import State
from scoring.roses.view import RosesView
from scoring.sealed import Sealed
from scoring.words import Text, render
from tests.playing import Playing

NAMES = ("Red", "Yellow", "Green", "Blue")
RED, YELLOW, GREEN, BLUE = range(4)
HOUSES = ("lancaster", "york", "york", "lancaster")


@dataclass
class Play(Playing[State]):
    game = GAME
    # The state after the last reveal, before the plans are carried out.
    plans_open: Any = None

    @property
    def turn(self) -> int:
        return self.state.turn or 0

    def tap(self, action: Action) -> list[Event]:
        """Takes an action as the seat that picks a card, or as the first in turn order."""
        return self.act(self.turn, action)

    def read(self, field: str, value: str) -> list[Event]:
        """Enters or corrects a printed value; returns the events caused by it."""
        filled = PrintedValueEntered(field, value)
        follows = GAME.after_printed_value(self.state, filled)
        for event in (filled, *follows):
            self.state = GAME.apply(self.state, event)
        self.events += [filled, *follows]
        return follows

    def take(self, *cards: str) -> list[Event]:
        return [event for card in cards for event in self.tap(TakeCard(card))]

    def carry_out(self, plans: Mapping[int, SealPlan]) -> list[Event]:
        """Seals every seat's plan, by default without orders; returns all events up to parliament."""
        before = len(self.events)
        for seat in range(self.state.seats):
            last = self.state
            self.act(seat, plans.get(seat, orders()))
        for event in self.events[before + self.state.seats - 1 :]:
            last = GAME.apply(last, event)
            if isinstance(event, PlansRevealed):
                self.plans_open = last
        return self.events[before:]

    def stop(self, shown: int = 0) -> None:
        """Restores the state in which earlier versions stopped: after this many scenes of the last resolution."""
        self.state = self.plans_open
        for scene in self.scenes[:shown]:
            for event in (StepShown(), *scene.events):
                self.state = GAME.apply(self.state, event)

    @property
    def scenes(self) -> tuple[Scene, ...]:
        """Scenes of the last resolution."""
        return Resolution.current(self.plans_open).scenes

    def steps(self) -> list[str]:
        """Returns the titles and lines of the last resolution's scenes, in order."""
        return [as_text(text) for scene in self.scenes for text in (scene.title, *scene.lines)]

    def to_do(self, part: str) -> list[str]:
        """Returns the to-do lines of one part of the last resolution."""
        return [as_text(line) for scene in self.scenes if scene.phase == part for line in scene.to_do]

    def hold_parliament(self) -> list[Event]:
        """Runs all of parliament, up to the next round; returns its events."""
        assert isinstance(self.state.phase, Parliament)
        return self.tap(ConfirmBoard())

    def owner(self, piece: str) -> int | None:
        return self.state.owners.get(piece)

    @property
    def points(self) -> tuple[int, ...]:
        return self.state.victory_points

    def view(self, seat: int | None) -> RosesView:
        return GAME.view(self.state, seat)


def parliament_lines(play: Play) -> list[str]:
    """Returns the lines of all scenes of a parliament on the current board."""
    return [as_text(line) for scene in scenes(play.state) for line in scene.lines]


def as_text(text: Text) -> str:
    return render(text, NAMES)


def of_kind(events: list[Event], kind: type[Event]) -> list[Event]:
    return [event for event in events if isinstance(event, kind)]


def orders(
    *,
    moves: Mapping[str, str] | None = None,
    troops: Mapping[str, int] | None = None,
    mercenaries: Mapping[str, int] | None = None,
    white: tuple[str, ...] = (),
    black: tuple[str, ...] = (),
    bid: int = 0,
    calais: str = "",
    aid: int = 0,
) -> SealPlan:
    ones = (dict.fromkeys(white, 1), dict.fromkeys(black, 1))
    return SealPlan(moves or {}, troops or {}, mercenaries or {}, *ones, bid, calais, aid)


def game(seats: int = 4, box: Mapping[str, str] | None = None, **options: str) -> Play:
    """A game on the example box with some printed values replaced, before lots are drawn."""
    return Play(GAME.start(GameConfig(seats, options, {**EXAMPLE, **(box or {})})))


def board(
    owners: Mapping[str, int] | None = None,
    *,
    seats: int = 4,
    order: tuple[int, ...] = (),
    at: Mapping[str, str] | None = None,
    money: int | tuple[int, ...] = 100,
    mercenaries: tuple[int, ...] = (),
    number: int = 2,
    box: Mapping[str, str] | None = None,
    houses: tuple[str, ...] = HOUSES,
    options: Mapping[str, str] | None = None,
) -> Play:
    """A board in mid-game; all seats are about to plan."""
    play = game(seats, box, **(options or {}))
    owned = dict(owners or {})
    stands = {piece: HOME[piece] for piece in owned if piece in NOBLES}
    stands |= {piece: home_sea(play.state.printed_values, piece) for piece in owned if piece in SHIPS}
    play.state = replace(
        GAME.apply(play.state, RoundBegan(number, order or tuple(range(seats)))),
        owners=owned,
        stands={**stands, **(at or {})},
        money=(money,) * seats if isinstance(money, int) else money,
        mercenaries=mercenaries or (0,) * seats,
        houses=houses if seats == 4 else (),
        phase=Planning(Sealed(tuple(range(seats)))),
        to_do=(),
    )
    return play


def board_before_parliament(owners: Mapping[str, int], **more: object) -> Play:
    """A board in mid-game after all battles, before parliament."""
    play = board(owners, **more)  # type: ignore[arg-type]
    play.state = replace(play.state, phase=Parliament())
    return play


def drafting(owners: Mapping[str, int] | None = None, **more: object) -> Play:
    """A board in mid-game before cards are picked."""
    play = board(owners, **more)  # type: ignore[arg-type]
    begun = GAME.apply(play.state, RoundBegan(play.state.round, play.state.order))
    assert isinstance(begun.phase, Drafting)
    play.state = replace(begun, houses=play.state.houses)
    return play


def check_refused(play: Play, action: Action, code: str, seat: int | None = None) -> None:
    """Checks that the action is refused with this code and changes nothing."""
    before = play.state
    assert play.refusal_code(play.turn if seat is None else seat, action) == code
    assert play.state == before
