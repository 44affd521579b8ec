"""The set-up: who starts where, and who begins; or, in a game that Herald takes up, what stands on the board and who is
next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from typing import ClassVar

from scoring.kernel import (
    Action,
    Batch,
    BusyReason,
    Event,
    Help,
    PrintedValueEntered,
    Refusal,
    Rng,
    TableAction,
    allowed,
    legal_action,
    refused_if,
)
from scoring.lang_lebe.cards import Deal
from scoring.lang_lebe.components import FIRST_AREA, START_COURTIERS, set_up_by_hand, start_areas_in, start_key
from scoring.lang_lebe.election import ElectionCalledLate
from scoring.lang_lebe.state import BoardEntry, LangLebePhase, State, Turn, begin_next_turn
from scoring.legal_actions import Count, LegalAction, Pick
from scoring.sealed import Sealed
from scoring.words import T, Text, TextList, Who


class SetUp(LangLebePhase):
    """Who starts where, as far as entered."""

    help = Help(
        (
            T("Everyone draws a start card and puts their figure and two courtiers in its area."),
            T("Tap yours, or let Herald draw for everyone."),
        ),
        "nl 61",
    )
    name: ClassVar[str] = "set-up"
    heading = T("Who starts where?")
    busy_reason = BusyReason(T("Everyone has to enter their start area first."), "nl 61", code="set-up")
    sets_up = True
    taken: Mapping[int, str] = field(default_factory=dict)

    def waiting_for(self, state: State) -> tuple[int, ...]:
        return tuple(seat for seat in range(state.seats) if seat not in self.taken)


# --- start areas ---------------------------------------------------------------------------------------


def possible_start_areas(state: State) -> tuple[str, ...]:
    """Those on the start cards; while these are not known, any area in play."""
    return start_areas_in(state.box, state.seats) or state.areas


class TakeStartArea(Action, rejects_stale=False, phases=(SetUp,)):
    """My start card shows this area (nl 61)."""

    area: str

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        areas = allowed(cls, state, seat, "area", possible_start_areas(state))
        return (legal_action(cls, seat, Pick("area", areas)),) if areas else ()

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        taken, possible = SetUp.current(state).taken.values(), possible_start_areas(state)
        first, last_in = FIRST_AREA[state.seats], state.phase.waiting_for(state) == (seat,)
        if refusal := state.why_not_area(self.area):
            return refusal
        if self.area in taken:
            text = T("{area} is taken. Every start card shows a different area.", area=self.area)
            return Refusal("taken", text, "nl 61")
        if self.area not in possible:
            text = T("With this many players, the start cards show {areas}.", areas=", ".join(possible))
            return Refusal("start-areas", text, "nl 62")
        if last_in and first not in (self.area, *taken):
            text = T(
                "One player has to start in {first}. Enter that, or change another player’s area first.", first=first
            )
            return Refusal("first-area", text, "nl 74")
        return None

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        batch.emit(StartAreaTaken(seat, self.area))
        if not batch.state.phase.waiting_for(batch.state):
            _finish(batch)


class DrawStartAreas(TableAction, phases=(SetUp,)):
    """Herald deals out the known start areas by lot."""

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        if start_areas_in(state.box, state.seats) is None:
            return Refusal("start-areas", T("Deal the start cards and enter who starts where."), "nl 61")
        return super().refusal(state, seat)

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        batch.emit(StartAreasDrawn(rng.shuffled(possible_start_areas(batch.state))))
        _finish(batch)


class StartAreaTaken(Event):
    seat: int
    area: str

    def apply(self, state: State) -> State:
        return replace(state, phase=SetUp({**SetUp.current(state).taken, self.seat: self.area}))

    def history_line(self, state: State) -> Text:
        return T("{who} started in {area}.", who=Who(self.seat), area=self.area)


class StartAreasDrawn(Event):
    """The start area of each seat, by lot."""

    areas: tuple[str, ...]

    def apply(self, state: State) -> State:
        return replace(state, phase=SetUp(dict(enumerate(self.areas))))

    def history_line(self, state: State) -> Text:
        drawn = (T("{who}: {area}", who=Who(seat), area=area) for seat, area in enumerate(self.areas))
        return T("Start areas were drawn at random: {areas}.", areas=TextList(tuple(drawn)))


# --- all pieces stand ----------------------------------------------------------------------------------


def _finish(batch: Batch[State]) -> None:
    """Herald remembers which areas the start cards show; whoever has the marked one begins (nl 74)."""
    state = batch.state
    taken = SetUp.current(state).taken
    if start_areas_in(state.box, state.seats) is None:
        batch.emit(PrintedValueEntered(start_key(state.seats), " ".join(sorted(taken.values()))))
    batch.emit(SetUpFinished(next(s for s, area in taken.items() if area == FIRST_AREA[state.seats])))


class SetUpFinished(Event, clears=True, beginner="first"):
    """All pieces stand in their start areas; `first` begins."""

    first: int

    def apply(self, state: State) -> State:
        taken = SetUp.current(state).taken
        courtiers = {area: (seat, START_COURTIERS) for seat, area in taken.items()}
        figures = tuple(area for _, area in sorted(taken.items()))
        return replace(state, courtiers=courtiers, figures=figures, phase=Turn(self.first, (figures[self.first],)))

    def history_line(self, state: State) -> Text:
        return T("All pieces were placed. {who} goes first.", who=Who(self.first))

    def to_do(self, state: State) -> Iterable[Text]:
        for seat, area in sorted(SetUp.current(state).taken.items()):
            count = START_COURTIERS
            yield T(
                "{who}: put your figure and {courtiers} courtiers in {area}.", who=Who(seat), courtiers=count, area=area
            )
        pieces, cards = set_up_by_hand()
        yield from (pieces,) if state.cards_on_phones else (pieces, cards)


# --- Herald takes up a game under way -----------------------------------------------------------------

# From now on Herald follows every move: everybody says what stands on the board, then what is in the hand.


class PiecesEntered(Event, stale_safe=True, stored="pieces-said"):
    seat: int
    area: str
    courtiers: int
    figure: int

    def apply(self, state: State) -> State:
        after = state.with_courtiers(self.area, self.seat, self.courtiers)
        if self.figure:
            return after.with_figure(self.seat, self.area)
        return after.with_figure(self.seat, "") if state.figures[self.seat] == self.area else after

    def history_line(self, state: State) -> Text:
        who, area, number = Who(self.seat), self.area, self.courtiers
        if self.figure:
            return T("{who}’s figure is in {area}; courtiers there: {count}.", who=who, area=area, count=number)
        return T("{who}’s courtiers in {area}: {count}.", who=who, area=area, count=number)


class EnterPieces(Action, rejects_stale=False, phases=(BoardEntry,), event=PiecesEntered):
    """So many of my courtiers stand there, and my figure or not."""

    area: str
    courtiers: int
    figure: int = 0

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        """Area by area: as many courtiers as votes (nl 94), and as the seat has (nl 65)."""
        for area in allowed(cls, state, seat, "area", state.areas, courtiers=0):
            now, most = state.courtiers_in(area), state.most_courtiers(area)
            courtiers = Count("courtiers", 0, min(most, now + state.supply(seat)), now)
            figure = Count("figure", 0, 1, int(state.figures[seat] == area))
            yield legal_action(cls, seat, Pick("area", (area,)), courtiers, figure)

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        foreign = T("{area} is entered as another player’s. They have to change that first.", area=self.area)
        return refused_if(state.is_foreign(seat, self.area), "one-holder", foreign, "nl 150")


class HandsTakenUp(Deal):
    """Everybody enters the hand they hold. `out` had no cards after the last election: there was nothing to deal."""

    out: tuple[int, ...] = ()

    def continue_play(self, batch: Batch[State]) -> None:
        """Somebody else without cards ran out of them in the last turn: an election comes first (nl 162)."""
        empty = batch.state.without_cards
        if set(empty) <= set(self.out):
            begin_next_turn(batch)
        else:
            batch.emit(ElectionCalledLate(empty, batch.state.next_seat(self.turn)))


class BoardEntryFinished(Event, stored="taken-up"):
    """The board is known again; the hands are next, then it is the turn of this seat."""

    seat: int

    def apply(self, state: State) -> State:
        before = state.clockwise(self.seat)[-1]
        return replace(state, phase=HandsTakenUp(before, 0, Sealed(state.clockwise(self.seat)), out=state.out_of_cards))

    def history_line(self, state: State) -> Text:
        return T("The board was entered. {who} is next.", who=Who(self.seat))


class FinishBoardEntry(TableAction, phases=(BoardEntry,), event=BoardEntryFinished):
    """The board is right, and it is the turn of `following`."""

    following: int

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        text = T("Everyone has to enter their figure’s area first.")
        return super().refusal(state, seat) or refused_if("" in state.figures, "figure", text, "nl 61")

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        return (legal_action(cls, seat, Pick("following", tuple(range(state.seats)))),)
