"""Putting right what Herald believes, when the table says otherwise."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from scoring.kernel import Correction, Event, offer
from scoring.offers import Count, Offer, Pick
from scoring.values import replaced
from scoring.words import TN, Text, Who
from tests.model.rules.auction import Between
from tests.model.rules.printed import COINS
from tests.model.rules.state import State


class CoinsCorrected(Event):
    seat: int
    coins: int

    def fold(self, state: State) -> State:
        return replace(state, coins=replaced(state.coins, self.seat, self.coins))

    def tell(self, state: State) -> Text:
        return TN(
            "Corrected: {who} has {count} coin.",
            "Corrected: {who} has {count} coins.",
            self.coins,
            who=Who(self.seat),
        )


class CorrectCoins(Correction, phases=(Between,), event=CoinsCorrected):
    """That seat really has so many coins."""

    whose: int
    coins: int

    @classmethod
    def offers(cls, state: State, seat: int) -> Iterable[Offer]:
        for whose, coins in enumerate(state.coins):
            yield offer(cls, seat, Pick("whose", (whose,)), Count("coins", 0, COINS, coins))
