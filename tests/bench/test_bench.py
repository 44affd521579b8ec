"""The benchmark runs and reports its figures; the figures themselves are not tested."""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.bench import growth
from tests.bench.__main__ import HERE
from tests.bench.growth import FEW, Curve, grown
from tests.bench.measure import SMALLEST, measure
from tests.bench.report import ROWS, markdown, medians


@pytest.mark.repeats
def test_the_smallest_run_has_every_figure_and_no_errors() -> None:
    with ThreadPoolExecutor() as apart:  # outside the event loop that drives the browsers
        run = apart.submit(measure, HERE, SMALLEST).result()
    assert run.errors == []
    figures = medians([run])
    for name in (name for row in ROWS for name in row.names):
        # Memory and CPU are available on Linux only.
        assert math.isnan(figures[name]) or figures[name] >= 0 or name == "screen_kb", name


@pytest.mark.repeats
def test_growth_is_measured_for_events_tables_screens_seats_and_hours() -> None:
    with ThreadPoolExecutor() as apart:
        curves = apart.submit(grown, FEW).result()
    told = growth.markdown(curves)
    for what in ("by events", "by tables", "by screens", "by seats", "left running"):
        assert what in told
    assert b"<svg" in growth.drawn(curves)


@pytest.mark.parametrize(("costs", "power"), [((2, 2), 0), ((2, 20), 1), ((2, 200), 2), ((0, 5), 0)])
def test_growth_of_a_cost_is_one_exponent(costs: tuple[float, float], power: float) -> None:
    assert Curve("cost", (10, 100), costs).power == pytest.approx(power)


def test_times_are_shown_with_their_ratio_to_a_bare_request() -> None:
    table = markdown({"this": {"one_p50": 10, "one_p95": 30, "bare_p50": 0.5}})
    assert "| 10 / 30 ms | 20 / 60 | p95 < 50 ms |" in table


def test_two_checkouts_are_shown_side_by_side_with_their_ratio() -> None:
    table = markdown({"this": {"one_p50": 10, "one_p95": 30}, "other": {"one_p50": 20, "one_p95": 20}})
    assert "| 10 / 30 ms | 20 / 20 ms | 0.50 / 1.50 | p95 < 50 ms |" in table
