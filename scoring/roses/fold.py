"""The state after an event. Never refuses: what is in the log happened."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TypeVar

from scoring.ceremony import Ceremony
from scoring.kernel import BoxFilled, Event
from scoring.roses import sheet
from scoring.roses.events import (
    AidTaken,
    AreaScored,
    ArmyDeployed,
    AwardCorrected,
    AwardGiven,
    BattleFought,
    BattlesEnded,
    BidPaid,
    BoardConfirmed,
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
    ParliamentShown,
    PersonBribed,
    PieceMoved,
    PlaceCorrected,
    PlanSealed,
    PlansRevealed,
    PurseCorrected,
    RoundBegan,
    RoundEnded,
    ShipBerthed,
    StepShown,
    StoneDrawn,
    WhiteCubeLaid,
)
from scoring.roses.hands_list import to_do
from scoring.roses.phases import BATTLES, Drafting, Over, Parliament, Plan, Planning, Resolution, SetUp
from scoring.roses.printed import (
    HOME,
    KIND_OF,
    LOCATION_PIECES,
    MERCENARY,
    NOBLES,
    SHIPS,
    WITH_INCOME,
    picking_order,
)
from scoring.roses.resolution import resolve
from scoring.roses.scores import scored_for, with_more
from scoring.roses.state import Army, Payday, State, as_confirmed, deciding_numbers, with_houses
from scoring.sealed import Sealed

Key = TypeVar("Key")
Value = TypeVar("Value")


def fold(state: State, event: Event) -> State:
    if isinstance(event, BoxFilled):
        return _box_filled(state, event)
    hands = to_do(state, event)
    # A resolution folds a hundred events: a state is made anew only where something changes.
    after = state if hands is state.to_do else replace(state, to_do=hands)
    return _phase(_scores(_armies(_pieces(_money(after, event), event), event), event), event)


def _box_filled(state: State, event: BoxFilled) -> State:
    rest = _without(state.box, event.field)
    return replace(state, box={**rest, event.field: event.value} if event.value else rest)


def _without(old: Mapping[Key, Value], key: Key) -> dict[Key, Value]:
    return {other: value for other, value in old.items() if other != key}


def _at(values: tuple[int, ...], seat: int, value: int) -> tuple[int, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


# --- money and mercenaries -----------------------------------------------------------------------------


def _money(state: State, event: Event) -> State:
    match event:
        case IncomePaid(pounds):
            paid = replace(state, money=tuple(old + new for old, new in zip(state.money, pounds, strict=True)))
            return replace(paid, paydays=(*state.paydays, *_paid_for(state)))
        case IncomeSettled(piece, pounds):
            return _settled(state, piece, pounds)
        case BattlesEnded() if state.owed:
            return replace(_with_pounds(state, state.owed), owed=())
        case AidTaken(seat, pounds):
            taken = replace(state, aid_taken=(*state.aid_taken, seat))
            return replace(taken, money=_at(state.money, seat, state.money[seat] + pounds))
        case BidPaid(seat, pounds) | OrdersPaid(seat, pounds):
            return replace(state, money=_at(state.money, seat, state.money[seat] - pounds))
        case PurseCorrected(seat, pounds):
            # Counted by hand: it makes up for whatever was paid wrongly before.
            rest = tuple(day for day in state.paydays if day.seat != seat)
            return replace(state, money=_at(state.money, seat, pounds), paydays=rest, debts=_without(state.debts, seat))
        case MercenariesHired(seat, count):
            return replace(state, mercenaries=_at(state.mercenaries, seat, state.mercenaries[seat] + count))
        case MercenariesCorrected(seat, count):
            return replace(state, mercenaries=_at(state.mercenaries, seat, count))
        case _:
            return state


def _paid_for(state: State) -> Iterator[Payday]:
    for piece, seat in state.owners.items():
        if KIND_OF[piece] in WITH_INCOME:
            yield Payday(piece, seat, sheet.income_of(state.box, piece))


def _settled(state: State, piece: str, pounds: tuple[int, ...]) -> State:
    """While plans are carried out their prices stand: it is settled after the battles."""
    income = sheet.income_of(state.box, piece)
    paydays = tuple(replace(day, pounds=income) if day.piece == piece else day for day in state.paydays)
    now = replace(state, paydays=paydays)
    if isinstance(state.phase, Resolution):
        owed = state.owed or (0,) * state.seats
        return replace(now, owed=tuple(old + new for old, new in zip(owed, pounds, strict=True)))
    return _with_pounds(now, pounds)


def _with_pounds(state: State, pounds: tuple[int, ...]) -> State:
    for seat, change in enumerate(pounds):
        state = _paid(state, seat, change)
    return state


def _paid(state: State, seat: int, change: int) -> State:
    """Nobody gives back more than there is; what is missing is kept back from what the seat is paid later."""
    money, debt = state.money[seat], state.debts.get(seat, 0)
    if change < 0:
        given = min(money, -change)
        money, debt = money - given, debt - change - given
    else:
        kept = min(debt, change)
        money, debt = money + change - kept, debt - kept
    return replace(state, money=_at(state.money, seat, money), debts={**state.debts, seat: debt})


# --- pieces --------------------------------------------------------------------------------------------


def _pieces(state: State, event: Event) -> State:
    match event:
        case CardTaken(_, card) if card == MERCENARY:
            return replace(state, mercenary_cards=state.mercenary_cards - 1)
        case CardTaken(seat, card):
            return _owned(state, card, seat)
        case PersonBribed(seat, person):
            return _owned(state, person, seat)
        case BribeFailed(_, person):
            return replace(state, guarded=tuple(other for other in state.guarded if other != person))
        case WhiteCubeLaid(_, person):
            return replace(state, guarded=(*state.guarded, person))
        case BattleFought(place, holder=holder):
            return _owned(state, place, holder)
        case OwnerCorrected(piece, owner):
            stands = state.stands if owner >= 0 else _without(state.stands, piece)
            neutral = tuple(other for other in state.neutral if other != piece)
            # nl 427: after the battles a location that is nobody's has gone neutral; its card lies on the deck.
            if owner < 0 and isinstance(state.phase, Parliament) and piece in LOCATION_PIECES:
                neutral = (*neutral, piece)
            return replace(_owned(replace(state, stands=stands), piece, owner), neutral=neutral)
        case PieceMoved(_, piece, to) | PlaceCorrected(piece, to) | ShipBerthed(piece, to):
            return replace(state, stands={**state.stands, piece: to})
        case CardsRemoved(cards):
            hired = cards.count(MERCENARY)
            gone = (*state.gone, *(card for card in cards if card != MERCENARY))
            return replace(state, gone=gone, neutral=(), mercenary_cards=state.mercenary_cards - hired)
        case AwardGiven(award, seat) | AwardCorrected(award, seat):
            rest = _without(state.awards, award)
            return replace(state, awards={**rest, award: seat} if seat >= 0 else rest)
        case CalaisWon(seat, area):
            return replace(state, calais=(seat, area))
        case CalaisCorrected(owner, area):
            return replace(state, calais=None if owner < 0 else (owner, area))
        case _:
            return state


def _owned(state: State, piece: str, seat: int) -> State:
    """A noble enters in its own area, a ship lies in its port (nl 236, 238). Nobody's: the card lies on the deck."""
    if seat < 0:
        return replace(state, owners=_without(state.owners, piece), neutral=(*state.neutral, piece))
    owned = replace(
        state,
        owners={**state.owners, piece: seat},
        neutral=tuple(other for other in state.neutral if other != piece),
        gone=tuple(other for other in state.gone if other != piece),
    )
    if piece in NOBLES and piece not in state.stands:
        return replace(owned, stands={**state.stands, piece: HOME[piece]})
    if piece in SHIPS and piece not in state.stands:
        return replace(owned, stands={**state.stands, piece: sheet.home_sea(state.box, piece)})
    return owned


# --- armies --------------------------------------------------------------------------------------------


def _armies(state: State, event: Event) -> State:
    match event:
        case ArmyDeployed(seat, place, troops, mercenaries):
            there = (*state.armies.get(place, ()), Army(seat, troops, mercenaries))
            left = _at(state.mercenaries, seat, state.mercenaries[seat] - mercenaries)
            return replace(state, armies={**state.armies, place: there}, mercenaries=left)
        case BattleFought() as battle:
            fighting = (battle.attacker, battle.defender)
            others = tuple(army for army in state.armies.get(battle.place, ()) if army.seat not in fighting)
            won = (Army(battle.holder, battle.left, 0),) if battle.left else ()
            armies = {**state.armies, battle.place: (*won, *others)}
            return replace(state, armies=armies, fought_over=(*state.fought_over, battle.place))
        case BattlesEnded():
            return replace(state, armies={}, guarded=(), fought_over=())
        case _:
            return state


# --- points --------------------------------------------------------------------------------------------


def _scores(state: State, event: Event) -> State:
    match event:
        case AreaScored(area, house=house):
            scored = with_more(state, scored_for(as_confirmed(state), event))
            return replace(scored, roses={**state.roses, area: house})
        case KingMade(house):
            return replace(with_more(state, scored_for(state, event)), kings=(*state.kings, house))
        case _:
            return with_more(state, scored_for(state, event))


# --- phases --------------------------------------------------------------------------------------------


def _phase(state: State, event: Event) -> State:
    phase = state.phase
    match event, phase:
        case _, SetUp() if not isinstance(event, RoundBegan):
            return replace(state, phase=_set_up(phase, event))
        case RoundBegan(number, order), _:
            return _round_began(state, number, order)
        case CardsLaidOut(cards), Drafting():
            return replace(state, phase=replace(phase, laid_out=cards))
        case CardTaken(_, card), Drafting():
            left = without_one(phase.laid_out, card)
            return replace(state, phase=replace(phase, taken=phase.taken + 1, laid_out=left))
        case OwnerCorrected(piece, owner), Drafting() if state.draws:
            rest = without_one(phase.laid_out, piece)
            return replace(state, phase=replace(phase, laid_out=(*rest, piece) if owner < 0 else rest))
        case IncomePaid(), _:
            return replace(state, phase=Planning(Sealed(tuple(range(state.seats)))))
        case PlanSealed(seat, plan), Planning():
            return replace(state, phase=Planning(phase.sealed.seal(seat, plan)))
        case PlansRevealed(), Planning():
            return _revealed(state, tuple(phase.sealed.of(seat) or Plan() for seat in range(state.seats)))
        case StepShown(), Resolution():
            # nl 419: white cubes go back before the battles. With printed numbers put right since, the plans may
            # resolve in fewer steps than were shown.
            begins = phase.steps.finished or phase.steps.lines[phase.steps.shown].phase == BATTLES
            guarded = () if begins else state.guarded
            return replace(state, guarded=guarded, phase=replace(phase, steps=phase.steps.next()))
        case BattlesEnded(), _:
            return replace(state, phase=Parliament())
        case BoardConfirmed(), Parliament():
            return replace(state, phase=replace(phase, confirmed=True, numbers=deciding_numbers(state)))
        case ParliamentShown(), Parliament():
            return replace(state, phase=replace(phase, shown=phase.shown + 1))
        case RoundEnded(), _:
            return replace(state, calais=None)
        case GameEnded(), _:
            return replace(state, phase=Over())
        case _:
            return state


def without_one(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    at = cards.index(card) if card in cards else len(cards)
    return (*cards[:at], *cards[at + 1 :])


def _set_up(phase: SetUp, event: Event) -> SetUp:
    match event:
        case HouseTaken(seat, house):
            return replace(phase, houses={**phase.houses, seat: house})
        case HousesDrawn(houses):
            return replace(phase, houses=dict(enumerate(houses)))
        case StoneDrawn(seat):
            return replace(phase, order=(*phase.order, seat))
        case OrderDrawn(order):
            return replace(phase, order=order)
        case _:
            return phase


def _round_began(state: State, number: int, order: tuple[int, ...]) -> State:
    houses = state.houses
    if isinstance(state.phase, SetUp) and with_houses(state):
        houses = tuple(house for _, house in sorted(state.phase.houses.items()))
    # nl 211: neutral cards are laid out besides the usual number, and the usual number is picked.
    drafting = Drafting(picking_order(order, number), surplus=len(state.neutral))
    return replace(state, round=number, order=order, houses=houses, phase=drafting)


def _revealed(state: State, plans: tuple[Plan, ...]) -> State:
    """All consequences are settled now; they are shown one by one."""
    return replace(state, phase=Resolution(plans, Ceremony(resolve(state, plans, fold))), last_plans=plans)
