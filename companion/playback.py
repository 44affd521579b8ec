"""The view of one frame of a playback, in the current locale."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby

from companion.charts import DASHES
from companion.i18n import translate
from companion.screens import ScreenView, game_view
from scoring.film import FilmScene
from scoring.memo import cached_property
from scoring.playback import Frame, Playback, SecretLine
from scoring.words import T, Text, Who, render

# Number of earlier texts that stay on screen.
EARLIER = 3
# The chart in its own units; a border keeps lines at its edges whole.
WIDTH, HEIGHT, BORDER = 1000, 100, 4


@dataclass(frozen=True)
class ChapterView:
    """A chapter in the current locale, and the number of its frames."""

    frame: int
    frames: int
    name: str
    is_past: bool
    is_now: bool


@dataclass(frozen=True)
class LineView:
    """A seat's points over the frames, as points of a polyline."""

    colour: str
    dashes: str
    points: str


@dataclass(frozen=True)
class PlaybackView:
    """One frame of a playback. `eyes` is the only seat whose secrets are shown; None: all secrets are shown."""

    playback: Playback
    number: int
    eyes: int | None
    # The board of the frame, as the public or that seat saw it.
    board: ScreenView

    @property
    def frame(self) -> Frame:
        return self.playback.frames[self.number]

    @property
    def scene(self) -> FilmScene | None:
        return self.frame.scene

    @property
    def last(self) -> int:
        return len(self.playback.frames) - 1

    @cached_property
    def chapter(self) -> int:
        return self.playback.chapter_at(self.number)

    @cached_property
    def chapters(self) -> tuple[ChapterView, ...]:
        chapters = self.playback.chapters
        ends = (*(one.frame for one in chapters[1:]), self.last + 1)
        return tuple(
            ChapterView(
                one.frame,
                end - one.frame,
                f"{render(one.name, (), translate)} {one.number or ''}".strip()
                if one.number
                else render(one.name, self.board.names, translate),
                number < self.chapter,
                number == self.chapter,
            )
            for number, (one, end) in enumerate(zip(chapters, ends, strict=True))
        )

    @cached_property
    def secrets(self) -> tuple[Text, ...]:
        return tuple(line.text for line in self._known(self.frame))

    @cached_property
    def caption(self) -> Text:
        """Describes the frame in one sentence, using only what the seat of `eyes` knew."""
        if self.frame.scene is not None or self.frame.texts or self.eyes is None:
            return self.frame.caption
        return (*self.secrets, T("{who} couldn’t see this.", who=Who(self.eyes)))[0]

    @cached_property
    def earlier(self) -> tuple[Text, ...]:
        """The latest texts before this frame, the oldest first."""
        found: list[Text] = []
        for frame in reversed(self.playback.frames[: self.number]):
            if frame.seq != self.frame.seq:
                found += [*(line.text for line in reversed(tuple(self._known(frame)))), *reversed(frame.texts)]
            if len(found) >= EARLIER:
                break
        return tuple(reversed(found[:EARLIER]))

    def _known(self, frame: Frame) -> Iterator[SecretLine]:
        return (line for line in frame.secrets if self.eyes in (None, line.seat))

    @property
    def minutes(self) -> tuple[int, int]:
        """Minutes since the game began, and until its end."""
        first, now, last = (
            datetime.fromisoformat(one.at) for one in (self.playback.frames[0], self.frame, self.playback.frames[-1])
        )
        return round((now - first).total_seconds() / 60), round((last - first).total_seconds() / 60)

    # --- the chart ---------------------------------------------------------------------------------------

    @cached_property
    def range(self) -> tuple[int, int]:
        """The lowest and the highest points of anybody."""
        points = [points for frame in self.playback.frames for points in frame.points]
        return min(0, *points), max(1, *points)

    def x(self, number: int) -> float:
        return round(WIDTH * number / max(1, self.last), 1)

    def y(self, points: int) -> float:
        low, high = self.range
        return round(HEIGHT - BORDER - (HEIGHT - 2 * BORDER) * (points - low) / (high - low), 1)

    @cached_property
    def lines(self) -> tuple[LineView, ...]:
        return tuple(
            LineView(seat.colour, DASHES[seat.number % len(DASHES)], self._stairs(seat.number))
            for seat in self.board.seats
        )

    def _stairs(self, seat: int) -> str:
        """The points of a seat as steps: only where they change, and at the end."""
        steps: list[str] = []
        y = 0.0
        for points, frames in groupby(enumerate(self.playback.frames), lambda one: one[1].points[seat]):
            x = self.x(next(frames)[0])
            steps += [f"{x},{y}"] * bool(steps)
            y = self.y(points)
            steps.append(f"{x},{y}")
        return " ".join([*steps, f"{WIDTH},{y}"])


def view_of(base: ScreenView, watched: Playback, number: int, eyes: int | None) -> PlaybackView:
    """The view of a frame; `base` is the table screen after the game."""
    frame = watched.frames[number]
    now = replace(
        game_view(frame.table, eyes), legal_actions=(), corrections=(), waiting_for=(), anybody=False, prompt=None
    )
    board = replace(
        base,
        me=eyes,
        game_view=now,
        may_tap=False,
        curtains=(),
        end=None,
        film=None,
        proposal=None,
        undo=None,
        pending_move=None,
        lit=frame.scene.highlight.places if frame.scene else (),
    )
    return PlaybackView(watched, number, eyes, board)
