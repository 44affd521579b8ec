"""What everybody may see of a dispute."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.lang_lebe.cards import Cards
from scoring.lang_lebe.dispute import (
    areas_for_banished,
    best_assignment,
    may_take_back,
    taken_back,
    total,
    yet_to_roll,
)
from scoring.lang_lebe.phases import Dispute, Round
from scoring.lang_lebe.state import State
from scoring.sealed import SealedView, sealed_view


@dataclass(frozen=True)
class StakeView:
    """A seat's revealed cards; no cards: it had none to stake."""

    seat: int
    cards: Cards
    extra: int


@dataclass(frozen=True)
class DiceView:
    """A roll as the dice lie on the cards, (card, die) from the largest down."""

    seat: int
    pairs: tuple[tuple[int, int], ...]
    extra: int
    total: int | None


@dataclass(frozen=True)
class RoundView:
    rolls: tuple[DiceView, ...]


@dataclass(frozen=True)
class BanishView:
    figure: int
    areas: tuple[str, ...]


@dataclass(frozen=True)
class TakeBackView:
    """Cards that the ones bring back: at most, as chosen, and which these are."""

    seat: int
    most: int
    count: int
    cards: Cards


@dataclass(frozen=True)
class DisputeView:
    """`stakes` and `rounds` are empty until the reveal."""

    area: str
    intruder: int
    defender: int
    sealed: SealedView
    stakes: tuple[StakeView, ...]
    rounds: tuple[RoundView, ...]
    next_to_roll: int | None
    winner: int | None
    banish: tuple[BanishView, ...]
    placed: bool
    take_backs: tuple[TakeBackView, ...]


def dispute_view(state: State, dispute: Dispute) -> DisputeView:
    return DisputeView(
        area=dispute.area,
        intruder=dispute.turn,
        defender=dispute.defender,
        sealed=sealed_view(dispute.sealed),
        stakes=tuple(StakeView(s, cards, dispute.extras[s]) for s, cards in enumerate(dispute.stakes)),
        rounds=tuple(_round(dispute, turned) for turned in dispute.rounds),
        next_to_roll=next(iter(yet_to_roll(dispute)), None),
        winner=dispute.winner,
        banish=tuple(BanishView(f, areas_for_banished(state, dispute, f)) for f in dispute.to_banish),
        placed=dispute.placed,
        take_backs=_take_backs(state, dispute),
    )


def _round(dispute: Dispute, turned: Round) -> RoundView:
    return RoundView(tuple(_dice(dispute, turned, seat) for seat in turned.contenders))


def _dice(dispute: Dispute, turned: Round, seat: int) -> DiceView:
    dice = turned.dice.get(seat)
    pairs = best_assignment(dispute.stakes[seat], dice) if dice is not None else ()
    return DiceView(seat, pairs, dispute.extras[seat], total(dispute, turned, seat))


def _take_backs(state: State, dispute: Dispute) -> tuple[TakeBackView, ...]:
    if dispute.winner is None:
        return ()
    most = {seat: may_take_back(dispute, seat) for seat in range(state.seats)}
    back = {seat: taken_back(dispute, seat) for seat in most}
    return tuple(TakeBackView(s, ones, back[s].count, back[s]) for s, ones in most.items() if ones)
