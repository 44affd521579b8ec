"""From now on Herald follows every move: everybody says what stands on the board, then what is in the hand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from scoring.kernel import Ask, Chance, Draft, Event, Refusal, TableStep, allowed, offer, refused_if
from scoring.lang_lebe.deal import Deal
from scoring.lang_lebe.printed import MOST_VOTES
from scoring.lang_lebe.state import State
from scoring.lang_lebe.turn import TakingUp
from scoring.offers import Count, Offer, Pick
from scoring.sealed import Sealed
from scoring.words import T, Text, Who


class SayPieces(Ask, strict=False, phases=(TakingUp,)):
    """So many of my courtiers stand there, and my figure or not."""

    area: str
    courtiers: int
    figure: int = 0

    @classmethod
    def offers(cls, state: State, seat: int) -> Iterable[Offer]:
        """Area by area: as many courtiers as votes (nl 94), and as the seat has (nl 65)."""
        for area in allowed(cls, state, seat, "area", state.areas, courtiers=0):
            now, most = state.courtiers_in(area), state.votes(area) or MOST_VOTES
            courtiers = Count("courtiers", 0, min(most, now + state.supply(seat)), now)
            figure = Count("figure", 0, 1, int(state.figures[seat] == area))
            yield offer(cls, seat, Pick("area", (area,)), courtiers, figure)

    def why_not_this(self, state: State, seat: int) -> Refusal | None:
        foreign = T("{area} is somebody else's: they say first that they are not there.", area=self.area)
        return refused_if(state.is_foreign(seat, self.area), "one-holder", foreign, "nl 150")

    def decide(self, draft: Draft[State], seat: int, chance: Chance) -> None:
        draft.happen(PiecesSaid(seat, self.area, self.courtiers, self.figure))


class PiecesSaid(Event, quiet=True):
    seat: int
    area: str
    courtiers: int
    figure: int

    def fold(self, state: State) -> State:
        after = state.with_courtiers(self.area, self.seat, self.courtiers)
        if self.figure:
            return after.with_figure(self.seat, self.area)
        return after.with_figure(self.seat, "") if state.figures[self.seat] == self.area else after

    def tell(self, state: State) -> Text:
        who, area, number = Who(self.seat), self.area, self.courtiers
        if self.figure:
            return T("{who}'s figure stands in {area}; courtiers there: {count}.", who=who, area=area, count=number)
        return T("{who}'s courtiers in {area}: {count}.", who=who, area=area, count=number)


class PlayOn(TableStep, phases=(TakingUp,)):
    """The board is right, and it is the turn of `following`."""

    following: int

    @classmethod
    def why_not(cls, state: State, seat: int) -> Refusal | None:
        text = T("First everybody says where their figure stands.")
        return super().why_not(state, seat) or refused_if("" in state.figures, "figure", text, "nl 61")

    @classmethod
    def offers(cls, state: State, seat: int) -> Iterable[Offer]:
        return (offer(cls, seat, Pick("following", tuple(range(state.seats)))),)

    def decide(self, draft: Draft[State], seat: int, chance: Chance) -> None:
        draft.happen(TakenUp(self.following))


class TakenUp(Event):
    """The board is known again; the hands are next, then it is the turn of this seat."""

    seat: int

    def fold(self, state: State) -> State:
        before = state.clockwise(self.seat)[-1]
        return replace(state, phase=Deal(before, 0, Sealed(state.clockwise(self.seat))))

    def tell(self, state: State) -> Text:
        return T("The board is known again; {who} is next.", who=Who(self.seat))
