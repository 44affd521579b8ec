"""Tracking modes: every move, only key moments, or only the final scoring.

The same rules apply in every mode; only the way facts are entered differs. A table may switch between the first two in
any `ModeSwitchPhase`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from scoring.kernel import (
    EVERY_MOVE,
    FINAL_SCORING,
    KEY_MOMENTS,
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
    EVERY_MOVE: T("Track every move"),
    KEY_MOMENTS: T("Just the hard parts"),
    FINAL_SCORING: T("Score a finished game"),
}


def tracking_mode_option(moves: Text, counts: Text | None, default: str | None = EVERY_MOVE) -> Option:
    """Returns the tracking mode option, with a hint for each mode. Without `counts`, there is no KEY_MOMENTS mode.

    `default` is None if both modes are equally good: then the lobby asks.
    """
    hints = ((EVERY_MOVE, moves), *(((KEY_MOMENTS, counts),) if counts else ()))
    modes = [mode for mode, _ in hints]
    modes.sort(key=lambda mode: mode != default)
    return Option(
        "follow",
        T("How closely should Herald track the game?"),
        tuple((mode, LABELS[mode]) for mode in (*modes, FINAL_SCORING)),
        without_box=EVERY_MOVE,
        before=EVERY_MOVE,
        hints=hints,
        unlisted=(FINAL_SCORING,),
        asked=default is None,
    )


class ModeSwitchPhase(Phase, abstract=True):
    """A phase in which the table can change the tracking mode."""

    def in_tracking_mode(self, state: Any, mode: str) -> Any:
        """Returns the state in the other tracking mode. Known facts about the board stay, and players enter the missing
        ones.
        """
        raise NotImplementedError


class ChangeTrackingMode(Correction, phases=(ModeSwitchPhase,)):
    """Switches between EVERY_MOVE and KEY_MOMENTS."""

    way: str

    @classmethod
    def legal_actions(cls, state: Any, seat: int) -> Iterable[LegalAction]:
        others = tuple(mode for mode in (EVERY_MOVE, KEY_MOMENTS) if mode != state.tracking_mode)
        return (legal_action(cls, seat, Pick("way", others)),)

    def decide(self, batch: Batch[Any], seat: int, rng: Rng) -> None:
        batch.emit(TrackingModeChanged(self.way))


class TrackingModeChanged(Event, phases=(ModeSwitchPhase,), clears=True, stored="way-changed"):
    way: str

    def apply(self, state: Any) -> Any:
        return state.phase.in_tracking_mode(state, self.way) if isinstance(state.phase, ModeSwitchPhase) else state

    def history_line(self, state: Any) -> Text:
        if self.way == EVERY_MOVE:
            return T("Switched to tracking every move.")
        return T("Switched to just the hard parts.")


# --- secret and open entry -----------------------------------------------------------------------------


class SecretEntry(SealedAction, abstract=True):
    """A secret entry on the seat's own phone. In FINAL_SCORING mode, `OpenEntry` replaces it."""

    @classmethod
    def refusal(cls, state: Any, seat: int) -> Refusal | None:
        text = T("You’re scoring a finished game, so nothing is secret.")
        return refused_if(state.tracking_mode == FINAL_SCORING, "open", text) or super().refusal(state, seat)


class OpenEntry(Action, abstract=True, rejects_stale=False):
    """An entry that replaces a `SecretEntry` after an untracked game; any device may make it."""

    @classmethod
    def refusal(cls, state: Any, seat: int) -> Refusal | None:
        text = T("Each player enters that in secret on their own phone.")
        return refused_if(state.tracking_mode != FINAL_SCORING, "sealed", text) or super().refusal(state, seat)
