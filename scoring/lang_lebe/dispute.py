"""A dispute: somebody enters a foreign area, everybody stakes cards and rolls, the winner clears the area."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar

from scoring.kernel import Ask, Chance, Draft, Event, Refusal, SealedAsk, SealedEvent, offer
from scoring.lang_lebe.cards import Cards, NameCards, counts, rolled, typed, why_not_dice
from scoring.lang_lebe.moves import SetOut
from scoring.lang_lebe.printed import CARDS_FOR_ONES, CARDS_TO_ENTER, MOST_STAKED, POINTS_PER_PIECE
from scoring.lang_lebe.state import State
from scoring.lang_lebe.turn import Placing, Progress
from scoring.offers import Count, Offer, Pick
from scoring.sealed import Sealed
from scoring.words import TN, Both, T, Text, Who, seats

_ALLOWED = {
    Progress.ARRIVED: T("Place the free courtier first, then roll for more."),
    Progress.PLACING: T("The free courtier stands: spend a card to roll for more, or end the turn."),
}


@dataclass(frozen=True)
class Round:
    """The dice of one round of a dispute; the contenders in the order they roll."""

    contenders: tuple[int, ...]
    dice: Mapping[int, tuple[int, ...]] = field(default_factory=dict)


class Dispute(Placing):
    """`turn` is the intruder; `extras` are each seat's points for pieces in the area when it began."""

    name: ClassVar[str] = "dispute"
    turn: int
    defender: int
    area: str
    came_from: str
    extras: tuple[int, ...]
    sealed: Sealed[Cards]
    stakes: tuple[Cards, ...] = ()
    rounds: tuple[Round, ...] = ()
    winner: int | None = None
    to_banish: tuple[int, ...] = ()
    progress: Progress = Progress.ARRIVED
    take_backs: Mapping[int, int] = field(default_factory=dict)

    @property
    def revealed(self) -> bool:
        return bool(self.stakes)

    @property
    def here(self) -> str:
        return self.area

    @property
    def yet_to_roll(self) -> tuple[int, ...]:
        """In order: the intruder first, then clockwise (nl 124, 132)."""
        if not self.rounds or self.winner is not None:
            return ()
        now = self.rounds[-1]
        return tuple(seat for seat in now.contenders if self.total(now, seat) is None)

    @property
    def leaders(self) -> tuple[int, ...]:
        """The contenders with the highest total of the last round (nl 138)."""
        totals = {seat: self.total(self.rounds[-1], seat) or 0 for seat in self.rounds[-1].contenders}
        return tuple(seat for seat in totals if totals[seat] == max(totals.values()))

    def total(self, turned: Round, seat: int) -> int | None:
        """A contender's points in a round; None until the dice are there. Who had no cards has pieces only."""
        if not self.stakes[seat].count:
            return self.extras[seat]
        if seat not in turned.dice:
            return None
        return dice_points(self.stakes[seat], turned.dice[seat]) + self.extras[seat]

    def may_take_back(self, seat: int) -> int:
        """How many cards the ones of the seat's last roll bring back: a re-roll replaces the first one (nl 154)."""
        rolls = [turned.dice[seat] for turned in self.rounds if seat in turned.dice]
        return most_taken_back(self.stakes[seat], rolls[-1]) if rolls and self.winner is not None else 0

    def taken_back(self, seat: int) -> Cards:
        """What comes back as things stand: as many as chosen, else all; from below (nl 154, 156)."""
        return self.stakes[seat].lowest(self.take_backs.get(seat, self.may_take_back(seat)))

    # --- what is going on ---

    def step(self, state: State) -> str:
        if not self.revealed:
            return "sealing"
        if self.winner is None:
            return "rolling"
        return "banishing" if self.to_banish else "placing"

    def headline(self, state: State) -> Text:
        area = self.area
        if not self.revealed:
            return T("Dispute over {area}: everybody stakes cards.", area=area)
        if self.winner is None:
            who, again = Who(self.yet_to_roll[0]), len(self.rounds) > 1
            return T("Equal points: {who} rolls again.", who=who) if again else T("{who} rolls.", who=who)
        who = Who(self.winner)
        if self.to_banish:
            loser = Who(self.to_banish[0])
            return T("{who} wins {area}: where does {loser}'s figure go?", who=who, area=area, loser=loser)
        return T("{who} wins the dispute over {area}.", who=who, area=area)

    def waiting_for(self, state: State) -> tuple[int, ...]:
        if not self.revealed:
            return self.sealed.waiting_for
        return self.yet_to_roll[:1] if self.winner is None else (self.winner,)

    def busy(self, state: State) -> Refusal:
        return Refusal("not-now", T("A dispute is on: it has to be settled first."), "nl 120")

    # --- what the winner may do ---

    def why_not_winner(self, seat: int) -> Refusal | None:
        if self.winner is None:
            return Refusal("not-now", T("First the dispute: everybody stakes cards and rolls."), "nl 120")
        if seat != self.winner:
            return Refusal("not-yours", T("{who} has won the dispute and decides.", who=Who(self.winner)), "nl 140")
        return None

    def why_not_now(self, state: State, seat: int, when: tuple[Progress, ...]) -> Refusal | None:
        if refusal := self.why_not_winner(seat):
            return refusal
        if self.to_banish:
            text = T("First say where {who}'s figure is banished to.", who=Who(self.to_banish[0]))
            return Refusal("not-now", text, "nl 142")
        return None if self.progress in when else Refusal("not-now", _ALLOWED[self.progress], "nl 140")

    def end(self, draft: Draft[State]) -> None:
        """Cards come back after the extra rolls, in the order of the text (nl 140, 154)."""
        for owner in draft.state.clockwise(self.turn):
            back = self.taken_back(owner)
            if back.count:
                draft.happen(CardsTakenBack(owner, back))

    def to_do_at_end(self, state: State) -> Iterable[Text]:
        if not state.cards_on_phones:
            yield T("All other staked cards go to the discard pile.")


# --- it begins -----------------------------------------------------------------------------------------


class EnterForeign(SetOut, own=True):
    """Into somebody else's area: a dispute (nl 112). Needs two cards, so it is the seat's own."""

    area: str

    @classmethod
    def why_not(cls, state: State, seat: int) -> Refusal | None:
        if refusal := super().why_not(state, seat):
            return refusal
        if state.hands[seat].count >= CARDS_TO_ENTER:
            return None
        text = T("You may not enter with your last card: you need at least two.")
        return Refusal("cards", text, "nl 220")

    def why_not_this(self, state: State, seat: int) -> Refusal | None:
        if refusal := super().why_not_this(state, seat):
            return refusal
        if not state.is_foreign(seat, self.area):
            text = T("Nobody else is in {area}: just move your figure there.", area=self.area)
            return Refusal("not-foreign", text, "nl 114")
        if state.is_only_area(self.area):
            owner = Who(state.holder(self.area) or 0)
            return Refusal("only-area", T("It is {who}'s only area: nobody may enter it.", who=owner), "nl 116")
        return None

    def decide(self, draft: Draft[State], seat: int, chance: Chance) -> None:
        draft.happen(ForeignEntered(seat, self.area))


class ForeignEntered(Event, clears=True):
    """The figure stands in somebody else's area: a dispute begins."""

    seat: int
    area: str

    def fold(self, state: State) -> State:
        defender = state.holder(self.area)
        assert defender is not None, "a foreign area is somebody's"
        # nl 130: the intruder's figure; nl 132: all courtiers of the defender, and his figure if it is there.
        pieces = {self.seat: 1, defender: state.courtiers_in(self.area) + (state.figures[defender] == self.area)}
        dispute = Dispute(
            turn=self.seat,
            defender=defender,
            area=self.area,
            came_from=state.phase.here,
            extras=tuple(POINTS_PER_PIECE * pieces.get(seat, 0) for seat in range(state.seats)),
            sealed=Sealed(tuple(seat for seat in state.clockwise(self.seat) if state.hands[seat].count)),
        )
        return replace(state.with_figure(self.seat, self.area), phase=dispute, rolled=None)

    def tell(self, state: State) -> Text:
        return T("{who} enters {area}: a dispute.", who=Who(self.seat), area=self.area)


# --- stakes --------------------------------------------------------------------------------------------


class SealStake(NameCards, SealedAsk, phases=(Dispute,)):
    """One to five cards, face down until everybody has chosen (nl 122)."""

    @classmethod
    def why_not(cls, state: State, seat: int) -> Refusal | None:
        if state.phase.revealed:
            return Refusal("revealed", T("All stakes are on the table: they stay as they are."), "nl 122")
        if seat not in state.phase.sealed.asked:
            return Refusal("cards", T("Without cards you stake nothing in this dispute."), "nl 122")
        return None

    @classmethod
    def offers(cls, state: State, seat: int) -> Iterable[Offer]:
        hand, chosen = state.hands[seat], state.phase.sealed.of(seat) or Cards()
        total = (1, min(MOST_STAKED, hand.count))
        return (offer(cls, seat, *counts(hand, chosen, MOST_STAKED), total=total),)

    def why_not_this(self, state: State, seat: int) -> Refusal | None:
        if not self.cards.within(state.hands[seat]):
            return Refusal("cards", T("Stake only cards that you hold."), "nl 122")
        if not 1 <= self.cards.count <= MOST_STAKED:  # nl 227, 228
            return Refusal("stake", T("Stake at least one and at most five cards."), "nl 122")
        return None

    def decide(self, draft: Draft[State], seat: int, chance: Chance) -> None:
        draft.happen(StakeSealed(seat, self.cards))
        sealed: Sealed[Cards] = draft.state.phase.sealed
        if sealed.complete:
            draft.happen(StakesRevealed(tuple(sealed.of(owner) or Cards() for owner in range(draft.state.seats))))


class StakeSealed(SealedEvent, secret={"stake"}):
    seat: int
    stake: Cards

    def fold(self, state: State) -> State:
        return state.goes_on(sealed=state.phase.sealed.seal(self.seat, self.stake))

    def tell(self, state: State) -> Text:
        return T("{who} has staked.", who=Who(self.seat))

    def confess(self, state: State) -> Text:
        who, staked = Who(self.seat), self.stake.in_words
        if self.seat in state.phase.sealed.choices:
            return T("{who} thinks again and stakes {cards}.", who=who, cards=staked)
        return T("{who} stakes {cards} for {area}.", who=who, cards=staked, area=state.phase.area)


class StakesRevealed(Event, clears=True, reveals=True):
    """The stake of each seat; no cards for a seat that had none."""

    stakes: tuple[Cards, ...]

    def fold(self, state: State) -> State:
        hands = tuple(hand - stake for hand, stake in zip(state.hands, self.stakes, strict=True))
        first = Round(state.clockwise(state.phase.turn))
        return replace(state, hands=hands).goes_on(stakes=self.stakes, rounds=(first,))

    def tell(self, state: State) -> Text:
        shown = (T("{who} {cards}", who=Who(s), cards=c.in_words) for s, c in enumerate(self.stakes) if c.count)
        return T("Stakes: {stakes}.", stakes=Both(tuple(shown)))

    def to_do(self, state: State) -> Iterable[Text]:
        if not state.cards_on_phones:
            yield T("Everybody lays the staked cards on the table, face up.")


# --- dice ----------------------------------------------------------------------------------------------


def best_assignment(cards: Cards, dice: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """(card, die) pairs, the largest die on the largest card: no other way gives more points (nl 124)."""
    return tuple(zip(reversed(cards.listed), sorted(dice, reverse=True), strict=True))


def dice_points(cards: Cards, dice: tuple[int, ...]) -> int:
    return sum(card * die for card, die in best_assignment(cards, dice))  # nl 128


class RollDice(Ask, phases=(Dispute,)):
    """As many dice as cards staked (nl 124)."""

    dice: tuple[int, ...] | None = None

    @classmethod
    def why_not(cls, state: State, seat: int) -> Refusal | None:
        if not state.phase.yet_to_roll:
            return Refusal("not-now", T("There is nothing to roll for just now."), "nl 124")
        following = state.phase.yet_to_roll[0]
        return None if seat == following else Refusal("order", T("{who} rolls next.", who=Who(following)), "nl 124")

    @classmethod
    def offers(cls, state: State, seat: int) -> Iterable[Offer]:
        return (offer(cls, seat, *typed(state, "dice", state.phase.stakes[seat].count)),)

    def why_not_this(self, state: State, seat: int) -> Refusal | None:
        return why_not_dice(state, self.dice, state.phase.stakes[seat].count)

    def decide(self, draft: Draft[State], seat: int, chance: Chance) -> None:
        dice = rolled(self.dice, draft.state.phase.stakes[seat].count, chance)
        draft.happen(DiceRolled(seat, dice))
        if not draft.state.phase.yet_to_roll:
            _decide_round(draft)


def _decide_round(draft: Draft[State]) -> None:
    """Equal at the top: these roll again (nl 230). Else the winner clears the area (nl 142-146)."""
    dispute: Dispute = draft.state.phase
    winner, *others = dispute.leaders
    if others:
        draft.happen(RerollCalled(dispute.leaders))
        return
    draft.happen(DisputeWon(winner))
    owner, count = draft.state.courtiers.get(dispute.area, (winner, 0))
    if owner != winner:
        draft.happen(CourtiersReturned(owner, dispute.area, count))
    _banish_where_no_choice(draft)


class DiceRolled(Event):
    seat: int
    dice: tuple[int, ...]

    def fold(self, state: State) -> State:
        *before, now = state.phase.rounds
        return state.goes_on(rounds=(*before, replace(now, dice={**now.dice, self.seat: self.dice})))

    def tell(self, state: State) -> Text:
        return T("{who} rolls {dice}.", who=Who(self.seat), dice=Both(self.dice))


class RerollCalled(Event):
    """These seats are equal at the top and roll again."""

    seats: tuple[int, ...]

    def fold(self, state: State) -> State:
        return state.goes_on(rounds=(*state.phase.rounds, Round(self.seats)))

    def tell(self, state: State) -> Text:
        return T("Equal points: {who} roll again.", who=seats(self.seats))


class DisputeWon(Event, clears=True):
    seat: int

    def fold(self, state: State) -> State:
        losers = tuple(figure for figure in state.figures_in(state.phase.area) if figure != self.seat)
        return state.goes_on(winner=self.seat, to_banish=losers)

    def tell(self, state: State) -> Text:
        return T("{who} wins the dispute over {area}.", who=Who(self.seat), area=state.phase.area)

    def confess(self, state: State) -> Text | None:
        """How many of the winner's cards, with the dice that fell on them, would have been enough."""
        dispute: Dispute = state.phase
        now, staked, who = dispute.rounds[-1], dispute.stakes[self.seat], Who(self.seat)
        if self.seat not in now.dice:
            return None
        rivals = max((dispute.total(now, seat) or 0 for seat in now.contenders if seat != self.seat), default=0)
        points = sorted((card * die for card, die in best_assignment(staked, now.dice[self.seat])), reverse=True)
        extra = dispute.extras[self.seat]
        enough = next(count for count in range(staked.count + 1) if extra + sum(points[:count]) > rivals)
        if enough == staked.count:
            return TN("{who} needed the one card.", "{who} needed all {count} cards.", enough, who=who)
        return TN(
            "{who} staked {staked} where {count} was enough.",
            "{who} staked {staked} where {count} were enough.",
            enough,
            who=who,
            staked=staked.count,
        )


# --- the losers go -------------------------------------------------------------------------------------


class CourtiersReturned(Event):
    """A loser's courtiers went back to their supply."""

    seat: int
    area: str
    count: int

    def fold(self, state: State) -> State:
        return state.with_courtiers(self.area, self.seat, 0)

    def tell(self, state: State) -> Text:
        return TN(
            "{who} loses {count} courtier in {area}.",
            "{who} loses {count} courtiers in {area}.",
            self.count,
            who=Who(self.seat),
            area=self.area,
        )

    def to_do(self, state: State) -> Iterable[Text]:
        yield TN(
            "{who} takes {count} courtier back from {area}.",
            "{who} takes {count} courtiers back from {area}.",
            self.count,
            who=Who(self.seat),
            area=self.area,
        )


def areas_for_banished(state: State, dispute: Dispute, figure: int) -> tuple[str, ...]:
    """Where the winner may send this figure: to its own courtiers (nl 142, 144); see the readings."""
    elsewhere = tuple(area for area in state.areas if area != dispute.area)
    with_courtiers = tuple(a for a in elsewhere if a in state.courtiers and state.courtiers[a][0] == figure)
    empty = tuple(area for area in elsewhere if state.is_empty(area))
    return with_courtiers or empty or (dispute.came_from,)


class BanishFigure(Ask, phases=(Dispute,)):
    """The winner sends the figure of that seat to an area (nl 142-146)."""

    figure: int
    area: str

    @classmethod
    def why_not(cls, state: State, seat: int) -> Refusal | None:
        dispute: Dispute = state.phase
        return dispute.why_not_winner(seat)

    @classmethod
    def offers(cls, state: State, seat: int) -> Iterable[Offer]:
        for figure in state.phase.to_banish:
            areas = areas_for_banished(state, state.phase, figure)
            yield offer(cls, seat, Pick("figure", (figure,)), Pick("area", areas))

    def why_not_this(self, state: State, seat: int) -> Refusal | None:
        areas = areas_for_banished(state, state.phase, self.figure)
        if self.figure not in state.phase.to_banish or self.area in areas:
            return None
        text = T("{who}'s figure can go to {areas}.", who=Who(self.figure), areas=", ".join(areas))
        return Refusal("banish", text, "nl 142")

    def decide(self, draft: Draft[State], seat: int, chance: Chance) -> None:
        draft.happen(FigureBanished(self.figure, self.area))
        _banish_where_no_choice(draft)


def _banish_where_no_choice(draft: Draft[State]) -> None:
    for figure in draft.state.phase.to_banish:
        areas = areas_for_banished(draft.state, draft.state.phase, figure)
        if len(areas) == 1:
            draft.happen(FigureBanished(figure, areas[0]))


class FigureBanished(Event):
    seat: int
    area: str

    def fold(self, state: State) -> State:
        left = tuple(figure for figure in state.phase.to_banish if figure != self.seat)
        return state.with_figure(self.seat, self.area).goes_on(to_banish=left)

    def tell(self, state: State) -> Text:
        return T("{who}'s figure is banished to {area}.", who=Who(self.seat), area=self.area)

    def to_do(self, state: State) -> Iterable[Text]:
        yield T("{who}'s figure goes to {area}.", who=Who(self.seat), area=self.area)


# --- ones (nl 154) -------------------------------------------------------------------------------------


def most_taken_back(stake: Cards, dice: tuple[int, ...]) -> int:
    """One card for each 1, for those who staked at least two."""
    return dice.count(1) if stake.count >= CARDS_FOR_ONES else 0


class TakeBack(Ask, strict=False, phases=(Dispute,)):
    """How many staked cards the ones bring back; all of them unless somebody wants fewer (nl 154, 235)."""

    count: int

    @classmethod
    def why_not(cls, state: State, seat: int) -> Refusal | None:
        if state.phase.may_take_back(seat):
            return None
        text = T("There is nothing to take back: it needs a 1 and at least two staked cards.")
        return Refusal("take-back", text, "nl 154")

    @classmethod
    def offers(cls, state: State, seat: int) -> Iterable[Offer]:
        ones: int = state.phase.may_take_back(seat)
        return (offer(cls, seat, Count("count", 0, ones, state.phase.take_backs.get(seat, ones))),)

    def decide(self, draft: Draft[State], seat: int, chance: Chance) -> None:
        draft.happen(TakeBackChosen(seat, self.count))


class TakeBackChosen(Event, quiet=True):
    seat: int
    count: int

    def fold(self, state: State) -> State:
        return state.goes_on(take_backs={**state.phase.take_backs, self.seat: self.count})

    def tell(self, state: State) -> Text:
        return TN("{who} wants {count} card back.", "{who} wants {count} cards back.", self.count, who=Who(self.seat))


class CardsTakenBack(Event):
    """Staked cards that ones brought back to the hand."""

    seat: int
    cards: Cards

    def fold(self, state: State) -> State:
        return state.with_hand(self.seat, state.hands[self.seat] + self.cards)

    def tell(self, state: State) -> Text:
        return T("{who} takes back {cards}.", who=Who(self.seat), cards=self.cards.in_words)

    def to_do(self, state: State) -> Iterable[Text]:
        if not state.cards_on_phones:
            yield self.tell(state)
