"""The set-up and the cards: houses, turn order, who picks what, income."""

from __future__ import annotations

from scoring.kernel import Chance, Draft, Offer, Pick, Refusal, offer
from scoring.roses import sheet
from scoring.roses.asks import DrawLots, DrawStone, TakeCard, TakeHouse
from scoring.roses.awards import settle_awards
from scoring.roses.events import (
    CardsLaidOut,
    CardsRemoved,
    CardTaken,
    HousesDrawn,
    HouseTaken,
    IncomePaid,
    MercenariesHired,
    OrderDrawn,
    RoundBegan,
    StoneDrawn,
)
from scoring.roses.phases import Drafting, SetUp
from scoring.roses.printed import (
    HOUSES,
    KIND_OF,
    MERCENARIES_A_CARD,
    MERCENARY,
    NOBLES,
    PIECES,
    WITH_INCOME,
    cards_laid_out,
)
from scoring.roses.state import State, in_deck, income, mercenaries_in_supply, with_houses
from scoring.words import T, Who

HOUSE_SIZE = 2  # nl 158

# --- set-up --------------------------------------------------------------------------------------------


def set_up_offers(state: State, phase: SetUp) -> tuple[Offer, ...]:
    houses = tuple(
        offer(TakeHouse, seat, Pick("house", options))
        for seat in range(state.seats)
        if (options := free_houses(state, phase, seat))
    )
    waiting = tuple(seat for seat in range(state.seats) if seat not in phase.order)
    stones = (offer(DrawStone, 0, Pick("next", waiting)),) if waiting else ()
    return (offer(DrawLots, 0), *houses, *stones)


def free_houses(state: State, phase: SetUp, seat: int) -> tuple[str, ...]:
    """Two players a house, with four players only (nl 146, 158, 546)."""
    if not with_houses(state):
        return ()
    others = [house for other, house in phase.houses.items() if other != seat]
    return tuple(house for house in HOUSES if others.count(house) < HOUSE_SIZE)


def take_house(draft: Draft[State], phase: SetUp, seat: int, house: str, chance: Chance) -> None:
    if not with_houses(draft.state):
        raise Refusal("no-houses", T("With two or three players nobody belongs to a house."), "nl 546")
    if house not in free_houses(draft.state, phase, seat):
        raise Refusal("house", T("Two players belong to each house: choose the other one."), "nl 146")
    draft.happen(HouseTaken(seat, house))
    _complete_houses(draft)
    _begin_if_ready(draft, chance)


def _complete_houses(draft: Draft[State]) -> None:
    """When one house is complete, the others belong to the other one."""
    phase = _set_up(draft)
    for house in HOUSES:
        if list(phase.houses.values()).count(house) == HOUSE_SIZE:
            rest = [seat for seat in range(draft.state.seats) if seat not in phase.houses]
            other = next(name for name in HOUSES if name != house)
            for seat in rest:
                draft.happen(HouseTaken(seat, other))
            return


def draw_stone(draft: Draft[State], phase: SetUp, seat: int, chance: Chance) -> None:
    if seat not in range(draft.state.seats) or seat in phase.order:
        raise Refusal("no-seat", T("Say whose stone came out of the bag next."), "nl 189")
    draft.happen(StoneDrawn(seat))
    left = [other for other in range(draft.state.seats) if other not in _set_up(draft).order]
    if len(left) == 1:
        draft.happen(StoneDrawn(left[0]))
    _begin_if_ready(draft, chance)


def draw_lots(draft: Draft[State], phase: SetUp, chance: Chance) -> None:
    """What was entered stays; the rest is drawn."""
    state = draft.state
    if with_houses(state) and len(phase.houses) < state.seats:
        tiles = [house for house in HOUSES for _ in range(HOUSE_SIZE)]
        for house in phase.houses.values():
            tiles.remove(house)
        drawn = iter(chance.shuffled(tiles))
        draft.happen(HousesDrawn(tuple(phase.houses.get(seat) or next(drawn) for seat in range(state.seats))))
    left = tuple(seat for seat in range(state.seats) if seat not in phase.order)
    draft.happen(OrderDrawn((*phase.order, *chance.shuffled(left))))
    _begin_if_ready(draft, chance)


def _begin_if_ready(draft: Draft[State], chance: Chance) -> None:
    phase, state = _set_up(draft), draft.state
    housed = not with_houses(state) or len(phase.houses) == state.seats
    if housed and len(phase.order) == state.seats:
        begin_round(draft, 1, phase.order, chance)


def _set_up(draft: Draft[State]) -> SetUp:
    assert isinstance(draft.state.phase, SetUp)
    return draft.state.phase


# --- cards ---------------------------------------------------------------------------------------------


def begin_round(draft: Draft[State], number: int, order: tuple[int, ...], chance: Chance) -> None:
    draft.happen(RoundBegan(number, order))
    if draft.state.draws:
        draft.happen(CardsLaidOut(_drawn(draft.state, chance)))


def _drawn(state: State, chance: Chance) -> tuple[str, ...]:
    """Neutral cards first, then the usual number from the deck (nl 206-211)."""
    deck = [card for card in in_deck(state) if card not in state.neutral] + [MERCENARY] * state.mercenary_cards
    return (*state.neutral, *chance.shuffled(deck)[: cards_laid_out(state.seats, state.round)])


def on_table(state: State, phase: Drafting) -> tuple[str, ...]:
    """What may be picked: what Herald drew and nobody has, or whatever card there still can be."""
    free = (*in_deck(state), *([MERCENARY] if state.mercenary_cards else ()))
    drawn = tuple(card for card in free if card in phase.laid_out)
    return drawn or free


def offers(state: State, phase: Drafting) -> tuple[Offer, ...]:
    """One offer for all cards whose numbers are known, and one for each that has to be read first."""
    seat, last = phase.turn, phase.taken + 1 == len(phase.picks)
    also = missing_numbers(state) if last else ()
    cards = on_table(state, phase)
    unread = [card for card in cards if card != MERCENARY and sheet.needed_to_take(state.box, card)]
    known = [card for card in cards if card not in unread]
    return (
        *((offer(TakeCard, seat, Pick("card", tuple(known)), needs=also),) if known else ()),
        *(
            offer(TakeCard, seat, Pick("card", (card,)), needs=(*sheet.needed_to_take(state.box, card), *also))
            for card in unread
        ),
    )


def missing_numbers(state: State) -> tuple[str, ...]:
    """Of cards that somebody has without a number: the income and what can be bribed rest on it."""
    owned = (piece for piece in PIECES if piece in state.owners and KIND_OF[piece] in (*WITH_INCOME, "noble"))
    return tuple(key for key in map(sheet.number_key, owned) if not state.box.get(key))


def take_card(draft: Draft[State], phase: Drafting, seat: int, card: str) -> None:
    _check_turn(draft.state, phase, seat)
    _check_card(draft.state, phase, card)
    draft.happen(CardTaken(seat, card))
    if card == MERCENARY:
        count = min(MERCENARIES_A_CARD[draft.state.round], mercenaries_in_supply(draft.state))  # nl 242
        draft.happen(MercenariesHired(seat, count))
    settle_awards(draft, card)
    if phase.taken + 1 == len(phase.picks):
        _collect_income(draft)


def _collect_income(draft: Draft[State]) -> None:
    """Cards left over are out of the game (nl 211); then all are paid (nl 255)."""
    phase = draft.state.phase
    assert isinstance(phase, Drafting)
    if phase.laid_out or phase.surplus or draft.state.neutral:
        draft.happen(CardsRemoved(phase.laid_out or draft.state.neutral))
    draft.happen(IncomePaid(tuple(income(draft.state, seat) for seat in range(draft.state.seats))))


def _check_turn(state: State, phase: Drafting, seat: int) -> None:
    if seat != phase.turn:
        raise Refusal("not-your-turn", T("{who} picks a card now.", who=Who(phase.turn)), "nl 215")
    if phase.taken + 1 == len(phase.picks) and missing_numbers(state):
        raise Refusal("box-needed", T("Say first what is printed: the income is to be paid."), "nl 255")


def _check_card(state: State, phase: Drafting, card: str) -> None:
    if card == MERCENARY:
        if not state.mercenary_cards:
            raise Refusal("no-card", T("All cards of mercenaries have been taken."), "nl 43")
        _check_laid_out(state, phase, card)
        return
    if card not in PIECES:
        raise Refusal("no-card", T("There is no such card."), "nl 43")
    if card in state.owners:
        raise Refusal("taken", T("{who} has that card.", who=Who(state.owners[card])), "nl 234")
    if card in state.gone:
        raise Refusal("gone", T("That card is back in the box."), "nl 211")
    _check_laid_out(state, phase, card)
    if sheet.needed_to_take(state.box, card):
        text = T("Say first which number is printed in the shield.")
        raise Refusal("box-needed", text if card in NOBLES else T("Say first what the card shows."), "nl 152")


def _check_laid_out(state: State, phase: Drafting, card: str) -> None:
    if card not in on_table(state, phase):
        raise Refusal("not-laid-out", T("That card is not among those that lie there."), "nl 215")
