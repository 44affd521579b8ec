"""Phases for the whole table: a board check before a count, and reveals of settled results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Generic, TypeVar

from scoring.highlights import Highlight, Row
from scoring.kernel import Batch, Event, Phase, Refusal, Rng, TableAction, legal_action
from scoring.legal_actions import LegalAction
from scoring.words import Text

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

    def skip(self) -> LineReveal[Line]:
        return replace(self, shown=len(self.lines))


# --- reveals -------------------------------------------------------------------------------------------


class RevealPhase(Phase, abstract=True):
    """Base class for phases that reveal a settled result.

    The decision that settles it plays the whole reveal, up to the next decision, as one film (`scoring/film.py`).
    """

    def continue_refusal(self, state: Any) -> Refusal | None:
        """Returns why the reveal cannot continue; None if only a tap is missing."""
        return None

    def values_to_show(self, state: Any) -> tuple[str, ...]:
        """Returns the printed values needed before the reveal can continue."""
        return ()

    def play(self, batch: Batch[Any], rng: Rng) -> None:
        """Emits everything up to the next decision."""
        raise NotImplementedError


class ContinueReveal(TableAction, phases=(RevealPhase,), counts=True):
    """Continues a reveal that stopped between two steps: at a table of an earlier version, or after a correction."""

    @classmethod
    def refusal(cls, state: Any, seat: int) -> Refusal | None:
        return super().refusal(state, seat) or state.phase.continue_refusal(state)

    @classmethod
    def legal_actions(cls, state: Any, seat: int) -> Iterable[LegalAction]:
        return (legal_action(cls, seat, missing_values=state.phase.values_to_show(state)),)

    def decide(self, batch: Batch[Any], seat: int, rng: Rng) -> None:
        batch.state.phase.play(batch, rng)


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
    # Place on the board where it happens.
    place: str = ""
    events: tuple[Event, ...] = ()
    # Nothing happens in this scene; the film leaves it out.
    empty: bool = False
    # Its highlight, if the lines alone do not show everything.
    highlight: Highlight | None = None


def told_in_lines(scene: Scene) -> Highlight:
    """Returns a highlight that shows the lines of a scene; the last one is its verdict."""
    *lines, last = scene.lines
    seats = () if scene.seat is None else (scene.seat,)
    return Highlight("step", scene.title, last, tuple(Row(what=line) for line in lines), seats)


class ScriptedPhase(RevealPhase, abstract=True):
    """A reveal phase with settled scenes. `shown` counts those whose events are in the log."""

    # Event that is logged for each scene; the scene's own events follow it.
    shows: ClassVar[type[Event]] = Event
    shown: int = 0

    def script(self, state: Any) -> tuple[Scene, ...]:
        """Returns all scenes, shown or not."""
        raise NotImplementedError

    def end(self, batch: Batch[Any], rng: Rng) -> None:
        """Continues after the last scene."""
        raise NotImplementedError

    def part_name(self, scene: Scene) -> Text | None:
        """Returns the name of the part that the scene belongs to, if there are several."""
        return None

    def play_next(self, state: Any) -> Iterator[Highlight]:
        """Yields the highlight of the next scene, unless it is empty."""
        for scene in self.script(state)[self.shown : self.shown + 1]:
            if not scene.empty:
                played = scene.highlight or told_in_lines(scene)
                where = (scene.place,) if scene.place else ()
                yield replace(played, places=where, part=self.part_name(scene), lines=scene.lines, rule=scene.rule)

    def play(self, batch: Batch[Any], rng: Rng) -> None:
        for scene in self.script(batch.state)[self.shown :]:
            batch.emit(self.shows())
            for event in scene.events:
                batch.emit(event)
        self.end(batch, rng)


# --- a check against the board -------------------------------------------------------------------------


class BoardCheckPhase(Phase, abstract=True):
    """Base class for phases that begin with a board check: the table compares the board with Herald's state."""

    # False: to-do lines from before the check remain.
    confirming_clears_to_do: ClassVar[bool] = True

    def confirm_refusal(self, state: Any) -> Refusal | None:
        return None

    def values_to_confirm(self, state: Any) -> tuple[str, ...]:
        """Returns the printed values needed before anything can be counted."""
        return ()

    def confirm(self, batch: Batch[Any], rng: Rng) -> None:
        batch.emit(BoardConfirmed())

    def confirmed(self, state: Any) -> Any:
        """Returns the state after the board is confirmed."""
        raise NotImplementedError

    def confirmation(self, state: Any) -> Text | None:
        """Returns the history line of the confirmation; None for no line."""
        return None


class ConfirmBoard(TableAction, phases=(BoardCheckPhase,), counts=True):
    """Confirms that the board matches Herald's state, and counts."""

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
