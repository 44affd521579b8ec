"""The rules are pure, and stored events stay readable: names and versions never change meaning."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator, Set
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest

from scoring.games import GAMES
from scoring.kernel import Action, Event, Game, GameView, stored_name
from scoring.recording import secret_fields_exist
from scoring.table import actions_by_name, events_by_name
from scoring.table_events import TABLE_ACTIONS, TABLE_EVENTS
from tests.games import game_spec, package
from tests.stored import OF_THE_TABLE

CHECKOUT = Path(__file__).parent.parent
MODULES = sorted((CHECKOUT / "scoring").rglob("*.py"))
EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))

# Standard library modules that rules may import: none has a clock, randomness or file access.
PURE = {
    "__future__",
    "abc",
    "collections",
    "dataclasses",
    "enum",
    "fractions",
    "functools",
    "itertools",
    "json",
    "math",
    "re",
    "types",
    "typing",
}
# Randomness is injected: `random.Random` may be used as a type, but nothing in `random` may be called.
LUCK = "random"
# Games are imported when first played. The Unicode tables need no file access.
MORE = {"games.py": {"importlib"}, "names.py": {"unicodedata"}}
CALLS_OUT = {"open", "print", "input", "exec", "eval", "compile", "__import__", "globals", "breakpoint"}


def imports(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        if isinstance(node, ast.ImportFrom):
            yield "." * node.level + (node.module or "")


def impurities(source: str, more: Set[str] = frozenset()) -> list[str]:
    """Returns the names in this source from outside the rules and the pure standard library."""
    tree = ast.parse(source)
    tops = {name.split(".")[0] for name in imports(tree)}
    found = [f"imports {top or 'something relative'}" for top in tops - PURE - more - {"scoring", LUCK}]
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
def test_rules_use_no_clock_no_randomness_and_no_files(module: Path) -> None:
    assert impurities(module.read_text(encoding="utf-8"), MORE.get(module.name, frozenset())) == []


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
def test_planted_impurity_is_found(line: str) -> None:
    assert impurities(line)


def test_rules_work_without_the_companion_or_flask() -> None:
    script = (
        "import importlib, pkgutil, sys\n"
        "import scoring\n"
        "for module in pkgutil.walk_packages(scoring.__path__, 'scoring.'):\n"
        "    importlib.import_module(module.name)\n"
        "beyond = {name.split('.')[0] for name in sys.modules} - set(sys.stdlib_module_names)\n"
        "print(sorted(beyond - {'__main__', 'scoring', 'sitecustomize', 'usercustomize'}))\n"
    )
    command = [sys.executable, "-S", "-c", script]
    assert subprocess.check_output(command, cwd=CHECKOUT, text=True).strip() == "[]"


def test_herald_starts_without_importing_the_rules_of_a_box() -> None:
    script = (
        "import sys\n"
        "import companion.app\n"
        "from scoring.game_info import GAME_INFOS\n"
        "print([cover.folder for cover in GAME_INFOS.values() if f'scoring.{cover.folder}' in sys.modules])\n"
    )
    # The pages of game sheets, which belong to no table, read sheets.
    assert subprocess.check_output([sys.executable, "-c", script], cwd=CHECKOUT, text=True).strip() == "['any_game']"


# --- stored data -------------------------------------------------------------------------------------------


FOR_GOOD = (
    "a new event gets a line in STORED; what stands there is for good: where an event changes, leave its line and "
    "add an upcast to it (CONTRIBUTING.md)"
)


def stored(events: tuple[type[Event], ...]) -> list[str]:
    return sorted(
        f"{stored_name(event)} {event.version}: {', '.join(field.name for field in fields(event))}".removesuffix(": ")
        for event in events
    )


def test_stored_form_of_table_events_is_unchanged() -> None:
    assert stored(TABLE_EVENTS) == OF_THE_TABLE, FOR_GOOD


@EVERY_GAME
def test_stored_form_of_game_events_is_unchanged(game: Game[Any]) -> None:
    assert stored(game.events) == game_spec(game.key).STORED, FOR_GOOD


@EVERY_GAME
def test_events_and_actions_of_a_game_have_unique_names(game: Game[Any]) -> None:
    assert len(events_by_name(game)) == len(TABLE_EVENTS) + len(game.events)
    assert len(actions_by_name(game)) == len(TABLE_ACTIONS) + len(game.actions)


@EVERY_GAME
def test_events_and_actions_are_frozen_dataclasses(game: Game[Any]) -> None:
    for kind in (*TABLE_EVENTS, *game.events):
        assert issubclass(kind, Event)
        assert is_frozen(kind), kind
    for kind in (*TABLE_ACTIONS, *game.actions):
        assert issubclass(kind, Action)
        assert is_frozen(kind), kind


def is_frozen(kind: type) -> bool:
    """True if the class itself is a frozen dataclass; inheriting from one is not enough."""
    own: Any = kind.__dict__.get("__dataclass_params__")
    return is_dataclass(kind) and own is not None and own.frozen


@EVERY_GAME
def test_secret_names_of_an_event_are_fields(game: Game[Any]) -> None:
    assert all(secret_fields_exist(event) for event in (*TABLE_EVENTS, *game.events))


def test_secret_that_is_not_a_field_is_found() -> None:
    class Mistaken(Event):
        secret = frozenset({"stake"})

    assert not secret_fields_exist(Mistaken)


# --- the registry -------------------------------------------------------------------------------------------


def test_every_game_folder_is_registered() -> None:
    """Any game has its rules, and is not listed before it has its screens."""
    folders = {path.parent.name for path in (CHECKOUT / "scoring").glob("*/__init__.py")} - {"kernel"}
    assert folders == {game.folder for game in GAMES.values() if package(game) == f"scoring.{game.folder}"}
    assert all(key == game.key for key, game in GAMES.items())


# Modules whose actions and events are registered by a phase.
SHARED = {"scoring.reveal_phases", "scoring.claims", "scoring.tracking_modes"}


@EVERY_GAME
def test_every_event_and_action_of_a_games_modules_is_registered(game: Game[Any]) -> None:
    """Except abstract bases; shared modules may add others."""
    home = f"{package(game)}."
    defined = [module for name, module in sys.modules.items() if name.startswith(home)]
    kinds = [kind for module in defined for kind in vars(module).values() if isinstance(kind, type)]
    own = {kind for kind in kinds if kind.__module__.startswith(home)}
    bases = {base for kind in own for base in kind.__mro__[1:]}
    for kind, known in ((Event, game.events), (Action, game.actions)):
        assert {one for one in own if issubclass(one, kind)} - bases <= set(known)
        assert {one.__module__ for one in known if one not in own} <= SHARED


@EVERY_GAME
def test_views_are_frozen_dataclasses(game: Game[Any]) -> None:
    home = f"{package(game)}."
    modules = [module for name, module in sys.modules.items() if name.startswith(home)]
    views = {kind for module in modules for kind in vars(module).values() if is_view(kind)}
    assert GameView in {base for view in views for base in view.__mro__}
    assert all(is_frozen(view) and fields(view) for view in views)


def is_view(kind: object) -> bool:
    return isinstance(kind, type) and kind.__name__.endswith("View")
