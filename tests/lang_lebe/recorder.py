"""Writes the recording of Lang lebe der König! in which tracking starts late: `python -m tests.lang_lebe.recorder`.

The first election, in KEY_MOMENTS mode, crowns nobody; then Herald tracks every move. An existing recording is kept.
"""

from __future__ import annotations

from pathlib import Path

from scoring.claims import ClaimPlace
from scoring.kernel import EVERY_MOVE, KEY_MOMENTS
from scoring.lang_lebe import GAME
from scoring.lang_lebe.cards import EnterHand
from scoring.lang_lebe.key_moments import CallElection, SealCards
from scoring.lang_lebe.setup import EnterPieces, FinishBoardEntry
from scoring.recording import export
from scoring.replay import Projection
from scoring.reveal_phases import ConfirmBoard
from scoring.tracking_modes import ChangeTrackingMode
from tests.recorder import Recording

RECORDED = Path(__file__).parent / "recorded"
AREAS = ("Lundonia", "Lincolia", "Man", "Oxeneford")
CARDS = (7, 8, 0, 9)


def resumed_game() -> Projection:
    recording = Recording(GAME, 4, {"follow": KEY_MOMENTS}, GAME.example)
    recording.act(0, CallElection())
    for seat, area in enumerate(AREAS):
        recording.act(seat, ClaimPlace(area))
    for seat, cards in enumerate(CARDS):
        recording.act(seat, SealCards(cards))
    recording.act(0, ConfirmBoard())
    recording.act(0, ChangeTrackingMode(EVERY_MOVE))
    for seat, area in enumerate(AREAS):
        recording.act(seat, EnterPieces(area, 1 + seat % 2, 1))
    recording.act(0, FinishBoardEntry(2))
    for seat in range(4):
        recording.act(seat, EnterHand(4 + seat, 2))
    return recording.play_on(seed=1)


if __name__ == "__main__":
    path = RECORDED / "4-taken-up.jsonl"
    if not path.exists():
        path.write_text(export(resumed_game()), encoding="utf-8")
        print(path.name)
