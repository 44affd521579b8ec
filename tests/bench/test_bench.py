"""The benchmark runs and has something to tell; how fast it was is nobody's test."""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor

from tests.bench.__main__ import HERE
from tests.bench.measure import SMALLEST, measure
from tests.bench.report import ROWS, markdown, medians


def test_the_smallest_run_has_every_figure_and_no_errors() -> None:
    with ThreadPoolExecutor() as apart:  # away from the loop that drives the browsers
        run = apart.submit(measure, HERE, SMALLEST).result()
    assert run.errors == []
    figures = medians([run])
    for name in (name for row in ROWS for name in row.names):
        # Memory and CPU are told by Linux only.
        assert math.isnan(figures[name]) or figures[name] >= 0 or name == "screen_kb", name


def test_two_checkouts_stand_side_by_side_with_their_ratio() -> None:
    table = markdown({"this": {"one_p50": 10, "one_p95": 30}, "other": {"one_p50": 20, "one_p95": 20}})
    assert "| 10 / 30 ms | 20 / 20 ms | 0.50 / 1.50 | p95 < 50 ms |" in table
