"""The cards of a real box, for whole games of bots in which people keep their cards themselves."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.kernel import Chance, Offer
from scoring.lang_lebe.cards import Cards, cards
from scoring.lang_lebe.state import discard
from scoring.regents.printed import CLANS, DOMAINS
from scoring.table import Table


class RealCards:
    """Shuffles and deals the real cards when Herald asks what everybody holds; who is asked reads the cards off."""

    def __init__(self) -> None:
        self._hands: tuple[Cards, ...] = ()
        self._drawn: tuple[tuple[str, str], ...] = ()

    def __call__(self, table: Table, offer: Offer, chance: Chance) -> Mapping[str, str] | None:
        if offer.ask in ("enter-cards", "show-neutral"):
            return self._clan(offer, chance)
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

    def _clan(self, offer: Offer, chance: Chance) -> Mapping[str, str]:
        """Régents: a clan and a domain card each; the last clan drawn is for the neutral agents."""
        if not self._drawn:
            clans, domains = chance.shuffled(tuple(CLANS)), chance.shuffled(tuple(DOMAINS))
            self._drawn = tuple(zip(clans, (*domains, ""), strict=True))
        if offer.ask == "show-neutral":
            return {"clan": self._drawn[-1][0]}
        clan, domain = self._drawn[offer.seat]
        return {"clan": clan, "domain": domain}
