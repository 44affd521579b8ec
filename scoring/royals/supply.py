"""How many cubes somebody has: Herald warns when there are more on the board than the colour has, and goes on.

46 lie in the box of black and white, 36 of each other colour (de 53), and at the table a seat may play with another
colour than it has here. More than 46 nobody has.
"""

from __future__ import annotations

from scoring.kernel import Draft, Event, Refusal, refused_if
from scoring.royals.printed import CUBES_OF_BLACK_AND_WHITE
from scoring.royals.state import State
from scoring.words import T, Text, Who


def lacks_cubes(state: State, seat: int, more: int) -> Refusal | None:
    """Why so many more cubes cannot lie on the board: no colour has that many."""
    most = CUBES_OF_BLACK_AND_WHITE
    text = T("{who} has only {count} cubes in all.", who=Who(seat), count=most)
    return refused_if(more > 0 and state.cubes_laid(seat) + more > most, "supply", text, "de 53")


def warn_of_supply(draft: Draft[State], before: State) -> None:
    for seat in range(before.seats):
        if before.supply(seat) >= 0 > draft.state.supply(seat):
            draft.happen(SupplyExceeded(seat))


class SupplyExceeded(Event):
    """More cubes of that seat are on the board than its colour has here: nothing is changed by it."""

    seat: int

    def tell(self, state: State) -> Text:
        who, count = Who(self.seat), state.cubes[self.seat]
        return T(
            "{who} has placed more than the {count} cubes of this colour: is everything right?", who=who, count=count
        )

    def to_do(self, state: State) -> tuple[Text, ...]:
        return (self.tell(state),)
