"""How closely Herald follows a game: every move, only what is tedious, or nothing but the end.

The same rules count in every way; only how the facts come in differs. A table may change from one way to the other at
any quiet moment.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from scoring.kernel import (
    COUNTS,
    END,
    MOVES,
    Action,
    Batch,
    Correction,
    Event,
    Option,
    Phase,
    Refusal,
    Rng,
    SealedAction,
    legal_action,
    refused_if,
)
from scoring.legal_actions import LegalAction, Pick
from scoring.words import T, Text

LABELS = {
    MOVES: T("Track every move"),
    COUNTS: T("Just the hard parts"),
    END: T("Score a finished game"),
}


def follow_option(moves: Text, counts: Text | None, default: str | None = MOVES) -> Option:
    """The choice between the ways, with a sentence on each; without `counts` there is only the end besides.

    The default is none where both ways are as good: then the lobby asks.
    """
    hints = ((MOVES, moves), *(((COUNTS, counts),) if counts else ()))
    ways = [way for way, _ in hints]
    ways.sort(key=lambda way: way != default)
    return Option(
        "follow",
        T("How closely should Herald track the game?"),
        tuple((way, LABELS[way]) for way in (*ways, END)),
        without_box=MOVES,
        fixed_without_box=True,
        before=MOVES,
        hints=hints,
        unlisted=(END,),
        asked=default is None,
    )


class Quiet(Phase, abstract=True, needs_no_taps=True):
    """A moment at which the table can change how closely Herald follows."""

    def gone_over(self, state: Any, way: str) -> Any:
        """The state in the other way: what is known of the board stays, what is missing is asked for."""
        raise NotImplementedError


class ChangeWay(Correction, phases=(Quiet,)):
    """Herald is to follow more or less closely from now on."""

    way: str

    @classmethod
    def legal_actions(cls, state: Any, seat: int) -> Iterable[LegalAction]:
        others = tuple(way for way in (MOVES, COUNTS) if way != state.follow)
        return (legal_action(cls, seat, Pick("way", others)),)

    def decide(self, batch: Batch[Any], seat: int, rng: Rng) -> None:
        batch.emit(WayChanged(self.way))


class WayChanged(Event, phases=(Quiet,), clears=True):
    way: str

    def apply(self, state: Any) -> Any:
        return state.phase.gone_over(state, self.way) if isinstance(state.phase, Quiet) else state

    def history_line(self, state: Any) -> Text:
        if self.way == MOVES:
            return T("Switched to tracking every move.")
        return T("Switched to just the hard parts.")


# --- the same told in secret or openly -----------------------------------------------------------------


class InSecret(SealedAction, abstract=True):
    """What a seat has, said on its own phone. Where only the end is counted it is told `Openly`."""

    @classmethod
    def refusal(cls, state: Any, seat: int) -> Refusal | None:
        text = T("You’re scoring a finished game, so nothing is secret.")
        return refused_if(state.follow == END, "open", text) or super().refusal(state, seat)


class Openly(Action, abstract=True, rejects_stale=False):
    """The same on any device, after a game that was played without Herald."""

    @classmethod
    def refusal(cls, state: Any, seat: int) -> Refusal | None:
        text = T("Each player enters that in secret on their own phone.")
        return refused_if(state.follow != END, "sealed", text) or super().refusal(state, seat)
