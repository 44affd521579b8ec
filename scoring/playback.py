"""Playback of a finished game, frame by frame.

A frame is a scene of a film before or after its verdict, or the table after a move. All frames follow from the log, so
nothing is stored. Secrets appear at the moment they were made, since the game is over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from scoring.film import FilmScene, Step, build_film
from scoring.kernel import PrintedValueEntered
from scoring.replay import Projection, Record
from scoring.standings import totals
from scoring.table import Table, apply_event, history_text
from scoring.table_events import GameStarted
from scoring.timeline import BEGINNING, Points
from scoring.words import T, Text, render

# Milliseconds: MOVE for a move without a film, LETTER more per letter of its caption.
MOVE, LETTER = 900, 30
# The game's own chapters are used if there are FEWEST to MOST of them. Otherwise the biggest changes of points begin
# the chapters, at least APART of all frames from each other.
FEWEST, MOST = 3, 9
APART = 0.05
THE_START, THE_END = T("The start"), T("Final scoring")


@dataclass(frozen=True)
class SecretLine:
    """A secret and the seat that knew it, if it was one seat's."""

    seat: int | None
    text: Text


@dataclass(frozen=True, eq=False)
class Frame:
    """What is shown for `length` milliseconds: the table, and what has just happened. `is_told`: the verdict of its
    scene is known."""

    seq: int
    at: str
    table: Table
    points: Points
    length: int
    texts: tuple[Text, ...] = ()
    secrets: tuple[SecretLine, ...] = ()
    scene: FilmScene | None = None
    is_told: bool = False

    @property
    def caption(self) -> Text:
        """What happens in the frame, in one sentence."""
        if self.scene is not None:
            return self.scene.highlight.verdict if self.is_told else self.scene.highlight.title
        return (*self.texts, *(line.text for line in self.secrets), BEGINNING)[0]


@dataclass(frozen=True)
class PlaybackChapter:
    """A part of the evening from this frame on; `number` counts chapters of the same name, 0 if there is only one."""

    frame: int
    name: Text
    number: int = 0


@dataclass(frozen=True, eq=False)
class Playback:
    """All frames of a game, and its chapters; the first one begins with the first frame."""

    frames: tuple[Frame, ...]
    chapters: tuple[PlaybackChapter, ...]

    def chapter_at(self, number: int) -> int:
        """Returns the number of the chapter that a frame belongs to, from 0."""
        return sum(chapter.frame <= number for chapter in self.chapters) - 1


def playback(projection: Projection, each: Callable[[Iterable[Record]], Iterator[Record]] = iter) -> Playback:
    """Returns the playback of a finished game, without undone actions. Printed values count from the start, even if
    entered later. The caller can pause between records with `each`."""
    builder = _Builder(projection.table)
    counted = (record for record in projection.effective if not isinstance(record.event, PrintedValueEntered))
    for _, records in groupby(each(counted), key=lambda record: record.action_id):
        builder.take(list(records))
    return Playback(tuple(builder.frames), tuple(builder.chapters()))


class _Builder:
    def __init__(self, final: Table) -> None:
        self.final = final
        self.table: Table | None = None
        self.frames: list[Frame] = []
        # The frame after each chapter of the game, and its name.
        self.ended: list[tuple[int, Text]] = []
        # Films that may begin a chapter: the largest change of points, first frame and title.
        self.moments: list[tuple[int, int, Text]] = []

    def take(self, records: Sequence[Record]) -> None:
        """Adds the frames of one action."""
        first = len(self.frames)
        texts: list[Text | None] = []
        secrets: list[SecretLine] = []
        steps: list[Step] = []
        for record in records:
            before = self.table
            if before is not None and before.started:
                texts.append(history_text(before, record.event, over=True))
                secrets += self._secrets(before, record)
            elif isinstance(record.event, GameStarted) and before is not None:
                before = replace(before, printed_values=self.final.printed_values)
            self.table = apply_event(before, record.event)
            if before is not None and before.started:
                steps.append(Step(record.event, before, self.table))
        assert self.table is not None
        if not self.table.started:
            return
        last = records[-1]
        told = tuple(text for text in texts if text is not None)
        self.frames += self._frames(last, steps, told, tuple(secrets))
        for name in (record.event.chapter for record in records if record.event.chapter is not None):
            self.ended.append((len(self.frames), name))
        scene = next((one.scene for one in self.frames[first:] if one.scene is not None), None)
        if scene is not None and not scene.highlight.brief:
            changes = [now - then for now, then in zip(self.frames[-1].points, self.frames[first].points, strict=True)]
            size = max(changes, default=0) - min(changes, default=0)
            self.moments.append((size - scene.highlight.ticker, first, scene.highlight.title))

    def _frames(
        self, last: Record, steps: Sequence[Step], texts: tuple[Text, ...], secrets: tuple[SecretLine, ...]
    ) -> Iterator[Frame]:
        assert self.table is not None
        scenes = build_film(last.seq, last.at, steps).scenes if steps else ()
        if secrets and scenes:  # shown before the film that reveals them
            yield self._move(last, steps[0].before, (), secrets)
        elif not scenes and (texts or secrets or not self.frames):
            yield self._move(last, self.table, texts, secrets)
        for scene in scenes:
            told = scene.told - scene.at
            if not scene.highlight.brief:
                yield Frame(last.seq, last.at, scene.before, _points(scene.before), told, scene=scene)
            length = scene.length if scene.highlight.brief else scene.length - told
            said = texts if scene is scenes[-1] else ()
            yield Frame(last.seq, last.at, scene.after, _points(scene.after), length, said, scene=scene, is_told=True)

    def _move(self, last: Record, table: Table, texts: tuple[Text, ...], secrets: tuple[SecretLine, ...]) -> Frame:
        said = (*texts, *(line.text for line in secrets))
        length = MOVE + LETTER * sum(len(render(text, table.names)) for text in said)
        return Frame(last.seq, last.at, table, _points(table), length, texts, secrets)

    def _secrets(self, table: Table, record: Record) -> Iterator[SecretLine]:
        if type(record.event) in table.game.events:
            text = table.game.secret_history_line(table.state, record.event)
            if text is not None:
                yield SecretLine(getattr(record.event, "seat", record.by), text)

    def chapters(self) -> Iterator[PlaybackChapter]:
        own = [(frame, name) for frame, name in self.ended if frame < len(self.frames)]
        if FEWEST <= len(self.ended) <= MOST and len({name for _, name in self.ended}) == 1:
            name = self.ended[0][1]
            starts = [0, *(frame for frame, _ in own)]
            numbers = range(1, len(self.ended) + 1)
            yield from (PlaybackChapter(frame, name, number) for frame, number in zip(starts, numbers, strict=False))
            yield from (PlaybackChapter(frame, THE_END) for frame in starts[len(self.ended) :])
            return
        yield PlaybackChapter(0, THE_START)
        apart, kept = max(1, round(APART * len(self.frames))), [0]
        for _, frame, _title in sorted(self.moments, key=lambda one: (-one[0], one[1])):
            if len(kept) <= MOST and all(abs(frame - other) >= apart for other in kept):
                kept.append(frame)
        titles = {frame: title for _, frame, title in self.moments}
        yield from (PlaybackChapter(frame, titles[frame]) for frame in sorted(kept)[1:])


def _points(table: Table) -> Points:
    return totals(table.game.score(table.state), len(table.seats))
