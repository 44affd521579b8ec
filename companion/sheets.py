"""Score sheets of finished, running and future games, and CSV."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.kernel import Game
from scoring.replay import Projection
from scoring.standings import ScoreLine, Standings, categories, totals
from scoring.statistics import Play
from scoring.words import Text, Translate, render

LAST_LINES = 12
EMPTY_ROWS = 4
# First characters that a spreadsheet would take for a formula.
FORMULA = ("=", "+", "-", "@", "\t", "\r")


@dataclass(frozen=True)
class Row:
    """One row of the sheet; points by seat, None if there are none yet."""

    name: Text | None
    points: tuple[int | None, ...]


@dataclass(frozen=True)
class ScoreSheetView:
    """`state` is over, running or blank."""

    state: str
    rows: tuple[Row, ...]
    totals: tuple[int | None, ...]
    lines: tuple[ScoreLine, ...] = ()
    standings: Standings | None = None
    # The latest history lines, to continue by hand.
    last: tuple[Text, ...] = ()

    @property
    def longest(self) -> int:
        """Number of lines in the longest list of a player."""
        return max(Counter(line.seat for line in self.lines).values(), default=0)


def sheet(projection: Projection) -> ScoreSheetView:
    """The score sheet of a table: complete after the game, before that only what is public."""
    table = projection.table
    game, seats, standings = table.game, len(table.seats), table.standings
    lines = table.public_score or ()
    if standings is not None:
        rows = tuple(Row(row.name, row.points) for row in categories(lines, seats, game.score_rows))
        return ScoreSheetView("over", rows, totals(lines, seats), lines, standings)
    now = {row.name: row.points for row in categories(lines, seats, game.score_rows)}
    nothing = (None,) * seats
    names = (*game.score_rows, *(name for name in now if name not in game.score_rows))
    rows = tuple(Row(name, now.get(name, nothing)) for name in names)
    last = tuple(line.text for line in projection.lines if not line.undone)[-LAST_LINES:]
    return ScoreSheetView("running", (*rows, *empty_rows(seats)), nothing, lines, None, last)


def blank(game: Game[Any], seats: int) -> ScoreSheetView:
    """A blank score sheet with the game's rows and some spare ones, in case the laptop fails."""
    nothing = (None,) * seats
    rows = tuple(Row(name, nothing) for name in game.score_rows)
    return ScoreSheetView("blank", (*rows, *empty_rows(seats, max(EMPTY_ROWS, 12 - len(rows)))), nothing)


def empty_rows(seats: int, count: int = EMPTY_ROWS) -> tuple[Row, ...]:
    return (Row(None, (None,) * seats),) * count


# --- CSV ----------------------------------------------------------------------------------------------------


def as_csv(rows: Iterable[Sequence[object]], decimal: str) -> str:
    """CSV that opens by double click in a spreadsheet with this decimal sign. If the sign is a comma, semicolons
    separate cells. Starts with a byte order mark."""
    text = io.StringIO()
    table = csv.writer(text, delimiter=";" if decimal == "," else ",", lineterminator="\r\n")
    table.writerows([safe(cell, decimal) for cell in row] for row in rows)
    return "\ufeff" + text.getvalue()


def safe(cell: object, decimal: str) -> object:
    """Keeps numbers as numbers, and prevents spreadsheets from reading text as a formula."""
    if isinstance(cell, float):
        return str(cell).replace(".", decimal)
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell


def score_rows(
    projection: Projection, head: Sequence[str], total: str, translate: Translate, colours: Mapping[str, object]
) -> list[Sequence[object]]:
    """All score lines by place, each seat followed by its total from the standings."""
    table, names = projection.table, projection.table.names
    assert table.standings is not None
    lines = table.game.score(table.state)
    rows: list[Sequence[object]] = [head]
    for place in table.standings.places:
        seat = table.seats[place.seat]
        colour = str(colours[seat.colour])
        for line in (line for line in lines if line.seat == place.seat):
            what, note = render(line.what, names, translate), render(line.note, names, translate) if line.note else ""
            rule = render(table.game.cite(line.rule), names, translate)
            rows.append((place.place, seat.name, colour, what, line.points, rule, note))
        reason = render(place.reason, names, translate) if place.reason else ""
        rows.append((place.place, seat.name, colour, total, place.points, "", reason))
    return rows


def play_rows(plays: Iterable[Play], head: Sequence[str]) -> list[Sequence[object]]:
    """All results of all plays."""
    return [
        head,
        *(
            (play.ended[:10], play.title, play.code, result.place, result.name, result.points)
            for play in plays
            for result in play.results
        ),
    ]
