"""The titles: cubes are checked or counted, and portraits awarded from Marshal to King."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from scoring.highlights import Highlight, Piece, Row
from scoring.kernel import Action, Batch, Event, Help, Refusal, Rng, TableAction, legal_action, refused_if
from scoring.legal_actions import Count, LegalAction, Pick
from scoring.reveal_phases import LineReveal
from scoring.royals.components import TITLES
from scoring.royals.ending import NoMoreTurns, Reveal, SumEntry, untracked_kinds
from scoring.royals.influence import leaders, portrait_awards, why_most
from scoring.royals.markers import KINDS, MarkerRemoved, MarkerTaken, kind_of
from scoring.royals.state import CubeCount, State, TableEvent
from scoring.royals.turn import cubes_refusal, room_for_cubes, warn_of_supply
from scoring.sealed import Sealed
from scoring.words import TN, T, Text, TextList, Who, seats


class Titles(NoMoreTurns):
    """Check of the cubes on the titles, after the third epoch."""

    help = Help(
        (
            T("For each title, the player with the most cubes wins the whole portrait."),
            T("Two tied players take half each; three or more take nothing."),
            T("First compare the cubes with the screen and fix any differences."),
        ),
        "de 271",
    )
    correctable = True
    turn: int | None = None

    def headline(self, state: State) -> Text:
        if state.only_leaders_entered:
            return T("Who has the most cubes on each title?")
        return T("The titles: are the cubes correct?")


class CountCubes(Action, rejects_stale=False, phases=(Titles,)):
    """Enters the seat's number of cubes on a title, if some moves were untracked."""

    title: str
    cubes: int

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        text = T("Herald has tracked every move. If a title is wrong, use Fix a mistake.")
        return refused_if(state.tracked, "not-now", text)

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        return cubes_refusal(state, seat, self.cubes - state.cubes_on(self.title)[seat])

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        for title in TITLES:
            now = state.cubes_on(title)[seat]
            yield legal_action(cls, seat, Pick("title", (title,)), Count("cubes", 0, room_for_cubes(state, seat, now)))

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        before = batch.state
        if self.cubes != before.cubes_on(self.title)[seat]:
            batch.emit(CubesCounted(self.title, seat, self.cubes))
            warn_of_supply(batch, before)


class CubesCounted(Event):
    title: str
    seat: int
    cubes: int

    def apply(self, state: State) -> State:
        now = CubeCount(self.cubes, len(state.occupied))
        return replace(state, counted={**state.counted, (self.title, self.seat): now})

    def history_line(self, state: State) -> Text:
        return TN(
            "{who} had {count} cube on the {title}.",
            "{who} had {count} cubes on the {title}.",
            self.cubes,
            who=Who(self.seat),
            title=TITLES[self.title],
        )


class ConfirmTitles(TableAction, phases=(Titles,), counts=True):
    """Confirms the cubes on the titles and scores them (de 271)."""

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        """Requires the values of awarded portraits, and of taken markers that are not entered as totals."""
        won = (marker for marker, owners in portrait_awards(state) if owners)
        added = untracked_kinds(state) if not state.tracked else ()
        taken = (marker.key for marker in state.markers if kind_of(marker.key) not in added)
        return (legal_action(cls, seat, missing_values=state.unknown((*taken, *won))),)

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        batch.emit(TitlesConfirmed())
        for marker, owners in portrait_awards(batch.state):
            for owner in owners:
                batch.emit(MarkerTaken(owner, marker))
            if not owners:
                batch.emit(MarkerRemoved(marker))
        if isinstance(batch.state.phase, Reveal):
            batch.state.phase.play(batch, rng)


class TitlesConfirmed(TableEvent):
    def apply(self, state: State) -> State:
        if state.tracked:
            return replace(state, phase=Reveal(state.table_action_seat, LineReveal(tuple(KINDS))))
        return replace(state, phase=SumEntry(Sealed(tuple(range(state.seats)))))

    def history_line(self, state: State) -> Text:
        return T("The cubes on the titles were counted, from Marshal to King.")

    def highlights(self, state: State, after: State, then: Sequence[Event]) -> Iterator[Highlight]:
        """Yields the portraits from Marshal to King, with the reason if one leaves the game."""
        awards = [(title, *award) for title, award in zip(TITLES, portrait_awards(state), strict=True)]
        rows = (
            Row(
                what=TITLES[title],
                pieces=tuple(Piece("order", seat=one) for one in owners),
                note=_verdict(state, title, owners),
            )
            for title, _, owners in awards
        )
        own = (
            (seat, T("You took: {markers}.", markers=TextList(tuple(map(state.marker_name, mine)))))
            for seat in range(state.seats)
            if (mine := [marker for _, marker, owners in awards if seat in owners])
        )
        if any(owners for _, _, owners in awards):
            yield Highlight(
                "titles", T("The titles"), T("The portraits were handed out."), tuple(rows), private_texts=tuple(own)
            )


def _verdict(state: State, title: str, owners: Sequence[int]) -> Text:
    """Returns why these seats take the portrait, or why nobody does (de 275)."""
    if owners:
        return why_most(state, title, owners[0]) if len(owners) == 1 else T("half each")
    if ahead := leaders(state, title):
        return T("{who} are tied: no one takes it", who=seats(ahead))
    return T("no cube there: no one takes it")
