"""Set-up and cards: houses, turn order, the draft and income."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace

from scoring.highlights import Highlight, Piece, Row
from scoring.kernel import (
    Action,
    Batch,
    BusyReason,
    Event,
    Help,
    Refusal,
    Rng,
    TableAction,
    allowed,
    legal_action,
    refused_if,
)
from scoring.legal_actions import LegalAction, Pick
from scoring.roses import components
from scoring.roses.components import (
    AREAS,
    HOME,
    HOUSES,
    INCOME_KINDS,
    KIND_OF,
    MERCENARIES_A_CARD,
    MERCENARY,
    PIECES,
    cards_laid_out,
    full_name,
)
from scoring.roses.plan import offer_aid, start_planning
from scoring.roses.state import Payday, RosesPhase, State, settle_awards
from scoring.values import replaced
from scoring.words import TN, T, Text, TextList, Who, seats

HOUSE_SIZE = 2  # nl 158

# --- set-up --------------------------------------------------------------------------------------------


class SetUp(
    RosesPhase,
    name="set-up",
    busy_reason=BusyReason(T("First set the houses and the turn order."), "nl 189", code="set-up"),
):
    """The houses entered so far (four players), and the turn order drawn so far, from the left."""

    sets_up = True
    help = Help(
        (
            T("The turn order is drawn at random. With four players, so are the houses."),
            T("Draw it here, or enter what you drew."),
        ),
        "nl 189",
    )
    houses: Mapping[int, str] = field(default_factory=dict)
    order: tuple[int, ...] = ()

    def headline(self, state: State) -> Text:
        return T("Houses and turn order.") if state.with_houses else T("Draw the turn order.")

    def is_ready(self, state: State) -> bool:
        housed = not state.with_houses or len(self.houses) == state.seats
        return housed and len(self.order) == state.seats


def set_up_lines(state: State) -> Iterator[Text]:
    """Yields the set-up instructions of nl 137-146. The King's roses are for four players (nl 547)."""
    if not state.draws:
        yield T("Shuffle the cards into a face-down deck.")
    yield T("Put the noble and ship tokens, awards and mercenaries on their symbols.")
    yield T(
        "Everyone: take £{pounds}, {cubes} white and {cubes} black cubes, {troops} troops and a French Aid tile.",
        pounds=components.START_MONEY,
        cubes=components.CUBES,
        troops=components.TROOPS,
    )
    yield T("Put the score stones on 00 and the round marker on 1.")
    if state.with_houses:
        yield T("Put a rose on each area, red side up, and the other five beside the round track.")


class DrawLots(TableAction, phases=(SetUp,)):
    """Draws the turn order, and the houses not yet entered (nl 146, 189)."""

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        """Keeps the houses and stones already entered and draws the rest."""
        state, phase = batch.state, SetUp.current(batch.state)
        if state.with_houses and len(phase.houses) < state.seats:
            tiles = [house for house in HOUSES for _ in range(HOUSE_SIZE)]
            for house in phase.houses.values():
                tiles.remove(house)
            drawn = iter(rng.shuffled(tiles))
            batch.emit(HousesDrawn(tuple(phase.houses.get(seat) or next(drawn) for seat in range(state.seats))))
        left = tuple(seat for seat in range(state.seats) if seat not in phase.order)
        batch.emit(OrderDrawn((*phase.order, *rng.shuffled(left))))
        _begin_if_ready(batch, rng)


class TakeHouse(Action, rejects_stale=False, phases=(SetUp,)):
    """Enters the house on the seat's royal house tile (nl 146)."""

    house: str

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        text = T("With two or three players, there are no houses.")
        return refused_if(not state.with_houses, "no-houses", text, "nl 546")

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        return (legal_action(cls, seat, Pick("house", allowed(cls, state, seat, "house", HOUSES))),)

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        others = [house for other, house in SetUp.current(state).houses.items() if other != seat]
        full = self.house not in HOUSES or others.count(self.house) >= HOUSE_SIZE
        return refused_if(full, "house", T("That house already has two players. Choose the other one."), "nl 146")

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        """Gives the remaining seats the other house once one house is complete."""
        batch.emit(HouseTaken(seat, self.house))
        houses = SetUp.current(batch.state).houses
        if list(houses.values()).count(self.house) == HOUSE_SIZE:
            other = next(house for house in HOUSES if house != self.house)
            for left in (seat for seat in range(batch.state.seats) if seat not in houses):
                batch.emit(HouseTaken(left, other))
        _begin_if_ready(batch, rng)


class DrawStone(TableAction, phases=(SetUp,)):
    """Enters whose stone was drawn from the bag next (nl 189)."""

    next: int

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        waiting = allowed(cls, state, seat, "next", range(state.seats))
        return (legal_action(cls, seat, Pick("next", waiting)),) if waiting else ()

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        wrong = self.next not in range(state.seats) or self.next in SetUp.current(state).order
        return refused_if(wrong, "no-seat", T("Tap whose stone came out of the bag next."), "nl 189")

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        batch.emit(StoneDrawn(self.next))
        left = [other for other in range(batch.state.seats) if other not in SetUp.current(batch.state).order]
        if len(left) == 1:
            batch.emit(StoneDrawn(left[0]))
        _begin_if_ready(batch, rng)


def _begin_if_ready(batch: Batch[State], rng: Rng) -> None:
    phase = SetUp.current(batch.state)
    if phase.is_ready(batch.state):
        begin_round(batch, 1, phase.order, rng)


class HouseTaken(Event):
    seat: int
    house: str

    def apply(self, state: State) -> State:
        return state.with_phase(houses={**SetUp.current(state).houses, self.seat: self.house})

    def history_line(self, state: State) -> Text:
        return T("{who} joined the House of {house}.", who=Who(self.seat), house=HOUSES[self.house])


class HousesDrawn(Event, reveals=True):
    """The randomly drawn house of each seat."""

    houses: tuple[str, ...]

    def apply(self, state: State) -> State:
        return replace(state, phase=replace(SetUp.current(state), houses=dict(enumerate(self.houses))))

    def history_line(self, state: State) -> Text:
        return T("Houses were drawn: {houses}.", houses=_house_texts(enumerate(self.houses)))


def _house_texts(houses: Iterable[tuple[int, str]]) -> TextList:
    return TextList(tuple(T("{who} ({house})", who=Who(seat), house=HOUSES[house]) for seat, house in houses))


class StoneDrawn(Event):
    """The next seat on the turn order track, as drawn from the bag."""

    seat: int

    def apply(self, state: State) -> State:
        return state.with_phase(order=(*SetUp.current(state).order, self.seat))

    def history_line(self, state: State) -> Text:
        return T("{who} was next in turn order.", who=Who(self.seat))


class OrderDrawn(Event, reveals=True):
    order: tuple[int, ...]

    def apply(self, state: State) -> State:
        return state.with_phase(order=self.order)

    def history_line(self, state: State) -> Text:
        return T("The turn order was drawn at random.")


# --- a round begins ------------------------------------------------------------------------------------


class Drafting(
    RosesPhase, name="cards", busy_reason=BusyReason(T("Players are picking cards. You can do that later."), "nl 215")
):
    """The order of picks, the number of cards taken so far, and the surplus that nobody will pick. `laid_out`: the
    unpicked cards if Herald drew them, otherwise empty."""

    help = Help(
        (
            T("On your pick, take one of the cards on display and mark the piece on the board."),
            T("Every piece gives influence where it is. Towns, bishops, ports and ships also give income."),
            T(
                "A mercenary card gives {first} mercenaries in round 1, {second} in round 2 and {later} after that.",
                first=MERCENARIES_A_CARD[1],
                second=MERCENARIES_A_CARD[2],
                later=MERCENARIES_A_CARD[3],
            ),
        ),
        "nl 215, 242",
    )
    correctable = True
    picks: tuple[int, ...]
    taken: int = 0
    surplus: int = 0
    laid_out: tuple[str, ...] = ()

    @property
    def turn(self) -> int:
        return self.picks[self.taken]

    @property
    def is_last(self) -> bool:
        return self.taken + 1 == len(self.picks)

    def headline(self, state: State) -> Text:
        left = len(self.picks) - self.taken
        return T("{who} picks a card: {left} to go.", who=Who(self.turn), left=left)

    def waiting_for(self, state: State) -> tuple[int, ...]:
        return (self.turn,)


def begin_round(batch: Batch[State], number: int, order: tuple[int, ...], rng: Rng) -> None:
    batch.emit(RoundBegan(number, order))
    if batch.state.draws:
        batch.emit(CardsLaidOut(_draw_cards(batch.state, rng)))


def _draw_cards(state: State, rng: Rng) -> tuple[str, ...]:
    """Returns the neutral cards, then the usual number from the deck (nl 206-211)."""
    deck = [card for card in state.in_deck if card not in state.neutral] + [MERCENARY] * state.mercenary_cards
    return (*state.neutral, *rng.shuffled(deck)[: cards_laid_out(state.seats, state.round)])


class RoundBegan(Event, beginner="first"):
    """A round began with this turn order, from the left."""

    number: int
    order: tuple[int, ...]

    @property
    def first(self) -> int:
        return self.order[0]

    def apply(self, state: State) -> State:
        houses = state.houses
        if isinstance(state.phase, SetUp) and state.with_houses:
            houses = tuple(house for _, house in sorted(state.phase.houses.items()))
        # nl 211: neutral cards are laid out in addition, but the number of picks stays the same.
        drafting = Drafting(components.picking_order(self.order, self.number), surplus=len(state.neutral))
        return replace(state, round=self.number, order=self.order, houses=houses, phase=drafting)

    def history_line(self, state: State) -> Text:
        return T("Round {number} began. Turn order: {order}.", number=self.number, order=seats(self.order))

    def clears_to_do(self, state: State) -> bool:
        return isinstance(state.phase, SetUp)

    def to_do(self, state: State) -> Iterator[Text]:
        """Yields the houses, the round marker, the turn order and the cards to lay out (nl 146, 189, 190, 524)."""
        if isinstance(state.phase, SetUp) and state.with_houses:
            yield T(
                "Put the royal house tiles out face up: {houses}.",
                houses=_house_texts(sorted(state.phase.houses.items())),
            )
        if self.number > 1:
            yield T("Move the round marker to {round}.", round=self.number)
        yield T("Place the turn order stones, from the left: {order}.", order=seats(self.order))
        if state.draws:
            return
        if state.neutral:
            yield TN(
                "Lay out the {count} neutral card from the top of the deck.",
                "Lay out the {count} neutral cards from the top of the deck.",
                len(state.neutral),
            )
        yield T("Draw {count} cards and lay them out.", count=cards_laid_out(state.seats, self.number))


class CardsLaidOut(Event, reveals=True):
    """The cards Herald drew, if the table wants that or has no box. Mercenary cards may occur more than once."""

    cards: tuple[str, ...]

    def apply(self, state: State) -> State:
        return state.with_phase(laid_out=self.cards)

    def history_line(self, state: State) -> Text:
        return T("Laid out: {cards}.", cards=_card_names(state, self.cards))

    def highlights(self, state: State, after: State, then: Sequence[Event]) -> Iterator[Highlight]:
        """Yields the cards of the round, each with its control points if known."""
        cards = tuple(_card_piece(state, card) for card in self.cards)
        title = T("Cards for round {round}", round=state.round)
        yield Highlight("draft", title, after.phase.headline(after), (Row(pieces=cards),))


def _card_piece(state: State, card: str) -> Piece:
    """Returns a card with its control points, if known."""
    if card == MERCENARY:
        return Piece("card", T("Mercenaries"))
    return Piece(
        "card", full_name(state.printed_values, card), worth=components.points_of(state.printed_values, card) or 0
    )


def _card_names(state: State, cards: tuple[str, ...]) -> TextList:
    return TextList(
        tuple(T("Mercenaries") if card == MERCENARY else full_name(state.printed_values, card) for card in cards)
    )


# --- cards are picked ----------------------------------------------------------------------------------


def cards_on_table(state: State) -> tuple[str, ...]:
    """Returns the cards that may be picked: those Herald laid out, or any card still in the deck."""
    free = (*state.in_deck, *([MERCENARY] if state.mercenary_cards else ()))
    drawn = tuple(card for card in free if card in Drafting.current(state).laid_out)
    return drawn or free


def missing_values_of_owned(state: State) -> tuple[str, ...]:
    """Returns the keys of unread income and noble values of owned cards; income and bribes depend on them (nl 255)."""
    having = (piece for piece in PIECES if piece in state.owners and KIND_OF[piece] in (*INCOME_KINDS, "noble"))
    return tuple(key for key in map(components.number_key, having) if not state.printed_values.get(key))


class TakeCard(Action, phases=(Drafting,)):
    """Picks a card: a location, a person or mercenaries (nl 215)."""

    card: str

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        text = T("It’s {who}’s turn to pick a card.", who=Who(Drafting.current(state).turn))
        return refused_if(seat != state.turn, "not-your-turn", text, "nl 215")

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterator[LegalAction]:
        """Yields one legal action for all cards with known values, and one for each card to be read first (nl 152)."""
        missing = missing_values_of_owned(state) if Drafting.current(state).is_last else ()
        unread = {card: components.values_needed_to_take(state.printed_values, card) for card in cards_on_table(state)}
        known = tuple(card for card, keys in unread.items() if not keys)
        if known:
            yield legal_action(cls, seat, Pick("card", known), missing_values=missing)
        for card, keys in unread.items():
            if keys:
                yield legal_action(cls, seat, Pick("card", (card,)), missing_values=(*keys, *missing))

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        card, owner = self.card, state.owners.get(self.card, 0)
        missing = T("That card isn’t on display. Pick another one.")
        return (
            refused_if(
                card in state.owners,
                "taken",
                T("{who} already has that card. Pick another one.", who=Who(owner)),
                "nl 234",
            )
            or refused_if(card in state.gone, "gone", T("That card is back in the box. Pick another one."), "nl 211")
            or refused_if(card not in cards_on_table(state), "not-laid-out", missing, "nl 215")
        )

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        """Takes the card. If only one card is left, the next seat gets it without a tap."""
        _take(batch, self.card)
        while isinstance(batch.state.phase, Drafting) and (card := only_card(batch.state)):
            _take(batch, card)


def only_card(state: State) -> str:
    """Returns the only card left to pick if Herald drew the cards and all values are known; otherwise empty."""
    left = {*Drafting.current(state).laid_out}
    unread = missing_values_of_owned(state) or any(
        components.values_needed_to_take(state.printed_values, card) for card in left
    )
    return left.pop() if len(left) == 1 and not unread else ""


def _take(batch: Batch[State], card: str) -> None:
    phase = Drafting.current(batch.state)
    batch.emit(CardTaken(phase.turn, card))
    if card == MERCENARY:
        count = min(MERCENARIES_A_CARD[batch.state.round], batch.state.mercenaries_in_supply)  # nl 242
        batch.emit(MercenariesHired(phase.turn, count))
    settle_awards(batch, card)
    if phase.is_last:
        _end_draft(batch)


def _end_draft(batch: Batch[State]) -> None:
    """Removes leftover cards from the game (nl 211), pays income (nl 255) and offers French aid (nl 259)."""
    state, phase = batch.state, Drafting.current(batch.state)
    if phase.laid_out or phase.surplus or state.neutral:
        batch.emit(CardsRemoved(phase.laid_out or state.neutral))
    batch.emit(IncomePaid(tuple(batch.state.income(seat) for seat in range(state.seats))))
    offer_aid(batch)


class CardTaken(Event):
    """A seat took a location, a person or a mercenary card."""

    seat: int
    card: str

    def apply(self, state: State) -> State:
        phase = Drafting.current(state)
        after = state.with_phase(taken=phase.taken + 1, laid_out=without_card(phase.laid_out, self.card))
        if self.card == MERCENARY:
            return replace(after, mercenary_cards=state.mercenary_cards - 1)
        return after.with_owner(self.card, self.seat)

    def clears_to_do(self, state: State) -> bool:
        """False for the last card, which is taken automatically, so that the previous card's to-do list remains."""
        return not only_card(state)

    def history_line(self, state: State) -> Text:
        if self.card == MERCENARY:
            return T("{who} picked mercenaries.", who=Who(self.seat))
        return T("{who} picked {card}.", who=Who(self.seat), card=full_name(state.printed_values, self.card))

    def to_do(self, state: State) -> Iterator[Text]:
        """Yields the marking of the piece: with a stone for a location, a disc for a person (nl 234, 236, 238)."""
        if self.card == MERCENARY:
            return
        who, name = Who(self.seat), full_name(state.printed_values, self.card)
        if self.card in components.NOBLES:
            area = AREAS[HOME[self.card]].name
            yield T("{who}: put one token of {noble} with a disc in {area}.", who=who, noble=name, area=area)
        elif self.card in components.SHIPS:
            yield T("{who}: remove the upper token of {ship} and put a disc on the lower one.", who=who, ship=name)
        elif KIND_OF[self.card] in components.LOCATIONS:
            yield T("{who}: put a stone on {place}.", who=who, place=name)
        else:
            yield T("{who}: put a disc on {person}.", who=who, person=name)


def without_card(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    at = cards.index(card) if card in cards else len(cards)
    return (*cards[:at], *cards[at + 1 :])


class MercenariesHired(Event):
    seat: int
    count: int

    def apply(self, state: State) -> State:
        now = state.mercenaries[self.seat] + self.count
        return replace(state, mercenaries=replaced(state.mercenaries, self.seat, now))

    def history_line(self, state: State) -> Text:
        return TN("{who} took {count} mercenary.", "{who} took {count} mercenaries.", self.count, who=Who(self.seat))

    def to_do(self, state: State) -> Iterable[Text]:
        who = Who(self.seat)
        return (TN("{who}: take {count} mercenary.", "{who}: take {count} mercenaries.", self.count, who=who),)


class CardsRemoved(Event):
    """Unpicked cards went back to the box. `cards` lists those Herald knows: the neutral ones, or all if Herald drew
    them."""

    cards: tuple[str, ...]

    def apply(self, state: State) -> State:
        gone = (*state.gone, *(card for card in self.cards if card != MERCENARY))
        left = state.mercenary_cards - self.cards.count(MERCENARY)
        return replace(state, gone=gone, neutral=(), mercenary_cards=left)

    def history_line(self, state: State) -> Text | None:
        return T("Out of the game: {cards}.", cards=_card_names(state, self.cards)) if self.cards else None

    def to_do(self, state: State) -> Iterable[Text]:
        back = TN(
            "Put {count} unpicked card back in the box.",
            "Put {count} unpicked cards back in the box.",
            max(Drafting.current(state).surplus, len(self.cards)),
        )
        return (back,)


# --- income --------------------------------------------------------------------------------------------


class IncomePaid(Event):
    """The income in pounds, by seat."""

    pounds: tuple[int, ...]

    def apply(self, state: State) -> State:
        paid = (
            Payday(piece, seat, components.income_of(state.printed_values, piece))
            for piece, seat in state.owners.items()
            if KIND_OF[piece] in INCOME_KINDS
        )
        money = tuple(old + new for old, new in zip(state.money, self.pounds, strict=True))
        return start_planning(replace(state, money=money, paydays=(*state.paydays, *paid)))

    def history_line(self, state: State) -> Text:
        paid = (T("{who} £{pounds}", who=Who(seat), pounds=self.pounds[seat]) for seat in state.order)
        return T("Income: {paid}.", paid=TextList(tuple(paid)))

    def to_do(self, state: State) -> Iterable[Text]:
        return (T("{who}: take £{pounds}.", who=Who(seat), pounds=self.pounds[seat]) for seat in state.order)
