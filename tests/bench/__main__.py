"""Runs the benchmark and prints the report. On a busy machine use `--against`: the two checkouts alternate, so the
ratios stay meaningful."""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from collections.abc import Mapping
from pathlib import Path

from scoring.game_info import GAME_INFOS
from tests.bench import evenings, hall
from tests.bench.growth import FEW, Marks, all_curves, chart_of
from tests.bench.growth import markdown as growth_table
from tests.bench.measure import FULL, LONG, QUICK, Figures, measure
from tests.bench.report import markdown, medians

HERE = Path(__file__).resolve().parents[2]


def main() -> int:
    chosen = arguments()
    if chosen.what == "growth":
        return measure_growth(chosen.picture, chosen.quick)
    if chosen.what == "hall":
        return measure_hall(chosen.quick)
    print(machine())
    checkouts = {"this checkout": HERE, **({"the other": chosen.against.resolve()} if chosen.against else {})}
    if chosen.what != "server":
        print(f"\n{evenings.markdown(evenings.measure_evenings(checkouts, chosen.game, chosen.repeat))}", flush=True)
    return measure_server(checkouts, chosen) if chosen.what != "moves" else 0


def measure_growth(picture: Path | None, quick: bool) -> int:
    curves = all_curves(FEW if quick else Marks())
    print(f"{machine()}\n\n{growth_table(curves)}")
    if picture:
        picture.write_bytes(chart_of(curves))
    return 0


def measure_hall(quick: bool) -> int:
    halls = hall.measured(hall.SMALLEST if quick else hall.Load())
    print(f"{machine()}\n\n{hall.markdown(halls)}")
    errors = [error for one in halls for error in one.errors]
    print(*sorted(set(errors)), sep="\n", file=sys.stderr)
    return 1 if errors else 0


def measure_server(checkouts: Mapping[str, Path], chosen: argparse.Namespace) -> int:
    runs: dict[str, list[Figures]] = {name: [] for name in checkouts}
    for _ in range(chosen.repeat):
        for name, checkout in checkouts.items():
            runs[name].append(measure(checkout, QUICK if chosen.quick else LONG if chosen.long else FULL))
    columns = {name: medians(found) for name, found in runs.items()}
    print(f"\nMedians of {chosen.repeat} run(s)\n\n{markdown(columns)}")
    errors = [error for found in runs.values() for run in found for error in run.errors]
    for error in sorted(set(errors)):
        print(f"{errors.count(error)} × {error}", file=sys.stderr)
    if chosen.json:
        chosen.json.write_text(json.dumps({"machine": machine(), "figures": columns}, indent=2), encoding="utf-8")
    return 1 if errors else 0


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=sys.modules["tests.bench"].__doc__)
    parser.add_argument(
        "what",
        nargs="?",
        choices=("all", "moves", "server", "growth", "hall"),
        default="all",
        help="moves of recorded evenings, a server with its screens, both (all), growth with size, or a hall",
    )
    games = tuple(GAME_INFOS)
    parser.add_argument("--game", action="append", choices=games, help="with moves: only this game")
    parser.add_argument("--picture", type=Path, metavar="FILE", help="with growth: its curves as an SVG")
    parser.add_argument("--quick", action="store_true", help="a minute instead of several")
    parser.add_argument("--long", action="store_true", help="server: ten minutes with many tables at their own pace")
    parser.add_argument(
        "--repeat", type=int, default=1, metavar="N", help="runs; the report has the best or median (1)"
    )
    parser.add_argument("--against", type=Path, metavar="DIR", help="another checkout, measured in turns with this one")
    parser.add_argument("--json", type=Path, metavar="FILE", help="server: write the figures there too")
    chosen = parser.parse_args()
    chosen.game = chosen.game or games
    return chosen


def machine() -> str:
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    return f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores{load}, Python {platform.python_version()}"


if __name__ == "__main__":
    sys.exit(main())
