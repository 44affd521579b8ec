"""What a game is: three functions over asks, events and views, and the words they share."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, ClassVar, Generic, TypeVar

from scoring.box import Box, BoxField, Check
from scoring.covers import Cover
from scoring.standings import ScoreLine, Standings
from scoring.words import Text


def stored_name(cls: type) -> str:
    """`BidSealed` is stored as `bid-sealed`."""
    return _hyphenated(cls.__name__)


@cache
def _hyphenated(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


@dataclass(frozen=True)
class Ask:
    """What somebody wants, in the imperative.

    `own` asks rest on what only that seat may know (its hand, its sealed choice): they are offered to and
    taken from that seat's own device alone, so that nobody can probe a secret by trying.
    `strict` asks are refused from a page that has not seen the last move.
    `sealing` asks are sealed choices: afterwards the phone steps back and a curtain closes.
    """

    own: ClassVar[bool] = False
    strict: ClassVar[bool] = True
    sealing: ClassVar[bool] = False


@dataclass(frozen=True)
class Event:
    """What happened, in the past tense. Once stored, a name and its version never change meaning."""

    version: ClassVar[int] = 1
    # Fields that leave the server only when the game is over.
    secret: ClassVar[frozenset[str]] = frozenset()
    # Hidden things became known: going back behind it needs the host.
    reveals: ClassVar[bool] = False
    # Contradicts nobody's next move: pages that have not seen it are not stale.
    quiet: ClassVar[bool] = False
    # Undo does not touch it (who sits where).
    lasting: ClassVar[bool] = False
    # Nor this, unless it came along with what is undone (a printed number that a move asked for).
    lasting_alone: ClassVar[bool] = False
    # Follows from a printed number that was put right: the number stays when it is undone, and this is decided anew.
    follows: ClassVar[bool] = False
    # A sealed choice: whoever did not make it takes it back only with the host.
    sealed: ClassVar[bool] = False
    # What it brings to an end or begins (an election, an epoch, a turn): such moments divide the story of an evening.
    chapter: ClassVar[Text | None] = None
    # The field that says who plays first, in the event that settles it (or the first of its kind).
    beginner: ClassVar[str] = ""


@dataclass(frozen=True)
class BoxFilled(Event):
    """A printed number became known, or was put right; an empty value forgets it."""

    quiet: ClassVar[bool] = True
    lasting_alone: ClassVar[bool] = True
    field: str
    value: str


class Refusal(Exception):
    """An ask that the rules forbid: what is wrong, what would be allowed, and where it is printed."""

    def __init__(self, code: str, message: Text, rule: str = "") -> None:
        super().__init__(code)
        self.code, self.message, self.rule = code, message, rule


class Chance:
    """Luck, handed in from outside; every outcome is recorded in an event."""

    def __init__(self, source: random.Random) -> None:
        self._source = source

    def dice(self, count: int) -> tuple[int, ...]:
        return tuple(self._source.randint(1, 6) for _ in range(count))

    def shuffled(self, things: Sequence[Thing]) -> tuple[Thing, ...]:
        return tuple(self._source.sample(things, len(things)))

    def one_of(self, things: Sequence[Thing]) -> Thing:
        return self._source.choice(things)

    def between(self, low: int, high: int) -> int:
        return self._source.randint(low, high)


Thing = TypeVar("Thing")
State = TypeVar("State")


def nothing_hidden(state: Any, event: Any) -> None:
    """For a game whose history tells everything."""


# --- what a seat may ask now ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Pick:
    """One of these."""

    name: str
    options: tuple[str | int, ...]


@dataclass(frozen=True)
class Count:
    """A whole number from `low` to `high`; the form starts at `value`."""

    name: str
    low: int
    high: int
    value: int = 0


@dataclass(frozen=True)
class Dice:
    """The faces of `count` dice, typed in by whoever rolled them."""

    name: str
    count: int


@dataclass(frozen=True)
class Limit:
    """These counts together come to at most so many, and to more where another count of the form adds something."""

    names: tuple[str, ...]
    most: int
    # That count, and what each of it adds.
    raised_by: tuple[str, int] | None = None


@dataclass(frozen=True)
class Offer:
    """An ask that would be taken now: buttons, validation, bots and the fuzzer all read this."""

    seat: int
    ask: str
    fields: tuple[Pick | Count | Dice, ...] = ()
    # What the counts must add up to, where that is bounded.
    total: tuple[int, int] | None = None
    # Printed numbers that are not known yet and have to come along with the ask.
    needs: tuple[str, ...] = ()
    own: bool = False
    # Groups of counts that are bounded together.
    limits: tuple[Limit, ...] = ()

    def field(self, name: str) -> Pick | Count | Dice:
        return next(field for field in self.fields if field.name == name)


def offer(
    ask: type[Ask],
    seat: int,
    *fields: Pick | Count | Dice,
    total: tuple[int, int] | None = None,
    needs: tuple[str, ...] = (),
    limits: tuple[Limit, ...] = (),
) -> Offer:
    return Offer(seat, stored_name(ask), fields, total, needs, ask.own, limits)


@dataclass(frozen=True)
class GameView:
    """What one seat (or, with None, the table screen) may see; each game adds its own fields."""

    seat: int | None
    # What is going on, in a few words, and whose move it is.
    headline: Text
    turn: int | None
    waiting_for: tuple[int, ...]
    offers: tuple[Offer, ...]
    # The hands list: what to do now with the real pieces.
    hands: tuple[Text, ...]
    over: bool
    # Ways to put right what was entered wrongly; needed to go on only where the headline asks for it.
    corrections: tuple[Offer, ...]

    def offer(self, ask: str, seat: int | None = None) -> Offer | None:
        """The offer of this ask, to any seat or to the one named."""
        return next((o for o in self.offers if o.ask == ask and seat in (None, o.seat)), None)


# --- a game --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Option:
    """A choice made when the table is opened; the first value is the default."""

    key: str
    label: Text
    values: tuple[tuple[str, Text], ...]
    # What it is for those who only try the game, with nothing on the table; empty: as they choose.
    without_box: str = ""
    # It came after the first evenings: their tables say nothing of it.
    later: bool = False

    @property
    def default(self) -> str:
        return self.values[0][0]


@dataclass(frozen=True)
class Setting:
    """All that a game is started with."""

    seats: int
    options: Mapping[str, str]
    box: Box
    # Of the seats, as far as the number of pieces goes by colour.
    colours: tuple[str, ...] = ()


def nothing_follows(_state: Any, _filled: BoxFilled) -> list[Event]:
    return []


@dataclass(frozen=True)
class Game(Generic[State]):
    """One of the five games: its constants and its functions."""

    cover: Cover
    options: tuple[Option, ...]
    box: tuple[BoxField, ...]
    checks: tuple[Check, ...]
    example: Box
    asks: tuple[type[Ask], ...]
    events: tuple[type[Event], ...]
    start: Callable[[Setting], State]
    # decide may refuse and changes nothing; fold never refuses; view is built up from nothing.
    decide: Callable[[State, int, Any, Chance], list[Event]]
    fold: Callable[[State, Any], State]
    view: Callable[[State, int | None], GameView]
    # The event in words that everybody may read, told from the state before it; None: nothing worth a line.
    tell: Callable[[State, Any], Text | None]
    score: Callable[[State], tuple[ScoreLine, ...]]
    # None while the game goes on.
    standings: Callable[[State], Standings | None]
    # False: what everybody has scored so far is for nobody else to add up before the end.
    open_scores: bool = True
    # Of the pieces in the box, as far as they are known.
    colours: tuple[str, ...] = ()
    # What follows when a printed number becomes known or is put right, told from the state before it.
    after_filled: Callable[[State, BoxFilled], list[Event]] = nothing_follows
    # What the history kept to itself, told from the state before the event; asked only once the game is over.
    confess: Callable[[State, Any], Text | None] = field(default=nothing_hidden)
    # The rows of a score sheet: the categories of its score lines, in the order in which they are added up.
    sheet: tuple[Text, ...] = ()
    # Its number at BoardGameGeek, where that is known.
    bgg: int | None = None

    @property
    def key(self) -> str:
        return self.cover.key

    @property
    def title(self) -> str:
        return self.cover.title

    @property
    def players(self) -> range:
        return self.cover.players

    @property
    def folder(self) -> str:
        return self.cover.folder

    def ask_named(self, name: str) -> type[Ask] | None:
        return next((ask for ask in self.asks if stored_name(ask) == name), None)

    def field(self, key: str) -> BoxField | None:
        return next((field for field in self.box if field.key == key), None)


@dataclass
class Draft(Generic[State]):
    """Events being decided, each folded at once so that the next step sees what it did."""

    state: State
    fold: Callable[[State, Any], State]
    events: list[Event] = field(default_factory=list)

    def happen(self, event: Event) -> None:
        self.events.append(event)
        self.state = self.fold(self.state, event)
