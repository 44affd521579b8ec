"""Films: the highlights of one action as a timed series of scenes, played on all screens.

A film is derived from the states around the events of an action; nothing is stored. Its schedule depends on the log
alone, so screens that start at the same time stay in step.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.highlights import Highlight, merged
from scoring.kernel import Event
from scoring.words import Text, render

# Milliseconds: FIRST before a scene's first beat, at most BEAT between two beats and BEATS for all beats, REST after
# the last beat, LETTER more per letter of the verdict. A whole brief scene takes BRIEF.
FIRST, BEAT, BEATS, REST, LETTER, BRIEF = 400, 750, 3000, 2200, 60, 1200


@dataclass(frozen=True, slots=True)
class Step:
    """An event with the tables before and after it."""

    event: Event
    before: Any
    after: Any


@dataclass(frozen=True)
class ToDo:
    """A to-do line and the time at which it appears; `until` is set if a later scene replaces it."""

    text: Text
    at: int
    until: int | None = None


@dataclass(frozen=True)
class FilmScene:
    """A highlight with its times in milliseconds, and the tables before and after it."""

    highlight: Highlight
    at: int
    length: int
    # Times before the first beat, and between two beats.
    first: int
    gap: int
    before: Any
    after: Any

    @property
    def ends(self) -> int:
        return self.at + self.length

    @property
    def told(self) -> int:
        """Time at which the scene's verdict appears."""
        return self.at + self.first + (self.highlight.beats - 1) * self.gap


@dataclass(frozen=True, eq=False)
class Film:
    """The scenes and timed to-do lines of an action. `seq` and `began` are the number and time of its last record."""

    seq: int
    began: str
    scenes: tuple[FilmScene, ...]
    to_do: tuple[ToDo, ...]

    @property
    def length(self) -> int:
        return self.scenes[-1].ends if self.scenes else 0

    @property
    def highlights(self) -> tuple[Highlight, ...]:
        return tuple(scene.highlight for scene in self.scenes)

    @property
    def is_long(self) -> bool:
        return len(self.scenes) > 1

    @property
    def covers(self) -> bool:
        """True if the film covers the screens; tickers alone do not."""
        return not all(scene.highlight.ticker for scene in self.scenes)


def build_film(seq: int, began: str, steps: Sequence[Step]) -> Film:
    """Returns the film of an action."""
    scenes = tuple(_scheduled(list(_spans(steps))))
    return Film(seq, began, scenes, tuple(_to_do(scenes)))


@dataclass
class _Span:
    """A highlight; its scene covers the steps from `start` to the next highlight."""

    highlight: Highlight
    start: int


def _spans(steps: Sequence[Step]) -> Iterator[tuple[Highlight, Any, Any]]:
    """Yields highlights with the tables before and after. Of several for one event, only the last shows its change."""
    spans: list[_Span] = []
    for number, step in enumerate(steps):
        for highlight in _highlights(steps, number) if step.before.state is not None else ():
            if spans and (both := merged(spans[-1].highlight, highlight)):
                spans[-1].highlight = both
            else:
                spans.append(_Span(highlight, number if spans else 0))
    ends = [*(span.start for span in spans[1:]), len(steps)]
    for one, after in zip(spans, ends, strict=False):
        before = steps[one.start].before
        yield one.highlight, before, steps[after - 1].after if after > one.start else before


def _highlights(steps: Sequence[Step], number: int) -> Iterator[Highlight]:
    step = steps[number]
    then = [one.event for one in steps[number + 1 :]]
    yield from step.event.highlights(step.before.state, steps[-1].after.state, then)


def _scheduled(spans: Sequence[tuple[Highlight, Any, Any]]) -> Iterator[FilmScene]:
    at = 0
    for highlight, before, after in spans:
        gap = min(BEAT, (BRIEF // 3 if highlight.brief else BEATS) // max(1, highlight.beats))
        scene = FilmScene(highlight, at, length_of(highlight, gap, after.names), FIRST, gap, before, after)
        yield scene
        at = scene.ends


def length_of(highlight: Highlight, gap: int, names: Sequence[str]) -> int:
    """Returns how long a highlight lasts; it depends on the English text, so that it is equal in all languages."""
    if highlight.brief:
        return BRIEF
    return FIRST + highlight.beats * gap + REST + LETTER * len(render(highlight.verdict, names))


def _to_do(scenes: Sequence[FilmScene]) -> Iterator[ToDo]:
    """Yields the to-do lines in the order in which they appear."""
    lists = [(scene, _lines(scene.after)) for scene in scenes]
    for number, (scene, lines) in enumerate(lists):
        before = lists[number - 1][1] if number else _lines(scene.before)
        for line in (line for line in lines if line not in before):
            gone = (later.at for later, kept in lists[number + 1 :] if line not in kept)
            yield ToDo(line, scene.told, next(gone, None))


def _lines(table: Any) -> tuple[Text, ...]:
    return table.state.to_do if table.state is not None else ()
