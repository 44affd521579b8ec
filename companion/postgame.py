"""Views for the story page and the picture after the game, in the current locale."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask_babel import gettext as _
from markupsafe import Markup

from companion.charts import DASHES, HEIGHT, WIDTH, Series, line_chart, stairs, thinned
from companion.i18n import day, short_day, translate
from scoring.replay import Projection
from scoring.statistics import Play, Summary
from scoring.table_events import PLAYER_COLOURS
from scoring.timeline import Moment, Timeline
from scoring.words import render

# With more chapters than this, full names do not fit side by side under a chart.
FEW_CHAPTERS = 4
MOST_LINES = 8


@dataclass(frozen=True)
class LegendEntry:
    name: str
    colour: str
    dashes: str


@dataclass(frozen=True)
class ChartView:
    """A chart, its legend, and the same data as a table."""

    drawing: Markup
    legend: tuple[LegendEntry, ...]
    rows: tuple[tuple[str, tuple[int | None, ...]], ...]
    # Name of the axis, if its labels are numbers.
    axis: str = ""


def points_chart(projection: Projection, told: Timeline, size: tuple[int, int] = (WIDTH, HEIGHT)) -> ChartView:
    """Everybody's points over the game."""
    seats = projection.table.seats
    chapters = told.chapters
    short = len(chapters) > FEW_CHAPTERS
    at = told.positions
    places = [position for moment, position in zip(told.moments, at, strict=True) if moment in chapters]
    labels = thinned([(place, chapter_name(moment, short)) for place, moment in zip(places, chapters, strict=True)])
    # A dot at every chapter or, if there are many, at the labelled ones. The line has two points
    # for each moment but the first.
    dotted = {place for place, _name in labels} if short else {*places}
    dots = frozenset(2 * n for n, place in enumerate(at) if place in dotted)
    series = [
        Series(
            seat.name,
            seat.colour,
            stairs([(place, moment.points[number]) for place, moment in zip(at, told.moments, strict=True)]),
            dots,
        )
        for number, seat in enumerate(seats)
    ]
    rows = tuple((chapter_name(moment), tuple(moment.points)) for moment in chapters)
    named = next((moment.chapter.name for moment in chapters if moment.chapter), None) if short else None
    axis = render(named, (), translate) if named else ""
    rendered = line_chart(_("Points over the game"), series, labels, size)
    return ChartView(rendered, legend(series), rows, axis)


def chapter_name(moment: Moment, short: bool = False) -> str:
    if moment.chapter is None:
        return str(_("End"))
    return (
        str(moment.chapter.number) if short else f"{render(moment.chapter.name, (), translate)} {moment.chapter.number}"
    )


def legend(series: Sequence[Series]) -> tuple[LegendEntry, ...]:
    return tuple(LegendEntry(one.name, one.colour, DASHES[number % len(DASHES)]) for number, one in enumerate(series))


def scores_chart(plays: Sequence[Play], people: Sequence[Summary]) -> ChartView:
    """These people's points over all plays of one game, oldest first."""
    shown, series = people[:MOST_LINES], []
    for one, colour in zip(shown, own_colours(shown), strict=True):
        points = [(float(n), result.points) for n, play in enumerate(plays, 1) if (result := play.of(one.person))]
        series.append(Series(one.name, colour, tuple(points), frozenset(range(len(points)))))
    labels = [(float(n), short_day(play.ended)) for n, play in enumerate(plays, 1)]
    rows = tuple((day(play.ended), tuple(points_of(play, one.person) for one in shown)) for play in plays)
    return ChartView(line_chart(_("Scores over time"), series, labels), legend(series), rows)


def own_colours(people: Sequence[Summary]) -> list[str]:
    """Each person's colour; if two have the same, the second gets an unused one."""
    free = [colour for colour in PLAYER_COLOURS if colour not in {one.colour for one in people}]
    given: list[str] = []
    for one in people:
        given.append(one.colour if one.colour in PLAYER_COLOURS and one.colour not in given else free.pop(0))
    return given


def points_of(play: Play, person: str) -> int | None:
    result = play.of(person)
    return result.points if result else None
