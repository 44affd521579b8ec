"""Declarations of each game for the shared tests, found by the game's folder.

A game in `scoring.game_info.GAME_INFOS` has a folder `tests/<folder>/`. Two modules in it are imported here, each when
a test first needs it. `game_spec.py`:

    STORED          every event as stored: "name version: fields"; lines are added, never changed or removed
    ENDINGS, endings_of the endings that must be recorded for every player count, and a function that returns the
                    endings of a finished projection (it may return others as well)
    Ledger          counts the pieces from the events alone: `Ledger(seats)`, `.book(event)`, `.check(state)`
    MOMENTS         the recordings (names in `recorded/`) whose moments together show every action;
                    used for accessibility tests and `tests.every_screen`
    OPENINGS        (if it has several tracking modes) one recording per mode; otherwise the first of MOMENTS
    CHECKED         (if its board is checked before a count) a recording that contains the check
    SAME_RESULT     (if it has several tracking modes) the test file showing that the same facts give the same
                    result in each mode, for every value of every option
    SCENE           a `Scene`: the moments of its two README pictures
    HIGHLIGHTS      (if its events have highlights) the highlight kinds in its recordings
    RealCards       (if players hold real cards) deals and reads the real cards, see tests/real_cards.py
    HASTE, TASTES   (if bot games would be too long) see tests/recorder.py
    SECRET_LINES    (if it has secret history lines) sentences of them, by recording

`hidden.py`, only for a game whose events have secret fields:

    PROBES          forms that somebody else sends for the seat with the secret; all of them are refused
    twins           two logs that differ only in one seat's secret
    PROVED_BY       (instead of twins, if no action is sealed) the test file that proves its secrecy
    otherwise       (optional) by stored event name: a variant of the event that differs for one seat
    ...             more optional declarations: see `Hidden`

`tests/test_game_completeness.py` lists the declarations that a game still lacks.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, field, fields
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import pytest

from companion.tables import CODE_LENGTH, CODE_LETTERS
from scoring.codec import Malformed
from scoring.game_info import GAME_INFOS
from scoring.games import GAMES
from scoring.kernel import Event, Game, stored_name
from scoring.recording import load
from scoring.replay import Projection
from scoring.table import events_by_name

if TYPE_CHECKING:
    from _pytest.mark import ParameterSet

    from tests.release_gates.twins import Twins
    from tests.secrecy import Log

TESTS = Path(__file__).parent


def one_for_all(cases: Iterable[Any], is_it: Callable[[Any], bool]) -> list[ParameterSet]:
    """Parametrizes cases that exercise the same code: ./check runs those for which `is_it` holds, --repeats others."""
    return [pytest.param(*_parts(case), marks=() if is_it(case) else pytest.mark.repeats) for case in cases]


def _parts(case: Any) -> tuple[Any, ...]:
    return case if isinstance(case, tuple) else (case,)


@dataclass(frozen=True)
class Scene:
    """A bot game and the conditions for its two pictures; `share` is how much of the log is skipped first."""

    seats: int
    seed: int
    table: Callable[[Any], bool]
    phone: Callable[[Any], bool]
    share: float = 0.5
    options: Mapping[str, str] = field(default_factory=dict)
    # CSS selector clicked on the phone before the screenshot.
    opened: str = ""
    # The kind of the film scene that the table screen shows.
    film: str = ""


@dataclass(frozen=True)
class Hidden:
    """Declarations in a game's `hidden.py`; all are optional."""

    PROBES: tuple[Mapping[str, str], ...] = ()
    twins: Callable[[], tuple[Log, Log]] | None = None
    PROVED_BY: str = ""
    # Options under which a seat seals a choice, where the last value of an option does not do so.
    SEALING_OPTIONS: Mapping[str, str] = field(default_factory=dict)
    # Actions that reveal sealed choices before everybody has made one.
    REVEALS_EARLY: frozenset[str] = frozenset()
    # Minimum number of sealed choices compared per game, if fewer than usual.
    SEALED_ONCE: int | None = None
    # Actions whose legality depends on the secret; the seat does not take them in paired rooms.
    RESTS_ON_IT: frozenset[str] = frozenset()
    # Maps a form of the secret's seat to one that works in both rooms; None skips the action.
    alike: Callable[[dict[str, str]], dict[str, str] | None] = lambda values: values
    # Actions by which another seat learns something about the secret.
    ASKS_FOR_IT: frozenset[str] = frozenset()
    # Actions validated against the secret, so that even a refusal reveals something.
    CHECKED_AGAINST_IT: frozenset[str] = frozenset()
    # Stored names of events that end the comparison: the secret is out, or the piles differ.
    REVEALS: frozenset[str] = frozenset()
    # Other seats, besides the actor's, that learn the event's secret.
    also_told: Callable[[Event], frozenset[int]] = lambda event: frozenset()
    # Stored names of secret events without twins; the game's own tests cover them.
    NO_TWINS: frozenset[str] = frozenset()
    otherwise: Mapping[str, Callable[[Projection, int, int, random.Random], Twins | None]] = field(default_factory=dict)
    # Game-specific way to make twins, in addition to the shared ones.
    another_way: Callable[[Projection, int, random.Random], Twins | None] | None = None
    # The part of a state that is visible to all although it depends on the secret.
    shows: Callable[[Any], object] = lambda state: None
    # True for an event whose secret fields hide nothing this time.
    hides_nothing: Callable[[Event], bool] = lambda event: False


def but(game: Game[Any], **other: Any) -> Game[Any]:
    """Returns a copy of the game with these attributes replaced."""
    changed = copy(game)
    vars(changed).update(other)
    return changed


def game_spec(key: str) -> ModuleType:
    return import_module(f"tests.{GAME_INFOS[key].folder}.game_spec")


def declaration(key: str, name: str, otherwise: Any = None) -> Any:
    """Returns an optional declaration of the game's `game_spec.py`, or `otherwise`."""
    return getattr(game_spec(key), name, otherwise)


@cache
def hidden(key: str) -> Hidden:
    if not has_hidden(key):
        return Hidden()
    module = import_module(f"tests.{GAME_INFOS[key].folder}.hidden")
    return Hidden(**{f.name: getattr(module, f.name) for f in fields(Hidden) if hasattr(module, f.name)})


def has_hidden(key: str) -> bool:
    return find_spec(f"tests.{GAME_INFOS[key].folder}.hidden") is not None


def has_secrets(game: Game[Any]) -> bool:
    return any(event.secret for event in game.events)


def games_with_secrets() -> list[str]:
    return [key for key, game in GAMES.items() if has_secrets(game)]


def shipped_games() -> list[str]:
    """Keys of the games in `scoring`; games that exist only in tests do not belong in the README."""
    return [key for key, game in GAMES.items() if package(game).startswith("scoring.")]


# --- its recordings -------------------------------------------------------------------------------------------------


def recordings_folder(key: str) -> Path:
    return TESTS / GAME_INFOS[key].folder / "recorded"


def recordings() -> list[Path]:
    """All recordings of all games, sorted by path."""
    return sorted(path for key in GAME_INFOS for path in recordings_folder(key).glob("*.jsonl"))


@cache
def projection_in(path: Path) -> Projection:
    text = path.read_text(encoding="utf-8")
    try:
        return load(text)
    except Malformed as error:
        where = path.relative_to(TESTS).as_posix() if path.is_relative_to(TESTS) else path.name
        unknown = ", ".join(unknown_in(text)) or str(error)
        raise AssertionError(
            f"tests/{where} cannot be replayed: {unknown}. In a game that nobody has yet, delete the file and run "
            "python -m tests.recorder; otherwise give the event an upcast."
        ) from error


def unknown_in(text: str) -> list[str]:
    """Names the events of a recording that its game does not know, or knows only in an older version."""
    head, *lines = map(json.loads, text.splitlines())
    if head["game"] not in GAME_INFOS:
        return [f"there is no game {head['game']}"]
    known = events_by_name(GAMES[head["game"]])
    steps = sorted({(line["event"], line["v"]) for line in lines if "event" in line})
    return [
        f"there is no event {name} {version}"
        for name, version in steps
        if name not in known or version > known[name].version
    ]


def event_counts(projection: Projection) -> Counter[str]:
    """Counts effective events by stored name."""
    return Counter(stored_name(type(record.event)) for record in projection.effective)


# --- its rules ------------------------------------------------------------------------------------------------------


def package(game: Game[Any]) -> str:
    """Returns the package of the rules: the one that defines most of the game's actions and events."""
    homes = Counter(".".join(kind.__module__.split(".")[:2]) for kind in (*game.actions, *game.events))
    return homes.most_common(1)[0][0]


@contextmanager
def temporarily_registered(other: Game[Any]) -> Iterator[None]:
    """Temporarily replaces the registered game of the same key."""
    kind = type(GAMES)
    found = kind.__getitem__
    kind.__getitem__ = lambda self, key: other if key == other.key else found(self, key)  # type: ignore[method-assign]
    try:
        yield
    finally:
        kind.__getitem__ = found  # type: ignore[method-assign]


def codes() -> Iterator[str]:
    """Yields distinct table codes."""
    return ("".join(letters) for letters in product(CODE_LETTERS, repeat=CODE_LENGTH))
