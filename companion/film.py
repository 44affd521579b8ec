"""Positions of films: all screens of a table play the film of its latest move from the same start.

The position follows from the time of the move. Table screens can change it or stop the film for everybody. That is kept
in memory only, so that after a restart the film is where it would be without the change.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from scoring.film import Film
from scoring.replay import Projection

# Position of a film that has been over for a while.
OVER = 10_000_000
# Milliseconds for which screens keep showing messages after a film.
AFTERWARDS = 10_000
# Records have whole seconds, so a film first requested within this time begins at that request.
ROUNDING = timedelta(seconds=1)


@dataclass(frozen=True)
class FilmView:
    """A film and its position in milliseconds; OVER if it ended a while ago."""

    film: Film
    elapsed: int
    paused: bool

    @property
    def is_running(self) -> bool:
        return self.elapsed < self.film.length


@dataclass(frozen=True)
class _Position:
    seq: int
    # Time of position 0, or the position at which the film stands still.
    zero: datetime
    paused: int | None = None


@dataclass
class Films:
    clock: Callable[[], datetime]
    positions: dict[str, _Position] = field(default_factory=dict)

    def view(self, code: str, projection: Projection) -> FilmView | None:
        """The film to show at this table: that of the latest move, or an earlier one that is still running."""
        for number, film in enumerate(projection.films):
            if film.scenes:
                elapsed, paused = self.position(code, film)
                if number == 0 or elapsed < film.length:
                    return FilmView(film, elapsed, paused)
        return None

    def position(self, code: str, film: Film) -> tuple[int, bool]:
        """The position in milliseconds, and whether the film stands still."""
        at = self.positions.get(code)
        if at is None or at.seq < film.seq:
            at = self.positions[code] = _Position(film.seq, self._start(film))
        if at.seq > film.seq:
            at = _Position(film.seq, self._start(film))
        if at.paused is not None:
            return at.paused, True
        elapsed = round((self.clock() - at.zero) / timedelta(milliseconds=1))
        return (elapsed if 0 <= elapsed < film.length + AFTERWARDS else OVER if elapsed > 0 else 0), False

    def seek(self, code: str, seq: int, at: int, paused: bool) -> None:
        """Moves the film to this position on all screens of the table."""
        zero = self.clock() - timedelta(milliseconds=at)
        self.positions[code] = _Position(seq, zero, at if paused else None)

    def runs(self, code: str, projection: Projection) -> bool:
        """True while a film covers the screens."""
        view = self.view(code, projection)
        return view is not None and view.film.covers and view.is_running

    def _start(self, film: Film) -> datetime:
        began, now = datetime.fromisoformat(film.began), self.clock()
        return now if began <= now < began + ROUNDING else began
