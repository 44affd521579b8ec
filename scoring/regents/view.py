"""What each seat, and the table screen, may see: built up from nothing, never the state with parts removed."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.kernel import GameView, Offer
from scoring.regents.board_view import LocationView, PlayerView, TrackView, locations, player, track
from scoring.regents.corrections import corrections
from scoring.regents.headline import headline, waiting_for
from scoring.regents.own_view import OwnView, own_view
from scoring.regents.phases import (
    Check,
    Driving,
    NeutralMove,
    Over,
    Penalty,
    Placing,
    Reveal,
    SetUp,
    Shortage,
    Steps,
    Swapping,
    Turn,
    TwoMoves,
)
from scoring.regents.plan_view import PlanView, plan_views
from scoring.regents.printed import CARDS, CLANS, DOMAINS, ROUNDS
from scoring.regents.rules import offers
from scoring.regents.scores import KINDS, lines
from scoring.regents.state import (
    State,
    neutral_clan,
    reserve,
    turn_of,
)
from scoring.regents.tell import chip_holder, place_name
from scoring.sealed import SealedView, sealed_view
from scoring.words import T, Text


@dataclass(frozen=True)
class KindView:
    """One kind of points at the end, by seat."""

    name: Text
    points: tuple[int, ...]


@dataclass(frozen=True)
class RevealView:
    kinds: tuple[KindView, ...]
    totals: tuple[int, ...]
    left: int


@dataclass(frozen=True)
class RegentsView(GameView):
    """`own` is the seat's own; on the table screen it is None."""

    phase: str
    # What has to be chosen before the turn goes on: steps, penalty, driving, swapping, two-moves.
    choice: str
    round: int
    rounds: int
    actions: int
    locations: tuple[LocationView, ...]
    tracks: tuple[TrackView, ...]
    players: tuple[PlayerView, ...]
    reserve: int
    neutral: Text | None
    card_played: Text | None
    plans: tuple[PlanView, ...]
    sealed: SealedView | None
    entered: bool
    reveal: RevealView | None
    own: OwnView | None
    clans: tuple[tuple[str, Text], ...]

    def location(self, key: str) -> LocationView:
        return next(place for place in self.locations if place.key == key)

    def place(self, key: str) -> Text:
        return place_name(key)

    def clan(self, key: str) -> Text:
        return CLANS[key]

    def domain(self, key: str) -> Text:
        return DOMAINS[key]

    def card(self, key: str) -> Text:
        return CARDS[key]

    def chip(self, key: str) -> Text:
        domain, _, value = key.partition(".")
        return T("{domain} {value}", domain=DOMAINS[domain], value=value)

    def chip_holder(self, holder: int) -> object:
        return chip_holder(holder)


PHASES = {
    SetUp: "set-up",
    Placing: "placing",
    Turn: "turn",
    NeutralMove: "neutral",
    Shortage: "shortage",
    Check: "check",
    Reveal: "reveal",
    Over: "over",
}
CHOICES = {Steps: "steps", Penalty: "penalty", Driving: "driving", Swapping: "swapping", TwoMoves: "two-moves"}


def view(state: State, seat: int | None) -> RegentsView:
    phase = state.phase
    turn = phase if isinstance(phase, Turn) else None
    choice = turn.choice if turn else None
    return RegentsView(
        seat=seat,
        headline=headline(state),
        turn=turn_of(state),
        waiting_for=waiting_for(state),
        offers=for_eyes_of(seat, offers(state)),
        hands=state.to_do,
        over=isinstance(phase, Over),
        corrections=for_eyes_of(seat, corrections(state)),
        phase=PHASES[type(phase)],
        choice=CHOICES[type(choice)] if choice else "",
        round=state.round,
        rounds=ROUNDS,
        actions=turn.actions if turn else 0,
        locations=locations(state),
        tracks=tuple(track(state, domain) for domain in DOMAINS),
        players=tuple(player(state, number) for number in range(state.seats)),
        reserve=reserve(state),
        neutral=CLANS.get(neutral_clan(state)),
        card_played=CARDS[turn.card] if turn and turn.card else None,
        plans=plan_views(state, turn) if turn and not turn.actions and not turn.choices else (),
        sealed=sealed_view(phase.sealed) if isinstance(phase, SetUp) and not state.cards else None,
        entered=isinstance(phase, SetUp) and seat in phase.sealed.choices,
        reveal=_reveal(state, phase) if isinstance(phase, Reveal | Over) else None,
        own=own_view(state, seat) if seat is not None else None,
        clans=tuple(CLANS.items()),
    )


def for_eyes_of(seat: int | None, all_offers: tuple[Offer, ...]) -> tuple[Offer, ...]:
    """What rests on a secret is offered to its owner alone."""
    return tuple(offer for offer in all_offers if not offer.own or offer.seat == seat)


def _reveal(state: State, phase: Reveal | Over) -> RevealView:
    shown = phase.kinds.visible if isinstance(phase, Reveal) else tuple(KINDS)
    rows = tuple(KindView(KINDS[kind], _points(state, kind)) for kind in shown)
    sums = tuple(sum(row.points[seat] for row in rows) for seat in range(state.seats))
    return RevealView(rows, sums, len(KINDS) - len(shown))


def _points(state: State, kind: str) -> tuple[int, ...]:
    return tuple(sum(line.points for line in lines(state, seat, kind)) for seat in range(state.seats))
