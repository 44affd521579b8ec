"""Phases in which several seats answer at once: a question, or the amounts of a round."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from scoring.any_game.state import Answer, State
from scoring.kernel import (
    Action,
    Batch,
    BusyReason,
    Event,
    Phase,
    Refusal,
    Rng,
    SealedAction,
    SealedEvent,
    TableAction,
    legal_action,
    refused_if,
)
from scoring.legal_actions import Count, LegalAction
from scoring.sealed import Sealed
from scoring.words import T, Text, Value, Who, seats


class AnswerPhase(Phase, abstract=True):
    busy_reason = BusyReason(T("Finish what’s open first. You can do that next."))
    sealed: Sealed[Answer]

    def waiting_for(self, state: State) -> tuple[int, ...]:
        return self.sealed.waiting_for

    def form_fields(self, state: State, seat: int) -> Sequence[Count]:
        raise NotImplementedError

    def bounds(self, state: State) -> tuple[int, int] | None:
        """Returns the bounds for the sum of the fields, if any."""
        return None

    def is_private(self, state: State) -> bool:
        """True if only the seat's own phone may answer."""
        return True

    def contradicts(self, state: State) -> bool:
        """True if answers contradict each other, so that one has to change."""
        return False

    def answer_text(self, state: State, answer: Answer) -> Value:
        """Returns an answer in words."""
        raise NotImplementedError

    def finish(self, batch: Batch[State], rng: Rng) -> None:
        """Continues once everybody has answered."""
        raise NotImplementedError


class AnswerAction(Action, abstract=True, phases=(AnswerPhase,)):
    """Answers for a seat; the answer can be changed until the last one is in."""

    amounts: Mapping[str, int]

    @classmethod
    def legal_actions(cls, state: Any, seat: int) -> Iterable[LegalAction]:
        phase: AnswerPhase = state.phase
        if seat in phase.sealed.asked and phase.is_private(state) is cls.private:
            entered = seat in phase.sealed.choices and not phase.contradicts(state)
            fields = phase.form_fields(state, seat)
            yield legal_action(cls, seat, *fields, total=phase.bounds(state), already_entered=entered)

    def decide(self, batch: Batch[Any], seat: int, rng: Rng) -> None:
        names = [field.name.partition(".")[2] for field in batch.state.phase.form_fields(batch.state, seat)]
        answer = {name: self.amounts.get(name, 0) for name in names}
        batch.emit(AnswerSealed(seat, answer) if self.private else AmountsEntered(seat, answer))
        if batch.state.phase.sealed.complete:
            batch.state.phase.finish(batch, rng)


class SealAnswer(AnswerAction, SealedAction):
    """Answers in secret."""


class EnterAmounts(AnswerAction, rejects_stale=False):
    """Enters amounts that everybody may see."""


class AmountsEntered(Event, stale_safe=True):
    seat: int
    amounts: Mapping[str, int]

    def apply(self, state: State) -> State:
        if not isinstance(state.phase, AnswerPhase):
            return state
        return state.with_phase(sealed=state.phase.sealed.seal(self.seat, self.amounts))

    def history_line(self, state: State) -> Text:
        return T("{who} entered everything.", who=Who(self.seat))


class AnswerSealed(AmountsEntered, SealedEvent, secret={"amounts"}):
    def history_line(self, state: State) -> Text:
        return T("{who} sealed an answer.", who=Who(self.seat))

    def secret_history_line(self, state: State) -> Text | None:
        answer = state.phase.answer_text(state, self.amounts) if isinstance(state.phase, AnswerPhase) else ""
        return T("{who} chose {answer}.", who=Who(self.seat), answer=answer)


class ContinueWithout(TableAction, phases=(AnswerPhase,), people_only=True):
    """Continues without the seats that have not answered."""

    @classmethod
    def refusal(cls, state: Any, seat: int) -> Refusal | None:
        sealed = state.phase.sealed
        nobody = refused_if(not sealed.choices or sealed.complete, "not-now", T("Wait for the first answer."))
        return super().refusal(state, seat) or nobody

    def decide(self, batch: Batch[Any], seat: int, rng: Rng) -> None:
        batch.emit(SeatsSkipped(batch.state.phase.sealed.waiting_for))
        batch.state.phase.finish(batch, rng)


class SeatsSkipped(Event):
    skipped: tuple[int, ...]

    def apply(self, state: State) -> State:
        if not isinstance(state.phase, AnswerPhase):
            return state
        sealed = state.phase.sealed
        asked = tuple(seat for seat in sealed.asked if seat not in self.skipped)
        return state.with_phase(sealed=replace(sealed, asked=asked))

    def history_line(self, state: State) -> Text:
        return T("The game continued without {who}.", who=seats(self.skipped))


def answer_text(tool: Any, answer: Answer) -> Text | str:
    """Returns an answer in words: "11", "Row", "Reed Bay, Old Weir"."""
    chosen = chosen_options(tool, answer)
    if chosen is None:
        number = answer.get("answer", 0)
        return T("pass") if number == 0 and is_pass(tool) else str(number)
    return ", ".join(tool.options[one] for one in chosen) or T("abstain")


def is_pass(tool: Any) -> bool:
    """True if a bid of 0 is a pass."""
    return tool.min == 0 and bool(tool.wins.startswith("highest"))


def chosen_options(tool: Any, answer: Answer) -> tuple[int, ...] | None:
    """Returns the numbers of the chosen options; None for a tool that asks for a number."""
    if not hasattr(tool, "options"):
        return None
    if "answer" in answer:
        return tuple(one for one in (answer["answer"],) if one < len(tool.options))
    return tuple(one for one in range(len(tool.options)) if answer.get(str(one)))
