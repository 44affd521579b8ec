"""Playing knights from the hand: to an attacking army, face down, or to a defence. Also turning knights face up and
taking them back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from scoring.kernel import Batch, Event, Refusal, Rng, allowed, legal_action, refused_if
from scoring.legal_actions import LegalAction, Pick
from scoring.saga.components import BY_KEY, LANDS, PROPERTIES, Knight, Property, keys
from scoring.saga.conquest import KnightTurned, after_laying, settle, still_needed
from scoring.saga.state import Army, State, army_place, colour_refusal, land_place, likely, named_by
from scoring.saga.turn import Turn, TurnAction, TurnEvent, end_if_nothing_left, with_turn_flags
from scoring.words import T, Text, TextList, Who

NEW_ARMY = 0
FACE_DOWN = "face-down"


class Playing(TurnAction, abstract=True):
    """Base class for playing the turn's one knight, to one of several places (nl 122)."""

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        text = T("You’ve already played a knight this turn.")
        return super().refusal(state, seat) or refused_if(Turn.current(state).played, "played", text, "nl 122")

    def play_event(self, state: State, seat: int) -> TurnEvent:
        """Returns the event of playing the knight."""
        raise NotImplementedError

    @classmethod
    def possible_knights(cls, state: State, seat: int) -> tuple[Knight, ...]:
        """Returns the knights that may be in the hand."""
        return state.playable(seat)

    @classmethod
    def needed_keys(cls, state: State, seat: int) -> tuple[str, ...]:
        """Returns the keys of printed values that are needed from this action on."""
        return ()

    def unexpected_values(self, state: State, seat: int) -> tuple[int, ...]:
        """Returns the values that public information allows, if this knight's value is not among them; else
        empty."""
        return ()

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        doubted = self.unexpected_values(batch.state, seat)
        batch.emit(self.play_event(batch.state, seat))
        if doubted:
            batch.emit(KnightDoubted(seat, doubted))
        after_laying(batch, seat)
        end_if_nothing_left(batch)


class PlayingOpenly(Playing, abstract=True):
    """Base class for playing a knight face up."""

    knight: str

    def unexpected_values(self, state: State, seat: int) -> tuple[int, ...]:
        return () if BY_KEY[self.knight] in state.playable(seat) else state.values_expected(seat)


class KnightDoubted(Event):
    """The last knight played contradicts the entries so far; `expected` lists the possible values."""

    seat: int
    expected: tuple[int, ...]

    def history_line(self, state: State) -> Text:
        who, values = Who(self.seat), TextList(self.expected)
        return T("Herald expected {who} to play {values}: something was entered wrong.", who=who, values=values)

    def to_do(self, state: State) -> Iterable[Text]:
        yield T("Compare {who}’s knights on the screen with the table: one of them is different.", who=Who(self.seat))


class PlayingToArmy(Playing, abstract=True):
    """Base class for playing to the seat's own attacking army; 0 is a new army."""

    army: int
    knight: str

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        for number in (NEW_ARMY, *state.armies_of(seat)):
            if knights := allowed(cls, state, seat, "knight", BY_KEY, army=number):
                one, missing_values = likely(knights, cls.possible_knights(state, seat)), cls.needed_keys(state, seat)
                yield legal_action(cls, seat, Pick("army", (number,)), one, missing_values=missing_values)

    def play_event(self, state: State, seat: int) -> TurnEvent:
        number = state.armies_made + 1 if self.army == NEW_ARMY else self.army
        return KnightPlayed(seat, number, BY_KEY[self.knight])


def _not_own_refusal(state: State, seat: int, number: int) -> Refusal | None:
    """Refuses an army of another seat, or a number without an army."""
    army = state.armies.get(number)
    if army is None:
        text = T("That attacking army doesn’t exist. Play to one of yours or start a new one.")
        return Refusal("no-army", text, "nl 134")
    text = T("That’s {who}’s army. Play to one of yours or start a new one.", who=Who(army.owner))
    return refused_if(army.owner != seat, "no-army", text, "nl 134")


# --- openly --------------------------------------------------------------------------------------------


class PlayKnight(PlayingOpenly, PlayingToArmy):
    """Plays a knight face up to the seat's own army. Army 0 is new and attacks the land of that colour (nl 122-138)."""

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        army = state.armies.get(self.army)
        if self.army != NEW_ARMY and (refusal := _not_own_refusal(state, seat, self.army)):
            return refusal
        if army and army.face_down:
            text = T("This army has a face-down knight. Add to it on your own phone.")
            return Refusal("face-down", text, "nl 287")
        return colour_refusal(self.knight, army.colours if army else ())


class PlayOnFaceDown(PlayingOpenly, PlayingToArmy, private=True):
    """Plays a knight face up to an army with a face-down one. Private, because the hidden colour counts too (nl
    287).
    """

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        if refusal := _not_own_refusal(state, seat, self.army):
            return refusal
        if not state.armies[self.army].face_down:
            return Refusal("no-face-down", T("All knights in this army are face up. Just play to it."), "nl 134")
        return colour_refusal(self.knight, state.armies[self.army].colours)


class KnightPlayed(TurnEvent):
    """A knight was played to this attacking army; an unused number is a new army."""

    seat: int
    army: int
    knight: Knight

    def apply(self, state: State) -> State:
        after = with_turn_flags(state, acted=True, played=True)
        if self.army not in state.armies:
            return after.new_army(self.army, self.seat, self.knight)
        return after.with_knight(army_place(self.army), self.knight)

    def history_line(self, state: State) -> Text:
        army, who, knight = state.armies.get(self.army), Who(self.seat), self.knight.name
        if army is None:
            land = LANDS[self.knight.colour].name
            return T("{who} played {knight} as a new army against {land}.", who=who, knight=knight, land=land)
        land = LANDS[army.land].name
        return T("{who} played {knight} to the army against {land}.", who=who, knight=knight, land=land)


# --- once, by a land that allows it --------------------------------------------------------------------


def _not_held_refusal(state: State, seat: int, wanted: Property) -> Refusal | None:
    """Refuses a seat that holds no land with this property."""
    text = T("None of your lands shows this: {property}.", property=PROPERTIES[wanted].text)
    return refused_if(state.land_with(seat, wanted) is None, "no-property", text, PROPERTIES[wanted].rule)


class PlayingOnce(Playing, abstract=True):
    """Base class for plays that a land allows its holder once (nl 241, 293)."""

    by: ClassVar[Property]

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        if before := super().refusal(state, seat) or _not_held_refusal(state, seat, cls.by):
            return before
        land = cls.land(state, seat)
        text = T("{land} only allows this once, and you’ve already used it.", land=LANDS[land].name)
        return refused_if(state.lands[land].used, "used", text, PROPERTIES[cls.by].rule)

    @classmethod
    def land(cls, state: State, seat: int) -> str:
        land = state.land_with(seat, cls.by)
        assert land is not None, "why_not was asked before"
        return land

    @classmethod
    def needed_keys(cls, state: State, seat: int) -> tuple[str, ...]:
        return state.keys_of_other_side(cls.land(state, seat))


class PlayedOnce(TurnEvent, abstract=True):
    seat: int
    land: str

    def to_do(self, state: State) -> Iterable[Text]:
        if state.turns_over:
            yield T("Flip {land}: its other side counts from now on.", land=LANDS[self.land].name)
        else:
            yield T("Rotate {land}: it’s been used.", land=LANDS[self.land].name)


class AddToDefence(PlayingOnce, PlayingOpenly):
    """Adds a knight to the army under the land, once, instead of playing it elsewhere (nl 238)."""

    by: ClassVar[Property] = Property.ADD_CARD
    knight: str

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        if knights := allowed(cls, state, seat, "knight", BY_KEY):
            yield legal_action(
                cls,
                seat,
                likely(knights, cls.possible_knights(state, seat)),
                missing_values=cls.needed_keys(state, seat),
            )

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        return colour_refusal(self.knight, state.lands[self.land(state, seat)].colours)

    def play_event(self, state: State, seat: int) -> TurnEvent:
        return DefenceStrengthened(seat, self.land(state, seat), BY_KEY[self.knight])


class DefenceStrengthened(PlayedOnce):
    knight: Knight

    def apply(self, state: State) -> State:
        return (
            with_turn_flags(state, acted=True, played=True)
            .with_knight(land_place(self.land), self.knight)
            .with_land_used(self.land)
        )

    def history_line(self, state: State) -> Text:
        who, land = Who(self.seat), LANDS[self.land].name
        return T("{who} added {knight} to the defence of {land}.", who=who, knight=self.knight.name, land=land)


class PlayFaceDown(PlayingOnce, PlayingToArmy, private=True):
    """Plays a knight face down, once, as the holder of the land that allows it (nl 284).

    The colour rule applies; only the player's own phone shows its refusal (nl 287).
    """

    by: ClassVar[Property] = Property.FACE_DOWN

    @classmethod
    def possible_knights(cls, state: State, seat: int) -> tuple[Knight, ...]:
        return state.in_hand(seat)

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        return _not_own_refusal(state, seat, self.army) or colour_refusal(self.knight, state.armies[self.army].colours)

    def play_event(self, state: State, seat: int) -> TurnEvent:
        return FaceDownPlayed(seat, self.land(state, seat), self.army, BY_KEY[self.knight])


class FaceDownPlayed(PlayedOnce, secret={"knight"}):
    """The land's holder played a knight face down to an attacking army."""

    army: int
    knight: Knight

    def apply(self, state: State) -> State:
        after = with_turn_flags(state, acted=True, played=True).with_land_used(self.land)
        return after.with_face_down(army_place(self.army), self.knight)

    def history_line(self, state: State) -> Text:
        land = LANDS[state.armies[self.army].land].name
        return T("{who} played a knight face down to the army against {land}.", who=Who(self.seat), land=land)

    def secret_history_line(self, state: State) -> Text:
        return T(
            "{who} played {knight} face down against {land}, which would fall with {needed} more.",
            who=Who(self.seat),
            knight=self.knight.name,
            land=LANDS[state.armies[self.army].land].name,
            needed=still_needed(state, self.army),
        )


# --- beside playing ------------------------------------------------------------------------------------


def _after_extra(batch: Batch[State], weakened: tuple[str, ...] = ()) -> None:
    """Settles conquests after an extra action, and ends the turn if nothing is left to do."""
    settle(batch, weakened=weakened)
    end_if_nothing_left(batch)


class TurnUp(TurnAction, private=True):
    """Turns the face-down knight of this army face up (nl 289)."""

    army: int

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        numbers = allowed(cls, state, seat, "army", state.armies_of(seat))
        return (legal_action(cls, seat, Pick("army", (number,))) for number in numbers)

    def values_refusal(self, state: State, seat: int) -> Refusal | None:
        if refusal := _not_own_refusal(state, seat, self.army):
            return refusal
        laid_in = [hidden.turn for hidden in state.armies[self.army].face_down]
        if not laid_in:
            return Refusal("no-face-down", T("There’s no face-down knight in this army."), "nl 289")
        text = T("You just played it face down. Turn it face up on a later turn.")
        return refused_if(min(laid_in) >= state.turns, "face-down", text, "nl 289")

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        batch.emit(KnightTurned(seat, self.army, batch.state.armies[self.army].face_down[0].knight))
        _after_extra(batch)


class TakeBack(TurnAction):
    """Takes one of the seat's knights back from an army; `face-down` stands for a hidden one (nl 247)."""

    place: str
    knight: str

    @classmethod
    def refusal(cls, state: State, seat: int) -> Refusal | None:
        text = T("You’ve already taken a knight back this turn.")
        return (
            super().refusal(state, seat)
            or _not_held_refusal(state, seat, Property.TAKE_BACK)
            or refused_if(Turn.current(state).took_back, "taken-back", text, "nl 247")
        )

    @classmethod
    def legal_actions(cls, state: State, seat: int) -> Iterable[LegalAction]:
        for place in state.places_of(seat):
            if cards := cards_at(state, place):
                yield legal_action(cls, seat, Pick("place", (place,)), Pick("knight", cards))

    def decide(self, batch: Batch[State], seat: int, rng: Rng) -> None:
        if self.knight == FACE_DOWN:
            batch.emit(FaceDownTakenBack(seat, int(named_by(self.place))))
        else:
            batch.emit(KnightTakenBack(seat, self.place, BY_KEY[self.knight]))
        land = named_by(self.place)
        _after_extra(batch, weakened=(land,) if self.place == land_place(land) else ())  # nl 251-253


def cards_at(state: State, place: str) -> tuple[str, ...]:
    """Returns the form values of knights that can be taken back from a place. Face-down knights are not identified."""
    army = state.at(place)
    hidden = (FACE_DOWN,) if isinstance(army, Army) and army.face_down else ()
    return (*keys(state.knights_at(place)), *hidden)


class KnightTakenBack(TurnEvent):
    """A knight returned from `army-3` or `land-red` to the hand."""

    seat: int
    place: str
    knight: Knight

    def apply(self, state: State) -> State:
        return with_turn_flags(state, acted=True, took_back=True).without_knight(self.place, self.knight)

    def history_line(self, state: State) -> Text:
        place = state.place_named(self.place)
        return T("{who} took {knight} back from {place}.", who=Who(self.seat), knight=self.knight.name, place=place)


class FaceDownTakenBack(TurnEvent):
    """The last face-down knight of that army returned to the hand, still hidden."""

    seat: int
    army: int

    def apply(self, state: State) -> State:
        return with_turn_flags(state, acted=True, took_back=True).without_face_down(army_place(self.army))

    def history_line(self, state: State) -> Text:
        land = LANDS[state.armies[self.army].land].name
        return T("{who} took a face-down knight back from the army against {land}.", who=Who(self.seat), land=land)
