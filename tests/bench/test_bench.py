"""The benchmark runs and reports its figures; the figures themselves are not tested."""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from scoring.game_info import GAME_INFOS
from scoring.recording import load
from tests.bench import evenings, growth, hall
from tests.bench.__main__ import HERE
from tests.bench.growth import FEW, Curve, all_curves
from tests.bench.measure import SMALLEST, measure
from tests.bench.moves import LAYERS, Move
from tests.bench.report import ROWS, markdown, medians
from tests.engines import are_required
from tests.engines.nginx import Nginx
from tests.games import one_for_all


@pytest.mark.parametrize("key", one_for_all(GAME_INFOS, lambda key: key == "royals"))
def test_every_move_of_an_evening_is_measured_layer_by_layer(key: str) -> None:
    (evening,) = (one for one in evenings.measure_evenings({"this": HERE}, [key], repeat=1) if not one.cold)
    projection = load(evenings.longest(HERE, key).read_text(encoding="utf-8"))
    actions = {record.action_id for record in projection.records if record.seq > projection.began}
    assert len(evening.moves) == len(actions)
    assert all(evening.mean(layer) > 0 for layer in LAYERS)
    assert evening.kilobytes("me") > 1
    assert evening.kilobytes("table") > 1


def test_games_that_the_other_checkout_lacks_are_left_out(tmp_path: Path) -> None:
    assert evenings.measure_evenings({"this": HERE, "the other": tmp_path}, ["any-game", "royals"], repeat=1) == []


def test_moves_of_two_checkouts_are_shown_with_their_ratio() -> None:
    one, other = Move(dict.fromkeys(LAYERS, 1.0)), Move(dict.fromkeys(LAYERS, 2.0))
    sent = {"me": 3000, "table": 1000}
    both = [
        evenings.Evening("royals", name, False, [replace(move, sent=sent)]) for name, move in (("a", one), ("b", other))
    ]
    assert "| Royals, warm | ratio |  | 0.50 | 0.50 |" in evenings.markdown(both)


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
        curves = apart.submit(all_curves, FEW).result()
    told = growth.markdown(curves)
    for what in ("by events", "by tables", "by screens", "by seats", "by finished evenings", "left running"):
        assert what in told
    assert b"<svg" in growth.chart_of(curves)


@pytest.mark.repeats
def test_one_herald_and_two_are_measured_behind_nginx() -> None:
    if not Nginx.is_here():
        assert not are_required()
        pytest.skip(f"nginx is not installed: apt install {Nginx.packages}")
    with ThreadPoolExecutor() as apart:
        halls = apart.submit(hall.measured, hall.SMALLEST).result()
    assert [(one.heralds, one.actions, one.errors) for one in halls] == [(1, 20, []), (2, 20, [])]
    assert all(cpu > 0 for cpu in halls[1].cpu), "both have tables"
    assert hall.markdown(halls).count("\n") == 3


@pytest.mark.parametrize(("costs", "power"), [((2, 2), 0), ((2, 20), 1), ((2, 200), 2), ((0, 5), 0)])
def test_growth_of_a_cost_is_one_exponent(costs: tuple[float, float], power: float) -> None:
    assert Curve("cost", (10, 100), costs).power == pytest.approx(power)


def test_times_are_shown_with_their_ratio_to_a_bare_request() -> None:
    table = markdown({"this": {"one_p50": 10, "one_p95": 30, "bare_p50": 0.5}})
    assert "| 10 / 30 ms | 20 / 60 | p95 < 50 ms |" in table


def test_two_checkouts_are_shown_side_by_side_with_their_ratio() -> None:
    table = markdown({"this": {"one_p50": 10, "one_p95": 30}, "other": {"one_p50": 20, "one_p95": 20}})
    assert "| 10 / 30 ms | 20 / 20 ms | 0.50 / 1.50 | p95 < 50 ms |" in table
