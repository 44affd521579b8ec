"""Sealed choices: entered, sealed, reopened and changed until the last one is in, then revealed at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from scoring.values import without

Choice = TypeVar("Choice")


@dataclass(frozen=True)
class Sealed(Generic[Choice]):
    """Seats that have to choose, and the choices so far. Only its owner may see a choice."""

    asked: tuple[int, ...]
    choices: Mapping[int, Choice] = field(default_factory=dict)
    # Reopened choices: no longer in, but their owners' starting point.
    opened: Mapping[int, Choice] = field(default_factory=dict)

    @property
    def waiting_for(self) -> tuple[int, ...]:
        return tuple(seat for seat in self.asked if seat not in self.choices)

    @property
    def complete(self) -> bool:
        return not self.waiting_for

    def is_last(self, seat: int) -> bool:
        """True if only this seat's choice is missing, so that it reveals them all."""
        return self.waiting_for == (seat,)

    def seal(self, seat: int, choice: Choice) -> Sealed[Choice]:
        return replace(self, choices={**self.choices, seat: choice}, opened=without(self.opened, seat))

    def open(self, seat: int) -> Sealed[Choice]:
        """Reopen the seat's choice; nothing is revealed before it is sealed again."""
        opened = {**self.opened, seat: self.choices[seat]}
        return replace(self, choices=without(self.choices, seat), opened=opened)

    def asking(self, asked: tuple[int, ...], anew: int) -> Sealed[Choice]:
        """Ask these seats, and `anew` once more; the other sealed choices stay."""
        stay = {*asked} - {anew}
        choices, opened = ({s: c for s, c in kept.items() if s in stay} for kept in (self.choices, self.opened))
        return Sealed(asked, choices, opened)

    def of(self, seat: int | None) -> Choice | None:
        """Return the seat's sealed choice, if any; only for that seat's eyes."""
        return None if seat is None else self.choices.get(seat)

    def last(self, seat: int) -> Choice | None:
        """Return the seat's last sealed choice, even if reopened; only for that seat's eyes."""
        return self.choices.get(seat, self.opened.get(seat))


@dataclass(frozen=True)
class SealedView:
    """Public part of a sealed choice: who was asked, and who is missing."""

    asked: tuple[int, ...]
    waiting_for: tuple[int, ...]


def sealed_view(sealed: Sealed[Choice]) -> SealedView:
    return SealedView(sealed.asked, sealed.waiting_for)
