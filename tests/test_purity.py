"""The rules stay pure, and what is stored stays readable: names and versions of events never change meaning."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest

from scoring.games import GAMES
from scoring.kernel import Ask, Event, Game, GameView, stored_name
from scoring.recording import secret_fields_exist
from scoring.seating import TABLE_ASKS, TABLE_EVENTS
from scoring.table import asks_by_name, events_by_name

CHECKOUT = Path(__file__).parent.parent
MODULES = sorted((CHECKOUT / "scoring").rglob("*.py"))
EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))

# All of the standard library that a rule may need: nothing here knows the time, rolls a die or opens a file.
PURE = {"__future__", "collections", "dataclasses", "enum", "functools", "itertools", "json", "re", "types", "typing"}
# Luck is handed in from outside: `random.Random` may be named as a type, nothing of `random` may be called.
LUCK = "random"
CALLS_OUT = {"open", "print", "input", "exec", "eval", "compile", "__import__", "globals", "breakpoint"}


def imports(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        if isinstance(node, ast.ImportFrom):
            yield "." * node.level + (node.module or "")


def impurities(source: str) -> list[str]:
    """What in this module reaches beyond the rules, the pure part of the standard library and the values given."""
    tree = ast.parse(source)
    tops = {name.split(".")[0] for name in imports(tree)}
    found = [f"imports {top or 'something relative'}" for top in tops - PURE - {"scoring", LUCK}]
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=name)) if name in CALLS_OUT:
                found.append(f"calls {name}()")
            case ast.Call(func=ast.Attribute(value=ast.Name(id="random"))) | ast.Global():
                found.append(f"uses {ast.unparse(node)}")
            case ast.ImportFrom(module="random"):
                found.append("imports from random")
    return found


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.relative_to(CHECKOUT).as_posix())
def test_a_module_of_the_rules_has_no_clock_no_luck_and_no_files(module: Path) -> None:
    assert impurities(module.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "line",
    [
        "import flask",
        "from companion import tables",
        "from . import words",
        "import time",
        "from datetime import datetime",
        "from os import path",
        "open('log')",
        "import random\nrandom.random()",
        "import random\nluck = random.Random(1)",
        "from random import choice",
        "def f():\n    global x\n    x = 1",
    ],
)
def test_a_planted_impurity_is_found(line: str) -> None:
    assert impurities(line)


def test_the_rules_can_be_used_without_the_companion_or_flask() -> None:
    """Also what a module imports only when it is used."""
    script = (
        "import random, sys\n"
        "from scoring.bots import play_game\n"
        "from scoring.games import GAMES\n"
        "from scoring.kernel import Chance\n"
        "for game in GAMES.values():\n"
        "    play_game(game, game.players[0], Chance(random.Random(1)))\n"
        "beyond = {name.split('.')[0] for name in sys.modules} - set(sys.stdlib_module_names)\n"
        "print(sorted(beyond - {'__main__', 'scoring', 'sitecustomize', 'usercustomize'}))\n"
    )
    command = [sys.executable, "-S", "-c", script]
    assert subprocess.check_output(command, cwd=CHECKOUT, text=True).strip() == "[]"


# --- what is stored ----------------------------------------------------------------------------------------


# Name, version and fields of everything in somebody's saved evenings. A line here is never edited or taken away.
STORED = {
    "the table": [
        "box-filled 1: field, value",
        "game-started 1",
        "option-chosen 1: option, value",
        "seat-changed 1: seat, name, colour, phone",
        "seat-left 1: seat",
        "seat-taken 1: key, name, colour, phone",
        "seats-ordered 1: order",
        "table-opened 1: game, options, box, example",
        "undo-declined 1",
        "undo-proposed 1: to",
        "undone 1: to",
    ],
    "lang-lebe": [
        "area-corrected 1: area, holder, courtiers",
        "board-confirmed 1",
        "bonus-awarded 1: votes",
        "bonus-corrected 1: seat, votes",
        "cards-taken-back 1: seat, cards",
        "count-shown 1: shown",
        "courtier-placed 1: seat, area",
        "courtiers-returned 1: seat, area, count",
        "deal-called 1: each",
        "dice-rolled 1: seat, dice",
        "dispute-won 1: seat",
        "election-called 1: out_of_cards",
        "election-called-off 1",
        "extra-rolled 1: seat, area, card, die",
        "figure-banished 1: seat, area",
        "figure-corrected 1: seat, area",
        "figure-moved 1: seat, area",
        "foreign-entered 1: seat, area",
        "hand-corrected 1: seat, hand",
        "hand-entered 1: seat, hand",
        "hands-counted 1",
        "hands-dealt 1: each, dealt",
        "hands-miscounted 1",
        "king-crowned 1: seat",
        "move-rolled 1: seat, card, die",
        "no-room-found 1: seat, area",
        "reroll-called 1: seats",
        "set-up-finished 1: first",
        "stake-sealed 1: seat, stake",
        "stakes-revealed 1: stakes",
        "start-area-taken 1: seat, area",
        "start-areas-drawn 1: areas",
        "take-back-chosen 1: seat, count",
        "tie-rolled 1: seat, dice",
        "turn-began 1: seat",
        "turn-ended 1: seat",
    ],
    "royals": [
        "board-confirmed 1",
        "epoch-ended 1: epoch",
        "epoch-scored 1: epoch",
        "field-corrected 1: city, seat, cubes",
        "game-ended 1",
        "marker-corrected 1: marker, holder",
        "marker-removed 1: marker",
        "marker-taken 1: seat, marker",
        "markers-shown 1: shown",
        "position-corrected 1: position, holder",
        "position-occupied 1: seat, position",
        "position-taken-over 1: seat, position, loser",
        "scoring-began 1: epoch",
        "start-player-chosen 1: seat",
        "tie-settled 1: country, seat",
        "title-corrected 1: title, seat, cubes",
        "titles-confirmed 1",
        "turn-began 1: seat",
        "turn-ended 1: seat",
    ],
    "saga": [
        "army-counted 1: seat, army",
        "count-began 1",
        "count-shown 1: shown",
        "defence-placed 1: land, knights",
        "defence-strengthened 1: seat, land, knight",
        "empress-returned 1",
        "face-down-played 1: seat, land, army, knight",
        "face-down-taken-back 1: seat, army",
        "fame-corrected 1: seat, fame",
        "fame-taken 1: seat, fame",
        "free-knight-granted 1: seat, land",
        "free-knight-taken 1: seat, knight",
        "free-knights-left 1: seat",
        "hand-corrected 1: seat, points",
        "hand-kept 1: seat",
        "hand-told 1: seat, points",
        "knight-corrected 1: place, knight, really",
        "knight-played 1: seat, army, knight",
        "knight-recruited 1: seat, knight",
        "knight-taken-back 1: seat, place, knight",
        "knight-turned 1: seat, army, knight",
        "knights-freed 1: land, knights",
        "knights-returned 1: seat, land, knights",
        "land-conquered 1: seat, land, army",
        "land-laid 1: land, side",
        "last-knight-added 1: seat, place, knight",
        "last-knight-played 1: seat",
        "place-corrected 1: place, knight, to",
        "set-up-finished 1: first",
        "turn-began 1: seat",
        "turn-ended 1: seat",
    ],
}
FOR_GOOD = "what is stored is for good: leave the event as it was, add a version, and read the old one too"


def stored(events: tuple[type[Event], ...]) -> list[str]:
    return sorted(
        f"{stored_name(event)} {event.version}: {', '.join(field.name for field in fields(event))}".removesuffix(": ")
        for event in events
    )


def test_the_events_of_the_table_are_stored_as_they_always_were() -> None:
    assert stored(TABLE_EVENTS) == STORED["the table"], FOR_GOOD


@EVERY_GAME
def test_the_events_of_a_game_are_stored_as_they_always_were(game: Game[Any]) -> None:
    assert stored(game.events) == STORED[game.key], FOR_GOOD


@EVERY_GAME
def test_no_two_events_and_no_two_asks_of_a_game_share_a_name(game: Game[Any]) -> None:
    assert len(events_by_name(game)) == len(TABLE_EVENTS) + len(game.events)
    assert len(asks_by_name(game)) == len(TABLE_ASKS) + len(game.asks)


@EVERY_GAME
def test_events_and_asks_are_frozen_and_told_apart(game: Game[Any]) -> None:
    for kind in (*TABLE_EVENTS, *game.events):
        assert issubclass(kind, Event)
        assert is_frozen(kind), kind
    for kind in (*TABLE_ASKS, *game.asks):
        assert issubclass(kind, Ask)
        assert is_frozen(kind), kind


def is_frozen(kind: type) -> bool:
    """True if it is a dataclass of its own, and frozen: a class that only inherits is not."""
    own: Any = kind.__dict__.get("__dataclass_params__")
    return is_dataclass(kind) and own is not None and own.frozen


@EVERY_GAME
def test_what_an_event_calls_secret_is_one_of_its_fields(game: Game[Any]) -> None:
    assert all(secret_fields_exist(event) for event in (*TABLE_EVENTS, *game.events))
    assert any(event.secret for event in game.events), "a game of sealed choices has something to hide"


def test_a_secret_that_is_no_field_is_noticed() -> None:
    class Mistaken(Event):
        secret = frozenset({"stake"})

    assert not secret_fields_exist(Mistaken)


# --- the registry -------------------------------------------------------------------------------------------


def test_every_folder_of_a_game_is_in_the_registry() -> None:
    folders = {path.parent.name for path in (CHECKOUT / "scoring").glob("*/__init__.py")}
    assert folders == {key.replace("-", "_") for key in GAMES}
    assert all(key == game.key for key, game in GAMES.items())


@EVERY_GAME
def test_every_event_and_ask_that_a_game_defines_is_in_its_lists(game: Game[Any]) -> None:
    package = f"scoring.{game.key.replace('-', '_')}."
    defined = [module for name, module in sys.modules.items() if name.startswith(package)]
    kinds = [kind for module in defined for kind in vars(module).values() if isinstance(kind, type)]
    own = {kind for kind in kinds if kind.__module__.startswith(package)}
    assert {kind for kind in own if issubclass(kind, Event)} == set(game.events)
    assert {kind for kind in own if issubclass(kind, Ask)} == set(game.asks)


@EVERY_GAME
def test_a_view_is_a_closed_frozen_class(game: Game[Any]) -> None:
    package = f"scoring.{game.key.replace('-', '_')}."
    modules = [module for name, module in sys.modules.items() if name.startswith(package)]
    views = {kind for module in modules for kind in vars(module).values() if is_view(kind)}
    assert GameView in {base for view in views for base in view.__mro__}
    assert all(is_frozen(view) and fields(view) for view in views)


def is_view(kind: object) -> bool:
    return isinstance(kind, type) and kind.__name__.endswith("View")
