"""Declarations of any game for the tests shared by all games: see tests/games.py."""

from __future__ import annotations

from dataclasses import dataclass, field

from scoring.any_game.rounds import RoundScored, WinnersNamed
from scoring.any_game.state import State
from scoring.kernel import Event
from scoring.replay import Projection
from tests.games import Scene

# Saved logs stay readable forever: lines are added, never changed or removed.
STORED = [
    "amount-corrected 1: seat, place, round, amount",
    "amounts-entered 1: seat, amounts",
    "answer-sealed 1: seat, amounts",
    "answers-revealed 1",
    "asked-again 1: tied",
    "board-confirmed 1",
    "counting-began 1: numbers",
    "dice-rolled 1: seat, faces",
    "end-reached 1: text",
    "first-player-drawn 1: seat",
    "game-ended 1",
    "marker-moved 1: seat, row, to",
    "own-marker-moved 1: seat, row, to",
    "place-decided 1: place, seat",
    "round-scored 1: numbers",
    "seats-skipped 1: skipped",
    "tie-left-to-table 1: tied",
    "timer-started 1: seconds",
    "tool-closed 1: won",
    "tool-started 1: tool, seat, asked",
    "winners-asked 1",
    "winners-named 1: won",
]
ENDINGS = ("single-winner",)
# Games of a few rounds, not of one tap.
HASTE = {"end-game": 0.01, "start-tool": 1.5}
HIGHLIGHTS = ("answers", "area")
CHECKED = "4-everything"
MOMENTS = ("4-everything", "5-named")
SCENE = Scene(
    seats=4,
    seed=18,
    table=lambda view: view.phase == "playing" and sum(len(one.pieces) for one in view.islands) > 16,
    phone=lambda view: view.phase == "asking",
)


def endings_of(projection: Projection) -> set[str]:
    standings = projection.table.standings
    assert standings is not None
    ways = {"single-winner"} if len(standings.winners) == 1 else {"shared-victory"}
    ways |= {"named"} if projection.table.state.named else set()
    return ways | ({"everything"} if projection.table.game.title == "Everything" else set())


@dataclass
class Ledger:
    """Rounds that were counted, each once, and the winners that the table named."""

    seats: int
    scored: list[int] = field(default_factory=list)
    named: tuple[int, ...] = ()

    def book(self, event: Event) -> None:
        match event:
            case RoundScored(numbers):
                self.scored += numbers
            case WinnersNamed(won):
                self.named = won

    def check(self, state: State) -> None:
        assert (tuple(self.scored), self.named) == (state.scored, state.named)
        assert len(set(self.scored)) == len(self.scored)
