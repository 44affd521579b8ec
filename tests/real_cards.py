"""The influence cards of a real box, for whole games of bots in which people keep their cards themselves."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.kernel import Chance, Offer
from scoring.lang_lebe.cards import Cards, cards
from scoring.lang_lebe.state import discard
from scoring.table import Table


class RealCards:
    """Shuffles the real discard pile and deals it when Herald calls for new hands; who is asked reads the hand off."""

    def __init__(self) -> None:
        self._hands: tuple[Cards, ...] = ()

    def __call__(self, table: Table, offer: Offer, chance: Chance) -> Mapping[str, str] | None:
        if offer.ask != "enter-hand":
            return None
        if not table.state.phase.sealed.choices:
            self._deal(table, table.state.phase.each, chance)
        hand = self._hands[offer.seat]
        return {"x1": str(hand.x1), "x2": str(hand.x2), "x3": str(hand.x3)}

    def _deal(self, table: Table, each: int, chance: Chance) -> None:
        pile = chance.shuffled(discard(table.state).listed)
        new = (cards(pile[seat * each : (seat + 1) * each]) for seat in range(len(table.seats)))
        self._hands = tuple(hand + dealt for hand, dealt in zip(table.state.hands, new, strict=True))
