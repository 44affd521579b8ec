"""The state after an event. Never refuses: what is in the log happened."""

from __future__ import annotations

from dataclasses import replace

from scoring.kernel import BoxFilled, Event
from scoring.lang_lebe import printed
from scoring.lang_lebe.cards import Cards, cards
from scoring.lang_lebe.election import bonus_places, by_total, count, final_places, king
from scoring.lang_lebe.events import (
    AreaCorrected,
    BonusAwarded,
    BonusCorrected,
    CardsTakenBack,
    CourtierPlaced,
    CourtiersReturned,
    ExtraRolled,
    FigureBanished,
    FigureCorrected,
    FigureMoved,
    ForeignEntered,
    HandCorrected,
    HandsCounted,
    HandsDealt,
    KingCrowned,
    MoveRolled,
    SetUpFinished,
    StakesRevealed,
    TurnEnded,
)
from scoring.lang_lebe.fold_phase import phase_after
from scoring.lang_lebe.hands_list import begins_something_new, to_do
from scoring.lang_lebe.phases import Deal, Election, Over, SetUp
from scoring.lang_lebe.state import Rolled, State, courtiers_in, seats_without_cards


def fold(state: State, event: Event) -> State:
    if isinstance(event, BoxFilled):
        return _box_filled(state, event)
    after = replace(state, to_do=to_do(state, event))
    if begins_something_new(state, event):
        after = replace(after, rolled=None)
    after = _pieces(_cards(_election_settled(after, event), event), event)
    return replace(after, phase=phase_after(state, after, event), just_filled=())


def _box_filled(state: State, event: BoxFilled) -> State:
    """A number put right while the count is on, or after the crown, shows in the count."""
    rest = {key: value for key, value in state.box.items() if key != event.field}
    box = {**rest, event.field: event.value} if event.value else rest
    after = replace(state, box=box, just_filled=(*state.just_filled, event.field))
    if isinstance(after.phase, Election) and after.phase.count is not None:
        lines = by_total(count(after))
        return replace(after, phase=replace(after.phase, count=replace(after.phase.count, lines=lines)))
    if isinstance(after.phase, Over) and after.last_election is not None:
        return _crowned_again(after, after.phase, after.last_election)
    return after


def _crowned_again(state: State, over: Over, election: Election) -> State:
    """The votes counted anew; where nobody has enough any more, the crown stays until somebody goes back."""
    assert election.count is not None
    recounted = replace(election, count=replace(election.count, lines=by_total(count(state))))
    found = king(state, recounted)
    winner = over.winner if found is None else found
    settled = replace(recounted, places=final_places(state, recounted, winner), winner=winner)
    return replace(state, phase=Over(winner), last_election=settled)


def _election_settled(state: State, event: Event) -> State:
    """What the election came to stays on the screens until the next turn is over."""
    match event, state.phase:
        case BonusAwarded(awarded), Election() as election:
            settled = replace(election, places=bonus_places(state, election, awarded))
            return replace(state, last_election=settled)
        case KingCrowned(seat), Election() as election:
            settled = replace(election, places=final_places(state, election, seat), winner=seat)
            return replace(state, last_election=settled)
        case _:
            return state


# --- pieces --------------------------------------------------------------------------------------------


def _pieces(state: State, event: Event) -> State:
    match event:
        case SetUpFinished() if isinstance(state.phase, SetUp):
            taken = state.phase.taken
            courtiers = {area: (seat, printed.START_COURTIERS) for seat, area in taken.items()}
            return replace(state, courtiers=courtiers, figures=tuple(a for _, a in sorted(taken.items())))
        case FigureMoved(seat, area) | ForeignEntered(seat, area) | FigureBanished(seat, area):
            return _figure_to(state, seat, area)
        case FigureCorrected(seat, area):
            return _figure_to(state, seat, area)
        case CourtierPlaced(seat, area):
            return _courtiers_are(state, area, seat, courtiers_in(state, area) + 1)
        case CourtiersReturned(seat, area):
            return _courtiers_are(state, area, seat, 0)
        case AreaCorrected(area, owner, courtiers):
            return _courtiers_are(state, area, owner, courtiers)
        case BonusAwarded(votes):
            bonus = tuple(old + up for old, up in zip(state.bonus, votes, strict=True))
            return replace(state, bonus=bonus)
        case BonusCorrected(seat, number):
            return replace(state, bonus=(*state.bonus[:seat], number, *state.bonus[seat + 1 :]))
        case _:
            return state


def _figure_to(state: State, seat: int, area: str) -> State:
    return replace(state, figures=(*state.figures[:seat], area, *state.figures[seat + 1 :]))


def _courtiers_are(state: State, area: str, seat: int, number: int) -> State:
    rest = {other: there for other, there in state.courtiers.items() if other != area}
    return replace(state, courtiers={**rest, area: (seat, number)} if number else rest)


# --- cards ---------------------------------------------------------------------------------------------


def _cards(state: State, event: Event) -> State:
    match event:
        case MoveRolled(seat, card, die):
            rolled = Rolled(seat, card, die, for_courtier=False)
            return replace(_gains(state, seat, Cards() - cards((card,))), rolled=rolled)
        case ExtraRolled(seat, _, card, die):
            rolled = Rolled(seat, card, die, for_courtier=True)
            return replace(_gains(state, seat, Cards() - cards((card,))), rolled=rolled)
        case StakesRevealed(stakes):
            hands = tuple(hand - stake for hand, stake in zip(state.hands, stakes, strict=True))
            return replace(state, hands=hands)
        case CardsTakenBack(seat, back):
            return _gains(state, seat, back)
        case HandsDealt(_, dealt):
            hands = tuple(hand + new for hand, new in zip(state.hands, dealt, strict=True))
            return _say_who_is_out(replace(state, hands=hands))
        case HandsCounted() if isinstance(state.phase, Deal):
            entered = state.phase.sealed.choices
            return _say_who_is_out(replace(state, hands=tuple(entered[s] for s in range(state.seats))))
        case HandCorrected(seat, hand):
            after = _gains(state, seat, hand - state.hands[seat])
            return _say_who_is_out(after) if isinstance(state.phase, Election) else after
        case TurnEnded():
            return _say_who_is_out(replace(state, last_election=None))
        case _:
            return state


def _gains(state: State, seat: int, new: Cards) -> State:
    return replace(state, hands=(*state.hands[:seat], state.hands[seat] + new, *state.hands[seat + 1 :]))


def _say_who_is_out(state: State) -> State:
    return replace(state, out_of_cards=seats_without_cards(state))
