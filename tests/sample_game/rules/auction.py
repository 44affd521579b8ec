"""The auction: a jewel is revealed, all players seal a bid, and the highest wins. It ends after the last jewel."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from scoring.kernel import (
    Batch,
    BusyReason,
    Event,
    Help,
    Phase,
    Refusal,
    Rng,
    SealedAction,
    SealedEvent,
    TableAction,
    legal_action,
)
from scoring.legal_actions import Count, LegalAction
from scoring.sealed import Sealed
from scoring.standings import ranked
from scoring.values import replaced
from scoring.words import TN, T, Text, Who
from tests.sample_game.rules.components import JEWELS, NAMES, value, value_key
from tests.sample_game.rules.state import NOBODY, State, jewels_of

# --- phases --------------------------------------------------------------------------------------------


class Between(Phase):
    """Before the next jewel is revealed."""

    help = Help((T("Reveal the next jewel. Its number is its value."),), "en 1")
    busy_reason = BusyReason(T("Reveal the next jewel first."), "en 1")
    correctable = True
    jewel: str

    def headline(self, state: State) -> Text:
        return T("Next: the {jewel}.", jewel=NAMES[self.jewel])


class Bidding(Phase):
    help = Help((T("Bid coins in secret. The highest bidder pays and takes the jewel."),), "en 3")
    busy_reason = BusyReason(T("Everyone is bidding. You can do that later."), "en 3")
    jewel: str
    sealed: Sealed[int]

    def headline(self, state: State) -> Text:
        return T("What is the {jewel} worth to you?", jewel=NAMES[self.jewel])

    def waiting_for(self, state: State) -> tuple[int, ...]:
        return self.sealed.waiting_for


class Over(Phase, over=True):
    help = Help((T("The game is over. See the story of the evening, or play again."),), "en 5")
    heading = T("All jewels are sold.")
    busy_reason = BusyReason(T("The game is over."), "en 5", code="over")


# --- reveals -------------------------------------------------------------------------------------------


class TurnUp(TableAction, phases=(Between,)):
    """Reveals the next jewel and its printed value."""

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        jewel = Between.current(state).jewel
        yield legal_action(
            cls, seat, missing_values=(value_key(jewel),) if value(state.printed_values, jewel) is None else ()
        )

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        batch.emit(JewelTurnedUp(Between.current(batch.state).jewel))


class JewelTurnedUp(Event, clears=True):
    jewel: str

    def apply(self, state: State) -> State:
        return replace(state, phase=Bidding(self.jewel, Sealed(tuple(range(state.seats)))))

    def history_line(self, state: State) -> Text:
        return T("The {jewel} is for sale.", jewel=NAMES[self.jewel])


# --- bidding -------------------------------------------------------------------------------------------


class SealBid(SealedAction, phases=(Bidding,)):
    """Bid coins in secret; revealed when all players have bid (en 3)."""

    coins: int

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        yield legal_action(cls, seat, Count("coins", 0, state.coins[seat], Bidding.current(state).sealed.of(seat) or 0))

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        if 0 <= self.coins <= state.coins[seat]:
            return None
        return Refusal("coins", T("You can bid 0 to {most}.", most=state.coins[seat]), "en 3")

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        batch.emit(BidSealed(seat, self.coins))
        bidding = Bidding.current(batch.state)
        if bidding.sealed.complete:
            batch.emit(BidsRevealed(tuple(bidding.sealed.choices[number] for number in range(batch.state.seats))))
            sell(batch, bidding)


class BidSealed(SealedEvent, secret={"coins"}):
    seat: int
    coins: int

    def apply(self, state: State) -> State:
        return state.with_phase(sealed=Bidding.current(state).sealed.seal(self.seat, self.coins))

    def history_line(self, state: State) -> Text:
        return T("{who} sealed a bid.", who=Who(self.seat))

    def secret_history_line(self, state: State) -> Text:
        return TN("{who} bid {count} coin.", "{who} bid {count} coins.", self.coins, who=Who(self.seat))


class BidsRevealed(Event, reveals=True):
    bids: tuple[int, ...]

    def history_line(self, state: State) -> Text:
        return T("All bids were revealed.")


def highest_bidder(state: State, bids: Sealed[int]) -> int | None:
    """Returns the seat with the highest bid; ties go to fewer jewels, then None (en 4)."""
    keys = {seat: (bids.choices[seat], -len(jewels_of(state, seat))) for seat in range(state.seats)}
    best = ranked(keys)[0]
    return best[0] if len(best) == 1 else None


def sell(batch: Batch[State], bidding: Bidding) -> None:
    winner = highest_bidder(batch.state, bidding.sealed)
    if winner is None:
        batch.emit(JewelUnsold(bidding.jewel))
    else:
        batch.emit(JewelSold(winner, bidding.jewel, bidding.sealed.choices[winner]))
    if batch.state.phase == bidding:
        batch.emit(GameEnded())


# --- totals --------------------------------------------------------------------------------------------


def after(state: State, jewel: str, owner: int) -> State:
    """Returns the state after the jewel was sold or returned, with the next jewel if there is one."""
    rest = JEWELS[JEWELS.index(jewel) + 1 :]
    phase = Between(rest[0]) if rest else state.phase
    return replace(state, owners={**state.owners, jewel: owner}, phase=phase)


class JewelSold(Event, chapter=T("Jewel")):
    seat: int
    jewel: str
    coins: int

    def apply(self, state: State) -> State:
        coins = replaced(state.coins, self.seat, state.coins[self.seat] - self.coins)
        return after(replace(state, coins=coins), self.jewel, self.seat)

    def history_line(self, state: State) -> Text:
        return T("{who} got the {jewel} for {coins}.", who=Who(self.seat), jewel=NAMES[self.jewel], coins=self.coins)

    def to_do(self, state: State) -> Iterable[Text]:
        yield T(
            "{who}: pay {coins} and take the {jewel}.", who=Who(self.seat), jewel=NAMES[self.jewel], coins=self.coins
        )


class JewelUnsold(Event, chapter=T("Jewel")):
    jewel: str

    def apply(self, state: State) -> State:
        return after(state, self.jewel, NOBODY)

    def history_line(self, state: State) -> Text:
        return T("Tied bids: no one got the {jewel}.", jewel=NAMES[self.jewel])

    def to_do(self, state: State) -> Iterable[Text]:
        yield T("Put the {jewel} back in the box.", jewel=NAMES[self.jewel])


class GameEnded(Event):
    def apply(self, state: State) -> State:
        return replace(state, phase=Over())

    def history_line(self, state: State) -> Text:
        return T("All jewels are sold.")
