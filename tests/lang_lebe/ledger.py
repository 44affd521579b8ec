"""Double-entry bookkeeping of cards and courtiers from the events alone: the totals never change."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from scoring.kernel import EVERY_MOVE, Event
from scoring.lang_lebe.cards import HandEntered, HandsCounted, HandsDealt
from scoring.lang_lebe.components import COURTIERS, START_COURTIERS, START_HAND, Cards, cards, total_of
from scoring.lang_lebe.dispute import StakesRevealed
from scoring.lang_lebe.entering import CardsTakenBack, CourtiersReturned
from scoring.lang_lebe.setup import PiecesEntered, SetUpFinished
from scoring.lang_lebe.state import State
from scoring.lang_lebe.turn import CourtierPlaced, ExtraRolled, MoveRolled, TurnEnded


@dataclass
class Ledger:
    """Location of all cards and courtiers in a game of Lang lebe der König!, counted independently."""

    seats: int
    hands: list[Cards] = field(init=False)
    pile: Cards = field(default_factory=Cards)
    staked: list[Cards] = field(init=False)
    hands_entered: dict[int, Cards] = field(default_factory=dict)
    on_board: Counter[int] = field(default_factory=Counter)
    # Courtiers entered when tracking starts in the middle of a game.
    courtiers_entered: dict[tuple[int, str], int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.hands = [START_HAND] * self.seats
        self.staked = [Cards()] * self.seats

    def book(self, event: Event) -> None:
        match event:
            case MoveRolled(seat, card) | ExtraRolled(seat, _, card):
                self._spend(seat, cards((card,)))
            case StakesRevealed(stakes):
                self.hands = [hand - stake for hand, stake in zip(self.hands, stakes, strict=True)]
                self.staked = list(stakes)
            case CardsTakenBack(seat, back):
                self.hands[seat], self.staked[seat] = self.hands[seat] + back, self.staked[seat] - back
            case TurnEnded():
                self.pile += total_of(self.staked)
                self.staked = [Cards()] * self.seats
            case HandsDealt(_, dealt):
                self._deal(list(dealt))
            case HandEntered(seat, hand):
                self.hands_entered[seat] = hand
            case HandsCounted():
                self._deal([self.hands_entered[seat] - hand for seat, hand in enumerate(self.hands)])
            case SetUpFinished():
                self.on_board.update(dict.fromkeys(range(self.seats), START_COURTIERS))
            case PiecesEntered(seat, area, courtiers, _):
                self.on_board[seat] += courtiers - self.courtiers_entered.get((seat, area), 0)
                self.courtiers_entered[seat, area] = courtiers
            case CourtierPlaced(seat):
                self.on_board[seat] += 1
            case CourtiersReturned(seat, _, count):
                self.on_board[seat] -= count

    def _spend(self, seat: int, spent: Cards) -> None:
        self.hands[seat] -= spent
        self.pile += spent

    def _deal(self, dealt: list[Cards]) -> None:
        self.hands = [hand + new for hand, new in zip(self.hands, dealt, strict=True)]
        self.pile -= total_of(dealt)

    def check(self, state: State) -> None:
        if state.tracking_mode != EVERY_MOVE or not state.hands:
            return  # the locations of cards and courtiers have not been entered
        everything = (*self.hands, *self.staked, self.pile)
        assert total_of(everything) == START_HAND.times(self.seats), "a card is lost or came from nowhere"
        assert all(min(part.by_kind) >= 0 for part in everything), "more cards were used than there were"
        assert state.hands == tuple(self.hands)
        for seat in range(self.seats):
            assert state.supply(seat) == COURTIERS - self.on_board[seat]
            assert 0 <= self.on_board[seat] <= COURTIERS
