"""Great moments: what all screens play for some seconds when something happened that everybody wants to see.

An event says what is played of it (`Event.plays`), from the board before it, the board after its ask and what else
happened in that ask. Nothing of it is stored: the log that makes the table makes the acts, and it holds only what every
seat may see.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from scoring.words import Text, Value


@dataclass(frozen=True)
class Piece:
    """Something that lies there. `kind` is card, turned (a card that is turned over), gone (where one lay), chip or
    order."""

    kind: str
    face: Value = ""
    # What lies on a card.
    die: int = 0
    # What it counts for, printed large on it.
    worth: int = 0
    # Of cards that differ in worth alone: the better, the more it shines.
    rank: int = 0
    # Its own colour, which is no seat's; the screens of the game know its charge.
    colour: str = ""
    # Whose it is, where a row belongs to nobody.
    seat: int | None = None


@dataclass(frozen=True)
class Row:
    """One line of an act: whose or what it is, what lies there, and a number that counts up, against a mark or not."""

    seat: int | None = None
    what: Text | str | None = None
    pieces: tuple[Piece, ...] = ()
    number: int | None = None
    before: int = 0
    # Where a bar is drawn: how much fits in it, and the marks to be reached.
    most: int = 0
    marks: tuple[int, ...] = ()
    note: Text | str | None = None
    # What it brings, handed over at the end of the line.
    prize: Text | str | None = None
    # Of a side that is no seat, such as a house.
    colour: str = ""
    # It lights up when all is told.
    wins: bool = False
    # Everybody has seen it already: it does not come again.
    known: bool = False


@dataclass(frozen=True)
class Highlight:
    """`kind` is what it looks like; rows come one after the other, then the verdict with the arms of these seats."""

    kind: str
    title: Text
    verdict: Text
    rows: tuple[Row, ...] = ()
    seats: tuple[int, ...] = ()
    # What the phone of whoever it concerns says.
    own: tuple[tuple[int, Text], ...] = ()

    @property
    def beats(self) -> int:
        """How many steps it is played in: the rows that are new, and the verdict."""
        return sum(not row.known for row in self.rows) + 1

    def told_to(self, seat: int | None) -> Text | None:
        return dict(self.own).get(-1 if seat is None else seat)


def joined(highlights: Iterable[Highlight]) -> Iterator[Highlight]:
    """Acts of the same kind and title that follow each other are one, with the rows of all and the last verdict."""
    last: Highlight | None = None
    for highlight in highlights:
        if last and (last.kind, last.title) == (highlight.kind, highlight.title):
            last = replace(
                highlight,
                rows=last.rows + highlight.rows,
                seats=last.seats + highlight.seats,
                own=last.own + highlight.own,
            )
            continue
        if last:
            yield last
        last = highlight
    if last:
        yield last
