"""The figures as a Markdown table, next to Herald's targets."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from scoring.game_info import GAME_INFOS
from tests.bench.measure import Figures


class Row(NamedTuple):
    what: str
    # Name of one figure, or of a median and its 95th percentile.
    names: tuple[str, ...]
    unit: str
    aim: str = ""


ROWS = (
    Row("last stake posted → all 6 screens current, p50 / p95", ("one_p50", "one_p95"), "ms", "p95 < 50 ms"),
    Row("… as a multiple of as many bare requests", ("one_to_trip",), "×", "< 5 ×"),
    Row("last stake posted → its own answer, p50 / p95", ("answer_p50", "answer_p95"), "ms"),
    Row("server’s CPU for a reveal and its undo, on 6 screens", ("round_cpu",), "ms"),
    Row("one fragment of a phone, p50 / p95", ("phone_p50", "phone_p95"), "ms"),
    Row("one fragment of a table screen, p50 / p95", ("table_p50", "table_p95"), "ms"),
    Row("a bare request, p50 / p95", ("bare_p50", "bare_p95"), "ms"),
    Row("a bare request, then one from each other screen, p50 / p95", ("trip_p50", "trip_p95"), "ms"),
    Row(
        "{tables} tables, each at its own pace → its 6 current, p50 / p95",
        ("paced_p50", "paced_p95"),
        "ms",
        "p95 < 150 ms",
    ),
    Row("{tables} tables in the same instant → its 6 current, p50 / p95", ("burst_p50", "burst_p95"), "ms"),
    Row("asks answered, each shown on 6 screens", ("asks",), "/s"),
    Row("memory with {tables} tables of 6", ("rss_mb",), "MB", "< 250 MB"),
    Row("memory for one connected screen (2 connections)", ("screen_kb",), "kB"),
    Row("second start → first page, p50", ("ready_p50",), "ms", "< 1500 ms"),
    Row("first load of the phone page, compressed", ("page_kb",), "kB", "< 90 kB"),
    Row("… of it JavaScript", ("script_kb",), "kB", "< 28 kB"),
    Row("2,000 events of recorded evenings read and replayed, CPU", ("replay_p50",), "ms"),
    Row("four full plans of Wars of the Roses resolved, CPU, p50 / p95", ("plans_p50", "plans_p95"), "ms", "< 20 ms"),
    *(
        Row(f"heaviest decision of {info.title}, CPU", (f"decision_{info.folder}",), "ms")
        for info in GAME_INFOS.values()
    ),
    Row("errors", ("errors",), "", "0"),
)


def medians(runs: Sequence[Figures]) -> dict[str, float]:
    """Returns the median of each figure over several runs; errors are summed."""
    names = dict.fromkeys(name for run in runs for name in run.values)
    values = {name: statistics.median(run.values[name] for run in runs if name in run.values) for name in names}
    if values.get("trip_p50") and "one_p50" in values:
        values["one_to_trip"] = values["one_p50"] / values["trip_p50"]
    return {**values, "errors": sum(len(run.errors) for run in runs)}


def markdown(columns: Mapping[str, Mapping[str, float]]) -> str:
    """Returns one column per set of figures. Two sets add the ratio of the first to the second. One set adds the ratio
    of its times to a bare request of the same run."""
    compare, head = (ratios, "ratio") if len(columns) == 2 else (multiples, "× bare")
    lines = [row_of(["", *columns, head, "aim"]), row_of(["---"] * (len(columns) + 3))]
    for row in ROWS:
        cells = [cell(row, values) for values in columns.values()]
        lines.append(row_of([row_text(row, columns), *cells, compare(row, columns), row.aim]))
    return "\n".join(lines)


def row_text(row: Row, columns: Mapping[str, Mapping[str, float]]) -> str:
    first = next(iter(columns.values()))
    return row.what.format(tables=round(first.get("tables", 0)))


def cell(row: Row, values: Mapping[str, float]) -> str:
    return " / ".join(number(values.get(name, math.nan)) for name in row.names) + f" {row.unit}".rstrip()


def ratios(row: Row, columns: Mapping[str, Mapping[str, float]]) -> str:
    first, second = columns.values()
    pairs = [(first.get(name, math.nan), second.get(name, math.nan)) for name in row.names]
    return " / ".join(f"{one / other:.2f}" if other else "–" for one, other in pairs)


def multiples(row: Row, columns: Mapping[str, Mapping[str, float]]) -> str:
    (values,) = columns.values()
    bare = values.get("bare_p50")
    return (
        " / ".join(number(values.get(name, math.nan) / bare) for name in row.names) if bare and row.unit == "ms" else ""
    )


def number(value: float) -> str:
    return "–" if math.isnan(value) else f"{value:.0f}" if value >= 100 or value == int(value) else f"{value:.1f}"


def row_of(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cells) + " |"
