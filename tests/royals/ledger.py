"""Double-entry bookkeeping of cubes and markers from the events alone: none may appear or vanish."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from scoring.kernel import Event
from scoring.royals.components import CUBES_A_MOVE, CUBES_OF_BLACK_AND_WHITE
from scoring.royals.corrections import MissedMoveEntered
from scoring.royals.markers import MarkerPassedOn, MarkerRemoved, MarkerTaken, MissedMarkerTaken
from scoring.royals.state import State
from scoring.royals.turn import PositionOccupied, PositionTakenOver


@dataclass
class Ledger:
    """Independent count of the cubes and markers in a game of Royals."""

    seats: int
    used: Counter[int] = field(default_factory=Counter)
    markers: Counter[tuple[int, str]] = field(default_factory=Counter)
    gone: Counter[str] = field(default_factory=Counter)

    def book(self, event: Event) -> None:
        match event:
            case PositionOccupied(seat) | PositionTakenOver(seat) | MissedMoveEntered(seat):
                self.used[seat] += CUBES_A_MOVE
            case MarkerTaken(seat, marker) | MissedMarkerTaken(seat, marker):
                self.markers[seat, marker] += 1
            case MarkerPassedOn(seat, marker, loser):
                self.markers[seat, marker] += 1
                self.markers[loser, marker] -= 1
            case MarkerRemoved(marker):
                self.gone[marker] += 1

    def check(self, state: State) -> None:
        # Without tracked moves, cubes are only seen at the end of an epoch.
        for seat in range(self.seats if state.tracked else 0):
            assert state.supply(seat) == state.cubes[seat] - self.used[seat]
            assert self.used[seat] <= CUBES_OF_BLACK_AND_WHITE
        assert Counter((marker.seat, marker.key) for marker in state.markers) == self.markers
        assert Counter(state.removed) == self.gone
        assert not {marker for _, marker in self.markers} & self.gone.keys()
