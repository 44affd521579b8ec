"""The entry of this game for `scoring/game_info.py`."""

from __future__ import annotations

from scoring.game_info import GameInfo
from scoring.words import T

ABOUT = "Bid in secret for three jewels, and keep your coins together."
MODEL = GameInfo("model", "Jewels", range(2, 5), "model", T(ABOUT))
