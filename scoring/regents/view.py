"""Views of each seat and of the table screen, built up field by field, so that no secret can be left in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.kernel import FINAL_SCORING, GameView, stored_name
from scoring.regents.accusing import possible_clans
from scoring.regents.castle import card_effect, current_doors
from scoring.regents.components import (
    CARDS,
    CLAN_WITHOUT,
    CLANS,
    DOMAIN_OF,
    DOMAINS,
    LOCATIONS,
    MISSING_CARD,
    OUTER_PAIRS,
    OUTER_ROOMS,
    RAMPART,
    READING_ORDER,
    ROUNDS,
    THRESHOLDS,
    TOWER,
    VALUES,
)
from scoring.regents.corrections import chip_holder
from scoring.regents.ending import POINT_KINDS, FinalEntry, GameOver, score_lines
from scoring.regents.scoring_phase import (
    Plan,
    advances_of,
    is_blocked,
    leaders,
    majorities,
    majorities_with,
    plans,
    pushes,
    spaces_by_room,
    step_name,
)
from scoring.regents.setup import Placing, SetUp, neutral_clan
from scoring.regents.state import DUPLICATE_WARNING, OUTSIDE, Markers, Note, Secrets, State, place_name
from scoring.regents.tracks import at, chip_name, points
from scoring.regents.turn import (
    AnyTurn,
    BoardEntry,
    ScoringOnlyTurn,
    Spaces,
    Turn,
    counsellors_for_domain,
    is_untracked,
)
from scoring.sealed import SealedView, sealed_view
from scoring.words import TN, T, Text, TextList, Who


@dataclass(frozen=True)
class RegentsView(GameView):
    """One screen of the game. `own` holds the seat's secrets, and is None on the table screen."""

    phase: str
    # True: Herald knows only the last holder of each location.
    untracked: bool
    # True in FINAL_SCORING mode: round, castle and hands are unknown.
    final_scoring: bool
    # The pending choice: steps, penalty, driving, swapping or two-moves.
    choice: str
    # Spaces left in the pending choice; each tap uses one.
    spaces_left: int
    round: int
    rounds: int
    action_points: int
    # True after scoring, while the turn goes on only so that an earned chip can be used.
    scored: bool
    locations: tuple[LocationView, ...]
    # Doors between outer rooms ("treasure.chapel").
    passages: tuple[str, ...]
    tracks: tuple[TrackView, ...]
    # The leader on the tracks and the lead in points.
    lead: Text | None
    players: tuple[PlayerView, ...]
    reserve: int
    # Counsellors that a domain card would bring now.
    domain_brings: int
    neutral: Text | None
    # The card played this turn, and its effect.
    card_played: tuple[Text, Text] | None
    # Current effect of each action card.
    card_texts: tuple[tuple[str, Text], ...]
    plans: tuple[PlanView, ...]
    sealed: SealedView | None
    entered: bool
    reveal: RevealView | None
    # FINAL_SCORING mode: the positions entered so far.
    sheet: tuple[SheetRow, ...]
    own: OwnView | None
    # Revealed clans: key, and owner as in `LocationView.agents`.
    open_clans: tuple[tuple[str, int], ...]
    clans: tuple[tuple[str, Text], ...]

    @property
    def to_check(self) -> bool:
        return self.phase == "check"

    def card_effect(self, key: str) -> Text:
        return dict(self.card_texts)[key]

    def location(self, key: str) -> LocationView:
        return next(place for place in self.locations if place.key == key)

    # Names of the values in legal actions, for the templates.
    place = staticmethod(place_name)
    clan = staticmethod(CLANS.__getitem__)
    domain = staticmethod(DOMAINS.__getitem__)
    card = staticmethod(CARDS.__getitem__)
    chip = staticmethod(chip_name)
    chip_holder = staticmethod(chip_holder)


def public_view(state: State) -> dict[str, Any]:
    """Returns the fields that every screen shows."""
    phase = state.phase
    turn = phase if isinstance(phase, AnyTurn) else None
    scoring = turn and turn.may_score and not turn.choices
    return {
        "phase": stored_name(type(phase)),
        "untracked": is_untracked(state),
        "final_scoring": state.tracking_mode == FINAL_SCORING,
        "choice": stored_name(type(turn.choice)) if turn and turn.choice else "",
        "spaces_left": turn.choice.left if turn and isinstance(turn.choice, Spaces) else 0,
        "round": state.round,
        "rounds": ROUNDS,
        "action_points": phase.action_points if isinstance(phase, Turn) else 0,
        "scored": turn is not None and turn.scored,
        "locations": _locations(state),
        "passages": tuple(
            f"{one}.{other}" for one, other in OUTER_PAIRS if frozenset((one, other)) in current_doors(state)
        ),
        "tracks": tuple(_track(state, domain) for domain in DOMAINS),
        "lead": _lead(state),
        "players": tuple(_player(state, number) for number in range(state.seats)),
        "reserve": state.reserve,
        "domain_brings": counsellors_for_domain(state),
        "neutral": CLANS.get(neutral_clan(state)),
        "card_played": (CARDS[turn.card], state.edition.card_texts[turn.card]) if turn and turn.card else None,
        "card_texts": tuple((card, card_effect(state, card)) for card in CARDS),
        "plans": _plans(state, turn.turn) if scoring and turn else (),
        "sealed": sealed_view(phase.sealed) if isinstance(phase, SetUp) and not state.cards else None,
        "reveal": _reveal(state) if isinstance(phase, GameOver) else None,
        "sheet": tuple(_sheet_row(state, phase, number) for number in range(state.seats))
        if isinstance(phase, FinalEntry)
        else (),
        "open_clans": tuple(state.open_clans.items()),
        "clans": tuple(CLANS.items()),
    }


def own_view(state: State, seat: int | None) -> dict[str, Any]:
    """Returns the fields that depend on whose screen it is (None: a table screen)."""
    phase = state.phase
    return {
        "entered": isinstance(phase, SetUp) and seat in phase.sealed.choices,
        "own": _own(state, seat) if seat is not None else None,
    }


# --- the castle -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LocationView:
    """One of the seven locations.

    `agents` holds owner and number, the neutral clan after the last seat. `holder` is the seat with most pieces, even
    if the King blocks the location; on an untracked board, the seat that held it when it was last scored. `worth` is
    the number of spaces the active player would advance here now.
    """

    key: str
    name: Text
    domain: str
    agents: tuple[tuple[int, int], ...]
    holder: int | None
    counsellors: int
    king: bool
    blocked: bool
    worth: int
    doors: tuple[Text, ...]

    @property
    def crowd(self) -> int:
        """The number of pieces drawn here; the King takes the space of two."""
        return sum(count for _, count in self.agents) + self.counsellors + 2 * self.king


def _locations(state: State) -> tuple[LocationView, ...]:
    won = majorities(state, state.phase.turn) if isinstance(state.phase, AnyTurn) and not state.phase.scored else ()
    worth = dict.fromkeys((place for place in (TOWER, RAMPART) if place in won), 1) | dict(spaces_by_room(state, won))
    holders = _holders(state)
    return tuple(_location(state, key, holders.get(key), worth.get(key, 0)) for key in READING_ORDER)


def _location(state: State, key: str, holder: int | None, worth: int) -> LocationView:
    there = ((owner, state.agents_in(owner, key)) for owner in range(len(state.agents)))
    return LocationView(
        key=key,
        name=LOCATIONS[key],
        domain=DOMAIN_OF.get(key, ""),
        agents=tuple((owner, count) for owner, count in there if count),
        holder=holder,
        counsellors=state.on_board.count(key),
        king=state.king == key and _king_known(state),
        blocked=is_blocked(state, key),
        worth=worth,
        doors=_outer_doors(state, key),
    )


def _king_known(state: State) -> bool:
    return state.phase.king_entered if isinstance(state.phase, BoardEntry) else not is_untracked(state)


def _holders(state: State) -> Mapping[str, int]:
    if isinstance(state.phase, ScoringOnlyTurn):
        return state.phase.claims.owners
    if is_untracked(state):
        return state.held
    first = {place: leaders(state, place) for place in LOCATIONS}
    return {place: owners[0] for place, owners in first.items() if len(owners) == 1 and owners[0] < state.seats}


def _outer_doors(state: State, key: str) -> tuple[Text, ...]:
    """Returns the outer rooms adjacent to this one, according to the printed values."""
    return tuple(
        LOCATIONS[o]
        for o in OUTER_ROOMS
        if o != key and key in OUTER_ROOMS and frozenset((key, o)) in current_doors(state)
    )


# --- the tracks -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SpaceView:
    """One space of a track: its value, the seats on it, and whether its chip remains. Space 0 is off the track."""

    value: int
    seats: tuple[int, ...]
    threshold: bool
    chip: bool


@dataclass(frozen=True)
class TrackView:
    key: str
    name: Text
    spaces: tuple[SpaceView, ...]
    values: tuple[int, ...]

    def next_to(self, seat: int, spaces: int) -> int:
        """Returns the value this many spaces beyond the seat's marker."""
        return VALUES[VALUES.index(self.values[seat]) + spaces]


def _track(state: State, domain: str) -> TrackView:
    # FINAL_SCORING mode: the remaining chips are unknown.
    left = () if state.tracking_mode == FINAL_SCORING else state.chips_left
    markers = tuple(at(mine, domain) for mine in state.tracks)
    spaces = (
        SpaceView(
            value=value,
            seats=tuple(seat for seat, marker in enumerate(markers) if marker == space),
            threshold=space in THRESHOLDS,
            chip=f"{domain}.{value}" in left,
        )
        for space, value in enumerate(VALUES)
    )
    return TrackView(domain, DOMAINS[domain], tuple(spaces), tuple(VALUES[space] for space in markers))


def _lead(state: State) -> Text | None:
    """Returns a text naming the leader on the tracks; None if nobody has a point, or in FINAL_SCORING mode."""
    if state.tracking_mode == FINAL_SCORING:
        return None
    scores = [points(markers) for markers in state.tracks]
    best, second = sorted(scores, reverse=True)[:2]
    if best == second:
        level = tuple(Who(seat) for seat, score in enumerate(scores) if score == best)
        return T("Tied for the lead: {names}.", names=TextList(level)) if best else None
    return TN("{who} leads by one point.", "{who} leads by {count} points.", best - second, who=Who(scores.index(best)))


# --- the players ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PlayerView:
    """Public information about a seat."""

    seat: int
    points: int
    counsellors: int
    chips: int
    cards: int
    played: tuple[Text, ...]
    clan: Text | None
    domain: Text | None
    outside: int


def _player(state: State, seat: int) -> PlayerView:
    return PlayerView(
        seat=seat,
        points=points(state.tracks[seat]),
        counsellors=state.counsellors[seat],
        chips=state.chips_of(seat),
        cards=state.cards_left(seat),
        played=tuple(CARDS[card] for card in state.played[seat]),
        clan=CLANS[state.cards[seat].clan] if state.cards and state.is_open(seat) else None,
        domain=DOMAINS[state.cards[seat].domain] if seat in state.domains_open else None,
        outside=state.agents[seat].count(OUTSIDE),
    )


# --- points of each scoring order, shown in advance -----------------------------------------------------


@dataclass(frozen=True)
class AdvanceView:
    """One track's values before and after scoring, and the spaces lost at a threshold or the track's end."""

    domain: str
    name: Text
    before: int
    after: int
    lost: int


@dataclass(frozen=True)
class PlanView:
    key: str
    steps: tuple[Text, ...]
    tie: Text | None
    advances: tuple[AdvanceView, ...]
    # Not included in `points`: a chip scores only if it is unused at the end.
    chips: tuple[Text, ...]
    # Points on the tracks, as the players' panels show them.
    points: int
    # Markers the Rampart can push back.
    pushes: tuple[str, ...]


def _plans(state: State, seat: int) -> tuple[PlanView, ...]:
    """Returns one plan per order: of plans with the same order, the one with the most Rampart pushes."""
    every = tuple(_plan(state, seat, plan) for plan in plans(state, seat))
    fullest = {plan.key: plan for plan in sorted(every, key=lambda plan: len(plan.pushes))}
    return tuple(plan for plan in every if plan is fullest[plan.key])


def _plan(state: State, seat: int, plan: Plan) -> PlanView:
    won = majorities_with(state, seat, plan.tie)
    return PlanView(
        key=plan.key,
        steps=tuple(map(step_name, plan.order)),
        tie=LOCATIONS[plan.tie] if plan.tie else None,
        advances=_advances(state, seat, plan, won),
        chips=tuple(map(chip_name, plan.chips)),
        points=plan.points,
        pushes=pushes(state, seat, won),
    )


def _advances(state: State, seat: int, plan: Plan, won: tuple[str, ...]) -> tuple[AdvanceView, ...]:
    wanted: dict[str, int] = {}
    for domain, spaces in advances_of(state, seat, plan.order, won):
        wanted[domain] = wanted.get(domain, 0) + spaces
    return tuple(_advance(domain, spaces, state.tracks[seat], plan.after) for domain, spaces in wanted.items())


def _advance(domain: str, spaces: int, before: Markers, after: Markers) -> AdvanceView:
    start, end = at(before, domain), at(after, domain)
    return AdvanceView(domain, DOMAINS[domain], VALUES[start], VALUES[end], spaces - (end - start))


# --- final scoring --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SheetRow:
    """One player's entered final position; `tracks` holds the value on each track."""

    seat: int
    entered: bool
    tracks: tuple[tuple[str, int], ...]
    chips: int
    counsellors: int
    domain: str
    shown: bool


def _sheet_row(state: State, sheet: FinalEntry, seat: int) -> SheetRow:
    return SheetRow(
        seat=seat,
        entered=seat in sheet.chips,
        tracks=tuple((domain, VALUES[at(state.tracks[seat], domain)]) for domain in DOMAINS),
        chips=sheet.chips.get(seat, 0),
        counsellors=state.counsellors[seat],
        domain=state.cards[seat].domain,
        shown=seat in state.domains_open,
    )


# --- the final count ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class KindView:
    """One kind of final points, by seat."""

    name: Text
    points: tuple[int, ...]


@dataclass(frozen=True)
class RevealView:
    kinds: tuple[KindView, ...]
    totals: tuple[int, ...]


def _reveal(state: State) -> RevealView:
    rows = tuple(KindView(name, _points(state, kind)) for kind, name in POINT_KINDS.items())
    sums = tuple(sum(row.points[seat] for row in rows) for seat in range(state.seats))
    return RevealView(rows, sums)


def _points(state: State, kind: str) -> tuple[int, ...]:
    return tuple(sum(line.points for line in score_lines(state, seat, kind)) for seat in range(state.seats))


# --- private to a seat: its cards and deductions ---------------------------------------------------


@dataclass(frozen=True)
class DeductionRow:
    """Deductions about an opponent; `possible` has one flag per clan, in the order of `CLANS`."""

    seat: int
    possible: tuple[bool, ...]
    open: bool


@dataclass(frozen=True)
class OwnView:
    """Secrets of one seat, for its owner only."""

    clan: Text | None
    lacks: Text | None
    domain: Text | None
    # Each card with its effect.
    hand: tuple[tuple[Text, Text], ...]
    deduction: tuple[DeductionRow, ...]
    notes: tuple[Text, ...]
    # Set if another player has revealed one of the seat's cards.
    warning: Text | None


def _own(state: State, seat: int) -> OwnView:
    cards, dealt = _cards(state, seat), state.cards and state.tracking_mode != FINAL_SCORING
    return OwnView(
        clan=CLANS[cards.clan] if cards else None,
        lacks=CARDS[MISSING_CARD[cards.clan]] if cards else None,
        domain=DOMAINS[cards.domain] if cards else None,
        hand=tuple((CARDS[card], state.edition.card_texts[card]) for card in state.hand(seat)),
        deduction=tuple(_deduction_row(state, *known) for known in possible_clans(state, seat).items())
        if dealt
        else (),
        notes=tuple(_note_text(note) for note in reversed(state.notes[seat])),
        warning=DUPLICATE_WARNING if state.has_revealed_duplicate(seat) else None,
    )


def _cards(state: State, seat: int) -> Secrets | None:
    if state.cards:
        return state.cards[seat] if state.cards[seat].clan else None
    return state.phase.sealed.of(seat) if isinstance(state.phase, SetUp) else None


def _deduction_row(state: State, other: int, left: tuple[str, ...]) -> DeductionRow:
    return DeductionRow(other, tuple(clan in left for clan in CLANS), state.is_open(other))


def _note_text(note: Note) -> Text:
    who = Who(note.whose)
    if note.clan:
        return T("{who} is {clan}.", who=who, clan=CLANS[note.clan])
    if note.named:
        return T("{who} thought you were {clan}.", who=who, clan=CLANS[note.named])
    not_clan = CLANS[CLAN_WITHOUT[note.card]]
    return T("{who} holds {card}, so isn’t {clan}.", who=who, card=CARDS[note.card], clan=not_clan)


def recent_findings(state: State, seat: int) -> tuple[Text, ...]:
    """Returns the dealt cards until the first turn, then this round's spied or shown cards, newest first."""
    cards = _cards(state, seat)
    if isinstance(state.phase, SetUp | Placing) and state.herald_deals and cards:
        clan, domain, out = CLANS[cards.clan], DOMAINS[cards.domain], CARDS[MISSING_CARD[cards.clan]]
        return (
            T("You’re {clan}.", clan=clan),
            T("Your domain: {domain}.", domain=domain),
            T("Out of the game: {card}.", card=out),
        )
    fresh = state.notes[seat] if state.notes and not state.phase.over else ()
    return tuple(_note_text(note) for note in reversed(fresh) if note.round == state.round)
