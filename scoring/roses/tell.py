"""The history: each event in words that everybody may read. Sealed things are told without their content."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.kernel import Event
from scoring.roses import sheet
from scoring.roses.awards import told
from scoring.roses.events import (
    AidTaken,
    AreaScored,
    ArmyDeployed,
    AwardCorrected,
    AwardGiven,
    AwardScored,
    BattleFought,
    BattlesEnded,
    BidPaid,
    BoardConfirmed,
    BonusScored,
    BribeFailed,
    CalaisCorrected,
    CalaisWon,
    CardsLaidOut,
    CardsRemoved,
    CardTaken,
    GameEnded,
    HousesDrawn,
    HouseTaken,
    IncomePaid,
    IncomeSettled,
    KingMade,
    MercenariesCorrected,
    MercenariesHired,
    OrderDrawn,
    OrdersPaid,
    OwnerCorrected,
    PersonBribed,
    PieceMoved,
    PlaceCorrected,
    PlanSealed,
    PlansRevealed,
    PointsCorrected,
    PurseCorrected,
    RoundBegan,
    ShipBerthed,
    StoneDrawn,
    WhiteCubeLaid,
)
from scoring.roses.printed import AREAS, HOUSES, MERCENARY, NOBLES, NOBODY, SEAS
from scoring.roses.scores import award_name
from scoring.roses.state import State
from scoring.words import TN, Both, T, Text, Who, seats, signed


def tell(state: State, event: Event) -> Text | None:
    return _cards(state, event) or _plans(state, event) or _sitting(event) or _corrected(state, event)


def place_name(piece: str, place: str) -> Text:
    """Where a noble or ship is: a land area or a sea."""
    return AREAS[place].name if piece in NOBLES else SEAS[place].name


def _cards(state: State, event: Event) -> Text | None:
    match event:
        case HouseTaken(seat, house):
            return T("{who} belongs to {house}.", who=Who(seat), house=HOUSES[house])
        case HousesDrawn(houses):
            drawn = (T("{who} {house}", who=Who(seat), house=HOUSES[house]) for seat, house in enumerate(houses))
            return T("Houses by lot: {houses}.", houses=Both(tuple(drawn)))
        case StoneDrawn(seat):
            return T("{who} is next in turn order.", who=Who(seat))
        case OrderDrawn():
            return T("The turn order is drawn by lot.")
        case RoundBegan(number, order):
            return T("Round {number} begins; turn order {order}.", number=number, order=seats(order))
        case CardsLaidOut(cards):
            return T("Laid out: {cards}.", cards=_names(state, cards))
        case CardTaken(seat, card) if card == MERCENARY:
            return T("{who} picks mercenaries.", who=Who(seat))
        case CardTaken(seat, card):
            return T("{who} picks {card}.", who=Who(seat), card=sheet.called(state.box, card))
        case MercenariesHired(seat, count):
            return TN("{who} takes {count} mercenary.", "{who} takes {count} mercenaries.", count, who=Who(seat))
        case AwardGiven(award, seat):
            return told(award, seat)
        case CardsRemoved(cards) if cards:
            return T("Out of the game: {cards}.", cards=_names(state, cards))
        case IncomePaid(pounds):
            paid = (T("{who} £{pounds}", who=Who(seat), pounds=pounds[seat]) for seat in state.order)
            return T("Income: {paid}.", paid=Both(tuple(paid)))
        case _:
            return None


def settled(pounds: tuple[int, ...]) -> Iterator[Text]:
    """Who takes more from the bank, and who gives something back."""
    for seat, due in enumerate(pounds):
        if due > 0:
            yield T("{who} takes £{pounds}.", who=Who(seat), pounds=due)
        elif due < 0:
            yield T("{who} gives £{pounds} back.", who=Who(seat), pounds=-due)


def _names(state: State, pieces: tuple[str, ...]) -> Both:
    return Both(tuple(T("Mercenaries") if p == MERCENARY else sheet.called(state.box, p) for p in pieces))


def _plans(state: State, event: Event) -> Text | None:
    match event:
        case PlanSealed(seat):
            return T("{who} has planned.", who=Who(seat))
        case PlansRevealed():
            return T("All plans lie open.")
        case AidTaken(seat, pounds):
            return T("{who} takes French aid: £{pounds}.", who=Who(seat), pounds=pounds)
        case BidPaid(seat, pounds):
            return T("{who} bids £{pounds} for Calais.", who=Who(seat), pounds=pounds)
        case CalaisWon(seat, area):
            return T("{who} is Captain of Calais, in {area}.", who=Who(seat), area=AREAS[area].name)
        case OrdersPaid(seat, pounds):
            return T("{who} pays £{pounds}.", who=Who(seat), pounds=pounds)
        case PieceMoved(_, piece, to):
            return T("{piece} moves: {to}.", piece=sheet.called(state.box, piece), to=place_name(piece, to))
        case ArmyDeployed(seat, place, troops, mercenaries):
            name = sheet.called(state.box, place)
            return T("{who} deploys {size} at {place}.", who=Who(seat), size=troops + mercenaries, place=name)
        case WhiteCubeLaid(seat, person):
            return T("{who} lays a white cube on {person}.", who=Who(seat), person=sheet.called(state.box, person))
        case BribeFailed(seat, person):
            return T("{who} fails to bribe {person}.", who=Who(seat), person=sheet.called(state.box, person))
        case PersonBribed(seat, person, loser):
            name = sheet.called(state.box, person)
            return T("{who} bribes {person} away from {loser}.", who=Who(seat), person=name, loser=Who(loser))
        case BattleFought() as battle:
            return _battle(state, battle)
        case BattlesEnded():
            return T("The battles are over.")
        case _:
            return None


def _battle(state: State, battle: BattleFought) -> Text:
    name, attacker = sheet.called(state.box, battle.place), Who(battle.attacker)
    if battle.holder == NOBODY:
        return T("{who} attacks {place}: it is neutral now.", who=attacker, place=name)
    if battle.holder == battle.attacker:
        return T("{who} takes {place}.", who=attacker, place=name)
    return T("{who} attacks {place} in vain.", who=attacker, place=name)


def _sitting(event: Event) -> Text | None:
    match event:
        case BoardConfirmed():
            return T("The board is checked: parliament assembles.")
        case AreaScored(area, most, second, _) if second != NOBODY:
            return T(
                "{area}: {most} has the most, {second} is second.",
                area=AREAS[area].name,
                most=Who(most),
                second=Who(second),
            )
        case AreaScored(area, most, _, _) if most != NOBODY:
            return T("{area}: {most} alone.", area=AREAS[area].name, most=Who(most))
        case AreaScored(area):
            return T("{area}: nobody.", area=AREAS[area].name)
        case KingMade(""):
            return T("Equal votes: no King this round.")
        case KingMade(house):
            return T("{house} makes the King.", house=HOUSES[house])
        case AwardScored(award, seat):
            return T("{who} scores for {award}.", who=Who(seat), award=award_name(award))
        case BonusScored("trade", seat, area):
            return T("{who}: trade bonus in {area}.", who=Who(seat), area=AREAS[area].name)
        case BonusScored(_, seat, area):
            return T("{who}: church bonus in {area}.", who=Who(seat), area=AREAS[area].name)
        case GameEnded():
            return T("Five rounds have been played.")
        case _:
            return None


def _corrected(state: State, event: Event) -> Text | None:
    match event:
        case OwnerCorrected(piece, -1):
            return T("Corrected: {piece} is nobody's.", piece=sheet.called(state.box, piece))
        case OwnerCorrected(piece, owner):
            return T("Corrected: {piece} is {who}'s.", piece=sheet.called(state.box, piece), who=Who(owner))
        case PlaceCorrected(piece, to):
            name = sheet.called(state.box, piece)
            return T("Corrected: {piece} is in {place}.", piece=name, place=place_name(piece, to))
        case CalaisCorrected(-1):
            return T("Corrected: nobody is Captain of Calais.")
        case CalaisCorrected(owner, area):
            return T("Corrected: {who} is Captain of Calais, in {area}.", who=Who(owner), area=AREAS[area].name)
        case IncomeSettled(_, pounds):
            return T("Income put right: {paid}", paid=Both(tuple(settled(pounds))))
        case ShipBerthed(ship, sea):
            name = sheet.called(state.box, ship)
            return T("Corrected: {piece} is in {place}.", piece=name, place=SEAS[sea].name)
        case MercenariesCorrected(seat, count):
            return TN(
                "Corrected: {who} has {count} mercenary.",
                "Corrected: {who} has {count} mercenaries.",
                count,
                who=Who(seat),
            )
        case AwardCorrected(award, -1):
            return T("Corrected: nobody is {award}.", award=award_name(award))
        case AwardCorrected(award, owner):
            return T("Corrected: {who} is {award}.", who=Who(owner), award=award_name(award))
        case PointsCorrected(seat, points):
            return T("Corrected: victory points of {who}, {points}.", who=Who(seat), points=signed(points))
        case PurseCorrected(seat):
            return T("{who} has put the own purse right.", who=Who(seat))
        case _:
            return None
