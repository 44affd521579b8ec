"""Influence cards – how many of each kind somebody holds, stakes or gets – and the dice that are rolled on them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scoring.kernel import Ask, Chance, Refusal
from scoring.offers import Count, Dice
from scoring.words import TN, Both, T

if TYPE_CHECKING:
    from scoring.lang_lebe.state import State

# A card is its factor: the die on it counts once, twice or three times (nl 128).
KINDS = (1, 2, 3)
EXTRA_ROLL_NEEDS = 3  # nl 90
CARDS_FOR_ONES = 2  # nl 154: with fewer cards staked, ones bring nothing back
FACES = range(1, 7)


@dataclass(frozen=True)
class Cards:
    """So many x1, x2 and x3 cards."""

    x1: int = 0
    x2: int = 0
    x3: int = 0

    @property
    def by_kind(self) -> tuple[int, int, int]:
        return (self.x1, self.x2, self.x3)

    @property
    def count(self) -> int:
        return sum(self.by_kind)

    @property
    def kinds(self) -> tuple[int, ...]:
        """The kinds held, lowest first."""
        return tuple(kind for kind in KINDS if self.of(kind))

    @property
    def listed(self) -> tuple[int, ...]:
        """Card by card, lowest first: (1, 1, 2)."""
        return tuple(kind for kind in KINDS for _ in range(self.of(kind)))

    @property
    def in_words(self) -> Both:
        """ "2 cards ×1, 1 card ×3" """
        return Both(
            tuple(TN("{count} card ×{kind}", "{count} cards ×{kind}", self.of(kind), kind=kind) for kind in self.kinds)
        )

    def of(self, kind: int) -> int:
        return self.by_kind[kind - 1] if kind in KINDS else 0

    def lowest(self, count: int) -> Cards:
        return cards(self.listed[: max(count, 0)])

    def within(self, other: Cards) -> bool:
        """True if these are whole cards that can be taken out of `other`."""
        return all(0 <= mine <= theirs for mine, theirs in zip(self.by_kind, other.by_kind, strict=True))

    def times(self, factor: int) -> Cards:
        return Cards(*(number * factor for number in self.by_kind))

    def __add__(self, other: Cards) -> Cards:
        return Cards(*(mine + theirs for mine, theirs in zip(self.by_kind, other.by_kind, strict=True)))

    def __sub__(self, other: Cards) -> Cards:
        return Cards(*(mine - theirs for mine, theirs in zip(self.by_kind, other.by_kind, strict=True)))


def cards(kinds: Iterable[int]) -> Cards:
    """The cards of such a list: (1, 1, 2) is two x1 and one x2."""
    listed = tuple(kinds)
    return Cards(*(listed.count(kind) for kind in KINDS))


def together(hands: Iterable[Cards]) -> Cards:
    return sum(hands, Cards())


class NameCards(Ask, abstract=True):
    """So many of each kind: a stake, a hand."""

    x1: int = 0
    x2: int = 0
    x3: int = 0

    @property
    def cards(self) -> Cards:
        return Cards(self.x1, self.x2, self.x3)


def counts(most: Cards, shown: Cards, together: int) -> tuple[Count, ...]:
    """The form fields for cards: at most these, and of no kind more than so many; filled in as shown."""
    return tuple(Count(f"x{kind}", 0, min(together, most.of(kind)), shown.of(kind)) for kind in KINDS)


# --- dice ----------------------------------------------------------------------------------------------


def succeeds(card: int, die: int) -> bool:
    """3 to 6 on a x1 card; x2 and x3 cards multiply the die (nl 90, 221)."""
    return always_succeeds(card) or card * die >= EXTRA_ROLL_NEEDS


def always_succeeds(card: int) -> bool:
    """Whatever the die shows: nobody needs to roll it."""
    return card >= EXTRA_ROLL_NEEDS


def typed(state: State, name: str, count: int) -> tuple[Dice, ...]:
    """The form field for dice, where people roll them."""
    return () if state.herald_rolls else (Dice(name, count),)


def why_not_dice(state: State, dice: tuple[int, ...] | None, count: int) -> Refusal | None:
    """Why these dice cannot be: too many or too few, a face that no die has, or Herald rolls."""
    if state.herald_rolls:
        return None if dice is None else Refusal("dice", T("At this table Herald rolls the dice."))
    if dice is not None and len(dice) == count and all(die in FACES for die in dice):
        return None
    if count == 1:
        return Refusal("dice", T("Roll one die and enter it: 1 to 6."))
    return Refusal("dice", T("Roll {count} dice and enter each of them: 1 to 6.", count=count))


def rolled(dice: tuple[int, ...] | None, count: int, chance: Chance) -> tuple[int, ...]:
    """The dice as they fell: as typed in, or Herald's."""
    return chance.dice(count) if dice is None else dice


def best_assignment(staked: Cards, dice: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """(card, die) pairs, the largest die on the largest card: no other way gives more points (nl 124)."""
    return tuple(zip(reversed(staked.listed), sorted(dice, reverse=True), strict=True))


def dice_points(staked: Cards, dice: tuple[int, ...]) -> int:
    return sum(card * die for card, die in best_assignment(staked, dice))  # nl 128


def most_taken_back(stake: Cards, dice: tuple[int, ...]) -> int:
    """One card for each 1, for those who staked at least two."""
    return dice.count(1) if stake.count >= CARDS_FOR_ONES else 0
