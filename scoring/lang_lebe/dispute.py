"""Disputes: everybody secretly stakes cards and rolls, and the highest total wins the area."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self

from scoring.highlights import Highlight, Piece, Row
from scoring.kernel import (
    Action,
    Anecdote,
    AnecdoteKind,
    Batch,
    BusyReason,
    Event,
    Help,
    Refusal,
    Rng,
    SealedAction,
    SealedEvent,
    Unseal,
    legal_action,
    refused_if,
)
from scoring.lang_lebe.cards import CardsAction, count_fields, dice_fields, dice_refusal, resolve_dice
from scoring.lang_lebe.components import CARDS_FOR_ONES, MOST_STAKED, POINTS_PER_PIECE, Cards
from scoring.lang_lebe.state import LangLebePhase, State
from scoring.legal_actions import LegalAction
from scoring.sealed import Sealed
from scoring.words import TN, T, Text, TextList, Who, seats


@dataclass(frozen=True)
class Round:
    """The dice of one dispute round, with the contenders in rolling order."""

    contenders: tuple[int, ...]
    dice: Mapping[int, tuple[int, ...]] = field(default_factory=dict)


class Dispute(LangLebePhase, abstract=True):
    """Base class for disputes. `turn` is the intruder; `extras`: each seat's points for its pieces at the start."""

    help = Help(
        (
            T(
                "Everyone stakes one to five cards face down and rolls a die for each. ×2 doubles the die, ×3 triples "
                "it."
            ),
            T(
                "The intruder adds 2 for their figure. The defender adds 2 for each courtier, and 2 for their figure "
                "if it’s there."
            ),
            T("The most points win the area. Tied players roll again."),
        ),
        "nl 120",
    )
    name: ClassVar[str] = "dispute"
    busy_reason = BusyReason(T("Settle the dispute first."), "nl 120")
    turn: int
    defender: int
    area: str
    # The defender's courtiers when the dispute began; 1 if the defender's figure was in the area too, else 0.
    courtiers: int
    figure: int
    extras: tuple[int, ...]
    sealed: Sealed[Cards]
    stakes: tuple[Cards, ...] = ()
    rounds: tuple[Round, ...] = ()
    winner: int | None = None

    @classmethod
    def begin(
        cls, state: State, intruder: int, defender: int, area: str, courtiers: int, figure: int, **rest: Any
    ) -> Self:
        """Returns a new dispute over an area with these defending pieces; everybody with cards stakes (nl 120, 122)."""
        return cls(
            turn=intruder,
            defender=defender,
            area=area,
            courtiers=courtiers,
            figure=figure,
            extras=points_for_pieces(state.seats, intruder, defender, courtiers + figure),
            sealed=Sealed(state.seats_able_to_stake(intruder)),
            **rest,
        )

    @property
    def revealed(self) -> bool:
        return bool(self.stakes)

    @property
    def yet_to_roll(self) -> tuple[int, ...]:
        """Contenders still to roll: the intruder first, then clockwise (nl 124, 132).

        Nothing depends on the order, so dice may be entered in any order.
        """
        if not self.rounds or self.winner is not None:
            return ()
        now = self.rounds[-1]
        return tuple(seat for seat in now.contenders if self.total(now, seat) is None)

    @property
    def leaders(self) -> tuple[int, ...]:
        """Contenders with the highest total in the last round (nl 138)."""
        totals = {seat: self.total(self.rounds[-1], seat) or 0 for seat in self.rounds[-1].contenders}
        return tuple(seat for seat in totals if totals[seat] == max(totals.values()))

    def total(self, this_round: Round, seat: int) -> int | None:
        """Returns a contender's points in a round; None before the roll. Without cards, only pieces give points."""
        if not self.stakes[seat].count:
            return self.extras[seat]
        if seat not in this_round.dice:
            return None
        return dice_points(self.stakes[seat], this_round.dice[seat]) + self.extras[seat]

    def most_to_take_back(self, seat: int) -> int:
        """Returns how many cards the 1s in the seat's last roll bring back; 0 before the dispute is won.

        Only the last roll of a re-rolled dispute counts (nl 154).
        """
        rolls = [this_round.dice[seat] for this_round in self.rounds if seat in this_round.dice]
        return most_taken_back(self.stakes[seat], rolls[-1]) if rolls and self.winner is not None else 0

    def cards_to_take_back(self, seat: int) -> Cards:
        """Returns the cards that the 1s bring back, lowest first (nl 154, 156)."""
        return self.stakes[seat].lowest(self.most_to_take_back(seat))

    # --- the winner clears the area (nl 142-146) ---

    def courtiers_to_return(self, winner: int) -> int:
        """Returns how many of the defender's courtiers go back to the supply."""
        return 0 if winner == self.defender else self.courtiers

    def figures_to_banish(self, winner: int) -> tuple[int, ...]:
        """Returns the losers with a figure in the area: the intruder, and the defender unless it was elsewhere."""
        in_area = (self.turn, *((self.defender,) if self.figure else ()))
        return tuple(seat for seat in in_area if seat != winner)

    def after_win(self, state: State, winner: int) -> State:
        """Returns the state after the dispute is won."""
        raise NotImplementedError

    def clear_area(self, batch: Batch[State]) -> None:
        """Emits the immediate consequences of the win."""

    def to_do_after_win(self, state: State, winner: int) -> Iterable[Text]:
        """Returns to-do lines for consequences that Herald does not track."""
        return ()

    # --- texts ---

    @property
    def title(self) -> Text:
        return T("Dispute over {area}", area=self.area) if self.area else T("Dispute")

    def rows(self, this_round: Round, winner: int | None = None) -> Iterator[Row]:
        """Yields each contender's staked cards, with the dice on them once this round is rolled."""
        for seat in this_round.contenders:
            staked, dice, extra = self.stakes[seat], this_round.dice.get(seat, ()), self.extras[seat]
            on = best_assignment(staked, dice) if dice else tuple((card, 0) for card in reversed(staked.listed))
            pieces = tuple(Piece("card", f"×{card}", die, rank=card) for card, die in on)
            note = T("+{points} for pieces", points=extra) if extra and dice else None
            note = note if staked.count else T("no cards")
            number = self.total(this_round, seat) if self.revealed and (dice or not staked.count) else None
            yield Row(seat, pieces=pieces, number=number, note=note, wins=seat == winner)

    def step(self, state: State) -> str:
        if not self.revealed:
            return "sealing"
        return "rolling" if self.winner is None else "placing"

    def headline(self, state: State) -> Text:
        area = self.area
        if not self.revealed:
            if not area:
                return T("Dispute: everyone stakes cards.")
            return T("Dispute over {area}: everyone stakes cards.", area=area)
        if self.winner is None:
            return self._who_rolls()
        if not area:
            return T("{who} won the dispute.", who=Who(self.winner))
        return T("{who} won the dispute over {area}.", who=Who(self.winner), area=area)

    def _who_rolls(self) -> Text:
        who, again = seats(self.yet_to_roll), len(self.rounds) > 1
        if len(self.yet_to_roll) > 1:
            return T("Tied: {who} roll again.", who=who) if again else T("{who} roll.", who=who)
        return T("Tied: {who} rolls again.", who=who) if again else T("{who} rolls.", who=who)

    def waiting_for(self, state: State) -> tuple[int, ...]:
        if not self.revealed:
            return self.sealed.waiting_for
        return self.yet_to_roll if self.winner is None else (self.winner,)

    def prompt(self, state: State, seat: int) -> Text:
        if not self.revealed:
            return T("Your stake")
        return T("Your dice") if self.winner is None else T("Your turn")


def points_for_pieces(players: int, intruder: int, defender: int, pieces: int) -> tuple[int, ...]:
    """Returns points by seat: the intruder's figure (nl 130), the defender's courtiers and any figure (nl 132)."""
    standing = {intruder: 1, defender: pieces}
    return tuple(POINTS_PER_PIECE * standing.get(seat, 0) for seat in range(players))


def courtiers_to_do(seat: int, count: int, area: str) -> Text:
    """Returns the to-do line for the loser's courtiers; `area` may be empty."""
    who = Who(seat)
    if not area:
        return TN("{who}: take {count} courtier back.", "{who}: take {count} courtiers back.", count, who=who)
    return TN(
        "{who}: take {count} courtier back from {area}.",
        "{who}: take {count} courtiers back from {area}.",
        count,
        who=who,
        area=area,
    )


NO_CARD_TO_STAKE = T("You have no card to stake. You need at least one.")
STAKES_DISCARDED = T("Put staked cards that no one takes back on the discard pile.")  # nl 152


def best_assignment(staked: Cards, dice: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Returns (card, die) pairs, the largest die on the largest card: no other assignment scores more (nl 124)."""
    return tuple(zip(reversed(staked.listed), sorted(dice, reverse=True), strict=True))


def dice_points(staked: Cards, dice: tuple[int, ...]) -> int:
    return sum(card * die for card, die in best_assignment(staked, dice))  # nl 128


def most_taken_back(stake: Cards, dice: tuple[int, ...]) -> int:
    """Returns how many staked cards come back: one for each 1, if at least two were staked."""
    return dice.count(1) if stake.count >= CARDS_FOR_ONES else 0


# --- stakes --------------------------------------------------------------------------------------------


class SealStake(CardsAction, SealedAction, phases=(Dispute,)):
    """Stakes one to five cards, hidden until everybody has chosen (nl 122)."""

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        if Dispute.current(state).revealed:
            return Refusal("revealed", T("All stakes have been revealed, so they can’t be changed."), "nl 122")
        if seat not in Dispute.current(state).sealed.asked:
            return Refusal("cards", T("You have no cards, so you stake nothing in this dispute."), "nl 122")
        return None

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        hand, chosen = state.most_cards(seat), Dispute.current(state).sealed.last(seat) or Cards()
        total = (1, min(MOST_STAKED, hand.count))
        return (legal_action(cls, seat, *count_fields(hand, chosen, MOST_STAKED), total=total),)

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        if not self.cards.within(state.most_cards(seat)):
            return Refusal("cards", T("You can only stake cards you hold."), "nl 122")
        if not 1 <= self.cards.count <= MOST_STAKED:  # nl 227, 228
            return Refusal("stake", T("Stake one to five cards."), "nl 122")
        return None

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        batch.emit(StakeSealed(seat, self.cards))
        reveal_if_complete(batch)


def reveal_if_complete(batch: Batch[State]) -> None:
    sealed = Dispute.current(batch.state).sealed
    if sealed.complete:
        batch.emit(StakesRevealed(tuple(sealed.of(owner) or Cards() for owner in range(batch.state.seats))))


class StakeSealed(SealedEvent, secret={"stake"}):
    seat: int
    stake: Cards

    def apply(self, state: State) -> State:
        return state.with_phase(sealed=Dispute.current(state).sealed.seal(self.seat, self.stake))

    def history_line(self, state: State) -> Text:
        return T("{who} sealed their stake.", who=Who(self.seat))

    def secret_history_line(self, state: State) -> Text:
        who, staked = Who(self.seat), self.stake.in_words
        if Dispute.current(state).sealed.last(self.seat) is not None:
            return T("{who} changed their mind and staked {cards}.", who=who, cards=staked)
        area = Dispute.current(state).area
        if not area:
            return T("{who} staked {cards}.", who=who, cards=staked)
        return T("{who} staked {cards} for {area}.", who=who, cards=staked, area=area)


class StakeOpened(Event, sealed=True, stale_safe=True):
    seat: int

    def apply(self, state: State) -> State:
        return state.with_phase(sealed=Dispute.current(state).sealed.open(self.seat))

    def history_line(self, state: State) -> Text:
        return T("{who} reopened their stake.", who=Who(self.seat))


class ChangeStake(Unseal, phases=(Dispute,), event=StakeOpened):
    """Reopens the seat's stake, which stays hidden until everybody has chosen (nl 122)."""


class StakesRevealed(Event, clears=True, reveals=True):
    """All stakes were revealed. `stakes` is by seat, and empty for a seat without cards."""

    stakes: tuple[Cards, ...]

    def apply(self, state: State) -> State:
        hands = tuple(hand - self.stakes[seat] for seat, hand in enumerate(state.hands))
        first = Round(state.clockwise(Dispute.current(state).turn))
        return replace(state, hands=hands).with_phase(stakes=self.stakes, rounds=(first,))

    def history_line(self, state: State) -> Text:
        shown = (T("{who} {cards}", who=Who(s), cards=c.in_words) for s, c in enumerate(self.stakes) if c.count)
        return T("Stakes: {stakes}.", stakes=TextList(tuple(shown)))

    def to_do(self, state: State) -> Iterable[Text]:
        if not state.cards_on_phones:
            yield T("Everyone: put your staked cards on the table, face up.")

    def highlights(self, state: State, after: State, then: Sequence[Event]) -> Iterator[Highlight]:
        """Reveals all stakes before anybody rolls."""
        dispute = replace(Dispute.current(state), stakes=self.stakes)
        rows = tuple(dispute.rows(Round(state.clockwise(dispute.turn))))
        yield Highlight("stakes", dispute.title, T("Stakes revealed! Now for the dice."), rows)


# Average of a die.
MEAN_DIE = 3.5

# --- dice ----------------------------------------------------------------------------------------------


class RollDice(Action, rejects_stale=False, phases=(Dispute,)):
    """Rolls as many dice as cards staked (nl 124)."""

    dice: tuple[int, ...] | None = None

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        nothing = T("There’s nothing to roll for right now.")
        return refused_if(seat not in Dispute.current(state).yet_to_roll, "not-now", nothing, "nl 124")

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        return (legal_action(cls, seat, *dice_fields(state, "dice", Dispute.current(state).stakes[seat].count)),)

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        return dice_refusal(state, self.dice, Dispute.current(state).stakes[seat].count)

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        dice = resolve_dice(self.dice, Dispute.current(batch.state).stakes[seat].count, rng)
        batch.emit(DiceRolled(seat, dice))
        if not Dispute.current(batch.state).yet_to_roll:
            _decide_round(batch)


def _decide_round(batch: Batch[State]) -> None:
    """Calls a re-roll if the highest total is tied (nl 230). Otherwise the winner clears the area (nl 142-146)."""
    dispute = Dispute.current(batch.state)
    winner, *others = dispute.leaders
    if others:
        batch.emit(RerollCalled(dispute.leaders))
    else:
        batch.emit(DisputeWon(winner))
        dispute.clear_area(batch)


class DiceRolled(Event, stale_safe=True):
    seat: int
    dice: tuple[int, ...]

    def apply(self, state: State) -> State:
        *before, now = Dispute.current(state).rounds
        return state.with_phase(rounds=(*before, replace(now, dice={**now.dice, self.seat: self.dice})))

    def history_line(self, state: State) -> Text:
        return T("{who} rolled {dice}.", who=Who(self.seat), dice=TextList(self.dice))

    def anecdote(self, state: State) -> Anecdote | None:
        """Returns a roll of several dice that averages two at most."""
        missed = MEAN_DIE * len(self.dice) - sum(self.dice)
        if len(self.dice) < 2 or sum(self.dice) > 2 * len(self.dice):
            return None
        what, area = T("{who} rolled {dice}", who=Who(self.seat), dice=TextList(self.dice)), Dispute.current(state).area
        text = T("{what} in the dispute over {area}", what=what, area=area) if area else what
        return Anecdote(AnecdoteKind.ROLL, missed, text)


class RerollCalled(Event):
    """These seats tied for the highest total and roll again."""

    seats: tuple[int, ...]

    def apply(self, state: State) -> State:
        return state.with_phase(rounds=(*Dispute.current(state).rounds, Round(self.seats)))

    def history_line(self, state: State) -> Text:
        return T("Tied: {who} roll again.", who=seats(self.seats))

    def anecdote(self, state: State) -> Anecdote:
        """Returns the tie; a higher total makes a better anecdote."""
        dispute = Dispute.current(state)
        total = dispute.total(dispute.rounds[-1], self.seats[0]) or 0
        text = T("{who} reached {total} each in a dispute and rolled again", who=seats(self.seats), total=total)
        return Anecdote(AnecdoteKind.TIE, total, text)

    def highlights(self, state: State, after: State, then: Sequence[Event]) -> Iterator[Highlight]:
        dispute, again = Dispute.current(state), T("Tied: you roll again.")
        rows = tuple(dispute.rows(dispute.rounds[-1]))
        yield Highlight(
            "dice", dispute.title, self.history_line(state), rows, self.seats, tuple((one, again) for one in self.seats)
        )


class DisputeWon(Event, clears=True):
    seat: int

    def apply(self, state: State) -> State:
        return Dispute.current(state).after_win(state, self.seat)

    def history_line(self, state: State) -> Text:
        return replace(Dispute.current(state), winner=self.seat).headline(state)

    def to_do(self, state: State) -> Iterable[Text]:
        return Dispute.current(state).to_do_after_win(state, self.seat)

    def highlights(self, state: State, after: State, then: Sequence[Event]) -> Iterator[Highlight]:
        """Shows the dice on the cards and counts up the totals."""
        dispute = Dispute.current(state)
        rows = tuple(dispute.rows(dispute.rounds[-1], self.seat))
        own = tuple((one, self._own_text(one, dispute.area)) for one in {dispute.turn, dispute.defender, self.seat})
        yield Highlight("dice", dispute.title, self.history_line(state), rows, (self.seat,), own)

    def _own_text(self, seat: int, area: str) -> Text:
        if seat == self.seat:
            return T("You won the dispute over {area}.", area=area) if area else T("You won the dispute.")
        who = Who(self.seat)
        if area:
            return T("You lost the dispute over {area} to {who}.", area=area, who=who)
        return T("You lost the dispute to {who}.", who=who)

    def _cards_needed(self, dispute: Dispute) -> int | None:
        """Returns how many of the winner's cards, with their dice, would have been enough; None without a roll."""
        now, staked = dispute.rounds[-1], dispute.stakes[self.seat]
        if self.seat not in now.dice:
            return None
        rivals = max(dispute.total(now, seat) or 0 for seat in now.contenders if seat != self.seat)
        points = sorted((card * die for card, die in best_assignment(staked, now.dice[self.seat])), reverse=True)
        extra = dispute.extras[self.seat]
        return sum(extra + sum(points[:count]) <= rivals for count in range(staked.count))

    def anecdote(self, state: State) -> Anecdote | None:
        """Returns a stake that would have won even with two cards fewer."""
        dispute = Dispute.current(state)
        staked, enough = dispute.stakes[self.seat].count, self._cards_needed(dispute)
        if enough is None or staked - enough < 2:
            return None
        text = TN(
            "{who} staked {staked} cards where {count} was enough",
            "{who} staked {staked} cards where {count} were enough",
            enough,
            who=Who(self.seat),
            staked=staked,
        )
        return Anecdote(AnecdoteKind.BLUFF, staked - enough, text)

    def secret_history_line(self, state: State) -> Text | None:
        """Returns how many of the winner's cards, with their dice, would have been enough; None if the winner rolled
        no dice."""
        dispute = Dispute.current(state)
        staked, who = dispute.stakes[self.seat], Who(self.seat)
        if (enough := self._cards_needed(dispute)) is None:
            return None
        if enough == staked.count:
            return TN(
                "{who} staked one card and needed it.",
                "{who} staked {count} cards and needed all of them.",
                enough,
                who=who,
            )
        return TN(
            "{who} staked {staked}, but {count} would have been enough.",
            "{who} staked {staked}, but {count} would have been enough.",
            enough,
            who=who,
            staked=staked.count,
        )
