"""Who wins a dispute: dice on cards, points for pieces, ties, and what the ones bring back."""

from __future__ import annotations

from scoring.lang_lebe.cards import Cards
from scoring.lang_lebe.phases import Dispute, Round
from scoring.lang_lebe.printed import CARDS_FOR_ONES, POINTS_PER_PIECE
from scoring.lang_lebe.state import State, areas_in_play, courtiers_in, figures_in, is_empty


def best_assignment(cards: Cards, dice: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """(card, die) pairs, the largest die on the largest card: no other way gives more points (nl 124)."""
    return tuple(zip(reversed(cards.listed), sorted(dice, reverse=True), strict=True))


def dice_points(cards: Cards, dice: tuple[int, ...]) -> int:
    return sum(card * die for card, die in best_assignment(cards, dice))  # nl 128


def points_for_pieces(state: State, seat: int, intruder: int, defender: int, area: str) -> int:
    """Two for the intruder's figure; two for each of the defender's courtiers and his figure (nl 130, 132)."""
    if seat == intruder:
        return POINTS_PER_PIECE
    if seat == defender:
        pieces = courtiers_in(state, area) + (seat in figures_in(state, area))
        return POINTS_PER_PIECE * pieces
    return 0


def total(dispute: Dispute, turned: Round, seat: int) -> int | None:
    """A contender's points in a round; None until the dice are there. Who had no cards has pieces only."""
    if not dispute.stakes[seat].count:
        return dispute.extras[seat]
    if seat not in turned.dice:
        return None
    return dice_points(dispute.stakes[seat], turned.dice[seat]) + dispute.extras[seat]


def yet_to_roll(dispute: Dispute) -> tuple[int, ...]:
    """In order: the intruder first, then clockwise (nl 124, 132)."""
    if not dispute.rounds or dispute.winner is not None:
        return ()
    now = dispute.rounds[-1]
    return tuple(seat for seat in now.contenders if total(dispute, now, seat) is None)


def leaders(dispute: Dispute, turned: Round) -> tuple[int, ...]:
    """The contenders with the highest total of a complete round (nl 138)."""
    totals = {seat: total(dispute, turned, seat) or 0 for seat in turned.contenders}
    return tuple(seat for seat in turned.contenders if totals[seat] == max(totals.values()))


def areas_for_banished(state: State, dispute: Dispute, figure: int) -> tuple[str, ...]:
    """Where the winner may send this figure: to its own courtiers (nl 142, 144); see the readings."""
    elsewhere = tuple(area for area in areas_in_play(state) if area != dispute.area)
    with_courtiers = tuple(a for a in elsewhere if a in state.courtiers and state.courtiers[a][0] == figure)
    empty = tuple(area for area in elsewhere if is_empty(state, area))
    return with_courtiers or empty or (dispute.came_from,)


# --- ones (nl 154) -------------------------------------------------------------------------------------


def last_dice(dispute: Dispute, seat: int) -> tuple[int, ...]:
    """The roll that counted last for this seat: a re-roll replaces the first one."""
    rolls = [turned.dice[seat] for turned in dispute.rounds if seat in turned.dice]
    return rolls[-1] if rolls else ()


def most_taken_back(stake: Cards, dice: tuple[int, ...]) -> int:
    """One card for each 1, for those who staked at least two."""
    return dice.count(1) if stake.count >= CARDS_FOR_ONES else 0


def may_take_back(dispute: Dispute, seat: int) -> int:
    return most_taken_back(dispute.stakes[seat], last_dice(dispute, seat))


def taken_back(dispute: Dispute, seat: int) -> Cards:
    """What comes back as things stand: as many as chosen, else all; from below (nl 154, 156)."""
    count = dispute.take_backs.get(seat, may_take_back(dispute, seat))
    return dispute.stakes[seat].lowest(count)
