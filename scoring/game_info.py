"""Game info: enough about each game to choose one. A new game adds one entry here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.words import T, Text


@dataclass(frozen=True)
class GameInfo:
    key: str
    title: str
    players: range
    # Name of the game's folder under scoring/, templates/ and tests/.
    folder: str
    # One-sentence summary in our own words.
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
ANY_GAME = GameInfo(
    "any-game",
    "Any game",
    range(2, 10),
    "any_game",
    T("Secret bids, votes, majorities, tracks and score sheets for whatever’s on the table."),
)

GAME_INFOS: Mapping[str, GameInfo] = {info.key: info for info in tuple(vars().values()) if isinstance(info, GameInfo)}
