"""Corrections of amounts, during the check or after the count. A marker on a track is simply moved again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from scoring.any_game.rounds import Counting, fields_of, place_name
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
        phase = state.phase
        if isinstance(phase, Counting) and self.round in phase.numbers:
            answer = {**(phase.sealed.of(self.seat) or {}), self.place: self.amount}
            return state.with_phase(sealed=phase.sealed.seal(self.seat, answer))
        now = tuple(state.amount(self.place, self.round, seat) for seat in range(state.seats))
        amounts = {**state.amounts, (self.place, self.round): replaced(now, self.seat, self.amount)}
        return replace(state, amounts=amounts)

    def history_line(self, state: State) -> Text:
        where = T("{place}, {round}", place=place_name(state.sheet, self.place), round=state.of_round(self.round))
        return T("Corrected: {who} has {number} in {where}.", who=Who(self.seat), number=self.amount, where=where)


def correctable_fields(state: State) -> Iterator[tuple[int, int, Count]]:
    """Yields round, seat and current amount of the fields being checked; else of all counted ones, the latest first."""
    checked = state.phase.numbers if isinstance(state.phase, Counting) else ()
    shown = state.phase.entered(state) if isinstance(state.phase, Counting) else state
    for row in state.sheet.rows:
        if isinstance(row, Counted) and row.id not in state.sheet.hidden:
            for number in (number for number in reversed(checked or state.scored) if row.is_due(number)):
                for owner in range(state.seats):
                    for field in fields_of(shown, row, owner, number):
                        now = shown.amount(field.name.partition(".")[2], number, owner)
                        yield number, owner, replace(field, value=now)


class CorrectAmount(StateCorrection):
    """Corrects an amount of any round; the latest amounts can be tapped where they are shown."""

    whose: int
    place: str
    round: int
    amount: int

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        seen: set[str] = set()
        for number, owner, field in correctable_fields(state):
            place = field.name.partition(".")[2]
            latest = f"amount.{place}.{owner}"
            picks = (Pick("whose", (owner,)), Pick("place", (place,)), Pick("round", (number,)))
            at = at_seat(owner) if latest in seen else latest
            seen.add(latest)
            yield legal_action(cls, seat, *picks, replace(field, name="amount"), at=at)

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        batch.emit(AmountCorrected(self.whose, self.place, self.round, self.amount))
