"""Corrections of the state Herald has recorded."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from scoring.kernel import Event, SeatCorrection
from scoring.legal_actions import Count
from scoring.values import replaced
from scoring.words import TN, Text, Who
from tests.sample_game.rules.components import COINS
from tests.sample_game.rules.state import State


class CoinsCorrected(Event):
    seat: int
    coins: int

    def apply(self, state: State) -> State:
        return replace(state, coins=replaced(state.coins, self.seat, self.coins))

    def history_line(self, state: State) -> Text:
        return TN(
            "Corrected: {who} has {count} coin.",
            "Corrected: {who} has {count} coins.",
            self.coins,
            who=Who(self.seat),
        )


class CorrectCoins(SeatCorrection, event=CoinsCorrected):
    """Sets a seat's coins to the real number."""

    coins: int

    @classmethod
    def tracked_fields(cls, state: State) -> Iterable[Count]:
        return (Count("coins", 0, COINS, coins) for coins in state.coins)
