"""What each seat, and the table screen, may see: built up from nothing, never the state with parts removed."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.kernel import GameView, Offer
from scoring.lang_lebe.cards import Cards
from scoring.lang_lebe.corrections import corrections
from scoring.lang_lebe.dice import succeeds
from scoring.lang_lebe.dispute import (
    areas_for_banished,
    best_assignment,
    may_take_back,
    taken_back,
    total,
    yet_to_roll,
)
from scoring.lang_lebe.election import count_line, numbers_needed_to_count
from scoring.lang_lebe.election import yet_to_roll as yet_to_roll_for_tie
from scoring.lang_lebe.headline import headline, step, waiting_for
from scoring.lang_lebe.printed import AREAS, TARGET
from scoring.lang_lebe.rules import offers
from scoring.lang_lebe.state import (
    CountLine,
    Deal,
    Dispute,
    Election,
    Over,
    Place,
    Round,
    SetUp,
    State,
    Turn,
    areas_in_play,
    areas_of,
    courtiers_in,
    figures_in,
    fits_the_game,
    holder,
    supply,
    turn_of,
    votes,
)
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
    start_area: str | None
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
class StakeView:
    """A seat's revealed cards; no cards: it had none to stake."""

    seat: int
    cards: Cards
    extra: int


@dataclass(frozen=True)
class DiceView:
    """A roll as the dice lie on the cards, (card, die) from the largest down."""

    seat: int
    pairs: tuple[tuple[int, int], ...]
    extra: int
    total: int | None


@dataclass(frozen=True)
class RoundView:
    rolls: tuple[DiceView, ...]


@dataclass(frozen=True)
class BanishView:
    figure: int
    areas: tuple[str, ...]


@dataclass(frozen=True)
class TakeBackView:
    """Cards that the ones bring back: at most, as chosen, and which these are."""

    seat: int
    most: int
    count: int
    cards: Cards


@dataclass(frozen=True)
class DisputeView:
    """`stakes` and `rounds` are empty until the reveal."""

    area: str
    intruder: int
    defender: int
    sealed: SealedView
    stakes: tuple[StakeView, ...]
    rounds: tuple[RoundView, ...]
    next_to_roll: int | None
    winner: int | None
    banish: tuple[BanishView, ...]
    placed: bool
    take_backs: tuple[TakeBackView, ...]


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
    """The count so far; after it the places, which stay until the next turn is over."""

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
        areas=tuple(_area(state, area) for area in AREAS),
        players=tuple(_player(state, number) for number in range(state.seats)),
        hand=None if seat is None else state.hands[seat],
        stake=phase.sealed.of(seat) if isinstance(phase, Dispute) else None,
        entered=phase.sealed.of(seat) if isinstance(phase, Deal) else None,
        rolled=_spent(state),
        dispute=_dispute(state, phase) if isinstance(phase, Dispute) else None,
        election=_election(state, phase if isinstance(phase, Election) else state.last_election),
        deal=DealView(phase.each, sealed_view(phase.sealed), phase.miscounted) if isinstance(phase, Deal) else None,
        winner=phase.winner if isinstance(phase, Over) else None,
        corrections=for_eyes_of(seat, corrections(state)),
    )


def for_eyes_of(seat: int | None, all_offers: tuple[Offer, ...]) -> tuple[Offer, ...]:
    """What rests on a hand is offered to its owner alone."""
    return tuple(offer for offer in all_offers if not offer.own or offer.seat == seat)


def _area(state: State, area: str) -> AreaView:
    phase = state.phase
    return AreaView(
        name=area,
        votes=votes(state, area),
        in_play=area in areas_in_play(state),
        holder=holder(state, area),
        courtiers=courtiers_in(state, area),
        figures=figures_in(state, area),
        contested=isinstance(phase, Dispute) and phase.area == area,
        visited=isinstance(phase, Turn) and area in phase.visited,
    )


def _player(state: State, seat: int) -> PlayerView:
    line = count_line(state, seat)
    return PlayerView(
        seat=seat,
        start_area=state.phase.taken.get(seat) if isinstance(state.phase, SetUp) else None,
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


# --- dispute -------------------------------------------------------------------------------------------


def _dispute(state: State, dispute: Dispute) -> DisputeView:
    return DisputeView(
        area=dispute.area,
        intruder=dispute.turn,
        defender=dispute.defender,
        sealed=sealed_view(dispute.sealed),
        stakes=tuple(StakeView(s, cards, dispute.extras[s]) for s, cards in enumerate(dispute.stakes)),
        rounds=tuple(_round(dispute, turned) for turned in dispute.rounds),
        next_to_roll=next(iter(yet_to_roll(dispute)), None),
        winner=dispute.winner,
        banish=tuple(BanishView(f, areas_for_banished(state, dispute, f)) for f in dispute.to_banish),
        placed=dispute.placed,
        take_backs=_take_backs(state, dispute),
    )


def _round(dispute: Dispute, turned: Round) -> RoundView:
    return RoundView(tuple(_dice(dispute, turned, seat) for seat in turned.contenders))


def _dice(dispute: Dispute, turned: Round, seat: int) -> DiceView:
    dice = turned.dice.get(seat)
    pairs = best_assignment(dispute.stakes[seat], dice) if dice is not None else ()
    return DiceView(seat, pairs, dispute.extras[seat], total(dispute, turned, seat))


def _take_backs(state: State, dispute: Dispute) -> tuple[TakeBackView, ...]:
    if dispute.winner is None:
        return ()
    most = {seat: may_take_back(dispute, seat) for seat in range(state.seats)}
    back = {seat: taken_back(dispute, seat) for seat in most}
    return tuple(TakeBackView(s, ones, back[s].count, back[s]) for s, ones in most.items() if ones)


# --- election ------------------------------------------------------------------------------------------


def _election(state: State, election: Election | None) -> ElectionView | None:
    if election is None:
        return None
    counted = election.count is not None and election.count.finished
    live = isinstance(state.phase, Election)
    return ElectionView(
        target=TARGET[state.seats],
        confirmed=election.count is not None,
        numbers_needed=numbers_needed_to_count(state) if live else (),
        hands_fit=fits_the_game(state.hands) if live else True,
        lines=tuple(_count(state, line) for line in election.count.visible) if election.count else (),
        finished=counted,
        to_roll=yet_to_roll_for_tie(state, election) if counted and live else (),
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
