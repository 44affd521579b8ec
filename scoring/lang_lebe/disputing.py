"""A dispute, step by step: stakes, dice, banishing, the winner's courtiers, and cards taken back."""

from __future__ import annotations

from scoring.kernel import Chance, Count, Draft, Offer, Pick, Refusal, offer
from scoring.lang_lebe.asks import BanishFigure, EndTurn, PlaceCourtier, RollDice, SealStake, TakeBack
from scoring.lang_lebe.cards import Cards
from scoring.lang_lebe.dice import rolled, typed
from scoring.lang_lebe.dispute import (
    areas_for_banished,
    leaders,
    may_take_back,
    taken_back,
    yet_to_roll,
)
from scoring.lang_lebe.events import (
    CardsTakenBack,
    CourtiersReturned,
    DiceRolled,
    DisputeWon,
    FigureBanished,
    RerollCalled,
    StakeSealed,
    StakesRevealed,
    TakeBackChosen,
)
from scoring.lang_lebe.phases import Dispute
from scoring.lang_lebe.printed import MOST_STAKED
from scoring.lang_lebe.state import State, can_place, clockwise, numbers_needed
from scoring.lang_lebe.turn import end_turn, extra_roll, extra_roll_offers, place
from scoring.words import T, Who

# --- what may be asked ---------------------------------------------------------------------------------


def offers(state: State, dispute: Dispute) -> tuple[Offer, ...]:
    if not dispute.revealed:
        return tuple(_sealing(state, dispute, seat) for seat in dispute.sealed.asked)
    if dispute.winner is None:
        seat = yet_to_roll(dispute)[0]
        return (offer(RollDice, seat, *typed(state, "dice", dispute.stakes[seat].count)),)
    first = _banishing(state, dispute, dispute.winner) or _placing(state, dispute, dispute.winner)
    return (*first, *_taking_back(state, dispute))


def _sealing(state: State, dispute: Dispute, seat: int) -> Offer:
    hand, chosen = state.hands[seat], dispute.sealed.of(seat) or Cards()
    counts = (Count(f"x{kind}", 0, min(MOST_STAKED, hand.of(kind)), chosen.of(kind)) for kind in (1, 2, 3))
    return offer(SealStake, seat, *counts, total=(1, min(MOST_STAKED, hand.count)))


def _banishing(state: State, dispute: Dispute, winner: int) -> tuple[Offer, ...]:
    return tuple(
        offer(
            BanishFigure,
            winner,
            Pick("figure", (figure,)),
            Pick("area", areas_for_banished(state, dispute, figure)),
        )
        for figure in dispute.to_banish
    )


def _placing(state: State, dispute: Dispute, winner: int) -> tuple[Offer, ...]:
    area = dispute.area
    if dispute.placed:
        return (*extra_roll_offers(state, winner, area), offer(EndTurn, winner))
    free = (offer(PlaceCourtier, winner, needs=numbers_needed(state, area)),)
    return (*(free if can_place(state, winner, area) else ()), offer(EndTurn, winner))


def _taking_back(state: State, dispute: Dispute) -> tuple[Offer, ...]:
    most = {seat: may_take_back(dispute, seat) for seat in clockwise(state, dispute.turn)}
    return tuple(
        offer(TakeBack, seat, Count("count", 0, ones, dispute.take_backs.get(seat, ones)))
        for seat, ones in most.items()
        if ones
    )


# --- what follows --------------------------------------------------------------------------------------


def seal_stake(draft: Draft[State], dispute: Dispute, seat: int, stake: Cards) -> None:
    _check_stake(draft.state, dispute, seat, stake)
    last = dispute.sealed.is_last(seat)
    draft.happen(StakeSealed(seat, stake))
    if last:
        _reveal(draft)


def _reveal(draft: Draft[State]) -> None:
    dispute = _now(draft)
    stakes = (dispute.sealed.of(seat) or Cards() for seat in range(draft.state.seats))
    draft.happen(StakesRevealed(tuple(stakes)))


def roll_dice(draft: Draft[State], dispute: Dispute, seat: int, dice: tuple[int, ...] | None, chance: Chance) -> None:
    waiting = yet_to_roll(dispute)
    if not waiting:
        raise Refusal("not-now", T("There is nothing to roll for just now."), "nl 124")
    if seat != waiting[0]:
        raise Refusal("order", T("{who} rolls next.", who=Who(waiting[0])), "nl 124")
    draft.happen(DiceRolled(seat, rolled(draft.state, dice, dispute.stakes[seat].count, chance)))
    if not yet_to_roll(_now(draft)):
        _decide_round(draft)


def _decide_round(draft: Draft[State]) -> None:
    """Equal at the top: these roll again (nl 230). Else the winner clears the area (nl 142-146)."""
    dispute = _now(draft)
    best = leaders(dispute, dispute.rounds[-1])
    if len(best) > 1:
        draft.happen(RerollCalled(best))
        return
    draft.happen(DisputeWon(best[0]))
    if dispute.area in draft.state.courtiers:
        owner, count = draft.state.courtiers[dispute.area]
        if owner != best[0]:
            draft.happen(CourtiersReturned(owner, dispute.area, count))
    _banish_where_no_choice(draft)


def _banish_where_no_choice(draft: Draft[State]) -> None:
    for figure in _now(draft).to_banish:
        areas = areas_for_banished(draft.state, _now(draft), figure)
        if len(areas) == 1:
            draft.happen(FigureBanished(figure, areas[0]))


def banish_figure(draft: Draft[State], dispute: Dispute, seat: int, figure: int, area: str) -> None:
    _check_winner(dispute, seat)
    if figure not in dispute.to_banish:
        raise Refusal("no-figure", T("That figure is not to be banished."), "nl 142")
    areas = areas_for_banished(draft.state, dispute, figure)
    if area not in areas:
        text = T("{who}'s figure can go to {areas}.", who=Who(figure), areas=", ".join(areas))
        raise Refusal("banish", text, "nl 142")
    draft.happen(FigureBanished(figure, area))
    _banish_where_no_choice(draft)


def place_won_courtier(draft: Draft[State], dispute: Dispute, seat: int) -> None:
    _check_settled(dispute, seat)
    if dispute.placed:
        text = T("The free courtier stands: spend a card to roll for more, or end the turn.")
        raise Refusal("not-now", text, "nl 140")
    place(draft, seat, dispute.area)


def roll_extra(draft: Draft[State], dispute: Dispute, seat: int, card: int, die: int | None, chance: Chance) -> None:
    _check_settled(dispute, seat)
    if not dispute.placed:
        raise Refusal("not-now", T("Place the free courtier first, then roll for more."), "nl 140")
    extra_roll(draft, seat, dispute.area, card, die, chance)


def choose_take_back(draft: Draft[State], dispute: Dispute, seat: int, count: int) -> None:
    most = may_take_back(dispute, seat) if dispute.winner is not None else 0
    if not most:
        text = T("There is nothing to take back: it needs a 1 and at least two staked cards.")
        raise Refusal("take-back", text, "nl 154")
    if count not in range(most + 1):
        raise Refusal("take-back", T("You may take back 0 to {most} cards.", most=most), "nl 154")
    draft.happen(TakeBackChosen(seat, count))


def end_dispute(draft: Draft[State], dispute: Dispute, seat: int) -> None:
    """Cards come back after the extra rolls, in the order of the text (nl 140, 154); then the turn is over."""
    _check_settled(dispute, seat)
    for owner in clockwise(draft.state, dispute.turn):
        back = taken_back(dispute, owner)
        if back.count:
            draft.happen(CardsTakenBack(owner, back))
    end_turn(draft)


def _now(draft: Draft[State]) -> Dispute:
    assert isinstance(draft.state.phase, Dispute)
    return draft.state.phase


# --- refusals ------------------------------------------------------------------------------------------


def _check_stake(state: State, dispute: Dispute, seat: int, stake: Cards) -> None:
    if dispute.revealed:
        raise Refusal("revealed", T("All stakes are on the table: they stay as they are."), "nl 122")
    if seat not in dispute.sealed.asked:
        raise Refusal("cards", T("Without cards you stake nothing in this dispute."), "nl 122")
    if not stake.within(state.hands[seat]):
        raise Refusal("cards", T("Stake only cards that you hold."), "nl 122")
    if not 1 <= stake.count <= MOST_STAKED:
        raise Refusal("stake", T("Stake at least one and at most five cards."), "nl 122")


def _check_winner(dispute: Dispute, seat: int) -> None:
    if dispute.winner is None:
        raise Refusal("not-now", T("First the dispute: everybody stakes cards and rolls."), "nl 120")
    if seat != dispute.winner:
        raise Refusal("not-yours", T("{who} has won the dispute and decides.", who=Who(dispute.winner)), "nl 140")


def _check_settled(dispute: Dispute, seat: int) -> None:
    _check_winner(dispute, seat)
    if dispute.to_banish:
        text = T("First say where {who}'s figure is banished to.", who=Who(dispute.to_banish[0]))
        raise Refusal("not-now", text, "nl 142")
