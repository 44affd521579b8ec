"""Putting right what Herald believes, when the board or a hand says otherwise."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from scoring.kernel import Chance, Correction, Draft, Event, Refusal, offer, refused_if
from scoring.lang_lebe.cards import Cards, NameCards, counts
from scoring.lang_lebe.deal import confess_hand
from scoring.lang_lebe.election import Election, ElectionCalledOff
from scoring.lang_lebe.printed import BONUS_END, COURTIERS, MOST_VOTES, cards_in_game
from scoring.lang_lebe.state import State
from scoring.lang_lebe.turn import Turn, begin_next_turn
from scoring.offers import Count, Offer, Pick
from scoring.values import replaced
from scoring.words import TN, T, Text, Who

NOBODY = -1


class PutRight(Correction, abstract=True):
    """Any seat may put the board right; a hand only its owner."""

    @classmethod
    def why_not(cls, state: State, seat: int) -> Refusal | None:
        text = T("Corrections are for a turn, or for the check before the count; otherwise go back with undo.")
        return refused_if(not state.phase.may_correct(), "not-now", text)


# --- courtiers -----------------------------------------------------------------------------------------


class CorrectArea(PutRight, phases=(Turn, Election)):
    """So many courtiers of that seat really stand there; holder -1: none at all."""

    area: str
    holder: int
    courtiers: int = 0

    @classmethod
    def offers(cls, state: State, seat: int) -> Iterable[Offer]:
        holders = Pick("holder", (NOBODY, *range(state.seats)))
        return (offer(cls, seat, Pick("area", state.areas), holders, Count("courtiers", 0, MOST_VOTES)),)

    def why_not_this(self, state: State, seat: int) -> Refusal | None:
        if (self.holder == NOBODY) != (self.courtiers == 0):
            return Refusal("holder", T("Say whose courtiers stand there and how many, or nobody and none."))
        return state.why_not_area(self.area) or (self._why_not_so_many(state) if self.courtiers else None)

    def _why_not_so_many(self, state: State) -> Refusal | None:
        area, most = self.area, state.votes(self.area) or MOST_VOTES
        if self.courtiers > most:
            return Refusal("limit", T("{area} takes 1 to {most} courtiers.", area=area, most=most), "nl 94")
        if state.with_courtiers(area, self.holder, self.courtiers).supply(self.holder) < 0:
            who = Who(self.holder)
            text = T("{who} has only {count} courtiers besides the bonus table.", who=who, count=COURTIERS)
            return Refusal("supply", text, "nl 65")
        if any(figure != self.holder for figure in state.figures_in(area)):
            text = T("Another figure stands in {area}: put that right first.", area=area)
            return Refusal("one-holder", text, "nl 150")
        return None

    def decide(self, draft: Draft[State], seat: int, chance: Chance) -> None:
        draft.happen(AreaCorrected(self.area, self.holder, self.courtiers))


class AreaCorrected(Event):
    area: str
    holder: int
    courtiers: int

    def fold(self, state: State) -> State:
        return state.with_courtiers(self.area, self.holder, self.courtiers)

    def tell(self, state: State) -> Text:
        if self.holder == NOBODY:
            return T("Corrected: no courtiers in {area}.", area=self.area)
        return TN(
            "Corrected: {count} courtier of {who} in {area}.",
            "Corrected: {count} courtiers of {who} in {area}.",
            self.courtiers,
            who=Who(self.holder),
            area=self.area,
        )


# --- figures -------------------------------------------------------------------------------------------


class CorrectFigure(PutRight, phases=(Turn, Election)):
    """The figure of that seat really stands there."""

    figure: int
    area: str

    @classmethod
    def offers(cls, state: State, seat: int) -> Iterable[Offer]:
        return (offer(cls, seat, Pick("figure", tuple(range(state.seats))), Pick("area", state.areas)),)

    def why_not_this(self, state: State, seat: int) -> Refusal | None:
        if not state.is_foreign(self.figure, self.area):
            return state.why_not_area(self.area)
        text = T("{area} is somebody else's: put that right first.", area=self.area)
        return Refusal("one-holder", text, "nl 150")

    def decide(self, draft: Draft[State], seat: int, chance: Chance) -> None:
        draft.happen(FigureCorrected(self.figure, self.area))


class FigureCorrected(Event):
    seat: int
    area: str

    def fold(self, state: State) -> State:
        after, turn = state.with_figure(self.seat, self.area), state.phase
        if not isinstance(turn, Turn) or turn.turn != self.seat:
            return after
        return after.goes_on(visited=(*turn.visited[:-1], self.area))

    def tell(self, state: State) -> Text:
        return T("Corrected: {who}'s figure is in {area}.", who=Who(self.seat), area=self.area)


# --- bonus votes ---------------------------------------------------------------------------------------


class CorrectBonus(PutRight):
    """The bonus courtier of that seat really stands on this number."""

    whose: int
    votes: int

    @classmethod
    def offers(cls, state: State, seat: int) -> Iterable[Offer]:
        return (offer(cls, seat, Pick("whose", tuple(range(state.seats))), Count("votes", 0, BONUS_END)),)

    def decide(self, draft: Draft[State], seat: int, chance: Chance) -> None:
        draft.happen(BonusCorrected(self.whose, self.votes))


class BonusCorrected(Event):
    seat: int
    votes: int

    def fold(self, state: State) -> State:
        return replace(state, bonus=replaced(state.bonus, self.seat, self.votes))

    def tell(self, state: State) -> Text:
        return TN(
            "Corrected: {who} has {count} bonus vote.",
            "Corrected: {who} has {count} bonus votes.",
            self.votes,
            who=Who(self.seat),
        )


# --- hands ---------------------------------------------------------------------------------------------


class CorrectHand(NameCards, PutRight, own=True, phases=(Turn, Election)):
    """What I really hold; with the cards from the box only.

    Checked against the cards of the whole game only: what fits beside the others' hands is their secret.
    """

    @classmethod
    def why_not(cls, state: State, seat: int) -> Refusal | None:
        text = T("Herald holds the cards at this table: your hand is what it shows.")
        return super().why_not(state, seat) or refused_if(state.cards_on_phones, "phones", text)

    @classmethod
    def offers(cls, state: State, seat: int) -> Iterable[Offer]:
        most = cards_in_game(state.seats)
        return (offer(cls, seat, *counts(most, state.hands[seat], most.count)),)

    def decide(self, draft: Draft[State], seat: int, chance: Chance) -> None:
        draft.happen(HandCorrected(seat, self.cards))
        if isinstance(draft.state.phase, Election) and not draft.state.without_cards:
            draft.happen(ElectionCalledOff())
            begin_next_turn(draft)


class HandCorrected(Event, secret={"hand"}):
    seat: int
    hand: Cards

    def fold(self, state: State) -> State:
        after = state.with_hand(self.seat, self.hand)
        return replace(after, out_of_cards=after.without_cards) if isinstance(state.phase, Election) else after

    def tell(self, state: State) -> Text:
        return T("{who} has corrected the own hand.", who=Who(self.seat))

    def confess(self, state: State) -> Text:
        return confess_hand(self.seat, self.hand)
