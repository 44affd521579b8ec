"""Events: stored facts, how each changes the state, and its history line."""

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
    """What happens to an event when an undo goes back past it."""

    REMOVED = "removed"
    KEPT = "kept"  # seats and other table events
    KEPT_IF_ALONE = "kept if alone"  # a printed value is removed only with the move it was entered for
    RECOMPUTED = "recomputed"  # derived from a printed value that is kept


# Converts the stored data of one event version to the next.
Upcast: TypeAlias = Callable[[dict[str, Any]], dict[str, Any]]


class AnecdoteKind(Enum):
    BLUFF = "bluff"
    TIE = "tie"
    ROLL = "roll"


@dataclass(frozen=True)
class Anecdote:
    """A memorable moment, without a full stop. The recap tells the largest of each kind."""

    kind: AnecdoteKind
    size: float
    text: Text


class Event(Registered, abstract=True):
    """A stored fact, named in the past tense. Once stored, a name and its version never change meaning."""

    version: ClassVar[int] = 1
    # One per change of the stored fields; `version` is one more than their number.
    upcasts: ClassVar[tuple[Upcast, ...]] = ()
    # Fields that leave the server only after the game.
    secret: ClassVar[Set[str]] = frozenset()
    # Reveals something hidden: an undo past it needs the host.
    reveals: ClassVar[bool] = False
    # Pages that have not seen this event are not stale.
    stale_safe: ClassVar[bool] = False
    # True for a sealed choice, which other seats can undo only with the host's consent.
    sealed: ClassVar[bool] = False
    undo_policy: ClassVar[UndoPolicy] = UndoPolicy.REMOVED
    # Not a move: it has a history line, but is never shown as the latest event.
    not_a_move: ClassVar[bool] = False
    # Clears the to-do list, because play has moved on.
    clears: ClassVar[bool] = False
    # Name of the chapter it ends or begins (an election, an epoch, a turn); chapters divide the timeline.
    chapter: ClassVar[Text | None] = None
    # Name of the field that holds the first player, in the event that decides who begins (or the first of its kind).
    beginner: ClassVar[str] = ""
    # For a shared event: it belongs to the games that have one of these phases.
    phases: ClassVar[tuple[type[Phase], ...]] = ()

    def __init_subclass__(cls, abstract: bool = False, **claims: Any) -> None:
        super().__init_subclass__(abstract, **claims)
        cls.version = 1 + len(cls.upcasts)

    def apply(self, state: Any) -> Any:
        """Returns the state after this event. Never fails: logged events are facts."""
        return state

    def history_line(self, state: Any) -> Text | None:
        """Returns the public history line, given the state before the event; None if it needs no line."""
        return None

    def recap(self, state: Any) -> Text | None:
        """Returns the event for the recap, without a full stop ("Clara took Lake Land"); None to leave it out."""
        return None

    def anecdote(self, state: Any) -> Anecdote | None:
        """Returns the event as an anecdote, if it is one; called only after the game, since it may tell secrets."""
        return None

    def short_history_line(self, state: Any) -> Text | None:
        """Returns the line for the history of a running game, if it must hide part of the news; None if not."""
        return None

    def to_do(self, state: Any) -> Iterable[Text]:
        """Returns what to do with the physical pieces, given the state before the event."""
        return ()

    def clears_to_do(self, state: Any) -> bool:
        """True if the event clears the to-do list; override it if that depends on the state."""
        return self.clears

    def still_to_do(self, state: Any) -> tuple[Text, ...]:
        """Returns the earlier to-do lines that remain."""
        return () if self.clears_to_do(state) else state.to_do

    def secret_history_line(self, state: Any) -> Text | None:
        """Returns the secret history line, if any; called only after the game."""
        return None

    def highlights(self, state: Any, after: Any, then: Sequence[Event]) -> Iterable[Highlight]:
        """Returns the public highlights of this event.

        `state` is the state before it, `after` the state after the whole action, `then` the action's later events.
        """
        return ()


class SealedEvent(Event, abstract=True, sealed=True, stale_safe=True):
    """A sealed choice was made; its `secret` fields hold it."""


class PrintedValueEntered(Event, stale_safe=True, undo_policy=UndoPolicy.KEPT_IF_ALONE, stored="box-filled"):
    """A printed value was entered or corrected; an empty value removes it."""

    field: str
    value: str

    def apply(self, state: GameState) -> GameState:
        return state.with_printed_value(self.field, self.value)


class PrintedValueDeduced(PrintedValueEntered, undo_policy=UndoPolicy.RECOMPUTED, stored="box-worked-out"):
    """A printed value follows from the entered ones; if `value` is empty, it no longer does."""


def apply_event(state: State, event: Event) -> State:
    """Returns the state after the event. Cached, so that deciding and replaying an event give the same state object."""
    after: State = _apply_cached(ById(state), ById(event))
    return after


@lru_cache(maxsize=CACHE_SIZE)
def _apply_cached(before: ById, happened: ById) -> Any:
    state, event = before.state, happened.state
    to_do = (*event.still_to_do(state), *event.to_do(state))
    after = event.apply(state)
    return after if to_do == after.to_do else replace(after, to_do=to_do)


@dataclass
class Batch(Generic[State]):
    """Events being decided. Each is applied at once, so that the next decision sees its effect."""

    state: State
    events: list[Event] = field(default_factory=list)

    def emit(self, event: Event) -> None:
        self.events.append(event)
        self.state = apply_event(self.state, event)
