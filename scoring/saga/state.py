"""Where the game stands, and small claims about it, named as the rulebook names things."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from scoring.box import Box
from scoring.ceremony import Ceremony
from scoring.kernel import Setting
from scoring.saga import printed
from scoring.saga.knights import (
    ALL_KNIGHTS,
    COLOURS,
    SET_CARDS,
    SET_POINTS,
    Knight,
    can_be,
    colours,
    worth,
)
from scoring.saga.printed import Property
from scoring.standings import ScoreLine
from scoring.words import Text

FACE_DOWN = "face-down"
HAND, FREE, NEW = "hand", "free", "new"


@dataclass(frozen=True)
class Land:
    """A land on the table: which side is up, who holds it (None: it lies in the middle), and its army.

    `used`: its holder has made use of what may be used once. `since`: as in an army.
    """

    side: str
    holder: int | None = None
    knights: tuple[Knight, ...] = ()
    used: bool = False
    since: frozenset[str] = frozenset()


@dataclass(frozen=True)
class FaceDown:
    """A knight that only its owner knows, and the turn it was laid in."""

    knight: Knight
    turn: int


@dataclass(frozen=True)
class Army:
    """An attacking army; its first knight's colour says which land it is against, for good.

    `led`: the knight that began it still lies in it, as the first. `since`: colours of the knights that were laid
    since the owner last told what the hand is worth.
    """

    owner: int
    land: str
    knights: tuple[Knight, ...] = ()
    face_down: tuple[FaceDown, ...] = ()
    led: bool = True
    since: frozenset[str] = frozenset()


@dataclass(frozen=True)
class SetUp:
    """What lies on the table so far: sides by land, knights by land."""

    sides: Mapping[str, str] = field(default_factory=dict)
    knights: Mapping[str, tuple[Knight, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Turn:
    """`acted`: something other than taking fame was done. `choosers`: who may take a free knight, one after another."""

    turn: int
    took_fame: bool = False
    acted: bool = False
    played: bool = False
    recruited: bool = False
    took_back: bool = False
    choosers: tuple[int, ...] = ()

    @property
    def choosing(self) -> int | None:
        """Who may take a free knight right now."""
        return self.choosers[0] if self.choosers else None


@dataclass(frozen=True)
class CountLine:
    """All points of a seat at the end."""

    seat: int
    lines: tuple[ScoreLine, ...]
    total: int


@dataclass(frozen=True)
class Reckoning:
    """After the last knight of `turn`: hands, the choices that lands give their holders, then the count."""

    turn: int
    # The holder of the land that lets a knight be added has added one or kept the hand.
    added: bool = False
    counted: int | None = None
    count: Ceremony[CountLine] | None = None


@dataclass(frozen=True)
class Over:
    turn: int
    counted: int | None
    count: Ceremony[CountLine]


Phase: TypeAlias = SetUp | Turn | Reckoning | Over


@dataclass(frozen=True)
class State:
    """All of it, secrets included: screens see `view` only."""

    seats: int
    box: Box
    reminder: bool
    fame: tuple[int, ...]
    # Free knights that each seat has taken into its hand since the start.
    recruited: tuple[tuple[Knight, ...], ...]
    # By how much a hand is worth more than Herald works out; None: nobody has said so.
    amended: tuple[int | None, ...]
    # Knights that are in no hand although nobody has entered where they lie, by seat.
    missing: Mapping[int, int] = field(default_factory=dict)
    # Seats whose told hand may or may not have held a knight that was entered late: only they know.
    unsure: frozenset[int] = frozenset()
    phase: Phase = field(default_factory=SetUp)
    lands: Mapping[str, Land] = field(default_factory=dict)
    armies: Mapping[int, Army] = field(default_factory=dict)
    armies_made: int = 0
    free: tuple[Knight, ...] = ()
    turns: int = 0
    to_do: tuple[Text, ...] = ()


def start(setting: Setting) -> State:
    return State(
        seats=setting.seats,
        box=setting.box,
        reminder=setting.options.get("reminder", "off") == "on",
        fame=(0,) * setting.seats,
        recruited=((),) * setting.seats,
        amended=(None,) * setting.seats,
    )


# --- seats ---------------------------------------------------------------------------------------------


def next_seat(state: State, seat: int) -> int:
    return (seat + 1) % state.seats  # nl 77: clockwise


def turn_of(state: State) -> int | None:
    """Whose turn it is; at the end: whose turn it was."""
    return None if isinstance(state.phase, SetUp) else state.phase.turn


# --- lands ---------------------------------------------------------------------------------------------


def properties(state: State, land: str) -> tuple[Property, ...]:
    return printed.properties_in(state.box, land, state.lands[land].side)


def fame_of(state: State, land: str) -> int:
    return printed.fame_in(state.box, land, state.lands[land].side)


def lands_of(state: State, seat: int) -> tuple[str, ...]:
    return tuple(colour for colour in COLOURS if colour in state.lands and state.lands[colour].holder == seat)


def land_with(state: State, seat: int, wanted: Property) -> str | None:
    """The land this seat holds that shows the property."""
    return next((land for land in lands_of(state, seat) if wanted in properties(state, land)), None)


def unused_land_with(state: State, seat: int, wanted: Property) -> str | None:
    """The same, if the seat has not made use of it yet (nl 241, 293)."""
    land = land_with(state, seat, wanted)
    return land if land is not None and not state.lands[land].used else None


def fame_due(state: State, seat: int) -> int:
    return sum(fame_of(state, land) for land in lands_of(state, seat))  # nl 113


def defence(state: State, land: str) -> int:
    """How strong a land is: its army, one more or one less by property (nl 264, 271)."""
    shown = properties(state, land)
    change = (Property.DEFENCE_PLUS in shown) - (Property.DEFENCE_MINUS in shown)
    return worth(state.lands[land].knights) + change


# --- armies --------------------------------------------------------------------------------------------


def armies_of(state: State, seat: int) -> tuple[int, ...]:
    return tuple(number for number, army in state.armies.items() if army.owner == seat)


def strength(army: Army) -> int:
    return worth(army.knights)  # nl 288: a face-down knight is worth 0


def seen_colours(army: Army) -> frozenset[str]:
    return colours(army.knights)


def all_colours(army: Army) -> frozenset[str]:
    """Those of face-down knights too: for the eyes of its owner (nl 287)."""
    return colours(army.knights) | colours(hidden.knight for hidden in army.face_down)


def army_place(number: int) -> str:
    return f"army-{number}"


def land_place(land: str) -> str:
    return f"land-{land}"


def army_at(state: State, place: str) -> int | None:
    """The number of the attacking army a place names."""
    return next((number for number in state.armies if army_place(number) == place), None)


def land_at(state: State, place: str) -> str | None:
    return next((land for land in state.lands if land_place(land) == place), None)


def places_of(state: State, seat: int) -> tuple[str, ...]:
    """All armies of a seat, attacking and defending."""
    attacking = (army_place(number) for number in armies_of(state, seat))
    return (*attacking, *(land_place(land) for land in lands_of(state, seat)))


def knights_at(state: State, place: str) -> tuple[Knight, ...]:
    """The open knights of an army, or the free ones."""
    number, land = army_at(state, place), land_at(state, place)
    if number is not None:
        return state.armies[number].knights
    if land is not None:
        return state.lands[land].knights
    return state.free if place == FREE else ()


def laid_since(state: State, place: str) -> frozenset[str]:
    """Colours of the knights there that its owner laid after telling what the hand is worth."""
    number, land = army_at(state, place), land_at(state, place)
    if number is not None:
        return state.armies[number].since
    return state.lands[land].since if land is not None else frozenset()


def owner_of(state: State, place: str) -> int | None:
    """Whose army it is; None for free knights and those of a land in the middle."""
    number, land = army_at(state, place), land_at(state, place)
    if number is not None:
        return state.armies[number].owner
    return state.lands[land].holder if land is not None else None


# --- hands: what is not on the table -------------------------------------------------------------------


def open_knights(state: State, seat: int) -> tuple[Knight, ...]:
    return tuple(knight for place in places_of(state, seat) for knight in knights_at(state, place))


def face_down_knights(state: State, seat: int) -> tuple[Knight, ...]:
    armies = (state.armies[number] for number in armies_of(state, seat))
    return tuple(hidden.knight for army in armies for hidden in army.face_down)


def unseen_cards(state: State, seat: int) -> int:
    """Knights of a seat that nobody else can see: in its hand or face down."""
    return SET_CARDS + len(state.recruited[seat]) - len(open_knights(state, seat)) - missing(state, seat)


def missing(state: State, seat: int) -> int:
    """Knights that are no longer in the hand, without anybody having said where they lie."""
    return state.missing.get(seat, 0)


def unseen_points(state: State, seat: int) -> int:
    """What these are worth: everybody can work it out from the open knights."""
    return SET_POINTS + worth(state.recruited[seat]) - worth(open_knights(state, seat))


def hand_cards(state: State, seat: int) -> int:
    """Anybody may ask for it (nl 352)."""
    return unseen_cards(state, seat) - len(face_down_knights(state, seat))


def hand_points(state: State, seat: int) -> int:
    """For its owner's eyes as long as the game goes on: it tells what lies face down."""
    return unseen_points(state, seat) - worth(face_down_knights(state, seat)) + (state.amended[seat] or 0)


def counts_as_told(state: State, place: str, one: Knight) -> bool:
    """True if its owner has told the hand with this knight on the table: put right, it changes nothing in the hand."""
    owner = owner_of(state, place)
    told = owner is not None and state.amended[owner] is not None
    return told and one.colour not in laid_since(state, place)


def hand_fits(state: State, seat: int) -> bool:
    """True if so many cards can be worth that much; otherwise something was entered wrongly."""
    return can_be(hand_cards(state, seat), hand_points(state, seat))


def playable(state: State, seat: int, taken: frozenset[str]) -> tuple[Knight, ...]:
    """Knights that may join an army with these colours, by what everybody can see: the colour rule (nl 146), and
    what is left must be worth something that cards can be worth."""
    return _possible(unseen_cards(state, seat), unseen_points(state, seat), taken, state.amended[seat] is not None)


def in_hand(state: State, seat: int, taken: frozenset[str]) -> tuple[Knight, ...]:
    """The same by what the seat itself knows."""
    return _possible(hand_cards(state, seat), hand_points(state, seat), taken, trusted=False)


def _possible(cards: int, points: int, taken: frozenset[str], trusted: bool) -> tuple[Knight, ...]:
    fitting = (knight for knight in ALL_KNIGHTS if knight.colour not in taken)
    if trusted or not can_be(cards, points):  # somebody said otherwise, or the count is wrong already
        return tuple(fitting)
    return tuple(knight for knight in fitting if can_be(cards - 1, points - knight.value))
