"""What is going on after an event: the phase, one step further."""

from __future__ import annotations

from dataclasses import replace

from scoring.ceremony import Ceremony
from scoring.kernel import Event
from scoring.lang_lebe.dice import succeeds
from scoring.lang_lebe.dispute import points_for_pieces
from scoring.lang_lebe.election import by_total, count
from scoring.lang_lebe.events import (
    BoardConfirmed,
    CountShown,
    CourtierPlaced,
    DealCalled,
    DiceRolled,
    DisputeWon,
    ElectionCalled,
    FigureBanished,
    FigureCorrected,
    FigureMoved,
    ForeignEntered,
    HandEntered,
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
)
from scoring.lang_lebe.phases import Deal, Dispute, Election, Over, Phase, Round, SetUp, Step, Turn
from scoring.lang_lebe.state import State, clockwise, figures_in, holder
from scoring.sealed import Sealed


def phase_after(before: State, after: State, event: Event) -> Phase:
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
        came_from=turn.here,
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
