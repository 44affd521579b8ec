"""A game: its box, its options, its asks and events, and what each seat may see of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from scoring.game_info import GameInfo
from scoring.interpretations import Interpretation
from scoring.kernel.actions import Action, action_refusal, legal_actions_of, not_legal_refusal, visible_to
from scoring.kernel.events import Batch, Event, PrintedValueEntered, apply_event
from scoring.kernel.refusals import NOT_NOW, OBVIOUS, Refusal
from scoring.kernel.registry import in_module_order, registered_in, stored_name
from scoring.kernel.rng import Rng
from scoring.kernel.state import EVERY_MOVE, GameState, Help, Phase, State
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
    """What cannot be done in this turn, and why."""

    what: TextList
    why: Text
    rule: str


@dataclass(frozen=True)
class GameView:
    """What one seat (or, with None, the table screen) may see; each game adds its own fields."""

    seat: int | None
    # What is going on, in a few words, and whose move it is.
    headline: Text
    turn: int | None
    waiting_for: tuple[int, ...]
    # Nobody in particular is waited for, and yet the game goes on only when somebody taps.
    anybody: bool
    # What the phone of this seat calls for, if it is waited for.
    prompt: Text | None
    legal_actions: tuple[LegalAction, ...]
    # The to-do list: what hands have to do now with the real pieces.
    to_do: tuple[Text, ...]
    over: bool
    # Ways to put right what was entered wrongly; needed to go on only where the headline asks for it.
    corrections: tuple[LegalAction, ...]
    # What can be done, and what whoever's turn it is cannot do.
    help: Help
    unavailable: tuple[Unavailable, ...]
    # What this seat has just found out, for its own eyes: it comes forward as a card lying face down.
    just_learned: tuple[Text, ...]

    def legal_action(self, action: str, seat: int | None = None) -> LegalAction | None:
        """The offer of this ask, to any seat or to the one named."""
        return next((o for o in self.legal_actions if o.action == action and seat in (None, o.seat)), None)

    @property
    def to_check(self) -> bool:
        """The table compares the board with what Herald believes, before something is counted."""
        return False


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
    # The rules can be read either way; few tables want to choose.
    interpretation: bool = False
    # It is about moves: where Herald does not follow them there is nothing to choose.
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
        """Whether there is something to choose where Herald follows like that."""
        return not self.of_moves or tracking_mode == EVERY_MOVE

    def said(self, value: str) -> Text:
        return dict(self.values)[value]

    def hint(self, value: str) -> Text | None:
        return dict(self.hints).get(value)


@dataclass(frozen=True)
class GameConfig:
    """All that a game is started with."""

    seats: int
    options: Mapping[str, str]
    box: PrintedValues
    # Of the seats, as far as the number of pieces goes by colour.
    colours: tuple[str, ...] = ()

    @property
    def tracking_mode(self) -> str:
        return self.options.get("follow", EVERY_MOVE)


class Game(ABC, Generic[State]):
    """A game: what is on and in its box, how it starts, what is seen and scored. Its asks and events, which carry the
    rules, belong to it by being defined in its package."""

    info: GameInfo
    # The modules of its package with actions, events and phases. Their order is the order of buttons and of the bots'
    # choices, so that no change of imports can change either.
    modules: tuple[str, ...]
    options: tuple[Option, ...] = ()
    box: tuple[PrintedField, ...] = ()
    checks: tuple[ConsistencyCheck, ...] = ()
    example: PrintedValues
    # False: what everybody has scored so far is for nobody else to add up before the end.
    open_scores: bool = True
    # True: the count that ends it is read out line by line, so the finale begins with the places.
    read_out: bool = False
    # Of the pieces in the box, as far as they are known.
    colours: tuple[str, ...] = ()
    # The rows of a score sheet: the categories of its score lines, in the order in which they are added up.
    score_rows: tuple[Text, ...] = ()
    # How its rulebook is read where the text is open: a page for people.
    interpretations: tuple[Interpretation, ...] = ()
    # Its number at BoardGameGeek, where that is known.
    bgg: int | None = None
    # The headings of its rulebook, in the order of their lines.
    sections: tuple[Section, ...] = ()
    # The player aid, all of it on one screen: headings, and what stands below each.
    aid: tuple[tuple[Text, Help], ...] = ()

    @abstractmethod
    def start(self, config: GameConfig) -> State: ...

    @abstractmethod
    def view(self, state: State, seat: int | None) -> GameView:
        """Built up from nothing: `common` and the game's own fields."""

    @abstractmethod
    def score(self, state: State) -> tuple[ScoreLine, ...]: ...

    @abstractmethod
    def standings(self, state: State) -> Standings | None:
        """None while the game goes on."""

    def unread_box_warning(self, tracking_mode: str, box: PrintedValues) -> Text | None:
        """What a table is in for that does not read the rest of the box before the game, where that is not little."""
        return None

    def after_printed_value(self, state: State, filled: PrintedValueEntered) -> list[Event]:
        """What follows when a printed number becomes known or is put right, told from the state before it."""
        return []

    # --- the same for every game ------------------------------------------------------------------------

    @property
    def key(self) -> str:
        return self.info.key

    @property
    def title(self) -> str:
        return self.info.title

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
        """Those in its own package, and those of all games that one of its phases brings along."""
        package = type(self).__module__
        phases = registered_in(package, Phase)
        everywhere = in_module_order("scoring", kind, SHARED_MODULES)
        shared = (one for one in everywhere if any(issubclass(p, one.phases) for p in phases))  # type: ignore[attr-defined]
        return (*in_module_order(package, kind, self.modules), *shared)

    def action_named(self, name: str) -> type[Action] | None:
        return next((action for action in self.actions if stored_name(action) == name), None)

    def field(self, key: str) -> PrintedField | None:
        return next((field for field in self.box if field.key == key), None)

    def decide(self, state: State, seat: int, action: Action, rng: Rng) -> list[Event]:
        """What happens if this is asked; raises Refusal where the rules forbid it, and changes nothing."""
        if refusal := self.refusal(state, seat, action):
            raise refusal
        batch = Batch(state)
        action.decide(batch, seat, rng)
        return batch.events

    def refusal(self, state: State, seat: int, action: Action) -> Refusal | None:
        """Why this cannot be asked now: the reason of the ask itself, or that no offer is like it."""
        return (
            action_refusal(type(action), state, seat)
            or action.values_refusal(state, seat)
            or self._misfit(state, seat, action)
        )

    def wrong_box(self, box: PrintedValues) -> Refusal | None:
        """Why nothing can be counted: what was read off the box contradicts what the rulebook states."""
        broken = contradiction(self.box, self.checks, box)
        if broken is None:
            return None
        why = T("{why} Fix that before anything is scored.", why=broken.why)
        return Refusal("box-contradicts", why, broken.check.rule)

    def _misfit(self, state: State, seat: int, action: Action) -> Refusal | None:
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
        return self.number_needed(missing) if missing else None

    def number_needed(self, keys: Sequence[str]) -> Refusal:
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
        """All offers of this kind of ask, secret ones included."""
        return tuple(
            one for one in _legal_actions(state, self, kind.is_correction(state)) if one.action == stored_name(kind)
        )

    def legal_actions(self, state: State, seat: int | None) -> tuple[LegalAction, ...]:
        """Everything that any seat may ask now, corrections apart, as far as this seat may know of it."""
        return visible_to(seat, _legal_actions(state, self, False))

    def corrections(self, state: State, seat: int | None) -> tuple[LegalAction, ...]:
        return visible_to(seat, _legal_actions(state, self, True))

    def common(self, state: State, seat: int | None) -> dict[str, Any]:
        """What the views of all games have."""
        for_all = _for_all(state)
        awaited = for_all["waiting_for"]
        nobody = not awaited and not for_all["over"] and not state.phase.needs_no_taps
        return {
            **for_all,
            "seat": seat,
            "anybody": nobody and bool(self.legal_actions(state, None)),
            "prompt": state.phase.prompt(state, seat) if seat is not None and seat in awaited else None,
            "legal_actions": self.legal_actions(state, seat),
            "corrections": self.corrections(state, seat),
            "unavailable": self.unavailable(state, seat),
            "just_learned": () if seat is None else self.just_learned(state, seat),
        }

    def just_learned(self, state: State, seat: int) -> tuple[Text, ...]:
        """Secret: what this seat was dealt or shown just now."""
        return ()

    # --- explaining -------------------------------------------------------------------------------------

    def unavailable(self, state: State, seat: int | None) -> tuple[Unavailable, ...]:
        """What whoever's turn it is cannot do now, told on that phone and on the table screen. The reason of an
        `private` ask may rest on a secret: it is for the seat alone."""
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
        """Where that is printed, for a reader of this language."""
        return rulebook(place, self.sections, language)

    def heading(self, place: str) -> str:
        """The heading above that place, as it is printed; empty if unknown."""
        found = section_at(place, self.sections)
        return found.heading if found else ""


@memoize_by_identity
def _for_all(state: GameState) -> dict[str, Any]:
    """What every seat sees alike."""
    return {
        "headline": state.phase.headline(state),
        "turn": state.turn,
        "waiting_for": state.phase.waiting_for(state),
        "to_do": state.to_do,
        "over": state.phase.over,
        "help": state.phase.explain(state),
    }


@memoize_by_identity
def _legal_actions(state: GameState, game: Game[Any], corrections: bool) -> tuple[LegalAction, ...]:
    kinds = (action for action in game.actions if action.is_correction(state) is corrections)
    return tuple(one for action in kinds for one in legal_actions_of(action, state))
