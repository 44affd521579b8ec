"""Set-up: start areas and first player. If tracking starts midway: the pieces on the board and the next player."""

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
from scoring.lang_lebe.components import FIRST_AREA, START_COURTIERS, set_up_to_do, start_areas_in, start_key
from scoring.lang_lebe.election import ElectionCalledLate
from scoring.lang_lebe.state import BoardEntry, LangLebePhase, State, Turn, Untracked, begin_next_turn
from scoring.legal_actions import Count, LegalAction, Pick
from scoring.sealed import Sealed
from scoring.tracking_modes import ModeSwitchPhase
from scoring.words import T, Text, TextList, Who


class SetUp(LangLebePhase, ModeSwitchPhase):
    """Entry of the start areas; `start_areas` holds, by seat, those entered so far."""

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
    start_areas: Mapping[int, str] = field(default_factory=dict)

    def waiting_for(self, state: State) -> tuple[int, ...]:
        return tuple(seat for seat in range(state.seats) if seat not in self.start_areas)

    def in_tracking_mode(self, state: State, mode: str) -> State:
        return replace(state, tracking_mode=mode, phase=Untracked(), hands=(), cards_on_phones=False)


# --- start areas ---------------------------------------------------------------------------------------


def possible_start_areas(state: State) -> tuple[str, ...]:
    """Returns the areas on the start cards, or all areas in play while the cards are unknown."""
    return start_areas_in(state.printed_values, state.seats) or state.areas


class TakeStartArea(Action, rejects_stale=False, phases=(SetUp,)):
    """Enters the area on the seat's start card (nl 61)."""

    area: str

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        areas = allowed(cls, state, seat, "area", possible_start_areas(state))
        return (legal_action(cls, seat, Pick("area", areas)),) if areas else ()

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        taken, possible = SetUp.current(state).start_areas.values(), possible_start_areas(state)
        first, last_in = FIRST_AREA[state.seats], state.phase.waiting_for(state) == (seat,)
        if refusal := state.area_refusal(self.area):
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
            _finish_set_up(batch)


class DrawStartAreas(TableAction, phases=(SetUp,)):
    """Lets Herald assign the known start areas at random."""

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        if start_areas_in(state.printed_values, state.seats) is None:
            return Refusal("start-areas", T("Deal the start cards and enter who starts where."), "nl 61")
        return super().refusal(state, seat)

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        batch.emit(StartAreasDrawn(rng.shuffled(possible_start_areas(batch.state))))
        _finish_set_up(batch)


class StartAreaTaken(Event):
    seat: int
    area: str

    def apply(self, state: State) -> State:
        return replace(state, phase=SetUp({**SetUp.current(state).start_areas, self.seat: self.area}))

    def history_line(self, state: State) -> Text:
        return T("{who} started in {area}.", who=Who(self.seat), area=self.area)


class StartAreasDrawn(Event):
    """Start areas were assigned at random, by seat."""

    areas: tuple[str, ...]

    def apply(self, state: State) -> State:
        return replace(state, phase=SetUp(dict(enumerate(self.areas))))

    def history_line(self, state: State) -> Text:
        drawn = (T("{who}: {area}", who=Who(seat), area=area) for seat, area in enumerate(self.areas))
        return T("Start areas were drawn at random: {areas}.", areas=TextList(tuple(drawn)))


# --- all pieces in place -------------------------------------------------------------------------------


def _finish_set_up(batch: Batch[State]) -> None:
    """Stores the areas on the start cards if they were unknown. The seat in the marked area begins (nl 74)."""
    state = batch.state
    taken = SetUp.current(state).start_areas
    if start_areas_in(state.printed_values, state.seats) is None:
        batch.emit(PrintedValueEntered(start_key(state.seats), " ".join(sorted(taken.values()))))
    batch.emit(SetUpFinished(next(s for s, area in taken.items() if area == FIRST_AREA[state.seats])))


class SetUpFinished(Event, clears=True, beginner="first"):
    """All pieces are in their start areas; `first` begins."""

    first: int

    def apply(self, state: State) -> State:
        taken = SetUp.current(state).start_areas
        courtiers = {area: (seat, START_COURTIERS) for seat, area in taken.items()}
        figures = tuple(area for _, area in sorted(taken.items()))
        return replace(state, courtiers=courtiers, figures=figures, phase=Turn(self.first, (figures[self.first],)))

    def history_line(self, state: State) -> Text:
        return T("All pieces were placed. {who} goes first.", who=Who(self.first))

    def to_do(self, state: State) -> Iterable[Text]:
        for seat, area in sorted(SetUp.current(state).start_areas.items()):
            count = START_COURTIERS
            yield T(
                "{who}: put your figure and {courtiers} courtiers in {area}.", who=Who(seat), courtiers=count, area=area
            )
        pieces, cards = set_up_to_do()
        yield from (pieces,) if state.cards_on_phones else (pieces, cards)


# --- switching to EVERY_MOVE: everybody enters their pieces on the board, then their hand ----------------


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
    """Enters the seat's courtiers and figure in one area."""

    area: str
    courtiers: int
    figure: int = 0

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        """Yields one legal action per area, limited by its votes (nl 94) and the seat's supply (nl 65)."""
        for area in allowed(cls, state, seat, "area", state.areas, courtiers=0):
            now, most = state.courtiers_in(area), state.most_courtiers(area)
            courtiers = Count("courtiers", 0, min(most, now + state.supply(seat)), now)
            figure = Count("figure", 0, 1, int(state.figures[seat] == area))
            yield legal_action(cls, seat, Pick("area", (area,)), courtiers, figure)

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        foreign = T("{area} is entered as another player’s. They have to change that first.", area=self.area)
        return refused_if(state.is_foreign(seat, self.area), "one-holder", foreign, "nl 150")


class HandEntry(Deal):
    """Entry of everybody's current hand. Seats in `out` had no cards after the last election, which dealt none."""

    out: tuple[int, ...] = ()

    def continue_play(self, batch: Batch[State]) -> None:
        """Begins the next turn, or an election if a seat outside `out` has no cards (nl 162).

        Such a seat ran out of cards in the last turn.
        """
        empty = batch.state.without_cards
        if set(empty) <= set(self.out):
            begin_next_turn(batch)
        else:
            batch.emit(ElectionCalledLate(empty, batch.state.next_seat(self.turn)))


class BoardEntryFinished(Event, stored="taken-up"):
    """The board was entered. Entering the hands comes next, then the turn of `following`."""

    seat: int

    def apply(self, state: State) -> State:
        before = state.clockwise(self.seat)[-1]
        return replace(state, phase=HandEntry(before, 0, Sealed(state.clockwise(self.seat)), out=state.out_of_cards))

    def history_line(self, state: State) -> Text:
        return T("The board was entered. {who} is next.", who=Who(self.seat))


class FinishBoardEntry(TableAction, phases=(BoardEntry,), event=BoardEntryFinished):
    """Confirms the entered board; `following` has the next turn."""

    following: int

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        text = T("Everyone has to enter the area of their figure first.")
        return super().refusal(state, seat) or refused_if("" in state.figures, "figure", text, "nl 61")

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        return (legal_action(cls, seat, Pick("following", tuple(range(state.seats)))),)
