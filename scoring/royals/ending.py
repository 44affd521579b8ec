"""After an epoch: the check against the board, ties for the table, the markers; then titles and the reveal."""

from __future__ import annotations

from scoring.kernel import Draft, Offer, Pick, Refusal, offer
from scoring.royals import epoch, titles
from scoring.royals.asks import ConfirmBoard, ConfirmTitles, SettleTie, ShowAll, ShowNext
from scoring.royals.events import (
    BoardConfirmed,
    EpochScored,
    GameEnded,
    MarkerRemoved,
    MarkersShown,
    MarkerTaken,
    TieSettled,
    TitlesConfirmed,
    TurnBegan,
)
from scoring.royals.printed import LAST_EPOCH
from scoring.royals.state import Reveal, Scoring, State, Titles, next_seat
from scoring.words import T

# --- what may be asked: steps for the whole table, offered once; any device may tap them -----------------


def scoring_offers(state: State, scoring: Scoring) -> tuple[Offer, ...]:
    if not scoring.confirmed:
        return (offer(ConfirmBoard, scoring.turn, needs=epoch.numbers_needed(state)),)
    ties = epoch.ties_to_settle(state)
    return tuple(
        offer(SettleTie, scoring.turn, Pick("country", (country,)), Pick("ahead", tied))
        for country, tied in ties.items()
    )


def titles_offers(state: State, phase: Titles) -> tuple[Offer, ...]:
    return (offer(ConfirmTitles, phase.turn, needs=titles.numbers_needed(state)),)


def reveal_offers(phase: Reveal) -> tuple[Offer, ...]:
    return (offer(ShowNext, phase.turn), offer(ShowAll, phase.turn))


# --- an epoch ------------------------------------------------------------------------------------------


def confirm_board(draft: Draft[State], scoring: Scoring) -> None:
    if scoring.confirmed:
        raise Refusal("not-now", T("The board is confirmed: settle the tie first."), "de 255")
    if epoch.numbers_needed(draft.state):
        text = T("Say first what is printed: influence, titles and the markers of this epoch.")
        raise Refusal("box-needed", text, "de 253")
    draft.happen(BoardConfirmed())
    _score_epoch(draft)


def settle_tie(draft: Draft[State], scoring: Scoring, country: str, ahead: int) -> None:
    """The rulebook knows no third tie-break: the table says who comes first."""
    if not scoring.confirmed:
        raise Refusal("not-now", T("First check the board and confirm it."), "de 253")
    tied = epoch.ties_to_settle(draft.state).get(country, ())
    if ahead not in tied:
        raise Refusal("no-tie", T("There is no such tie to settle."), "de 257")
    draft.happen(TieSettled(country, ahead))
    _score_epoch(draft)


def _score_epoch(draft: Draft[State]) -> None:
    """When no tie is left open: markers, then the next turn (de 261) or the titles (de 267)."""
    state = draft.state
    if epoch.ties_to_settle(state):
        return
    for marker, seat in epoch.awards(state):
        draft.happen(MarkerRemoved(marker) if seat is None else MarkerTaken(seat, marker))
    draft.happen(EpochScored(state.epoch))
    if state.epoch < LAST_EPOCH:
        assert isinstance(state.phase, Scoring)
        draft.happen(TurnBegan(next_seat(state, state.phase.turn)))


# --- the end -------------------------------------------------------------------------------------------


def confirm_titles(draft: Draft[State]) -> None:
    if titles.numbers_needed(draft.state):
        raise Refusal("box-needed", T("Say first what is printed on the markers that somebody gets."), "de 271")
    draft.happen(TitlesConfirmed())
    for marker, owners in titles.awards(draft.state):
        for seat in owners:
            draft.happen(MarkerTaken(seat, marker))
        if not owners:
            draft.happen(MarkerRemoved(marker))


def show_next(draft: Draft[State], phase: Reveal) -> None:
    _show(draft, phase, phase.kinds.shown + 1)


def show_all(draft: Draft[State], phase: Reveal) -> None:
    _show(draft, phase, len(phase.kinds.lines))


def _show(draft: Draft[State], phase: Reveal, shown: int) -> None:
    draft.happen(MarkersShown(shown))
    if shown >= len(phase.kinds.lines):
        draft.happen(GameEnded())
