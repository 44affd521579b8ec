"""The sealed choice: entered, sealed, changed until the last one is in, then revealed at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

Choice = TypeVar("Choice")


@dataclass(frozen=True)
class Sealed(Generic[Choice]):
    """Who has to choose, and what is in so far. Only the owner of a choice may be shown it."""

    asked: tuple[int, ...]
    choices: Mapping[int, Choice] = field(default_factory=dict)

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
        return replace(self, choices={**self.choices, seat: choice})

    def asking(self, asked: tuple[int, ...], anew: int) -> Sealed[Choice]:
        """These have to choose now, and that seat once more; what the others have sealed stays."""
        return Sealed(asked, {seat: choice for seat, choice in self.choices.items() if seat in asked and seat != anew})

    def of(self, seat: int | None) -> Choice | None:
        """A seat's own choice, for its own eyes."""
        return None if seat is None else self.choices.get(seat)


@dataclass(frozen=True)
class SealedView:
    """What a screen may know of a sealed choice: who is in, who is missing."""

    asked: tuple[int, ...]
    waiting_for: tuple[int, ...]


def sealed_view(sealed: Sealed[Choice]) -> SealedView:
    return SealedView(sealed.asked, sealed.waiting_for)
