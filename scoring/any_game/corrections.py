"""Corrections: an amount that was counted. Markers on tracks are simply moved again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from scoring.any_game.rounds import fields_of, place_name
from scoring.any_game.sheet import Counted
from scoring.any_game.state import State
from scoring.kernel import Batch, Event, Rng, StateCorrection, at_seat, legal_action
from scoring.legal_actions import Count, LegalAction, Pick
from scoring.values import replaced
from scoring.words import T, Text, Who


class AmountCorrected(Event):
    seat: int
    place: str
    round: int
    amount: int

    def apply(self, state: State) -> State:
        now = tuple(state.amount(self.place, self.round, seat) for seat in range(state.seats))
        amounts = {**state.amounts, (self.place, self.round): replaced(now, self.seat, self.amount)}
        return replace(state, amounts=amounts)

    def history_line(self, state: State) -> Text:
        where = T("{place}, {round}", place=place_name(state.sheet, self.place), round=state.of_round(self.round))
        return T("Corrected: {who} has {number} in {where}.", who=Who(self.seat), number=self.amount, where=where)


class CorrectAmount(StateCorrection):
    """Sets an amount that was counted in an earlier round."""

    whose: int
    place: str
    round: int
    amount: int

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        for row in state.sheet.rows:
            shown = isinstance(row, Counted) and row.id not in state.sheet.hidden
            for number in (number for number in state.scored if shown and row.is_due(number)):  # type: ignore[attr-defined]
                for owner in range(state.seats):
                    for field in fields_of(state, row, owner, number):
                        place = field.name.partition(".")[2]
                        now = Count("amount", field.low, field.high, state.amount(place, number, owner))
                        picks = (Pick("whose", (owner,)), Pick("place", (place,)), Pick("round", (number,)))
                        yield legal_action(cls, seat, *picks, now, at=at_seat(owner))

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        batch.emit(AmountCorrected(self.whose, self.place, self.round, self.amount))
