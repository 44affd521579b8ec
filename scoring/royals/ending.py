"""The end: portraits for the cubes on the titles, markers turned over kind by kind, points and places."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from scoring.ceremony import Ceremony, ShowingAll
from scoring.kernel import Chance, Draft, Event, Refusal, TableStep, offer
from scoring.offers import Offer
from scoring.royals.influence import portrait_awards
from scoring.royals.markers import KINDS, RULES, MarkerRemoved, MarkerTaken, kind_of
from scoring.royals.state import Marker, NextMove, RoyalsPhase, State
from scoring.standings import ScoreLine, Standing, Standings, places, ranked, totals
from scoring.words import Both, T, Text, seats


class NoMoreTurns(RoyalsPhase, abstract=True):
    def busy(self, state: State) -> Refusal:
        return Refusal("not-now", T("The third epoch is over: no more turns are played."), "de 267")


# --- the titles ----------------------------------------------------------------------------------------


class Titles(NoMoreTurns):
    """The third epoch is scored: the cubes on the titles are checked."""

    turn: int

    def headline(self, state: State) -> Text:
        return T("The titles: do the cubes lie like this?")

    def may_correct(self) -> bool:
        return True


class ConfirmTitles(TableStep, phases=(Titles,)):
    """The cubes on the titles are as Herald believes: score the titles (de 271)."""

    @classmethod
    def offers(cls, state: State, seat: int) -> Iterable[Offer]:
        """With the values of the portraits that somebody gets, and of any marker taken before its value was known."""
        won = (marker for marker, owners in portrait_awards(state) if owners)
        taken = (marker.key for marker in state.markers)
        return (offer(cls, seat, needs=state.unknown((*taken, *won))),)

    def decide(self, draft: Draft[State], seat: int, chance: Chance) -> None:
        draft.happen(TitlesConfirmed())
        for marker, owners in portrait_awards(draft.state):
            for owner in owners:
                draft.happen(MarkerTaken(owner, marker))
            if not owners:
                draft.happen(MarkerRemoved(marker))


class TitlesConfirmed(NextMove):
    def fold(self, state: State) -> State:
        return replace(state, phase=Reveal(state.for_table, Ceremony(tuple(KINDS))))

    def tell(self, state: State) -> Text:
        return T("The cubes on the titles are counted, from Marshal to King.")


# --- the reveal ----------------------------------------------------------------------------------------


class Reveal(NoMoreTurns, ShowingAll):
    """The markers are turned over, one kind after the other."""

    turn: int
    kinds: Ceremony[str]

    def headline(self, state: State) -> Text:
        return T("The markers are turned over.")

    def show_next(self, draft: Draft[State], chance: Chance) -> None:
        self._show(draft, self.kinds.next().shown)

    def show_all(self, draft: Draft[State], chance: Chance) -> None:
        self._show(draft, self.kinds.skip().shown)

    def _show(self, draft: Draft[State], shown: int) -> None:
        draft.happen(MarkersShown(shown))
        if shown == len(self.kinds.lines):
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
    """Marker by marker; not for other eyes before the end: they lie face down (de 219)."""
    return tuple(_line(state, marker) for marker in state.markers)


def _line(state: State, marker: Marker) -> ScoreLine:
    kind, points = kind_of(marker.key), state.value(marker.key) or 0
    return ScoreLine(marker.seat, state.marker_name(marker.key), points, RULES[kind], marker.note, KINDS[kind])


def highest_marker(state: State, seat: int) -> int:
    return max((state.value(marker.key) or 0 for marker in state.markers_of(seat)), default=0)


def standings(state: State) -> Standings | None:
    """Most points, then the highest single marker, then shared (de 281)."""
    if not state.phase.over:
        return None
    points = totals(score(state), state.seats)
    keys = {seat: (points[seat], highest_marker(state, seat)) for seat in range(state.seats)}
    at = places(keys)
    rows = (Standing(at[seat], seat, points[seat], _tie_break(keys, seat)) for group in ranked(keys) for seat in group)
    return Standings(tuple(rows), _reason(keys))


def _tie_break(keys: Mapping[int, tuple[int, int]], seat: int) -> Text | None:
    """Where points are equal: the highest marker of each tells, or nothing does."""
    equal = [other for other in keys if other != seat and keys[other][0] == keys[seat][0]]
    if not equal:
        return None
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
