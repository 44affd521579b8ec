"""Scoring, the end of a turn, the bonus of round 4 and the end of the game."""

from __future__ import annotations

from scoring.kernel import Draft, Offer, Pick, Refusal, offer
from scoring.regents.asks import ConfirmBoard, GiveCounsellor, LeaveIt, Score, ShowAll, ShowNext
from scoring.regents.events import (
    BoardConfirmed,
    BonusFellShort,
    CounsellorGained,
    CountShown,
    DomainTurnedUp,
    GameEnded,
    NeutralLeft,
    RoundEnded,
    Scored,
    TurnBegan,
    TurnEnded,
)
from scoring.regents.moving import advance, push_back
from scoring.regents.phases import Check, NeutralMove, Reveal, Shortage, Turn
from scoring.regents.plans import NOBODY, NOTHING, followed, majorities, plans_with, pushes, ties_to_win, won_with
from scoring.regents.printed import BONUS_ROUND, DOMAINS, END_STEPS, RAMPART, ROOMS, ROUNDS, TOWER
from scoring.regents.scores import leads_alone
from scoring.regents.state import State, is_last_of_round, next_seat, reserve
from scoring.regents.turn import move_neutral, neutral_offers
from scoring.words import T

# --- what may be asked ---------------------------------------------------------------------------------


def offers(state: State, turn: Turn) -> tuple[Offer, ...]:
    """One offer for each tie that Diplomacy could win, and one without."""
    if turn.actions:
        return ()
    seat = turn.turn
    return tuple(
        offer(
            Score,
            seat,
            Pick("order", tuple(plan.key for plan in plans_with(state, seat, tie))),
            Pick("push", pushes(state, seat, won_with(state, seat, tie))),
        )
        for tie in ("", *ties_to_win(state, seat))
    )


def neutral_move_offers(state: State, phase: NeutralMove) -> tuple[Offer, ...]:
    return (*neutral_offers(state, phase.turn), offer(LeaveIt, phase.turn))


def shortage_offers(phase: Shortage) -> tuple[Offer, ...]:
    due = tuple(seat for seat, count in enumerate(phase.due) if count)
    return (offer(GiveCounsellor, phase.turn, Pick("whose", due)),)


def check_offers(phase: Check) -> tuple[Offer, ...]:
    return (offer(ConfirmBoard, phase.turn),)


def reveal_offers(phase: Reveal) -> tuple[Offer, ...]:
    return (offer(ShowNext, phase.turn), offer(ShowAll, phase.turn))


# --- scoring -------------------------------------------------------------------------------------------


def score(draft: Draft[State], turn: Turn, order: str, push: str) -> None:
    state, seat = draft.state, turn.turn
    if turn.actions:
        raise Refusal("actions", T("Finish your actions first."), "en 942")
    asked = () if order == NOTHING else tuple(order.split(" "))
    tie = _checked(state, seat, asked, push)
    won = won_with(state, seat, tie)
    draft.happen(Scored(seat, asked, tie))
    for domain, spaces in followed(state, seat, asked, won):
        advance(draft, seat, domain, spaces, state.edition)
    if push != NOBODY:
        whose, domain = push.split(".")
        push_back(draft, seat, int(whose), domain)
    if not isinstance(draft.state.phase, NeutralMove):
        end_turn(draft, seat)


def _checked(state: State, seat: int, order: tuple[str, ...], push: str) -> str:
    """The tie that Diplomacy wins in this order, if any; refuses what the majorities do not allow."""
    places = [TOWER if place.startswith(f"{TOWER}.") else place for place in order]
    used = [*places, *([RAMPART] if push != NOBODY else [])]
    won, may_win = majorities(state, seat), ties_to_win(state, seat)
    extra = [place for place in used if place not in won]
    if len(set(used)) < len(used) or any(place not in (*ROOMS, TOWER) for place in places):
        raise Refusal("order", T("Every location scores once."), "en 1000")
    if any(place not in may_win for place in extra) or len(extra) > 1:
        raise Refusal("majority", T("There you do not have the majority."), "en 1004")
    if any(room in won and room not in used for room in ROOMS):
        raise Refusal("majority", T("Every room with your majority scores."), "en 1000")
    if any(place.partition(".")[2] not in DOMAINS for place in order if place.startswith(TOWER)):
        raise Refusal("no-track", T("There is no such track."), "en 1120")
    tie = extra[0] if extra else ""
    if push not in pushes(state, seat, won_with(state, seat, tie)):
        raise Refusal("push", T("That marker cannot go back: never off its track."), "en 1126, de 258")
    return tie


# --- the end of a turn ---------------------------------------------------------------------------------


def move_or_leave_neutral(draft: Draft[State], phase: NeutralMove, piece: str, to: str) -> None:
    if piece:
        move_neutral(draft, phase.turn, piece.removeprefix("neutral."), to)
    else:
        draft.happen(NeutralLeft(phase.turn))
    end_turn(draft, phase.turn)


def end_turn(draft: Draft[State], seat: int) -> None:
    draft.happen(TurnEnded(seat))
    state = draft.state
    if not is_last_of_round(state, seat):
        draft.happen(TurnBegan(next_seat(state, seat), state.round))
        return
    draft.happen(RoundEnded(state.round))
    if state.round == BONUS_ROUND:
        _give_bonus(draft)
    elif state.round < ROUNDS:
        begin_round(draft)


def begin_round(draft: Draft[State]) -> None:
    draft.happen(TurnBegan(draft.state.first, draft.state.round + 1))


# --- the bonus of round 4 ------------------------------------------------------------------------------


def _give_bonus(draft: Draft[State]) -> None:
    """A counsellor for each track led alone (nl 631, en 1070)."""
    state = draft.state
    leaders = [leads_alone(state, domain) for domain in DOMAINS]
    due = tuple(leaders.count(seat) for seat in range(state.seats))
    if sum(due) > reserve(state) > 0 and sum(map(bool, due)) > 1:
        draft.happen(BonusFellShort(due))
        return
    for seat, count in enumerate(due):
        if given := min(count, reserve(draft.state)):
            draft.happen(CounsellorGained(seat, given))
    begin_round(draft)


def give_counsellor(draft: Draft[State], phase: Shortage, whose: int) -> None:
    """The rules do not say who goes short: the table does."""
    if whose not in range(draft.state.seats) or not phase.due[whose]:
        raise Refusal("not-due", T("Nothing is due there."), "en 1070")
    draft.happen(CounsellorGained(whose, 1))
    if not reserve(draft.state):
        begin_round(draft)


# --- the end of the game -------------------------------------------------------------------------------


def confirm_board(draft: Draft[State]) -> None:
    """Hidden domain cards are turned up: two spaces, whatever the thresholds say (en 1132)."""
    draft.happen(BoardConfirmed())
    for seat in range(draft.state.seats):
        if seat not in draft.state.domains_open:
            domain = draft.state.cards[seat].domain
            draft.happen(DomainTurnedUp(seat, domain))
            advance(draft, seat, domain, END_STEPS, None)


def show_next(draft: Draft[State], phase: Reveal) -> None:
    _show(draft, phase, phase.kinds.shown + 1)


def show_all(draft: Draft[State], phase: Reveal) -> None:
    _show(draft, phase, len(phase.kinds.lines))


def _show(draft: Draft[State], phase: Reveal, shown: int) -> None:
    draft.happen(CountShown(shown))
    if shown >= len(phase.kinds.lines):
        draft.happen(GameEnded())
