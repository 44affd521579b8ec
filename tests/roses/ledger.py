"""Double-entry bookkeeping of money, mercenaries and cards from the events alone: none may appear or vanish."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from scoring.claims import PlaceClaimed, PlaceGivenUp, PlaceSettled
from scoring.kernel import Event
from scoring.reveal_phases import BoardConfirmed
from scoring.roses.components import MERCENARY, MERCENARY_CARDS, MERCENARY_TOKENS, PIECES, START_MONEY, TROOPS
from scoring.roses.deployment import ArmyDeployed, BidPaid, OrdersPaid
from scoring.roses.draft import CardsRemoved, CardTaken, IncomePaid, MercenariesHired
from scoring.roses.last_parliament import PiecesCounted
from scoring.roses.plan import AidTaken
from scoring.roses.resolution import BattleFought, PersonBribed
from scoring.roses.state import State


@dataclass
class Ledger:
    """Independent count of the money, mercenaries and cards in a game of Wars of the Roses."""

    seats: int
    money: Counter[int] = field(init=False)
    mercenaries: Counter[int] = field(default_factory=Counter)
    hired: int = 0
    owners: dict[str, int] = field(default_factory=dict)
    gone: set[str] = field(default_factory=set)
    aided: list[int] = field(default_factory=list)
    deployed: Counter[int] = field(default_factory=Counter)
    # Seats that claim each place when a finished game is scored.
    claimants: dict[str, set[int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.money = Counter(dict.fromkeys(range(self.seats), START_MONEY))

    def book(self, event: Event) -> None:
        match event:
            case IncomePaid(pounds):
                self.money.update(dict(enumerate(pounds)))
                self.deployed.clear()
            case AidTaken(seat, pounds):
                self.money[seat] += pounds
                self.aided.append(seat)
            case BidPaid(seat, pounds) | OrdersPaid(seat, pounds):
                self.money[seat] -= pounds
            case CardTaken(_, card) if card == MERCENARY:
                self.hired += 1
            case CardTaken(seat, card):
                assert card not in self.owners, "a card has one owner"
                self.owners[card] = seat
            case MercenariesHired(seat, count):
                self.mercenaries[seat] += count
            case ArmyDeployed(seat, _, troops, mercenaries):
                self.mercenaries[seat] -= mercenaries
                self.deployed[seat] += troops
            case PersonBribed(seat, person, loser):
                assert self.owners[person] == loser != seat
                self.owners[person] = seat
            case BattleFought():
                self._fight(event)
            case PlaceClaimed(seat, place):
                self.claimants.setdefault(place, set()).add(seat)
            case PlaceSettled(seat, place):
                self.claimants[place] = {seat}
            case PlaceGivenUp(seat, place):
                self.claimants[place].remove(seat)
            case BoardConfirmed() | PiecesCounted() if self.claimants:
                self.owners = {place: only for place, seats in self.claimants.items() for only in seats}
            case CardsRemoved(cards):
                self.hired += cards.count(MERCENARY)
                self.gone.update(card for card in cards if card != MERCENARY)

    def _fight(self, battle: BattleFought) -> None:
        assert battle.left == abs(battle.attackers - battle.defenders)
        assert self.owners.get(battle.place, -1) == battle.defender != battle.attacker
        if battle.holder == -1:
            del self.owners[battle.place]
        else:
            self.owners[battle.place] = battle.holder

    def check(self, state: State) -> None:
        assert state.money == tuple(self.money[seat] for seat in range(self.seats))
        assert min(state.money) >= 0, "nobody spends more than there is"
        assert state.mercenaries == tuple(self.mercenaries[seat] for seat in range(self.seats))
        assert 0 <= sum(state.mercenaries) <= MERCENARY_TOKENS
        assert min(state.mercenaries) >= 0
        assert state.mercenary_cards == MERCENARY_CARDS - self.hired >= 0
        assert dict(state.owners) == self.owners
        assert set(state.gone) == self.gone
        assert self.gone.isdisjoint(self.owners)
        assert set(state.neutral).isdisjoint(self.owners)
        assert len(self.aided) == len(set(self.aided)), "French aid comes once"
        assert all(troops <= TROOPS for troops in self.deployed.values())
        assert set(self.owners) <= set(PIECES)
