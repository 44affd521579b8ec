"""The end: markers turned over kind by kind, points and places."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from scoring.ceremony import Ceremony, ShowingAll
from scoring.kernel import Chance, Draft, Event, Help, Refusal
from scoring.majority import most
from scoring.royals import printed
from scoring.royals.markers import KINDS, RULES, kind_of
from scoring.royals.state import Marker, NextMove, RoyalsPhase, State
from scoring.standings import ScoreLine, Standing, Standings, places, ranked, totals
from scoring.words import Both, T, Text, seats

UNKNOWN = -1


class NoMoreTurns(RoyalsPhase, abstract=True):
    def busy(self, state: State) -> Refusal:
        return Refusal("not-now", T("The third epoch is over: no more turns are played."), "de 267")


# --- the reveal ----------------------------------------------------------------------------------------


class Reveal(NoMoreTurns, ShowingAll):
    """All is settled. `kinds`: which kinds of markers are on the screens, where they were turned over one by one."""

    help = Help(
        (
            T("All markers are turned over and added up."),
            T("Of equals the highest single marker wins; after that the victory is shared."),
        ),
        "de 281",
    )
    turn: int
    kinds: Ceremony[str]

    def headline(self, state: State) -> Text:
        return T("Everything is ready for the final count.")

    def show_all(self, draft: Draft[State], chance: Chance) -> None:
        draft.happen(MarkersShown(self.kinds.skip().shown))
        draft.happen(GameEnded())


class MarkersShown(Event, reveals=True):
    """So many kinds of markers have been turned over."""

    shown: int

    def fold(self, state: State) -> State:
        if not isinstance(state.phase, Reveal):
            return state
        return replace(state, phase=replace(state.phase, kinds=replace(state.phase.kinds, shown=self.shown)))

    def tell(self, state: State) -> Text:
        kinds = tuple(KINDS.values())[: self.shown]
        return T("Turned over: {kinds}.", kinds=Both(kinds[-1:]))


class Over(RoyalsPhase, over=True):
    help = Help((T("The game is over: look at the story of the evening, or play again."),), "de 281")

    def headline(self, state: State) -> Text:
        return T("All markers are on the table.")

    def busy(self, state: State) -> Refusal:
        return Refusal("over", T("The game is over."), "de 281")


class GameEnded(NextMove):
    def fold(self, state: State) -> State:
        return replace(state, phase=Over())

    def tell(self, state: State) -> Text:
        return T("All markers are on the table.")


# --- points and places ---------------------------------------------------------------------------------


def score(state: State) -> tuple[ScoreLine, ...]:
    """Marker by marker, or what they were added up to; not for other eyes before the end (de 219)."""
    seen = (marker for marker in state.markers if kind_of(marker.key) not in state.sums.get(marker.seat, ()))
    return (
        *(_line(state, marker) for marker in seen),
        *(
            ScoreLine(seat, KINDS[kind], points, RULES[kind], T("added up at the table"), KINDS[kind])
            for seat, sums in sorted(state.sums.items())
            for kind, points in sums.items()
            if points
        ),
    )


def _line(state: State, marker: Marker) -> ScoreLine:
    kind, points = kind_of(marker.key), state.value(marker.key) or 0
    return ScoreLine(marker.seat, state.marker_name(marker.key), points, RULES[kind], marker.note, KINDS[kind])


def highest_between(state: State, seat: int) -> tuple[int, int]:
    """The highest single marker of a seat: at least, and at most where markers were only added up."""
    if seat in state.highest:
        return state.highest[seat], state.highest[seat]
    sums = state.sums.get(seat, {})
    seen = (state.value(marker.key) or 0 for marker in state.markers_of(seat) if kind_of(marker.key) not in sums)
    low = max((sums.get("noble", 0), *seen))  # nobody has two of the noble houses (de 241)
    return low, max((low, *(min(points, _highest_of(state, kind)) for kind, points in sums.items())))


def _highest_of(state: State, kind: str) -> int:
    """The highest marker there is of this kind."""
    return max(state.value(marker) or printed.MOST_POINTS for marker in printed.MOST_OF_A_KIND[kind])


def to_name_highest(state: State) -> tuple[int, ...]:
    """Seats with equal points in the first place whose order rests on a highest marker that nobody has named yet."""
    between = {seat: highest_between(state, seat) for seat in _first_by_points(state)}

    def is_open(seat: int) -> bool:
        low, high = between[seat]
        return low < high and any(low <= other[1] and other[0] <= high for who, other in between.items() if who != seat)

    return tuple(filter(is_open, between))


def _first_by_points(state: State) -> tuple[int, ...]:
    return most(dict(enumerate(totals(score(state), state.seats))))


def _key(state: State, seat: int, points: int, first: tuple[int, ...]) -> tuple[int, int]:
    """Where markers were only added up, the highest one is known for those in the first place alone."""
    asked = state.followed or seat in first
    return points, highest_between(state, seat)[0] if asked else UNKNOWN


def standings(state: State) -> Standings | None:
    """Most points, then the highest single marker, then shared (de 281)."""
    if not state.phase.over:
        return None
    points, first = totals(score(state), state.seats), _first_by_points(state)
    keys = {seat: _key(state, seat, points[seat], first) for seat in range(state.seats)}
    at = places(keys)
    rows = (Standing(at[seat], seat, points[seat], _tie_break(keys, seat)) for group in ranked(keys) for seat in group)
    return Standings(tuple(rows), _reason(keys))


def _tie_break(keys: Mapping[int, tuple[int, int]], seat: int) -> Text | None:
    """Where points are equal: the highest marker of each tells, or nothing does."""
    equal = [other for other in keys if other != seat and keys[other][0] == keys[seat][0]]
    if not equal:
        return None
    if keys[seat][1] == UNKNOWN:
        return T("equal points")
    if any(keys[other] == keys[seat] for other in equal):
        return T("equal points, and the highest marker is {points} for each", points=keys[seat][1])
    return T("equal points; highest single marker {points}", points=keys[seat][1])


def _reason(keys: Mapping[int, tuple[int, int]]) -> Text:
    first, points = ranked(keys)[0], max(keys.values())[0]
    if len(first) > 1:
        return T("{who} share the victory with {points} victory points.", who=seats(first), points=points)
    if sum(key[0] == points for key in keys.values()) > 1:
        return T("{who} wins: {points} victory points and the highest single marker.", who=seats(first), points=points)
    return T("{who} wins with {points} victory points.", who=seats(first), points=points)
