"""The sealed choice: entered, sealed, taken back and changed until the last one is in, then revealed at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from scoring.values import without

Choice = TypeVar("Choice")


@dataclass(frozen=True)
class Sealed(Generic[Choice]):
    """Who has to choose, and what is in so far. Only the owner of a choice may be shown it."""

    asked: tuple[int, ...]
    choices: Mapping[int, Choice] = field(default_factory=dict)
    # Taken back to be changed: no longer in, and where their owners go on from.
    opened: Mapping[int, Choice] = field(default_factory=dict)

    @property
    def waiting_for(self) -> tuple[int, ...]:
        return tuple(seat for seat in self.asked if seat not in self.choices)

    @property
    def complete(self) -> bool:
        return not self.waiting_for

    def is_last(self, seat: int) -> bool:
        """True if this seat's choice is the one that reveals them all."""
        return self.waiting_for == (seat,)

    def seal(self, seat: int, choice: Choice) -> Sealed[Choice]:
        return replace(self, choices={**self.choices, seat: choice}, opened=without(self.opened, seat))

    def open(self, seat: int) -> Sealed[Choice]:
        """Nothing is revealed before this seat has sealed again."""
        opened = {**self.opened, seat: self.choices[seat]}
        return replace(self, choices=without(self.choices, seat), opened=opened)

    def asking(self, asked: tuple[int, ...], anew: int) -> Sealed[Choice]:
        """These have to choose now, and that seat once more; what the others have sealed stays."""
        stay = {*asked} - {anew}
        choices, opened = ({s: c for s, c in kept.items() if s in stay} for kept in (self.choices, self.opened))
        return Sealed(asked, choices, opened)

    def of(self, seat: int | None) -> Choice | None:
        """A seat's own choice, for its own eyes."""
        return None if seat is None else self.choices.get(seat)

    def last(self, seat: int) -> Choice | None:
        """What a seat has sealed last, even if it has taken it back, for its own eyes."""
        return self.choices.get(seat, self.opened.get(seat))


@dataclass(frozen=True)
class SealedView:
    """What a screen may know of a sealed choice: who is in, who is missing."""

    asked: tuple[int, ...]
    waiting_for: tuple[int, ...]


def sealed_view(sealed: Sealed[Choice]) -> SealedView:
    return SealedView(sealed.asked, sealed.waiting_for)
