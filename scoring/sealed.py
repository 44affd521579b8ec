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
    # Reopened choices: no longer sealed, but filled in again in their owners' forms.
    opened: Mapping[int, Choice] = field(default_factory=dict)

    @property
    def waiting_for(self) -> tuple[int, ...]:
        return tuple(seat for seat in self.asked if seat not in self.choices)

    @property
    def complete(self) -> bool:
        return not self.waiting_for

    def is_last(self, seat: int) -> bool:
        """True if only this seat's choice is missing: sealing it reveals all choices."""
        return self.waiting_for == (seat,)

    def seal(self, seat: int, choice: Choice) -> Sealed[Choice]:
        return replace(self, choices={**self.choices, seat: choice}, opened=without(self.opened, seat))

    def open(self, seat: int) -> Sealed[Choice]:
        """Reopens the seat's choice; nothing is revealed before it is sealed again."""
        opened = {**self.opened, seat: self.choices[seat]}
        return replace(self, choices=without(self.choices, seat), opened=opened)

    def asking(self, asked: tuple[int, ...], anew: int) -> Sealed[Choice]:
        """Returns the choices with these seats asked, and `anew` asked again; other sealed choices stay."""
        stay = {*asked} - {anew}
        choices, opened = ({s: c for s, c in kept.items() if s in stay} for kept in (self.choices, self.opened))
        return Sealed(asked, choices, opened)

    def of(self, seat: int | None) -> Choice | None:
        """Returns the seat's sealed choice, if any. Only that seat may see it."""
        return None if seat is None else self.choices.get(seat)

    def last(self, seat: int) -> Choice | None:
        """Returns the seat's last sealed choice, even if reopened. Only that seat may see it."""
        return self.choices.get(seat, self.opened.get(seat))


@dataclass(frozen=True)
class SealedView:
    """Public part of sealed choices: the seats that were asked, and those still choosing."""

    asked: tuple[int, ...]
    waiting_for: tuple[int, ...]


def sealed_view(sealed: Sealed[Choice]) -> SealedView:
    return SealedView(sealed.asked, sealed.waiting_for)
