"""A game: its printed fields, options, actions and events, and the view of each seat."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from scoring.game_info import GameInfo
from scoring.interpretations import Interpretation
from scoring.kernel.actions import Action, action_refusal, legal_actions_of, not_legal_refusal, visible_to
from scoring.kernel.events import Batch, Event, PrintedValueEntered, apply_event
from scoring.kernel.refusals import NOT_NOW, OBVIOUS, Refusal
from scoring.kernel.registry import in_module_order, registered_in, stored_name
from scoring.kernel.rng import Rng
from scoring.kernel.state import EVERY_MOVE, KEY_MOMENTS, GameState, Help, Phase, State
from scoring.legal_actions import LegalAction
from scoring.memo import cached_property, memoize_by_identity
from scoring.printed_values import ConsistencyCheck, PrintedField, PrintedValues, contradiction
from scoring.standings import ScoreLine, Standings
from scoring.words import Section, T, Text, TextList, rulebook, section_at

Thing = TypeVar("Thing")

# Modules of `scoring` with actions, events or phases that games share, in the order in which screens list them.
SHARED_MODULES = ("table_events", "tracking_modes", "reveal_phases", "claims")


@dataclass(frozen=True)
class Unavailable:
    """Actions unavailable in this turn, and their common reason."""

    what: TextList
    why: Text
    rule: str


@dataclass(frozen=True)
class GameView:
    """Everything that one seat (None: the table screen) may see; each game adds its own fields."""

    seat: int | None
    # The phase in a few words, and whose turn it is.
    headline: Text
    turn: int | None
    waiting_for: tuple[int, ...]
    # No seat in particular is awaited, but the game continues only when somebody taps.
    anybody: bool
    # Prompt on this seat's phone; None if the seat is not awaited.
    prompt: Text | None
    legal_actions: tuple[LegalAction, ...]
    # To-do list for the physical pieces.
    to_do: tuple[Text, ...]
    over: bool
    # Corrections of wrong entries; needed to continue only if the headline asks for one.
    corrections: tuple[LegalAction, ...]
    # Help on the phase, and the actions unavailable to the seat whose turn it is.
    help: Help
    unavailable: tuple[Unavailable, ...]
    # Secrets this seat has just learned; shown as a face-down card.
    just_learned: tuple[Text, ...]

    def legal_action(self, action: str, seat: int | None = None) -> LegalAction | None:
        """Returns the legal action of this name, for any seat or the one given; None if there is none."""
        return next((o for o in self.legal_actions if o.action == action and seat in (None, o.seat)), None)

    @property
    def to_check(self) -> bool:
        """True while the table compares the board with Herald's state, before a count."""
        return False


@dataclass(frozen=True)
class Option:
    """A choice made when the table is opened; the first value is the default."""

    key: str
    label: Text
    values: tuple[tuple[str, Text], ...]
    # Default at tables without a box, and the only value with bots, who have no pieces. Empty: the box changes nothing.
    without_box: str = ""
    # Value at tables opened before this option existed; empty: it always existed.
    before: str = ""
    # Explanations of values whose labels are not enough.
    hints: tuple[tuple[str, Text], ...] = ()
    # Values that the lobby does not list, because another page sets them.
    unlisted: tuple[str, ...] = ()
    # No default: the lobby asks, and the game starts only after an answer.
    asked: bool = False
    # Chooses between interpretations of a rule; few tables change it.
    interpretation: bool = False
    # Concerns moves only: irrelevant where Herald does not track them.
    of_moves: bool = False

    @property
    def default(self) -> str:
        return "" if self.asked else self.values[0][0]

    def default_for(self, example: bool) -> str:
        return (self.without_box if example else "") or self.default

    @property
    def listed(self) -> tuple[tuple[str, Text], ...]:
        return tuple((value, label) for value, label in self.values if value not in self.unlisted)

    def matters(self, tracking_mode: str) -> bool:
        """True if the option has an effect in this tracking mode ("": not chosen yet)."""
        return not self.of_moves or tracking_mode == EVERY_MOVE

    def label_of(self, value: str) -> Text:
        return dict(self.values)[value]

    def hint(self, value: str) -> Text | None:
        return dict(self.hints).get(value)


@dataclass(frozen=True)
class GameConfig:
    """Everything that a game starts with."""

    seats: int
    options: Mapping[str, str]
    printed_values: PrintedValues
    # Seat colours, for games whose number of pieces depends on the colour.
    colours: tuple[str, ...] = ()

    @property
    def tracking_mode(self) -> str:
        return self.options.get("follow", EVERY_MOVE)


class Game(ABC, Generic[State]):
    """A game: its info and printed fields, its start, its views and scores. Its actions and events carry the rules. A
    class belongs to the game whose package defines it.
    """

    info: GameInfo
    view_class: type[GameView]
    # Modules of its package with actions, events and phases. Their order, not the import order, decides the order of
    # buttons and of bot choices.
    modules: tuple[str, ...]
    options: tuple[Option, ...] = ()
    printed_fields: tuple[PrintedField, ...] = ()
    checks: tuple[ConsistencyCheck, ...] = ()
    example: PrintedValues
    # Printed values to choose from when a table is opened, by name; empty: those of a box, or the example.
    ready_made: Mapping[str, PrintedValues] = {}
    # False: scores are hidden until the end.
    open_scores: bool = True
    # True: the lowest score wins.
    lowest_wins: bool = False
    # True: the final count is revealed line by line, so the finale starts with the places.
    read_out: bool = False
    # Colours of the pieces in the box, as far as known.
    colours: tuple[str, ...] = ()
    # Rows of the score sheet: the categories of its score lines, in the order in which they are added up.
    score_rows: tuple[Text, ...] = ()
    # How ambiguous rules are resolved; shown on a page for players.
    interpretations: tuple[Interpretation, ...] = ()
    # BoardGameGeek id, if known.
    bgg: int | None = None
    # Rulebook headings, in line order.
    sections: tuple[Section, ...] = ()
    # One-screen player aid: headings, each with its help.
    aid: tuple[tuple[Text, Help], ...] = ()

    @abstractmethod
    def start(self, config: GameConfig) -> State: ...

    @abstractmethod
    def public_view(self, state: State) -> dict[str, Any]:
        """Returns the game's fields shown on every screen. Given no seat, it cannot contain a seat's secret."""

    @abstractmethod
    def own_view(self, state: State, seat: int | None) -> dict[str, Any]:
        """Returns the game's fields that depend on whose screen it is (None: a table screen)."""

    @abstractmethod
    def score(self, state: State) -> tuple[ScoreLine, ...]: ...

    @abstractmethod
    def standings(self, state: State) -> Standings | None:
        """Returns the final standings; None while the game runs."""

    def public_score(self, state: State) -> tuple[ScoreLine, ...]:
        """Returns the score lines that everybody may see, if scores are open or the game is over."""
        return self.score(state)

    def of_values(self, values: PrintedValues) -> Game[State]:
        """Returns the game as played with these printed values, which may determine its title and rows."""
        return self

    def translated(self, values: PrintedValues, say: Callable[[Text], str]) -> PrintedValues:
        """Returns ready-made values with Herald's own words in a language."""
        return values

    def unread_box_warning(self, tracking_mode: str, box: PrintedValues) -> Text | None:
        """Returns a warning for a table that starts with many printed values unread; None if few."""
        return None

    def after_printed_value(self, state: State, filled: PrintedValueEntered) -> list[Event]:
        """Returns the events caused by a new or corrected printed value, given the state before it."""
        return []

    # --- the same for every game ------------------------------------------------------------------------

    @property
    def key(self) -> str:
        return self.info.key

    @property
    def title(self) -> str:
        return self.info.title

    @property
    def statistics_key(self) -> str:
        """The key under which plays are grouped in the statistics; it begins with the game's own key."""
        return self.key

    @property
    def players(self) -> range:
        return self.info.players

    @property
    def folder(self) -> str:
        return self.info.folder

    @cached_property
    def actions(self) -> tuple[type[Action], ...]:
        return self._of_kind(Action)

    @cached_property
    def events(self) -> tuple[type[Event], ...]:
        return self._of_kind(Event)

    def _of_kind(self, kind: type[Thing]) -> tuple[type[Thing], ...]:
        """Returns the classes in the game's package, and the shared ones that belong to its phases."""
        package = type(self).__module__
        phases = registered_in(package, Phase)
        everywhere = in_module_order("scoring", kind, SHARED_MODULES)
        shared = (one for one in everywhere if any(issubclass(p, one.phases) for p in phases))  # type: ignore[attr-defined]
        return (*in_module_order(package, kind, self.modules), *shared)

    @cached_property
    def has_key_moments(self) -> bool:
        return any(KEY_MOMENTS in dict(option.listed) for option in self.options if option.key == "follow")

    def action_named(self, name: str) -> type[Action] | None:
        return next((action for action in self.actions if stored_name(action) == name), None)

    def field(self, key: str) -> PrintedField | None:
        return next((field for field in self.printed_fields if field.key == key), None)

    def decide(self, state: State, seat: int, action: Action, rng: Rng) -> list[Event]:
        """Returns the events of this action; raises Refusal if the rules forbid it. The state is not changed."""
        if refusal := self.refusal(state, seat, action):
            raise refusal
        batch = Batch(state)
        action.decide(batch, seat, rng)
        return batch.events

    def refusal(self, state: State, seat: int, action: Action) -> Refusal | None:
        """Returns why this action is not legal now: its own refusal, or that no legal action matches it."""
        return (
            action_refusal(type(action), state, seat)
            or action.values_refusal(state, seat)
            or self._mismatch_refusal(state, seat, action)
        )

    def printed_values_refusal(self, box: PrintedValues) -> Refusal | None:
        """Returns why nothing can be counted if the printed values contradict the rulebook; None if they do not."""
        broken = contradiction(self.printed_fields, self.checks, box)
        if broken is None:
            return None
        why = T("{why} Fix that before anything is scored.", why=broken.why)
        return Refusal("box-contradicts", why, broken.check.rule)

    def _mismatch_refusal(self, state: State, seat: int, action: Action) -> Refusal | None:
        kind = type(action)
        legal_actions = [
            one
            for one in self.all_legal_actions(state, kind)
            if seat == one.seat or (kind.is_correction(state) and not one.private)
        ]
        fitting = next((one for one in legal_actions if action.fits(one)), None)
        if fitting is None:
            return not_legal_refusal(action, legal_actions) if legal_actions else NOT_NOW.refusal
        missing = kind.must_know(fitting.missing_values)
        return self.value_needed(missing) if missing else None

    def value_needed(self, keys: Sequence[str]) -> Refusal:
        label = next((field.full_label({}) for field in map(self.field, keys) if field), T("a value"))
        return Refusal(
            "box-needed", T("Enter the printed value first: {label}.", label=label), missing_values=tuple(keys)
        )

    def apply(self, state: State, event: Event) -> State:
        return apply_event(state, event)

    def history_line(self, state: State, event: Event) -> Text | None:
        return event.history_line(state)

    def secret_history_line(self, state: State, event: Event) -> Text | None:
        return event.secret_history_line(state)

    def all_legal_actions(self, state: State, kind: type[Action]) -> tuple[LegalAction, ...]:
        """Returns all legal actions of this kind, private ones included."""
        return tuple(
            one for one in _legal_actions(state, self, kind.is_correction(state)) if one.action == stored_name(kind)
        )

    def legal_actions(self, state: State, seat: int | None) -> tuple[LegalAction, ...]:
        """Returns the legal actions of all seats that this seat may see, without corrections."""
        return _visible_to(_legal_actions(state, self, False), seat)

    def corrections(self, state: State, seat: int | None) -> tuple[LegalAction, ...]:
        return _visible_to(_legal_actions(state, self, True), seat)

    def view(self, state: State, seat: int | None) -> GameView:
        """Returns the view of one seat (None: the table screen): the public part, built once for all screens, and the
        seat's own part."""
        public = _public_part(state, self)
        return self.view_class(**public, **self._own_part(state, seat, public["waiting_for"]))

    def _own_part(self, state: State, seat: int | None, awaited: Sequence[int]) -> dict[str, Any]:
        return {
            "seat": seat,
            "prompt": state.phase.prompt(state, seat) if seat is not None and seat in awaited else None,
            "legal_actions": self.legal_actions(state, seat),
            "corrections": self.corrections(state, seat),
            "unavailable": self.unavailable(state, seat),
            "just_learned": () if seat is None else self.just_learned(state, seat),
            **self.own_view(state, seat),
        }

    def just_learned(self, state: State, seat: int) -> tuple[Text, ...]:
        """Returns the secrets that this seat was dealt or shown just now."""
        return ()

    # --- explanations -----------------------------------------------------------------------------------

    def unavailable(self, state: State, seat: int | None) -> tuple[Unavailable, ...]:
        """Returns the actions unavailable to the seat whose turn it is, for that seat's phone and the table screen.

        The reason of a `private` action may rest on a secret, so only the seat sees it.
        """
        turn = state.turn
        if turn is None or turn not in state.phase.waiting_for(state) or seat not in (turn, None):
            return ()
        reasons: dict[tuple[Text, str], list[Text]] = {}
        for action in self.actions:
            named = (
                action.label is not None
                and isinstance(state.phase, action.phases)
                and not (action.private and seat is None)
            )
            refusal = action.refusal(state, turn) if named else None
            if refusal is not None and action.label is not None and refusal.code not in OBVIOUS:
                reasons.setdefault((refusal.message, refusal.rule), []).append(action.label)
        return tuple(Unavailable(TextList(tuple(what)), why, rule) for (why, rule), what in reasons.items())

    def cite(self, place: str, language: str = "") -> Text:
        """Returns the printed place of a rule, for a reader of this language."""
        return rulebook(place, self.sections, language)

    def heading(self, place: str) -> str:
        """Returns the printed heading above that place; empty if unknown."""
        found = section_at(place, self.sections)
        return found.heading if found else ""


@memoize_by_identity
def _public_part(state: Any, game: Game[Any]) -> dict[str, Any]:
    """Returns the view fields that are equal for every seat."""
    awaited, over = state.phase.waiting_for(state), state.phase.over
    nobody = not awaited and not over and not state.phase.needs_no_taps
    return {
        "headline": state.phase.headline(state),
        "turn": state.turn,
        "waiting_for": awaited,
        "anybody": nobody and bool(game.legal_actions(state, None)),
        "to_do": state.to_do,
        "over": over,
        "help": state.phase.explain(state),
        **game.public_view(state),
    }


@memoize_by_identity
def _legal_actions(state: GameState, game: Game[Any], corrections: bool) -> tuple[LegalAction, ...]:
    kinds = (action for action in game.actions if action.is_correction(state) is corrections)
    return tuple(one for action in kinds for one in legal_actions_of(action, state))


@memoize_by_identity
def _visible_to(legal_actions: tuple[LegalAction, ...], seat: int | None) -> tuple[LegalAction, ...]:
    return visible_to(seat, legal_actions)
