"""Double-entry bookkeeping of agents, counsellors, chips and spaces from the events alone."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from scoring.kernel import EVERY_MOVE, FINAL_SCORING, Event
from scoring.regents.castle import (
    AgentBroughtBack,
    AgentDrivenOut,
    AgentMoved,
    AgentsSwapped,
    CardPlayed,
    CounsellorPlaced,
    KingMoved,
    NeutralMoved,
)
from scoring.regents.components import AGENTS, CHIPS, COUNSELLORS, DOMAINS, OUTER_ROOMS, PLAYERS_WITH_NEUTRAL
from scoring.regents.ending import ChipEntered, CounsellorGained, EndEntered, TurnEnded
from scoring.regents.setup import THE_KING, AgentPlaced, FirstChosen, PieceEntered
from scoring.regents.state import OUTSIDE, State
from scoring.regents.tracks import ChipTaken, ChipUsed, MarkerAdvanced, MarkerPushedBack
from scoring.regents.turn import CounsellorTaken, CounsellorUsed, DomainShown
from scoring.reveal_phases import BoardConfirmed
from scoring.tracking_modes import TrackingModeChanged

SUPPLY = "supply"


@dataclass
class Ledger:
    """Location of all pieces in a game of Régents, counted independently."""

    seats: int
    # Owner and place of every agent.
    agents: Counter[tuple[int, str]] = field(default_factory=Counter)
    counsellors: Counter[int] = field(default_factory=Counter)
    on_board: int = 0
    in_reserve: int = COUNSELLORS
    chips: set[str] = field(default_factory=lambda: set(CHIPS))
    held: Counter[int] = field(default_factory=Counter)
    used: int = 0
    spaces: Counter[tuple[int, str]] = field(default_factory=Counter)
    cards: Counter[int] = field(default_factory=Counter)
    # FINAL_SCORING mode: chips as entered, and chips still on their thresholds.
    entered: Counter[int] = field(default_factory=Counter)
    there: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.agents.update({(seat, SUPPLY): AGENTS for seat in range(self.seats)})

    def book(self, event: Event) -> None:
        self._agents(event)
        self._counsellors(event)
        self._tracks(event)

    def _agents(self, event: Event) -> None:
        match event:
            case FirstChosen() if self.seats == PLAYERS_WITH_NEUTRAL:
                self.agents.update({(self.seats, room): 1 for room in OUTER_ROOMS})
            case TrackingModeChanged():
                self.agents.clear()
            case PieceEntered(whose, place) if whose != THE_KING:
                self.agents[whose, place] += 1
            case AgentPlaced(seat, place):
                self._move(seat, SUPPLY, place)
            case AgentMoved(seat, origin, place):
                self._move(seat, origin, place)
            case NeutralMoved(_, origin, place):
                self._move(self.seats, origin, place)
            case AgentDrivenOut(seat, whose, place):
                assert whose != seat
                self._move(whose, place, OUTSIDE)
            case AgentBroughtBack(seat, place):
                self._move(seat, OUTSIDE, place)
            case AgentsSwapped(_, one, here, other, there):
                self._move(one, here, there)
                self._move(other, there, here)
            case CardPlayed(seat):
                self.cards[seat] += 1
            case KingMoved(_, place):
                assert place not in ("tower", "rampart")

    def _move(self, owner: int, origin: str, place: str) -> None:
        assert self.agents[owner, origin] > 0, "an agent came from nowhere"
        self.agents[owner, origin] -= 1
        self.agents[owner, place] += 1

    def _counsellors(self, event: Event) -> None:
        match event:
            case CounsellorTaken(seat):
                self._take(seat, 1)
            case CounsellorGained(seat, count):
                self._take(seat, count)
            case CounsellorPlaced(seat) | CounsellorUsed(seat):
                self.counsellors[seat] -= 1
                self.on_board += 1
            case DomainShown(_, _, count):
                self.in_reserve -= count
                self.on_board += count
            case EndEntered(seat, _, _, count):
                self._take(seat, count - self.counsellors[seat])
            case TurnEnded():
                self.in_reserve, self.on_board = self.in_reserve + self.on_board, 0

    def _take(self, seat: int, count: int) -> None:
        self.in_reserve -= count
        self.counsellors[seat] += count

    def _tracks(self, event: Event) -> None:
        match event:
            case ChipTaken(seat, chip):
                self.chips.remove(chip)
                self.held[seat] += 1
            case ChipUsed(seat):
                self.held[seat] -= 1
                self.used += 1
            case EndEntered(seat, tracks, chips):
                for domain, to in zip(DOMAINS, tracks, strict=True):
                    self.spaces[seat, domain] = to
                self.entered[seat] = chips
            case ChipEntered(chip, there):
                self.there |= {chip} if there else set()
            case BoardConfirmed() if self.entered:
                self.held, self.chips = Counter(self.entered), set(self.there)
            case MarkerAdvanced(seat, domain, spaces, to):
                assert 0 <= to - self.spaces[seat, domain] <= spaces
                self.spaces[seat, domain] = to
            case MarkerPushedBack(seat, whose, domain, to):
                assert seat != whose
                assert self.spaces[whose, domain] - to == 1
                self.spaces[whose, domain] = to

    def check(self, state: State) -> None:
        stand = Counter((owner, place) for owner, there in enumerate(state.agents) for place in there)
        counted = {key: n for key, n in self.agents.items() if n and key[1] != SUPPLY}
        assert counted == stand or state.tracking_mode != EVERY_MOVE
        assert state.reserve == self.in_reserve >= 0
        assert len(state.on_board) == self.on_board
        if state.tracking_mode == FINAL_SCORING:  # an entered chip may no longer matter
            assert not state.chips or set(state.chips_left) <= self.chips
        else:
            assert set(state.chips_left) == self.chips
            assert len(self.chips) + sum(self.held.values()) + self.used == len(CHIPS)
        if state.tracking_mode == FINAL_SCORING and not state.chips:
            return
        for seat in range(self.seats):
            assert state.counsellors[seat] == self.counsellors[seat] >= 0
            assert state.chips_of(seat) == self.held[seat] >= 0
            assert len(state.played[seat]) == self.cards[seat] <= 5
            assert sum(state.tracks[seat]) == sum(n for (who, _), n in self.spaces.items() if who == seat)
