"""CPU and bytes of every move of recorded evenings: all phones and one table screen, in each game and checkout."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.bootstrap import environment_variables
from scoring.game_info import GAME_INFOS
from scoring.kernel import EVERY_MOVE
from scoring.recording import load
from tests.bench.moves import LAYERS, Move
from tests.bench.report import row_of

SCRIPT = Path(__file__).with_name("moves.py")


@dataclass(frozen=True)
class Evening:
    """The moves of one recording in one checkout."""

    game: str
    checkout: str
    cold: bool
    moves: Sequence[Move]

    def mean(self, layer: str = "") -> float:
        return statistics.mean(cost(move, layer) for move in self.moves)

    @property
    def p95(self) -> float:
        return sorted(map(cost, self.moves))[int(len(self.moves) * 0.95)]

    def kilobytes(self, page: str) -> float:
        return statistics.mean(move.sent[page] for move in self.moves) / 1000


def cost(move: Move, layer: str = "") -> float:
    """CPU milliseconds of a layer, or of all."""
    return move.cpu[layer] if layer else sum(move.cpu.values())


def longest(checkout: Path, key: str) -> Path:
    """The longest recording of every move with the most players."""

    def size(path: Path) -> tuple[bool, int, int]:
        projection = load(path.read_text(encoding="utf-8"))
        return projection.table.tracking_mode == EVERY_MOVE, len(projection.table.seats), projection.seq

    return max(recordings_of(checkout, key), key=size)


def recordings_of(checkout: Path, key: str) -> list[Path]:
    return list((checkout / "tests" / GAME_INFOS[key].folder / "recorded").glob("*.jsonl"))


def measure_evenings(checkouts: Mapping[str, Path], games: Sequence[str], repeat: int) -> list[Evening]:
    """Plays one recording per game in each checkout in turns, warm and cold. The last checkout provides the recordings,
    since every release reads older logs; games it does not have are left out."""
    *_, oldest = checkouts.values()
    known = [key for key in games if recordings_of(oldest, key)]
    return [evening for key in known for evening in measure_game(checkouts, key, longest(oldest, key), repeat)]


def measure_game(checkouts: Mapping[str, Path], key: str, file: Path, repeat: int) -> Iterator[Evening]:
    for cold in (False, True):
        runs: dict[str, list[list[Move]]] = {name: [] for name in checkouts}
        for _ in range(repeat):
            for name, checkout in checkouts.items():
                runs[name].append(run_moves(checkout, key, file, cold))
        for name, found in runs.items():
            yield Evening(key, name, cold, [min(same, key=cost) for same in zip(*found, strict=True)])


def run_moves(checkout: Path, key: str, file: Path, cold: bool) -> list[Move]:
    """Runs moves.py with the checkout's code. -P keeps this folder's modules off the path."""
    command = [sys.executable, "-P", str(SCRIPT), key, str(file), *(["--cold"] if cold else [])]
    variables = {**environment_variables(), "PYTHONPATH": str(checkout)}
    found = subprocess.run(command, cwd=checkout, env=variables, stdout=subprocess.PIPE, check=True)
    return [Move(**move) for move in json.loads(found.stdout)]


# --- report ----------------------------------------------------------------------------------------------

COLUMNS: Mapping[str, Callable[[Evening], float]] = {
    "mean ms": Evening.mean,
    "p95 ms": lambda evening: evening.p95,
    **{f"{layer} ms": lambda evening, layer=layer: evening.mean(layer) for layer in LAYERS},  # type: ignore[misc]
    "phones kB": lambda evening: evening.kilobytes("me"),
    "table kB": lambda evening: evening.kilobytes("table"),
}


def markdown(evenings: Sequence[Evening]) -> str:
    """Returns one row per game, state of the caches and checkout; two checkouts add a row of ratios."""
    lines = [row_of(["CPU of a move", "", "moves", *COLUMNS]), row_of(["---"] * (3 + len(COLUMNS)))]
    for key, cold in dict.fromkeys((evening.game, evening.cold) for evening in evenings):
        same = [evening for evening in evenings if (evening.game, evening.cold) == (key, cold)]
        rows = [[column(evening) for column in COLUMNS.values()] for evening in same]
        what = f"{GAME_INFOS[key].title}, {'cold' if cold else 'warm'}"
        for evening, row in zip(same, rows, strict=True):
            cells = [f"{value:.1f}" if value < 100 else f"{value:.0f}" for value in row]
            lines.append(row_of([what, evening.checkout, str(len(evening.moves)), *cells]))
        if len(rows) == 2:
            lines.append(row_of([what, "ratio", "", *(f"{one / other:.2f}" for one, other in zip(*rows, strict=True))]))
    return "\n".join(lines)
