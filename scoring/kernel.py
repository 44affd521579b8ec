"""What a game is: asks that know when they are possible, events that know what they change, what each seat may see."""

from __future__ import annotations

import random
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cache, cached_property, lru_cache
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar, dataclass_transform

from scoring.box import Box, BoxField, Check, contradicted
from scoring.covers import Cover
from scoring.offers import Count, Dice, Limit, Offer, Pick, filled_in
from scoring.once import KEPT, Same, once
from scoring.standings import ScoreLine, Standings
from scoring.values import without
from scoring.words import T, Text, Who

Thing = TypeVar("Thing")
State = TypeVar("State", bound="GameState")

# How closely Herald follows: every move, only what is tedious, or nothing but the end.
MOVES, COUNTS, END = "moves", "counts", "end"


def stored_name(cls: type) -> str:
    """`BidSealed` is stored as `bid-sealed`."""
    return _hyphenated(cls.__name__)


@cache
def _hyphenated(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


class Refusal(Exception):
    """An ask that the rules forbid: what is wrong, what would be allowed, and where it is printed."""

    def __init__(self, code: str, message: Text, rule: str = "", needs: tuple[str, ...] = ()) -> None:
        super().__init__(code)
        self.code, self.message, self.rule = code, message, rule
        # Printed numbers that have to be said first.
        self.needs = needs


def refused_if(when: object, code: str, message: Text, rule: str = "") -> Refusal | None:
    """A rule in one line: refused when this is so. Rules are tried in turn with `or`."""
    return Refusal(code, message, rule) if when else None


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


# --- what is defined is known --------------------------------------------------------------------------


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Defined:
    """Asks, events and phases register by being defined: a game consists of those in its own package.

    Each is a frozen dataclass by itself. What is true of it as a kind stands beside its name, as in
    `class StakesRevealed(Event, reveals=True)`. A class that only lends its methods to others is `abstract`.
    """

    _by_package: ClassVar[dict[str, list[type]]] = {}

    def __init_subclass__(cls, abstract: bool = False, **claims: Any) -> None:
        super().__init_subclass__()
        for name, value in claims.items():
            assert hasattr(cls, name), f"{cls.__name__} is of no kind that has {name}"
            setattr(cls, name, value)
        dataclass(frozen=True)(cls)
        if not abstract:
            Defined._by_package.setdefault(cls.__module__.rpartition(".")[0], []).append(cls)


def defined_in(package: str, kind: type[Thing]) -> tuple[type[Thing], ...]:
    """All of this kind in the package, in the order of their definition."""
    return tuple(one for one in Defined._by_package.get(package, ()) if issubclass(one, kind))


# --- the state of a game -------------------------------------------------------------------------------


class Phase(Defined, abstract=True):
    """What is going on. Each game has a few kinds of it, as frozen dataclasses."""

    # True once nothing can be asked any more.
    over: ClassVar[bool] = False

    def headline(self, state: Any) -> Text:
        """What is going on, in a few words."""
        raise NotImplementedError

    def waiting_for(self, state: Any) -> tuple[int, ...]:
        """Seats that have to do something; nobody in particular where any device may tap on."""
        return ()

    def busy(self, state: Any) -> Refusal:
        """Why an ask of another phase is not possible now."""
        return not_now()


def not_now() -> Refusal:
    return Refusal("not-now", T("That is not possible now: look what the screen asks for."))


@dataclass(frozen=True, kw_only=True)
class GameState:
    """All of it, secrets included: screens see `view` only. Each game adds its own fields."""

    seats: int
    box: Box
    phase: Phase
    # How closely Herald follows: `scoring.following` tells.
    follow: str = MOVES
    # The to-do list: what hands have to do now with the real pieces.
    to_do: tuple[Text, ...] = ()

    @property
    def turn(self) -> int | None:
        """Whose turn it is."""
        return getattr(self.phase, "turn", None)

    @property
    def for_table(self) -> int:
        """Steps for the whole table are offered once, to this seat; any device may tap them."""
        return self.turn or 0

    def printed(self: State, key: str, value: str) -> State:
        """The state once this printed number is known, or forgotten (an empty value)."""
        rest = without(self.box, key)
        return replace(self, box={**rest, key: value} if value else rest)


# --- events --------------------------------------------------------------------------------------------


class WhenUndone(Enum):
    """What becomes of an event when the table goes back behind it."""

    GOES = "goes"
    STAYS = "stays"  # who sits where
    STAYS_ALONE = "stays alone"  # a printed number: it goes only with the move that brought it along
    DECIDED_ANEW = "decided anew"  # follows from a printed number that stays


# Data of one version of an event, as stored, made into data of the next.
Upcast: TypeAlias = Callable[[dict[str, Any]], dict[str, Any]]


class Event(Defined, abstract=True):
    """What happened, in the past tense. Once stored, a name and its version never change meaning."""

    version: ClassVar[int] = 1
    # One for each change of what is stored: the version is one more than there are of these.
    upcasts: ClassVar[tuple[Upcast, ...]] = ()
    # Fields that leave the server only when the game is over.
    secret: ClassVar[Set[str]] = frozenset()
    # Hidden things became known: going back behind it needs the host.
    reveals: ClassVar[bool] = False
    # Contradicts nobody's next move: pages that have not seen it are not stale.
    quiet: ClassVar[bool] = False
    # A sealed choice: whoever did not make it takes it back only with the host.
    sealed: ClassVar[bool] = False
    when_undone: ClassVar[WhenUndone] = WhenUndone.GOES
    # No move: the history tells it, but it is never the last thing that happened.
    aside: ClassVar[bool] = False
    # The to-do list so far has served: the table has gone on.
    clears: ClassVar[bool] = False
    # What it brings to an end or begins (an election, an epoch, a turn): such moments divide the story of an evening.
    chapter: ClassVar[Text | None] = None
    # The field that says who plays first, in the event that settles it (or the first of its kind).
    beginner: ClassVar[str] = ""
    # An event that games share belongs to those that have one of these phases.
    phases: ClassVar[tuple[type[Phase], ...]] = ()

    def __init_subclass__(cls, abstract: bool = False, **claims: Any) -> None:
        super().__init_subclass__(abstract, **claims)
        cls.version = 1 + len(cls.upcasts)

    def fold(self, state: Any) -> Any:
        """The state after it. Never refuses: what is in the log happened."""
        return state

    def tell(self, state: Any) -> Text | None:
        """In words that everybody may read, told from the state before it; None: nothing worth a line."""
        return None

    def to_do(self, state: Any) -> Iterable[Text]:
        """What hands have to do with the real pieces, told from the state before it."""
        return ()

    def clears_to_do(self, state: Any) -> bool:
        """True if the to-do list so far has served; an event for which that depends says so here."""
        return self.clears

    def confess(self, state: Any) -> Text | None:
        """What the history kept to itself; asked only once the game is over."""
        return None


class SealedEvent(Event, abstract=True, sealed=True, quiet=True):
    """Somebody made a sealed choice; which one is in its `secret` fields."""


class BoxFilled(Event, quiet=True, when_undone=WhenUndone.STAYS_ALONE):
    """A printed number became known, or was put right; an empty value forgets it."""

    field: str
    value: str

    def fold(self, state: GameState) -> GameState:
        return state.printed(self.field, self.value)


class BoxWorkedOut(BoxFilled, when_undone=WhenUndone.DECIDED_ANEW):
    """What has been read leaves only this value; an empty one: nothing follows any more."""


def fold(state: State, event: Event) -> State:
    """The state after the event. Worked out once: whoever decides it and whoever replays it get the same state."""
    after: State = _folded(Same(state), Same(event))
    return after


@lru_cache(maxsize=KEPT)
def _folded(before: Same, happened: Same) -> Any:
    state, event = before.state, happened.state
    kept = () if event.clears_to_do(state) else state.to_do
    to_do = (*kept, *event.to_do(state))
    after = event.fold(state)
    return after if to_do == after.to_do else replace(after, to_do=to_do)


@dataclass
class Draft(Generic[State]):
    """Events being decided, each folded at once so that the next step sees what it did."""

    state: State
    events: list[Event] = field(default_factory=list)

    def happen(self, event: Event) -> None:
        self.events.append(event)
        self.state = fold(self.state, event)


# --- asks ----------------------------------------------------------------------------------------------


class Ask(Defined, abstract=True):
    """What somebody wants, in the imperative: when it is possible, what can be filled in, and what then happens.

    A rule stands in `why_not` (of the ask at all) or `why_not_this` (of what was filled in), and nowhere else: what
    is offered is what they do not refuse.

    `own` asks rest on what only that seat may know (its hand, its sealed choice): they are offered to and
    taken from that seat's own device alone, so that nobody can probe a secret by trying.
    `strict` asks are refused from a page that has not seen the last move.
    `sealing` asks are sealed choices: afterwards the phone steps back and a curtain closes.
    """

    own: ClassVar[bool] = False
    strict: ClassVar[bool] = True
    sealing: ClassVar[bool] = False
    # Something is counted: never with printed numbers that contradict what the rulebook states.
    counts: ClassVar[bool] = False
    # The phases in which it is possible; none named: in all of them.
    phases: ClassVar[tuple[type[Phase], ...]] = ()

    @classmethod
    def why_not(cls, state: Any, seat: int) -> Refusal | None:
        """Why this seat cannot do that now, in one of its phases; a phone may show the reason. None: it can."""
        return None

    @classmethod
    def offers(cls, state: Any, seat: int) -> Iterable[Offer]:
        """What can be filled in, where `why_not` has nothing against it; by default there is nothing to fill in."""
        return (offer(cls, seat),)

    def why_not_this(self, state: Any, seat: int) -> Refusal | None:
        """Why not with these values; what the offers bound by themselves need not be said again.

        It is asked before the offers are compared, so that people hear the rule and not only that it is no choice now.
        The values are therefore of the right type, but may name an area, a piece or a seat that does not exist.
        """
        return None

    def fits(self, offered: Offer) -> bool:
        """True if the offer allows these values; an ask that may go beyond its offers says when."""
        return offered.allows(filled_in(self))

    def decide(self, draft: Draft[Any], seat: int, chance: Chance) -> None:
        """What happens. By now nothing is against it."""
        raise NotImplementedError

    @classmethod
    def offered_to(cls, state: Any) -> Iterable[int]:
        """The seats that may be offered it."""
        return range(state.seats)

    @classmethod
    def must_know(cls, needs: tuple[str, ...]) -> tuple[str, ...]:
        """Those of an offer's printed numbers that cannot be filled in later; by default all of them."""
        return needs

    @classmethod
    def puts_right(cls, state: Any) -> bool:
        """True if it puts right what was entered wrongly: it is then shown apart from the moves."""
        return False


class SealedAsk(Ask, abstract=True, own=True, strict=False, sealing=True):
    """A choice made in secret, which may be changed until the last one is in."""


class TableStep(Ask, abstract=True):
    """Nobody's choice: any device may tap it, and it is offered once."""

    @classmethod
    def why_not(cls, state: Any, seat: int) -> Refusal | None:
        if seat == state.for_table:
            return None
        return Refusal("not-yours", T("This is for {who} to tap.", who=Who(state.for_table)))


class Correction(Ask, abstract=True):
    """Puts right what was entered wrongly. Any seat may, but what rests on a secret only its owner."""

    @classmethod
    def offered_to(cls, state: Any) -> Iterable[int]:
        return range(state.seats) if cls.own else (state.for_table,)

    @classmethod
    def puts_right(cls, state: Any) -> bool:
        return True


def offer(
    ask: type[Ask],
    seat: int,
    *fields: Pick | Count | Dice,
    total: tuple[int, int] | None = None,
    needs: tuple[str, ...] = (),
    limits: tuple[Limit, ...] = (),
) -> Offer:
    return Offer(seat, stored_name(ask), fields, total, needs, ask.own, limits)


def not_offered(ask: Ask, offers: Sequence[Offer]) -> Refusal:
    """What would be allowed, where that can be said in a word."""
    values = filled_in(ask)
    for count in (one for offer in offers for one in offer.fields if isinstance(one, Count)):
        if not count.allows(values.get(count.name)):
            bounds = T("Choose a number from {low} to {high}.", low=count.low, high=count.high)
            return Refusal("not-offered", bounds)
    return Refusal("not-offered", T("That is not one of the choices now."))


def why_not(ask: type[Ask], state: GameState, seat: int) -> Refusal | None:
    """Why this seat cannot ask for that now. The reason may rest on a secret of the seat if the ask is its own."""
    if ask.phases and not isinstance(state.phase, ask.phases):
        return state.phase.busy(state)
    return ask.why_not(state, seat)


def allowed(
    ask: type[Ask], state: GameState, seat: int, name: str, values: Iterable[Thing], **others: Any
) -> tuple[Thing, ...]:
    """Those values of one field of an ask that nothing is against, its other fields being these."""
    return tuple(value for value in values if ask(**others, **{name: value}).why_not_this(state, seat) is None)


def in_turn(state: GameState, seat: int, rule: str) -> Refusal | None:
    """Why somebody has to wait for the turn."""
    if seat == state.turn:
        return None
    return Refusal("not-your-turn", T("It is {who}'s turn.", who=Who(state.turn or 0)), rule)


# --- what a seat may see -------------------------------------------------------------------------------


@dataclass(frozen=True)
class GameView:
    """What one seat (or, with None, the table screen) may see; each game adds its own fields."""

    seat: int | None
    # What is going on, in a few words, and whose move it is.
    headline: Text
    turn: int | None
    waiting_for: tuple[int, ...]
    offers: tuple[Offer, ...]
    # The to-do list: what hands have to do now with the real pieces.
    to_do: tuple[Text, ...]
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
    # Then nobody can choose otherwise.
    fixed_without_box: bool = False
    # What tables have that were opened before there was this choice; empty: there always was.
    before: str = ""
    # A sentence on a value whose label does not say enough.
    hints: tuple[tuple[str, Text], ...] = ()
    # Values that no lobby offers: a page of their own leads to them.
    unlisted: tuple[str, ...] = ()
    # Nothing is chosen beforehand: the lobby asks, and the game starts only when it is answered.
    asked: bool = False

    @property
    def default(self) -> str:
        return "" if self.asked else self.values[0][0]

    def default_for(self, example: bool) -> str:
        return (self.without_box if example else "") or self.default

    @property
    def listed(self) -> tuple[tuple[str, Text], ...]:
        return tuple((value, label) for value, label in self.values if value not in self.unlisted)

    def hint(self, value: str) -> Text | None:
        return dict(self.hints).get(value)


@dataclass(frozen=True)
class Setting:
    """All that a game is started with."""

    seats: int
    options: Mapping[str, str]
    box: Box
    # Of the seats, as far as the number of pieces goes by colour.
    colours: tuple[str, ...] = ()

    @property
    def follow(self) -> str:
        return self.options.get("follow", MOVES)


class Game(ABC, Generic[State]):
    """A game: what is on and in its box, how it starts, what is seen and scored. Its asks and events, which carry the
    rules, belong to it by being defined in its package."""

    cover: Cover
    options: tuple[Option, ...] = ()
    box: tuple[BoxField, ...] = ()
    checks: tuple[Check, ...] = ()
    example: Box
    # False: what everybody has scored so far is for nobody else to add up before the end.
    open_scores: bool = True
    # Of the pieces in the box, as far as they are known.
    colours: tuple[str, ...] = ()
    # The rows of a score sheet: the categories of its score lines, in the order in which they are added up.
    score_rows: tuple[Text, ...] = ()
    # Its number at BoardGameGeek, where that is known.
    bgg: int | None = None

    @abstractmethod
    def start(self, setting: Setting) -> State: ...

    @abstractmethod
    def view(self, state: State, seat: int | None) -> GameView:
        """Built up from nothing: `common` and the game's own fields."""

    @abstractmethod
    def score(self, state: State) -> tuple[ScoreLine, ...]: ...

    @abstractmethod
    def standings(self, state: State) -> Standings | None:
        """None while the game goes on."""

    def after_filled(self, state: State, filled: BoxFilled) -> list[Event]:
        """What follows when a printed number becomes known or is put right, told from the state before it."""
        return []

    # --- the same for every game ------------------------------------------------------------------------

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

    @cached_property
    def asks(self) -> tuple[type[Ask], ...]:
        return self._of_kind(Ask)

    @cached_property
    def events(self) -> tuple[type[Event], ...]:
        return self._of_kind(Event)

    def _of_kind(self, kind: type[Thing]) -> tuple[type[Thing], ...]:
        """Those in its own package, and those of all games that one of its phases brings along."""
        package = type(self).__module__
        phases = defined_in(package, Phase)
        shared = (one for one in defined_in("scoring", kind) if any(issubclass(p, one.phases) for p in phases))  # type: ignore[attr-defined]
        return (*defined_in(package, kind), *shared)

    def ask_named(self, name: str) -> type[Ask] | None:
        return next((ask for ask in self.asks if stored_name(ask) == name), None)

    def field(self, key: str) -> BoxField | None:
        return next((field for field in self.box if field.key == key), None)

    def decide(self, state: State, seat: int, ask: Ask, chance: Chance) -> list[Event]:
        """What happens if this is asked; raises Refusal where the rules forbid it, and changes nothing."""
        if refusal := self.refusal(state, seat, ask):
            raise refusal
        draft = Draft(state)
        ask.decide(draft, seat, chance)
        return draft.events

    def refusal(self, state: State, seat: int, ask: Ask) -> Refusal | None:
        """Why this cannot be asked now: the reason of the ask itself, or that no offer is like it."""
        return why_not(type(ask), state, seat) or ask.why_not_this(state, seat) or self._misfit(state, seat, ask)

    def wrong_box(self, box: Box) -> Refusal | None:
        """Why nothing can be counted: what was read off the box contradicts what the rulebook states."""
        broken = contradicted(self.box, self.checks, box)
        if broken is None:
            return None
        why = T("{statement} The numbers read from the box say otherwise: look at them again.", statement=broken.text)
        return Refusal("box-contradicts", why, broken.rule)

    def _misfit(self, state: State, seat: int, ask: Ask) -> Refusal | None:
        kind = type(ask)
        offers = [
            one for one in self.every_offer(state, kind) if seat == one.seat or (kind.puts_right(state) and not one.own)
        ]
        fitting = next((one for one in offers if ask.fits(one)), None)
        if fitting is None:
            return not_offered(ask, offers) if offers else not_now()
        missing = kind.must_know(fitting.needs)
        return self.number_needed(missing) if missing else None

    def number_needed(self, keys: Sequence[str]) -> Refusal:
        label = next((field.full_label for field in map(self.field, keys) if field), T("a number"))
        return Refusal("box-needed", T("Say first what is printed: {label}.", label=label), needs=tuple(keys))

    def fold(self, state: State, event: Event) -> State:
        return fold(state, event)

    def tell(self, state: State, event: Event) -> Text | None:
        return event.tell(state)

    def confess(self, state: State, event: Event) -> Text | None:
        return event.confess(state)

    def every_offer(self, state: State, kind: type[Ask]) -> tuple[Offer, ...]:
        """All offers of this kind of ask, secret ones included."""
        return tuple(one for one in _offers(state, self, kind.puts_right(state)) if one.ask == stored_name(kind))

    def offers(self, state: State, seat: int | None) -> tuple[Offer, ...]:
        """Everything that any seat may ask now, corrections apart, as far as this seat may know of it."""
        return for_eyes_of(seat, _offers(state, self, False))

    def corrections(self, state: State, seat: int | None) -> tuple[Offer, ...]:
        return for_eyes_of(seat, _offers(state, self, True))

    def common(self, state: State, seat: int | None) -> dict[str, Any]:
        """What the views of all games have."""
        return {
            "seat": seat,
            "headline": state.phase.headline(state),
            "turn": state.turn,
            "waiting_for": state.phase.waiting_for(state),
            "offers": self.offers(state, seat),
            "to_do": state.to_do,
            "over": state.phase.over,
            "corrections": self.corrections(state, seat),
        }


@once
def _offers(state: GameState, game: Game[Any], corrections: bool) -> tuple[Offer, ...]:
    kinds = (ask for ask in game.asks if ask.puts_right(state) is corrections)
    return tuple(one for ask in kinds for one in offered(ask, state))


def offered(ask: type[Ask], state: GameState) -> Iterator[Offer]:
    """All offers of this ask now, secret ones included."""
    if ask.phases and not isinstance(state.phase, ask.phases):
        return
    for seat in ask.offered_to(state):
        if ask.why_not(state, seat) is None:
            yield from ask.offers(state, seat)


def for_eyes_of(seat: int | None, offers: Iterable[Offer]) -> tuple[Offer, ...]:
    """What rests on a secret is offered to its owner alone."""
    return tuple(one for one in offers if not one.own or one.seat == seat)
