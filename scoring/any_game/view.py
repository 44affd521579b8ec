"""Views of the seats and the table screen, built from what each may see."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.any_game.answers import AnswerPhase, answer_text
from scoring.any_game.counting import public_score
from scoring.any_game.rounds import Counting, is_entered, next_count, place_name
from scoring.any_game.sheet import Majority, Row, Sheet, Tool, Track
from scoring.any_game.state import LAST, Answer, Result, State
from scoring.any_game.tools import Asking, Deciding, tallied
from scoring.kernel import GameView, stored_name
from scoring.majority import most
from scoring.sealed import SealedView, sealed_view
from scoring.standings import totals
from scoring.words import T, Text

# Players whose pieces are shown on an island.
MOST_ON_ISLAND = 5


@dataclass(frozen=True)
class ResultView:
    """Revealed answers by seat, or (where nobody is named) how many chose each option."""

    tool: Tool
    round: int
    answers: Mapping[int, Answer]
    counts: tuple[int, ...]
    won: tuple[int, ...]


@dataclass(frozen=True)
class TrackView:
    """A track with its markers; None for another seat's private marker."""

    track: Track
    markers: tuple[int | None, ...]


@dataclass(frozen=True)
class IslandView:
    """An area of a majority: the pieces of the players who have the most there, and the seats that are first."""

    name: str
    prizes: tuple[int, ...]
    pieces: Mapping[int, int]
    first: tuple[int, ...]


def _island(name: str, prizes: tuple[int, ...], counted: tuple[int, ...]) -> IslandView:
    best = sorted(enumerate(counted), key=lambda entry: -entry[1])[:MOST_ON_ISLAND]
    pieces = dict(sorted((seat, count) for seat, count in best if count))
    return IslandView(name, prizes, pieces, most(pieces))


@dataclass(frozen=True)
class AnyGameView(GameView):
    """`answer` and `last_answer` are the seat's own; `totals` is empty where scores are hidden."""

    phase: str
    sheet: Sheet
    round: Text
    number: int
    tool: Tool | None
    sealed: SealedView | None
    answer: Answer | None
    last_answer: Answer | None
    results: tuple[ResultView, ...]
    tracks: tuple[TrackView, ...]
    totals: tuple[int, ...]
    # Row or area → amounts by seat: those being checked, else those of the last count.
    board: Mapping[str, tuple[int, ...]]
    checking: bool
    # True if the game ends after this round.
    last_round: bool
    enters_points: bool
    first: int | None
    rolled: tuple[int, tuple[int, ...]] | None
    timer: tuple[int, int]

    @property
    def table_tracks(self) -> bool:
        return any(one.track.of_table for one in self.tracks)

    @property
    def to_check(self) -> bool:
        return self.checking

    @property
    def counts_rounds(self) -> bool:
        """True if something is entered after the round, or the rounds are counted."""
        return bool(self.sheet.rounds) or self.last_round or self.enters_points

    @property
    def islands(self) -> tuple[IslandView, ...]:
        """The areas of the first majority, as last counted."""
        for row in self.sheet.rows:
            if isinstance(row, Majority) and row.areas:
                fields = (self.board.get(f"{row.id}.{place}", ()) for place in range(len(row.areas)))
                return tuple(_island(*area, pieces) for area, pieces in zip(row.areas, fields, strict=True))
        return ()

    def row(self, field: str) -> Row | None:
        """Returns the row of a form field."""
        return self.sheet.row(field.split(".")[1])

    def place(self, place: str) -> Text:
        return place_name(self.sheet, place)

    def of_round(self, number: int) -> Text:
        return T("{round} {number}", round=self.sheet.round_name or T("Round"), number=number)

    def said(self, tool: Tool, answer: Answer) -> Text | str:
        return answer_text(tool, answer)


def public_view(state: State) -> dict[str, Any]:
    """Returns the fields that every screen shows."""
    phase, sheet = state.phase, state.sheet
    checking = isinstance(phase, Counting) and phase.sealed.complete
    return {
        "phase": stored_name(type(phase)),
        "sheet": sheet,
        "round": state.of_round(min(state.round, sheet.rounds or state.round)),
        "number": state.round,
        "tool": phase.tool if isinstance(phase, Asking | Deciding) else None,
        "sealed": sealed_view(phase.sealed) if isinstance(phase, AnswerPhase) else None,
        "results": tuple(_result(state, one) for one in state.results[-3:]),
        "totals": totals(public_score(state), state.seats) if _shows_totals(state) else (),
        "board": _board(state, phase if isinstance(phase, Counting) and checking else None),
        "checking": checking,
        "last_round": LAST in next_count(state),
        "enters_points": is_entered(state, next_count(state)),
        "first": state.first,
        "rolled": state.rolled,
        "timer": state.timer,
    }


def _shows_totals(state: State) -> bool:
    return state.sheet.wins != "table" and (state.sheet.open_scores or LAST in state.scored)


def own_view(state: State, seat: int | None) -> dict[str, Any]:
    """Returns the fields that depend on whose screen it is (None: a table screen)."""
    phase = state.phase
    tool = phase.tool if isinstance(phase, Asking | Deciding) else None
    return {
        "answer": phase.sealed.of(seat) if isinstance(phase, AnswerPhase) else None,
        "last_answer": state.answered(tool, seat) if tool and seat is not None else None,
        "tracks": tuple(_track(state, row, seat) for row in state.sheet.rows if isinstance(row, Track)),
    }


def _result(state: State, result: Result) -> ResultView:
    """Returns a result; with `counts`, without the answers of individual seats."""
    counted = result.tool.reveal == "counts"
    counts = tallied(state, result.tool, result.answers)
    return ResultView(result.tool, result.round, {} if counted else result.answers, counts, result.won)


def _track(state: State, track: Track, seat: int | None) -> TrackView:
    over = LAST in state.scored
    places = range(1 if track.of_table else state.seats)
    return TrackView(
        track, tuple(state.marker(track, n) if over or not track.private or n == seat else None for n in places)
    )


def _board(state: State, checked: Counting | None) -> Mapping[str, tuple[int, ...]]:
    """Returns the amounts of the rows that everybody may see, as being checked or as last counted."""
    state = checked.entered(state) if checked else state
    latest = sorted(state.amounts.items(), key=lambda entry: entry[0][1])
    return {name: amounts for (name, _), amounts in latest if name.partition(".")[0] not in state.sheet.hidden}
