"""Phases for the whole table: a board check before a count, and settled lines that appear one by one."""

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
    """Settled lines, and how many of them have been shown."""

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
    """Base of phases that reveal a settled result when the table wants it."""

    def show_refusal(self, state: Any) -> Refusal | None:
        return None

    def values_to_show(self, state: Any) -> tuple[str, ...]:
        """Return the printed values needed before another line can be shown."""
        return ()


class StepRevealPhase(RevealPhase, abstract=True):
    """A reveal phase whose lines appear one by one."""

    def show_next(self, batch: Batch[Any], rng: Rng) -> None:
        raise NotImplementedError


class FullRevealPhase(RevealPhase, abstract=True):
    """A reveal phase in which everything, or the rest, can appear at once.

    At the end of a game that is the only way: the finale counts row by row, and nothing before it does.
    """

    def show_all_refusal(self, state: Any) -> Refusal | None:
        return self.show_refusal(state)

    def show_all(self, batch: Batch[Any], rng: Rng) -> None:
        raise NotImplementedError


class ShowNext(TableAction, phases=(StepRevealPhase,), counts=True):
    """Show the next line; after the last one, the result."""

    @classmethod
    def refusal(cls, state: Any, seat: int) -> Refusal | None:
        return super().refusal(state, seat) or state.phase.show_refusal(state)

    @classmethod
    def legal_actions(cls, state: Any, seat: int) -> Iterable[LegalAction]:
        return (legal_action(cls, seat, missing_values=state.phase.values_to_show(state)),)

    def decide(self, batch: Batch[Any], seat: int, rng: Rng) -> None:
        batch.state.phase.show_next(batch, rng)


class ShowAll(TableAction, phases=(FullRevealPhase,), counts=True):
    """Show the remaining lines and the result at once."""

    @classmethod
    def refusal(cls, state: Any, seat: int) -> Refusal | None:
        return super().refusal(state, seat) or state.phase.show_all_refusal(state)

    @classmethod
    def legal_actions(cls, state: Any, seat: int) -> Iterable[LegalAction]:
        return (legal_action(cls, seat, missing_values=state.phase.values_to_show(state)),)

    def decide(self, batch: Batch[Any], seat: int, rng: Rng) -> None:
        batch.state.phase.show_all(batch, rng)


# --- scene by scene ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Scene:
    """One settled, explained step: its text, the rule behind it, its events and its to-do lines."""

    # Part of the script that it belongs to.
    phase: str
    title: Text
    lines: tuple[Text, ...]
    rule: str
    to_do: tuple[Text, ...] = ()
    seat: int | None = None
    # Where it happens.
    place: str = ""
    events: tuple[Event, ...] = ()
    # Only states that nothing happens: the table does not stop for it.
    empty: bool = False
    # Highlight, if its lines do not show everything.
    highlight: Highlight | None = None


class ScriptedPhase(StepRevealPhase, FullRevealPhase, abstract=True):
    """A phase with settled scenes, shown one by one or all remaining ones of a part.

    Empty scenes are passed over on the way to the next one.
    """

    # Logged for each scene shown; the scene's own events follow.
    shows: ClassVar[type[Event]] = Event
    shown: int = 0

    def script(self, state: Any) -> tuple[Scene, ...]:
        """Return all scenes, shown or not."""
        raise NotImplementedError

    def end(self, batch: Batch[Any], rng: Rng) -> None:
        """Continue after the last scene."""
        raise NotImplementedError

    def on_screen(self, state: Any) -> tuple[Scene, ...]:
        """Return the shown scenes of the current part, without empty ones."""
        shown = [scene for scene in self.script(state)[: self.shown] if not scene.empty]
        return tuple(scene for scene in shown if scene.phase == shown[-1].phase)

    def part(self, state: Any) -> str:
        """Return the current part; empty before the first scene."""
        return next((scene.phase for scene in self.on_screen(state)), "")

    def next_part(self, state: Any) -> str:
        """Return the part of the next scene that is not empty; "" if all have been shown."""
        return next((scene.phase for scene in self.script(state)[self.shown :] if not scene.empty), "")

    def is_all_shown(self, state: Any) -> bool:
        return not self.next_part(state)

    def plays_next(self, state: Any, then: Sequence[Event]) -> Iterator[Highlight]:
        """Yield the highlight of the next scene, unless the same action shows further scenes."""
        for scene in self.script(state)[self.shown : self.shown + 1]:
            if scene.highlight and not any(isinstance(event, self.shows) for event in then):
                yield scene.highlight

    def show_all_refusal(self, state: Any) -> Refusal | None:
        text = T("Everything’s already on screen.")
        return self.show_refusal(state) or refused_if(self.is_all_shown(state), "not-now", text)

    def show_next(self, batch: Batch[Any], rng: Rng) -> None:
        """Show the next scene; after the last one, end the phase."""
        coming = self.script(batch.state)[self.shown :]
        self._show(batch, coming[: 1 + next((n for n, scene in enumerate(coming) if not scene.empty), len(coming))])
        if self.is_all_shown(batch.state):
            self.end(batch, rng)

    def show_all(self, batch: Batch[Any], rng: Rng) -> None:
        """Show all remaining scenes of the current or next part."""
        part, coming = self.next_part(batch.state), self.script(batch.state)[self.shown :]
        self._show(batch, coming[: 1 + max(n for n, scene in enumerate(coming) if scene.phase == part)])

    def _show(self, batch: Batch[Any], scenes: Sequence[Scene]) -> None:
        for scene in scenes:
            batch.emit(self.shows())
            for event in scene.events:
                batch.emit(event)


# --- a check against the board -------------------------------------------------------------------------


class BoardCheckPhase(Phase, abstract=True):
    """Base of phases that begin with a board check: the table compares the board with Herald's state."""

    # False: to-do lines from before the check remain.
    confirming_clears_to_do: ClassVar[bool] = True

    def confirm_refusal(self, state: Any) -> Refusal | None:
        return None

    def values_to_confirm(self, state: Any) -> tuple[str, ...]:
        """Return the printed values needed before anything can be counted."""
        return ()

    def confirm(self, batch: Batch[Any], rng: Rng) -> None:
        batch.emit(BoardConfirmed())

    def confirmed(self, state: Any) -> Any:
        """Return the state after the board is confirmed."""
        raise NotImplementedError

    def confirmation(self, state: Any) -> Text | None:
        """Return the history line of the confirmation; None for no line."""
        return None


class ConfirmBoard(TableAction, phases=(BoardCheckPhase,), counts=True):
    """Confirm that the board matches Herald's state, and count."""

    @classmethod
    def refusal(cls, state: Any, seat: int) -> Refusal | None:
        return super().refusal(state, seat) or state.phase.confirm_refusal(state)

    @classmethod
    def legal_actions(cls, state: Any, seat: int) -> Iterable[LegalAction]:
        return (legal_action(cls, seat, missing_values=state.phase.values_to_confirm(state)),)

    def decide(self, batch: Batch[Any], seat: int, rng: Rng) -> None:
        batch.state.phase.confirm(batch, rng)


class BoardConfirmed(Event, phases=(BoardCheckPhase,)):
    def apply(self, state: Any) -> Any:
        return state.phase.confirmed(state) if isinstance(state.phase, BoardCheckPhase) else state

    def history_line(self, state: Any) -> Text | None:
        return state.phase.confirmation(state) if isinstance(state.phase, BoardCheckPhase) else None

    def clears_to_do(self, state: Any) -> bool:
        return isinstance(state.phase, BoardCheckPhase) and state.phase.confirming_clears_to_do
