"""What happened: how it changes the state, and what is told of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import lru_cache
from typing import Any, ClassVar, Generic, TypeAlias

from scoring.highlights import Highlight
from scoring.kernel.registry import Registered
from scoring.kernel.state import GameState, Phase, State
from scoring.memo import CACHE_SIZE, ById
from scoring.words import Text


class UndoPolicy(Enum):
    """What becomes of an event when the table goes back behind it."""

    REMOVED = "removed"
    KEPT = "kept"  # who sits where
    KEPT_IF_ALONE = "kept if alone"  # a printed number: it goes only with the move that brought it along
    RECOMPUTED = "recomputed"  # follows from a printed number that stays


# Data of one version of an event, as stored, made into data of the next.
Upcast: TypeAlias = Callable[[dict[str, Any]], dict[str, Any]]


class Event(Registered, abstract=True):
    """What happened, in the past tense. Once stored, a name and its version never change meaning."""

    version: ClassVar[int] = 1
    # One for each change of what is stored: the version is one more than there are of these.
    upcasts: ClassVar[tuple[Upcast, ...]] = ()
    # Fields that leave the server only when the game is over.
    secret: ClassVar[Set[str]] = frozenset()
    # Hidden things became known: going back behind it needs the host.
    reveals: ClassVar[bool] = False
    # Contradicts nobody's next move: pages that have not seen it are not stale.
    stale_safe: ClassVar[bool] = False
    # A sealed choice: whoever did not make it takes it back only with the host.
    sealed: ClassVar[bool] = False
    undo_policy: ClassVar[UndoPolicy] = UndoPolicy.REMOVED
    # No move: the history tells it, but it is never the last thing that happened.
    not_a_move: ClassVar[bool] = False
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

    def apply(self, state: Any) -> Any:
        """The state after it. Never refuses: what is in the log happened."""
        return state

    def history_line(self, state: Any) -> Text | None:
        """In words that everybody may read, told from the state before it; None: nothing worth a line."""
        return None

    def recap(self, state: Any) -> Text | None:
        """As somebody tells it after the evening, without a full stop ("Clara took Lake Land"); None: nobody would."""
        return None

    def short_history_line(self, state: Any) -> Text | None:
        """What the history of a running game says of it, where that is less than the news was; None: the same."""
        return None

    def to_do(self, state: Any) -> Iterable[Text]:
        """What hands have to do with the real pieces, told from the state before it."""
        return ()

    def clears_to_do(self, state: Any) -> bool:
        """True if the to-do list so far has served; an event for which that depends says so here."""
        return self.clears

    def still_to_do(self, state: Any) -> tuple[Text, ...]:
        """What is left of the to-do list so far."""
        return () if self.clears_to_do(state) else state.to_do

    def secret_history_line(self, state: Any) -> Text | None:
        """What the history kept to itself; asked only once the game is over."""
        return None

    def highlights(self, state: Any, after: Any, then: Sequence[Event]) -> Iterable[Highlight]:
        """What all screens play of it, for everybody's eyes: told from the state before it, the state after the whole
        ask, and what else happened in that ask."""
        return ()


class SealedEvent(Event, abstract=True, sealed=True, stale_safe=True):
    """Somebody made a sealed choice; which one is in its `secret` fields."""


class PrintedValueEntered(Event, stale_safe=True, undo_policy=UndoPolicy.KEPT_IF_ALONE, stored="box-filled"):
    """A printed number became known, or was put right; an empty value forgets it."""

    field: str
    value: str

    def apply(self, state: GameState) -> GameState:
        return state.with_printed_value(self.field, self.value)


class PrintedValueDeduced(PrintedValueEntered, undo_policy=UndoPolicy.RECOMPUTED, stored="box-worked-out"):
    """What has been read leaves only this value; an empty one: nothing follows any more."""


def apply_event(state: State, event: Event) -> State:
    """The state after the event. Worked out once: whoever decides it and whoever replays it get the same state."""
    after: State = _applied(ById(state), ById(event))
    return after


@lru_cache(maxsize=CACHE_SIZE)
def _applied(before: ById, happened: ById) -> Any:
    state, event = before.state, happened.state
    to_do = (*event.still_to_do(state), *event.to_do(state))
    after = event.apply(state)
    return after if to_do == after.to_do else replace(after, to_do=to_do)


@dataclass
class Batch(Generic[State]):
    """Events being decided, each folded at once so that the next step sees what it did."""

    state: State
    events: list[Event] = field(default_factory=list)

    def emit(self, event: Event) -> None:
        self.events.append(event)
        self.state = apply_event(self.state, event)
