"""Dice: typed in from the table, or rolled by Herald – and what one die on one card achieves."""

from __future__ import annotations

from scoring.kernel import Chance, Dice, Refusal
from scoring.lang_lebe.printed import EXTRA_ROLL_NEEDS
from scoring.lang_lebe.state import State
from scoring.words import T, Text

FACES = range(1, 7)


def succeeds(card: int, die: int) -> bool:
    """3 to 6 on a x1 card; x2 and x3 cards multiply the die (nl 90, 221)."""
    return card * die >= EXTRA_ROLL_NEEDS


def typed(state: State, name: str, count: int) -> tuple[Dice, ...]:
    """The form field for dice, where people roll them."""
    return () if state.herald_rolls else (Dice(name, count),)


def one_die(state: State, die: int | None, chance: Chance) -> int:
    return rolled(state, None if die is None else (die,), 1, chance)[0]


def rolled(state: State, dice: tuple[int, ...] | None, count: int, chance: Chance) -> tuple[int, ...]:
    """The dice as they fell; refuses a number of dice or a face that cannot be."""
    if state.herald_rolls:
        if dice is not None:
            raise Refusal("dice", T("At this table Herald rolls the dice."))
        return chance.dice(count)
    if dice is None or len(dice) != count or any(die not in FACES for die in dice):
        raise Refusal("dice", _what_to_type(count))
    return dice


def _what_to_type(count: int) -> Text:
    if count == 1:
        return T("Roll one die and enter it: 1 to 6.")
    return T("Roll {count} dice and enter each of them: 1 to 6.", count=count)
