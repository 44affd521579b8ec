"""What a game declares about itself for the tests that all games share, found by its folder.

A game in `scoring.game_info.GAME_INFOS` has a folder `tests/<folder>/`. Two modules in it are read here, each when a
test first needs it. `game_spec.py`:

    STORED          every event as it is stored: "name version: fields"; lines are added, never changed or taken away
    WAYS, ends      the ways of ending that a recording has to show for every number of players, and those that a
                    finished story shows (it may show others besides)
    Ledger          the pieces counted again from the events alone: `Ledger(seats)`, `.book(event)`, `.check(state)`
    MOMENTS         the recordings (names in `recorded/`) whose moments together show everything that can be asked:
                    walked through for accessibility and for `tests.every_screen`
    OPENINGS        (if Herald can follow it in several ways) a recording for each way; otherwise the first of MOMENTS
    CHECKED         (if its board is checked before a count) a recording in which it is
    SAME_RESULT     (if it has several tracking modes) the file of tests that the same facts give the same result in
                    each of them, drawn over every value of every option
    SCENE           a `Scene`: the moments of its two pictures
    ACTS            (if its events say what is played of them) the kinds of great moments in its recordings
    RealCards       (if people keep their cards themselves) deals and reads off the real cards, see tests/real_cards.py
    HASTE, TASTES   (if bots would play too long) see tests/recorder.py
    CONFESSED       (if it confesses anything after the end) sentences of the open book, by recording

`hidden.py`, only for a game whose events have secret fields:

    PROBES          forms that somebody else sends for the seat with the secret; all of them are refused
    twins           two logs that differ in one seat's secret and in nothing else
    PROVED_BY       (instead of twins, where no ask is sealing) the test file that proves its secrets itself
    otherwise       (optional) by the stored name of an event: how the same event could have been to one seat
    ...             more that is optional: see `Hidden`

`tests/test_game_completeness.py` says in words what of this a game still lacks.
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
    """Cases that differ in what is shown and not in how: ./check runs those that `is_it`, --repeats the others."""
    return [pytest.param(*_parts(case), marks=() if is_it(case) else pytest.mark.repeats) for case in cases]


def _parts(case: Any) -> tuple[Any, ...]:
    return case if isinstance(case, tuple) else (case,)


@dataclass(frozen=True)
class Scene:
    """A game between bots, and the moments of its two pictures: how far, and what holds then."""

    seats: int
    seed: int
    table: Callable[[Any], bool]
    phone: Callable[[Any], bool]
    share: float = 0.5
    options: Mapping[str, str] = field(default_factory=dict)
    # What is tapped on the phone before.
    opened: str = ""


@dataclass(frozen=True)
class Hidden:
    """What `hidden.py` of a game says; by default nothing."""

    PROBES: tuple[Mapping[str, str], ...] = ()
    twins: Callable[[], tuple[Log, Log]] | None = None
    PROVED_BY: str = ""
    # Options with which somebody seals something, where the last value of each is not the one.
    SEALING_OPTIONS: Mapping[str, str] = field(default_factory=dict)
    # How often a sealed choice can be compared in a whole game, where that is seldom.
    SEALED_ONCE: int | None = None
    # What the seat may ask rests on its secret: it does not ask it in two rooms alike.
    RESTS_ON_IT: frozenset[str] = frozenset()
    # Another form for what the seat with the secret would ask alike in both rooms; None: it does not ask it.
    alike: Callable[[dict[str, str]], dict[str, str] | None] = lambda values: values
    # Whoever asks this about the seat learns something of it.
    ASKS_FOR_IT: frozenset[str] = frozenset()
    # What is checked against the secret, so that a refusal tells something to everybody.
    CHECKED_AGAINST_IT: frozenset[str] = frozenset()
    # Stored names of events that end the comparison: now everybody knows, or piles differ.
    REVEALS: frozenset[str] = frozenset()
    # Seats besides the one that asks that are told what an event hides from the others.
    also_told: Callable[[Event], frozenset[int]] = lambda event: frozenset()
    # Stored names of events with secrets of which no twins are made: the game's own tests look at them.
    NO_TWINS: frozenset[str] = frozenset()
    otherwise: Mapping[str, Callable[[Projection, int, int, random.Random], Twins | None]] = field(default_factory=dict)
    # One more way to make twins of a story, besides those that fit all games.
    another_way: Callable[[Projection, int, random.Random], Twins | None] | None = None
    # What shows on the table though it rests on the secret, from a state.
    shows: Callable[[Any], object] = lambda state: None
    # True for an event with secret fields that hides nothing this time.
    hides_nothing: Callable[[Event], bool] = lambda event: False


def but(game: Game[Any], **other: Any) -> Game[Any]:
    """The same game, with something else in the place of what it has."""
    changed = copy(game)
    vars(changed).update(other)
    return changed


def game_spec(key: str) -> ModuleType:
    return import_module(f"tests.{GAME_INFOS[key].folder}.game_spec")


def declares(key: str, name: str, otherwise: Any = None) -> Any:
    """What is optional."""
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


def shipped() -> list[str]:
    """The games that come with Herald: one whose rules are only in the tests has no place in the README."""
    return [key for key, game in GAMES.items() if package(game).startswith("scoring.")]


# --- its recordings -------------------------------------------------------------------------------------------------


def recorded(key: str) -> Path:
    return TESTS / GAME_INFOS[key].folder / "recorded"


def recordings() -> list[Path]:
    """Those of all games, in the order of the folders."""
    return sorted(path for key in GAME_INFOS for path in recorded(key).glob("*.jsonl"))


@cache
def story_in(path: Path) -> Projection:
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
    """The steps of a recording that its game does not have, or has in a version before."""
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


def happened(projection: Projection) -> Counter[str]:
    """How often each kind of event is in the story, by stored name; what was undone does not count."""
    return Counter(stored_name(type(record.event)) for record in projection.effective)


# --- its rules ------------------------------------------------------------------------------------------------------


def package(game: Game[Any]) -> str:
    """Where its rules are: most of its asks and events are from there."""
    homes = Counter(".".join(kind.__module__.split(".")[:2]) for kind in (*game.actions, *game.events))
    return homes.most_common(1)[0][0]


@contextmanager
def played_by(other: Game[Any]) -> Iterator[None]:
    """For a while these are the rules of the game."""
    kind = type(GAMES)
    found = kind.__getitem__
    kind.__getitem__ = lambda self, key: other if key == other.key else found(self, key)  # type: ignore[method-assign]
    try:
        yield
    finally:
        kind.__getitem__ = found  # type: ignore[method-assign]


def codes() -> Iterator[str]:
    """Codes for as many tables as anybody needs."""
    return ("".join(letters) for letters in product(CODE_LETTERS, repeat=CODE_LENGTH))
