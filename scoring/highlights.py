"""Highlights: short animations that all screens play after a big moment. A film contains one or several.

Events return them from `Event.highlights`. They are not stored but derived from the log, and contain only what every
seat may see.

Their inputs are the state before the event, the state after its action, and the action's later events.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from scoring.words import Text, Value


@dataclass(frozen=True)
class Piece:
    """A piece in a row. `kind` is card, turned (a card being turned over), gone (where a card was), chip or order."""

    kind: str
    face: Value = ""
    # Die on the card.
    die: int = 0
    # Its value, printed large.
    worth: int = 0
    # For cards that differ only in value: a higher rank shines more.
    rank: int = 0
    # The piece's own colour, not a seat's; the game's templates draw its heraldic charge.
    colour: str = ""
    # Owner of the piece, in a row that belongs to no seat.
    seat: int | None = None


@dataclass(frozen=True)
class Row:
    """One row of a highlight: its seat or subject, its pieces, and a number that counts up, possibly past marks."""

    seat: int | None = None
    what: Text | str | None = None
    pieces: tuple[Piece, ...] = ()
    number: int | None = None
    before: int = 0
    # For a bar: its maximum, and the marks to reach.
    most: int = 0
    marks: tuple[int, ...] = ()
    note: Text | str | None = None
    # Reward, awarded at the end of the row.
    prize: Text | str | None = None
    # Colour of a side that is not a seat, such as a house.
    colour: str = ""
    # Lights up at the end of the highlight.
    wins: bool = False
    # Shown by an earlier highlight; not animated again.
    known: bool = False


@dataclass(frozen=True)
class Highlight:
    """An animation. `kind` is its look. Rows appear one by one, then the verdict with the arms of `seats`."""

    kind: str
    title: Text
    verdict: Text
    rows: tuple[Row, ...] = ()
    seats: tuple[int, ...] = ()
    # (seat, text) pairs for the phones of the seats concerned.
    private_texts: tuple[tuple[int, Text], ...] = ()
    # Seats whose phones show their text on the whole screen.
    targets: tuple[int, ...] = ()
    # A small result: shown as a ticker at the foot of the screen, with the board in view.
    ticker: bool = False
    # Places on the board where it happens; if there are any, the board stays in view.
    places: tuple[str, ...] = ()
    # Part of a longer film, such as the battles of a round.
    part: Text | None = None
    # Nothing is contested, so the scene is short.
    brief: bool = False
    # Explanation for the list of what happened; not part of the animation.
    lines: tuple[Text, ...] = ()
    rule: str = ""

    @property
    def beats(self) -> int:
        """Number of animation steps: the new rows, and the verdict."""
        return sum(not row.known for row in self.rows) + 1

    def text_for(self, seat: int | None) -> Text | None:
        return dict(self.private_texts).get(-1 if seat is None else seat)


def merged(last: Highlight, highlight: Highlight) -> Highlight | None:
    """Returns both highlights as one, with all rows and the later verdict, if kind and title are equal; else None.

    A highlight that repeats known rows is never merged.
    """
    if (last.kind, last.title) != (highlight.kind, highlight.title) or any(row.known for row in highlight.rows):
        return None
    return replace(
        highlight,
        rows=last.rows + highlight.rows,
        seats=last.seats + highlight.seats,
        private_texts=last.private_texts + highlight.private_texts,
        targets=last.targets + highlight.targets,
        ticker=last.ticker and highlight.ticker,
    )
