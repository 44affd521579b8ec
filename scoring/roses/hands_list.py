"""The hands list: what to do with the real pieces after Herald has worked something out."""

from __future__ import annotations

from scoring.kernel import Event
from scoring.roses import sheet
from scoring.roses.awards import told
from scoring.roses.events import (
    AreaScored,
    AwardGiven,
    AwardScored,
    BattlesEnded,
    BonusScored,
    CardsRemoved,
    CardTaken,
    GameEnded,
    IncomePaid,
    IncomeSettled,
    KingMade,
    MercenariesHired,
    ParliamentShown,
    PlansRevealed,
    RoundBegan,
    RoundEnded,
    StepShown,
)
from scoring.roses.phases import Drafting, Parliament, Resolution, SetUp
from scoring.roses.printed import (
    AREAS,
    CUBES,
    HOME,
    HOUSES,
    KIND_OF,
    LOCATIONS,
    MERCENARY,
    NOBLES,
    SHIPS,
    START_MONEY,
    TROOPS,
    cards_laid_out,
)
from scoring.roses.scores import scored_for, victory_points, with_more
from scoring.roses.state import State, as_confirmed, with_houses
from scoring.roses.tell import settled
from scoring.words import TN, Both, T, Text, Who, seats


def hands(state: State) -> tuple[Text, ...]:
    """What is to be done now."""
    return _set_up(state) if isinstance(state.phase, SetUp) else state.to_do


def to_do(state: State, event: Event) -> tuple[Text, ...]:
    """The list after the event, told from the state before it."""
    match event, state.phase:
        case StepShown(), Resolution(_, steps) if not steps.finished:
            step = steps.lines[steps.shown]
            before = steps.lines[steps.shown - 1].phase if steps.shown else ""
            return (*(state.to_do if before == step.phase else ()), *step.hands)
        case (PlansRevealed() | GameEnded(), _) | (ParliamentShown(), Parliament(_, 0)):
            return ()
        case BattlesEnded(), _:
            return tuple(settled(state.owed))
        case IncomeSettled(_, pounds), phase if not isinstance(phase, Resolution):
            return (*state.to_do, *settled(pounds))
        case AreaScored() | KingMade() | AwardScored() | BonusScored(), _:
            return _scored(state, event)
        case RoundEnded(), _:
            return _calais_back(state)
        case _:
            return _with_cards(state, event)


def _with_cards(state: State, event: Event) -> tuple[Text, ...]:
    match event, state.phase:
        case RoundBegan(number, order), _:
            return (*state.to_do, *_tiles(state), *_track(number, order), *_lay_out(state, number))
        case CardTaken(seat, card), _:
            return _claimed(state, seat, card)
        case MercenariesHired(seat, count), _:
            return (TN("{who} takes {count} mercenary.", "{who} takes {count} mercenaries.", count, who=Who(seat)),)
        case AwardGiven(award, seat), phase if not isinstance(phase, Resolution):
            return (*state.to_do, told(award, seat))
        case CardsRemoved(cards), phase:
            surplus = phase.surplus if isinstance(phase, Drafting) else 0
            cards_back = TN(
                "{count} card that nobody picked goes back into the box.",
                "{count} cards that nobody picked go back into the box.",
                max(surplus, len(cards)),
            )
            return (*state.to_do, cards_back)
        case IncomePaid(pounds), _:
            paid = (T("{who} takes £{pounds}.", who=Who(seat), pounds=pounds[seat]) for seat in state.order)
            return (*state.to_do, *paid)
        case _:
            return state.to_do


# --- set-up and the tracks -----------------------------------------------------------------------------


def _set_up(state: State) -> tuple[Text, ...]:
    """nl 137-146; the King's roses are for four players (nl 547)."""
    roses = T("A rose on each area, red side up; the other five beside the round track.")
    return (
        *(() if state.draws else (T("Shuffle the cards: a face-down deck."),)),
        T("Tokens of nobles and ships, awards and mercenaries on their symbols."),
        T(
            "Each player: £{pounds}, {cubes} white and {cubes} black cubes, {troops} troops, French Aid tile.",
            pounds=START_MONEY,
            cubes=CUBES,
            troops=TROOPS,
        ),
        T("Score stones on 00, the round marker on 1."),
        *((roses,) if with_houses(state) else ()),
    )


def _tiles(state: State) -> tuple[Text, ...]:
    """nl 146"""
    if not isinstance(state.phase, SetUp) or not with_houses(state):
        return ()
    houses = sorted(state.phase.houses.items())
    drawn = tuple(T("{who} {house}", who=Who(seat), house=HOUSES[house]) for seat, house in houses)
    return (T("Royal house tiles, face up: {houses}.", houses=Both(drawn)),)


def _track(number: int, order: tuple[int, ...]) -> tuple[Text, ...]:
    """nl 189, 190, 524"""
    stones = T("Turn order stones, from the left: {order}.", order=seats(order))
    return (stones,) if number == 1 else (T("The round marker to {round}.", round=number), stones)


def _calais_back(state: State) -> tuple[Text, ...]:
    if state.calais is None:
        return ()
    back = T("The Captain of Calais goes back to the board, the disc to {who}.", who=Who(state.calais[0]))
    return (back,)  # nl 524


# --- cards ---------------------------------------------------------------------------------------------


def _lay_out(state: State, number: int) -> tuple[Text, ...]:
    if state.draws:
        return ()
    count = cards_laid_out(state.seats, number)
    cards = T("Draw {count} cards and lay them out.", count=count)
    if not state.neutral:
        return (cards,)
    neutral = TN(
        "Lay out the {count} neutral card from the top of the deck.",
        "Lay out the {count} neutral cards from the top of the deck.",
        len(state.neutral),
    )
    return (neutral, cards)


def _claimed(state: State, seat: int, card: str) -> tuple[Text, ...]:
    """A stone for a location, a disc for a person (nl 234, 236, 238)."""
    if card == MERCENARY:
        return ()
    who, name = Who(seat), sheet.called(state.box, card)
    if card in NOBLES:
        area = AREAS[HOME[card]].name
        return (T("{who}: one token of {noble} with a disc in {area}.", who=who, noble=name, area=area),)
    if card in SHIPS:
        return (T("{who}: the upper token of {ship} away, a disc on the lower one.", who=who, ship=name),)
    if KIND_OF[card] in LOCATIONS:
        return (T("{who}: a stone on {place}.", who=who, place=name),)
    return (T("{who}: a disc on {person}.", who=who, person=name),)


# --- parliament ----------------------------------------------------------------------------------------


def _scored(state: State, event: Event) -> tuple[Text, ...]:
    """Roses first, then where the stones on the score track are by now (nl 451, 469, 477)."""
    new = scored_for(as_confirmed(state), event)
    after = victory_points(with_more(state, new))
    moved = {line.seat for line in new} | _stones_moved(state)
    rest = (line for line in state.to_do if line.message != _stone(0, 0).message)
    stones = (_stone(seat, after[seat]) for seat in state.order if seat in moved)
    return (*rest, *_rose(state, event), *stones)


def _stone(seat: int, points: int) -> Text:
    """It moves on with every step: the list has its last place only."""
    return T("{who}: score stone to {points}.", who=Who(seat), points=points)


def _stones_moved(state: State) -> set[int]:
    named = (dict(line.values)["who"] for line in state.to_do if line.message == _stone(0, 0).message)
    return {who.seat for who in named if isinstance(who, Who)}


def _rose(state: State, event: Event) -> tuple[Text, ...]:
    match event:
        case AreaScored(area, house=house) if with_houses(state) and state.roses[area] != house:
            name = AREAS[area].name
            if not house:
                return (T("{area}: take the rose away for this round.", area=name),)
            if not state.roses[area]:
                return (T("{area}: put the rose back, {house} up.", area=name, house=HOUSES[house]),)
            return (T("{area}: turn the rose, {house} up.", area=name, house=HOUSES[house]),)
        case KingMade(house) if house:
            name = HOUSES[house]
            return (T("A rose of {house} on space {round} of the round track.", house=name, round=state.round),)
        case _:
            return ()
