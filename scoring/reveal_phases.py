"""What the whole table looks at: a board to be checked before a count, and settled lines that appear one by one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Generic, TypeVar

from scoring.highlights import Highlight
from scoring.kernel import Batch, Event, Phase, Refusal, Rng, TableAction, legal_action, refused_if
from scoring.legal_actions import LegalAction
from scoring.words import T, Text

Line = TypeVar("Line")


@dataclass(frozen=True)
class LineReveal(Generic[Line]):
    """Lines that are already settled, and how many of them have been shown."""

    lines: tuple[Line, ...]
    shown: int = 0

    @property
    def visible(self) -> tuple[Line, ...]:
        return self.lines[: self.shown]

    @property
    def finished(self) -> bool:
        return self.shown >= len(self.lines)

    def next(self) -> LineReveal[Line]:
        return replace(self, shown=min(self.shown + 1, len(self.lines)))

    def skip(self) -> LineReveal[Line]:
        return replace(self, shown=len(self.lines))


# --- line by line --------------------------------------------------------------------------------------


class RevealPhase(Phase, abstract=True):
    """A phase in which something settled appears when the table wants it."""

    def why_not_show(self, state: Any) -> Refusal | None:
        return None

    def numbers_to_show(self, state: Any) -> tuple[str, ...]:
        """Printed numbers without which no further line can be shown."""
        return ()


class StepRevealPhase(RevealPhase, abstract=True):
    """One in which lines appear one by one."""

    def show_next(self, batch: Batch[Any], rng: Rng) -> None:
        raise NotImplementedError


class FullRevealPhase(RevealPhase, abstract=True):
    """One in which all of it, or the rest, can appear at once. At the end of a game that is the only way: the finale
    counts row by row, and nothing is counted before it."""

    def why_not_show_all(self, state: Any) -> Refusal | None:
        return self.why_not_show(state)

    def show_all(self, batch: Batch[Any], rng: Rng) -> None:
        raise NotImplementedError


class ShowNext(TableAction, phases=(StepRevealPhase,), counts=True):
    """The next line; after the last one, what it comes to."""

    @classmethod
    def refusal(cls, state: Any, seat: int) -> Refusal | None:
        return super().refusal(state, seat) or state.phase.why_not_show(state)

    @classmethod
    def legal_actions(cls, state: Any, seat: int) -> Iterable[LegalAction]:
        return (legal_action(cls, seat, missing_values=state.phase.numbers_to_show(state)),)

    def decide(self, batch: Batch[Any], seat: int, rng: Rng) -> None:
        batch.state.phase.show_next(batch, rng)


class ShowAll(TableAction, phases=(FullRevealPhase,), counts=True):
    """The rest and what it comes to, at once."""

    @classmethod
    def refusal(cls, state: Any, seat: int) -> Refusal | None:
        return super().refusal(state, seat) or state.phase.why_not_show_all(state)

    @classmethod
    def legal_actions(cls, state: Any, seat: int) -> Iterable[LegalAction]:
        return (legal_action(cls, seat, missing_values=state.phase.numbers_to_show(state)),)

    def decide(self, batch: Batch[Any], seat: int, rng: Rng) -> None:
        batch.state.phase.show_all(batch, rng)


# --- scene by scene ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Scene:
    """One explained step of something that is settled: what it says, the rule behind it, what it changes, and what
    hands have to do."""

    # The part of the whole that it belongs to.
    phase: str
    title: Text
    lines: tuple[Text, ...]
    rule: str
    to_do: tuple[Text, ...] = ()
    seat: int | None = None
    # Where it happens.
    place: str = ""
    events: tuple[Event, ...] = ()
    # It says no more than that nothing happens: the table does not stop for it.
    empty: bool = False
    # What the screens play of it, where its lines are not all there is to see.
    act: Highlight | None = None


class ScriptedPhase(StepRevealPhase, FullRevealPhase, abstract=True):
    """A phase whose scenes are settled: they appear one by one, or all that are left of one part. Empty ones are passed
    over, with what follows them."""

    # Says in the log that the next scene is on the screens; what the scene changes follows.
    shows: ClassVar[type[Event]] = Event
    shown: int = 0

    def script(self, state: Any) -> tuple[Scene, ...]:
        """All scenes, whether they have been shown or not."""
        raise NotImplementedError

    def end(self, batch: Batch[Any], rng: Rng) -> None:
        """What comes after the last scene."""
        raise NotImplementedError

    def on_screen(self, state: Any) -> tuple[Scene, ...]:
        """Those of the part that is on."""
        shown = [scene for scene in self.script(state)[: self.shown] if not scene.empty]
        return tuple(scene for scene in shown if scene.phase == shown[-1].phase)

    def part(self, state: Any) -> str:
        """The part that is on; none before the first scene."""
        return next((scene.phase for scene in self.on_screen(state)), "")

    def next_part(self, state: Any) -> str:
        """The part of the next scene that is worth a stop; none: all of them have been shown."""
        return next((scene.phase for scene in self.script(state)[self.shown :] if not scene.empty), "")

    def is_all_shown(self, state: Any) -> bool:
        return not self.next_part(state)

    def plays_next(self, state: Any, then: Sequence[Event]) -> Iterator[Highlight]:
        """The scene that comes next, unless it is empty or was passed over with others."""
        for scene in self.script(state)[self.shown : self.shown + 1]:
            if scene.act and not any(isinstance(event, self.shows) for event in then):
                yield scene.act

    def why_not_show_all(self, state: Any) -> Refusal | None:
        text = T("Everything’s already on screen.")
        return self.why_not_show(state) or refused_if(self.is_all_shown(state), "not-now", text)

    def show_next(self, batch: Batch[Any], rng: Rng) -> None:
        """The next scene; after the last one, what comes then."""
        coming = self.script(batch.state)[self.shown :]
        self._show(batch, coming[: 1 + next((n for n, scene in enumerate(coming) if not scene.empty), len(coming))])
        if self.is_all_shown(batch.state):
            self.end(batch, rng)

    def show_all(self, batch: Batch[Any], rng: Rng) -> None:
        """All scenes of the part that comes next or goes on."""
        part, coming = self.next_part(batch.state), self.script(batch.state)[self.shown :]
        self._show(batch, coming[: 1 + max(n for n, scene in enumerate(coming) if scene.phase == part)])

    def _show(self, batch: Batch[Any], scenes: Sequence[Scene]) -> None:
        for scene in scenes:
            batch.emit(self.shows())
            for event in scene.events:
                batch.emit(event)


# --- a check against the board -------------------------------------------------------------------------


class BoardCheckPhase(Phase, abstract=True):
    """A phase that begins with a look at the board: what Herald believes is compared with what stands there."""

    # False: what hands had to do before the check is still to be done.
    confirming_clears_to_do: ClassVar[bool] = True

    def why_not_confirm(self, state: Any) -> Refusal | None:
        return None

    def numbers_to_confirm(self, state: Any) -> tuple[str, ...]:
        """Printed numbers without which nothing can be counted."""
        return ()

    def confirm(self, batch: Batch[Any], rng: Rng) -> None:
        batch.emit(BoardConfirmed())

    def confirmed(self, state: Any) -> Any:
        """The state after it."""
        raise NotImplementedError

    def confirmation(self, state: Any) -> Text | None:
        """What the history says of it."""
        return None


class ConfirmBoard(TableAction, phases=(BoardCheckPhase,), counts=True):
    """The board is as Herald believes: count."""

    @classmethod
    def refusal(cls, state: Any, seat: int) -> Refusal | None:
        return super().refusal(state, seat) or state.phase.why_not_confirm(state)

    @classmethod
    def legal_actions(cls, state: Any, seat: int) -> Iterable[LegalAction]:
        return (legal_action(cls, seat, missing_values=state.phase.numbers_to_confirm(state)),)

    def decide(self, batch: Batch[Any], seat: int, rng: Rng) -> None:
        batch.state.phase.confirm(batch, rng)


class BoardConfirmed(Event, phases=(BoardCheckPhase,)):
    def apply(self, state: Any) -> Any:
        return state.phase.confirmed(state) if isinstance(state.phase, BoardCheckPhase) else state

    def history_line(self, state: Any) -> Text | None:
        return state.phase.confirmation(state) if isinstance(state.phase, BoardCheckPhase) else None

    def clears_to_do(self, state: Any) -> bool:
        return isinstance(state.phase, BoardCheckPhase) and state.phase.confirming_clears_to_do
