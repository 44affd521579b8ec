"""The history: each event in words that everybody may read. Sealed things are told without their content."""

from __future__ import annotations

from scoring.kernel import Event
from scoring.lang_lebe.dice import succeeds
from scoring.lang_lebe.events import (
    AreaCorrected,
    BoardConfirmed,
    BonusAwarded,
    BonusCorrected,
    CardsTakenBack,
    CourtierPlaced,
    CourtiersReturned,
    DealCalled,
    DiceRolled,
    DisputeWon,
    ElectionCalled,
    ElectionCalledOff,
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
    NoRoomFound,
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
from scoring.lang_lebe.hands_list import card_list
from scoring.lang_lebe.phases import Dispute, Election
from scoring.lang_lebe.state import State
from scoring.words import TN, Both, T, Text, Who, seats


def tell(state: State, event: Event) -> Text | None:
    return _in_turn(event) or _in_dispute(state, event) or _in_election(state, event) or _corrected(event)


def _in_turn(event: Event) -> Text | None:
    match event:
        case StartAreaTaken(seat, area):
            return T("{who} starts in {area}.", who=Who(seat), area=area)
        case StartAreasDrawn(areas):
            drawn = (T("{who}: {area}", who=Who(seat), area=area) for seat, area in enumerate(areas))
            return T("Start areas by lot: {areas}.", areas=Both(tuple(drawn)))
        case SetUpFinished(first):
            return T("All pieces stand; {who} begins.", who=Who(first))
        case TurnBegan(seat):
            return T("{who}'s turn.", who=Who(seat))
        case FigureMoved(seat, area):
            return T("{who} moves to {area}.", who=Who(seat), area=area)
        case CourtierPlaced(seat, area):
            return T("{who} places a courtier in {area}.", who=Who(seat), area=area)
        case NoRoomFound(seat, area):
            return T("{area} is full: {who} places no courtier.", who=Who(seat), area=area)
        case MoveRolled(seat, card, die) if succeeds(card, die):
            return T("{who} spends x{card}, rolls {die}: may move on.", who=Who(seat), card=card, die=die)
        case MoveRolled(seat, card, die):
            return T("{who} spends x{card}, rolls {die}: no further.", who=Who(seat), card=card, die=die)
        case ExtraRolled(seat, _, card, die) if succeeds(card, die):
            return T("{who} spends x{card}, rolls {die}: one more courtier.", who=Who(seat), card=card, die=die)
        case ExtraRolled(seat, _, card, die):
            return T("{who} spends x{card}, rolls {die}: no courtier.", who=Who(seat), card=card, die=die)
        case _:
            return None


def _in_dispute(state: State, event: Event) -> Text | None:
    match event:
        case ForeignEntered(seat, area):
            return T("{who} enters {area}: a dispute.", who=Who(seat), area=area)
        case StakeSealed(seat):
            return T("{who} has staked.", who=Who(seat))
        case StakesRevealed(stakes):
            shown = (T("{who} {cards}", who=Who(s), cards=card_list(c)) for s, c in enumerate(stakes) if c.count)
            return T("Stakes: {stakes}.", stakes=Both(tuple(shown)))
        case DiceRolled(seat, dice):
            return T("{who} rolls {dice}.", who=Who(seat), dice=Both(dice))
        case RerollCalled(tied):
            return T("Equal points: {who} roll again.", who=seats(tied))
        case DisputeWon(seat):
            area = state.phase.area if isinstance(state.phase, Dispute) else ""
            return T("{who} wins the dispute over {area}.", who=Who(seat), area=area)
        case CourtiersReturned(seat, area, count):
            return TN(
                "{who} loses {count} courtier in {area}.",
                "{who} loses {count} courtiers in {area}.",
                count,
                who=Who(seat),
                area=area,
            )
        case FigureBanished(seat, area):
            return T("{who}'s figure is banished to {area}.", who=Who(seat), area=area)
        case TakeBackChosen(seat, count):
            return TN("{who} wants {count} card back.", "{who} wants {count} cards back.", count, who=Who(seat))
        case CardsTakenBack(seat, cards):
            return T("{who} takes back {cards}.", who=Who(seat), cards=card_list(cards))
        case _:
            return None


def _in_election(state: State, event: Event) -> Text | None:
    match event:
        case ElectionCalled(out):
            return T("No cards left: {who}. A king is to be elected.", who=seats(out))
        case ElectionCalledOff():
            return T("Nobody is out of cards after all: no election.")
        case BoardConfirmed():
            return _count(state)
        case TieRolled(seat, dice):
            return T("{who} rolls {sum} for the tie.", who=Who(seat), sum=sum(dice))
        case KingCrowned(seat):
            return T("{who} is king!", who=Who(seat))
        case BonusAwarded(votes):
            up = (T("{who} +{votes}", who=Who(seat), votes=number) for seat, number in enumerate(votes))
            return T("Nobody is king. Bonus votes: {votes}.", votes=Both(tuple(up)))
        case HandsDealt(0):
            return T("Too few cards on the discard pile: nobody gets any.")
        case HandsDealt(each) | DealCalled(each):
            return TN("Everybody gets {count} card.", "Everybody gets {count} cards.", each)
        case HandEntered(seat):
            return T("{who} has entered the new hand.", who=Who(seat))
        case HandsMiscounted():
            return T("The hands do not add up: everybody counts again.")
        case HandsCounted():
            return T("All new hands are in.")
        case _:
            return None


def _count(state: State) -> Text | None:
    return T("The board is checked: the votes are counted.") if isinstance(state.phase, Election) else None


def _corrected(event: Event) -> Text | None:
    match event:
        case AreaCorrected(area, -1):
            return T("Corrected: no courtiers in {area}.", area=area)
        case AreaCorrected(area, owner, courtiers):
            return TN(
                "Corrected: {count} courtier of {who} in {area}.",
                "Corrected: {count} courtiers of {who} in {area}.",
                courtiers,
                who=Who(owner),
                area=area,
            )
        case FigureCorrected(seat, area):
            return T("Corrected: {who}'s figure is in {area}.", who=Who(seat), area=area)
        case BonusCorrected(seat, votes):
            return TN(
                "Corrected: {who} has {count} bonus vote.",
                "Corrected: {who} has {count} bonus votes.",
                votes,
                who=Who(seat),
            )
        case HandCorrected(seat):
            return T("{who} has corrected the own hand.", who=Who(seat))
        case _:
            return None
