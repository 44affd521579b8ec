"""What everybody may see of a king election."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.lang_lebe.election import numbers_needed_to_count, settled, yet_to_roll
from scoring.lang_lebe.phases import CountLine, Election, Place
from scoring.lang_lebe.printed import TARGET
from scoring.lang_lebe.state import State, fits_the_game


@dataclass(frozen=True)
class CountView:
    seat: int
    areas: tuple[tuple[str, int], ...]
    area_votes: int
    third: int
    votes: int
    bonus: int
    total: int
    enough: bool


@dataclass(frozen=True)
class TieRollView:
    seat: int
    dice: tuple[int, ...]
    sum: int


@dataclass(frozen=True)
class ElectionView:
    """The count so far; then the places and who is king, which stay until the next turn is over."""

    target: int
    confirmed: bool
    numbers_needed: tuple[str, ...]
    hands_fit: bool
    lines: tuple[CountView, ...]
    finished: bool
    to_roll: tuple[int, ...]
    tie_rolls: tuple[TieRollView, ...]
    places: tuple[Place, ...]
    winner: int | None


def election_view(state: State, election: Election | None) -> ElectionView | None:
    if election is None:
        return None
    counted = election.count is not None and election.count.finished
    live = isinstance(state.phase, Election)
    election = settled(state, election) if live else election
    return ElectionView(
        target=TARGET[state.seats],
        confirmed=election.count is not None,
        numbers_needed=numbers_needed_to_count(state) if live else (),
        hands_fit=fits_the_game(state.hands) if live else True,
        lines=tuple(_count(state, line) for line in election.count.visible) if election.count else (),
        finished=counted,
        to_roll=yet_to_roll(state, election) if counted and live else (),
        tie_rolls=tuple(
            TieRollView(seat, dice, sum(dice)) for seat in sorted(election.tie_dice) for dice in election.tie_dice[seat]
        ),
        places=election.places,
        winner=election.winner,
    )


def _count(state: State, line: CountLine) -> CountView:
    return CountView(
        seat=line.seat,
        areas=line.areas,
        area_votes=line.area_votes,
        third=line.third,
        votes=line.votes,
        bonus=line.bonus,
        total=line.total,
        enough=line.total >= TARGET[state.seats],
    )
