"""Corrections of the state when the real board or a hand differs from it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from scoring.kernel import (
    Batch,
    Event,
    Refusal,
    Rng,
    SeatCorrection,
    StateCorrection,
    allowed,
    at_seat,
    legal_action,
    refused_if,
    unchanged_refusal,
)
from scoring.lang_lebe.cards import CardsAction, count_fields, hand_secret_line
from scoring.lang_lebe.components import BONUS_END, COURTIERS, Cards, cards_in_game
from scoring.lang_lebe.dispute import reveal_if_complete
from scoring.lang_lebe.election import Election, ElectionCalledLate, ElectionCalledOff
from scoring.lang_lebe.entering import Intrusion
from scoring.lang_lebe.state import Progress, State, Turn, begin_next_turn
from scoring.legal_actions import Count, LegalAction, Pick
from scoring.values import replaced
from scoring.words import TN, T, Text, Who

NOBODY = -1


# --- courtiers -----------------------------------------------------------------------------------------


class AreaCorrected(Event):
    area: str
    holder: int
    courtiers: int

    def apply(self, state: State) -> State:
        return state.with_courtiers(self.area, self.holder, self.courtiers)

    def history_line(self, state: State) -> Text:
        if self.holder == NOBODY:
            return T("Corrected: no courtiers in {area}.", area=self.area)
        return TN(
            "Corrected: {who} has {count} courtier in {area}.",
            "Corrected: {who} has {count} courtiers in {area}.",
            self.courtiers,
            who=Who(self.holder),
            area=self.area,
        )


class CorrectArea(StateCorrection, phases=(Turn, Election), event=AreaCorrected):
    """Corrects the owner and number of courtiers in an area; a `holder` of -1 means that the area has none."""

    area: str
    holder: int
    courtiers: int = 0

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        for area in state.areas:
            owner, courtiers = state.courtiers.get(area, (NOBODY, 0))
            holder = Pick("holder", (NOBODY, *range(state.seats)), owner)
            many = Count("courtiers", 0, state.most_courtiers(area), courtiers)
            yield legal_action(cls, seat, Pick("area", (area,)), holder, many, at=area)

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        if (self.holder == NOBODY) != (self.courtiers == 0):
            return Refusal("holder", T("Enter whose courtiers are there and how many, or No one and 0."))
        return state.area_refusal(self.area) or (self._courtiers_refusal(state) if self.courtiers else None)

    def _courtiers_refusal(self, state: State) -> Refusal | None:
        area = self.area
        if refusal := state.courtiers_refusal(area, self.courtiers):
            return refusal
        if state.with_courtiers(area, self.holder, self.courtiers).supply(self.holder) < 0:
            who = Who(self.holder)
            text = T(
                "{who} has only {count} courtiers, not counting the one on the bonus table.", who=who, count=COURTIERS
            )
            return Refusal("supply", text, "nl 65")
        return _figure_refusal(state, area, self.holder)


def _figure_refusal(state: State, area: str, holder: int) -> Refusal | None:
    """Refuses courtiers beside another seat's figure."""
    text = T("Another figure is in {area}. Fix that first.", area=area)
    return refused_if(any(figure != holder for figure in state.figures_in(area)), "one-holder", text, "nl 150")


class MoveCourtier(StateCorrection, phases=(Turn, Election)):
    """Moves a courtier to the area where it really is."""

    area: str
    to: str

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        for area in state.courtiers:
            if to := allowed(cls, state, seat, "to", state.areas, area=area):
                yield legal_action(cls, seat, Pick("area", (area,)), Pick("to", to), at=area)

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        if self.area not in state.courtiers:
            return Refusal("no-courtier", T("No courtier is in {area}.", area=self.area))
        holder, courtiers = state.courtiers[self.area][0], state.courtiers_in(self.to)
        foreign = courtiers > 0 and state.courtiers[self.to][0] != holder
        text = T("{area} belongs to another player. Fix that first.", area=self.to)
        return (
            state.area_refusal(self.to)
            or unchanged_refusal(self.to == self.area)
            or refused_if(foreign, "one-holder", text, "nl 150")
            or state.courtiers_refusal(self.to, courtiers + 1)
            or _figure_refusal(state, self.to, holder)
        )

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        holder, courtiers = batch.state.courtiers[self.area]
        batch.emit(AreaCorrected(self.area, holder if courtiers > 1 else NOBODY, courtiers - 1))
        batch.emit(AreaCorrected(self.to, holder, batch.state.courtiers_in(self.to) + 1))


# --- figures -------------------------------------------------------------------------------------------


class FigureCorrected(Event):
    seat: int
    area: str

    def apply(self, state: State) -> State:
        after, turn = state.with_figure(self.seat, self.area), state.phase
        if not isinstance(turn, Turn) or turn.turn != self.seat:
            return after
        return after.with_phase(visited=(*turn.visited[:-1], self.area))

    def history_line(self, state: State) -> Text:
        return T("Corrected: {who}’s figure is in {area}.", who=Who(self.seat), area=self.area)


class CorrectFigure(StateCorrection, phases=(Turn, Election), event=FigureCorrected):
    """Corrects the area of a figure."""

    figure: int
    area: str

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        for figure, stands in enumerate(state.figures):
            areas = tuple(area for area in state.areas if area != stands)
            yield legal_action(cls, seat, Pick("figure", (figure,)), Pick("area", areas), at=f"figure.{figure}")

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        if not state.is_foreign(self.figure, self.area):
            return state.area_refusal(self.area)
        text = T("{area} belongs to another player. Fix that first.", area=self.area)
        return Refusal("one-holder", text, "nl 150")


# --- bonus votes ---------------------------------------------------------------------------------------


class BonusCorrected(Event):
    seat: int
    votes: int

    def apply(self, state: State) -> State:
        return replace(state, bonus=replaced(state.bonus, self.seat, self.votes))

    def history_line(self, state: State) -> Text:
        return TN(
            "Corrected: {who} has {count} bonus vote.",
            "Corrected: {who} has {count} bonus votes.",
            self.votes,
            who=Who(self.seat),
        )


class CorrectBonus(SeatCorrection, event=BonusCorrected):
    """Corrects a seat's field on the bonus table."""

    votes: int

    @classmethod
    def tracked_fields(cls, state: State) -> Iterable[Count]:
        return (Count("votes", 0, BONUS_END, votes) for votes in state.bonus)


# --- hands ---------------------------------------------------------------------------------------------


class CorrectHand(CardsAction, StateCorrection, private=True, phases=(Turn, Intrusion, Election)):
    """Corrects the seat's own hand of real cards; in a dispute, only until the stakes are revealed.

    The hand is only checked against the cards of the whole game: a check against the other hands would reveal them.
    """

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        face_down = isinstance(state.phase, Intrusion) and not state.phase.revealed
        text = T("Herald keeps the cards at this table, so your hand is what it shows.")
        return (None if face_down else super().refusal(state, seat)) or refused_if(
            state.cards_on_phones, "phones", text
        )

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        most = cards_in_game(state.seats)
        return (legal_action(cls, seat, *count_fields(most, state.hands[seat], most.count), at=at_seat(seat)),)

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        had, phase = batch.state.hands[seat].count, batch.state.phase
        batch.emit(HandCorrected(seat, self.cards))
        match phase:
            case Turn(progress=Progress.START) if had and not self.cards.count:
                # nl 162: the previous turn has ended, and this one has not begun.
                batch.emit(ElectionCalledLate(batch.state.without_cards, phase.turn))
            case Intrusion():
                reveal_if_complete(batch)
            case Election() if not batch.state.without_cards:
                batch.emit(ElectionCalledOff())
                begin_next_turn(batch)


class HandCorrected(Event, secret={"hand"}):
    seat: int
    hand: Cards

    def apply(self, state: State) -> State:
        """Updates the seats without cards at an election; in a dispute, makes the seat stake again.

        Keeping a stake because it still fits the hand would reveal that it fits.
        """
        after = state.with_hand(self.seat, self.hand)
        if isinstance(state.phase, Intrusion):
            return after.with_phase(
                sealed=state.phase.sealed.asking(after.seats_able_to_stake(state.phase.turn), self.seat)
            )
        return replace(after, out_of_cards=after.without_cards) if isinstance(state.phase, Election) else after

    def history_line(self, state: State) -> Text:
        return T("{who} corrected their hand.", who=Who(self.seat))

    def secret_history_line(self, state: State) -> Text:
        return hand_secret_line(self.seat, self.hand)
