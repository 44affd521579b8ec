"""Entering a foreign area: the dispute, and the winner's actions afterwards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field, replace

from scoring.kernel import Action, Batch, Event, Help, Refusal, Rng, legal_action, refused_if
from scoring.lang_lebe.components import Cards
from scoring.lang_lebe.dispute import NO_CARD_TO_STAKE, STAKES_DISCARDED, Dispute, courtiers_to_do
from scoring.lang_lebe.state import Placing, Progress, State
from scoring.lang_lebe.turn import MoveFigure, MoveToArea
from scoring.legal_actions import Count, LegalAction, Pick
from scoring.words import TN, T, Text, Who

_NEXT_STEPS = {
    Progress.ARRIVED: T("Place the free courtier first, then roll for more."),
    Progress.PLACING: T("The free courtier is placed. Spend a card to roll for more, or end the turn."),
}


class Intrusion(Dispute, Placing):
    """A dispute over an area on the tracked board."""

    came_from: str = ""
    to_banish: tuple[int, ...] = ()
    progress: Progress = Progress.ARRIVED
    take_backs: Mapping[int, int] = field(default_factory=dict)

    @property
    def here(self) -> str:
        return self.area

    def cards_to_take_back(self, seat: int) -> Cards:
        """Returns the cards taken back: the chosen number, or all if the seat has not chosen."""
        return super().cards_to_take_back(seat).lowest(self.take_backs.get(seat, self.most_to_take_back(seat)))

    # --- texts ---

    def step(self, state: State) -> str:
        return "banishing" if self.to_banish else super().step(state)

    def headline(self, state: State) -> Text:
        if self.winner is None or not self.to_banish:
            return super().headline(state)
        who, loser = Who(self.winner), Who(self.to_banish[0])
        return T("{who} won {area}. Where does {loser}’s figure go?", who=who, area=self.area, loser=loser)

    # --- the winner's choices -----

    def after_win(self, state: State, winner: int) -> State:
        return state.with_phase(winner=winner, to_banish=self.figures_to_banish(winner))

    def clear_area(self, batch: Batch[State]) -> None:
        winner = Intrusion.current(batch.state).winner
        if winner is not None and (count := self.courtiers_to_return(winner)):
            batch.emit(CourtiersReturned(self.defender, self.area, count))
        _banish_without_choice(batch)

    def winner_refusal(self, seat: int) -> Refusal | None:
        if self.winner is None:
            return Refusal("not-now", T("Finish the dispute first: everyone stakes cards and rolls."), "nl 120")
        if seat != self.winner:
            return Refusal("not-yours", T("{who} won the dispute and decides.", who=Who(self.winner)), "nl 140")
        return None

    def timing_refusal(self, state: State, seat: int, when: tuple[Progress, ...]) -> Refusal | None:
        if refusal := self.winner_refusal(seat):
            return refusal
        return None if self.progress in when else Refusal("not-now", _NEXT_STEPS[self.progress], "nl 140")

    def end_refusal(self, state: State) -> Refusal | None:
        """Refuses to end the turn before all figures are banished (nl 150).

        Courtiers may be placed before or after the banishing (nl 140, 142).
        """
        if not self.to_banish:
            return None
        text = T("Choose where to banish {who}’s figure first.", who=Who(self.to_banish[0]))
        return Refusal("not-now", text, "nl 142")

    def end(self, batch: Batch[State]) -> None:
        """Returns staked cards to their owners; in the rulebook, this follows the extra rolls (nl 140, 154)."""
        for owner in batch.state.clockwise(self.turn):
            back = self.cards_to_take_back(owner)
            if back.count:
                batch.emit(CardsTakenBack(owner, back))

    def to_do_at_end(self, state: State) -> Iterable[Text]:
        if not state.cards_on_phones:
            yield STAKES_DISCARDED


# --- the start -----------------------------------------------------------------------------------------


AFTER_DISPUTE = Help(
    (
        T("The winner sends the others’ figures away, removes their courtiers and can place courtiers."),
        T("Staked cards are lost. If you staked two or more, each 1 you roll can bring one back, lowest first."),
    ),
    "nl 138",
)


class ForeignEntered(Event, clears=True):
    """A figure entered another player's area, and a dispute began."""

    seat: int
    area: str

    def apply(self, state: State) -> State:
        defender = state.holder(self.area)
        assert defender is not None, "a foreign area has a holder"
        courtiers, figure = state.courtiers_in(self.area), int(state.figures[defender] == self.area)
        came_from = Placing.current(state).here
        dispute = Intrusion.begin(state, self.seat, defender, self.area, courtiers, figure, came_from=came_from)
        return replace(state.with_figure(self.seat, self.area), phase=dispute, spent_card=None)

    def history_line(self, state: State) -> Text:
        return T("{who} entered {area}: a dispute.", who=Who(self.seat), area=self.area)


class EnterForeign(MoveToArea, private=True, event=ForeignEntered):
    """Enters another player's area, which starts a dispute (nl 112). Private, because it rests on the cards in hand."""

    label = T("Enter another player’s area")
    area: str

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        """Requires one card to stake, or two if the table plays that one must stay in hand (nl 220)."""
        two = T("You can’t enter with your last card. You need at least two.")
        too_few = state.hands[seat].count < state.cards_to_enter
        text = two if state.cards_to_enter > 1 else NO_CARD_TO_STAKE
        return super().refusal(state, seat) or refused_if(too_few, "cards", text, "nl 220")

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        if refusal := super().values_refusal(state, seat):
            return refusal
        if not state.is_foreign(seat, self.area):
            text = T("No one else is in {area}. Just move your figure there.", area=self.area)
            return Refusal("not-foreign", text, "nl 114")
        if state.is_only_area(self.area):
            owner = Who(state.holder(self.area) or 0)
            return Refusal("only-area", T("It’s {who}’s only area, so no one can enter it.", who=owner), "nl 116")
        return None


def place_refusal(state: State, seat: int, area: str) -> Refusal | None:
    """Returns why a seat that may move cannot enter this area, foreign or not."""
    if not state.is_foreign(seat, area):
        return MoveFigure(area).values_refusal(state, seat)
    return EnterForeign.refusal(state, seat) or EnterForeign(area).values_refusal(state, seat)


# --- the losers leave the area -------------------------------------------------------------------------


class CourtiersReturned(Event):
    """A loser's courtiers went back to their supply."""

    seat: int
    area: str
    count: int

    def apply(self, state: State) -> State:
        return state.with_courtiers(self.area, self.seat, 0)

    def recap(self, state: State) -> Text:
        return T("{who} lost {area}", who=Who(self.seat), area=self.area)

    def history_line(self, state: State) -> Text:
        return TN(
            "{who} lost {count} courtier in {area}.",
            "{who} lost {count} courtiers in {area}.",
            self.count,
            who=Who(self.seat),
            area=self.area,
        )

    def to_do(self, state: State) -> Iterable[Text]:
        yield courtiers_to_do(self.seat, self.count, self.area)


def areas_for_banished(state: State, figure: int) -> tuple[str, ...]:
    """Returns the areas to which the winner may send this figure: those with courtiers of the figure's owner (nl 142,
    144).

    Without such an area, empty areas; if none is empty, the area the intruder came from (see `interpretations`).
    """
    dispute = Intrusion.current(state)
    elsewhere = tuple(area for area in state.areas if area != dispute.area)
    with_courtiers = tuple(a for a in elsewhere if a in state.courtiers and state.courtiers[a][0] == figure)
    empty = tuple(area for area in elsewhere if state.is_empty(area))
    return with_courtiers or empty or (dispute.came_from,)


class BanishFigure(Action, phases=(Intrusion,)):
    """Sends a loser's figure to an area, as the winner (nl 142-146)."""

    figure: int
    area: str

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        return Intrusion.current(state).winner_refusal(seat)

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        for figure in Intrusion.current(state).to_banish:
            areas = areas_for_banished(state, figure)
            yield legal_action(cls, seat, Pick("figure", (figure,)), Pick("area", areas))

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        areas = areas_for_banished(state, self.figure)
        if self.figure not in Intrusion.current(state).to_banish or self.area in areas:
            return None
        text = T("{who}’s figure can only go to {areas}.", who=Who(self.figure), areas=", ".join(areas))
        return Refusal("banish", text, "nl 142")

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        batch.emit(FigureBanished(self.figure, self.area))
        _banish_without_choice(batch)


def _banish_without_choice(batch: Batch[State]) -> None:
    for figure in Intrusion.current(batch.state).to_banish:
        areas = areas_for_banished(batch.state, figure)
        if len(areas) == 1:
            batch.emit(FigureBanished(figure, areas[0]))


class FigureBanished(Event):
    seat: int
    area: str

    def apply(self, state: State) -> State:
        left = tuple(figure for figure in Intrusion.current(state).to_banish if figure != self.seat)
        return state.with_figure(self.seat, self.area).with_phase(to_banish=left)

    def recap(self, state: State) -> Text:
        return T("{who} was banished to {area}", who=Who(self.seat), area=self.area)

    def history_line(self, state: State) -> Text:
        return T("{who}’s figure was banished to {area}.", who=Who(self.seat), area=self.area)

    def to_do(self, state: State) -> Iterable[Text]:
        yield T("{who}: move your figure to {area}.", who=Who(self.seat), area=self.area)


# --- taking staked cards back (nl 154) -----------------------------------------------------------------


class TakeBackChosen(Event, stale_safe=True):
    seat: int
    count: int

    def apply(self, state: State) -> State:
        return state.with_phase(take_backs={**Intrusion.current(state).take_backs, self.seat: self.count})

    def history_line(self, state: State) -> Text:
        return TN(
            "{who} chose to take back {count} card.",
            "{who} chose to take back {count} cards.",
            self.count,
            who=Who(self.seat),
        )


class TakeBack(Action, rejects_stale=False, phases=(Intrusion,), event=TakeBackChosen):
    """Chooses how many staked cards the 1s bring back; the default is all of them (nl 154, 235)."""

    count: int

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        text = T("There’s nothing to take back. You need a 1 and at least two staked cards.")
        return refused_if(not Intrusion.current(state).most_to_take_back(seat), "take-back", text, "nl 154")

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        ones = Intrusion.current(state).most_to_take_back(seat)
        return (legal_action(cls, seat, Count("count", 0, ones, Intrusion.current(state).take_backs.get(seat, ones))),)


class CardsTakenBack(Event):
    """Staked cards returned to the hand, one for each 1 rolled."""

    seat: int
    cards: Cards

    def apply(self, state: State) -> State:
        return state.with_hand(self.seat, state.hands[self.seat] + self.cards)

    def history_line(self, state: State) -> Text:
        return T("{who} took back {cards}.", who=Who(self.seat), cards=self.cards.in_words)

    def to_do(self, state: State) -> Iterable[Text]:
        if not state.cards_on_phones:
            yield T("{who}: take back {cards}.", who=Who(self.seat), cards=self.cards.in_words)
