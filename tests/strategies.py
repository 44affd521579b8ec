"""Random events and actions of any game, derived from their types, and hypothesis strategies for partial games."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from hypothesis import strategies as st

from scoring.bots import NAMES, random_action
from scoring.games import GAMES
from scoring.kernel import Action, Event, Game, Rng
from scoring.printed_values import PrintedValues
from scoring.replay import Projection, Record, apply_record, undo_steps
from scoring.table import PLAYER_COLOURS, Actor, decide_with, new_table
from scoring.table_events import TABLE_ACTIONS, TABLE_EVENTS, GameStarted, SeatChanged, SeatTaken, Undone
from tests.real_cards import RealCards

EVENTS: list[type[Event]] = [*TABLE_EVENTS, *(event for game in GAMES.values() for event in game.events)]
ASKS: list[type[Action]] = [*TABLE_ACTIONS, *(action for game in GAMES.values() for action in game.actions)]
AT = "2026-01-01T20:00:00+00:00"
LETTERS = 'aZ0 -.{}%"\\\n<é\u2028😀'


def random_instance(kind: type[Any], rng: random.Random) -> Any:
    """Returns a random instance of this dataclass. Uses `random`: hypothesis is too slow for so many classes."""
    hints = get_type_hints(kind)
    return kind(**{field.name: typed(hints[field.name], rng) for field in fields(kind)})


def typed(kind: Any, rng: random.Random) -> Any:
    origin, args = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        chosen = rng.choice(args)
        return None if chosen is NoneType else typed(chosen, rng)
    if origin is tuple:
        return tuple(typed(args[0], rng) for _ in range(rng.randrange(4)))
    if origin is not None and issubclass(origin, Mapping):
        return {typed(args[0], rng): typed(args[1], rng) for _ in range(rng.randrange(4))}
    if is_dataclass(kind) and isinstance(kind, type):
        return random_instance(kind, rng)
    return {int: rng.randint(-9, 999_999), str: "".join(rng.choices(LETTERS, k=5)), bool: rng.random() < 0.5}[kind]


def begun(game: Game[Any], seats: int, options: Mapping[str, str], box: PrintedValues | None = None) -> Projection:
    """Returns a table that has just started; without `box` it is a trial table with example values."""
    opened = new_table(game, options, game.example if box is None else box, example=box is None)
    projection = apply_record(None, Record(1, AT, None, "open", opened))
    for number, (name, colour) in enumerate(list(zip(NAMES, PLAYER_COLOURS, strict=False))[:seats]):
        projection = with_records(projection, [SeatTaken(number + 1, name, colour)], f"sit-{number}", number)
    return with_records(projection, [GameStarted()], "start")


@st.composite
def projections(draw: st.DrawFn, undos: bool = True, most: int = 60) -> Projection:
    """A partial bot game with occasional undos and renamed seats."""
    game = draw(st.sampled_from(list(GAMES.values())))
    options = {option.key: draw(st.sampled_from([value for value, _ in option.values])) for option in game.options}
    projection = begun(game, draw(st.sampled_from(game.players)), options)
    source = random.Random(draw(st.integers(0, 2**32)))
    rng, real = Rng(source), RealCards()
    for step in range(draw(st.integers(0, most))):
        turn_back = [step.to for step in undo_steps(projection).values()]
        if undos and turn_back and source.random() < 0.08:
            projection = with_records(projection, [Undone(source.choice(turn_back[:12]))], f"undo-{step}")
        elif undos and source.random() < 0.05:
            seat = projection.table.seats[1]
            projection = with_records(
                projection, [SeatChanged(1, f"Name {step}", seat.colour, seat.phone)], f"name-{step}"
            )
        elif projection.table.standings is None:
            seat_number, action, printed_values = random_action(projection.table, rng, real)
            events = decide_with(projection.table, Actor(seat_number), seat_number, action, printed_values, rng)
            projection = with_records(projection, events, f"ask-{step}", seat_number)
    return projection


def with_records(projection: Projection, events: list[Event], action: str, by: int | None = None) -> Projection:
    for event in events:
        projection = apply_record(projection, Record(projection.seq + 1, AT, by, action, event))
    return projection
