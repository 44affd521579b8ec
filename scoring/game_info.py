"""What is on the cover of each box: enough to choose a game by. A new game is one line here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.words import T, Text


@dataclass(frozen=True)
class GameInfo:
    key: str
    title: str
    players: range
    # Where its rules, templates and tests are.
    folder: str
    # What one does in it, in a sentence of our own.
    about: Text | None = None


LANG_LEBE = GameInfo(
    "lang-lebe",
    "Lang lebe der König!",
    range(3, 6),
    "lang_lebe",
    T("Stake in secret, roll the dice, and win the vote for the crown."),
)
REGENTS = GameInfo(
    "regents", "Régents", range(3, 6), "regents", T("Send agents through the castle and hide which clan you serve.")
)
ROYALS = GameInfo(
    "royals",
    "Royals",
    range(2, 6),
    "royals",
    T("Place princes and cardinals all over Europe and score them three times."),
)
SAGA = GameInfo("saga", "Saga", range(2, 5), "saga", T("Lead your knights into six lands for land and fame."))
ROSES = GameInfo(
    "wars-of-the-roses",
    "Wars of the Roses",
    range(2, 5),
    "roses",
    T("Plan in secret, bribe, fight, and win over Parliament."),
)

GAME_INFOS: Mapping[str, GameInfo] = {info.key: info for info in tuple(vars().values()) if isinstance(info, GameInfo)}
