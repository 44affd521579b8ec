"""A king election, step by step: board check, count, tie dice, crown or bonus votes, new cards."""

from __future__ import annotations

from scoring.kernel import Chance, Count, Draft, Offer, Refusal, offer
from scoring.lang_lebe.asks import ConfirmBoard, EnterHand, RollForTie, ShowAll, ShowNext
from scoring.lang_lebe.cards import Cards, cards
from scoring.lang_lebe.dice import rolled, typed
from scoring.lang_lebe.election import (
    bonus_awarded,
    dealt_to_each,
    king,
    numbers_needed_to_count,
    yet_to_roll,
)
from scoring.lang_lebe.events import (
    BoardConfirmed,
    BonusAwarded,
    CountShown,
    DealCalled,
    HandEntered,
    HandsCounted,
    HandsDealt,
    HandsMiscounted,
    KingCrowned,
    TieRolled,
)
from scoring.lang_lebe.phases import Deal, Election
from scoring.lang_lebe.printed import TIE_DICE, cards_in_game
from scoring.lang_lebe.state import State, discard, fits_the_game
from scoring.lang_lebe.turn import begin_next_turn
from scoring.words import T, seats

# --- what may be asked ---------------------------------------------------------------------------------


def offers(state: State, election: Election) -> tuple[Offer, ...]:
    """Steps for the whole table are offered once, to the seat whose turn it was; any device may tap them."""
    seat, needs = election.turn, numbers_needed_to_count(state)
    if election.count is None:
        return (offer(ConfirmBoard, seat, needs=needs),) if fits_the_game(state.hands) else ()
    if not election.count.finished:
        return (offer(ShowNext, seat, needs=needs), offer(ShowAll, seat, needs=needs))
    dice = typed(state, "dice", TIE_DICE)
    rolls = tuple(offer(RollForTie, roller, *dice, needs=needs) for roller in yet_to_roll(state, election))
    return rolls or (offer(ShowNext, seat, needs=needs),)


def deal_offers(state: State, deal: Deal) -> tuple[Offer, ...]:
    return tuple(_entering(state, deal, seat) for seat in deal.sealed.asked)


def _entering(state: State, deal: Deal, seat: int) -> Offer:
    size, kinds = new_hand_size(state, deal, seat), cards_in_game(state.seats)
    shown = deal.sealed.of(seat) or state.hands[seat]
    counts = (Count(f"x{k}", 0, min(size, kinds.of(k)), shown.of(k)) for k in (1, 2, 3))
    return offer(EnterHand, seat, *counts, total=(size, size))


def new_hand_size(state: State, deal: Deal, seat: int) -> int:
    return state.hands[seat].count + deal.each


# --- what follows --------------------------------------------------------------------------------------


def confirm_board(draft: Draft[State], election: Election, seat: int) -> None:
    _check_for_table(election, seat)
    if election.count is not None:
        raise Refusal("not-now", T("The count has begun."), "nl 164")
    if not fits_the_game(draft.state.hands):
        raise Refusal("hands-misfit", T("The hands in Herald are more cards than the game has: check yours."))
    _check_numbers(draft.state)
    draft.happen(BoardConfirmed())


def show_next(draft: Draft[State], election: Election, seat: int, chance: Chance) -> None:
    _check_for_table(election, seat)
    if election.count is None:
        raise _board_first()
    if election.count.finished and yet_to_roll(draft.state, election):
        raise _dice_first(draft.state, election)
    _check_numbers(draft.state)
    if election.count.finished:
        _conclude(draft, election, chance)
    else:
        draft.happen(CountShown(election.count.shown + 1))


def show_all(draft: Draft[State], election: Election, seat: int, chance: Chance) -> None:
    _check_for_table(election, seat)
    if election.count is None:
        raise _board_first()
    if election.count.finished:
        raise Refusal("not-now", T("The whole count is on the screens."), "nl 164")
    _check_numbers(draft.state)
    draft.happen(CountShown(len(election.count.lines)))
    if not yet_to_roll(draft.state, election):
        _conclude(draft, election, chance)


def roll_for_tie(
    draft: Draft[State], election: Election, seat: int, dice: tuple[int, ...] | None, chance: Chance
) -> None:
    counted = election.count is not None and election.count.finished
    if not counted or seat not in yet_to_roll(draft.state, election):
        raise Refusal("not-now", T("You have nothing to roll for."), "nl 243")
    _check_numbers(draft.state)
    draft.happen(TieRolled(seat, rolled(draft.state, dice, TIE_DICE, chance)))


def _conclude(draft: Draft[State], election: Election, chance: Chance) -> None:
    """All is counted and no roll is missing: a king, or bonus votes and new cards (nl 175, 177)."""
    winner = king(draft.state, election)
    if winner is not None:
        draft.happen(KingCrowned(winner))
        return
    draft.happen(BonusAwarded(bonus_awarded(draft.state, election)))
    _deal(draft, chance)


def _deal(draft: Draft[State], chance: Chance) -> None:
    """From the shuffled discard pile the same number to everybody (nl 187, 247)."""
    state, each = draft.state, dealt_to_each(draft.state)
    if each and not state.cards_on_phones:
        draft.happen(DealCalled(each))
        return
    pile = chance.shuffled(discard(state).listed)
    dealt = (cards(pile[seat : each * state.seats : state.seats]) for seat in range(state.seats))
    draft.happen(HandsDealt(each, tuple(dealt)))
    begin_next_turn(draft)


def enter_hand(draft: Draft[State], deal: Deal, seat: int, hand: Cards, sure: bool) -> None:
    _check_hand(draft.state, deal, seat, hand, sure)
    last = deal.sealed.is_last(seat)
    draft.happen(HandEntered(seat, hand))
    if last:
        _compare_hands(draft)


def _compare_hands(draft: Draft[State]) -> None:
    deal = draft.state.phase
    assert isinstance(deal, Deal)
    if not fits_the_game(tuple(deal.sealed.choices.values())):
        draft.happen(HandsMiscounted())
        return
    draft.happen(HandsCounted())
    begin_next_turn(draft)


# --- refusals ------------------------------------------------------------------------------------------


def _check_for_table(election: Election, seat: int) -> None:
    if seat != election.turn:
        raise Refusal("not-yours", T("This is for {who} to tap.", who=seats((election.turn,))))


def _check_numbers(state: State) -> None:
    if numbers_needed_to_count(state):
        text = T("Say first which numbers are printed in the areas that somebody holds.")
        raise Refusal("box-needed", text, "nl 164")


def _board_first() -> Refusal:
    return Refusal("not-now", T("First check the board and confirm it."), "nl 164")


def _dice_first(state: State, election: Election) -> Refusal:
    waiting = seats(yet_to_roll(state, election))
    return Refusal("not-now", T("Equal votes and cards, so five dice each: {who}.", who=waiting), "nl 243")


def _check_hand(state: State, deal: Deal, seat: int, hand: Cards, sure: bool) -> None:
    size = new_hand_size(state, deal, seat)
    if not hand.within(cards_in_game(state.seats)):
        raise Refusal("cards", T("There are not that many of these cards in the game."), "nl 67")
    if hand.count != size and not sure:  # a card spent without Herald is no reason to be stuck here
        text = T("With the new cards you should hold {size}: count again, or say that you have.", size=size)
        raise Refusal("hand-size", text, "nl 187")
