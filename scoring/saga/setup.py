"""Set-up: the sides of the lands, the knights under them, and the first player."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import product

from scoring.kernel import Batch, Event, Refusal, Rng, TableAction, allowed, legal_action, refused_if
from scoring.legal_actions import LegalAction, Pick
from scoring.saga.components import (
    BY_KEY,
    COLOURS,
    CROWN,
    LANDS,
    SET_CARDS,
    SIDES,
    VALUES,
    Knight,
    drawn_knights,
    keys,
    listed,
    second_knights,
    unread_keys,
)
from scoring.saga.phases import SetUp
from scoring.saga.state import State
from scoring.saga.turn import Turn, TurnEvent
from scoring.words import T, Text, Who


class Laying(TableAction, abstract=True, phases=(SetUp,)):
    """Base class for set-up actions."""


# --- lands ---------------------------------------------------------------------------------------------


class LandLaid(Event, stale_safe=True):
    """The land was laid out with this side up."""

    land: str
    side: str

    def apply(self, state: State) -> State:
        set_up = SetUp.current(state)
        return state.with_phase(sides={**set_up.sides, self.land: self.side})

    def history_line(self, state: State) -> Text:
        return side_up_text(self.land, self.side)


class LayLand(Laying, rejects_stale=False, event=LandLaid):
    """Enters which side of the land is up (nl 30-33)."""

    land: str
    side: str

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        for land, side in product(allowed(cls, state, seat, "land", COLOURS, side=CROWN), SIDES):
            missing_values = unread_keys(state.printed_values, land, side)
            yield legal_action(cls, seat, Pick("land", (land,)), Pick("side", (side,)), missing_values=missing_values)

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        if self.land not in SetUp.current(state).sides:
            return None
        text = T("{land} is already laid out. Use Undo to take it back.", land=LANDS[self.land].name)
        return Refusal("laid", text, "nl 31")


class LayCrowns(Laying):
    """Lays out all lands with the crown side up, as in a first game (nl 31)."""

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        text = T("Some lands are already laid out. Add the others one by one.")
        return super().refusal(state, seat) or refused_if(SetUp.current(state).sides, "laid", text, "nl 31")

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        missing_values = (key for land in COLOURS for key in unread_keys(state.printed_values, land, CROWN))
        return (legal_action(cls, seat, missing_values=tuple(missing_values)),)

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        for land in COLOURS:
            batch.emit(LandLaid(land, CROWN))


def side_up_text(land: str, side: str) -> Text:
    """Returns the history line of laying out this side."""
    if side == CROWN:
        return T("{land} was laid out with its crown side up.", land=LANDS[land].name)
    return T("{land} was laid out with its other side up.", land=LANDS[land].name)


# --- the knights under them ----------------------------------------------------------------------------


class PlaceDefence(Laying, rejects_stale=False):
    """Enters the two knights under a land: one of its colour, one of another (nl 47-54). Entering again overwrites."""

    land: str
    first: int
    second: str

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        for land in COLOURS:
            second = Pick("second", keys(second_knights(land)))
            entered = land in SetUp.current(state).knights
            yield legal_action(cls, seat, Pick("land", (land,)), Pick("first", VALUES), second, already_entered=entered)

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        batch.emit(DefencePlaced(self.land, (Knight(self.land, self.first), BY_KEY[self.second])))


class LayDrawn(Laying):
    """Lays out all knights as drawn in the rulebook, from the printed values (nl 56-58)."""

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        unknown = SetUp.current(state).knights or not all(drawn_knights(state.printed_values, land) for land in COLOURS)
        text = T("Enter the two knights under each land.")
        return super().refusal(state, seat) or refused_if(unknown, "start-layout", text, "nl 47")

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        for land in COLOURS:
            batch.emit(DefencePlaced(land, drawn_knights(batch.state.printed_values, land) or ()))


class DefencePlaced(Event, stale_safe=True):
    land: str
    knights: tuple[Knight, ...]

    def apply(self, state: State) -> State:
        set_up = SetUp.current(state)
        return state.with_phase(knights={**set_up.knights, self.land: self.knights})

    def history_line(self, state: State) -> Text:
        return T("Under {land}: {knights}.", land=LANDS[self.land].name, knights=listed(self.knights))


# --- who begins ----------------------------------------------------------------------------------------


class SetUpFinished(TurnEvent, beginner="first"):
    first: int

    def apply(self, state: State) -> State:
        return replace(state, phase=Turn(self.first), lands=SetUp.current(state).lands, turns=state.turns + 1)

    def history_line(self, state: State) -> Text:
        return T("{who} goes first.", who=Who(self.first))

    def to_do(self, state: State) -> Iterable[Text]:
        yield T("Everyone: take a set of {count} knights. Put the rest back in the box.", count=SET_CARDS)


class Begin(Laying, event=SetUpFinished):
    """Finishes the set-up; the youngest player begins (nl 76)."""

    first: int

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        text = T("Before the first turn, every land needs a side and two knights.")
        unready = SetUp.current(state).step(state) != "begin"
        return super().refusal(state, seat) or refused_if(unready, "set-up", text, "nl 47")

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        return (legal_action(cls, seat, Pick("first", tuple(range(state.seats)))),)
