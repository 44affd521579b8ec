"""The state after an event. Never refuses: what is in the log happened."""

from __future__ import annotations

from dataclasses import replace

from scoring.ceremony import Ceremony
from scoring.kernel import BoxFilled, Event
from scoring.lang_lebe import printed
from scoring.lang_lebe.cards import Cards, cards
from scoring.lang_lebe.dice import succeeds
from scoring.lang_lebe.dispute import points_for_pieces
from scoring.lang_lebe.election import bonus_places, by_total, count, final_places
from scoring.lang_lebe.events import (
    AreaCorrected,
    BoardConfirmed,
    BonusAwarded,
    BonusCorrected,
    CardsTakenBack,
    CountShown,
    CourtierPlaced,
    CourtiersReturned,
    DealCalled,
    DiceRolled,
    DisputeWon,
    ElectionCalled,
    ExtraRolled,
    FigureBanished,
    FigureCorrected,
    FigureMoved,
    ForeignEntered,
    HandCorrected,
    HandEntered,
    HandsCounted,
    HandsDealt,
    HandsMiscounted,
    KingCrowned,
    MoveRolled,
    RerollCalled,
    SetUpFinished,
    StakeSealed,
    StakesRevealed,
    StartAreasDrawn,
    StartAreaTaken,
    TakeBackChosen,
    TieRolled,
    TurnBegan,
    TurnEnded,
)
from scoring.lang_lebe.hands_list import begins_something_new, to_do
from scoring.lang_lebe.state import (
    Deal,
    Dispute,
    Election,
    Over,
    Phase,
    Rolled,
    Round,
    SetUp,
    State,
    Step,
    Turn,
    clockwise,
    courtiers_in,
    figures_in,
    holder,
    seats_without_cards,
)
from scoring.sealed import Sealed


def fold(state: State, event: Event) -> State:
    if isinstance(event, BoxFilled):
        return _box_filled(state, event)
    after = replace(state, to_do=to_do(state, event))
    if begins_something_new(state, event):
        after = replace(after, rolled=None)
    after = _pieces(_cards(_election_settled(after, event), event), event)
    return replace(after, phase=_phase(state, after, event))


def _box_filled(state: State, event: BoxFilled) -> State:
    """A number put right while the count is on shows in the count."""
    rest = {key: value for key, value in state.box.items() if key != event.field}
    after = replace(state, box={**rest, event.field: event.value} if event.value else rest)
    if isinstance(after.phase, Election) and after.phase.count is not None:
        lines = by_total(count(after))
        return replace(after, phase=replace(after.phase, count=replace(after.phase.count, lines=lines)))
    return after


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


# --- what is going on ----------------------------------------------------------------------------------


def _phase(before: State, after: State, event: Event) -> Phase:
    match event, after.phase:
        case TurnBegan(seat), _:
            return Turn(seat, (after.figures[seat],))
        case ElectionCalled(), Turn(turn=seat) | Dispute(turn=seat):
            return Election(seat)
        case _, phase:
            return _goes_on(before, after, phase, event)


def _goes_on(before: State, after: State, phase: Phase, event: Event) -> Phase:
    match phase:
        case SetUp() as set_up:
            return _set_up(after, set_up, event)
        case Turn() as turn:
            return _turn(before, turn, event)
        case Dispute() as dispute:
            return _dispute(after, dispute, event)
        case Election() as election:
            return _election(after, election, event)
        case Deal() as deal:
            return _deal(deal, event)
        case over:
            return over


def _set_up(after: State, set_up: SetUp, event: Event) -> Phase:
    match event:
        case StartAreaTaken(seat, area):
            return SetUp({**set_up.taken, seat: area})
        case StartAreasDrawn(areas):
            return SetUp(dict(enumerate(areas)))
        case SetUpFinished(first):
            return Turn(first, (after.figures[first],))
        case _:
            return set_up


def _turn(before: State, turn: Turn, event: Event) -> Phase:
    match event:
        case FigureMoved(_, area):
            return replace(turn, visited=(*turn.visited, area), step=Step.ARRIVED)
        case FigureCorrected(seat, area) if seat == turn.turn:
            return replace(turn, visited=(*turn.visited[:-1], area))
        case CourtierPlaced():
            return replace(turn, step=Step.PLACING)
        case MoveRolled(_, card, die):
            return replace(turn, step=Step.MOVING if succeeds(card, die) else Step.STUCK)
        case ForeignEntered(seat, area):
            return _dispute_begins(before, turn, seat, area)
        case _:
            return turn


def _dispute_begins(before: State, turn: Turn, intruder: int, area: str) -> Dispute:
    defender = holder(before, area)
    assert defender is not None, "a foreign area is somebody's"
    seats = range(before.seats)
    return Dispute(
        turn=intruder,
        defender=defender,
        area=area,
        came_from=turn.visited[-1],
        extras=tuple(points_for_pieces(before, seat, intruder, defender, area) for seat in seats),
        sealed=Sealed(tuple(seat for seat in clockwise(before, intruder) if before.hands[seat].count)),
    )


def _dispute(after: State, dispute: Dispute, event: Event) -> Phase:
    match event:
        case StakeSealed(seat, stake):
            return replace(dispute, sealed=dispute.sealed.seal(seat, stake))
        case StakesRevealed(stakes):
            return replace(dispute, stakes=stakes, rounds=(Round(clockwise(after, dispute.turn)),))
        case DiceRolled(seat, dice):
            now = dispute.rounds[-1]
            rolled = replace(now, dice={**now.dice, seat: dice})
            return replace(dispute, rounds=(*dispute.rounds[:-1], rolled))
        case RerollCalled(seats):
            return replace(dispute, rounds=(*dispute.rounds, Round(seats)))
        case DisputeWon(seat):
            losers = tuple(figure for figure in figures_in(after, dispute.area) if figure != seat)
            return replace(dispute, winner=seat, to_banish=losers)
        case FigureBanished(seat):
            return replace(dispute, to_banish=tuple(figure for figure in dispute.to_banish if figure != seat))
        case CourtierPlaced():
            return replace(dispute, placed=True)
        case TakeBackChosen(seat, number):
            return replace(dispute, take_backs={**dispute.take_backs, seat: number})
        case _:
            return dispute


def _election(after: State, election: Election, event: Event) -> Phase:
    match event:
        case BoardConfirmed():
            return replace(election, count=Ceremony(by_total(count(after))))
        case CountShown(shown) if election.count is not None:
            return replace(election, count=replace(election.count, shown=shown))
        case TieRolled(seat, dice):
            rolls = (*election.tie_dice.get(seat, ()), dice)
            return replace(election, tie_dice={**election.tie_dice, seat: rolls})
        case DealCalled(each):
            return Deal(election.turn, each, Sealed(clockwise(after, election.turn)))
        case KingCrowned(seat):
            return Over(seat)
        case _:
            return election


def _deal(deal: Deal, event: Event) -> Phase:
    match event:
        case HandEntered(seat, hand):
            return replace(deal, sealed=deal.sealed.seal(seat, hand))
        case HandsMiscounted():
            return Deal(deal.turn, deal.each, Sealed(deal.sealed.asked), miscounted=True)
        case _:
            return deal
