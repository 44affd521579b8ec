"""The state of a table with a game sheet: rounds, entered amounts, markers on tracks and results of tools."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from scoring.any_game.examples import BLANK
from scoring.any_game.sheet import Asked, Counted, Row, Sheet, Track, parsed
from scoring.kernel import GameState
from scoring.majority import Decision
from scoring.memo import cached_property
from scoring.printed_values import PrintedValues
from scoring.tracks import reached
from scoring.words import T, Text, Value

# Key of the printed value that holds the sheet.
SHEET = "sheet"
# Field name → number, as entered in a form.
Answer: TypeAlias = Mapping[str, int]
# Number of the round in which rows are counted at the end of the game.
LAST = 0


def sheet_in(values: PrintedValues) -> Sheet:
    return parsed(values.get(SHEET) or BLANK)


@dataclass(frozen=True)
class Result:
    """Revealed answers, and the seats or the option that won."""

    tool: Asked
    round: int
    answers: Mapping[int, Answer]
    won: tuple[int, ...] = ()


@dataclass(frozen=True, kw_only=True)
class State(GameState):
    round: int = 1
    # Rounds counted so far.
    scored: tuple[int, ...] = ()
    # Field and round → amounts by seat.
    amounts: Mapping[tuple[str, int], tuple[int, ...]] = field(default_factory=dict)
    # Track → its markers by seat; a track of the table has one.
    markers: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    # Track and space of a mark → seats in the order in which they reached it.
    reached: Mapping[tuple[str, int], tuple[int, ...]] = field(default_factory=dict)
    results: tuple[Result, ...] = ()
    # The table's tie decisions by place and round, in order.
    decided: Mapping[tuple[str, int], tuple[Decision, ...]] = field(default_factory=dict)
    first: int | None = None
    # Last roll: its seat and faces.
    rolled: tuple[int, tuple[int, ...]] | None = None
    # Number of timers started, and the seconds of the last one; 0 once the round is over.
    timer: tuple[int, int] = (0, 0)
    # Winners named by the table.
    named: tuple[int, ...] = ()
    ending: str = ""

    @property
    def sheet(self) -> Sheet:
        return sheet_in(self.printed_values)

    @cached_property
    def known(self) -> dict[tuple[str, int | None], tuple[int, ...]]:
        """Amounts computed so far, by row and round. Without this cache, formulas of formulas would take hours."""
        return {}

    def amount(self, name: str, number: int, seat: int) -> int:
        found = self.amounts.get((name, number), ())
        return found[seat] if seat < len(found) else 0

    def marker(self, track: Track, seat: int) -> int:
        found = self.markers.get(track.id, ())
        place = 0 if track.of_table else seat
        return found[place] if place < len(found) else track.start

    def moved(self, track: Track, seat: int, to: int) -> State:
        """Returns the state with a marker moved; marks on the way are reached, jumped over or not."""
        places = 1 if track.of_table else self.seats
        before, own = self.marker(track, seat), 0 if track.of_table else seat
        markers = [to if place == own else self.marker(track, place) for place in range(places)]
        marks = reached((mark[0] for mark in track.marks), before, to)
        more = {(track.id, mark): self.reached.get((track.id, mark), ()) for mark in marks}
        now = {key: seats if own in seats else (*seats, own) for key, seats in more.items()}
        return replace(self, markers={**self.markers, track.id: tuple(markers)}, reached={**self.reached, **now})

    def due(self, numbers: tuple[int, ...]) -> tuple[Row, ...]:
        """Returns the rows that are counted in one of these rounds."""
        rows = (row for row in self.sheet.rows if isinstance(row, Counted))
        return tuple(row for row in rows if any(row.is_due(number) for number in numbers))

    def of_round(self, number: int) -> Text:
        """Returns the name of a round: "Lot 4 of 12"."""
        name: Value = self.sheet.round_name or T("Round")
        if self.sheet.rounds:
            return T("{round} {number} of {all}", round=name, number=number, all=self.sheet.rounds)
        return T("{round} {number}", round=name, number=number)

    def answered(self, tool: Asked, seat: int) -> Answer | None:
        """Returns the seat's last answer to this tool; only that seat may see it."""
        own = (one.answers[seat] for one in reversed(self.results) if one.tool.id == tool.id and seat in one.answers)
        return next(own, None)
