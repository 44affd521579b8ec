"""Views of each seat and of the table screen, built up field by field, so that no secret can be left in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scoring.kernel import FINAL_SCORING, GameView, action_refusal
from scoring.lang_lebe.cards import Deal
from scoring.lang_lebe.components import AREAS, TARGET, Cards
from scoring.lang_lebe.dispute import Dispute, Round, best_assignment
from scoring.lang_lebe.election import CountLine, Election, GameOver, Place, count_line, with_places
from scoring.lang_lebe.entering import place_refusal
from scoring.lang_lebe.key_moments import ElectionEntry
from scoring.lang_lebe.setup import SetUp
from scoring.lang_lebe.state import SpentCard, State, Untracked
from scoring.lang_lebe.turn import MoveFigure
from scoring.memo import memoize_by_identity
from scoring.sealed import SealedView, sealed_view
from scoring.words import Text


@dataclass(frozen=True)
class AreaView:
    """One area of the board; `votes` is None if unknown."""

    name: str
    votes: int | None
    most_courtiers: int
    in_play: bool
    holder: int | None
    courtiers: int
    figures: tuple[int, ...]
    contested: bool
    # Seats that claim the area during an election entry.
    claimed: tuple[int, ...] = ()


@dataclass(frozen=True)
class PlayerView:
    """Public facts about a seat: never its cards, only whether it is known to have none."""

    seat: int
    figure: str | None
    supply: int
    bonus: int
    area_votes: int
    third: int
    total: int
    votes_known: bool
    out_of_cards: bool


@dataclass(frozen=True)
class StakeView:
    """A seat's revealed cards; empty if it had no cards to stake."""

    seat: int
    cards: Cards
    extra: int


@dataclass(frozen=True)
class DiceView:
    """A roll as (card, die) pairs, the largest first."""

    seat: int
    pairs: tuple[tuple[int, int], ...]
    extra: int
    total: int | None


@dataclass(frozen=True)
class DisputeView:
    """A dispute. `stakes` and `rounds`, the rolls of each round, are empty until the reveal."""

    area: str
    intruder: int
    defender: int
    sealed: SealedView
    stakes: tuple[StakeView, ...]
    rounds: tuple[tuple[DiceView, ...], ...]
    next_to_roll: int | None
    winner: int | None


@dataclass(frozen=True)
class TieRollView:
    seat: int
    dice: tuple[int, ...]
    sum: int


@dataclass(frozen=True)
class ElectionView:
    """The count so far, then the places and the king, which stay until the end of the next turn."""

    target: int
    confirmed: bool
    lines: tuple[CountLine, ...]
    finished: bool
    tie_rolls: tuple[TieRollView, ...]
    places: tuple[Place, ...]
    winner: int | None


@dataclass(frozen=True)
class PollView:
    """Entry of areas and card counts; `card_counts` is filled in FINAL_SCORING mode only, where nothing is secret."""

    sealed: SealedView
    contradictions: tuple[str, ...]
    card_counts: tuple[int | None, ...]


@dataclass(frozen=True)
class LangLebeView(GameView):
    """One screen of the game. `hand`, `stake`, `entered` and `counted` (the sealed number of cards) are private to the
    seat, and None on the table screen."""

    phase: str
    step: str
    tracking_mode: str
    target: int
    herald_rolls: bool
    areas: tuple[AreaView, ...]
    # Areas that the seat cannot enter now, with the reason. Private, since the reason may be its hand.
    closed: tuple[tuple[str, Text], ...]
    players: tuple[PlayerView, ...]
    hand: Cards | None
    stake: Cards | None
    entered: Cards | None
    counted: int | None
    spent_card: SpentCard | None
    dispute: DisputeView | None
    election: ElectionView | None
    deal: SealedView | None
    poll: PollView | None
    winner: int | None

    @property
    def to_check(self) -> bool:
        return self.phase == "election" and self.election is not None and not self.election.confirmed


def public_view(state: State) -> dict[str, Any]:
    """Returns the fields that every screen shows."""
    phase = state.phase
    last_dispute = phase.last_dispute if isinstance(phase, Untracked) else None
    dispute = phase if isinstance(phase, Dispute) else last_dispute
    return {
        "phase": phase.name,
        "step": phase.step(state),
        "tracking_mode": state.tracking_mode,
        "target": TARGET[state.seats],
        "herald_rolls": state.herald_rolls,
        "areas": _areas(state),
        "players": _players(state),
        "spent_card": state.spent_card,
        "dispute": _dispute(dispute) if dispute else None,
        "election": _election(state, phase if isinstance(phase, Election) else state.last_election),
        "deal": sealed_view(phase.sealed) if isinstance(phase, Deal) else None,
        "poll": _poll(state, phase) if isinstance(phase, ElectionEntry) else None,
        "winner": phase.winner if isinstance(phase, GameOver) else None,
    }


def own_view(state: State, seat: int | None) -> dict[str, Any]:
    """Returns the fields that depend on whose screen it is (None: a table screen)."""
    phase = state.phase
    return {
        "closed": () if seat is None else _closed(state, seat),
        "hand": None if seat is None else _hand(state, seat),
        "stake": phase.sealed.of(seat) if isinstance(phase, Dispute) else None,
        "entered": phase.sealed.of(seat) if isinstance(phase, Deal) else None,
        "counted": phase.sealed.of(seat) if isinstance(phase, ElectionEntry) else None,
    }


def _hand(state: State, seat: int) -> Cards | None:
    """Returns the seat's hand; in untracked play, the cards to take from the box if hands were on phones before."""
    hands = state.phase.cards_to_take if isinstance(state.phase, Untracked) else state.hands
    return hands[seat] if hands else None


def _poll(state: State, poll: ElectionEntry) -> PollView:
    card_counts = tuple(
        poll.sealed.of(seat) if state.tracking_mode == FINAL_SCORING else None for seat in range(state.seats)
    )
    return PollView(sealed_view(poll.sealed), poll.claims.contradictions, card_counts)


# --- the board -----------------------------------------------------------------------------------------


def _closed(state: State, seat: int) -> tuple[tuple[str, Text], ...]:
    if action_refusal(MoveFigure, state, seat):
        return ()
    refused = ((area, place_refusal(state, seat, area)) for area in state.areas)
    return tuple((area, refusal.message) for area, refusal in refused if refusal)


@memoize_by_identity
def _areas(state: State) -> tuple[AreaView, ...]:
    return tuple(_area(state, area) for area in AREAS)


def _area(state: State, area: str) -> AreaView:
    phase = state.phase
    return AreaView(
        name=area,
        votes=state.votes(area),
        most_courtiers=state.most_courtiers(area),
        in_play=area in state.areas,
        holder=_holder(state, area),
        courtiers=state.courtiers_in(area),
        figures=state.figures_in(area),
        contested=isinstance(phase, Dispute) and phase.area == area and phase.winner is None,
        claimed=phase.claims.by(area) if isinstance(phase, ElectionEntry) else (),
    )


def _holder(state: State, area: str) -> int | None:
    """Returns the area's holder: its only claimant at an election entry, during set-up the seat that starts there."""
    if isinstance(state.phase, ElectionEntry):
        return state.phase.claims.owners.get(area)
    if isinstance(state.phase, SetUp):
        return next((seat for seat, start in state.phase.start_areas.items() if start == area), None)
    return state.holder(area)


@memoize_by_identity
def _players(state: State) -> tuple[PlayerView, ...]:
    return tuple(_player(state, number) for number in range(state.seats))


def _player(state: State, seat: int) -> PlayerView:
    line = count_line(state, seat)
    return PlayerView(
        seat=seat,
        figure=state.figures[seat] if state.figures else None,
        supply=state.supply(seat),
        bonus=state.bonus[seat],
        area_votes=line.area_votes,
        third=line.third,
        total=line.total,
        votes_known=not state.unknown_votes(state.areas_of(seat)),
        out_of_cards=seat in state.out_of_cards,
    )


# --- a dispute -----------------------------------------------------------------------------------------


@memoize_by_identity
def _dispute(dispute: Dispute) -> DisputeView:
    return DisputeView(
        area=dispute.area,
        intruder=dispute.turn,
        defender=dispute.defender,
        sealed=sealed_view(dispute.sealed),
        stakes=tuple(StakeView(s, cards, dispute.extras[s]) for s, cards in enumerate(dispute.stakes)),
        rounds=tuple(tuple(_dice(dispute, now, s) for s in now.contenders) for now in dispute.rounds),
        next_to_roll=next(iter(dispute.yet_to_roll), None),
        winner=dispute.winner,
    )


def _dice(dispute: Dispute, this_round: Round, seat: int) -> DiceView:
    dice = this_round.dice.get(seat)
    pairs = best_assignment(dispute.stakes[seat], dice) if dice is not None else ()
    return DiceView(seat, pairs, dispute.extras[seat], dispute.total(this_round, seat))


# --- an election ---------------------------------------------------------------------------------------


def _election(state: State, election: Election | None) -> ElectionView | None:
    if election is None:
        return None
    election = with_places(state, election) if isinstance(state.phase, Election) else election
    return ElectionView(
        target=TARGET[state.seats],
        confirmed=election.count is not None,
        lines=election.count.visible if election.count else (),
        finished=election.counted,
        tie_rolls=tuple(
            TieRollView(seat, dice, sum(dice)) for seat in sorted(election.tie_dice) for dice in election.tie_dice[seat]
        ),
        places=election.places,
        winner=election.winner,
    )
