"""Resuming tracking in a game under way: the table and the hands are entered."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import ClassVar

from scoring.kernel import (
    Action,
    Batch,
    BusyReason,
    Event,
    Help,
    Refusal,
    Rng,
    SealedAction,
    SealedEvent,
    TableAction,
    allowed,
    legal_action,
    refused_if,
)
from scoring.legal_actions import Count, LegalAction, Pick
from scoring.saga.components import (
    BY_KEY,
    COLOURS,
    LANDS,
    MOST_FAME,
    Knight,
    can_be_worth,
    cards_besides,
    colours,
    other_side,
    points_besides,
    properties_of_side,
    worth,
)
from scoring.saga.conquest import conquerors
from scoring.saga.corrections import NEW, new_army_of
from scoring.saga.phases import BoardEntry, Entry, SetUp
from scoring.saga.playing import FACE_DOWN, AddToDefence, PlayFaceDown, cards_at
from scoring.saga.setup import side_up_text
from scoring.saga.state import (
    FREE,
    Land,
    State,
    army_place,
    colour_refusal,
    land_place,
    named_by,
)
from scoring.saga.turn import TurnBegan
from scoring.sealed import Sealed
from scoring.values import without
from scoring.words import T, Text, Who

MIDDLE = -1
# Properties that a land's holder may use once.
ONCE = {AddToDefence.by, PlayFaceDown.by}


# --- public pieces -------------------------------------------------------------------------------------


class TrackingResumed(Event, stored="board-taken-up"):
    def apply(self, state: State) -> State:
        return replace(state, phase=BoardEntry(), lands=SetUp.current(state).lands)

    def history_line(self, state: State) -> Text:
        return T("The game had already started, so the table was entered.")


class ResumeTracking(TableAction, phases=(SetUp,), event=TrackingResumed):
    """Enters that the game is already under way, so that its start layout is gone."""

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        now = SetUp.current(state)
        begins = T("This game starts with the start layout.")
        return (
            super().refusal(state, seat)
            or refused_if(not now.under_way, "set-up", begins, "nl 47")
            or refused_if(now.step(state) == "lands", "set-up", T("First enter which side of each land is up."))
        )


class OnTable(TableAction, abstract=True, rejects_stale=False, phases=(BoardEntry,)):
    """Base class for actions that enter public facts about the table."""


class EnterHolder(OnTable):
    """Enters who holds the land; -1 means nobody. The knights under it must then be entered again."""

    land: str
    holder: int

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        for land in COLOURS:
            now = state.lands[land].holder
            others = tuple(one for one in (MIDDLE, *range(state.seats)) if one != (MIDDLE if now is None else now))
            yield legal_action(cls, seat, Pick("land", (land,)), Pick("holder", others))

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        batch.emit(HolderEntered(self.land, None if self.holder == MIDDLE else self.holder))


class HolderEntered(Event, stale_safe=True, stored="holder-said"):
    land: str
    holder: int | None

    def apply(self, state: State) -> State:
        return state.with_army(land_place(self.land), Land(state.lands[self.land].side, self.holder))

    def history_line(self, state: State) -> Text:
        name = LANDS[self.land].name
        if self.holder is None:
            return T("{land} was in the middle.", land=name)
        return T("{who} held {land}.", who=Who(self.holder), land=name)


class SideEntered(Event, stale_safe=True, stored="side-said"):
    land: str
    side: str

    def apply(self, state: State) -> State:
        return state.with_army(land_place(self.land), replace(state.lands[self.land], side=self.side))

    def history_line(self, state: State) -> Text:
        return side_up_text(self.land, self.side)


class EnterSide(OnTable, event=SideEntered):
    """Enters that the land's other side is up, at tables where used lands are flipped."""

    land: str
    side: str

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        for land, one in state.lands.items() if state.turns_over else ():
            side = other_side(one.side)
            yield legal_action(
                cls, seat, Pick("land", (land,)), Pick("side", (side,)), missing_values=state.keys_of_other_side(land)
            )


class EnterUsed(OnTable):
    """Enters whether the land's one-time property has been used (nl 241, 293)."""

    land: str
    used: int

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        for land, one in state.lands.items():
            side = other_side(one.side) if state.turns_over else one.side  # nl 241: a used land shows its other side
            missing_values = state.keys_of_other_side(land)
            if one.holder is not None and (
                missing_values or ONCE & set(properties_of_side(state.printed_values, land, side))
            ):
                yield legal_action(
                    cls, seat, Pick("land", (land,)), Pick("used", (int(not one.used),)), missing_values=missing_values
                )

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        batch.emit(UsedEntered(self.land, bool(self.used)))


class UsedEntered(Event, stale_safe=True, stored="used-said"):
    land: str
    used: bool

    def apply(self, state: State) -> State:
        return state.with_army(land_place(self.land), replace(state.lands[self.land], used=self.used))

    def history_line(self, state: State) -> Text:
        name = LANDS[self.land].name
        return T("{land} had been used.", land=name) if self.used else T("{land} hadn’t been used yet.", land=name)


class LayKnight(OnTable):
    """Enters a knight: under a land, in an army, in a seat's new army (`new-2`), or free."""

    place: str
    knight: str

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        new = map(new_army_of, range(state.seats))
        for place in (*map(land_place, COLOURS), *map(army_place, state.armies), *new, FREE):
            if knights := allowed(cls, state, seat, "knight", BY_KEY, place=place):
                yield legal_action(cls, seat, Pick("place", (place,)), Pick("knight", knights))

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        return None if self.place == FREE else colour_refusal(self.knight, colours(state.knights_at(self.place)))

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        batch.emit(KnightLaid(self.place, BY_KEY[self.knight]))


class KnightLaid(Event, stale_safe=True):
    """A knight was entered in `army-3`, `land-red`, `free`, or `new-2` for a new army."""

    place: str
    knight: Knight

    def apply(self, state: State) -> State:
        if self.place.startswith(f"{NEW}-"):
            return state.new_army(state.armies_made + 1, int(named_by(self.place)), self.knight)
        return state.with_knight(self.place, self.knight)

    def history_line(self, state: State) -> Text:
        if self.place.startswith(f"{NEW}-"):
            who, land = Who(int(named_by(self.place))), LANDS[self.knight.colour].name
            return T("{knight} was in {who}’s army against {land}.", knight=self.knight.name, who=who, land=land)
        return T("{knight} was here: {place}.", knight=self.knight.name, place=state.place_named(self.place))


class KnightLifted(Event, stale_safe=True):
    place: str
    knight: str

    def apply(self, state: State) -> State:
        if self.knight == FACE_DOWN:
            return state.without_face_down(self.place)
        return state.without_knight(self.place, BY_KEY[self.knight])

    def history_line(self, state: State) -> Text:
        place = state.place_named(self.place)
        if self.knight == FACE_DOWN:
            return T("There was no face-down knight here: {place}.", place=place)
        return T("{knight} wasn’t here: {place}.", knight=BY_KEY[self.knight].name, place=place)


class LiftKnight(OnTable, event=KnightLifted):
    """Removes a knight entered by mistake; `face-down` removes a hidden one."""

    place: str
    knight: str

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        for place in (*map(land_place, COLOURS), *map(army_place, state.armies), FREE):
            if there := cards_at(state, place):
                yield legal_action(cls, seat, Pick("place", (place,)), Pick("knight", there))


class EnterFaceDown(Action, private=True, rejects_stale=False, phases=(BoardEntry,)):
    """Enters the seat's own face-down knight in one of its armies (nl 284)."""

    army: int
    knight: str

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        for number in state.armies_of(seat):
            if knights := allowed(cls, state, seat, "knight", BY_KEY, army=number):
                yield legal_action(cls, seat, Pick("army", (number,)), Pick("knight", knights))

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        own = self.army in state.armies_of(seat)
        return colour_refusal(self.knight, state.armies[self.army].colours) if own else None

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        batch.emit(FaceDownEntered(seat, self.army, BY_KEY[self.knight]))


class FaceDownEntered(Event, stale_safe=True, secret={"knight"}, stored="hidden-laid"):
    seat: int
    army: int
    knight: Knight

    def apply(self, state: State) -> State:
        return state.with_face_down(army_place(self.army), self.knight)

    def history_line(self, state: State) -> Text:
        land = LANDS[state.armies[self.army].land].name
        return T("{who} had a face-down knight in the army against {land}.", who=Who(self.seat), land=land)

    def secret_history_line(self, state: State) -> Text:
        land = LANDS[state.armies[self.army].land].name
        return T("The face-down knight in the army against {land} was {knight}.", land=land, knight=self.knight.name)


class FameEntered(Event, stale_safe=True, stored="fame-said"):
    seat: int
    fame: int

    def apply(self, state: State) -> State:
        return state.with_fame(self.seat, self.fame)

    def history_line(self, state: State) -> Text:
        return T("{who} had {fame} fame.", who=Who(self.seat), fame=self.fame)


class EnterFame(Action, rejects_stale=False, phases=(BoardEntry,), event=FameEntered):
    """Enters the seat's fame."""

    fame: int

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        return (legal_action(cls, seat, Count("fame", 0, MOST_FAME, state.fame[seat])),)


class HandsAsked(Event):
    """The table was entered. Players enter their hands next; then it is this seat's turn."""

    seat: int

    def apply(self, state: State) -> State:
        return replace(state, phase=HandEntry(self.seat, Sealed(tuple(range(state.seats)))))

    def history_line(self, state: State) -> Text:
        return T("The table was entered. {who} was next.", who=Who(self.seat))


class PlayOn(TableAction, phases=(BoardEntry,), event=HandsAsked):
    """Confirms the table. `following` has the next turn."""

    following: int

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        if refusal := super().refusal(state, seat):
            return refusal
        for land in () if state.conquest_waits else COLOURS:
            if strong := conquerors(state, land):
                who, name = Who(state.armies[strong[0]].owner), LANDS[land].name
                text = T("{who}’s army is stronger than {land}. Check both again.", who=who, land=name)
                return Refusal("conquest", text, "nl 150")
        return None

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        return (legal_action(cls, seat, Pick("following", tuple(range(state.seats)))),)


# --- hands ---------------------------------------------------------------------------------------------


class HandEntry(Entry):
    """Everybody enters the number and value of the knights in hand; then `turn` has its turn."""

    help = Help(
        (
            T("Secretly enter how many knights you hold and what they’re worth."),
            T("After that, Herald tracks every move."),
        )
    )
    name: ClassVar[str] = "hand-entry"
    heading = T("Everyone enters what’s in their hand.")
    busy_reason = BusyReason(T("First everyone has to enter what’s in their hand."))
    turn: int
    sealed: Sealed[tuple[int, int]]

    def waiting_for(self, state: State) -> tuple[int, ...]:
        return self.sealed.waiting_for


class EnterHand(SealedAction, phases=(HandEntry,)):
    """Enters the number and value of the knights in hand. With those on the table, they make up at least a set (nl
    38-39)."""

    cards: int
    points: int

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        text = T("{cards} knights can’t be worth {points}. Count again.", cards=self.cards, points=self.points)
        return refused_if(not can_be_worth(self.cards, self.points), "hand", text)

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        """Requires at least one knight, because an empty hand would have ended the game (nl 195)."""
        there = (*state.open_knights(seat), *state.face_down_knights(seat))
        (fewest, most), (low, high) = cards_besides(len(there)), points_besides(worth(there))
        for cards in range(max(1, fewest), max(1, most) + 1):
            worths = [points for points in range(low, high + 1) if can_be_worth(cards, points)]
            if worths:
                yield legal_action(
                    cls, seat, Pick("cards", (cards,)), Count("points", worths[0], worths[-1], worths[0])
                )

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        now = HandEntry.current(batch.state)
        batch.emit(HandEntered(seat, self.cards, self.points))
        if now.sealed.is_last(seat):
            batch.emit(HandsKnown())
            batch.emit(TurnBegan(now.turn))


class HandEntered(SealedEvent, secret={"cards", "points"}, stored="hand-said"):
    seat: int
    cards: int
    points: int

    def apply(self, state: State) -> State:
        now = HandEntry.current(state)
        return state.with_phase(sealed=now.sealed.seal(self.seat, (self.cards, self.points)))

    def history_line(self, state: State) -> Text:
        return T("{who} entered their hand.", who=Who(self.seat))

    def secret_history_line(self, state: State) -> Text:
        return T("{who} had knights worth {points} in hand.", who=Who(self.seat), points=self.points)


class HandsKnown(Event):
    """All hands are entered. The number of knights is public (nl 352), their value is not."""

    def apply(self, state: State) -> State:
        for seat, (cards, points) in HandEntry.current(state).sealed.choices.items():
            state = replace(state, missing=without(state.missing, seat))
            state = state.with_hand_cards(seat, cards).with_hand_value(seat, points)
        return state

    def history_line(self, state: State) -> Text:
        return T("All hands were entered.")
