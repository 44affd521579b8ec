"""What each seat, and the table screen, may see: built up from nothing, never the state with parts removed."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.kernel import GameView, Offer
from scoring.lang_lebe.cards import Cards
from scoring.lang_lebe.corrections import corrections
from scoring.lang_lebe.dice import succeeds
from scoring.lang_lebe.dispute_view import DisputeView, dispute_view
from scoring.lang_lebe.election import count_line
from scoring.lang_lebe.election_view import ElectionView, election_view
from scoring.lang_lebe.headline import headline, step, waiting_for
from scoring.lang_lebe.phases import Deal, Dispute, Election, Over, SetUp, Turn
from scoring.lang_lebe.printed import AREAS, TARGET
from scoring.lang_lebe.rules import offers
from scoring.lang_lebe.state import (
    State,
    areas_in_play,
    areas_of,
    courtiers_in,
    figures_in,
    holder,
    supply,
    turn_of,
    votes,
)
from scoring.once import once
from scoring.sealed import SealedView, sealed_view


@dataclass(frozen=True)
class AreaView:
    """One area of the board. `votes` is also the most courtiers it takes; None: not known yet."""

    name: str
    votes: int | None
    in_play: bool
    holder: int | None
    courtiers: int
    figures: tuple[int, ...]
    contested: bool
    visited: bool

    @property
    def limit(self) -> int | None:
        return self.votes


@dataclass(frozen=True)
class PlayerView:
    """What everybody may know of a seat: never its cards, only whether it has said that it has none."""

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
class SpentView:
    """The last card spent on one die."""

    seat: int
    card: int
    die: int
    points: int
    success: bool
    for_courtier: bool


@dataclass(frozen=True)
class DealView:
    each: int
    sealed: SealedView
    miscounted: bool


@dataclass(frozen=True)
class LangLebeView(GameView):
    """`hand`, `stake` and `entered` are the seat's own; on the table screen they are None."""

    phase: str
    step: str
    target: int
    cards_on_phones: bool
    herald_rolls: bool
    areas: tuple[AreaView, ...]
    players: tuple[PlayerView, ...]
    hand: Cards | None
    stake: Cards | None
    entered: Cards | None
    rolled: SpentView | None
    dispute: DisputeView | None
    election: ElectionView | None
    deal: DealView | None
    winner: int | None
    corrections: tuple[Offer, ...]


PHASES = {SetUp: "set-up", Turn: "turn", Dispute: "dispute", Election: "election", Deal: "deal", Over: "over"}


def view(state: State, seat: int | None) -> LangLebeView:
    phase = state.phase
    return LangLebeView(
        seat=seat,
        headline=headline(state),
        turn=turn_of(state),
        waiting_for=waiting_for(state),
        offers=for_eyes_of(seat, offers(state)),
        hands=state.to_do,
        over=isinstance(phase, Over),
        phase=PHASES[type(phase)],
        step=step(state),
        target=TARGET[state.seats],
        cards_on_phones=state.cards_on_phones,
        herald_rolls=state.herald_rolls,
        areas=_areas(state),
        players=_players(state),
        hand=None if seat is None else state.hands[seat],
        stake=phase.sealed.of(seat) if isinstance(phase, Dispute) else None,
        entered=phase.sealed.of(seat) if isinstance(phase, Deal) else None,
        rolled=_spent(state),
        dispute=dispute_view(state, phase) if isinstance(phase, Dispute) else None,
        election=election_view(state, phase if isinstance(phase, Election) else state.last_election),
        deal=DealView(phase.each, sealed_view(phase.sealed), phase.miscounted) if isinstance(phase, Deal) else None,
        winner=phase.winner if isinstance(phase, Over) else None,
        corrections=for_eyes_of(seat, corrections(state)),
    )


def for_eyes_of(seat: int | None, all_offers: tuple[Offer, ...]) -> tuple[Offer, ...]:
    """What rests on a hand is offered to its owner alone."""
    return tuple(offer for offer in all_offers if not offer.own or offer.seat == seat)


@once
def _areas(state: State) -> tuple[AreaView, ...]:
    return tuple(_area(state, area) for area in AREAS)


def _holder(state: State, area: str) -> int | None:
    """Whoever starts there holds it as soon as that is said."""
    if isinstance(state.phase, SetUp):
        return next((seat for seat, start in state.phase.taken.items() if start == area), None)
    return holder(state, area)


@once
def _players(state: State) -> tuple[PlayerView, ...]:
    return tuple(_player(state, number) for number in range(state.seats))


def _area(state: State, area: str) -> AreaView:
    phase = state.phase
    return AreaView(
        name=area,
        votes=votes(state, area),
        in_play=area in areas_in_play(state),
        holder=_holder(state, area),
        courtiers=courtiers_in(state, area),
        figures=figures_in(state, area),
        contested=isinstance(phase, Dispute) and phase.area == area and phase.winner is None,
        visited=isinstance(phase, Turn) and area in (*phase.entered, phase.here),
    )


def _player(state: State, seat: int) -> PlayerView:
    line = count_line(state, seat)
    return PlayerView(
        seat=seat,
        figure=state.figures[seat] if state.figures else None,
        supply=supply(state, seat),
        bonus=state.bonus[seat],
        area_votes=line.area_votes,
        third=line.third,
        total=line.total,
        votes_known=all(votes(state, area) is not None for area in areas_of(state, seat)),
        out_of_cards=seat in state.out_of_cards,
    )


def _spent(state: State) -> SpentView | None:
    last = state.rolled
    if last is None:
        return None
    success = succeeds(last.card, last.die)
    return SpentView(last.seat, last.card, last.die, last.card * last.die, success, last.for_courtier)
