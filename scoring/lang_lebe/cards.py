"""Influence cards and their dice, as players enter them, and the new cards after an election without a king."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import ClassVar

from scoring.kernel import Action, Batch, BusyReason, Event, Help, Refusal, Rng, SealedAction, SealedEvent, legal_action
from scoring.lang_lebe.components import KINDS, MOST_DEALT, Cards, cards, cards_in_game, fits_the_game
from scoring.lang_lebe.state import LangLebePhase, State, Untracked, begin_next_turn
from scoring.legal_actions import Count, Dice, LegalAction
from scoring.sealed import Sealed
from scoring.words import TN, T, Text, TextList, Who, seats

FACES = range(1, 7)


class CardsAction(Action, abstract=True):
    """Base class for actions that enter the number of cards of each kind, for a stake or a hand."""

    x1: int = 0
    x2: int = 0
    x3: int = 0

    @property
    def cards(self) -> Cards:
        return Cards(self.x1, self.x2, self.x3)


def count_fields(most: Cards, shown: Cards, most_in_all: int) -> tuple[Count, ...]:
    """Returns one count field per kind, limited by `most` and by `most_in_all`, with `shown` filled in."""
    return tuple(Count(f"x{kind}", 0, min(most_in_all, most.of(kind)), shown.of(kind)) for kind in KINDS)


def dice_fields(state: State, name: str, count: int) -> tuple[Dice, ...]:
    """Returns the form field for dice; empty if Herald rolls."""
    return () if state.herald_rolls else (Dice(name, count),)


def dice_refusal(state: State, dice: tuple[int, ...] | None, count: int) -> Refusal | None:
    """Returns why these dice are not valid: a wrong number, an impossible face, or Herald rolls the dice itself."""
    if state.herald_rolls:
        return None if dice is None else Refusal("dice", T("At this table, Herald rolls the dice."))
    if dice is not None and len(dice) == count and all(die in FACES for die in dice):
        return None
    if count == 1:
        return Refusal("dice", T("Roll one die and enter it: 1 to 6."))
    return Refusal("dice", T("Roll {count} dice and enter each one: 1 to 6.", count=count))


def resolve_dice(dice: tuple[int, ...] | None, count: int, rng: Rng) -> tuple[int, ...]:
    """Returns the dice as entered; if None, Herald rolls them."""
    return rng.roll(count) if dice is None else dice


# --- new cards, dealt by Herald -------------------------------------------------------------------------


def deal(batch: Batch[State], rng: Rng) -> None:
    """Deals everybody the same number of cards from the shuffled discard pile (nl 187, 247).

    With real cards, or if Herald does not track the hands, asks the table to deal instead.
    """
    state = batch.state
    each = min(MOST_DEALT, state.discard_size // state.seats)
    if not state.hands or (each and not state.cards_on_phones):
        batch.emit(DealCalled(each))
        return
    pile = rng.shuffled(state.discard_pile.listed)
    dealt = (cards(pile[seat : each * state.seats : state.seats]) for seat in range(state.seats))
    batch.emit(HandsDealt(each, tuple(dealt)))
    begin_next_turn(batch)


def with_new_hands(state: State, hands: Iterable[Cards]) -> State:
    after = replace(state, hands=tuple(hands))
    return replace(after, out_of_cards=after.without_cards)


class HandsDealt(Event, secret={"dealt"}, reveals=True):
    """Herald dealt `each` cards to everybody; `dealt`, the cards by seat, is secret."""

    each: int
    dealt: tuple[Cards, ...]

    def apply(self, state: State) -> State:
        after = with_new_hands(state, (hand + new for hand, new in zip(state.hands, self.dealt, strict=True)))
        return replace(after, new_cards=self.dealt)

    def history_line(self, state: State) -> Text:
        return _deal_text(self.each, state)

    def secret_history_line(self, state: State) -> Text | None:
        if not any(new.count for new in self.dealt):
            return None
        hands = (T("{who} {cards}", who=Who(seat), cards=new.in_words) for seat, new in enumerate(self.dealt))
        return T("Dealt: {hands}.", hands=TextList(tuple(hands)))


def _deal_text(each: int, state: State | None = None) -> Text:
    if not each:
        return T("There were too few cards in the discard pile, so no one got any.")
    dealt = TN("Everyone got {count} card.", "Everyone got {count} cards.", each)
    return dealt if state is None else _with_regained_votes(dealt, state.out_of_cards)


def _with_regained_votes(dealt: Text, again: Sequence[int]) -> Text:
    """Adds the seats that have cards again and therefore no longer lose a third of their votes (nl 166)."""
    if not again:
        return dealt
    return TN(
        "{dealt} {who} no longer loses a third.",
        "{dealt} {who} no longer lose a third.",
        len(again),
        dealt=dealt,
        who=seats(again),
    )


# --- new cards from the box, entered in secret ----------------------------------------------------------


class Deal(LangLebePhase):
    """A deal of real cards, `each` to everybody; then each seat secretly enters its hand.

    If Herald has not tracked the cards so far, `each` is 0 and nothing is dealt.
    """

    help = Help(
        (
            T("After an election, everyone is dealt the same number of new cards."),
            T("Secretly enter how many of each kind you hold now."),
        ),
        "nl 187",
    )
    name: ClassVar[str] = "deal"
    busy_reason = BusyReason(T("New cards were dealt. Everyone has to enter their new hand first."), "nl 187")
    turn: int
    each: int
    sealed: Sealed[Cards]
    miscounted: bool = False

    def headline(self, state: State) -> Text:
        if self.miscounted:
            return T("The hands don’t add up. Everyone, count and enter again.")
        if not self.each:
            return T("Everyone enters their hand.")
        return TN(
            "Deal everyone {count} card, then enter your hand.",
            "Deal everyone {count} cards, then enter your hand.",
            self.each,
        )

    def waiting_for(self, state: State) -> tuple[int, ...]:
        return self.sealed.waiting_for

    def hand_size_range(self, state: State, seat: int) -> tuple[int, int]:
        """Returns the lowest and highest number of cards that the seat should hold now."""
        size = state.most_cards(seat).count + self.each
        return (size if state.hands else 0, size)

    def continue_play(self, batch: Batch[State]) -> None:
        """Continues the game after all hands are in."""
        begin_next_turn(batch)


class DealCalled(Event):
    """Herald asked the table to shuffle the real discard pile and deal `each` cards to everybody."""

    each: int

    def apply(self, state: State) -> State:
        if not state.hands:
            out = () if self.each else state.out_of_cards
            return replace(state, phase=Untracked(), sizes=(), out_of_cards=out)
        turn = state.turn or 0
        return replace(state, phase=Deal(turn, self.each, Sealed(state.clockwise(turn))))

    def history_line(self, state: State) -> Text:
        # Until the hands are entered, Herald does not know who has cards again.
        return _deal_text(self.each, state if not state.hands else None)

    def to_do(self, state: State) -> Iterable[Text]:
        if self.each:
            yield self._shuffle_and_deal()

    def _shuffle_and_deal(self) -> Text:
        return TN(
            "Shuffle the discard pile and deal everyone {count} card.",
            "Shuffle the discard pile and deal everyone {count} cards.",
            self.each,
        )


class EnterHand(CardsAction, SealedAction, phases=(Deal,)):
    """Enters the seat's hand after real cards were dealt. `sure` confirms an unexpected number of cards."""

    sure: bool = False

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        size, now = Deal.current(state).hand_size_range(state, seat), state.hands[seat] if state.hands else Cards()
        shown = Deal.current(state).sealed.of(seat) or now
        return (legal_action(cls, seat, *count_fields(cards_in_game(state.seats), shown, size[1]), total=size),)

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        low, size = Deal.current(state).hand_size_range(state, seat)
        if not self.cards.within(cards_in_game(state.seats)):
            return Refusal("cards", T("There aren’t that many of these cards in the game."), "nl 67")
        if not low <= self.cards.count <= size and not self.sure:
            text = T("With the new cards, you should hold {size}. Count again, or tick that you’ve counted.", size=size)
            return Refusal("hand-size", text, "nl 187")
        return None

    def fits(self, legal_action: LegalAction) -> bool:
        """True for every confirmed hand, because a card may have been spent without being entered."""
        return self.sure or super().fits(legal_action)

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        batch.emit(HandEntered(seat, self.cards))
        sealed = Deal.current(batch.state).sealed
        if not sealed.complete:
            return
        if fits_the_game(tuple(sealed.choices.values())):
            batch.emit(HandsCounted())
            Deal.current(batch.state).continue_play(batch)
        else:
            batch.emit(HandsMiscounted())


def hand_secret_line(seat: int, hand: Cards) -> Text:
    if not hand.count:
        return T("{who} held no cards.", who=Who(seat))
    return T("{who} held {cards}.", who=Who(seat), cards=hand.in_words)


class HandEntered(SealedEvent, secret={"hand"}):
    seat: int
    hand: Cards

    def apply(self, state: State) -> State:
        return state.with_phase(sealed=Deal.current(state).sealed.seal(self.seat, self.hand))

    def history_line(self, state: State) -> Text:
        return T("{who} entered their new hand.", who=Who(self.seat))

    def secret_history_line(self, state: State) -> Text:
        return hand_secret_line(self.seat, self.hand)


class HandsMiscounted(Event):
    """The entered hands exceed the cards in the game, so everybody counts again."""

    def apply(self, state: State) -> State:
        return state.with_phase(sealed=Sealed(Deal.current(state).sealed.asked), miscounted=True)

    def history_line(self, state: State) -> Text:
        return T("The hands didn’t add up, so everyone had to count again.")


class HandsCounted(Event):
    """The entered hands became the players' hands."""

    def apply(self, state: State) -> State:
        return with_new_hands(state, (Deal.current(state).sealed.choices[seat] for seat in range(state.seats)))

    def history_line(self, state: State) -> Text:
        held = Deal.current(state).sealed.choices
        again = tuple(seat for seat in state.out_of_cards if held[seat].count)
        return _with_regained_votes(T("All new hands were entered."), again)
