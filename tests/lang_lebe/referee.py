"""A referee for one dispute and one election, written from the rulebook alone.

It shares nothing with `scoring`: seats, areas and cards are plain numbers and strings. Dice are scripted per seat, so
that Herald and the referee see the same rolls.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations

TARGETS = {3: 19, 4: 20, 5: 20}  # nl 172, 173
BONUS_TABLE = 15  # nl 65


@dataclass
class Script:
    """The dice of every seat, roll by roll, and the number of rolls used."""

    dice: Mapping[int, Sequence[tuple[int, ...]]]
    used: dict[int, int] = field(default_factory=dict)

    def roll(self, seat: int) -> tuple[int, ...]:
        number = self.used.get(seat, 0)
        self.used[seat] = number + 1
        return self.dice[seat][number]


# --- a dispute -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Verdict:
    """The winner, the points of the last round by seat, and the effects on pieces and cards."""

    winner: int
    points: Mapping[int, int]
    courtiers_to_return: int
    banished: frozenset[int]
    may_place: bool
    cards_back: Mapping[int, tuple[int, ...]]


def judge_dispute(
    intruder: int,
    defender: int,
    courtiers: int,
    figure: bool,
    limit: int,
    stakes: Mapping[int, tuple[int, ...]],
    script: Script,
) -> Verdict:
    """Returns the verdict. `stakes`: card factors by seat, none for a seat without cards. `limit`: courtiers that the
    area holds."""
    pieces = {intruder: 1, defender: courtiers + figure}  # nl 130, 132
    last: dict[int, tuple[int, ...]] = {}
    contenders = tuple(stakes)
    while True:
        points = {}
        for seat in contenders:
            if stakes[seat]:
                last[seat] = script.roll(seat)
            points[seat] = best_points(stakes[seat], last.get(seat, ())) + 2 * pieces.get(seat, 0)
        contenders = tuple(seat for seat in points if points[seat] == max(points.values()))
        if len(contenders) == 1:
            break  # nl 138; otherwise the tied seats roll again (nl 230)
    (winner,) = contenders
    figures = {intruder} | ({defender} if figure else set())
    back = {seat: cards_back(stakes[seat], dice) for seat, dice in last.items()}
    return Verdict(
        winner,
        points,
        courtiers_to_return=courtiers if winner != defender else 0,  # nl 144, 146
        banished=frozenset(figures - {winner}),  # nl 142-146
        may_place=winner != defender or courtiers < limit,  # nl 140
        cards_back={seat: cards for seat, cards in back.items() if cards},
    )


def best_points(cards: tuple[int, ...], dice: tuple[int, ...]) -> int:
    """Returns the maximum over all placements, because the player places the dice (nl 124, 128)."""
    return max(sum(card * die for card, die in zip(cards, order, strict=True)) for order in permutations(dice))


def cards_back(cards: tuple[int, ...], dice: tuple[int, ...]) -> tuple[int, ...]:
    """Returns one card for each 1, lowest first, if at least two were staked (nl 154)."""
    return tuple(sorted(cards)[: dice.count(1)]) if len(cards) > 1 else ()


# --- an election ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Outcome:
    """Totals by seat, then either a king and the places behind, or bonus votes and the number of new cards."""

    totals: tuple[int, ...]
    king: int | None = None
    # Sets of seats that share a place behind the king, best first.
    behind: tuple[frozenset[int], ...] = ()
    bonus: tuple[int, ...] = ()
    dealt: int = 0


def judge_election(area_votes: Sequence[int], cards: Sequence[int], bonus: Sequence[int], script: Script) -> Outcome:
    players = len(area_votes)
    votes = [count - count // 3 if held == 0 else count for count, held in zip(area_votes, cards, strict=True)]
    totals = tuple(one + more for one, more in zip(votes, bonus, strict=True))  # nl 193
    strength = {seat: (votes[seat], cards[seat]) for seat in range(players)}  # nl 185, 242
    enough = [seat for seat in range(players) if totals[seat] >= TARGETS[players]]
    if enough:
        king = roll_for_first(best(enough, strength), script)
        others = {totals[seat] for seat in range(players) if seat != king}
        behind = (
            frozenset(seat for seat in range(players) if seat != king and totals[seat] == total)
            for total in sorted(others, reverse=True)
        )
        return Outcome(totals, king, tuple(behind))  # nl 205
    order: list[int] = []
    for value in sorted(set(strength.values()), reverse=True):
        order += roll_for_order([seat for seat in range(players) if strength[seat] == value], script)
    up = tuple(min(players - order.index(seat), BONUS_TABLE - bonus[seat]) for seat in range(players))  # nl 179-183
    return Outcome(totals, bonus=up, dealt=min(15, (20 * players - sum(cards)) // players))  # nl 187, 247


def best(seats: Iterable[int], strength: Mapping[int, tuple[int, ...]]) -> list[int]:
    among = list(seats)
    return [seat for seat in among if strength[seat] == max(strength[other] for other in among)]


def roll_for_first(tied: list[int], script: Script) -> int:
    """Returns the winner of a roll of five dice each; equal highest sums roll again (nl 243, 244)."""
    while len(tied) > 1:
        sums = {seat: (sum(script.roll(seat)),) for seat in tied}
        tied = best(tied, sums)
    return tied[0]


def roll_for_order(tied: list[int], script: Script) -> list[int]:
    """Returns all tied seats in order, by the same rolls."""
    if len(tied) < 2:
        return tied
    sums = {seat: sum(script.roll(seat)) for seat in tied}
    found: list[int] = []
    for total in sorted(set(sums.values()), reverse=True):
        found += roll_for_order([seat for seat in tied if sums[seat] == total], script)
    return found
