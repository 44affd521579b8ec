"""Test driver for a game: submits actions and collects events and refusals."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, TypeVar

from scoring.kernel import Action, Event, Game, PrintedValueEntered, Refusal, Rng

State = TypeVar("State")


@dataclass
class Playing(Generic[State]):
    """A game state, the events so far and a seeded rng."""

    game: ClassVar[Game[Any]]
    state: State
    events: list[Event] = field(default_factory=list)
    rng: Rng = field(default_factory=lambda: Rng(random.Random(1)))

    def act(self, seat: int, action: Action, **printed_values: str) -> list[Event]:
        """Submits an action that must be legal; can enter printed values first: votes__Lincolia="3"."""
        new: list[Event] = [PrintedValueEntered(key.replace("__", "."), value) for key, value in printed_values.items()]
        for event in new:
            self.state = self.game.apply(self.state, event)
        decided = self.game.decide(self.state, seat, action, self.rng)
        for event in decided:
            self.state = self.game.apply(self.state, event)
        self.events += [*new, *decided]
        return decided

    def refusal_code(self, seat: int, action: Action) -> str:
        """Returns the code of the refusal; fails if the action is accepted."""
        return self.refusal(seat, action).code

    def refusal(self, seat: int, action: Action) -> Refusal:
        try:
            self.game.decide(self.state, seat, action, self.rng)
        except Refusal as refusal:
            return refusal
        raise AssertionError(f"{action} was taken")

    def happened(self, kind: type[Event]) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]
