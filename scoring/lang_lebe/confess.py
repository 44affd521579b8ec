"""What nobody could see during the game: stakes and hands, and what a dispute would have needed."""

from __future__ import annotations

from scoring.kernel import Event
from scoring.lang_lebe.dispute import best_assignment, total
from scoring.lang_lebe.events import DisputeWon, HandCorrected, HandEntered, HandsDealt, StakeSealed
from scoring.lang_lebe.hands_list import card_list
from scoring.lang_lebe.phases import Dispute
from scoring.lang_lebe.state import State
from scoring.words import TN, Both, T, Text, Who


def confess(state: State, event: Event) -> Text | None:
    match event:
        case StakeSealed(seat, stake) if isinstance(state.phase, Dispute) and seat in state.phase.sealed.choices:
            return T("{who} thinks again and stakes {cards}.", who=Who(seat), cards=card_list(stake))
        case StakeSealed(seat, stake) if isinstance(state.phase, Dispute):
            return T("{who} stakes {cards} for {area}.", who=Who(seat), cards=card_list(stake), area=state.phase.area)
        case DisputeWon(seat) if isinstance(state.phase, Dispute):
            return _needed(state.phase, seat)
        case HandsDealt(_, dealt) if any(cards.count for cards in dealt):
            hands = (T("{who} {cards}", who=Who(seat), cards=card_list(cards)) for seat, cards in enumerate(dealt))
            return T("Dealt: {hands}.", hands=Both(tuple(hands)))
        case HandEntered(seat, hand) | HandCorrected(seat, hand) if not hand.count:
            return T("{who} holds no cards.", who=Who(seat))
        case HandEntered(seat, hand) | HandCorrected(seat, hand):
            return T("{who} holds {cards}.", who=Who(seat), cards=card_list(hand))
        case _:
            return None


def _needed(dispute: Dispute, winner: int) -> Text | None:
    """How many of the winner's cards, with the dice that fell on them, would have been enough."""
    now = dispute.rounds[-1]
    staked = dispute.stakes[winner].count
    if winner not in now.dice:
        return None
    rivals = max((total(dispute, now, seat) or 0 for seat in now.contenders if seat != winner), default=0)
    points = sorted(
        (card * die for card, die in best_assignment(dispute.stakes[winner], now.dice[winner])), reverse=True
    )
    enough = next(n for n in range(staked + 1) if dispute.extras[winner] + sum(points[:n]) > rivals)
    if enough == staked:
        return TN("{who} needed the one card.", "{who} needed all {count} cards.", staked, who=Who(winner))
    return TN(
        "{who} staked {staked} where {count} was enough.",
        "{who} staked {staked} where {count} were enough.",
        enough,
        who=Who(winner),
        staked=staked,
    )
