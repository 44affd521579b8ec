"""Who has what: pieces that change hands, special awards, and control of the areas by the influence table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from scoring.kernel import Draft, Event
from scoring.once import once
from scoring.roses import printed
from scoring.roses.printed import AREAS, AWARD_NAMES, AWARDS, CALAIS_POINTS, HOUSES, KIND_OF, NOBLES, NOBODY, points_of
from scoring.roses.state import State
from scoring.values import without
from scoring.words import T, Text, Who

# --- a piece changes hands -----------------------------------------------------------------------------


def owned(state: State, piece: str, seat: int) -> State:
    """A noble enters in its own area, a ship lies in its port (nl 236, 238). Nobody's: the card lies on the deck."""
    if seat == NOBODY:
        return replace(state, owners=without(state.owners, piece), neutral=(*state.neutral, piece))
    entering = {piece: printed.enters_at(state.box, piece)} if piece in printed.MOVERS else {}
    return replace(
        state,
        owners={**state.owners, piece: seat},
        stands={**entering, **state.stands},
        neutral=tuple(other for other in state.neutral if other != piece),
        gone=tuple(other for other in state.gone if other != piece),
    )


# --- special awards ------------------------------------------------------------------------------------


class AwardGiven(Event):
    """A special award changes hands; seat -1: back on the board."""

    award: str
    seat: int

    def fold(self, state: State) -> State:
        return with_award(state, self.award, self.seat)

    def tell(self, state: State) -> Text:
        if self.seat == NOBODY:
            return T("{award}: back on the board.", award=AWARD_NAMES[self.award])
        return T("{award}: {who} takes the tile.", award=AWARD_NAMES[self.award], who=Who(self.seat))

    def to_do(self, state: State) -> Iterable[Text]:
        return () if state.phase.scripted else (self.tell(state),)


def with_award(state: State, award: str, seat: int) -> State:
    rest = without(state.awards, award)
    return replace(state, awards=rest if seat == NOBODY else {**rest, award: seat})


def most_of(state: State, award: str) -> tuple[int, ...]:
    """Who has most of the pieces that an award is for; nobody with fewer than two (nl 489)."""
    held = [state.owners.get(piece) for piece in printed.OF_KIND[AWARDS[award]]]
    best = max((held.count(seat) for seat in state.order), default=0)
    return tuple(seat for seat in state.order if held.count(seat) == best >= printed.AWARD_NEEDS)


def rightful_holder(state: State, award: str) -> int | None:
    """The holder keeps it until somebody has more or he has fewer than two; then most, furthest left (nl 489)."""
    most, holder = most_of(state, award), state.awards.get(award)
    return holder if holder in most else next(iter(most), None)


def settle_awards(draft: Draft[State], piece: str) -> None:
    """After this piece has changed hands."""
    for award in (award for award, kind in AWARDS.items() if kind == KIND_OF.get(piece)):
        rightful = rightful_holder(draft.state, award)
        if rightful != draft.state.awards.get(award):
            draft.happen(AwardGiven(award, NOBODY if rightful is None else rightful))


# --- the influence table --------------------------------------------------------------------------------

# Nobles from the highest down, then how many castles, large towns, bishops … ships: compared from left to right.
Influence: TypeAlias = tuple[tuple[int, ...], ...]
OTHER_KINDS = printed.KINDS[1:]


@dataclass(frozen=True, order=True)
class Control:
    """What one seat, or one house, has in an area."""

    points: int
    influence: Influence
    pieces: tuple[str, ...] = field(default=(), compare=False)
    calais: bool = field(default=False, compare=False)


@once
def control(state: State, area: str, seats: tuple[int, ...]) -> Control:
    """The Captain of Calais is a noble of 4 (nl 280, 288)."""
    pieces = tuple(p for p in printed.PIECES if state.owners.get(p) in seats and state.area_of(p) == area)
    calais = state.calais is not None and state.calais[0] in seats and state.calais[1] == area
    points = sum(points_of(state.box, piece) for piece in pieces) + (CALAIS_POINTS if calais else 0)
    return Control(points, influence(state, pieces, calais), pieces, calais)


def influence(state: State, pieces: tuple[str, ...], calais: bool = False) -> Influence:
    nobles = [points_of(state.box, piece) for piece in pieces if piece in NOBLES]
    nobles += [CALAIS_POINTS] if calais else []
    counts = ((sum(KIND_OF[piece] == kind for piece in pieces),) for kind in OTHER_KINDS)
    return (tuple(sorted(nobles, reverse=True)), *counts)


def by_influence(state: State, pieces: Iterable[str], *, votes_first: bool = False) -> list[str]:
    """From left to right, higher nobles first; then areas as they are scored, or those with more votes first."""
    areas = sorted(AREAS, key=lambda area: -AREAS[area].votes) if votes_first else list(AREAS)

    def place(piece: str) -> tuple[int, int, int]:
        value = points_of(state.box, piece) if piece in NOBLES else 0
        return (printed.KINDS.index(KIND_OF[piece]), -value, areas.index(state.area_of(piece)))

    return sorted(pieces, key=place)


def ranking(state: State, area: str) -> tuple[int, ...]:
    """Seats with control points there, the strongest first; equal in everything: furthest left (nl 108, 449)."""
    found = {seat: control(state, area, (seat,)) for seat in state.order}
    there = [seat for seat in state.order if found[seat].points]
    return tuple(sorted(there, key=lambda seat: found[seat], reverse=True))


def house_with_votes(state: State, area: str) -> str:
    """The house with more points, then by the influence table, then with the player furthest left; or none (nl 469)."""
    if area in state.votes_said:
        return state.votes_said[area]
    found = {house: control(state, area, state.members(house)) for house in HOUSES}
    best = max(found.values())
    if not best.points or is_deserted(state, area):
        return ""
    equal = [house for house in HOUSES if found[house] == best]
    present = tuple(s for house in equal for s in state.members(house) if control(state, area, (s,)).points)
    return state.houses[state.leftmost(present)]


def is_deserted(state: State, area: str) -> bool:
    """Nobody is present, which ships and the Captain of Calais do not change: no votes (nl 312, 469, 536)."""
    return state.votes_need_presence and not any(area in state.presence(seat) for seat in state.order)


def votes(state: State) -> dict[str, int]:
    """Votes of each house as the board stands."""
    won = {area: house_with_votes(state, area) for area in AREAS}
    return {house: sum(AREAS[area].votes for area in AREAS if won[area] == house) for house in HOUSES}


def king(won: dict[str, int]) -> str:
    """The house with more votes; equal: no King this round (nl 477)."""
    lancaster, york = won["lancaster"], won["york"]
    return "" if lancaster == york else "lancaster" if lancaster > york else "york"


# --- why -----------------------------------------------------------------------------------------------

_DECIDES = {
    "castle": T("the Royal Castle decides"),
    "large": T("the large town decides"),
    "bishop": T("the bishop decides"),
    "small": T("the small town decides"),
    "port": T("the port decides"),
    "ship": T("more ships decide"),
}


def why_before(one: Influence, other: Influence) -> Text:
    """With equal points: what in the influence table decides; else the turn order."""
    if one[0] != other[0]:
        return T("nobles decide: {one} before {other}", one=_nobles(one[0]), other=_nobles(other[0]))
    for kind, mine, theirs in zip(OTHER_KINDS, one[1:], other[1:], strict=True):
        if mine != theirs:
            return _DECIDES[kind]
    return T("all is equal: the turn order decides")


def _nobles(values: tuple[int, ...]) -> Text | str:
    return " + ".join(map(str, values)) if values else T("none")


def tie_note(state: State, area: str, before: int, after: int) -> Text | None:
    """How a tie between two neighbours of the ranking was broken."""
    one, other = (control(state, area, (seat,)) for seat in (before, after))
    return why_before(one.influence, other.influence) if one.points == other.points else None


def house_note(state: State, area: str) -> Text | None:
    """How a tie between the houses was broken."""
    if area in state.votes_said or is_deserted(state, area):
        return None
    other, one = sorted(control(state, area, state.members(house)) for house in HOUSES)
    return why_before(one.influence, other.influence) if one.points == other.points > 0 else None
