"""The game state and its predicates: lands, armies and hands, and how knights move between them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar

from scoring.kernel import GameState, Phase, Refusal
from scoring.legal_actions import Likely
from scoring.memo import memoize_by_identity
from scoring.saga.components import (
    ALL_KNIGHTS,
    BY_KEY,
    COLOURS,
    LANDS,
    SET_CARDS,
    SET_POINTS,
    VALUES,
    Knight,
    Property,
    can_be_worth,
    colours,
    fame_of_side,
    other_side,
    properties_of_side,
    unread_keys,
    without_one,
    worth,
)
from scoring.standings import ScoreLine
from scoring.values import replaced, without
from scoring.words import T, Text, Who

HAND, FREE = "hand", "free"


@dataclass(frozen=True)
class Land:
    """A land on the table: the side that is up, its holder (None: in the middle), and the army under it.

    `used`: the holder has used its one-time property. `since`: as in `Army`.
    """

    side: str
    holder: int | None = None
    knights: tuple[Knight, ...] = ()
    used: bool = False
    since: frozenset[str] = frozenset()

    @property
    def owner(self) -> int | None:
        return self.holder

    @property
    def colours(self) -> frozenset[str]:
        return colours(self.knights)


@dataclass(frozen=True)
class FaceDown:
    """A face-down knight, known only to its owner, and the turn it was played in."""

    knight: Knight
    turn: int


@dataclass(frozen=True)
class Army:
    """An attacking army. The colour of its first knight permanently determines the land it attacks.

    `led`: the knight that started it is still its first one. `since`: colours of the knights played after the
    owner last entered the hand's value.
    """

    owner: int
    land: str
    knights: tuple[Knight, ...] = ()
    face_down: tuple[FaceDown, ...] = ()
    led: bool = True
    since: frozenset[str] = frozenset()

    @property
    def strength(self) -> int:
        return worth(self.knights)  # nl 288: a face-down knight is worth 0

    @property
    def colours(self) -> frozenset[str]:
        """The colours including face-down knights, for the owner only (nl 287)."""
        return colours((*self.knights, *(hidden.knight for hidden in self.face_down)))


def army_place(number: int) -> str:
    return f"army-{number}"


def land_place(land: str) -> str:
    return f"land-{land}"


def named_by(place: str) -> str:
    """Returns the army number or the land named by a place key."""
    return place.partition("-")[2]


@dataclass(frozen=True)
class Held:
    """A held land: the value of its army, and its properties."""

    worth: int
    shown: tuple[Property, ...]


@dataclass(frozen=True)
class Facts:
    """The scoring facts of one seat at the end, whether entered or tracked.

    `cards` is the number of knights in hand, if known. `army` is the value of the attacking army that would count, and
    `against` its land, if known.
    """

    fame: int
    lands: Mapping[str, Held]
    hand: int
    cards: int | None = None
    army: int | None = None
    against: str | None = None

    def land_with(self, wanted: Property) -> str | None:
        """Returns the land with this property; None if there is none."""
        return next((land for land, held in self.lands.items() if wanted in held.shown), None)


class SagaPhase(Phase, abstract=True):
    """Base class for all phases of Saga."""

    # Name used by the screens.
    name: ClassVar[str]

    def step(self, state: State) -> str:
        """Returns the current step of the phase."""
        return ""

    def lines(self, state: State, seat: int) -> tuple[ScoreLine, ...]:
        """Returns the seat's score lines as of now."""
        return ()

    def recounted(self, state: State) -> SagaPhase:
        """Returns the phase after a corrected printed value, which changes a count that has begun."""
        return self


@dataclass(frozen=True, kw_only=True)
class State(GameState):
    phase: SagaPhase
    reminder: bool
    # Rule interpretations chosen in the options.
    turns_over: bool = False
    conquest_waits: bool = False
    fame: tuple[int, ...]
    # By seat, the free knights it has taken into its hand.
    recruited: tuple[tuple[Knight, ...], ...]
    # By seat, the entered minus the tracked value of the hand; None if no value was entered.
    amended: tuple[int | None, ...]
    # By seat, knights no longer in hand whose place is unknown.
    missing: Mapping[int, int] = field(default_factory=dict)
    # Seats whose entered hand may include a knight that was entered late.
    unsure: frozenset[int] = frozenset()
    # By seat, the number of recruited knights that were not entered.
    unseen_recruits: Mapping[int, int] = field(default_factory=dict)
    lands: Mapping[str, Land] = field(default_factory=dict)
    armies: Mapping[int, Army] = field(default_factory=dict)
    armies_made: int = 0
    free: tuple[Knight, ...] = ()
    turns: int = 0
    # By seat, the facts entered at the end of an untracked game.
    entered: tuple[Facts, ...] = ()

    def with_printed_value(self, key: str, value: str) -> State:
        after = super().with_printed_value(key, value)
        return replace(after, phase=after.phase.recounted(after))

    # --- lands -----------------------------------------------------------------------------------------

    def properties(self, land: str) -> tuple[Property, ...]:
        return properties_of_side(self.printed_values, land, self.lands[land].side)

    def fame_of(self, land: str) -> int:
        return fame_of_side(self.printed_values, land, self.lands[land].side)

    def lands_of(self, seat: int) -> tuple[str, ...]:
        return tuple(colour for colour in COLOURS if colour in self.lands and self.lands[colour].holder == seat)

    def land_with(self, seat: int, wanted: Property) -> str | None:
        """Returns the land with the property that this seat holds; None if it holds none."""
        return next((land for land in self.lands_of(seat) if wanted in self.properties(land)), None)

    def fame_due(self, seat: int) -> int:
        return sum(self.fame_of(land) for land in self.lands_of(seat))  # nl 113

    def defence(self, land: str) -> int:
        """Returns the land's strength: its army, plus or minus 1 by property (nl 264, 271)."""
        shown = self.properties(land)
        change = (Property.DEFENCE_PLUS in shown) - (Property.DEFENCE_MINUS in shown)
        return worth(self.lands[land].knights) + change

    # --- armies ----------------------------------------------------------------------------------------

    def armies_of(self, seat: int) -> tuple[int, ...]:
        return tuple(number for number, army in self.armies.items() if army.owner == seat)

    def places_of(self, seat: int) -> tuple[str, ...]:
        """Returns all armies of a seat, attacking and defending."""
        return (*map(army_place, self.armies_of(seat)), *map(land_place, self.lands_of(seat)))

    def at(self, place: str) -> Army | Land | None:
        name = named_by(place)
        if place == land_place(name):
            return self.lands.get(name)
        return self.armies.get(int(name)) if name.isdecimal() and place == army_place(int(name)) else None

    def knights_at(self, place: str) -> tuple[Knight, ...]:
        """Returns the open knights of an army, or the free ones."""
        there = self.at(place)
        return there.knights if there else self.free if place == FREE else ()

    def owner_of(self, place: str) -> int | None:
        """Returns the army's owner; None for free knights and a land in the middle."""
        there = self.at(place)
        return there.owner if there else None

    def since_entered(self, place: str, one: Knight) -> bool:
        """True if this knight was played to this place after its owner last entered the hand's value."""
        there = self.at(place)
        return there is not None and one.colour in there.since

    def place_named(self, place: str) -> Text:
        """Returns the name of an army, the free knights or the hand."""
        there = self.at(place)
        if isinstance(there, Army):
            return T("{who}’s army against {land}", who=Who(there.owner), land=LANDS[there.land].name)
        if there is not None:
            return T("the army under {land}", land=LANDS[named_by(place)].name)
        return T("the free knights") if place == FREE else T("the hand")

    # --- hands -----------------------------------------------------------------------------------------

    def open_knights(self, seat: int) -> tuple[Knight, ...]:
        armies: tuple[Army | Land, ...] = (*self.armies.values(), *self.lands.values())
        return tuple(one for army in armies if army.owner == seat for one in army.knights)

    def face_down_knights(self, seat: int) -> tuple[Knight, ...]:
        armies = (self.armies[number] for number in self.armies_of(seat))
        return tuple(hidden.knight for army in armies for hidden in army.face_down)

    def unseen_cards(self, seat: int) -> int:
        """Returns the number of the seat's knights hidden from others: in hand or face down."""
        recruits = len(self.recruited[seat]) + self.unseen_recruits.get(seat, 0)
        return SET_CARDS + recruits - len(self.open_knights(seat)) - self.missing.get(seat, 0)

    def unseen_points(self, seat: int) -> int:
        """Returns the value of the seat's hidden knights: that of all its knights, less the open ones."""
        return SET_POINTS + worth(self.recruited[seat]) - worth(self.open_knights(seat))

    def hand_cards(self, seat: int) -> int:
        """Returns the number of knights in hand, which is public (nl 352)."""
        return self.unseen_cards(seat) - len(self.face_down_knights(seat))

    def hand_points(self, seat: int) -> int:
        """Returns the hand's value. It is private during the game, because it would reveal face-down knights."""
        return self.unseen_points(seat) - worth(self.face_down_knights(seat)) + (self.amended[seat] or 0)

    def hand_fits(self, seat: int) -> bool:
        """True if this many knights can have this value; otherwise some entry is wrong."""
        return can_be_worth(self.hand_cards(seat), self.hand_points(seat))

    @memoize_by_identity
    def playable(self, seat: int) -> tuple[Knight, ...]:
        """Returns the knights that may be in the hand by public information; all knights if the owner has entered the
        hand's value."""
        if self.amended[seat] is not None:
            return ALL_KNIGHTS
        return _possible_knights(self.unseen_cards(seat), self.unseen_points(seat))

    @memoize_by_identity
    def in_hand(self, seat: int) -> tuple[Knight, ...]:
        """Returns the knights that may be in the hand by the seat's own information."""
        return _possible_knights(self.hand_cards(seat), self.hand_points(seat))

    def values_expected(self, seat: int) -> tuple[int, ...]:
        """Returns the values that the next knight can have, given that a set is worth 30 (nl 39); empty if it can have
        every value."""
        values = tuple(sorted({one.value for one in self.playable(seat)}))
        return () if values == VALUES else values

    # --- placing and removing knights ------------------------------------------------------------------

    def with_army(self, place: str, army: Army | Land) -> State:
        """Returns the state with this army in the place. An attacking army without knights is removed."""
        if isinstance(army, Land):
            return replace(self, lands={**self.lands, named_by(place): army})
        number = int(named_by(place))
        if not army.knights and not army.face_down:
            return replace(self, armies=without(self.armies, number))
        return replace(self, armies={**self.armies, number: army})

    def new_army(self, number: int, seat: int, one: Knight) -> State:
        army = Army(seat, one.colour, (one,), since=frozenset({one.colour}))
        return replace(self.with_army(army_place(number), army), armies_made=max(number, self.armies_made))

    def with_knights(self, place: str, knights: tuple[Knight, ...]) -> State:
        there = self.at(place)
        return self.with_army(place, replace(there, knights=knights)) if there else replace(self, free=knights)

    def with_since(self, place: str, one: Knight, since: bool) -> State:
        """Returns the state with the knight marked as played before or after its owner last entered the hand."""
        there, colour = self.at(place), frozenset({one.colour})
        if there is None:
            return self
        return self.with_army(place, replace(there, since=there.since | colour if since else there.since - colour))

    def with_knight(self, place: str, one: Knight, since: bool = True) -> State:
        """Returns the state with the knight added to the place. `since`: it was played after its owner last entered the
        hand."""
        return self.with_knights(place, (*self.knights_at(place), one)).with_since(place, one, since)

    def without_knight(self, place: str, one: Knight) -> State:
        """Returns the state with the knight removed from the place."""
        there, state = self.at(place), self
        if isinstance(there, Army) and there.knights[0] == one:
            state = self.with_army(place, replace(there, led=False))
        return state.with_knights(place, without_one(self.knights_at(place), one)).with_since(place, one, False)

    def with_face_down(self, place: str, one: Knight) -> State:
        """Returns the state with a face-down knight added to the army."""
        army = self.armies[int(named_by(place))]
        laid = replace(army, face_down=(*army.face_down, FaceDown(one, self.turns)))
        return self.with_army(place, laid).with_since(place, one, True)

    def without_face_down(self, place: str) -> State:
        """Returns the state without the last face-down knight of that army."""
        army = self.armies[int(named_by(place))]
        return self.with_army(place, replace(army, face_down=army.face_down[:-1]))

    def with_land_used(self, land: str) -> State:
        """Returns the state with the land used: rotated, or flipped to its other side (nl 241, 294)."""
        card = self.lands[land]
        side = other_side(card.side) if self.turns_over else card.side
        return self.with_army(land_place(land), replace(card, used=True, side=side))

    def side_for_next(self, land: str) -> str:
        """Returns the side that is up after another seat takes the land; its property can be used again (nl 242,
        294)."""
        card = self.lands[land]
        return other_side(card.side) if self.turns_over and card.used else card.side

    def keys_of_other_side(self, land: str) -> tuple[str, ...]:
        """Returns the keys of unread values on the other side, which comes up when the land is used."""
        return unread_keys(self.printed_values, land, other_side(self.lands[land].side)) if self.turns_over else ()

    def with_recruit(self, seat: int, one: Knight) -> State:
        """Returns the state with the free knight in this hand."""
        recruited = replaced(self.recruited, seat, (*self.recruited[seat], one))
        return replace(self, recruited=recruited, free=without_one(self.free, one))

    # --- facts for scoring -----------------------------------------------------------------------------

    def facts(self, counted: int | None = None) -> tuple[Facts, ...]:
        """Returns the scoring facts by seat, entered or tracked. `counted` is the attacking army that counts."""
        return self.entered or tuple(self._tracked_facts(seat, counted) for seat in range(self.seats))

    def _tracked_facts(self, seat: int, counted: int | None) -> Facts:
        lands = {land: Held(worth(self.lands[land].knights), self.properties(land)) for land in self.lands_of(seat)}
        army = None if counted is None else self.armies[counted]
        strength, against = (army.strength, army.land) if army else (None, None)
        return Facts(self.fame[seat], lands, self.hand_points(seat), self.hand_cards(seat), strength, against)

    # --- fame and hands --------------------------------------------------------------------------------

    def with_fame(self, seat: int, fame: int) -> State:
        return replace(self, fame=replaced(self.fame, seat, fame))

    def with_amended(self, seat: int, by: int) -> State:
        return replace(self, amended=replaced(self.amended, seat, (self.amended[seat] or 0) + by))

    def with_hand_cards(self, seat: int, cards: int) -> State:
        """Returns the state with the number of knights in hand that the owner entered."""
        recruits = self.unseen_recruits.get(seat, 0) + cards - self.hand_cards(seat)
        return replace(self, unseen_recruits={**self.unseen_recruits, seat: recruits})

    def with_hand_value(self, seat: int, points: int) -> State:
        """Returns the state with the value of the hand that the owner entered, for the current table."""
        after = replace(self.with_amended(seat, points - self.hand_points(seat)), unsure=self.unsure - {seat})
        for place in self.places_of(seat):
            if there := after.at(place):
                after = after.with_army(place, replace(there, since=frozenset()))
        return after


def missing_strength(attack: int, defence: int) -> int:
    """Returns the strength that an attack lacks to exceed the defence (nl 150)."""
    return defence + 1 - attack


def colour_refusal(key: str, lying: Collection[str]) -> Refusal | None:
    """Refuses a knight whose colour is already in the army (nl 146).

    The owner's check includes face-down knights (`Army.colours`). Others may not learn these, so their check uses the
    open ones.
    """
    one = BY_KEY.get(key)
    if one is None or one.colour not in lying:
        return None
    text = T("{knight} can’t join: an army can only have each colour once.", knight=one.name)
    return Refusal("colour-rule", text, "nl 146")


def _possible_knights(cards: int, points: int) -> tuple[Knight, ...]:
    """Returns the knights that a hand of this size and value may contain; all knights if the two do not fit
    together."""
    if not can_be_worth(cards, points):
        return ALL_KNIGHTS
    return tuple(one for one in ALL_KNIGHTS if can_be_worth(cards - 1, points - one.value))


def likely(knights: tuple[str, ...], hand: tuple[Knight, ...]) -> Likely:
    """Returns a form field for a knight that lists first the ones that may be in the hand."""
    expected = tuple(key for key in knights if BY_KEY[key] in hand) or knights
    return Likely("knight", expected, others=tuple(key for key in knights if key not in expected))
