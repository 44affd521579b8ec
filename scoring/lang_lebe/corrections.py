"""Putting right what Herald believes, when the board or a hand says otherwise."""

from __future__ import annotations

from scoring.kernel import Count, Draft, Offer, Pick, Refusal, offer
from scoring.lang_lebe.asks import CorrectArea, CorrectBonus, CorrectFigure, CorrectHand
from scoring.lang_lebe.cards import KINDS, Cards
from scoring.lang_lebe.events import (
    AreaCorrected,
    BonusCorrected,
    ElectionCalledOff,
    FigureCorrected,
    HandCorrected,
)
from scoring.lang_lebe.phases import Election, Turn
from scoring.lang_lebe.printed import BONUS_END, COURTIERS, MOST_VOTES, cards_in_game
from scoring.lang_lebe.state import (
    State,
    areas_in_play,
    figures_in,
    is_foreign,
    seats_without_cards,
    supply,
    turn_of,
    votes,
)
from scoring.lang_lebe.turn import begin_next_turn
from scoring.once import once
from scoring.words import T, Who

NOBODY = -1


def may_correct(state: State) -> bool:
    """During a turn, and at an election until the board is confirmed; later there is undo."""
    phase = state.phase
    return isinstance(phase, Turn) or (isinstance(phase, Election) and phase.count is None)


@once
def corrections(state: State) -> tuple[Offer, ...]:
    """Kept apart from the moves. Any seat may put the board right; a hand only its owner."""
    seat = turn_of(state)
    if seat is None or not may_correct(state):
        return ()
    players, areas = tuple(range(state.seats)), areas_in_play(state)
    holders = Pick("holder", (NOBODY, *players))
    return (
        offer(CorrectArea, seat, Pick("area", areas), holders, Count("courtiers", 0, MOST_VOTES)),
        offer(CorrectFigure, seat, Pick("figure", players), Pick("area", areas)),
        offer(CorrectBonus, seat, Pick("whose", players), Count("votes", 0, BONUS_END)),
        *(_hand(state, owner) for owner in players if not state.cards_on_phones),
    )


def _hand(state: State, seat: int) -> Offer:
    hand, most = state.hands[seat], cards_in_game(state.seats)
    return offer(CorrectHand, seat, *(Count(f"x{k}", 0, most.of(k), hand.of(k)) for k in KINDS))


# --- what follows --------------------------------------------------------------------------------------


def correct_area(draft: Draft[State], area: str, owner: int, courtiers: int) -> None:
    _check_moment(draft.state)
    _check_area(draft.state, area)
    if (owner == NOBODY) != (courtiers == 0) or owner not in range(NOBODY, draft.state.seats):
        raise Refusal("holder", T("Say whose courtiers stand there and how many, or nobody and none."))
    if owner != NOBODY:
        _check_courtiers(draft.state, area, owner, courtiers)
    draft.happen(AreaCorrected(area, owner, courtiers))


def correct_figure(draft: Draft[State], figure: int, area: str) -> None:
    _check_moment(draft.state)
    _check_area(draft.state, area)
    _check_seat(draft.state, figure)
    if is_foreign(draft.state, figure, area):
        text = T("{area} is somebody else's: put that right first.", area=area)
        raise Refusal("one-holder", text, "nl 150")
    draft.happen(FigureCorrected(figure, area))


def correct_bonus(draft: Draft[State], whose: int, number: int) -> None:
    _check_moment(draft.state)
    _check_seat(draft.state, whose)
    if number not in range(BONUS_END + 1):
        raise Refusal("bonus", T("The bonus table goes from 0 to {end}.", end=BONUS_END), "nl 65")
    draft.happen(BonusCorrected(whose, number))


def correct_hand(draft: Draft[State], seat: int, hand: Cards) -> None:
    """Checked against the cards of the whole game only: what fits beside the others' hands is their secret."""
    _check_moment(draft.state)
    if draft.state.cards_on_phones:
        raise Refusal("phones", T("Herald holds the cards at this table: your hand is what it shows."))
    if not hand.within(cards_in_game(draft.state.seats)):
        raise Refusal("cards", T("There are not that many of these cards in the game."), "nl 67")
    draft.happen(HandCorrected(seat, hand))
    if isinstance(draft.state.phase, Election) and not seats_without_cards(draft.state):
        draft.happen(ElectionCalledOff())
        begin_next_turn(draft)


# --- refusals ------------------------------------------------------------------------------------------


def _check_moment(state: State) -> None:
    if not may_correct(state):
        text = T("Corrections are for a turn, or for the check before the count; otherwise go back with undo.")
        raise Refusal("not-now", text)


def _check_area(state: State, area: str) -> None:
    if area not in areas_in_play(state):
        raise Refusal("no-area", T("There is no such area in this game."), "nl 39")


def _check_seat(state: State, seat: int) -> None:
    if seat not in range(state.seats):
        raise Refusal("no-seat", T("There is no such seat at this table."))


def _check_courtiers(state: State, area: str, owner: int, courtiers: int) -> None:
    most = votes(state, area) or MOST_VOTES
    if courtiers not in range(1, most + 1):
        raise Refusal("limit", T("{area} takes 1 to {most} courtiers.", area=area, most=most), "nl 94")
    there = state.courtiers.get(area, (owner, 0))
    in_supply = supply(state, owner) + (there[1] if there[0] == owner else 0)
    if courtiers > in_supply:
        text = T("{who} has only {count} courtiers besides the bonus table.", who=Who(owner), count=COURTIERS)
        raise Refusal("supply", text, "nl 65")
    if any(figure != owner for figure in figures_in(state, area)):
        text = T("Another figure stands in {area}: put that right first.", area=area)
        raise Refusal("one-holder", text, "nl 150")
